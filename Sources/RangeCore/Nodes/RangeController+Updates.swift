extension RangeController {
    /// Moves the viewport, applies all edits since the last update, calls the nodes, and begins the
    /// fetches that are due.
    ///
    /// Updates that callbacks request with ``updateAgain()`` run before this returns, and their
    /// corrections are included in the one returned. Add it to the scroll offset, or the content
    /// will jump.
    ///
    /// - Parameter viewport: Where the viewport is.
    /// - Precondition: No number of the viewport is NaN, infinite, or negative where it must not be; see
    ///   ``ListEngine/update(_:)``.
    /// - Throws: ``RangeCoreError/busy`` in a callback of a node or of a batch delegate;
    ///   ``RangeCoreError/limitExceeded`` and ``RangeCoreError/outOfMemory`` as
    ///   ``ListEngine/update(_:)``; and the error of an earlier update, see ``onError``.
    /// - Complexity: O((1 + changes) (log n + nodes) + e log e), plus the callbacks. Scrolling
    ///   allocates nothing but the nodes that are made, once a few arrays have grown.
    public func update(_ viewport: ListViewport) throws(RangeCoreError) -> ListUpdate {
        guard phase == .idle else { throw .busy }
        if let failure {
            self.failure = nil
            throw failure
        }
        defer { scheduleUpdate() }
        try perform(viewport)
        tellOfUpdate()
        return latest
    }

    /// Updates, and as often again as callbacks request. Afterwards ``latest`` is the last one, with the
    /// sum of all corrections.
    func perform(_ viewport: ListViewport, holds: Bool = false) throws(RangeCoreError) {
        try run(viewport, holds: holds)
        if !needsUpdate { return }
        var owed = latest.correctionInTicks
        while needsUpdate, let viewport = self.viewport {
            needsUpdate = false
            if attempt(try run(viewport)) { owed += latest.correctionInTicks }
        }
        latest.correctionInTicks = owed
    }

    /// Updates with the previous viewport, after edits or changes of the settings, and calls
    /// ``onUpdate``.
    ///
    /// Runs at once. In a callback of a node or of a batch delegate, it runs after all nodes have
    /// been notified, several calls as one; ``update(_:)`` returns the result if it is running.
    /// Does nothing before the first ``update(_:)``. With a ``ListHost`` it is
    /// ``ListHost/update()``.
    public func updateAgain() {
        if let host { return host.update() }
        guard !mustWait(), let viewport else { return }
        // A correction must wait while there is nobody to add it.
        guard attempt(try perform(viewport, holds: onUpdate == nil)) else { return }
        scheduleUpdate()
        onUpdate?(latest)
        tellOfUpdate()
    }

    /// Returns whether an update has to wait for the end of another one, after which it follows. What
    /// the host itself sets needs none.
    func mustWait() -> Bool {
        needsUpdate = needsUpdate || phase != .idle && phase != .setting
        return phase != .idle
    }

    /// Has the host make an update, and as often again as callbacks request; what never comes to rest
    /// goes on after a pause.
    func update(
        by host: some ControllerHost, _ step: @autoclosure () throws(RangeCoreError) -> Void
    ) {
        hostTime = .infinity
        var (isUpdated, rounds) = (false, 0)
        repeat {
            needsUpdate = false
            phase = .hosting
            isUpdated = host.attempt(try step()) || isUpdated
            phase = .idle
            rounds += 1
        } while needsUpdate && rounds < 10
        if needsUpdate { hostTime = time + 0.004 }
        needsUpdate = false
        scheduleUpdate()
        if !isUpdated { return }
        host.onUpdate?(latest)
        tellOfUpdate()
    }

    /// After an update, and all others that callbacks requested.
    private func tellOfUpdate() {
        pages?.listDidUpdate(self)
        tellFollowers()
        afterUpdate?()
    }

    // One update: the engine's call, the nodes' callbacks, and the fetches that begin.
    private func run(
        _ viewport: ListViewport, holds: Bool = false
    ) throws(RangeCoreError) {
        var current = viewport
        if needsTime || settings.foresight > 0 || core.recorder != nil {
            current = timed(viewport)
        }
        current.isHeld = current.isHeld || holds
        renewNodes()
        checkIsNotLent()
        take(try valid(try core.update(current)), of: current)
        tell()
    }

    /// The same viewport, with the controller's time and jitter.
    func timed(_ viewport: ListViewport) -> ListViewport {
        if !schedulesUpdates { return viewport }
        var timed = viewport
        timed.time = time
        if needsTime { timed.jitter = .random(in: 0..<1) }
        return timed
    }

    /// Takes on an update: makes the nodes that are missing, and tells its changes. ``tell()`` follows,
    /// once for several updates.
    func take(_ update: ListUpdate, of viewport: ListViewport) {
        latest = update
        hasUpdated = true
        let isFetching = latest.tail.reason == .fetching || latest.head.reason == .fetching
        needsTime = needsTime && (isFetching || latest.nextTime.isFinite)
        rest(viewport)
        changes.removeAll(keepingCapacity: true)
        for position in 0..<core.changes.count { changes.append(core.changes[position]) }
        during(.makingNodes) { prepare(visible: latest.visible) }
        if !observers.isEmpty { during(.telling) { tellObservers() } }
    }

    private func tellObservers() {
        let (update, changes) = (latest, changes)
        for each in observers { each.observation?.body?(update, changes) }
    }

    /// Does a part of an update, in which another one has to wait.
    func during(_ phase: Phase, _ body: () -> Void) {
        let whole = self.phase
        self.phase = phase
        body()
        self.phase = whole
    }

    /// Calls the nodes, and begins the fetches that are due.
    func tell() {
        during(.telling) {
            if !deliveries.isEmpty { deliver() }
            if hasNewSurroundings {
                // Nested lists have followed the nodes whose states have changed; now all others.
                hasNewSurroundings = false
                for entry in nodes.entries { entry.node.passOnSurroundings() }
            }
            if latest.tail.answer != .no || latest.head.answer != .no { beginBatches(latest) }
        }
    }

    // The viewport for an update that the host did not request.
    private func rest(_ viewport: ListViewport) {
        var viewport = viewport
        viewport.offset = latest.hostOffset
        viewport.place = nil
        viewport.velocity = 0
        viewport.landingOffset = nil
        viewport.isUserDriven = false
        self.viewport = viewport
    }

    // Brings the map of nodes in line with an update, and lists those to call, in order.
    //
    // All nodes are made before the first callback, so that an edit in a callback cannot shift the
    // indices of those still to be made.
    private func prepare(visible: Range<Int>) {
        for change in changes {
            let items = change.items
            if change.isRemoval {
                for index in items {
                    if let node = nodes.takeRemoved(index) { list(node, change) }
                }
                continue
            }
            // Nearest to the viewport first.
            let isBefore = !change.clearsState && items.upperBound <= visible.lowerBound
            for step in 0..<items.count {
                let index = isBefore ? items.upperBound - 1 - step : items.lowerBound + step
                list(nodes.node(ofItem: index) ?? newNode(index, change.before), change)
            }
        }
        nodes.settle()
    }

    private func list(_ node: RangeNode, _ change: ListEngine.Change) {
        node.nextState = change.after
        deliveries.append(node)
    }

    private func newNode(_ index: Int, _ state: InterfaceState) -> RangeNode {
        let node = makeNode(index)
        (node.list, node.listIndex) = (self, index)
        node.take(state)
        nodes.add(node, at: index)
        return node
    }

    /// Makes new nodes, and views, in the place of outdated ones, and brings them to the state of these.
    /// All are made before the first callback, since an edit in a callback shifts indices.
    func renewNodes() {
        if outdatedNodes.isEmpty { return }
        var renewed: [RangeNode] = []
        during(.makingNodes) {
            for old in outdatedNodes {
                guard let index = old.listIndex, nodes.node(ofItem: index) === old else { continue }
                let new = makeNode(index)
                (new.list, new.listIndex, new.nextState) = (self, index, old.nextState)
                (old.listIndex, old.nextState) = (nil, [])
                nodes.replace(index, by: new)
                deliveries += [old, new]
                renewed.append(new)
            }
        }
        outdatedNodes = []
        during(.telling) { deliver() }
        for new in renewed { if let index = new.listIndex { host?.renewView(ofItem: index) } }
    }

    private func deliver() {
        nodes.dropFar()
        for position in deliveries.indices {
            // Released here, after its exits, unless something else holds it.
            guard let node = deliveries[position] else { continue }
            node.take(node.nextState)
            if !node.nextState.isInRange { node.leaveList() }
            deliveries[position] = nil
        }
        deliveries.removeAll(keepingCapacity: true)
    }

    /// Makes an object the host of this list, in place of an earlier one.
    func take(host: any ControllerHost) {
        self.host?.retire()
        self.host = host
    }

    // -- updates of the controller's own --

    /// Records the presence of the node that holds this list, and the settings of that node's list;
    /// updates if they have changed.
    func follow(_ surroundings: Surroundings, isNew: Bool = false) {
        if outer == surroundings, !isNew { return }
        outer = surroundings
        applySettings(settings)
        updateAgain()
    }

    package func report(_ error: RangeCoreError) {
        if let onError { onError(error) } else { failure = error }
    }

    /// The controller's clock, in seconds since it was created.
    var time: Double { (clock.now - start) / .seconds(1) }

    /// Wakes when the passing of time alone could change the results of an update, or when the host
    /// has more to do: one wake-up for both.
    func scheduleUpdate() {
        guard phase == .idle else { return }
        let next =
            schedulesUpdates && hasUpdated ? min(latest.nextTime, hostTime) : .infinity
        wakeUp.set(next, by: scheduler) { time }
    }
}

// What a controller asks of its host, whatever the surface.
@MainActor
protocol ControllerHost: ErrorReporter {
    var onUpdate: (@MainActor (ListUpdate) -> Void)? { get }
    /// That of its surface, while there is one.
    var scheduler: ListScheduler? { get }
    var extentsAreKnown: Bool { get set }
    func update()
    func scroll(toItem index: Int, at alignment: ScrollAlignment, animated: Bool)
    func scroll(toOffset offset: Double, animated: Bool)
    /// Measures a row again in the next update; returns false if it is out of range.
    func measureAgain(ofItem index: Int) -> Bool
    /// Shows an item in a new view, if it has one: its contents are others.
    func renewView(ofItem index: Int)
    /// Takes all views. Another host follows, whose views may be of another type.
    func retire()
}

extension RangeController: ErrorReporter {}
