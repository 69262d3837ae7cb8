/// Keeps the views of a scroll view, or of anything that scrolls, in line with a list.
///
/// ```swift
/// let surface = Surface()  // a scroll view, as a ScrollSurface
/// let host = ListHost(surface: surface, controller: list)
/// host.update()  // and whenever it scrolls or is laid out
/// try list.insertItems(count: 5, at: 0)
/// host.update()  // and after edits
/// print(surface.viewport.offset)  // 520.0
/// ```
///
/// It is the loop that every client of the list needs (see <doc:ClientRules>). Each ``update()`` reads
/// the surface's viewport, updates the controller, measures the rows that are visible, and updates
/// again until all are measured; then it gives the surface the scroll length, the offset, and the
/// places of the views. After that it measures rows ahead, within ``measuringBudget``.
///
/// An item gets a view when it becomes visible, or earlier when it is measured ahead, and keeps it,
/// wherever edits move it, until it leaves the display range. Nodes are made as their items come into
/// range, and hear of their states once all is measured, of each change once: exits before
/// ``ScrollSurface/recycle(_:)``, and all before views are placed. What they edit is taken up by
/// another update, which follows at once if they ask for one.
///
/// While the viewport is held (a finger, a fling), offsets are left alone, and views are placed
/// where they belong with respect to the held offset; the first update after that catches up.
///
/// The host makes all updates of its controller: ``RangeController/updateAgain()``, batches that have
/// arrived, and retries end in ``update()``. So ``RangeController/onUpdate`` is not called, and
/// ``RangeController/update(_:)`` must not be. Edits go to the controller.
///
/// Scrolling allocates nothing but the views and nodes that are made.
@MainActor
public final class ListHost<Surface: ScrollSurface> {
    /// The list.
    public let controller: RangeController

    /// The surface, which is held weakly, since it usually owns the host. Without it updates do
    /// nothing.
    public private(set) weak var surface: Surface?

    /// How long one update may measure rows that are in the display range but not visible, nearest
    /// first; 4 ms by default.
    ///
    /// The rest is measured in an update of the host's own, after a pause of the same length. With
    /// zero, rows are measured only when they become visible.
    public var measuringBudget: Duration = .milliseconds(4) {
        didSet { attempt { () throws(RangeCoreError) in try engine?.setOptions(options) } }
    }

    /// Returns how many items fit side by side, for a new breadth. While this is nil, the number of
    /// columns stays.
    public var columnsForBreadth: (@MainActor (Double) -> Int)?

    /// Called after each update, when everything has been placed. Its correction has been applied.
    public var onUpdate: (@MainActor (ListUpdate) -> Void)?

    /// Called when an update fails, for example when out of memory, or when the surface measures
    /// NaN.
    public var onError: (@MainActor (RangeCoreError) -> Void)?

    /// The error of the last update; nil if it succeeded.
    public private(set) var error: RangeCoreError?

    private struct Slot {
        var view: Surface.ItemView?
        var frame: ItemFrame?
    }
    // By the numbers of the engine's nodes.
    private var slots: [Slot] = []
    // Nil until the first update, and once another host has taken over.
    private var engine: HostEngine?
    private var isRetired = false
    private var breadth = 0.0
    private var isUpdating = false
    // While the surface's offset or scroll length is set.
    private var isWriting = false
    // Whether an update has been asked for during one.
    private var isOutdated = false
    // Whether an animated scroll has yet to begin.
    private var animates = false

    /// Creates the host of a list, and takes over the updates of its controller.
    ///
    /// A controller has one host: the last one created. The views of an earlier one are recycled, and
    /// its updates do nothing. Keep the host for as long as the surface shows the list.
    ///
    /// Call ``update()`` once the surface has its size. The host of a list in a node's
    /// ``RangeNode/nestedController`` updates by itself whenever the node's state changes.
    ///
    /// - Parameters:
    ///   - surface: The surface.
    ///   - controller: The controller of the list.
    public init(surface: Surface, controller: RangeController) {
        (self.surface, self.controller) = (surface, controller)
        controller.take(host: self)
    }

    // -- views --

    /// Returns the view of an item; nil if it has none.
    ///
    /// - Complexity: O(nodes).
    public func view(ofItem index: Int) -> Surface.ItemView? { slot(ofItem: index)?.view }

    /// Returns where the view of an item was last placed; nil if it has none.
    ///
    /// - Complexity: O(nodes).
    public func frame(ofItem index: Int) -> ItemFrame? { slot(ofItem: index)?.frame }

    private func slot(ofItem index: Int) -> Slot? {
        engine?.find(index).flatMap { $0 < slots.count ? slots[$0] : nil }
    }

    private func view(
        of node: HostEngine.Node, at index: Int, on surface: Surface
    ) -> Surface.ItemView {
        while slots.count <= node.number { slots.append(Slot()) }
        if let view = slots[node.number].view { return view }
        let view = surface.makeView(ofItem: index)
        slots[node.number].view = view
        return view
    }

    private func makeViews(_ nodes: HostEngine.Nodes, on surface: Surface) {
        for node in nodes where node.isNew { _ = view(of: node, at: node.index, on: surface) }
    }

    private func recycle(_ number: UInt32) {
        guard number < slots.count, let view = slots[Int(number)].view else { return }
        slots[Int(number)] = Slot()
        surface?.recycle(view)
    }

    // -- requests --

    /// Scrolls to an item.
    ///
    /// Rows on the way that are measured meanwhile do not shift the target. Within a callback, or
    /// while the list is hidden, it takes effect later, wherever edits have moved the item. Errors are
    /// those of ``RangeController/setScrollTarget(_:at:)``.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - alignment: Where to align it.
    ///   - animated: Whether the surface animates the movement.
    public func scroll(
        toItem index: Int, at alignment: ScrollAlignment = .nearest, animated: Bool = false
    ) {
        let isAllowed = attempt { () throws(RangeCoreError) in
            try makeEngine()?.scroll(toItem: index, at: alignment, animated: animated)
            animates = animated
        }
        if isAllowed { update() }
    }

    /// Measures all rows again, visible ones at once, for example after a change of the text size.
    ///
    /// They keep their extents until then. A new ``ScrollSurface/breadth`` needs no call.
    public func remeasure() {
        attempt { () throws(RangeCoreError) in
            try controller.markProvisional(0..<controller.count)
        }
        update()
    }

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
        controller.hostTime = .infinity
        var isUpdated = false
        var rounds = 0
        repeat {
            isOutdated = false
            isUpdated = attempt { () throws(RangeCoreError) in try step(surface) } || isUpdated
            if !controller.needsUpdate { rounds += 1 }
            isOutdated = isOutdated || controller.needsUpdate
            controller.needsUpdate = false
        } while isOutdated && rounds < 3
        isUpdating = false
        if isOutdated { controller.hostTime = controller.time + budget }
        controller.scheduleUpdate()
        if let onUpdate, isUpdated { onUpdate(controller.latest) }
        if isUpdated { controller.tellFollowers() }
    }

    private var budget: Double { max(measuringBudget / .seconds(1), 0) }
    private var options: HostEngine.Options { .init(budget: budget) }

    private func makeEngine() throws(RangeCoreError) -> HostEngine? {
        if isRetired || engine != nil { return engine }
        let made = try HostEngine(&controller.engine, of: controller, options: options)
        engine = made
        return made
    }

    // -- a step --

    private func step(_ surface: Surface) throws(RangeCoreError) {
        guard let engine = try makeEngine() else { return }
        controller.renewNodes()
        try askForStale(engine)
        let viewport = controller.timed(surface.viewport)
        // A list that is away has no views.
        let breadth = controller.presence == .away ? 0 : surface.breadth
        var columns: Int?
        if breadth > 0, breadth != self.breadth { columns = columnsForBreadth?(breadth) }
        if let columns, columns < 1 { throw .argument("columns", columns) }
        var step = try engine.begin(viewport, breadth: breadth, columns: columns ?? 0)
        if breadth > 0 { self.breadth = breadth }
        if let columns { controller.columns = columns }
        let clock = step.isDone ? 0 : viewport.time - controller.time
        var rounds = 0
        while true {
            controller.stepEdits.removeAll(keepingCapacity: true)
            let isRound = step.rounds != rounds
            rounds = step.rounds
            if isRound { controller.take(controller.engine.take(step), of: viewport) }
            // Before any callback, whose edits would shift indices.
            if step.isDone { makeViews(step.news, on: surface) }
            if isRound { controller.tellChanges() }
            if isRetired { return }
            if step.isDone { break }
            step = try measure(step, engine, on: surface, clock)
        }
        controller.hostTime = step.nextTime
        apply(step, engine, on: surface)
    }

    private func measure(
        _ step: HostEngine.Step, _ engine: HostEngine, on surface: Surface, _ clock: Double
    ) throws(RangeCoreError) -> HostEngine.Step {
        guard let node = step.asks.first else {
            return try engine.measured(nil, time: controller.time + clock)
        }
        var extent = HostEngine.later
        if let index = controller.stepEdits.newIndex(ofItem: node.index) {
            let view = view(of: node, at: index, on: surface)
            extent = surface.measure(view, ofItem: index, columns: node.columns)
            if !(extent >= 0) { extent = .nan }
        }
        let time = controller.time + clock
        do throws(RangeCoreError) {
            return try engine.measured(extent, time: time)
        } catch {
            guard error == .invalidArgument || error == .limitExceeded else { throw error }
            report(error)
            return try engine.measured(HostEngine.later, time: time)
        }
    }

    private func apply(_ step: HostEngine.Step, _ engine: HostEngine, on surface: Surface) {
        controller.tell()
        if isRetired { return }
        for number in step.released { recycle(number) }
        // One whose view could not be measured.
        for number in step.freed { recycle(number) }
        if let length = step.newLength {
            isWriting = true
            surface.setScrollLength(length)
            isWriting = false
        }
        if let offset = step.newOffset {
            isWriting = true
            surface.setOffset(offset, animated: false)
            isWriting = false
            attempt { () throws(RangeCoreError) in try engine.wrote(surface.viewport.offset) }
        }
        if let target = step.target, animates {
            animates = false
            surface.setOffset(target, animated: true)
        }
        for node in step.news where node.hasView && node.hasMoved {
            guard node.number < slots.count, let view = slots[node.number].view else { continue }
            slots[node.number].frame = node.frame
            surface.place(view, at: node.frame)
        }
    }

    // The step asks for what is visible, whose rows so keep their starts.
    private func askForStale(_ engine: HostEngine) throws(RangeCoreError) {
        if !controller.hasStaleNodes { return }
        controller.hasStaleNodes = false
        for entry in controller.nodes.entries where entry.node.isStale {
            entry.node.isStale = false
            if let number = engine.find(entry.index) {
                _ = try engine.setExtent(HostEngine.later, ofNode: number)
            } else {
                try controller.markProvisional(entry.index..<entry.index + 1)
            }
        }
    }

    @discardableResult
    private func attempt(_ body: () throws(RangeCoreError) -> Void) -> Bool {
        do throws(RangeCoreError) {
            try body()
            return true
        } catch {
            report(error)
            return false
        }
    }

    private func report(_ error: RangeCoreError) {
        self.error = error
        onError?(error)
    }
}

extension ListHost: ControllerHost {
    func renewView(ofItem index: Int) {
        guard let surface, let number = engine?.find(index), let slot = slot(ofItem: index),
            let view = slot.view
        else { return }
        surface.recycle(view)
        let new = surface.makeView(ofItem: index)
        slots[number].view = new
        if let frame = slot.frame { surface.place(new, at: frame) }
    }

    func retire() {
        for number in slots.indices { recycle(UInt32(number)) }
        (slots, engine, isRetired) = ([], nil, true)
    }
}
