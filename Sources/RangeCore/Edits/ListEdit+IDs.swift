internal import CRangeCore

extension ListEdit {
    /// Finds the edits that turn one sequence of ids into another, moving as few items as possible:
    /// removals from the highest to the lowest, then insertions and moves in the order of the new
    /// sequence.
    ///
    /// - Parameters:
    ///   - old: The ids before, all different.
    ///   - new: The ids after, all different.
    /// - Returns: The edits, to be applied in this order. No id in both is removed or inserted.
    /// - Throws: ``RangeCoreError/invalidArgument`` if an id occurs twice;
    ///   ``RangeCoreError/limitExceeded`` for more ids than a list may have items;
    ///   ``RangeCoreError/outOfMemory``.
    /// - Complexity: O((n + m) log n) to compare n ids with m.
    public static func edits<ID: Hashable>(
        from old: some Collection<ID>, to new: some Collection<ID>
    ) throws(RangeCoreError) -> [ListEdit] {
        // The core compares numbers: each id gets one.
        var numbers: [ID: rc_id] = [:]
        numbers.reserveCapacity(Swift.max(old.count, new.count))
        func number(_ id: ID) -> rc_id {
            let next = rc_id(numbers.count)
            return { (known: inout rc_id?) in
                if let known { return known }
                known = next
                return next
            }(&numbers[id])
        }
        let (before, after) = (old.map(number), new.map(number))
        var created: OpaquePointer?
        let status = unsafe rc_diff_create(before, before.count, after, after.count, nil, &created)
        if status == RC_STATUS_ARGUMENT {
            let isOldRefused = Set(before).count < before.count
            throw .invalidArgument.because("\(isOldRefused ? "old" : "new") has an id twice")
        }
        let diff = try unsafe RangeCore.created(created, status)
        defer { unsafe rc_diff_destroy(diff) }
        var edits: UnsafePointer<rc_edit>?
        var editCount = 0
        try check(unsafe rc_diff_edits(diff, &edits, &editCount))
        return unsafe UnsafeBufferPointer(start: edits, count: editCount).map(ListEdit.init)
    }

    private init(_ c: rc_edit) {
        let items = Range(rc_interval(lower: c.lower, upper: c.upper))
        switch c.kind {
        case RC_EDIT_KIND_REMOVE: self = .remove(items)
        case RC_EDIT_KIND_INSERT:
            self = .insert(Int(c.source)..<Int(c.source) + items.count, at: items.lowerBound)
        default: self = .move(items, to: Int(c.to))
        }
    }
}

extension ListEngine {
    /// Applies the edits that turn the ids that the items had into those that they have now.
    ///
    /// An item whose id is in both keeps its state and extent; as few items move as possible. This
    /// is the fast way to take in a new snapshot: `difference(from:)` takes time that grows with the
    /// length times the number of changes.
    ///
    /// ```swift
    /// var engine = try ListEngine(estimate: 10)
    /// try engine.insertItems(extents: [11, 22, 33], at: 0)
    /// try engine.apply(from: ["a", "b", "c"], to: ["c", "x", "a"])
    /// print(try engine.positions(ofRows: 0..<3).extents)  // [33.0, 10.0, 11.0]
    /// ```
    ///
    /// - Parameters:
    ///   - old: The ids of the items in the list, all different.
    ///   - new: The ids that the items are to have, all different.
    ///   - extent: A closure that returns the extent of an item that is inserted, in points, given its index
    ///     in `new`; nil if they are to be measured. Only for lists of one column.
    /// - Throws: ``RangeCoreError/invalidArgument`` if an id occurs twice, an extent is not allowed, or the count of `old` is
    ///   not the list's; nothing has changed then. ``RangeCoreError/limitExceeded`` and
    ///   ``RangeCoreError/outOfMemory`` after the edits that fit.
    /// - Complexity: O((n + m) log n) to compare n ids with m, then O(log n + log e) per edit.
    public mutating func apply<ID: Hashable>(
        from old: some Collection<ID>, to new: some Collection<ID>,
        extent: ((Int) -> Double)? = nil
    ) throws(RangeCoreError) {
        guard old.count == count else { throw .argument("old.count", old.count) }
        let edits = try ListEdit.edits(from: old, to: new)
        try edits.check(extent)
        for edit in edits { try apply(edit, extent: extent) }
    }
}

extension RangeController {
    /// Applies the edits that turn the ids that the items had into those that they have now; see
    /// ``ListEngine/apply(from:to:extent:)``. An item whose id is in both keeps its node.
    ///
    /// - Parameters:
    ///   - old: The ids of the items in the list.
    ///   - new: The ids that the items are to have.
    ///   - extent: As there.
    /// - Throws: ``RangeCoreError/invalidArgument`` if an id occurs twice, an extent is not allowed, or the count of `old` is not
    ///   the list's, since ids come with data; nothing has changed then. ``RangeCoreError/limitExceeded`` and ``RangeCoreError/outOfMemory`` after the edits that
    ///   fit; ``RangeCoreError/busy`` as ``RangeController/insertItems(count:at:)``.
    /// - Complexity: As ``ListEngine/apply(from:to:extent:)``, plus O(nodes log nodes) per edit.
    public func apply<ID: Hashable>(
        from old: some Collection<ID>, to new: some Collection<ID>,
        extent: ((Int) -> Double)? = nil
    ) throws(RangeCoreError) {
        guard old.count == count else { throw .argument("old.count", old.count) }
        let edits = try ListEdit.edits(from: old, to: new)
        try edits.check(extent)
        for edit in edits { try apply(edit, extent: extent) }
    }
}
