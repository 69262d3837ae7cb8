/// One step in turning one sequence of ids into another.
///
/// ``ListEngine/apply(from:to:)`` makes such edits and applies them. For a host that applies them to
/// something else too, such as its array of views:
///
/// ```swift
/// var engine = try ListEngine()
/// try engine.insertItems(count: 5, at: 0)
/// var views = [1, 2, 3, 4, 5].map { "view \($0)" }
/// let new = [1, 4, 9, 2, 3]
/// for edit in try ListEdit.edits(from: [1, 2, 3, 4, 5], to: new) {
///     try engine.apply(edit)
///     switch edit {
///     case .remove(let items): views.removeSubrange(items)
///     case .insert(let items, let index):
///         views.insert(contentsOf: new[items].map { "view \($0)" }, at: index)
///     case .move(let items, let index):
///         let moved = Array(views[items])
///         views.removeSubrange(items)
///         views.insert(contentsOf: moved, at: index)
///     }
///     print(edit, views.count == engine.count)
/// }
/// // prints:
/// // remove(Range(4..<5)) true
/// // move(Range(3..<4), to: 1) true
/// // insert(Range(2..<3), at: 2) true
/// ```
///
/// Indices refer to the items as the edit before left them, except those that an insertion has in
/// the new sequence.
public enum ListEdit: Sendable, Hashable {
    /// Removes items.
    case remove(Range<Int>)
    /// Inserts, at an index, the items that have these indices in the new sequence.
    case insert(Range<Int>, at: Int)
    /// Moves items; the index is that of the first of them afterwards.
    case move(Range<Int>, to: Int)

    /// Where an item is after this edit; nil if it is removed.
    package func newIndex(ofItem item: Int) -> Int? {
        switch self {
        case .remove(let items):
            if items.contains(item) { return nil }
            return item < items.lowerBound ? item : item - items.count
        case .insert(let items, let index):
            return item < index ? item : item + items.count
        case .move(let items, let index):
            if items.contains(item) { return item + index - items.lowerBound }
            // The items between the old place and the new one shift the other way.
            let (lower, upper) = (items.lowerBound, items.upperBound)
            if item >= upper, item < index + items.count { return item - items.count }
            return item < lower && item >= index ? item + items.count : item
        }
    }
}

extension [ListEdit] {
    /// Where an item is after these edits; nil if it is removed.
    package func newIndex(ofItem item: Int) -> Int? {
        reduce(item) { index, edit in index.flatMap(edit.newIndex(ofItem:)) }
    }
}

extension ListEngine {
    /// Applies one edit.
    ///
    /// - Throws: As ``insertItems(count:at:)``, ``removeItems(_:)`` and ``moveItems(_:to:)``.
    /// - Complexity: As theirs.
    public mutating func apply(_ edit: ListEdit) throws(RangeCoreError) {
        switch edit {
        case .remove(let items): try removeItems(items)
        case .insert(let items, let index): try insertItems(count: items.count, at: index)
        case .move(let items, let index): try moveItems(items, to: index)
        }
    }
}
