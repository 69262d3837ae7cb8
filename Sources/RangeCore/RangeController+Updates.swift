extension RangeController {
    /// Moves the viewport, applies all edits since the last update, calls the nodes, and begins the
    /// fetches that are due.
    ///
    /// Updates that callbacks request with ``updateAgain()`` run before this returns, and their
    /// corrections are included in the one returned. Add it to the scroll offset, or the content
    /// will jump.
    ///
    /// - Parameter viewport: Where the viewport is.
    /// - Throws: ``RangeCoreError/busy`` in a callback of a node or of a batch delegate;
    ///   ``RangeCoreError/invalidArgument``, ``RangeCoreError/limitExceeded`` and
    ///   ``RangeCoreError/outOfMemory`` as ``ListEngine/update(_:)``; and the error of an earlier
    ///   update, see ``onError``.
    /// - Complexity: O((1 + changes) log n + e log e + nodes log nodes), plus the callbacks. Allocates
    ///   in proportion to the items that change, besides their nodes.
    public func update(_ viewport: ListViewport) throws(RangeCoreError) -> ListUpdate {
        guard phase == .idle else { throw .busy }
        if let failure {
            self.failure = nil
            throw failure
        }
        defer { scheduleUpdate() }
        return try perform(viewport)
    }

    /// Updates for the host, or for ``update(_:)``, including the updates that callbacks request.
    func perform(_ viewport: ListViewport) throws(RangeCoreError) -> ListUpdate {
        runRequested(after: try run(viewport))
    }

    /// Updates with the previous viewport, after edits or changes of the settings, and calls
    /// ``onUpdate``.
    ///
    /// Runs at once. In a callback of a node or of a batch delegate, it runs after all nodes have
    /// been notified, several calls as one; ``update(_:)`` returns the result if it is running.
    /// Does nothing before the first ``update(_:)``. With a ``ListHost`` it is
    /// ``ListHost/update()``.
    public func updateAgain() {
        guard phase == .idle else {
            needsUpdate = true
            return
        }
        guard let viewport else { return }
        if let host { return host.update() }
        do throws(RangeCoreError) {
            // A correction must wait while there is nobody to add it.
            let update = runRequested(after: try run(viewport, holds: onUpdate == nil))
            scheduleUpdate()
            onUpdate?(update)
        } catch {
            report(error)
        }
    }

    // Runs the updates that callbacks requested; returns the last, with the sum of all corrections.
    private func runRequested(after first: ListUpdate) -> ListUpdate {
        var update = first
        var owed = first.correctionInTicks
        while needsUpdate, let viewport {
            needsUpdate = false
            do throws(RangeCoreError) {
                update = try run(viewport)
                owed += update.correctionInTicks
            } catch {
                report(error)
            }
        }
        update.correctionInTicks = owed
        lastUpdate = update
        return update
    }

    // One update: the engine's call, the nodes' callbacks, and the fetches that begin.
    private func run(
        _ viewport: ListViewport, holds: Bool = false
    ) throws(RangeCoreError) -> ListUpdate {
        var current = viewport
        if schedulesUpdates {
            current.time = time
            current.jitter = nextJitter()
        }
        current.isHeld = current.isHeld || holds
        let update = try engine.update(current)
        changes.removeAll(keepingCapacity: true)
        engine.withChanges { changes in
            for position in changes.indices { self.changes.append(changes[position]) }
        }
        lastUpdate = update
        rest(viewport, update)
        if !changes.isEmpty {
            phase = .makingNodes
            prepare(visible: update.visible)
            phase = .telling
            onChanges?(changes)
            deliver()
        }
        phase = .telling
        tellSurroundings()
        beginBatches(update)
        phase = .idle
        return update
    }

    // The viewport for an update that the host did not request.
    private func rest(_ viewport: ListViewport, _ update: ListUpdate) {
        var viewport = viewport
        viewport.offset = update.hostOffset
        viewport.place = nil
        viewport.velocity = 0
        viewport.landingOffset = nil
        viewport.isUserDriven = false
        self.viewport = viewport
    }

    // A node, and the state to bring it to.
    struct Delivery {
        var node: RangeNode?
        let state: InterfaceState
    }

    // Brings the map of nodes in line with an update, and lists the callbacks to make, in order.
    //
    // All nodes are made before the first callback, so that an edit in a callback cannot shift the
    // indices of those still to be made.
    private func prepare(visible: Range<Int>) {
        for change in changes {
            let (items, after) = (change.items, change.after)
            if change.isRemoval {
                for index in items {
                    deliveries.append(Delivery(node: nodes.takeRemoved(index), state: []))
                }
                continue
            }
            // Nearest to the viewport first.
            let isBefore = !change.clearsState && items.upperBound <= visible.lowerBound
            for step in 0..<items.count {
                let index = isBefore ? items.upperBound - 1 - step : items.lowerBound + step
                var node: RangeNode?
                if change.before.isInRange {
                    node = nodes.node(ofItem: index, isLeaving: !after.isInRange)
                } else {
                    let new = makeNode(index)
                    (new.list, new.listIndex) = (self, index)
                    new.take(change.before)
                    made.append(new)
                    node = new
                }
                deliveries.append(Delivery(node: node, state: after))
            }
            if made.isEmpty { continue }
            if isBefore { made.reverse() }
            nodes.add(made, at: items.lowerBound)
            made.removeAll(keepingCapacity: true)
        }
        nodes.settle()
    }

    private func deliver() {
        for position in deliveries.indices {
            // Released here, after its exits, unless something else holds it.
            guard let node = deliveries[position].node else { continue }
            let state = deliveries[position].state
            node.take(state)
            if node.hostView != nil, !state.contains(.display) { host?.recycleView(of: node) }
            if !state.isInRange { node.leaveList() }
            deliveries[position].node = nil
        }
        deliveries.removeAll(keepingCapacity: true)
    }

    // Nested lists have followed the nodes whose states have changed; now all others.
    private func tellSurroundings() {
        let surroundings = surroundings
        if surroundings == toldSurroundings { return }
        toldSurroundings = surroundings
        for entry in nodes.entries { entry.node.passOnSurroundings() }
    }

    /// Makes an object the host of this list; the views of an earlier one are dropped.
    func take(host: any ControllerHost) {
        self.host = host
        for entry in nodes.entries { entry.node.hostView = nil }
    }

    // -- updates of the controller's own --

    /// Records the presence of the node that holds this list, and the settings of that node's list;
    /// updates if they have changed.
    func follow(_ surroundings: Surroundings, isNew: Bool = false) {
        if outer == surroundings, !isNew { return }
        outer = surroundings
        do throws(RangeCoreError) { try applySettings(settings) } catch { report(error) }
        updateAgain()
    }

    func report(_ error: RangeCoreError) {
        if let onError { onError(error) } else { failure = error }
    }

    /// The controller's clock, in seconds since it was created.
    var time: Double { (clock.now - start) / .seconds(1) }

    // A linear congruential generator: the numbers need only differ between clients.
    private func nextJitter() -> Double {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(random >> 11) / Double(1 << 53 as UInt64)
    }

    /// Wakes when the passing of time alone could change the results of an update, or when the host
    /// has more to do: one wake-up for both.
    func scheduleUpdate() {
        guard phase == .idle else { return }
        let next =
            schedulesUpdates ? min(lastUpdate?.nextTime ?? .infinity, hostTime) : .infinity
        if next == wakeTime { return }
        wake?.cancel()
        wake = nil
        wakeTime = next
        guard next.isFinite else { return }
        // The host's clock may return any number; waking too early only repeats the update.
        let now = time
        let instant = start + .seconds(min(max(next, now), now + 3600))
        wake = Task { [weak self, clock] in
            // Only a cancelled sleep throws.
            guard (try? await clock.sleep(until: instant)) != nil, let self else { return }
            wakeTime = .infinity
            updateAgain()
        }
    }
}
