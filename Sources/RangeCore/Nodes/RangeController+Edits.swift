// The indices of each call refer to the list as the previous call left it.
extension RangeController {
    /// Inserts unmeasured items.
    ///
    /// - Parameters:
    ///   - count: The number of items to insert.
    ///   - index: The index of the first inserted item after the call.
    /// - Precondition: `count` is not negative, and `index` in 0 … count of the list.
    /// - Throws: ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``;
    ///   ``RangeCoreError/busy`` while a node is made, and while a ``PageStore`` is attached: edit that.
    /// - Complexity: O(log n + log e + nodes), whatever the count.
    public func insertItems(count: Int, at index: Int) throws(RangeCoreError) {
        try checkItemsEditable()
        try valid(try core.insertItems(count: count, at: index))
        noteEdit(.insert(0..<count, at: index))
    }

    /// Inserts measured items; only for lists of one column.
    ///
    /// - Parameters:
    ///   - extents: The extents of the items, in points.
    ///   - index: The index of the first inserted item after the call.
    /// - Precondition: The extents are finite and not negative, `index` is in 0 … count of the list, and
    ///   the list has one column.
    /// - Throws: As ``insertItems(count:at:)``.
    /// - Complexity: O(log n + log e + nodes + extents.count).
    public func insertItems(extents: [Double], at index: Int) throws(RangeCoreError) {
        try checkItemsEditable()
        try valid(try core.insertItems(extents: extents, at: index))
        noteEdit(.insert(0..<extents.count, at: index))
    }

    /// Inserts items whose extents the app knows; only for lists of one column.
    ///
    /// ```swift
    /// try list.insertItems(count: 2, at: 0) { index in index == 0 ? 40 : 300 }
    /// print(list.item(at: 1).extent, list.item(at: 2).isMeasured)  // 300.0 false
    /// ```
    ///
    /// Their rows are not measured before the list has another breadth, and then not either with
    /// ``ListHost/extentsAreKnown``.
    ///
    /// - Parameters:
    ///   - count: The number of items to insert.
    ///   - index: The index of the first inserted item after the call.
    ///   - extent: A closure that returns the extent of an item, in points, given its index after the call.
    /// - Precondition: As that of ``insertItems(extents:at:)``; `count` is not negative.
    /// - Throws: As ``insertItems(count:at:)``.
    /// - Complexity: O(log n + log e + nodes + count).
    public func insertItems(
        count: Int, at index: Int, extent: (Int) -> Double
    ) throws(RangeCoreError) {
        if count < 0 { trap(.argument("count", count)) }
        try insertItems(extents: (0..<count).map { extent(index + $0) }, at: index)
    }

    /// Removes items; their nodes receive their exits in the next update.
    ///
    /// - Parameter items: The indices of the items.
    /// - Precondition: The items are in the list.
    /// - Throws: ``RangeCoreError/outOfMemory``; ``RangeCoreError/busy`` as ``insertItems(count:at:)``.
    /// - Complexity: O(log n + log e + nodes + measured items removed).
    public func removeItems(_ items: Range<Int>) throws(RangeCoreError) {
        try checkItemsEditable()
        try valid(try core.removeItems(items))
        noteEdit(.remove(items))
    }

    /// Moves items, with their states, nodes and extents. With several columns, extents move only
    /// where whole rows do.
    ///
    /// - Parameters:
    ///   - items: The indices of the items.
    ///   - index: The index of the first moved item after the call.
    /// - Precondition: The items are in the list, and `index` in 0 … count − items.count.
    /// - Throws: ``RangeCoreError/outOfMemory``; ``RangeCoreError/busy`` as ``insertItems(count:at:)``.
    /// - Complexity: O(log n + log e + nodes log nodes).
    public func moveItems(_ items: Range<Int>, to index: Int) throws(RangeCoreError) {
        try checkItemsEditable()
        try valid(try core.moveItems(items, to: index))
        noteEdit(.move(items, to: index))
    }

    /// Applies the edits that turn the old collection into the new one.
    ///
    /// Removals and insertions that `inferringMoves()` has paired are applied as moves: the items
    /// keep their states, nodes and extents. All others are applied as they are.
    ///
    /// - Parameters:
    ///   - difference: The difference between the current items and the new ones.
    ///   - extent: A closure that returns the extent of an item that is inserted, in points, given its index
    ///     among the new ones; nil if they are to be measured. Only for lists of one column.
    /// - Precondition: The difference is of a collection as long as the list, and extents are finite and not
    ///   negative.
    /// - Throws: ``RangeCoreError/limitExceeded`` and ``RangeCoreError/outOfMemory`` after the edits that
    ///   fit; ``RangeCoreError/busy`` as ``insertItems(count:at:)``.
    /// - Complexity: O(d × (log n + log e + nodes log nodes)) for a difference of d changes, plus
    ///   O(m²) if m runs of items move.
    public func apply<Element>(
        _ difference: CollectionDifference<Element>, extent: ((Int) -> Double)? = nil
    ) throws(RangeCoreError) {
        let edits = try valid(try ListEdit.edits(of: difference, count: count))
        try valid(try edits.check(extent))
        for edit in edits { try apply(edit, extent: extent) }
    }

    /// Applies one edit; see ``ListEngine/apply(_:extent:)``.
    ///
    /// - Precondition: As that of ``insertItems(count:at:)``, ``removeItems(_:)`` and
    ///   ``moveItems(_:to:)``.
    /// - Throws: As ``insertItems(count:at:)``, ``removeItems(_:)`` and ``moveItems(_:to:)``.
    /// - Complexity: As theirs.
    public func apply(
        _ edit: ListEdit, extent: ((Int) -> Double)? = nil
    ) throws(RangeCoreError) {
        switch edit {
        case .remove(let items): try removeItems(items)
        case .insert(let items, let index):
            if let extent {
                try insertItems(extents: items.map(extent), at: index)
            } else {
                try insertItems(count: items.count, at: index)
            }
        case .move(let items, let index): try moveItems(items, to: index)
        }
    }

    /// Makes the next update replace the nodes of items whose contents are others now.
    func renewNodes(ofItems items: Range<Int>) {
        for entry in nodes.entries where items.contains(entry.index) {
            outdatedNodes.append(entry.node)
        }
    }

    private func noteEdit(_ edit: ListEdit) {
        nodes.follow(edit)
        // Those that have left all ranges, but have yet to be told so, are no longer in the map.
        for case let node? in deliveries where !node.nextState.isInRange {
            guard let index = node.listIndex, nodes.node(ofItem: index) !== node else { continue }
            node.listIndex = edit.newIndex(ofItem: index)
        }
        afterEdit?(edit)
    }

    // The items of a list with a store are the slots of that.
    func checkItemsEditable() throws(RangeCoreError) {
        if pages != nil, !isEditedByPages {
            throw .busy.because("the items of this list are a store's; edit the store")
        }
        try checkEditable()
    }

    // A node is made for an index, which an edit would shift.
    func checkEditable() throws(RangeCoreError) {
        checkIsNotLent()
        if phase == .makingNodes { throw .busy.because("a node is being made") }
    }

    // -- extents --

    /// Sets the extents of consecutive rows, which makes them measured.
    ///
    /// - Parameters:
    ///   - extents: The extents of the rows, in points.
    ///   - row: The first row; in a list of one column, an item's row is its index.
    /// - Precondition: The extents are finite and not negative, and the rows exist.
    /// - Throws: ``RangeCoreError/limitExceeded`` for more than 4,000,000 points,
    ///   ``RangeCoreError/outOfMemory``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + extents.count).
    public func setExtents(_ extents: [Double], fromRow row: Int) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.setExtents(extents, fromRow: row))
    }

    /// Sets the extent of a row, which makes it measured.
    ///
    /// - Parameters:
    ///   - extent: The extent, in points.
    ///   - row: The index of the row; in a list of one column, that of its item.
    /// - Precondition: As that of ``setExtents(_:fromRow:)``.
    /// - Throws: As ``setExtents(_:fromRow:)``.
    /// - Complexity: O(log n).
    public func setExtent(_ extent: Double, ofRow row: Int) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.setExtent(extent, ofRow: row))
    }

    /// Forgets the extents of the rows that hold some items; their states and nodes are kept.
    ///
    /// - Parameter items: The indices of the items.
    /// - Precondition: The items are in the list.
    /// - Throws: ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + measured items forgotten).
    public func forgetExtents(of items: Range<Int>) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.forgetExtents(of: items))
    }

    /// Marks the measured rows that hold some items as provisional: they keep their extents, but
    /// are to be measured again; see ``ListEngine/markProvisional(_:)``.
    ///
    /// For a new width, or for contents that have changed: the states, the nodes and the length of
    /// the list stay.
    ///
    /// ```swift
    /// try list.setExtents([90, 150], fromRow: 0)
    /// try list.markProvisional(0..<list.count)  // the list has a new width
    /// print(list.engine.length, try list.engine.unmeasuredRows(ofItems: 0..<2))  // 12000.0 0..<2
    /// ```
    ///
    /// - Parameter items: The indices of the items.
    /// - Precondition: The items are in the list.
    /// - Throws: ``RangeCoreError/outOfMemory``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + e) for e edits since the last update.
    public func markProvisional(_ items: Range<Int>) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.markProvisional(items))
    }

    /// Has a row measured again whose contents have changed.
    ///
    /// In the host, if there is one: where the row is visible it keeps its start. A provisional row
    /// leaves what is on screen beside it in place instead.
    func measureAgain(ofItem index: Int) throws(RangeCoreError) {
        try checkEditable()
        if host?.measureAgain(ofItem: index) != true { try markProvisional(index..<index + 1) }
    }

    /// Changes the number of columns and the spacing. Items keep their states and nodes; see
    /// ``ListEngine/setLayout(columns:spacing:keepingExtents:)``.
    ///
    /// - Parameters:
    ///   - columns: Items per row.
    ///   - spacing: The gap between adjacent rows, in points.
    ///   - keepsExtents: Whether rows keep the extents of those that held their first items, as
    ///     provisional ones; otherwise they are unmeasured.
    /// - Precondition: `columns` is at least 1, and `spacing` not negative.
    /// - Throws: ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(m log n), for m measured rows before or after, whichever are more.
    public func setLayout(
        columns: Int, spacing: Double, keepingExtents keepsExtents: Bool = true
    ) throws(RangeCoreError) {
        try checkEditable()
        try valid(
            try core.setLayout(columns: columns, spacing: spacing, keepingExtents: keepsExtents))
        (self.columns, laneCount, self.spacing) = (columns, 1, spacing)
    }

    /// Makes an item a header, or changes the columns of its section; items keep their states and
    /// nodes. See ``ListEngine/markHeader(at:columns:)``.
    ///
    /// ```swift
    /// list.configure { $0.pinsHeaders = true }
    /// try list.markHeader(at: 0)
    /// try list.markHeader(at: 20, columns: 3)
    /// print(list.engine.sectionCount, try list.engine.items(ofRow: 21))  // 2 21..<24
    /// ```
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - columns: The items per row after the header; nil for as many as the list has.
    /// - Precondition: The item is in the list, and `columns` at least 1.
    /// - Throws: ``RangeCoreError/limitExceeded`` if the list would be too long,
    ///   ``RangeCoreError/outOfMemory``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: As ``ListEngine/markHeader(at:columns:)``.
    public func markHeader(at index: Int, columns: Int? = nil) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.markHeader(at: index, columns: columns))
    }

    /// Makes a header an ordinary item; see ``ListEngine/unmarkHeader(at:)``.
    ///
    /// - Parameter index: The index of the item.
    /// - Precondition: The item is in the list.
    /// - Throws: As ``markHeader(at:columns:)``.
    /// - Complexity: As ``markHeader(at:columns:)``.
    public func unmarkHeader(at index: Int) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.unmarkHeader(at: index))
    }

    /// Keeps an item with some bits of its state, and so its node, wherever the user scrolls, through
    /// edits. See ``ListEngine/keepItem(_:with:)``.
    ///
    /// ```swift
    /// try list.keepItem(3)  // its video plays
    /// try list.keepItem(3, with: [])  // it has ended
    /// ```
    ///
    /// A ``ListHost`` has a view of each item that is kept with display.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - bits: Any of preload, display and the app's own; empty to keep the item no longer.
    /// - Precondition: The item is in the list, and can be kept with these bits.
    /// - Throws: ``RangeCoreError/limitExceeded`` for more than 64 items,
    ///   ``RangeCoreError/outOfMemory``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: As ``ListEngine/keepItem(_:with:)``.
    public func keepItem(
        _ index: Int, with bits: InterfaceState = [.preload, .display]
    ) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.keepItem(index, with: bits))
    }

    /// Sets the extent of all unmeasured rows, in points.
    ///
    /// - Precondition: The extent is finite, and not negative.
    /// - Throws: ``RangeCoreError/limitExceeded``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(1).
    public func setEstimate(_ estimate: Double) throws(RangeCoreError) {
        try checkEditable()
        try valid(try core.setEstimate(estimate))
    }

    // -- queries --

    /// The number of items.
    public var count: Int { core.count }

    /// Finds the position of an item; with several columns, that of its row.
    ///
    /// - Precondition: The index is that of an item.
    /// - Complexity: O(log n).
    public func item(at index: Int) -> ListItem { must(try core.item(at: index)) }

    /// Returns the state of an item; see ``ListEngine/state(ofItem:)``.
    public func state(ofItem index: Int) -> InterfaceState { core.state(ofItem: index) }

    /// Makes an item the scroll target, and returns the offset to scroll to; see
    /// ``ListEngine/setScrollTarget(_:at:)``.
    ///
    /// - Precondition: The index is that of an item; the fraction and the shift are finite.
    public func setScrollTarget(_ index: Int, at alignment: ScrollAlignment = .nearest) -> Double {
        must(try core.setScrollTarget(index, at: alignment))
    }
}
