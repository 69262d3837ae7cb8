internal import CRangeCore

extension ListEngine {
    /// The number of items.
    public var count: Int { Int(clamping: rc_list_count(list)) }

    /// The number of measured rows.
    public var measuredCount: Int { Int(clamping: rc_list_measured_row_count(list)) }

    /// The length to scroll in points: the content and the extra lengths.
    public var length: Double { rc_list_length(list) }

    /// The extent of rows that are not measured, in points.
    public var estimate: Double { rc_list_get_estimate(list) }

    /// Finds where an item is; in columns, where its row is.
    ///
    /// - Throws: ``RangeCoreError/argument`` for an index out of bounds.
    /// - Complexity: O(log n).
    public func item(at index: Int) throws(RangeCoreError) -> ItemGeometry {
        var item = rc_item()
        try check(rc_list_item(list, Int64(index), &item))
        return ItemGeometry(item)
    }

    /// Finds the item at an offset, the first of its row: the last that starts at or before it.
    ///
    /// - Parameter offset: in points. Before the content it is the first item, past it the last.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``;
    ///   ``RangeCoreError/notFound`` in an empty list.
    /// - Complexity: O(log n).
    public func item(atOffset offset: Double) throws(RangeCoreError) -> ItemGeometry {
        var item = rc_item()
        try check(rc_list_item_at(list, offset, &item))
        return ItemGeometry(item)
    }

    /// Finds the items in a range of offsets: those of the rows that overlap it by at least one tick,
    /// and of those without extent that lie in it.
    ///
    /// - Parameter offsets: in points.
    /// - Returns: their indices; empty at the place where they would be when there are none.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``.
    /// - Complexity: O(log n).
    public func items(in offsets: Range<Double>) throws(RangeCoreError) -> Range<Int> {
        var items = rc_interval()
        try check(rc_list_items_in(list, offsets.lowerBound, offsets.upperBound, &items))
        return Range(items)
    }

    /// Copies out the offsets and extents of consecutive rows, which are items where there is one
    /// column.
    ///
    /// - Parameter rows: their indices.
    /// - Returns: offsets and extents in points.
    /// - Throws: ``RangeCoreError/argument`` for rows out of bounds.
    /// - Complexity: O(log n + rows.count).
    public func geometry(
        of rows: Range<Int>
    ) throws(RangeCoreError) -> (offsets: [Double], extents: [Double]) {
        let (lower, upper) = (Int64(rows.lowerBound), Int64(rows.upperBound))
        // Bounds first: no room is made for rows that do not exist.
        try check(rc_list_copy_rows(list, lower, upper, nil, nil))
        var offsets = [Double](repeating: 0, count: rows.count)
        var extents = offsets
        try check(rc_list_copy_rows(list, lower, upper, &offsets, &extents))
        return (offsets, extents)
    }

    /// The state of an item as of the last update, `measureLayout` for one that is new; empty for
    /// an index out of bounds.
    ///
    /// - Complexity: O(log runs).
    public func state(at index: Int) -> InterfaceState {
        InterfaceState(rawValue: rc_list_state(list, Int64(index)))
    }

    /// Copies out the states of a window of items.
    ///
    /// - Parameter items: their indices.
    /// - Throws: ``RangeCoreError/argument`` for items out of bounds.
    /// - Complexity: O(log runs + items.count).
    public func states(of items: Range<Int>) throws(RangeCoreError) -> [InterfaceState] {
        guard items.lowerBound >= 0, items.upperBound <= count else { throw .argument }
        var bytes = [rc_state](repeating: 0, count: items.count)
        if items.isEmpty { return [] }
        try check(
            rc_list_copy_states(
                list, Int64(items.lowerBound), Int64(items.upperBound), &bytes))
        return bytes.map(InterfaceState.init)
    }

    /// Checks every promise that the engine makes to itself, for tests and bug reports.
    ///
    /// - Throws: ``RangeCoreError/invalid`` where one is broken.
    /// - Complexity: O(measured).
    public func validate() throws(RangeCoreError) {
        try check(rc_list_validate(list, nil))
    }
}
