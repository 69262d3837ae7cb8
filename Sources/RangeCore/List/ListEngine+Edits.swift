internal import CRangeCore

// The indices of each call refer to the list as the previous call left it.
extension ListEngine {
    private func holds(_ items: Range<Int>) -> Bool {
        items.lowerBound >= 0 && items.upperBound <= count
    }

    // What is wrong with some extents; otherwise with what else a call was given.
    private func refused(_ extents: [Double], _ other: RefusedArgument) -> RefusedArgument {
        let bad = extents.first { !(0...4_000_000).contains($0) }
        return bad.map { ("extent", $0) } ?? other
    }

    /// Inserts unmeasured items.
    ///
    /// - Parameters:
    ///   - count: The number of items to insert.
    ///   - index: The index of the first inserted item after the call, from 0 to the current count.
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/limitExceeded``,
    ///   ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(log n + log e), whatever the count.
    public mutating func insertItems(count: Int, at index: Int) throws(RangeCoreError) {
        try check(
            unsafe rc_list_insert(list, Int64(index), nil, Int64(count)),
            (0...self.count).contains(index) ? ("count", count) : ("index", index))
        changes = Changes()
        note("insert \(index) \(count)", .insert(0..<count, at: index))
    }

    /// Inserts measured items; only for lists and sections of one column.
    ///
    /// - Parameters:
    ///   - extents: The extents of the items, in points, not negative.
    ///   - index: The index of the first inserted item after the call, from 0 to the current count.
    /// - Throws: ``RangeCoreError/invalidArgument``, also in several columns;
    ///   ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(log n + log e + extents.count).
    public mutating func insertItems(extents: [Double], at index: Int) throws(RangeCoreError) {
        let extents = recordable(extents)
        try check(
            unsafe rc_list_insert(list, Int64(index), extents, Int64(extents.count)),
            (0...count).contains(index)
                ? refused(extents, ("extents.count in several columns", extents.count))
                : ("index", index))
        changes = Changes()
        note(
            recorded(extents) { "insert \(index + $0.lowerBound) \($0.count)" },
            .insert(0..<extents.count, at: index))
    }

    /// Removes items. The next update lists those that were in any range.
    ///
    /// - Parameter items: The indices of the items.
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/outOfMemory``; with headers,
    ///   ``RangeCoreError/limitExceeded`` if rows that are formed again are too long.
    /// - Complexity: O(log n + log e + measured items removed).
    public mutating func removeItems(_ items: Range<Int>) throws(RangeCoreError) {
        try check(
            unsafe rc_list_remove(list, Int64(items.lowerBound), Int64(items.upperBound)),
            ("items", items))
        changes = Changes()
        note("remove \(items.lowerBound) \(items.upperBound)", .remove(items))
    }

    /// Moves items, with their states and extents. With several columns, extents move only where
    /// whole rows do.
    ///
    /// - Parameters:
    ///   - items: The indices of the items.
    ///   - index: The index of the first moved item after the call, in 0 … count − items.count.
    /// - Throws: As ``removeItems(_:)``.
    /// - Complexity: O(log n + log e).
    public mutating func moveItems(_ items: Range<Int>, to index: Int) throws(RangeCoreError) {
        try check(
            unsafe rc_list_move(
                list, Int64(items.lowerBound), Int64(items.upperBound), Int64(index)),
            holds(items) ? ("index", index) : ("items", items))
        changes = Changes()
        note("move \(items.lowerBound) \(items.upperBound) \(index)", .move(items, to: index))
    }

    /// Forgets the extents of the rows that hold some items; states are kept.
    ///
    /// - Parameter items: The indices of the items.
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/limitExceeded``,
    ///   ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(log n + measured items forgotten).
    public mutating func forgetExtents(of items: Range<Int>) throws(RangeCoreError) {
        try check(
            unsafe rc_list_forget(list, Int64(items.lowerBound), Int64(items.upperBound)),
            ("items", items))
        changes = Changes()
        note("forget \(items.lowerBound) \(items.upperBound)")
    }

    /// Sets the extents of consecutive rows, which makes them measured.
    ///
    /// - Parameters:
    ///   - extents: The extents of the rows, in points, not negative.
    ///   - row: The first row; in a list of one column, an item's row is its index.
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/limitExceeded``,
    ///   ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(log n + extents.count).
    public mutating func setExtents(
        _ extents: [Double], fromRow row: Int
    ) throws(RangeCoreError) {
        let extents = recordable(extents)
        try check(
            unsafe rc_list_set_row_extents(list, Int64(row), extents, extents.count),
            refused(extents, ("row", row)))
        changes = Changes()
        note(recorded(extents) { "set_row_extents \(row + $0.lowerBound)" })
    }

    /// Sets the extent of a row, which makes it measured.
    ///
    /// - Parameters:
    ///   - extent: The extent, in points, not negative.
    ///   - row: The index of the row; in a list of one column, that of its item.
    /// - Throws: As ``setExtents(_:fromRow:)``.
    /// - Complexity: O(log n).
    public mutating func setExtent(_ extent: Double, ofRow row: Int) throws(RangeCoreError) {
        var extent = recordable(extent, .ticks)
        try check(
            unsafe rc_list_set_row_extents(list, Int64(row), &extent, 1),
            refused([extent], ("row", row)))
        changes = Changes()
        note("set_row_extents \(row) \(whole(extent, .ticks))")
    }

    /// Marks the measured rows that hold some items as provisional: they keep their extents, but
    /// are to be measured again.
    ///
    /// For rows whose width has changed: unlike after ``forgetExtents(of:)``, the list keeps its
    /// length, and a scroll bar its thumb, until they are measured. And, right after
    /// ``insertItems(extents:at:)``, for estimates of your own, one per item:
    ///
    /// ```swift
    /// var engine = try ListEngine()
    /// try engine.insertItems(extents: [30, 50, 90], at: 0)  // by the lengths of the texts
    /// try engine.markProvisional(0..<3)
    /// try engine.setExtent(52, ofRow: 1)
    /// print(engine.length, try engine.unmeasuredRows(ofItems: 1..<3))  // 172.0 2..<3
    /// ```
    ///
    /// ``unmeasuredRows(ofItems:)`` finds provisional rows; setting its extent makes a row measured
    /// again. In lengths and counts they are measured rows. If all of the items were inserted since
    /// the last update, the next extent counts as a first measurement, otherwise as a change. Rows
    /// that are not measured stay unmeasured.
    ///
    /// - Parameter items: The indices of the items.
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(log n + e log e + provisional rows marked again). Until all are measured, edits
    ///   take up to twice as long.
    public mutating func markProvisional(_ items: Range<Int>) throws(RangeCoreError) {
        try check(
            unsafe rc_list_mark_provisional(list, Int64(items.lowerBound), Int64(items.upperBound)),
            ("items", items))
        changes = Changes()
        note("mark_provisional \(items.lowerBound) \(items.upperBound)")
    }

    /// Changes the number of columns and the spacing.
    ///
    /// All rows are formed again; items keep their indices and states, and the anchor its place on
    /// screen.
    ///
    /// ```swift
    /// var engine = try ListEngine(columns: 2, estimate: 100)
    /// try engine.insertItems(count: 12, at: 0)
    /// try engine.setExtents([120, 130], fromRow: 0)
    /// try engine.setLayout(columns: 3, spacing: 8)  // the window is wider
    /// let item = try engine.item(at: 3)  // the first of a row that is as long as its former one
    /// print(item.offset, item.extent, item.isProvisional)  // 128.0 130.0 true
    /// ```
    ///
    /// - Parameters:
    ///   - columns: Items per row, at least 1.
    ///   - spacing: The gap between adjacent rows, in points, not negative.
    ///   - keepsExtents: If true, a row has the extent of the row that held its first item, and is
    ///     provisional (see ``markProvisional(_:)``); if false, or if that row was not measured, it
    ///     is unmeasured.
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/limitExceeded`` if the list
    ///   would be too long, ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(m log n), for m measured rows before or after, whichever are more.
    public mutating func setLayout(
        columns: Int, spacing: Double, keepingExtents keepsExtents: Bool = true
    ) throws(RangeCoreError) {
        let spacing = recordable(spacing, .ticks)
        try check(
            unsafe rc_list_set_layout(list, UInt32(clamping: columns), spacing, keepsExtents),
            columns < 1 ? ("columns", columns) : ("spacing", spacing))
        changes = Changes()
        note("set_layout \(columns) \(whole(spacing, .ticks)) \(keepsExtents ? 1 : 0)")
    }

    /// Sets the extent of all unmeasured rows, in points.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/limitExceeded``.
    /// - Complexity: O(1).
    public mutating func setEstimate(_ estimate: Double) throws(RangeCoreError) {
        let estimate = recordable(estimate, .ticks)
        try check(unsafe rc_list_set_estimate(list, estimate), ("estimate", estimate))
        changes = Changes()
        note("estimate \(whole(estimate, .ticks))")
    }

    /// Applies the edits that turn the old collection into the new one.
    ///
    /// Items that the difference pairs (`inferringMoves()`) are moved, and keep their states and
    /// extents; otherwise a move is a removal and an insertion. For large changes give the ids
    /// instead: ``apply(from:to:extent:)``.
    ///
    /// - Parameter difference: The difference between the current items and the new ones.
    /// - Throws: ``RangeCoreError/invalidArgument`` if the difference is not of a collection of
    ///   this length; nothing has changed then; ``RangeCoreError/limitExceeded`` and
    ///   ``RangeCoreError/outOfMemory`` after the edits that fit.
    /// - Complexity: O(d × (log n + log e)) for a difference of d changes, plus O(m²) if m runs of
    ///   items move.
    public mutating func apply<Element>(
        _ difference: CollectionDifference<Element>
    ) throws(RangeCoreError) {
        for edit in try ListEdit.edits(of: difference, count: count) { try apply(edit) }
    }
}
