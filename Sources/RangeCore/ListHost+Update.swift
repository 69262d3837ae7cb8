extension ListHost {
    /// Reads the viewport and brings the list and the views in line with it.
    ///
    /// Call it when the viewport has moved, when the surface is laid out, when it is no longer held,
    /// and after edits. Within a callback of a node or a method of the surface it takes effect
    /// afterwards, except in those that set the offset or the scroll length, where it does nothing.
    /// Errors go to ``onError``; rows that cannot be measured keep their extents.
    ///
    /// - Complexity: That of ``RangeController/update(_:)``, at most ten times, plus
    ///   O(log n + views) if rows are measured or edited, and the surface's methods.
    public func update() {
        if controller.phase != .idle {
            controller.needsUpdate = true
            return
        }
        if isUpdating {
            if !isWriting { isOutdated = true }
            return
        }
        guard !isRetired, let surface else { return }
        isUpdating = true
        error = nil
        var isUpdated = false
        var rounds = 0
        repeat {
            isOutdated = false
            isUpdated = step(surface) || isUpdated
            rounds += 1
        } while isOutdated && rounds < 3
        isUpdating = false
        if isOutdated { wakeLater() }
        controller.scheduleUpdate()
        if let onUpdate, isUpdated { onUpdate(controller.latest) }
        if isUpdated { controller.tellFollowers() }
        if requestedScroll != nil { beginScroll(on: surface) }
    }

    // Returns whether there was an update.
    private func step(_ surface: Surface) -> Bool {
        var viewport = surface.viewport
        let toolkitOffset = viewport.offset
        if let own, own.toolkit == toolkitOffset {
            viewport.offset = own.exact
            viewport.isUserDriven = false
        } else {
            own = nil
        }
        let start = viewport.offset
        var isUpdated = false
        var deadline = Double.infinity
        controller.hostTime = .infinity
        do throws(RangeCoreError) {
            try take(breadth: surface.breadth)
            try takeRows()
            var isSettled = false
            for _ in 0..<10 where !isSettled || isOutdated {
                isOutdated = false
                try controller.perform(viewport)
                isUpdated = true
                let correction = controller.latest.correction
                if correction == 0, isDone { return true }
                viewport.offset += correction
                if let landing = viewport.landingOffset {
                    viewport.landingOffset = landing + correction
                }
                viewport.isUserDriven = false
                isSettled = try !measure(viewport, on: surface, until: &deadline)
            }
            if !isSettled {
                // Rows whose extents never stay the same. What was measured last has yet to count.
                placed = nil
                wakeLater()
            }
        } catch {
            report(error)
        }
        guard isUpdated else { return false }
        let length = controller.latest.scrollLength
        if scrollLength != length {
            scrollLength = length
            isWriting = true
            surface.setScrollLength(length)
            isWriting = false
        }
        if viewport.offset != start { write(viewport.offset, to: surface) }
        placeViews(on: surface)
        let display = controller.latest.ranges.display
        if let placed, searched?.edits == placed.edits, searched?.display == display,
            searched?.visible == placed.visible
        {
            done = Done(
                edits: placed.edits, visible: placed.visible, display: display,
                pending: placed.pending, scrollLength: length)
        }
        return true
    }

    // Whether the latest update differs in nothing that measuring and placing depend on: most steps.
    private var isDone: Bool {
        !controller.settings.pinsHeaders && done.edits == controller.editCount
            && done.visible == controller.latest.visible
            && done.display == controller.latest.ranges.display
            && done.pending == controller.latest.pending
            && done.scrollLength == controller.latest.scrollLength
    }

    /// Scrolls as the program. The toolkit may round the offset, or tell of it later.
    func write(_ offset: Double, to surface: Surface) {
        let wasUpdating = isUpdating
        (isUpdating, isWriting) = (true, true)
        surface.setOffset(offset, animated: false)
        (isUpdating, isWriting) = (wasUpdating, false)
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

    // Rows that hold other items than before are measured again.
    private func takeRows() throws(RangeCoreError) {
        guard let first = controller.firstRegrouped else { return }
        controller.firstRegrouped = nil
        guard controller.engine.measuredRowCount > 0 else { return }
        let row = controller.row(holding: max(first - 1, 0))
        try controller.markProvisional(controller.items(inRow: row).lowerBound..<controller.count)
    }

    // -- measuring --

    /// Measures the visible rows or, if they are measured, those ahead; returns whether there were
    /// any, and another update must follow.
    private func measure(
        _ viewport: ListViewport, on surface: Surface, until deadline: inout Double
    ) throws(RangeCoreError) -> Bool {
        let (visible, display) = (controller.latest.visible, controller.latest.ranges.display)
        let pinned = controller.pinned?.index
        let search = Searched(
            edits: controller.editCount, visible: visible, display: display, pinned: pinned)
        // What hidden views measure is not how long they are.
        let isHidden = viewport.length <= 0 || surface.breadth <= 0
        guard searched != search, breadth != nil, !isHidden else { return false }
        // The range may be disabled.
        let ahead = display.isEmpty ? visible : display
        let near = min(visible.lowerBound, ahead.lowerBound)..<visible.lowerBound
        let far = visible.upperBound..<max(visible.upperBound, ahead.upperBound)
        let rows = try controller.unmeasuredRows(ofItems: near.lowerBound..<far.upperBound)
        // In the same update as the visible ones: alone it would change the mean, and with it the
        // estimate of a row that straddles the start.
        var header = Reach(points: 0..<0, pivot: 0)
        let staleCount = try measureStale(on: surface)
        if let pinned, let row = try controller.unmeasuredRows(ofItems: pinned..<pinned + 1).first {
            _ = try measure(row, within: &header, on: surface)
        }
        header.count += staleCount
        if rows.isEmpty {
            if header.count == 0 { searched = search }
            return header.count > 0
        }
        // Without what covers it.
        let start = controller.latest.offset + viewport.insetStart
        let end = max(start, controller.latest.offset + viewport.length - viewport.insetEnd)
        var reach = Reach(points: start..<end, pivot: start)
        if rows.lowerBound < controller.rows(holding: visible).upperBound {
            let origin = try origin(in: visible, start..<end, &reach)
            _ = try measure(
                visible.lowerBound..<origin, origin..<visible.upperBound, within: &reach,
                on: surface)
        }
        reach.count += header.count
        var isBehind = false
        if reach.count == 0, measuringBudget > .zero {
            let tuning = controller.tuning(for: .display, in: controller.latest.mode)
            reach = Reach(
                points: try tuning.range(around: start..<end, toward: controller.latest.direction),
                pivot: start)
            if deadline.isInfinite {
                deadline = controller.time + measuringBudget / .seconds(1)
            } else if controller.time >= deadline {
                wakeLater()
                return false
            }
            isBehind = try measure(near, far, within: &reach, on: surface, until: deadline)
            if isBehind { wakeLater() }
        }
        if reach.count == 0, !isBehind { searched = search }
        return reach.count > 0
    }

    // Measures rows whose contents have changed, and returns how many there were.
    private func measureStale(on surface: Surface) throws(RangeCoreError) -> Int {
        guard controller.hasStaleNodes else { return 0 }
        controller.hasStaleNodes = false
        var measured = Set<Int>()
        for position in controller.nodes.entries.indices {
            let entry = controller.nodes.entries[position]
            guard entry.node.isStale else { continue }
            entry.node.isStale = false
            let row = controller.row(holding: entry.index)
            guard measured.insert(row).inserted else { continue }
            var reach = Reach(points: 0..<0, pivot: 0)
            if try !measure(row, within: &reach, on: surface) {
                try controller.markProvisional(entry.index..<entry.index + 1)
            }
        }
        return measured.count
    }

    // The visible item that stays in place while others are measured: measuring begins there.
    private func origin(
        in visible: Range<Int>, _ points: Range<Double>, _ reach: inout Reach
    ) throws(RangeCoreError) -> Int {
        if let target, visible.contains(target) {
            reach.pivot = try controller.item(at: target).offset
            return controller.items(inRow: controller.row(holding: target)).lowerBound
        }
        guard controller.length - points.upperBound <= 1, points.lowerBound > 1 else {
            let first = try firstSettled(in: visible)
            if first > visible.lowerBound { reach.pivot = try controller.item(at: first).offset }
            return first
        }
        // At the end of the content that is the end.
        reach.pivot = points.upperBound
        return visible.upperBound
    }

    // Provisional rows leave the first one in place that is not; without one, it is the first of all.
    private func firstSettled(in visible: Range<Int>) throws(RangeCoreError) -> Int {
        let rows = try controller.unmeasuredRows(ofItems: visible)
        guard try controller.item(at: visible.lowerBound).isProvisional,
            rows.lowerBound == controller.row(holding: visible.lowerBound)
        else { return visible.lowerBound }
        let settled = controller.items(inRow: rows.upperBound).lowerBound
        return settled < visible.upperBound ? settled : visible.lowerBound
    }

    // Measures rows before and after a place, nearest first, at the same distance on the leading side.
    // Returns whether the time is up.
    private func measure(
        _ near: Range<Int>, _ far: Range<Int>, within reach: inout Reach, on surface: Surface,
        until deadline: Double = .infinity
    ) throws(RangeCoreError) -> Bool {
        let isBackward = controller.latest.direction == .backward
        let middle = controller.rows(holding: near.upperBound..<far.lowerBound)
        var after = try controller.unmeasuredRows(ofItems: far)
        var before = try controller.lastUnmeasuredRow(holding: near)
        while !after.isEmpty || before != nil {
            // At least one row in each update.
            if deadline.isFinite, reach.count > 0, controller.time >= deadline { return true }
            let way = after.isEmpty ? Int.max : after.lowerBound - middle.upperBound
            let wayBack = before == nil ? Int.max : middle.lowerBound - 1 - (before ?? 0)
            if let row = after.first, way < wayBack || way == wayBack && !isBackward {
                let isWithin = try measure(row, within: &reach, on: surface)
                after = isWithin ? try rest(of: after, after: row, upTo: far.upperBound) : 0..<0
            } else if let row = before {
                let isWithin = try measure(row, within: &reach, on: surface)
                let end = controller.items(inRow: row).lowerBound
                before =
                    isWithin && end > near.lowerBound
                    ? try controller.lastUnmeasuredRow(holding: near.lowerBound..<end) : nil
            }
        }
        return false
    }

    // The next stretch of rows to measure, once one of a stretch is.
    private func rest(
        of rows: Range<Int>, after row: Int, upTo end: Int
    ) throws(RangeCoreError) -> Range<Int> {
        if row + 1 < rows.upperBound { return row + 1..<rows.upperBound }
        let next = controller.items(inRow: row + 1).lowerBound
        return next < end ? try controller.unmeasuredRows(ofItems: next..<end) : 0..<0
    }

    // Measures a row unless those nearer have turned out so long that it is out of reach now.
    private func measure(
        _ row: Int, within reach: inout Reach, on surface: Surface
    ) throws(RangeCoreError) -> Bool {
        let items = controller.items(inRow: row)
        let old = try controller.item(at: items.lowerBound)
        if reach.count > 0, !reach.contains(old) { return false }
        var extent = 0.0
        for index in items {
            // A list that is away has no nodes.
            guard let node = controller.node(ofItem: index), node.needsView else { return false }
            let measured = surface.measure(
                makeView(ofItem: index, node, on: surface), ofItem: index,
                columns: controller.column(of: index).count)
            // A number that is none must not get lost.
            extent = measured >= 0 ? max(extent, measured) : .nan
            if extent.isNaN { break }
        }
        do throws(RangeCoreError) {
            try controller.setExtent(extent, ofRow: row)
            reach.measured(old, extent)
        } catch {
            report(error)
        }
        return true
    }

    // -- views --

    private func makeView(
        ofItem index: Int, _ node: RangeNode, on surface: Surface
    ) -> Surface.ItemView {
        if let view = view(of: node) { return view }
        let view = surface.makeView(ofItem: index)
        controller.nodes.addView(view, toItem: index)
        return view
    }

    // Makes the missing views of visible items, and places those whose places have changed.
    private func placeViews(on surface: Surface) {
        let new = Placed(
            edits: controller.editCount, pending: controller.latest.pending,
            visible: controller.latest.visible, pinned: controller.pinned)
        guard new != placed, breadth != nil else { return }
        let visible = controller.nodes.positions(of: new.visible)
        for position in visible where !controller.nodes.entries[position].hasView {
            let entry = controller.nodes.entries[position]
            if entry.node.needsView {
                _ = makeView(ofItem: entry.index, entry.node, on: surface)
                place(position..<position + 1, new.pending, on: surface)
            }
        }
        let positions = controller.nodes.positionsOfViews(without: new.pinned?.index)
        if new.edits != placed?.edits || new.pending != placed?.pending
            || new.pinned != placed?.pinned
        {
            place(positions, new.pending, on: surface)
        }
        placed = new
        guard let pinned = new.pinned, let node = controller.node(ofItem: pinned.index) else {
            return
        }
        _ = makeView(ofItem: pinned.index, node, on: surface)
        let position = controller.nodes.positions(of: pinned.index..<pinned.index + 1)
        if !positions.contains(position.lowerBound) { place(position, new.pending, on: surface) }
    }

    // Places the views among some entries, of which the first and the last have one.
    private func place(_ positions: Range<Int>, _ pending: Double, on surface: Surface) {
        guard let first = positions.first, let last = positions.last else { return }
        let firstRow = controller.row(holding: controller.nodes.entries[first].index)
        let endRow = controller.row(holding: controller.nodes.entries[last].index) + 1
        controller.engine.copyPositions(ofRows: firstRow..<endRow, to: &offsets, &extents)
        let (offsets, extents) = (offsets, extents)
        let pinned = controller.pinned
        controller.nodes.setFrames(
            positions,
            { [controller] index in
                let row = controller.row(holding: index) - firstRow
                let column = controller.column(of: index)
                let isPinned = index == pinned?.index
                let offset = isPinned ? pinned?.offset : nil
                return ItemFrame(
                    start: (offset ?? offsets[row]) - pending, extent: extents[row],
                    column: column.index, columns: column.count, isPinned: isPinned)
            }, changed: &moved)
        for position in moved {
            let node = controller.nodes.entries[position].node
            if let view = view(of: node), let frame = controller.nodes.entries[position].frame {
                surface.place(view, at: frame)
            }
        }
    }
}

// For what there was nothing left to measure.
struct Searched: Equatable {
    var edits: Int
    var visible: Range<Int>
    var display: Range<Int>
    var pinned: Int?
}

// For what all this was done, and the surface told.
struct Done {
    var edits = -1
    var visible = 0..<0
    var display = 0..<0
    var pending = 0.0
    var scrollLength = 0.0
}

// For what the views were placed.
struct Placed: Equatable {
    var edits: Int
    var pending: Double
    var visible: Range<Int>
    var pinned: PinnedHeader?
}

// The points in which rows are measured, as of the last update. Rows that begin before the pivot push
// what lies before them away, all others what lies after them; the next update's correction does the
// same.
private struct Reach {
    let points: Range<Double>
    var pivot: Double
    var shift = 0.0
    var count = 0

    func contains(_ item: ListItem) -> Bool {
        let start = item.offset - shift
        return start < points.upperBound && start + item.extent > points.lowerBound
    }

    mutating func measured(_ old: ListItem, _ extent: Double) {
        if old.offset - shift < pivot { shift += extent - old.extent }
        count += 1
    }
}

// What a controller asks of its host, whatever the surface.
@MainActor
protocol ControllerHost: AnyObject {
    func update()
    /// Takes the view of a node that has left the display range.
    func recycleView(of node: RangeNode)
    /// Takes all views. Another host follows, whose views may be of another type.
    func retire()
}

extension ListHost: ControllerHost {
    func recycleView(of node: RangeNode) {
        guard let view = controller.nodes.takeView(of: node) else { return }
        surface?.recycle(unsafeDowncast(view, to: Surface.ItemView.self))
    }

    func retire() {
        for entry in controller.nodes.entries { recycleView(of: entry.node) }
        isRetired = true
    }
}

extension RangeNode {
    var needsView: Bool { interfaceState.contains(.display) }
}
