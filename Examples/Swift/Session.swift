import RangeCore

/// A list and its flights, and what a session's commands do to them.
final class Session {
    private var list: ListEngine
    private var flights: [BatchContext] = []

    init() throws(RangeCoreError) {
        list = try ListEngine()
    }

    /// Carries out a command, and returns what it prints.
    func carryOut(_ command: String, _ line: inout Line) throws(Refusal) -> String {
        do {
            return try answer(command, &line) ?? "ok"
        } catch let error as RangeCoreError {
            return "error \(error)"
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(text: "\(error)")
        }
    }

    /// What a command answers; nothing where that is `ok`.
    private func answer(_ command: String, _ line: inout Line) throws -> String? {
        switch command {
        case "create":
            let columns = try line.integer()
            let options = ListOptions(
                columns: columns, estimate: try line.length(), spacing: try line.length())
            list = try ListEngine(options)
        case "insert":
            let index = try line.integer()
            try list.insert(line.integer(), at: index)
        case "insert_measured":
            let index = try line.integer()
            try list.insert(extents: line.lengths(), at: index)
        case "remove": try list.remove(line.interval())
        case "move": try list.move(line.interval(), to: line.integer())
        case "measure": try list.measure(from: line.integer(), line.lengths())
        case "reload": try list.reload(line.interval())
        case "estimate": try list.setEstimate(line.length())
        case "update": return try list.update(line.viewport(), text)
        case "scroll_to":
            return "offset \(ticks(try list.scroll(to: line.integer(), at: line.value())))"
        case "validate": try list.validate()
        default:
            if let answer = try ofSettings(command, &line) { return answer }
            if let answer = try ofBatches(command, &line) { return answer }
            return try ofQueries(command, &line)
        }
        return nil
    }

    private func ofSettings(_ command: String, _ line: inout Line) throws -> String? {
        var settings = list.settings
        switch command {
        case "mode":
            list.setMode(try line.value())
            return "ok"
        case "promote":
            list.promote()
            return "ok"
        case "set": try line.read(into: &settings)
        case "tune":
            let (mode, kind) = (try line.value(RangeMode.self), try line.value(RangeKind.self))
            settings.tunings[mode, kind] =
                line.words.last == "empty"
                ? .empty
                : RangeTuning(leading: try line.thousandths(), trailing: try line.thousandths())
        case "tunings": settings.tunings = try line.word() == "pager" ? .pager : .list
        case "settings":
            let keys = SettingsKey.all.map { "\($0.name) \($0.text(settings))" }
            return "settings \(keys.joined(separator: " "))"
        case "tuning":
            let tuning = settings.tunings[try line.value(), try line.value()]
            return "tuning \(thousandths(tuning.leading)) \(thousandths(tuning.trailing)) "
                + (tuning.isEmpty ? "empty" : "enabled")
        default: return nil
        }
        try list.configure(settings)
        return "ok"
    }

    private func ofBatches(_ command: String, _ line: inout Line) throws -> String? {
        switch command {
        case "begin":
            flights.append(try list.beginBatch(at: line.value()))
            return "flight \(flights.count)"
        case "finish":
            let flight = try flight(&line)
            let didFinish =
                switch try line.value(BatchOutcome.self) {
                case .completed: flight.complete(true)
                case .declined: flight.complete(false)
                case .failed: flight.fail()
                case .cancelled: flight.cancel()
                case .ended: flight.completeAndEnd()
                case .fetching, .stale: throw RangeCoreError.argument
                }
            guard didFinish else { throw RangeCoreError.stale }
        case "outcome":
            let flight = try flight(&line)
            return "outcome \(flight.outcome)" + (flight.wasCancelled ? " cancelled" : "")
        case "retry": list.retryBatch(at: try line.value())
        case "reset": list.resetBatch(at: try line.value())
        case "end": list.endBatch(at: try line.value())
        default: return nil
        }
        return "ok"
    }

    private func flight(_ line: inout Line) throws(Refusal) -> BatchContext {
        let number = try line.integer()
        guard flights.indices.contains(number - 1) else {
            throw Refusal(text: "no such flight: \(number)")
        }
        return flights[number - 1]
    }

    private func ofQueries(_ command: String, _ line: inout Line) throws -> String {
        switch command {
        case "size":
            return "size \(list.count) measured \(list.measuredCount)"
                + " length \(ticks(list.length)) estimate \(ticks(list.estimate))"
        case "item": return text(try list.item(at: line.integer()))
        case "item_at": return text(try list.item(atOffset: line.length()))
        case "items_in":
            let ticks = try line.interval()
            let offsets = Double(ticks.lowerBound) / 960..<Double(ticks.upperBound) / 960
            let items = try list.items(in: offsets)
            return "items \(items.lowerBound) \(items.upperBound)"
        case "rows":
            let (offsets, extents) = try list.geometry(of: line.interval())
            return zip(offsets, extents).reduce("rows") { "\($0) \(ticks($1.0)) \(ticks($1.1))" }
        case "state": return "state \(list.state(at: try line.integer()).rawValue)"
        case "states":
            return try list.states(of: line.interval()).reduce("states") { "\($0) \($1.rawValue)" }
        default: throw Refusal(text: "no such command: \(command)")
        }
    }
}

// -- what is printed --

private func text(_ item: ItemGeometry) -> String {
    "item \(item.index) offset \(ticks(item.offset)) extent \(ticks(item.extent))"
        + (item.isMeasured ? " measured" : "")
}

private func text(_ end: BatchEnd, _ decision: BatchDecision) -> String {
    "\(end) \(decision.answer) remaining \(ticks(decision.remaining))"
        + " seconds \(thousandths(decision.seconds)) \(decision.isNear ? "near" : "far"):"
        + " \(decision.reason)"
}

private func text(_ update: borrowing Update, _ changes: borrowing Changes) -> String {
    let next = update.nextTime.isInfinite ? "never" : "\(thousandths(update.nextTime))"
    let visible = update.visible
    var items = "items visible \(visible.lowerBound) \(visible.upperBound)"
    for kind in RangeKind.allCases {
        let range = update[kind]
        items += " \(wordOf(kind)) \(range.lowerBound) \(range.upperBound)"
    }
    var lines = [
        "offset \(ticks(update.offset)) correction \(ticks(update.correction))"
            + " pending \(ticks(update.pending)) next \(next) mode \(wordOf(update.mode))"
            + " presence \(wordOf(update.presence)) direction \(update.direction)",
        items, text(.tail, update.tail), text(.head, update.head),
        "changes \(changes.count) removed \(changes.removed.count) left \(changes.left.count)",
    ]
    for position in changes.indices {
        let change = changes[position]
        lines.append(
            "change \(change.items.lowerBound) \(change.items.upperBound)"
                + " from \(change.before.rawValue) to \(change.after.rawValue)"
                + " distance \(ticks(change.distance))")
    }
    return lines.joined(separator: "\n")
}
