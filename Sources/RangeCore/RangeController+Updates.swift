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
        return runRequested(after: try run(viewport))
    }

    /// Updates with the previous viewport, after edits or changes of the settings, and calls
    /// ``onUpdate``.
    ///
    /// Runs at once. In a callback of a node or of a batch delegate, it runs after all nodes have
    /// been notified, several calls as one; ``update(_:)`` returns the result if it is running.
    /// Does nothing before the first ``update(_:)``.
    public func updateAgain() {
        guard phase == .idle else {
            needsUpdate = true
            return
        }
        guard let viewport else { return }
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
            current.jitter = .random(in: 0...1)
        }
        current.isHeld = current.isHeld || holds
        let update = try engine.update(current)
        scratch.removeAll(keepingCapacity: true)
        engine.withChanges { changes in
            for position in changes.indices { scratch.append(changes[position]) }
        }
        lastUpdate = update
        rest(viewport, update)
        phase = .makingNodes
        var deliveries = prepare(scratch, visible: update.visible)
        phase = .telling
        for position in deliveries.indices {
            // Released here, after its exits, unless something else holds it.
            let node = deliveries[position].node
            deliveries[position].node = nil
            node?.take(deliveries[position].state)
        }
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
    private struct Delivery {
        var node: RangeNode?
        let state: InterfaceState
    }

    // Brings the map of nodes in line with an update, and lists the callbacks to make, in order.
    //
    // All nodes are made before the first callback, so that an edit in a callback cannot shift the
    // indices of those still to be made.
    private func prepare(_ changes: [ListEngine.Change], visible: Range<Int>) -> [Delivery] {
        var deliveries: [Delivery] = []
        var left: Set<Int> = []
        var entered: [(index: Int, node: RangeNode)] = []
        for change in changes {
            if change.isRemoval {
                for index in change.items {
                    deliveries.append(Delivery(node: nodes.takeRemoved(index), state: []))
                }
                continue
            }
            let isBefore = !change.clearsState && change.items.upperBound <= visible.lowerBound
            for step in 0..<change.items.count {
                // Nearest to the viewport first.
                let index =
                    isBefore
                    ? change.items.upperBound - 1 - step : change.items.lowerBound + step
                var node = nodes.node(ofItem: index)
                if node == nil, change.after.isInRange {
                    let made = makeNode(index)
                    made.take(change.before)
                    entered.append((index, made))
                    node = made
                }
                if !change.after.isInRange { left.insert(index) }
                deliveries.append(Delivery(node: node, state: change.after))
            }
        }
        nodes.settle(dropping: left, adding: entered)
        return deliveries
    }

    // -- updates of the controller's own --

    /// Records the presence of the node that holds this list, and updates if it has changed.
    func follow(_ presence: ListSettings.Presence, isNew: Bool = false) {
        if outerPresence == presence, !isNew { return }
        outerPresence = presence
        do throws(RangeCoreError) { try applySettings(settings) } catch { report(error) }
        updateAgain()
    }

    func report(_ error: RangeCoreError) {
        if let onError { onError(error) } else { failure = error }
    }

    /// The controller's clock, in seconds since it was created.
    private var time: Double { (clock.now - start) / .seconds(1) }

    /// Wakes when the passing of time alone could change the results of an update.
    func scheduleUpdate() {
        wake?.cancel()
        wake = nil
        guard schedulesUpdates, phase == .idle, let next = lastUpdate?.nextTime, next.isFinite
        else { return }
        // The host's clock may return any number; waking too early only repeats the update.
        let now = time
        let instant = start + .seconds(min(max(next, now), now + 3600))
        wake = Task { [weak self, clock] in
            // Only a cancelled sleep throws.
            guard (try? await clock.sleep(until: instant)) != nil else { return }
            self?.updateAgain()
        }
    }
}
