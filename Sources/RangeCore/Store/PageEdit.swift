/// A change of the slots of a ``PageStore``.
///
/// ```swift
/// let photos = PageStore(total: 50, load: server.load)
/// photos.onChange = { edits in
///     for edit in edits { print(edit) }
/// }
/// try await photos.refresh()
/// // prints: fill 0..<20
/// ```
///
/// Each edit refers to the slots as the one before it left them.
public enum PageEdit: Sendable, Hashable {
    /// These slots are new: items or placeholders.
    case insert(Range<Int>)
    /// Removes slots.
    case remove(Range<Int>)
    /// Moves slots; the index is that of the first of them afterwards.
    case move(Range<Int>, to: Int)
    /// These placeholders are items now.
    case fill(Range<Int>)
    /// These items are placeholders now.
    case clear(Range<Int>)
    /// These items have other content. Comes after all other edits.
    case reload(Range<Int>)

    /// Where a range of slots is after this edit. What is inserted where it starts comes before it,
    /// and where it ends after it.
    func following(_ slots: Range<Int>) -> Range<Int> {
        switch self {
        case .insert(let new): Self.insert(new.count, at: new.lowerBound, slots)
        case .remove(let old): Self.remove(old, slots)
        case .move(let old, let index): Self.insert(old.count, at: index, Self.remove(old, slots))
        case .fill, .clear, .reload: slots
        }
    }

    private static func insert(_ count: Int, at index: Int, _ slots: Range<Int>) -> Range<Int> {
        let (lower, upper) = (slots.lowerBound, slots.upperBound)
        let isBefore = index <= lower
        let isWithin = index < upper || isBefore
        return (isBefore ? lower + count : lower)..<(isWithin ? upper + count : upper)
    }

    private static func remove(_ old: Range<Int>, _ slots: Range<Int>) -> Range<Int> {
        func after(_ bound: Int) -> Int {
            if bound <= old.lowerBound { return bound }
            return bound < old.upperBound ? old.lowerBound : bound - old.count
        }
        return after(slots.lowerBound)..<after(slots.upperBound)
    }
}

extension PageEdit: CustomStringConvertible {
    /// Such as `fill 0..<20`.
    public var description: String {
        switch self {
        case .insert(let slots): "insert \(slots)"
        case .remove(let slots): "remove \(slots)"
        case .move(let slots, let index): "move \(slots) to \(index)"
        case .fill(let slots): "fill \(slots)"
        case .clear(let slots): "clear \(slots)"
        case .reload(let slots): "reload \(slots)"
        }
    }
}
