// What the stack tells. Positions of rows and of the viewport are in coordinates of the stack's
// content, whose origin may be anywhere and may change with each layout.

extension LazyListHost {
    /// A row that the stack has laid out.
    struct Row {
        var start: Double
        var extent: Double
        // The generation of the last report.
        var generation: Int
    }

    /// Takes in the viewport, in coordinates of the stack's content.
    ///
    /// - Parameter viewport: Offset, length and insets, in points; its place, movement and time are
    ///   the host's. A length of 0 stands for one that is not known.
    public func setViewport(_ viewport: ListViewport) {
        let old = self.viewport
        let sum = viewport.offset + viewport.length + viewport.insetStart + viewport.insetEnd
        if viewport == old || !sum.isFinite || viewport.length < 0 { return }
        self.viewport = viewport
        let isResized =
            viewport.length != old.length || viewport.insetStart != old.insetStart
            || viewport.insetEnd != old.insetEnd
        note(isResized ? .length : .movement)
    }

    /// Takes in the frame of a row, as it is laid out.
    ///
    /// - Parameters:
    ///   - id: The id of its item; ignored if there is none.
    ///   - start: Where it starts, in points, in coordinates of the stack's content.
    ///   - extent: Its extent, in points, not negative.
    public func setFrame(of id: ID, start: Double, extent: Double) {
        guard indices[id] != nil, start.isFinite, extent.isFinite, extent >= 0 else { return }
        rows[id] = Row(start: start, extent: extent, generation: generation)
        if self.extent == nil { measured[id] = extent }
        note(.movement)
    }

    /// Takes in that a row has appeared, a hint.
    public func noteAppearance(of id: ID) {
        guard indices[id] != nil else { return }
        appearances.add(id)
        note(.movement)
    }

    /// Takes in that a row has disappeared, a hint. Its frame is not used any more.
    public func noteDisappearance(of id: ID) {
        rows[id] = nil
        if appearances.remove(id) { note(.movement) }
    }

    /// Takes in which rows are visible, for a stack that says so of all of them at once.
    ///
    /// - Parameter ids: The ids of the visible rows, in any order; empty if it is not known.
    public func setVisible(_ ids: some Collection<ID>) {
        let known = ids.filter { indices[$0] != nil }
        if known == visible { return }
        visible = known
        note(.movement)
    }

    /// Takes in which row is the first visible one.
    ///
    /// - Parameters:
    ///   - id: Its id; nil if it is not known.
    ///   - start: Where it starts, in points from the start of the viewport; negative if it is cut
    ///     off.
    public func setFirstVisible(_ id: ID?, at start: Double = 0) {
        let new = id.flatMap { id in indices[id] != nil ? (id: id, start: start) : nil }
        if new?.id == first?.id, new?.start == first?.start || new == nil { return }
        first = start.isFinite ? new : nil
        note(.movement)
    }

    /// Makes the extents of all rows provisional, after a change of the stack's width.
    ///
    /// - Complexity: O(log n).
    public func invalidateExtents() {
        attempt(try controller.markProvisional(0..<controller.count))
        setKnownExtents()
        note(.length)
    }

    /// Changes the gap between adjacent rows; that of the stack.
    ///
    /// - Parameter spacing: The gap, in points, not negative; otherwise nothing happens.
    /// - Complexity: O(log n).
    public func setSpacing(_ spacing: Double) {
        setLayout(columns: controller.columns, lanes: controller.laneCount, spacing: spacing)
    }

    /// Changes how many lanes there are, and the gap between adjacent items of a lane; those of the stack.
    ///
    /// The stack lays out lanes by rules of its own; the list's tell how far its ranges reach, to an item or two
    /// per lane.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>(estimate: 60)
    /// host.setLanes(2, spacing: 8)
    /// host.apply(Array(0..<100))
    /// print(host.controller.laneCount)  // 2
    /// ```
    ///
    /// - Parameters:
    ///   - count: The number of lanes, in 1 … 16; otherwise nothing happens.
    ///   - spacing: The gap, in points, not negative; otherwise nothing happens.
    /// - Complexity: As ``RangeController/setLanes(_:spacing:tolerance:keepingExtents:)``.
    public func setLanes(_ count: Int, spacing: Double) {
        setLayout(lanes: count, spacing: spacing)
    }

    /// Changes how many items a row has, or how many lanes there are, and the gap between adjacent items; those
    /// of the stack.
    ///
    /// - Parameters:
    ///   - columns: The number of items, at least 1; otherwise nothing happens.
    ///   - lanes: The number of lanes, in 1 … 16; otherwise nothing happens. If more than 1, there are no columns.
    ///   - spacing: The gap, in points, not negative; otherwise nothing happens.
    /// - Complexity: As ``RangeController/setLayout(columns:spacing:keepingExtents:)``.
    package func setLayout(columns: Int = 1, lanes: Int = 1, spacing: Double) {
        let columns = lanes > 1 ? 1 : columns
        if (columns, lanes, spacing)
            == (controller.columns, controller.laneCount, controller.spacing)
        {
            return
        }
        guard columns >= 1, (1...16).contains(lanes), spacing >= 0 else { return }
        if lanes > 1 {
            attempt(try controller.setLanes(lanes, spacing: spacing))
        } else {
            attempt(try controller.setLayout(columns: columns, spacing: spacing))
        }
        setSpans(isWide)
        setKnownExtents()
        note(.length)
    }

    /// Makes the items wide that are to be, and others not. In columns none is.
    func setSpans(_ isWide: (@MainActor (ID) -> Bool)?) {
        guard let isWide, controller.laneCount > 1 else { return }
        let places = (try? controller.core.places(ofItems: 0..<ids.count)) ?? []
        for (index, place) in places.enumerated() where place.isWide != isWide(ids[index]) {
            let span = place.isWide ? ItemSpan.lane : .wide
            attempt(try controller.setSpan(span, ofItems: index..<index + 1))
            note(.ids)
        }
    }

    /// Changes the settings of the list, and updates.
    ///
    /// - Parameter change: A closure that changes the current settings.
    /// - Precondition: As that of ``RangeController/configure(_:)``.
    public func configure(_ change: (inout ListSettings) -> Void) {
        controller.configure(change)
        note(.settings)
    }

    // -- the place --

    func setExtents() {
        for (id, extent) in measured {
            guard let index = indices[id] else { continue }
            let row = index / controller.columns
            attempt(try controller.setExtent(highest(extent, inRow: row), ofRow: row))
        }
        measured = [:]
    }

    // A row is as high as the highest of its items.
    private func highest(_ extent: Double, inRow row: Int) -> Double {
        let columns = controller.columns
        if columns == 1 { return extent }
        let items = ids[row * columns..<min((row + 1) * columns, ids.count)]
        return items.reduce(extent) { max($0, rows[$1]?.extent ?? 0) }
    }

    /// Where the viewport is, by the best of what the stack has told; nil if that is nothing.
    func place() -> (place: ListViewport.Place, length: Double)? {
        if let (id, row) = latestRow(laidOutRows()), let index = indices[id] {
            let start = row.start - viewport.offset - viewport.insetStart
            return (ListViewport.Place(item: index, start: start), viewport.length)
        }
        var shown = visible.compactMap { indices[$0] }
        if shown.isEmpty { shown = appearances.window { indices[$0] } }
        var start = 0.0
        if let first, let index = indices[first.id] {
            start = first.start
            shown = [index] + shown.filter { $0 > index }
        }
        guard let item = shown.min(), let last = shown.max() else { return nil }
        let length = viewport.length > 0 ? viewport.length : span(item, last)
        return length.map { (ListViewport.Place(item: item, start: start), $0) }
    }

    // The rows whose frames overlap the viewport.
    private func laidOutRows() -> [(ID, Row)] {
        rows.compactMap { overlaps($1, margin: 0) ? ($0, $1) : nil }
    }

    func overlaps(_ row: Row, margin: Double) -> Bool {
        viewport.length > 0 && row.start < viewport.offset + viewport.length + margin
            && row.start + row.extent > viewport.offset - margin
    }

    // The first of those told last, which are of the current layout; a frame that was told earlier need
    // not be, if the row has disappeared unnoticed.
    private func latestRow(_ rows: [(ID, Row)]) -> (ID, Row)? {
        rows.max { ($0.1.generation, $1.1.start) < ($1.1.generation, $0.1.start) }
    }

    // From the start of one row to the end of another, in points.
    private func span(_ first: Int, _ last: Int) -> Double? {
        let (first, last) = (controller.item(at: first), controller.item(at: last))
        let length = last.offset + last.extent - first.offset
        return length > 0 ? length : nil
    }

    /// The first row on screen that is in the list before and after an edit, and where it is.
    func placeToKeep(where isKept: (ID) -> Bool) -> (id: ID, reading: PlaceKeeper.Reading)? {
        setExtents()
        let rows = laidOutRows()
        guard let latest = latestRow(rows) else { return nil }
        let kept = rows.filter { isKept($0.0) && isOfLayout($0, of: latest) }
            .map { (id: $0.0, reading: reading($0.1)) }
            .sorted { $0.reading.start < $1.reading.start }
        // A toolkit need not support points outside of a view.
        return kept.first { (0...1).contains($0.reading.fraction()) } ?? kept.first
    }

    private func reading(_ row: Row) -> PlaceKeeper.Reading {
        PlaceKeeper.Reading(
            start: row.start, extent: row.extent, offset: viewport.offset + viewport.insetStart,
            length: viewport.length - viewport.insetStart - viewport.insetEnd)
    }

    /// Looks whether the stack has kept its place through the last edit, and returns what to do.
    ///
    /// Call it when the stack has been laid out, and again after each frame until it is done.
    ///
    /// - Parameter isKeptBySystem: Whether the stack attempts to keep its place.
    /// - Complexity: O(rows).
    package func lookAtPlace(isKeptBySystem: Bool) -> PlaceKeeper.Step {
        setExtents()
        if let aim, !aim.isLaidOut {
            // Nothing can be said without a viewport.
            guard viewport.length > 0, let reading = reading(aim) else { return .wait }
            // No system keeps what was not there.
            var keeper =
                placeBefore?.keeper
                ?? PlaceKeeper(before: reading, isKeptBySystem: false, tolerance: 0.1)
            keeper.before = reading
            placeBefore = (aim.id, reading, keeper)
            // Then it is known how long it is.
            self.aim?.isLaidOut = rows[aim.id] != nil
        }
        guard let (id, before, started) = placeBefore, movement != .program else {
            (placeBefore, aim) = (nil, nil)
            return .done
        }
        var keeper = started ?? PlaceKeeper(before: before, isKeptBySystem: isKeptBySystem)
        let latest = latestRow(laidOutRows())
        let row = rows[id].flatMap { row in
            latest.map { isOfLayout((id, row), of: $0) } ?? true ? reading(row) : nil
        }
        let step = keeper.look(
            row, offset: viewport.offset + viewport.insetStart, isUserDriven: movement == .user)
        placeBefore = step == .done ? nil : (id, before, keeper)
        if step == .done { aim = nil }
        return step
    }

    /// Leaves it at what has become of the place, for a stack that is not shown any more.
    package func forgetPlace() { (placeBefore, aim) = (nil, nil) }

    // Not one left over from an earlier layout.
    private func isOfLayout(_ row: (ID, Row), of latest: (ID, Row)) -> Bool {
        guard let own = origin(row), let other = origin(latest) else { return false }
        return abs(own - other) < 1
    }

    // Where the list would start in the coordinates of a row's frame.
    private func origin(_ row: (ID, Row)) -> Double? {
        let item = indices[row.0].map(controller.item(at:))
        return item.map { row.1.start - $0.offset }
    }
}
