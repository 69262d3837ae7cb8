extension ListHost {
    /// Reads the viewport and brings the list and the views in line with it.
    ///
    /// Call it when the viewport has moved, when the surface is laid out, when it is no longer held,
    /// and after edits. In a node's callback it takes effect after all nodes have been notified;
    /// while the surface's own methods are called it does nothing. Errors go to ``onError``; what
    /// was measured before an error is applied.
    ///
    /// - Complexity: That of ``RangeController/update(_:)``, at most ten times, plus
    ///   O(log n + views) if rows are measured or edited, and the surface's methods.
    public func update() {
        if controller.phase != .idle {
            controller.needsUpdate = true
            return
        }
        guard !isUpdating, let surface else { return }
        isUpdating = true
        error = nil
        let update = step(surface)
        isUpdating = false
        controller.scheduleUpdate()
        if let update { onUpdate?(update) }
    }

    private func step(_ surface: Surface) -> ListUpdate? {
        var viewport = surface.viewport
        let toolkitOffset = viewport.offset
        if let own, own.toolkit == toolkitOffset {
            viewport.offset = own.exact
            viewport.isUserDriven = false
        } else {
            own = nil
        }
        let start = viewport.offset
        var last: ListUpdate?
        var deadline: ContinuousClock.Instant?
        controller.hostTime = .infinity
        do throws(RangeCoreError) {
            try take(breadth: surface.breadth)
            var isSettled = false
            for _ in 0..<10 where !isSettled {
                let update = try controller.perform(viewport)
                last = update
                viewport.offset += update.correction
                viewport.landingOffset = viewport.landingOffset.map { $0 + update.correction }
                viewport.isUserDriven = false
                isSettled = try !measure(update, viewport, on: surface, until: &deadline)
            }
            if !isSettled {
                // Rows whose extents never stay the same. What was measured last has yet to count.
                placed = nil
                wakeLater()
            }
        } catch {
            report(error)
        }
        guard let last else { return nil }
        if scrollLength != last.scrollLength {
            scrollLength = last.scrollLength
            surface.setScrollLength(last.scrollLength)
        }
        if viewport.offset != start { write(viewport.offset, to: surface) }
        do throws(RangeCoreError) {
            try placeViews(last, on: surface)
        } catch {
            report(error)
        }
        return last
    }

    /// Scrolls as the program. The toolkit may round the offset, or tell of it later.
    func write(_ offset: Double, to surface: Surface) {
        let wasUpdating = isUpdating
        isUpdating = true
        surface.setOffset(offset, animated: false)
        isUpdating = wasUpdating
        let toolkit = surface.viewport.offset
        // Rounded to what it can show, or clamped.
        own = (toolkit, abs(toolkit - offset) < 1 ? offset : toolkit)
    }

    // After a pause as long as the work, so that half of the time is left for everything else.
    private func wakeLater() {
        controller.hostTime = controller.time + measuringBudget / .seconds(1)
    }

    // -- breadth --

    private func take(breadth new: Double) throws(RangeCoreError) {
        guard new != breadth, new > 0 else { return }
        let columns = columnsForBreadth?(new) ?? controller.columns
        if columns != controller.columns {
            try controller.setLayout(columns: columns, spacing: controller.spacing)
        } else if breadth != nil {
            try controller.markProvisional(0..<controller.count)
        }
        breadth = new
    }

    // -- measuring --

    /// Measures the visible rows or, if they are measured, those ahead; returns whether there were
    /// any, and another update must follow.
    private func measure(
        _ update: ListUpdate, _ viewport: ListViewport, on surface: Surface,
        until deadline: inout ContinuousClock.Instant?
    ) throws(RangeCoreError) -> Bool {
        let (visible, display) = (update.visible, update[.display])
        let search = Search(edits: controller.editCount, visible: visible, display: display)
        guard searched != search, breadth != nil else { return false }
        // Without what covers it.
        let start = update.offset + viewport.insetStart
        let end = max(start, update.offset + viewport.length - viewport.insetEnd)
        var reach = Reach(points: start..<end, start: start)
        var rows = try controller.unmeasuredRows(ofItems: visible)
        while let row = rows.first {
            guard try measure(row, within: &reach, on: surface) else { break }
            rows = row + 1..<rows.upperBound
            if !rows.isEmpty { continue }
            let next = controller.items(ofRow: row + 1).lowerBound
            if next >= visible.upperBound { break }
            rows = try controller.unmeasuredRows(ofItems: next..<visible.upperBound)
        }
        var isBehind = false
        if reach.count == 0, measuringBudget > .zero {
            reach.points = try controller.tuning(for: .display, in: update.mode).range(
                around: start..<end, toward: update.direction)
            isBehind = try measureAhead(update, within: &reach, on: surface, until: &deadline)
            if isBehind { wakeLater() }
        }
        if reach.count == 0, !isBehind { searched = search }
        return reach.count > 0
    }

    // Nearest first; at the same distance on the leading side. Returns whether the time is up.
    private func measureAhead(
        _ update: ListUpdate, within reach: inout Reach, on surface: Surface,
        until deadline: inout ContinuousClock.Instant?
    ) throws(RangeCoreError) -> Bool {
        let (visible, display) = (update.visible, update[.display])
        var after = visible.upperBound..<max(visible.upperBound, display.upperBound)
        var before = min(visible.lowerBound, display.lowerBound)..<visible.lowerBound
        let (firstRow, endRow) = (
            controller.row(ofItem: before.upperBound), controller.row(ofItem: after.lowerBound)
        )
        while true {
            let next = try controller.unmeasuredRows(ofItems: after).first
            let last = try controller.lastUnmeasuredRow(ofItems: before)
            guard next != nil || last != nil else { return false }
            let now = controller.clock.now
            if let deadline, now >= deadline { return true }
            if deadline == nil { deadline = now + measuringBudget }
            let way = next.map { $0 - endRow } ?? .max
            let wayBack = last.map { firstRow - 1 - $0 } ?? .max
            if let next, way < wayBack || way == wayBack && update.direction != .backward {
                let isWithin = try measure(next, within: &reach, on: surface)
                let lower = isWithin ? controller.items(ofRow: next).upperBound : after.upperBound
                after = lower..<after.upperBound
            } else if let last {
                let isWithin = try measure(last, within: &reach, on: surface)
                let upper = isWithin ? controller.items(ofRow: last).lowerBound : before.lowerBound
                before = before.lowerBound..<max(before.lowerBound, upper)
            }
        }
    }

    // Measures a row unless those nearer have turned out so long that it is out of reach now.
    private func measure(
        _ row: Int, within reach: inout Reach, on surface: Surface
    ) throws(RangeCoreError) -> Bool {
        let items = controller.items(ofRow: row)
        let old = try controller.item(at: items.lowerBound)
        if reach.count > 0, !reach.contains(old) { return false }
        var extent = 0.0
        for index in items {
            // A list that is away has no nodes.
            guard let node = controller.node(ofItem: index), node.needsView else { return false }
            let measured = surface.measure(
                makeView(ofItem: index, node, on: surface), ofItem: index,
                columns: controller.columns)
            guard measured >= 0 else { throw .invalidArgument }
            extent = max(extent, measured)
        }
        try controller.setExtent(extent, ofRow: row)
        reach.measured(old, extent)
        return true
    }

    // -- views --

    private func makeView(
        ofItem index: Int, _ node: RangeNode, on surface: Surface
    ) -> Surface.ItemView {
        if let view = view(of: node) { return view }
        let view = surface.makeView(ofItem: index)
        node.hostView = view
        node.hostFrame = nil
        return view
    }

    private func placeViews(_ update: ListUpdate, on surface: Surface) throws(RangeCoreError) {
        let layout = Layout(
            edits: controller.editCount, pending: update.pending, visible: update.visible)
        guard layout != placed, breadth != nil else { return }
        let isUnmoved = placed?.edits == layout.edits && placed?.pending == layout.pending
        let entries = controller.nodes.entries
        let visible = controller.nodes.positions(of: update.visible)
        for entry in entries[visible] where entry.node.needsView {
            let view = makeView(ofItem: entry.index, entry.node, on: surface)
            if isUnmoved, entry.node.hostFrame == nil {
                let item = try controller.item(at: entry.index)
                place(view, of: entry, item.offset - update.pending, item.extent, on: surface)
            }
        }
        if !isUnmoved { try placeAll(entries, update, on: surface) }
        placed = layout
    }

    private func placeAll(
        _ entries: [NodeMap.Entry], _ update: ListUpdate, on surface: Surface
    ) throws(RangeCoreError) {
        guard let first = entries.firstIndex(where: { $0.node.hostView != nil }),
            let last = entries.lastIndex(where: { $0.node.hostView != nil })
        else { return }
        let firstRow = controller.row(ofItem: entries[first].index)
        let rows = firstRow..<controller.row(ofItem: entries[last].index) + 1
        try controller.engine.copyPositions(ofRows: rows, to: &offsets, &extents)
        for entry in entries[first...last] {
            guard let view = view(of: entry.node) else { continue }
            let row = controller.row(ofItem: entry.index) - firstRow
            place(view, of: entry, offsets[row] - update.pending, extents[row], on: surface)
        }
    }

    private func place(
        _ view: Surface.ItemView, of entry: NodeMap.Entry, _ start: Double, _ extent: Double,
        on surface: Surface
    ) {
        let frame = ItemFrame(
            start: start, extent: extent, column: controller.column(ofItem: entry.index),
            columns: controller.columns)
        if entry.node.hostFrame == frame { return }
        entry.node.hostFrame = frame
        surface.place(view, at: frame)
    }
}

// The points in which rows are measured, as of the last update. Rows that begin before the viewport push
// everything else away from what lies before them; the next update's correction does the same.
private struct Reach {
    var points: Range<Double>
    let start: Double
    var shift = 0.0
    var count = 0

    func contains(_ item: ListItem) -> Bool {
        let start = item.offset - shift
        return start < points.upperBound && start + item.extent > points.lowerBound
    }

    mutating func measured(_ old: ListItem, _ extent: Double) {
        if old.offset - shift < start { shift += extent - old.extent }
        count += 1
    }
}

// What a controller asks of its host, whatever the surface.
@MainActor
protocol ControllerHost: AnyObject {
    func update()
    /// Takes the view of a node that has left the display range.
    func recycleView(of node: RangeNode)
}

extension ListHost: ControllerHost {
    func recycleView(of node: RangeNode) {
        guard let view = view(of: node) else { return }
        node.hostView = nil
        surface?.recycle(view)
    }
}

extension RangeNode {
    var needsView: Bool { interfaceState.contains(.display) }
}
