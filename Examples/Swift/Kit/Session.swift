package import RangeCore

/// A list and its fetches, and what the commands of a session do to them.
package final class Session {
    package internal(set) var list: ListEngine
    /// The last update.
    package internal(set) var update: ListUpdate?
    /// Of the last `update` or `scroll`.
    package private(set) var viewport = ListViewport(offset: 0, length: 0)
    private var fetches: [BatchContext] = []
    var host: HostEngine?
    var tellsUpdates = false

    package init() throws(RangeCoreError) {
        list = try ListEngine()
    }

    // Before its list.
    deinit { host = nil }

    /// Carries out a command, and returns what it prints.
    package func carryOut(_ command: String, _ line: inout Line) throws(Refusal) -> String {
        do {
            return try answer(command, &line) ?? "ok"
        } catch let error as RangeCoreError {
            // The kind alone: what was refused is said in each language's own words.
            return "error \(RangeCoreError(rawValue: error.rawValue) ?? error)"
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(text: "\(error)")
        }
    }

    /// Returns what a command prints; nil where that is `ok`.
    private func answer(_ command: String, _ line: inout Line) throws -> String? {
        switch command {
        case "create":
            let (columns, estimate, spacing) =
                (try line.integer(), try line.length(), try line.length())
            let tuning = line.isAtEnd ? RangeTuning.Preset.list : try line.value()
            let list = try ListEngine(
                columns: columns, estimate: estimate, spacing: spacing,
                quantum: line.isAtEnd ? 0 : line.length(), tuning: tuning)
            host = nil
            self.list = list
        case "insert":
            let (index, count) = (try line.integer(), try line.integer())
            if line.isAtEnd {
                try list.insertItems(count: count, at: index)
            } else {
                try list.insertItems(extents: line.lengths(), at: index)
            }
        case "remove": try list.removeItems(line.interval())
        case "move": try list.moveItems(line.interval(), to: line.integer())
        case "set_row_extents":
            let row = try line.integer()
            try list.setExtents(line.lengths(), fromRow: row)
        case "forget": try list.forgetExtents(of: line.interval())
        case "mark_provisional": try list.markProvisional(line.interval())
        case "set_layout":
            try list.setLayout(
                columns: line.integer(), spacing: line.length(), keepingExtents: line.flag())
        case "set_lanes":
            try list.setLanes(
                line.integer(), spacing: line.length(), tolerance: line.length(),
                keepingExtents: line.flag())
        case "set_span":
            let items = try line.interval()
            guard let span = try UInt32(exactly: line.integer()).flatMap(ItemSpan.init) else {
                throw RangeCoreError.invalidArgument
            }
            try list.setSpan(span, ofItems: items)
        case "mark_header":
            let (index, columns) = (try line.integer(), try line.integer())
            try list.markHeader(at: index, columns: columns == 0 ? nil : columns)
        case "unmark_header": try list.unmarkHeader(at: line.integer())
        case "estimate": try list.setEstimate(line.length())
        case "update", "scroll":
            if command == "update" {
                viewport = ListViewport(offset: try line.length(), length: try line.length())
            } else {
                (viewport.offset, viewport.time) = (try line.length(), try line.seconds())
            }
            try line.read(into: &viewport)
            let update = try list.update(viewport)
            self.update = update
            return list.withChanges { text(update, $0) }
        case "set_scroll_target":
            return "offset \(ticks(try list.setScrollTarget(line.integer(), at: line.alignment())))"
        case "validate": try list.validate()
        case "host": return try ofHost(&line)
        default:
            if let answer = try ofSettings(command, &line) { return answer }
            if let answer = try ofBatches(command, &line) { return answer }
            if let answer = try ofIDs(command, &line) { return answer }
            return try ofQueries(command, &line)
        }
        return nil
    }

    private func ofSettings(_ command: String, _ line: inout Line) throws -> String? {
        switch command {
        case "mode": list.setMode(try line.value())
        case "mark_scrolled": list.markScrolled()
        case "set":
            var settings = list.settings
            try line.read(into: &settings)
            try list.configure { $0 = settings }
        case "settings":
            let settings = list.settings
            let keys = SettingsKey.all.map { "\($0.name) \($0.text(settings))" }
            return "settings \(keys.joined(separator: " "))"
        case "tune":
            let (mode, kind) = (try line.value(RangeMode.self), try line.value(RangeKind.self))
            let tuning =
                line.words.last == "disabled"
                ? .disabled
                : RangeTuning(leading: try line.thousandths(), trailing: try line.thousandths())
            try list.setTuning(tuning, for: kind, in: mode)
        case "tuning":
            let mode = try line.value(RangeMode.self)
            let tuning = list.tuning(for: try line.value(), in: mode)
            return "tuning \(thousandths(tuning.leading)) \(thousandths(tuning.trailing)) "
                + (tuning.isEnabled ? "enabled" : "disabled")
        default: return nil
        }
        return "ok"
    }

    private func ofBatches(_ command: String, _ line: inout Line) throws -> String? {
        switch command {
        case "begin":
            fetches.append(try list.beginBatch(at: line.value()))
            return "fetch \(fetches.count)"
        case "finish":
            let context = try fetch(&line)
            let didFinish =
                switch try line.value(BatchContext.Outcome.self) {
                case .completed: context.complete()
                case .declined: context.decline()
                case .failed: context.fail()
                case .cancelled: context.cancel()
                case .exhausted: context.completeAndExhaust()
                case .fetching, .stale: throw RangeCoreError.invalidArgument
                }
            guard didFinish else { throw RangeCoreError.stale }
        case "outcome": return "outcome \(try fetch(&line).outcome)"
        case "preload_time": try list.addPreloadTime(line.seconds())
        case "load": _ = (try line.integer(), try line.integer(), try line.seconds())
        case "loaded":
            _ = (try line.integer(), try line.value(BatchContext.Outcome.self), try line.seconds())
        case "retry": list.retryBatch(at: try line.value())
        case "reset": list.resetBatch(at: try line.value())
        case "mark_exhausted": list.markExhausted(at: try line.value())
        default: return nil
        }
        return "ok"
    }

    private func fetch(_ line: inout Line) throws(Refusal) -> BatchContext {
        let number = try line.integer()
        guard fetches.indices.contains(number - 1) else {
            throw Refusal(text: "no such fetch: \(number)")
        }
        return fetches[number - 1]
    }

    private func ofIDs(_ command: String, _ line: inout Line) throws -> String? {
        switch command {
        case "set_names":
            let items = try line.interval()
            try list.setNames(line.ids(), ofItems: items)
        case "keep":
            let index = try line.integer()
            try list.keepItem(index, with: InterfaceState(rawValue: UInt8(line.integer())))
        case "kept": return (["kept"] + list.keptItems.map(String.init)).joined(separator: " ")
        case "change_names":
            let position = try line.integer()
            let names = try list.withChanges { changes throws in
                guard changes.indices.contains(position) else {
                    throw RangeCoreError.invalidArgument
                }
                return changes.names(at: position)
            }
            return (["names"] + names.map { $0.map(String.init) ?? "none" }).joined(separator: " ")
        case "diff":
            let (old, new) = (try line.ids(until: "to"), try line.ids())
            // For Swift nil is an id like any other.
            guard !(old + new).contains(nil) else { throw RangeCoreError.invalidArgument }
            let edits = try ListEdit.edits(from: old, to: new)
            return (["edits \(edits.count)"] + edits.map(text)).joined(separator: "; ")
        default: return nil
        }
        return "ok"
    }

    private func ofQueries(_ command: String, _ line: inout Line) throws -> String {
        switch command {
        case "size":
            return "size \(list.count) measured \(list.measuredRowCount)"
                + " length \(ticks(list.length)) estimate \(ticks(list.estimate))"
        case "item": return text(try list.item(at: line.integer()))
        case "item_at": return text(try list.item(atOffset: line.length()))
        case "sections": return "sections \(list.sectionCount)"
        case "section": return text(try list.section(line.integer()))
        case "section_of":
            guard let section = try list.section(ofItem: line.integer()) else {
                throw RangeCoreError.notFound
            }
            return text(section)
        case "row_of": return "row \(try list.row(ofItem: line.integer()))"
        case "items_of_row":
            let items = try list.items(ofRow: line.integer())
            return "items \(items.lowerBound) \(items.upperBound)"
        case "pinned":
            guard let header = list.pinnedHeader else { throw RangeCoreError.notFound }
            return "pinned \(header.index) offset \(ticks(header.offset))"
                + " covered \(ticks(header.covered))"
        case "foresee":
            guard let it = list.foresight else { throw RangeCoreError.notFound }
            return text(it)
        case "places":
            return (["places"] + (try list.places(ofItems: line.interval())).map(text))
                .joined(separator: "; ")
        case "unmeasured_rows":
            let rows = try list.unmeasuredRows(ofItems: line.interval())
            return "rows \(rows.lowerBound) \(rows.upperBound)"
        case "items_in":
            let ticks = try line.interval()
            let offsets = Double(ticks.lowerBound) / 960..<Double(ticks.upperBound) / 960
            let items = try list.items(in: offsets)
            return "items \(items.lowerBound) \(items.upperBound)"
        case "rows":
            let (offsets, extents) = try list.positions(ofRows: line.interval())
            return zip(offsets, extents).reduce("rows") { "\($0) \(ticks($1.0)) \(ticks($1.1))" }
        case "state": return "state \(list.state(ofItem: try line.integer()).rawValue)"
        case "states":
            let states = try list.states(ofItems: line.interval())
            return states.reduce("states") { "\($0) \($1.rawValue)" }
        default: throw Refusal(text: "no such command: \(command)")
        }
    }
}

// -- what is printed --

private func text(_ section: ListSection) -> String {
    "section \(section.ordinal) items \(section.items.lowerBound) \(section.items.upperBound)"
        + " rows \(section.rows.lowerBound) \(section.rows.upperBound) columns \(section.columns)"
}

private func text(_ it: Foresight<Int>) -> String {
    func text(_ items: Range<Int>) -> String { " \(items.lowerBound) \(items.upperBound)" }
    let spans = it.spans.map { text($0.range) + ($0.isDescending ? " 1" : " 0") }
    return "foresight landing \(ticks(it.landingOffset)) velocity \(ticks(it.velocity))"
        + " moving \(it.isMoving ? 1 : 0) known \(it.isLandingKnown ? 1 : 0)"
        + " wanted\(text(it.wanted)) running\(text(it.running)) kept\(text(it.kept))"
        + " spans\(spans.joined())"
}

private func text(_ item: ListItem) -> String {
    "item \(item.index) offset \(ticks(item.offset)) extent \(ticks(item.extent))"
        + (item.isMeasured ? " measured" : "") + (item.isProvisional ? " provisional" : "")
}

private func text(_ it: ItemPlace) -> String {
    let lane = it.isWide ? "wide" : it.lane.map { "lane \($0)" } ?? "laneless"
    return "offset \(ticks(it.offset)) extent \(ticks(it.extent)) \(lane)"
        + (it.isMeasured ? " measured" : "")
}

private func text(_ edit: ListEdit) -> String {
    switch edit {
    case .remove(let items): "remove \(items.lowerBound) \(items.upperBound)"
    case .insert(let items, let index):
        "insert \(items.lowerBound) \(items.upperBound) at \(index)"
    case .move(let items, let index):
        "move \(items.lowerBound) \(items.upperBound) to \(index)"
    }
}

private func text(_ end: BatchEnd, _ decision: BatchDecision) -> String {
    "\(end) \(decision.answer) remaining \(ticks(decision.remaining))"
        + " seconds \(microseconds(decision.seconds)) \(decision.isNear ? "near" : "far"):"
        + " \(decision.reason)"
}

func text(_ update: ListUpdate, _ changes: borrowing ListEngine.Changes) -> String {
    let visible = update.visible
    var items = "items visible \(visible.lowerBound) \(visible.upperBound)"
    for kind in RangeKind.allCases {
        let range = update[kind]
        items += " \(wordOf(kind)) \(range.lowerBound) \(range.upperBound)"
    }
    var all =
        "changes \(changes.count) removed \(changes.removed.count) left \(changes.left.count)"
    for position in changes.indices {
        let change = changes[position]
        all +=
            "; \(change.items.lowerBound) \(change.items.upperBound)"
            + " from \(change.before.rawValue) to \(change.after.rawValue)"
            + " distance \(ticks(change.distance))"
    }
    return [
        "offset \(ticks(update.offset)) correction \(ticks(update.correction))"
            + " pending \(ticks(update.pending)) scroll_length \(ticks(update.scrollLength))"
            + " next \(timeText(update.nextTime)) mode \(wordOf(update.mode))"
            + " presence \(wordOf(update.presence)) direction \(update.direction)",
        items, "\(text(.tail, update.tail)); \(text(.head, update.head))", all,
    ].joined(separator: "\n")
}
