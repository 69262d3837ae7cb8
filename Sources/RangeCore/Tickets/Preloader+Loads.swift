internal import CRangeCore

extension Preloader {
    /// Starts, cancels and drops what is due now.
    func update() {
        let plan = engine.update(clock())
        var calls: [@MainActor () -> Void] = []
        for order in plan.orders {
            // What has a ticket has a number.
            guard let id = numbers.ids[order.id] else { continue }
            switch order.kind {
            case RC_TICKET_ORDER_KIND_CANCEL:
                loads.removeValue(forKey: order.id)?.task?.cancel()
                note(order.id, .cancelled)
            case RC_TICKET_ORDER_KIND_DROP:
                values[order.id] = nil
                calls.append { [onDrop] in onDrop?(id) }
            case RC_TICKET_ORDER_KIND_PRIORITY:
                let priority = PreloadPriority(raw: order.band.rawValue)
                calls.append { [onPriority] in onPriority?(id, priority) }
            default: start(order, id)
            }
        }
        wakeUp.set(plan.nextTime, by: scheduler, now: clock)
        // Last, since they may change everything.
        for call in calls { call() }
    }

    private func start(_ order: rc_ticket_order, _ id: ID) {
        let (number, token, scheduler) = (order.id, order.token, scheduler)
        let priority = PreloadPriority(raw: order.band.rawValue)
        loads[number] = Load(token: token)
        note(number, nil)
        // Weak, so that the preloader can be released meanwhile.
        let taskPriority: TaskPriority = priority == .visible ? .userInitiated : .utility
        loads[number]?.task = Task(priority: taskPriority) { @concurrent [weak self, load] in
            let result: Result<Value, any Error>
            do {
                result = .success(try await load(id, priority))
            } catch {
                result = .failure(error)
            }
            scheduler.schedule { [weak self] in self?.finish(number, token, id, result) }
        }
    }

    private func finish(
        _ number: rc_id, _ token: UInt64, _ id: ID, _ result: Result<Value, any Error>
    ) {
        // Otherwise it was cancelled.
        guard loads[number]?.token == token else { return }
        loads[number] = nil
        switch result {
        case .success(let value):
            note(number, .completed)
            let told = self.cost?(value) ?? Int(estimate)
            let cost = min(max(told, 0), Int(clamping: Int64(RC_TICKETS_COST_MAX)))
            take(time: try? engine.finish(number, token, cost: cost, at: clock()))
            values[number] = value
            update()
            // Unless it was too big.
            if values[number] != nil { onReady?(id, value) }
        case .failure(is CancellationError):
            // If it were started again at once, it might go on for ever.
            try? engine.cancel(number, token)
            note(number, .cancelled)
        case .failure(let error):
            note(number, .failed)
            let jitter = Double.random(in: 0...1)
            take(time: try? engine.fail(number, token, at: clock(), jitter: jitter))
            update()
            onFailure?(id, error)
        }
    }

    /// Tells lists that are recorded that a load has begun or, with an outcome, ended.
    private func note(_ number: rc_id, _ outcome: BatchContext.Outcome?) {
        for each in lists.values { each.list?.noteLoad(of: number, by: self, outcome) }
    }

    /// Tells lists with foresight what a load took.
    private func take(time: Double?) {
        guard let time else { return }
        for each in lists.values { each.list?.addPreloadTime(time) }
    }

    // -- ids --

    func number(of id: ID) -> rc_id { numbers.number(of: id) }

    func sweep() {
        guard numbers.isToBeSwept else { return }
        let wanted = Set(self.wanted.values.joined())
        numbers.sweep { wanted.contains($0) || engine.ticket($0) != nil }
    }
}
