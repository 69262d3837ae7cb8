internal import CRangeCore

extension ListEngine {
    /// The number of items.
    public var count: Int { Int(clamping: unsafe rc_list_count(list)) }

    /// The number of measured rows.
    public var measuredRowCount: Int { Int(clamping: unsafe rc_list_measured_row_count(list)) }

    /// The length of the content and both extra lengths, in points.
    public var length: Double { unsafe rc_list_length(list) }

    /// The extent of unmeasured rows, in points.
    public var estimate: Double { unsafe rc_list_get_estimate(list) }

    /// Finds the position of an item; with several columns, that of its row.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for an index out of bounds.
    /// - Complexity: O(log n).
    public func item(at index: Int) throws(RangeCoreError) -> ListItem {
        var item = rc_item()
        try check(unsafe rc_list_item(list, Int64(index), &item), ("index", index))
        return ListItem(item)
    }

    /// Finds the item at an offset: the last one that starts at or before it; with several columns,
    /// the first of its row.
    ///
    /// - Parameter offset: The offset, in points. One in a gap belongs to the item before the gap,
    ///   one before the content to the first item, and one past it to the last.
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/limitExceeded``;
    ///   ``RangeCoreError/notFound`` in an empty list.
    /// - Complexity: O(log n).
    public func item(atOffset offset: Double) throws(RangeCoreError) -> ListItem {
        var item = rc_item()
        try check(unsafe rc_list_item_at(list, offset, &item), ("offset", offset))
        return ListItem(item)
    }

    /// Finds the items between two offsets: those that overlap them by at least 1/960 point, and
    /// those of extent 0 that lie in between.
    ///
    /// - Parameter offsets: The offsets, in points.
    /// - Returns: The indices of the items; if there are none, an empty range where they would be.
    /// - Throws: ``RangeCoreError/invalidArgument``, ``RangeCoreError/limitExceeded``.
    /// - Complexity: O(log n).
    public func items(in offsets: Range<Double>) throws(RangeCoreError) -> Range<Int> {
        var items = rc_interval()
        try check(
            unsafe rc_list_items_in(list, offsets.lowerBound, offsets.upperBound, &items),
            ("offsets", offsets))
        return Range(items)
    }

    /// Copies the offsets and extents of consecutive rows.
    ///
    /// - Parameter rows: The indices of the rows; in a list of one column, those of their items.
    /// - Returns: Offsets and extents in points.
    /// - Throws: ``RangeCoreError/invalidArgument`` for rows out of bounds.
    /// - Complexity: O(log n + rows.count).
    public func positions(
        ofRows rows: Range<Int>
    ) throws(RangeCoreError) -> (offsets: [Double], extents: [Double]) {
        let (lower, upper) = (Int64(rows.lowerBound), Int64(rows.upperBound))
        // Bounds first: nothing is allocated for rows that do not exist.
        try check(unsafe rc_list_copy_rows(list, lower, upper, nil, nil), ("rows", rows))
        var offsets = [Double](repeating: 0, count: rows.count)
        var extents = offsets
        try check(unsafe rc_list_copy_rows(list, lower, upper, &offsets, &extents))
        return (offsets, extents)
    }

    /// Returns the state of an item as of the last update, ``InterfaceState/measureLayout`` for a
    /// new one; empty for an index out of bounds.
    ///
    /// - Complexity: O(log e).
    public func state(ofItem index: Int) -> InterfaceState {
        InterfaceState(rawValue: unsafe rc_list_state(list, Int64(index)))
    }

    /// Copies the states of consecutive items.
    ///
    /// - Parameter items: The indices of the items.
    /// - Throws: ``RangeCoreError/invalidArgument`` for items out of bounds.
    /// - Complexity: O(log e + items.count).
    public func states(ofItems items: Range<Int>) throws(RangeCoreError) -> [InterfaceState] {
        guard items.lowerBound >= 0, items.upperBound <= count else {
            throw .argument("items", items)
        }
        var bytes = [rc_state](repeating: 0, count: items.count)
        try check(
            unsafe rc_list_copy_states(
                list, Int64(items.lowerBound), Int64(items.upperBound), &bytes))
        return bytes.map(InterfaceState.init)
    }

    /// Finds the first stretch of rows to measure among those that hold some items.
    ///
    /// - Parameter items: The indices of the items, for example ``ListUpdate/visible``.
    /// - Returns: Rows, all unmeasured or provisional; empty if there are none.
    /// - Throws: ``RangeCoreError/invalidArgument`` for items out of bounds.
    /// - Complexity: O(log n), however long the stretch, times the changes between unmeasured and
    ///   provisional rows in it.
    public func unmeasuredRows(ofItems items: Range<Int>) throws(RangeCoreError) -> Range<Int> {
        var rows = rc_interval()
        try check(
            unsafe rc_list_unmeasured_rows(
                list, Int64(items.lowerBound), Int64(items.upperBound), &rows),
            ("items", items))
        return Range(rows)
    }

    /// Checks all internal invariants. For tests and bug reports.
    ///
    /// - Throws: ``RangeCoreError/corrupt`` if one does not hold.
    /// - Complexity: O(measured rows).
    public func validate() throws(RangeCoreError) {
        try check(unsafe rc_list_validate(list, nil))
    }
}
