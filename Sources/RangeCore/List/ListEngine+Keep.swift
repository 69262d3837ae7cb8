internal import CRangeCore

extension ListEngine {
    /// Keeps an item with some bits of its state wherever the user scrolls, through edits.
    ///
    /// For the field with the focus, a video that plays, a row that is dragged, a map that is slow to
    /// load; or for an item that is to be ready before it is on screen.
    ///
    /// ```swift
    /// var engine = try ListEngine(estimate: 100)
    /// try engine.insertItems(count: 100, at: 0)
    /// try engine.keepItem(0)
    /// _ = try engine.update(ListViewport(offset: 5000, length: 400))
    /// try engine.insertItems(count: 2, at: 0)
    /// print(engine.keptItems, engine.state(ofItem: 2).contains(.display))
    /// // prints: [2] true
    /// ```
    ///
    /// From the next update on the item has these bits, in each mode and presence, and while the
    /// list is hidden; until it is removed, or kept with others. Changes stay valid.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - bits: Any of preload, display and the app's own; empty to keep the item no longer.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an index out of bounds or other bits;
    ///   ``RangeCoreError/limitExceeded`` for more than 64 items; ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(k), for k kept items; after moves O(k²).
    public mutating func keepItem(
        _ index: Int, with bits: InterfaceState = [.preload, .display]
    ) throws(RangeCoreError) {
        guard bits.isDisjoint(with: [.measureLayout, .visible]) else {
            throw .argument("bits", bits.rawValue)
        }
        try check(unsafe rc_list_keep(list, Int64(index), bits.rawValue), ("index", index))
        note("keep \(index) \(bits.rawValue)")
    }

    /// The indices of the kept items, ascending.
    public var keptItems: [Int] {
        // On the stack: preloaders ask in each update.
        unsafe withUnsafeTemporaryAllocation(
            of: Int64.self, capacity: Int(RC_KEPT_ITEM_COUNT_MAX)
        ) { indices in
            var count = 0
            let status = unsafe rc_list_copy_kept(list, indices.baseAddress, &count)
            precondition(status == RC_STATUS_OK)
            return unsafe indices.prefix(count).map(Int.init)
        }
    }
}
