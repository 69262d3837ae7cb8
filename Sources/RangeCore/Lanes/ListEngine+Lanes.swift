internal import CRangeCore

extension ListEngine {
    /// Lays the list out in lanes: columns of which each goes on where its own last item ends (masonry).
    ///
    /// An update gives lanes to what is near, the lane that ends first to the next item. From then on an item
    /// keeps its lane, whatever is measured, inserted or removed, and what is on screen stays where it is:
    ///
    /// ```swift
    /// var engine = try ListEngine(estimate: 50)
    /// try engine.insertItems(extents: [60, 60, 80, 40, 50, 70], at: 0)
    /// try engine.setLanes(2, spacing: 0)
    /// _ = try engine.update(ListViewport(offset: 0, length: 100))
    /// print(try engine.places(ofItems: 0..<5).compactMap(\.lane))  // [0, 1, 0, 1, 1]
    /// _ = try engine.update(ListViewport(offset: 90, length: 100, isUserDriven: true))
    /// try engine.setExtent(75, ofRow: 1)  // above the screen
    /// let update = try engine.update(ListViewport(offset: 90, length: 100))
    /// print(update.correction)  // 15.0
    /// print(try engine.places(ofItems: 2..<5).map(\.offset))  // [75.0, 75.0, 115.0]
    /// ```
    ///
    /// - Each item is a row of its own: extents belong to items. Headers are *wide*, across all lanes, and so
    ///   are items of a section that is marked with one column, and those of ``setSpan(_:ofItems:)``.
    /// - ``ListUpdate/visible`` and the ranges go from the first such item to the last: not all in between are
    ///   on screen. States and changes are exact.
    /// - One lane is one column, and ``setLayout(columns:spacing:keepingExtents:)`` goes back to columns.
    /// - The order of the items stays that of their indices, also for assistive technology.
    ///
    /// - Parameters:
    ///   - count: How many lanes, 1 … 16. The same number with the same spacing sets the tolerance only.
    ///   - spacing: The gap between adjacent items of a lane, in points, not negative.
    ///   - tolerance: By how much a lane may end later than the first one and still be taken, in points, not
    ///     negative: so items whose extents differ by little go from lane to lane in order.
    ///   - keepsExtents: If true, items keep their extents as provisional ones (see ``markProvisional(_:)``); if
    ///     false, they are unmeasured.
    /// - Throws: ``RangeCoreError/invalidArgument``, also if a section has more than one column;
    ///   ``RangeCoreError/limitExceeded`` if the list would be too long, ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(m log n), for m items that are measured or wide, and sections.
    public mutating func setLanes(
        _ count: Int, spacing: Double, tolerance: Double = 0,
        keepingExtents keepsExtents: Bool = true
    ) throws(RangeCoreError) {
        let (spacing, tolerance) = (recordable(spacing, .ticks), recordable(tolerance, .ticks))
        try check(
            unsafe rc_list_set_lanes(
                list, UInt32(clamping: count), spacing, tolerance, keepsExtents),
            !(1...16).contains(count)
                ? ("lanes", count)
                : spacing >= 0 && spacing.isFinite
                    ? ("tolerance", tolerance) : ("spacing", spacing))
        changes = Changes()
        note(
            "set_lanes \(count) \(whole(spacing, .ticks)) \(whole(tolerance, .ticks))"
                + " \(keepsExtents ? 1 : 0)")
    }

    /// Makes items of a list in lanes wide, or puts them into a lane again. In columns it does nothing.
    ///
    /// The span belongs to its item: it moves along, and outlasts other numbers of lanes.
    ///
    /// - Parameters:
    ///   - span: How many lanes the items take up.
    ///   - items: The indices of the items. A header is always wide.
    /// - Throws: ``RangeCoreError/invalidArgument``, also for a header in a lane;
    ///   ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(log n + items.count).
    public mutating func setSpan(
        _ span: ItemSpan, ofItems items: Range<Int>
    ) throws(RangeCoreError) {
        try check(
            unsafe rc_list_set_span(
                list, Int64(items.lowerBound), Int64(items.upperBound), span.rawValue),
            ("items", items))
        note("set_span \(items.lowerBound) \(items.upperBound) \(span.rawValue)")
    }

    /// Returns where consecutive items are, in lanes or in columns.
    ///
    /// In columns the lane of an item is its place in its row, and wide is what fills a row that is not the only
    /// kind: a header, or an item of a section with one column.
    ///
    /// - Parameter items: The indices of the items, such as ``ListUpdate/visible``.
    /// - Throws: ``RangeCoreError/invalidArgument`` for items out of bounds.
    /// - Complexity: O(log n + items.count).
    public func places(ofItems items: Range<Int>) throws(RangeCoreError) -> [ItemPlace] {
        guard items.lowerBound >= 0, items.upperBound <= count else {
            throw .argument("items", items)
        }
        var places = [rc_lanes_position](repeating: rc_lanes_position(), count: items.count)
        try check(
            unsafe rc_list_places(
                list, Int64(items.lowerBound), Int64(items.upperBound), &places))
        return places.map(ItemPlace.init)
    }

    /// Returns the item beside another one on screen, for the keys of a keyboard; nil at an edge.
    ///
    /// ```swift
    /// var engine = try ListEngine(estimate: 50)
    /// try engine.insertItems(extents: [60, 60, 80, 40, 50], at: 0)
    /// try engine.setLanes(2, spacing: 0)
    /// _ = try engine.update(ListViewport(offset: 0, length: 200))
    /// print(try engine.neighbor(ofItem: 1, along: 1) ?? -1)  // 3
    /// print(try engine.neighbor(ofItem: 3, across: -1) ?? -1)  // 2
    /// ```
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - along: 1 for the next item in its own lane, -1 for the one before; a wide item is in each lane.
    ///   - across: 1 or -1 for the item of the lane beside it that overlaps it most, if `along` is 0.
    /// - Returns: An item at most 256 items away.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an index out of bounds.
    /// - Complexity: O(log n + 512).
    public func neighbor(
        ofItem index: Int, along: Int = 0, across: Int = 0
    ) throws(RangeCoreError) -> Int? {
        guard (0..<count).contains(index) else { throw .argument("index", index) }
        let items = max(index - 256, 0)..<min(index + 257, count)
        let places = try places(ofItems: items)
        let own = places[index - items.lowerBound]
        let others = zip(items, places)
        if along != 0 {
            let inLane = others.filter { item, it in
                (along > 0 ? item > index : item < index)
                    && (own.isWide || it.isWide || it.lane == own.lane)
            }
            return (along > 0 ? inLane.first : inLane.last)?.0
        }
        guard across != 0, let lane = own.lane else { return nil }
        func overlap(_ it: ItemPlace) -> Double {
            min(own.offset + own.extent, it.offset + it.extent) - max(own.offset, it.offset)
        }
        return others.filter { $1.lane == lane + across }.max { overlap($0.1) < overlap($1.1) }?.0
    }
}

extension ItemPlace {
    init(_ c: rc_lanes_position) {
        let isWide = c.span == ItemSpan.wide.rawValue
        self.init(
            offset: c.offset, extent: c.extent,
            lane: isWide || c.lane == RC_LANE_NONE ? nil : Int(c.lane), isWide: isWide,
            isMeasured: c.is_measured)
    }
}
