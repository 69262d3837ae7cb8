import RangeCore

extension Session {
    /// Carries out a command that drives the host of the list.
    func ofHost(_ line: inout Line) throws -> String? {
        let command = try line.word()
        switch command {
        case "create": host = try HostEngine(&list, of: nil, options: line.options())
        case "tell_updates": tellsUpdates = try line.flag()
        default:
            guard let host else { throw Refusal(text: "there is no host for \(command)") }
            return try answer(command, &line, host)
        }
        return nil
    }

    private func answer(
        _ command: String, _ line: inout Line, _ host: HostEngine
    ) throws -> String? {
        switch command {
        case "set_options": try host.setOptions(line.options())
        case "destroy": self.host = nil
        case "begin":
            var viewport = ListViewport(offset: try line.length(), length: try line.length())
            let (breadth, columns) = (try line.length(), try line.integer())
            try line.read(into: &viewport)
            return answer(try host.begin(viewport, breadth: breadth, columns: columns))
        case "measured":
            let (time, extents) = (try line.seconds(), try line.extents())
            return answer(try extents.withUnsafeBufferPointer { try host.measured($0, time: time) })
        case "set_extents":
            var isAny = false
            while !line.isAtEnd {
                let (node, extent) = (try line.integer(), try line.extent())
                if try host.setExtent(extent, ofNode: node) { isAny = true }
            }
            return "any \(isAny ? 1 : 0)"
        case "wrote": try host.wrote(line.length())
        case "find": return "node \(try host.number(ofItem: line.integer()))"
        case "keep": try host.keep(line.integer(), line.flag())
        case "renew": try host.renew(line.interval())
        case "scroll_to":
            try host.scroll(toItem: line.integer(), at: line.alignment(), animated: line.flag())
        case "scroll_to_offset":
            try host.scroll(toOffset: line.length(), animated: line.flag())
        case "validate": try host.validate()
        default: throw Refusal(text: "no such command: host \(command)")
        }
        return nil
    }

    private func answer(_ step: HostEngine.Step) -> String {
        let update = list.take(step)
        self.update = update
        var lines = tellsUpdates ? [list.withChanges { text(update, $0) }] : []
        let first = "step rounds \(step.rounds) nodes \(step.nodeCount)"
        guard step.isDone else {
            return (lines + [first, text("asks", step.asks)]).joined(separator: "\n")
        }
        lines.append(
            first + " done settled \(step.isSettled ? 1 : 0) length \(ticks(step.scrollLength))"
                + " set \(step.newLength == nil ? 0 : 1) offset \(ticks(step.offset))"
                + " set \(step.newOffset == nil ? 0 : 1)"
                + (step.target.map { " target \(ticks($0))" } ?? "")
                + " next \(timeText(step.nextTime))")
        if !step.news.isEmpty { lines.append(text("news", step.news)) }
        if step.released.count + step.freed.count > 0 {
            let (released, freed) = (step.released.map { " \($0)" }, step.freed.map { " \($0)" })
            lines.append("released\(released.joined()) freed\(freed.joined())")
        }
        return lines.joined(separator: "\n")
    }
}

extension Line {
    mutating func options() throws(Refusal) -> HostEngine.Options {
        var options = HostEngine.Options()
        while !isAtEnd {
            switch try word() {
            case "budget": options.budget = try seconds()
            case "offset_step": options.offsetStep = try length()
            case "ahead_count": options.aheadCount = try integer()
            case "node_bits":
                options.nodeBits = InterfaceState(rawValue: UInt8(clamping: try integer()))
            case "makes_ahead": options.makesAhead = try flag()
            case "extents_are_known": options.extentsAreKnown = try flag()
            case "in_lanes": options.inLanes = try flag()
            case let key: throw Refusal(text: "unknown key \(key)")
            }
        }
        return options
    }

    /// A length, or `later`.
    mutating func extent() throws(Refusal) -> Double {
        let word = try word()
        if word == "later" { return HostEngine.later }
        guard let ticks = Int(word) else { throw Refusal(text: "no integer: \(word)") }
        return Double(ticks) / 960
    }

    mutating func extents() throws(Refusal) -> [Double] {
        var extents: [Double] = []
        while !isAtEnd { extents.append(try extent()) }
        return extents
    }
}

// -- what is printed --

private func text(_ name: String, _ nodes: HostEngine.Nodes) -> String {
    (["\(name) \(nodes.count)"] + nodes.map(text)).joined(separator: "; ")
}

private func text(_ node: HostEngine.Node) -> String {
    let frame = node.frame
    let flags = [
        (node.isNew, "new"), (node.hasMoved, "moved"), (node.isOnScreen, "on_screen"),
        (frame.isPinned, "pinned"), (node.isKept, "kept"), (node.isLate, "late"),
    ]
    return "\(node.number) at \(node.index) column \(frame.column) of \(node.columns)"
        + " from \(node.before.rawValue) to \(node.state.rawValue)"
        + (node.hasView ? " start \(ticks(frame.start)) extent \(ticks(frame.extent))" : "")
        + flags.map { $0 ? " \($1)" : "" }.joined()
}
