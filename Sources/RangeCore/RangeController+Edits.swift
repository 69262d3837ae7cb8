// Each call's indices mean the list as the call before left it.
extension RangeController {
    /// The number of items.
    public var count: Int { engine.count }

    /// Inserts items whose rows are not measured.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - index: of the first of them afterwards, 0 … count.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + runs + nodes), whatever the count.
    public func insert(_ count: Int = 1, at index: Int) throws(RangeCoreError) {
        try apply(.insert(count, at: index))
    }

    /// Inserts measured items; for lists of one column.
    ///
    /// - Parameters:
    ///   - extents: of the items, in points.
    ///   - index: of the first of them afterwards, 0 … count.
    /// - Throws: as ``insert(_:at:)``; ``RangeCoreError/argument`` also in columns.
    /// - Complexity: O(log n + runs + nodes + count).
    public func insert(extents: [Double], at index: Int) throws(RangeCoreError) {
        try apply(.insertMeasured(extents, at: index))
    }

    /// Removes items; the next update tells their nodes.
    ///
    /// - Parameter items: their indices.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/noMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + runs + nodes + measured items removed).
    public func remove(_ items: Range<Int>) throws(RangeCoreError) {
        try apply(.remove(items))
    }

    /// Removes an item; the next update tells its node.
    ///
    /// - Parameter index: of the item.
    /// - Throws: as ``remove(_:)``.
    /// - Complexity: O(log n + runs + nodes).
    public func remove(at index: Int) throws(RangeCoreError) {
        guard index >= 0, index < count else { throw .argument }
        try apply(.remove(index..<index + 1))
    }

    /// Moves items, with state, node and extent. In columns, extents move only where whole rows do.
    ///
    /// - Parameters:
    ///   - items: their indices.
    ///   - index: of the first of them afterwards, 0 … count − items.count.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/noMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + runs + nodes log nodes).
    public func move(_ items: Range<Int>, to index: Int) throws(RangeCoreError) {
        try apply(.move(items, to: index))
    }

    /// Forgets the measurements of items, or of the rows they are in; their states and nodes stay.
    ///
    /// - Parameter items: their indices.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + measured items reloaded).
    public func reload(_ items: Range<Int>) throws(RangeCoreError) {
        try apply(.reload(items))
    }

    /// Measures consecutive rows, which are items where there is one column.
    ///
    /// - Parameters:
    ///   - row: the first.
    ///   - extents: of the rows, in points, not negative.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(log n + count).
    public func measure(from row: Int, _ extents: [Double]) throws(RangeCoreError) {
        try apply(.measure(from: row, extents))
    }

    /// Measures one row, which is an item where there is one column.
    ///
    /// - Parameters:
    ///   - row: its index.
    ///   - extent: in points, not negative.
    /// - Throws: as ``measure(from:_:)``.
    /// - Complexity: O(log n).
    public func measure(_ row: Int, _ extent: Double) throws(RangeCoreError) {
        try apply(.measure(from: row, [extent]))
    }

    /// Changes the extent of all rows that are not measured, in points.
    ///
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``;
    ///   ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(1).
    public func setEstimate(_ estimate: Double) throws(RangeCoreError) {
        try apply(.setEstimate(estimate))
    }

    /// Makes the edits that turn the old collection into the new one.
    ///
    /// Moves are moves where the difference names them (`inferringMoves()`), so that states, nodes
    /// and extents travel; otherwise they are a removal and an insertion.
    ///
    /// - Parameter difference: between what the list holds and what it is to hold.
    /// - Throws: as ``ListEngine/apply(_:)``; ``RangeCoreError/busy`` while a node is made.
    /// - Complexity: O(d × (log n + runs + nodes log nodes)) for a difference of d, and O(m²) where m
    ///   runs of items move.
    public func apply<Element>(
        _ difference: CollectionDifference<Element>
    ) throws(RangeCoreError) {
        for edit in try ListEdit.edits(of: difference, count: count) { try apply(edit) }
    }

    func apply(_ edit: ListEdit) throws(RangeCoreError) {
        // A node that is being made was asked for by an index that an edit would shift.
        if phase == .makingNodes { throw .busy }
        try engine.apply(edit)
        switch edit {
        case .insert(let count, let index): nodes.insert(count, at: index)
        case .insertMeasured(let extents, let index): nodes.insert(extents.count, at: index)
        case .remove(let items): nodes.remove(items)
        case .move(let items, let index): nodes.move(items, to: index)
        case .reload, .measure, .setEstimate: break
        }
    }

    // -- queries --

    /// The length to scroll in points: the content and the extra lengths.
    public var length: Double { engine.length }

    /// The extent of rows that are not measured, in points.
    public var estimate: Double { engine.estimate }

    /// Finds where an item is; in columns, where its row is.
    ///
    /// - Throws: ``RangeCoreError/argument`` for an index out of bounds.
    /// - Complexity: O(log n).
    public func item(at index: Int) throws(RangeCoreError) -> ItemGeometry {
        try engine.item(at: index)
    }

    /// Finds the item at an offset, the first of its row: the last that starts at or before it.
    ///
    /// - Parameter offset: in points. Before the content it is the first item, past it the last.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``;
    ///   ``RangeCoreError/notFound`` in an empty list.
    /// - Complexity: O(log n).
    public func item(atOffset offset: Double) throws(RangeCoreError) -> ItemGeometry {
        try engine.item(atOffset: offset)
    }

    /// Finds the items in a range of offsets: those of the rows that overlap it by at least one tick,
    /// and of those without extent that lie in it.
    ///
    /// - Parameter offsets: in points.
    /// - Returns: their indices; empty at the place where they would be when there are none.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``.
    /// - Complexity: O(log n).
    public func items(in offsets: Range<Double>) throws(RangeCoreError) -> Range<Int> {
        try engine.items(in: offsets)
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
        try engine.geometry(of: rows)
    }

    /// The state of an item as of the last update; empty for an index out of bounds.
    ///
    /// - Complexity: O(log runs).
    public func state(at index: Int) -> InterfaceState { engine.state(at: index) }

    /// Copies out the states of a window of items.
    ///
    /// - Throws: ``RangeCoreError/argument`` for items out of bounds.
    /// - Complexity: O(log runs + items.count).
    public func states(of items: Range<Int>) throws(RangeCoreError) -> [InterfaceState] {
        try engine.states(of: items)
    }
}
