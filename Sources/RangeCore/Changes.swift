public import CRangeCore

/// Consecutive items whose state changed alike.
@frozen
public struct Change: Sendable {
    // The layout is C's, so that an update's changes are handed out as they stand.
    @usableFromInline let c: rc_change

    @inlinable
    init(c: rc_change) {
        self.c = c
    }

    /// The items; for removed ones, their indices at the update before.
    @inlinable
    public var items: Range<Int> {
        Range(rc_interval(lower: c.lower, upper: c.upper))
    }

    /// How far the nearest of them is from the viewport, in points, for changes that enter; else 0.
    @inlinable
    public var distance: Double { c.distance }

    /// The state at the update before; empty for items that are new since then.
    @inlinable
    public var before: InterfaceState { InterfaceState(rawValue: c.before) }

    /// The state now; empty for items that were removed.
    @inlinable
    public var after: InterfaceState { InterfaceState(rawValue: c.after) }

    /// Whether the items were removed from the list.
    @inlinable
    public var isRemoval: Bool { c.after == 0 }

    /// Whether any bit is cleared.
    @inlinable
    public var clearsState: Bool { c.before & ~c.after != 0 }
}

extension Change: Hashable {
    /// Whether two changes say the same.
    public static func == (a: Change, b: Change) -> Bool {
        a.items == b.items && a.before == b.before && a.after == b.after
            && a.distance == b.distance
    }

    /// Feeds all that the change says to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(items)
        hasher.combine(before)
        hasher.combine(after)
        hasher.combine(distance)
    }
}

extension Change: CustomStringConvertible {
    /// Such as `3..<5: [measureLayout] → [measureLayout, preload]`.
    public var description: String { "\(items): \(before) → \(after)" }
}

/// What changed in an update: removed items, then what left a range, then what entered.
///
/// No item is listed twice, none whose state is the same. Removed items come ascending by their
/// index at the update before; then, ascending, changes that clear any bit; then the rest, those
/// that become visible first, the others by their distance from the viewport's nearest edge.
///
/// The changes are the engine's own memory, lent for the duration of a closure. They cannot be
/// copied or consumed there, so they cannot outlive it.
@frozen
public struct Changes: ~Copyable {
    @usableFromInline let c: rc_changes

    @inlinable
    init(borrowing c: rc_changes) {
        self.c = c
    }

    /// How many changes there are.
    @inlinable
    public var count: Int { c.count }

    /// Whether nothing changed.
    @inlinable
    public var isEmpty: Bool { c.count == 0 }

    /// The positions of all changes.
    @inlinable
    public var indices: Range<Int> { 0..<c.count }

    /// The positions of those of removed items.
    @inlinable
    public var removed: Range<Int> { 0..<c.removed_count }

    /// The positions of those that clear a bit of an item that is still there.
    @inlinable
    public var left: Range<Int> { c.removed_count..<(c.removed_count + c.left_count) }

    /// The positions of the rest: those that only set bits.
    @inlinable
    public var entered: Range<Int> { (c.removed_count + c.left_count)..<c.count }

    /// The change at a position, which must be one of ``indices``.
    ///
    /// - Complexity: O(1).
    @inlinable
    public subscript(position: Int) -> Change {
        precondition(position >= 0 && position < c.count, "no such change")
        return Change(c: c.items[position])
    }

    /// Calls a closure with each change, in order.
    ///
    /// - Throws: what the closure throws.
    /// - Complexity: O(count). Allocates nothing.
    @inlinable
    public func forEach<E: Error>(_ body: (Change) throws(E) -> Void) throws(E) {
        for position in indices { try body(Change(c: c.items[position])) }
    }

    /// Lends the changes as a span of memory.
    ///
    /// - Throws: what the closure throws.
    /// - Complexity: O(1). Allocates nothing.
    @inlinable
    public func withSpan<R, E: Error>(_ body: (Span<Change>) throws(E) -> R) throws(E) -> R {
        // A change is one `rc_change` and nothing else.
        let start = UnsafeRawPointer(c.items)?.assumingMemoryBound(to: Change.self)
        let buffer = UnsafeBufferPointer(start: start, count: c.count)
        return try body(buffer.span)
    }
}
