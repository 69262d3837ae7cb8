internal import CRangeCore

// Each call's indices mean the list as the call before left it.
extension ListEngine {
    /// Inserts items whose rows are not measured.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - index: of the first of them afterwards, 0 … count.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + runs), whatever the count.
    public mutating func insert(_ count: Int = 1, at index: Int) throws(RangeCoreError) {
        try check(rc_list_insert(list, Int64(index), Int64(count)))
    }

    /// Inserts measured items; for lists of one column.
    ///
    /// - Parameters:
    ///   - extents: of the items, in points.
    ///   - index: of the first of them afterwards, 0 … count.
    /// - Throws: ``RangeCoreError/argument`` also in columns, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + runs + count).
    public mutating func insert(extents: Span<Double>, at index: Int) throws(RangeCoreError) {
        let status = extents.withUnsafeBufferPointer {
            rc_list_insert_measured(list, Int64(index), $0.address, Int64($0.count))
        }
        try check(status)
    }

    /// Inserts measured items; for lists of one column.
    ///
    /// - Parameters:
    ///   - extents: of the items, in points.
    ///   - index: of the first of them afterwards, 0 … count.
    /// - Throws: as ``insert(extents:at:)-(Span<Double>,_)``.
    /// - Complexity: O(log n + runs + count).
    public mutating func insert(extents: [Double], at index: Int) throws(RangeCoreError) {
        try extents.withUnsafeBufferPointer { items throws(RangeCoreError) in
            try insert(extents: items.span, at: index)
        }
    }

    /// Removes items. The next update lists those that had a state above 1.
    ///
    /// - Parameter items: their indices.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + runs + measured items removed).
    public mutating func remove(_ items: Range<Int>) throws(RangeCoreError) {
        try check(rc_list_remove(list, Int64(items.lowerBound), Int64(items.upperBound)))
    }

    /// Moves items, with state and extent. In columns, extents move only where whole rows do.
    ///
    /// - Parameters:
    ///   - items: their indices.
    ///   - index: of the first of them afterwards, 0 … count − items.count.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + runs).
    public mutating func move(_ items: Range<Int>, to index: Int) throws(RangeCoreError) {
        try check(
            rc_list_move(list, Int64(items.lowerBound), Int64(items.upperBound), Int64(index)))
    }

    /// Forgets the measurements of items, or of the rows they are in; their states stay.
    ///
    /// - Parameter items: their indices.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + measured items reloaded).
    public mutating func reload(_ items: Range<Int>) throws(RangeCoreError) {
        try check(rc_list_forget(list, Int64(items.lowerBound), Int64(items.upperBound)))
    }

    /// Measures consecutive rows, which are items where there is one column.
    ///
    /// - Parameters:
    ///   - row: the first.
    ///   - extents: of the rows, in points, not negative.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    /// - Complexity: O(log n + count).
    public mutating func measure(from row: Int, _ extents: Span<Double>) throws(RangeCoreError) {
        let status = extents.withUnsafeBufferPointer {
            rc_list_set_row_extents(list, Int64(row), $0.address, Int64($0.count))
        }
        try check(status)
    }

    /// Measures consecutive rows, which are items where there is one column.
    ///
    /// - Parameters:
    ///   - row: the first.
    ///   - extents: of the rows, in points, not negative.
    /// - Throws: as ``measure(from:_:)-(_,Span<Double>)``.
    /// - Complexity: O(log n + count).
    public mutating func measure(from row: Int, _ extents: [Double]) throws(RangeCoreError) {
        try extents.withUnsafeBufferPointer { items throws(RangeCoreError) in
            try measure(from: row, items.span)
        }
    }

    /// Changes the extent of all rows that are not measured, in points.
    ///
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``.
    /// - Complexity: O(1).
    public mutating func setEstimate(_ estimate: Double) throws(RangeCoreError) {
        try check(rc_list_set_estimate(list, estimate))
    }

    /// Makes the edits that turn the old collection into the new one.
    ///
    /// Moves are moves where the difference names them (`inferringMoves()`), so that states and
    /// extents travel; otherwise they are a removal and an insertion.
    ///
    /// - Parameter difference: between what the list holds and what it is to hold.
    /// - Throws: ``RangeCoreError/argument`` where the difference is not of a collection of this
    ///   length, and then nothing has changed; ``RangeCoreError/limit`` and
    ///   ``RangeCoreError/noMemory`` after the edits that still fitted.
    /// - Complexity: O(d × (log n + runs)) for a difference of d, and O(m²) where m runs of items
    ///   move.
    public mutating func apply<Element>(
        _ difference: CollectionDifference<Element>
    ) throws(RangeCoreError) {
        for edit in try ListEdit.edits(of: difference, count: count) { try apply(edit) }
    }
}
