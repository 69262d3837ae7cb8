/// One step in turning one sequence of ids into another.
///
/// ``ListEngine/apply(from:to:extent:)`` makes such edits and applies them. For a host that applies them to
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
/// // remove 4..<5 true
/// // move 3..<4 to 1 true
/// // insert 2..<3 at 2 true
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

extension ListEdit: CustomStringConvertible {
    /// Such as `insert 2..<3 at 2`.
    public var description: String {
        switch self {
        case .remove(let items): "remove \(items)"
        case .insert(let items, let index): "insert \(items) at \(index)"
        case .move(let items, let index): "move \(items) to \(index)"
        }
    }
}

extension [ListEdit] {
    /// Refuses extents of items that are inserted before any edit is made.
    func check(_ extent: ((Int) -> Double)?) throws(RangeCoreError) {
        guard let extent else { return }
        for case .insert(let items, _) in self {
            for item in items where !(0...4_000_000).contains(extent(item)) {
                throw .argument("extent of item \(item)", extent(item))
            }
        }
    }

    /// Where an item is after these edits; nil if it is removed.
    package func newIndex(ofItem item: Int) -> Int? {
        reduce(item) { index, edit in index.flatMap(edit.newIndex(ofItem:)) }
    }
}

extension ListEngine {
    /// Applies one edit.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - extent: A closure that returns the extent of an item that is inserted, in points, given its index in
    ///     the new sequence; nil if they are to be measured. Only for lists of one column.
    /// - Throws: As ``insertItems(count:at:)``, ``removeItems(_:)`` and ``moveItems(_:to:)``.
    /// - Complexity: As theirs.
    public mutating func apply(
        _ edit: ListEdit, extent: ((Int) -> Double)? = nil
    ) throws(RangeCoreError) {
        switch edit {
        case .remove(let items): try removeItems(items)
        case .insert(let items, let index):
            if let extent {
                try insertItems(extents: items.map(extent), at: index)
            } else {
                try insertItems(count: items.count, at: index)
            }
        case .move(let items, let index): try moveItems(items, to: index)
        }
    }
}
