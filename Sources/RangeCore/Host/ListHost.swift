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
/// the surface's viewport and measures rows until all that are visible are measured; then it gives the
/// surface the scroll length, the offset, and the places of the views. While the viewport is held (a
/// finger, a fling), offsets are left alone, and the first update after that catches up.
///
/// An item gets a view when it becomes visible, or earlier when it is measured ahead, and keeps it,
/// wherever edits move it, until it leaves the display range. Nodes are made as their items come into
/// range, and hear of their states once all is measured, of each change once: exits before
/// ``ScrollSurface/recycle(_:)``, and all before views are placed. What they edit is taken up by
/// another update, which follows at once if they ask for one.
///
/// The host makes all updates of its controller: ``RangeController/updateAgain()``, batches that have
/// arrived, and retries end in ``update()``. So ``RangeController/onUpdate`` is not called, and
/// ``RangeController/update(_:)`` must not be. Edits go to the controller.
/// Scrolling allocates nothing but the views and nodes that are made.
@MainActor
public final class ListHost<Surface: ScrollSurface> {
    /// The list.
    public let controller: RangeController

    /// The surface, held weakly, as it usually owns the host. Without it updates do nothing.
    public private(set) weak var surface: Surface?

    /// How long one update may measure rows that are in the display range but not visible, nearest
    /// first; 4 ms by default.
    ///
    /// The rest is measured in an update of the host's own, after a pause of the same length. With
    /// zero, rows are measured only when they become visible.
    public var measuringBudget: Duration = .milliseconds(4) {
        didSet { attempt(try engine?.setOptions(options)) }
    }

    /// Whether rows have the extents with which they were inserted, or the estimate, and none is measured:
    /// lines of a log, or photos whose sizes came with them. False by default.
    ///
    /// ``ScrollSurface/measure(_:ofItem:columns:)`` is not called then, at another
    /// ``ScrollSurface/breadth`` neither, and views are made only for what is on screen.
    ///
    /// ```swift
    /// let surface = Surface()
    /// let host = ListHost(surface: surface, controller: RangeController(estimate: 20))
    /// host.extentsAreKnown = true
    /// try host.controller.insertItems(count: 3, at: 0) { index in index == 1 ? 60 : 20 }
    /// host.update()
    /// print(host.frame(ofItem: 2)?.start ?? 0)  // 80.0
    /// ```
    public var extentsAreKnown = false {
        didSet { attempt(try engine?.setOptions(options)) }
    }

    private var options: HostEngine.Options {
        var options = HostEngine.Options(
            budget: measuringBudget, extentsAreKnown: extentsAreKnown)
        options.inLanes = lanesForBreadth != nil
        return options
    }

    /// Returns how many items fit side by side at a breadth, at least 1; nil leaves the columns alone.
    public var columnsForBreadth: (@MainActor (Double) -> Int)?

    /// Returns how many lanes fit side by side at a breadth, 1 … 16; nil leaves them alone.
    ///
    /// In lanes (masonry) each item goes on where its own lane ends, and keeps its lane; see
    /// ``ListEngine/setLanes(_:spacing:tolerance:keepingExtents:)``. In place of ``columnsForBreadth``.
    ///
    /// ```swift
    /// let surface = Surface()
    /// let host = ListHost(surface: surface, controller: list)
    /// host.lanesForBreadth = { breadth in max(1, Int(breadth / 100)) }
    /// host.update()
    /// print(list.laneCount, host.frame(ofItem: 4)?.column ?? 0)  // 3 1
    /// ```
    public var lanesForBreadth: (@MainActor (Double) -> Int)? {
        didSet { attempt(try engine?.setOptions(options)) }
    }

    /// Called after each update, when everything has been placed. Its correction has been applied.
    public var onUpdate: (@MainActor (ListUpdate) -> Void)?

    /// Called when an update fails, for example when out of memory, or when a view measures NaN.
    public var onError: (@MainActor (RangeCoreError) -> Void)?

    /// The error of the last update; nil if it succeeded.
    public private(set) var error: RangeCoreError?

    private typealias Slot = (view: Surface.ItemView?, frame: ItemFrame?)
    // By the numbers of the engine's nodes.
    private var slots: [Slot] = []
    // Nodes whose views need something else now. Safe: each access is one call of the array.
    @safe @exclusivity(unchecked) private var stale: [Int] = []
    // Nil until the first update.
    private var engine: HostEngine?
    // Whether another host has taken over.
    private var isRetired = false

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

    /// Returns the view of an item; nil if it has none.
    ///
    /// - Complexity: O(nodes).
    public func view(ofItem index: Int) -> Surface.ItemView? { slot(ofItem: index)?.view }

    /// Returns where the view of an item was last placed; nil if it has none.
    ///
    /// - Complexity: O(nodes).
    public func frame(ofItem index: Int) -> ItemFrame? { slot(ofItem: index)?.frame }

    /// Returns the index of the item that a view shows, after all edits; nil if it shows none.
    ///
    /// - Complexity: O(nodes).
    public func item(of view: Surface.ItemView) -> Int? {
        let number = slots.firstIndex { $0.view === view }
        return number.flatMap { engine?.index(ofNode: $0) }
    }

    private func slot(ofItem index: Int) -> Slot? { number(ofItem: index).map { slots[$0] } }

    private func number(ofItem index: Int) -> Int? {
        let number = try? engine?.number(ofItem: index)
        return number.flatMap { $0 < slots.count ? $0 : nil }
    }

    /// Scrolls to an item.
    ///
    /// Rows on the way that are measured meanwhile do not shift the target. Within a callback, or
    /// while the list is hidden, it takes effect later, wherever edits have moved the item.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - alignment: Where to align it.
    ///   - animated: Whether the surface animates the movement.
    /// - Precondition: The index is that of an item; the fraction and the shift are finite.
    public func scroll(
        toItem index: Int, at alignment: ScrollAlignment = .nearest, animated: Bool = false
    ) {
        let isAllowed = attempt(
            try valid(
                try makeEngine()?.scroll(toItem: index, at: alignment, animated: animated)))
        if isAllowed { update() }
    }

    /// Scrolls to an offset of the surface's own, and arrives there, however rows on the way are measured.
    ///
    /// ```swift
    /// let surface = Surface()
    /// let host = ListHost(surface: surface, controller: list)
    /// host.scroll(toOffset: 5000)
    /// print(surface.viewport.offset)  // 5000.0
    /// ```
    ///
    /// There the list rests until it is scrolled or edited, or has another breadth: rows that are
    /// measured elsewhere do not move it. Before the list is shown, or while it is hidden, it takes effect
    /// later, also with ``ListSettings/sticksToTail``: so such a list begins elsewhere than at its end.
    ///
    /// - Parameters:
    ///   - offset: The offset, in points; past an end of the list, and infinite, it is that end.
    ///   - animated: Whether the surface animates the movement.
    /// - Precondition: The offset is not NaN.
    public func scroll(toOffset offset: Double, animated: Bool = false) {
        let isAllowed = attempt(
            try valid(try makeEngine()?.scroll(toOffset: offset, animated: animated)))
        if isAllowed { update() }
    }

    /// Where the first visible item is, as of the last update; nil if none is visible.
    ///
    /// To save it, note the id of the item at its index and how far from the inner edge of the start
    /// inset it starts. Then whatever comes or goes meanwhile, the same item is restored there.
    ///
    /// - Complexity: O(log n).
    public var place: ListViewport.Place? {
        guard let viewport = controller.viewport, let index = controller.latest.visible.first,
            let item = try? controller.core.item(at: index)
        else { return nil }
        let edge = controller.latest.offset + viewport.insetStart
        return ListViewport.Place(item: index, start: item.offset - edge)
    }

    /// Scrolls to where an item was, to restore a ``place``: exactly, unless the list ends before, also
    /// while the rows there are still to be measured.
    ///
    /// ```swift
    /// let host = ListHost(surface: Surface(), controller: list)
    /// host.update()
    /// let saved = host.place
    /// try list.insertItems(count: 5, at: 0)
    /// if var saved {
    ///     saved.item += 5
    ///     host.scroll(to: saved)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - place: The index of the item, after all edits, and where it is to start.
    ///   - animated: Whether the surface animates the movement.
    ///
    /// A place may come from a file. One that is not of this list is an error, which goes to
    /// ``onError``; nothing moves then.
    public func scroll(to place: ListViewport.Place, animated: Bool = false) {
        let alignment = ScrollAlignment(fraction: 0, shift: -place.start)
        let isPlace = attempt(
            try makeEngine()?.scroll(toItem: place.item, at: alignment, animated: animated))
        if isPlace { update() }
    }

    // -- snapshots --

    // What is to be restored, and how, until its place is found.
    private var restoration: Restoration?
    private struct Restoration {
        // Where the surface was last meanwhile.
        var offset: Double?
        var snapshot: any Sendable
        var find: @MainActor (Double) throws(RangeCoreError) -> SnapshotEngine.Goal?
    }

    /// Whether the place of a snapshot is yet to be found; see ``restore(_:key:id:)``.
    public var isRestoring: Bool { restoration != nil }

    /// Notes where the list is, and the extents of its measured rows, as of the last update.
    ///
    /// ```swift
    /// let surface = Surface()
    /// let host = ListHost(surface: surface, controller: list)
    /// host.update()
    /// print(try host.snapshot { index in photos[index].id }?.isAtStart ?? false)  // true
    /// ```
    ///
    /// While ``isRestoring`` it returns what is to be restored, so that the place is not lost meanwhile.
    /// Parameters and errors are those of ``RangeController/snapshot(key:capacity:id:)``.
    public func snapshot<ID>(
        key: Int = 0, capacity: Int = 10_000, id: (Int) -> ID?
    ) throws(RangeCoreError) -> ScrollSnapshot<ID>? {
        if let saved = restoration?.snapshot as? ScrollSnapshot<ID> { return saved }
        return try controller.snapshot(key: key, capacity: capacity, id: id)
    }

    /// Scrolls to where the list was, as soon as the rows that were on screen are in it; and measures those
    /// whose extents are known, without their views.
    ///
    /// It looks for them in each update, from the first on, until they are there, or the user scrolls: in an
    /// empty list, and while pages arrive. The first frame that has them shows them where they were. Set the
    /// estimate, the columns and the settings before. ``update()`` follows.
    ///
    /// - Parameters:
    ///   - snapshot: What was noted.
    ///   - key: As it was noted with, or extents are not restored.
    ///   - id: A closure that returns the id of the item at an index; nil for one that has none, such as a
    ///     placeholder. It is called for each item in each update, until the place is found.
    public func restore<ID>(
        _ snapshot: ScrollSnapshot<ID>, key: Int = 0, id: @escaping @MainActor (Int) -> ID?
    ) {
        restoration = Restoration(snapshot: snapshot) {
            [unowned controller] length throws(RangeCoreError) in
            try controller.find(snapshot, key: key, length: length, id: id)
        }
        update()
    }

    /// Requests the place, if it is there. (A hidden list has no length, and waits.)
    private func restore(in viewport: ListViewport, _ engine: HostEngine) throws(RangeCoreError) {
        guard let restoration else { return }
        if let offset = restoration.offset, viewport.isUserDriven, viewport.offset != offset {
            self.restoration = nil
            return
        }
        let length = viewport.length - viewport.insetStart - viewport.insetEnd
        guard length > 0, let goal = try restoration.find(length) else { return }
        self.restoration = nil
        switch goal {
        case .start: try engine.scroll(toOffset: -.infinity, animated: false)
        case .end: try engine.scroll(toOffset: .infinity, animated: false)
        case .item(let index, let alignment):
            try engine.scroll(toItem: index, at: alignment, animated: false)
        }
    }

    /// Measures the row of an item again in the next update, for example since its view has other
    /// contents; a visible row keeps its start. ``update()`` follows. Errors go to ``onError``.
    ///
    /// - Complexity: O(nodes).
    public func setNeedsMeasure(ofItem index: Int) {
        attempt(try controller.measureAgain(ofItem: index))
    }

    /// Keeps the view of an item wherever it is, until the item is removed, for example while it has the
    /// focus; or does so no longer. Takes effect in the next update.
    package func setKept(_ isKept: Bool, item index: Int) {
        attempt(try engine?.keep(index, isKept))
    }

    /// What a surface measures that is told by ``setExtent(_:of:)`` later: until then the row has its estimate.
    package static var later: Double { -.infinity }

    /// Sets what a view needs, as soon as that is known; the next update takes it in.
    package func setExtent(_ extent: Double, of view: Surface.ItemView) {
        guard let number = slots.firstIndex(where: { $0.view === view }) else { return }
        attempt(try engine?.setExtent(extent, ofNode: number))
    }

    /// Measures all rows again, visible ones at once, for example after a change of the text size.
    ///
    /// They keep their extents until then. A new ``ScrollSurface/breadth`` needs no call.
    public func remeasure() {
        attempt(try controller.markProvisional(0..<controller.count))
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
        guard !isRetired, let surface, !controller.mustWait() else { return }
        error = nil
        controller.update(by: self, try step(surface))
    }

    private func makeEngine() throws(RangeCoreError) -> HostEngine? {
        if engine == nil, !isRetired {
            // The controller owns the list.
            engine = try unsafe HostEngine(
                &controller.core, of: controller, options: options)
        }
        return engine
    }

    private func step(_ surface: Surface) throws(RangeCoreError) {
        guard let engine = try makeEngine() else { return }
        controller.renewNodes()
        while let number = stale.popLast() {
            _ = try engine.setExtent(HostEngine.later, ofNode: number)
        }
        let viewport = controller.timed(surface.viewport)
        // A list that is away has no views.
        let breadth = controller.presence == .away ? 0 : surface.breadth
        let inLanes = lanesForBreadth != nil
        let rule = lanesForBreadth ?? columnsForBreadth
        let columns = breadth > 0 ? rule.map { max($0(breadth), 1) } : nil
        if restoration != nil {
            // Lanes come back only to a list that is laid out in as many.
            if inLanes, let columns, controller.laneCount != columns {
                try controller.core.setLanes(columns, spacing: controller.spacing)
            }
            try restore(in: viewport, engine)
        }
        var step = try engine.begin(viewport, breadth: breadth, columns: columns ?? 0)
        if let columns {
            (controller.columns, controller.laneCount) = inLanes ? (1, columns) : (columns, 1)
        }
        var rounds = 0
        while true {
            if step.rounds != rounds {
                rounds = step.rounds
                controller.take(controller.core.take(step), of: viewport)
                if isRetired { return }
            }
            if step.isDone { break }
            let extent = unsafe step.asks.first.map { node in
                let index = engine.index(ofNode: node.number)
                return index.map { measure(node, at: $0, on: surface) } ?? HostEngine.later
            }
            step = try engine.measured(extent, time: controller.timed(surface.viewport).time)
        }
        controller.hostTime = step.nextTime
        controller.tell()
        if !isRetired { apply(step, engine, on: surface) }
        if restoration != nil { restoration?.offset = surface.viewport.offset }
    }

    // What cannot be measured keeps its extent.
    private func measure(_ node: HostEngine.Node, at index: Int, on surface: Surface) -> Double {
        let view = view(node.number, at: index, on: surface)
        let extent = surface.measure(view, ofItem: index, columns: node.columns)
        if extent == Self.later { return HostEngine.later }
        if extent >= 0, extent + controller.spacing <= 4_000_000 { return extent }
        report(extent >= 0 ? .limitExceeded : .argument("extent", extent))
        return HostEngine.later
    }

    private func apply(_ step: HostEngine.Step, _ engine: HostEngine, on surface: Surface) {
        unsafe step.released.forEach(recycle)
        if let length = step.newLength {
            controller.during(.setting) { surface.setScrollLength(length) }
        }
        if let offset = step.newOffset {
            controller.during(.setting) { surface.setOffset(offset, animated: false) }
            attempt(try engine.wrote(surface.viewport.offset))
        }
        if let target = step.newTarget { surface.setOffset(target, animated: true) }
        let news = unsafe step.news
        for position in 0..<news.count {
            let node = unsafe news[position]
            guard node.hasView, node.hasMoved, let index = engine.index(ofNode: node.number)
            else { continue }
            let view = view(node.number, at: index, on: surface)
            slots[node.number].frame = node.frame
            surface.place(view, at: node.frame)
        }
    }

    private func view(_ number: Int, at index: Int, on surface: Surface) -> Surface.ItemView {
        while slots.count <= number { slots.append((nil, nil)) }
        let view = slots[number].view ?? surface.makeView(ofItem: index)
        slots[number].view = view
        return view
    }

    private func recycle(_ number: UInt32) {
        guard number < slots.count, let view = slots[Int(number)].view else { return }
        slots[Int(number)] = (nil, nil)
        surface?.recycle(view)
    }
}

extension ListHost: @MainActor CustomStringConvertible {
    /// That of its controller, and how many views there are.
    public var description: String {
        "\(controller), \(slots.count { $0.view != nil }) views"
    }
}

extension ListHost: ControllerHost {
    var scheduler: ListScheduler? { surface?.scheduler }

    func measureAgain(ofItem index: Int) -> Bool {
        guard let number = number(ofItem: index) else { return false }
        stale.append(number)
        return true
    }

    func renewView(ofItem index: Int) {
        guard let surface, let number = number(ofItem: index),
            case (let old?, let frame?) = slots[number]
        else { return }
        surface.recycle(old)
        slots[number].view = nil
        surface.place(view(number, at: index, on: surface), at: frame)
    }

    func retire() {
        for number in slots.indices { recycle(UInt32(number)) }
        (slots, stale, engine, isRetired) = ([], [], nil, true)
    }

    func report(_ error: RangeCoreError) {
        self.error = error
        onError?(error)
    }
}
