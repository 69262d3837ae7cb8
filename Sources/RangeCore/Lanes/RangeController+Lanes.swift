extension RangeController {
    /// Lays the list out in lanes (masonry). Items keep their states and nodes; see
    /// ``ListEngine/setLanes(_:spacing:tolerance:keepingExtents:)``.
    ///
    /// ```swift
    /// try list.setLanes(3, spacing: 8)
    /// try list.setSpan(.wide, ofItems: 0..<1)  // a title across all lanes
    /// _ = try list.update(ListViewport(offset: 0, length: 300))
    /// print(list.laneCount, try list.engine.places(ofItems: 0..<4).map { $0.lane ?? -1 })
    /// // prints:
    /// // 3 [-1, 0, 1, 2]
    /// ```
    ///
    /// With a ``ListHost`` whose number of lanes depends on its breadth, give that ``ListHost/lanesForBreadth``.
    ///
    /// - Parameters:
    ///   - count: How many lanes; one lane is one column.
    ///   - spacing: The gap between adjacent items of a lane, in points.
    ///   - tolerance: By how much a lane may end later than the first one and still be taken, in points.
    ///   - keepsExtents: Whether items keep their extents, as provisional ones.
    /// - Precondition: `count` is in 1 … 16, lengths are not negative, and no section has more than one column.
    /// - Throws: ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(m log n), for m items that are measured or wide, and sections.
    public func setLanes(
        _ count: Int, spacing: Double, tolerance: Double = 0,
        keepingExtents keepsExtents: Bool = true
    ) throws(RangeCoreError) {
        try checkEditable()
        try valid(
            try core.setLanes(
                count, spacing: spacing, tolerance: tolerance, keepingExtents: keepsExtents))
        (columns, laneCount, self.spacing) = (1, count, spacing)
    }

    /// Makes items wide, across all lanes, or puts them into a lane again; see
    /// ``ListEngine/setSpan(_:ofItems:)``.
    ///
    /// - Parameters:
    ///   - span: How many lanes the items take up.
    ///   - items: The indices of the items.
    /// - Precondition: The items are in the list, and no header is put into a lane.
    /// - Throws: ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + items.count).
    public func setSpan(
        _ span: ItemSpan, ofItems items: Range<Int>
    ) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.setSpan(span, ofItems: items))
    }
}
