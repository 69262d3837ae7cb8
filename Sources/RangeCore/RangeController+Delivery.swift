extension RangeController {
    // A node, and the state that it is to be told.
    struct Delivery {
        var node: Node?
        let state: InterfaceState
    }

    /// Runs an update and those that its callbacks ask for, or leaves it to the one that runs.
    ///
    /// - Throws: what is wrong with the viewport, also where the update would only run later; then
    ///   what the first update failed with. Where that one ran, the host must learn what it owes,
    ///   whatever became of those asked for in callbacks: then only memory can have been short.
    func enqueue(_ viewport: Viewport?) throws(RangeCoreError) -> Update? {
        let viewport = viewport.map(stamped)
        try viewport?.validate()
        // An update that waits takes the edits made since into account: one more tells nothing new.
        if viewport != nil || queue.isEmpty { queue.append(viewport) }
        guard phase == .idle else { return nil }
        defer { scheduleUpdate() }
        var failure: RangeCoreError?
        var owed = Ticks.zero
        var answer: Update?
        while !queue.isEmpty {
            let asked = queue.removeFirst()
            guard let viewport = asked ?? self.viewport else { continue }
            do throws(RangeCoreError) {
                let update = try run(viewport)
                answer = update
                // A host that gives an offset has applied what was owed to it before.
                if asked != nil { owed = .zero }
                // In ticks, whose sum is exact; past their limit the list could not be either.
                if let correction = try? Ticks(points: update.correction) { owed += correction }
            } catch {
                failure = failure ?? error
            }
        }
        if answer == nil, let failure { throw failure }
        answer?.correction = owed.points
        return answer
    }

    /// One update: the engine's call, the nodes that it makes and tells, the batches that it begins.
    private func run(_ viewport: Viewport) throws(RangeCoreError) -> Update {
        let viewport = stamped(viewport)
        scratch.removeAll(keepingCapacity: true)
        let update = try engine.update(viewport) { (update, changes) throws(RangeCoreError) in
            for position in changes.indices { scratch.append(changes[position]) }
            return copy update
        }
        lastUpdate = update
        rest(viewport, update)
        phase = .makingNodes
        var deliveries = prepare(scratch, visible: update.visible)
        phase = .telling
        for position in deliveries.indices {
            // Released here, after its exits, where nothing else holds it.
            let node = deliveries[position].node
            deliveries[position].node = nil
            node?.take(deliveries[position].state)
        }
        beginBatches(update)
        phase = .idle
        return update
    }

    // The viewport with the controller's own time and jitter, where it has any.
    private func stamped(_ viewport: Viewport) -> Viewport {
        guard schedulesUpdates else { return viewport }
        var viewport = viewport
        viewport.time = time
        viewport.jitter = .random(in: 0...1)
        return viewport
    }

    // The viewport for an update that the host did not ask for.
    private func rest(_ viewport: Viewport, _ update: Update) {
        var viewport = viewport
        viewport.offset = update.hostOffset
        viewport.velocity = 0
        viewport.landingOffset = nil
        viewport.isUser = false
        self.viewport = viewport
    }

    /// Brings the map of nodes in line with an update, and lists whom to tell what, in order.
    ///
    /// All nodes are made before the first is told anything: so an edit in a callback cannot shift
    /// the indices of those still to be made.
    private func prepare(_ changes: [Change], visible: Range<Int>) -> [Delivery] {
        var deliveries: [Delivery] = []
        var left: Set<Int> = []
        var entered: [(index: Int, node: Node)] = []
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
                var node = nodes.node(at: index)
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

    /// Takes note of where the node is that holds this list, and updates when that is new.
    func follow(_ presence: Presence, isNew: Bool = false) {
        if outerPresence == presence, !isNew { return }
        outerPresence = presence
        try? engine.configure(effectiveSettings)
        updateByItself()
    }

    /// Updates without having been asked to, and says so.
    func updateByItself() {
        guard viewport != nil, let update = try? enqueue(nil) else { return }
        onUpdate?(update)
    }
}
