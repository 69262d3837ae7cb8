internal import CRangeCore

/// What provides the items of a list, as its controller sees it.
@MainActor
protocol ControllerPages: AnyObject {
    /// Called after each update of the list.
    func listDidUpdate(_ controller: RangeController)
    /// What happens at an end.
    func state(at end: BatchEnd) -> LoadState
    /// What happens in a slot; nil if it holds an item.
    func state(ofSlot slot: Int) -> LoadState?
    func retry()
}

extension PageStore: ControllerPages {
    /// Makes the items of a list those of this store: placeholders that come near the viewport are
    /// loaded, what arrives is inserted, and an item that takes the place of a placeholder gets a new
    /// node, in the same state.
    ///
    /// From now on the controller holds the store, not the other way round, and the items are edited
    /// through the store alone: insertions, removals and moves of the list's own throw
    /// ``RangeCoreError/busy``, until ``detach()``. The list's own batches are off. Rows are measured
    /// again when their items arrive; until then they are as long as the estimate or, if their items
    /// were dropped, as these were.
    ///
    /// - Parameters:
    ///   - controller: The controller of a list that is empty, or has as many items as the store has
    ///     slots. Its ``RangeController/makeNode`` is called for placeholders too, where the store has
    ///     no item.
    ///   - leadingScreens: How far to load beyond the viewport on each side, in screenfuls, not
    ///     negative.
    ///   - loadingRowExtent: The length of a loading row at each end that has more to load and no
    ///     placeholder for it, in points; 0 leaves the list's extra lengths alone.
    /// - Throws: ``RangeCoreError/invalidArgument`` for any other list, and for a number that is
    ///   negative or not finite; ``RangeCoreError/busy`` if another store is attached to the list;
    ///   ``RangeCoreError/limitExceeded``; ``RangeCoreError/outOfMemory``.
    public func attach(
        to controller: RangeController, leadingScreens: Double = 2, loadingRowExtent: Double = 0
    ) throws(RangeCoreError) {
        let slots = rowCount
        guard (0..<Double.infinity).contains(leadingScreens) else {
            throw .argument("leadingScreens", leadingScreens)
        }
        guard (0..<Double.infinity).contains(loadingRowExtent) else {
            throw .argument("loadingRowExtent", loadingRowExtent)
        }
        guard loadingRowExtent <= Double(RC_LIST_TICKS_MAX) / Double(RC_TICKS_PER_POINT) else {
            throw .limitExceeded.because("loadingRowExtent is \(loadingRowExtent)")
        }
        let owner: any ControllerPages = rows ?? self
        if let other = controller.pages, other !== owner {
            throw .busy.because("another store is attached to this list; detach that")
        }
        guard controller.count == 0 || controller.count == slots else {
            throw .invalidArgument.because("the list has \(controller.count) items of its own")
        }
        if controller.count != slots {
            controller.isEditedByPages = true
            defer { controller.isEditedByPages = false }
            try controller.insertItems(count: slots, at: 0)
        }
        if self.controller !== controller { detach() }
        for end in BatchEnd.allCases {
            controller.removeBatchFetcher(at: end)
            controller.markExhausted(at: end)
        }
        controller.pages = owner
        (self.controller, self.leadingScreens) = (controller, leadingScreens)
        self.loadingRowExtent = loadingRowExtent
        updateLoadingRow()
        apply([])
    }

    /// Makes the items of a host's list those of this store; see
    /// ``attach(to:leadingScreens:loadingRowExtent:)``.
    public func attach<Surface>(
        to host: ListHost<Surface>, leadingScreens: Double = 2, loadingRowExtent: Double = 0
    ) throws(RangeCoreError) {
        try attach(
            to: host.controller, leadingScreens: leadingScreens,
            loadingRowExtent: loadingRowExtent)
    }

    /// Leaves the list its items, which it can edit again; its batches stay off until you set a fetcher.
    public func detach() {
        guard let controller else { return }
        controller.pages = nil
        self.controller = nil
        view = PageView()
        if loadingRowExtent != 0 {
            controller.configure { ($0.extraLengthAtTail, $0.extraLengthAtHead) = (0, 0) }
        }
    }

    func listDidUpdate(_ controller: RangeController) {
        let new = view(of: controller)
        let isDriven = !controller.schedulesUpdates
        if new == view, !isOutdated, !isDriven || clock() < plannedTime { return }
        view = new
        askAgain()
    }

    // Nothing is wanted of a list that nobody sees.
    private func view(of controller: RangeController) -> PageView {
        let latest = controller.latest
        guard latest.presence == .onScreen, let viewport = controller.viewport,
            controller.count == rowCount
        else { return PageView() }
        let start = latest.offset + viewport.insetStart
        let length = viewport.length - viewport.insetStart - viewport.insetEnd
        let reach = length * leadingScreens
        guard length > 0,
            let around = try? controller.core.items(in: start - reach..<start + length + reach)
        else { return PageView() }
        let visible = latest.visible
        let wanted =
            visible.isEmpty
            ? around
            : min(
                visible.lowerBound, around.lowerBound)..<max(
                    visible.upperBound, around.upperBound)
        return PageView(
            visible: rows?.slots(ofRows: visible) ?? visible,
            wanted: rows?.slots(ofRows: wanted) ?? wanted, direction: latest.direction)
    }

    /// How many items the list has for the slots.
    private var rowCount: Int { rows?.rowCount ?? Int(clamping: engine.counts.slot_count) }

    /// The edits of the list for those of the slots.
    func followRows(_ edits: [PageEdit]) -> [PageEdit] {
        guard let rows else { return edits }
        do throws(RangeCoreError) {
            return try rows.follow(edits)
        } catch {
            controller?.report(error)
            rows.beginAgain()
            beginListAgain()
            return []
        }
    }

    // A new list is one that both agree on.
    private func beginListAgain() {
        guard let controller else { return }
        controller.isEditedByPages = true
        defer { controller.isEditedByPages = false }
        try? controller.removeItems(0..<controller.count)
        try? controller.insertItems(count: rowCount, at: 0)
        for row in rows?.takeHeaders() ?? [] { try? controller.markHeader(at: row) }
    }

    func applyToList(_ edits: [PageEdit]) {
        guard let controller else { return }
        controller.isEditedByPages = true
        defer { controller.isEditedByPages = false }
        do throws(RangeCoreError) {
            for edit in edits { try controller.apply(edit) }
            for row in rows?.takeHeaders() ?? [] { try controller.markHeader(at: row) }
            let isFilled = edits.contains { if case .fill = $0 { true } else { false } }
            // Items stay in place rather than placeholders that are still there.
            for slot in view.visible where isFilled && engine.slot(slot)?.id == noID {
                let row = rows?.row(ofSlot: slot) ?? slot
                try controller.markProvisional(row..<row + 1)
            }
        } catch {
            controller.report(error)
            // Some of the edits may have been made.
            beginListAgain()
        }
    }

    /// Reserves space for a loading row at each end that has more to load.
    func updateLoadingRow() {
        guard let controller, loadingRowExtent != 0 else { return }
        let extents = RangeController.PerEnd(
            tail: loadingRow(at: .tail), head: loadingRow(at: .head))
        let settings = controller.settings
        if settings.extraLengthAtTail == extents.tail, settings.extraLengthAtHead == extents.head {
            return
        }
        controller.configure {
            $0.extraLengthAtTail = extents.tail
            $0.extraLengthAtHead = extents.head
        }
    }

    private func loadingRow(at end: BatchEnd) -> Double {
        let (state, counts) = (LoadState(engine.load(at: end)), engine.counts)
        // The first reply tells whether there is anything before it.
        let isHead = end == .head && counts.page_count == 0
        // A placeholder that is the outermost slot stands for what is to be loaded.
        let outermost = engine.slot(end == .head ? 0 : Int(clamping: counts.slot_count) - 1)
        let hasSlot = outermost?.id == noID
        return state == .exhausted || isHead || hasSlot ? 0 : loadingRowExtent
    }
}

extension RangeController {
    /// Applies an edit of the slots that the items of this list are.
    func apply(_ edit: PageEdit) throws(RangeCoreError) {
        switch edit {
        case .insert(let slots): try insertItems(count: slots.count, at: slots.lowerBound)
        case .remove(let slots): try removeItems(slots)
        case .move(let slots, let index): try moveItems(slots, to: index)
        // Provisional, the rows keep in place what is on screen beside them.
        case .fill(let slots):
            renewNodes(ofItems: slots)
            try markProvisional(slots)
        case .reload(let slots):
            renewNodes(ofItems: slots)
            for slot in slots { try measureAgain(ofItem: slot) }
        // A placeholder keeps the extent of what was there.
        case .clear(let slots): renewNodes(ofItems: slots)
        }
    }
}
