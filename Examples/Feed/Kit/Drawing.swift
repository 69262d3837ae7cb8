import RangeCore

/// Draws a feed: the rows with their gutter, the scroll bar, the status line.
@MainActor
struct Drawing {
    let feed: Feed
    let size: Terminal.Size
    let showsUnicode: Bool
    let showsColor: Bool
    /// What the status line says instead, as what is being typed.
    var prompt: String?
    /// What is searched for, to be marked.
    var pattern: Pattern?

    /// Below this many columns there is text alone.
    static let narrow = 12
    static let gutterColumns = 2
    static let barColumns = 2

    /// The columns and rows that a terminal leaves for the text.
    static func textSize(in size: Terminal.Size) -> Terminal.Size {
        let margin = size.columns < narrow ? 0 : gutterColumns + barColumns
        return Terminal.Size(
            columns: max(size.columns - margin, 2), rows: size.rows > 1 ? size.rows - 1 : 1)
    }

    private var isNarrow: Bool { size.columns < Self.narrow }
    private var textSize: Terminal.Size { Self.textSize(in: size) }
    private var controller: RangeController { feed.controller }

    /// All lines of the terminal.
    ///
    /// - Parameter beat: counts on while something spins.
    func lines(beat: Int) -> [String] {
        let rows = textSize.rows
        var cells = [Cell](repeating: Cell(), count: rows)
        drawItems(into: &cells, beat: beat)
        drawTail(into: &cells, beat: beat)
        drawHead(into: &cells)
        let bar = isNarrow ? [] : bar(rows)
        var lines = cells.enumerated().map { row, cell in
            let text = DisplayWidth.prefix(
                of: cell.text, columns: min(textSize.columns, size.columns))
            if isNarrow { return marked(text, cell.style) }
            return gutter(cell.state) + " " + marked(text, cell.style)
                + "\u{1b}[\(size.columns)G" + bar[row]
        }
        if size.rows > 1 { lines.append(statusLine) }
        return lines
    }

    /// The lines of the terminal with the help on it, from one of its lines on.
    func help(from first: Int) -> [String] {
        let panel = Help.panel(columns: size.columns - 2).dropFirst(first)
        let rows = max(size.rows - 1, 1)
        var lines = panel.prefix(rows).map { text, style in
            let text = DisplayWidth.prefix(of: " " + printable(text), columns: size.columns)
            return styled(text, style == .heading ? .heading : .plain)
        }
        lines += [String](repeating: "", count: rows - lines.count)
        guard size.rows > 1 else { return lines }
        let more = panel.count > rows ? " ↓ more  any other key: back" : " any key: back"
        let status = DisplayWidth.prefix(of: printable(more), columns: size.columns)
        let blank = size.columns - DisplayWidth.columns(of: status)
        return lines + ["\u{1b}[7m" + status + String(repeating: " ", count: blank)]
    }

    // -- rows --

    private struct Cell {
        var state: InterfaceState = []
        var text = ""
        var style = Style.plain
    }

    private enum Style: String {
        case plain = ""
        case bold = "1"
        case faint = "2"
        case red = "31"
        case green = "32"
        case blue = "34"
        case cyan = "36"
        case heading = "1;35"
        case match = "7;33"
    }

    private func styled(_ text: some StringProtocol, _ style: Style) -> String {
        if style == .plain || text.isEmpty { return String(text) }
        var codes = style.rawValue
        if !showsColor {
            codes = style == .heading ? "1" : style == .match ? "7" : codes
            if codes.hasPrefix("3") { return String(text) }
        }
        return "\u{1b}[\(codes)m\(text)\u{1b}[0m"
    }

    /// A text in its style, with what is searched for marked.
    private func marked(_ text: String, _ style: Style) -> String {
        guard let pattern else { return styled(text, style) }
        var rest = text[...]
        var line = ""
        while let found = pattern.range(in: rest), !found.isEmpty {
            line += styled(rest[..<found.lowerBound], style) + styled(rest[found], .match)
            rest = rest[found.upperBound...]
        }
        return line + styled(rest, style)
    }

    private func drawItems(into cells: inout [Cell], beat: Int) {
        let top = feed.offset + (controller.lastUpdate?.pending ?? 0)
        guard var item = try? controller.item(atOffset: top) else { return }
        while true {
            // All rows of the screen have the same fraction of an offset, so that none overlap.
            let first = Int((item.offset - top).rounded())
            if first >= cells.count { return }
            draw(item, at: first, into: &cells, beat: beat)
            guard let next = try? controller.item(at: item.index + 1) else { return }
            item = next
        }
    }

    private func draw(_ item: ListItem, at first: Int, into cells: inout [Cell], beat: Int) {
        let state = controller.state(ofItem: item.index)
        let node = controller.node(ofItem: item.index) as? RowNode
        for line in 0..<Int(item.extent.rounded()) {
            let row = first + line
            guard cells.indices.contains(row) else { continue }
            cells[row].state = state
            if let node, line < node.lines.count {
                let isTitle = line < node.titleCount
                cells[row].text = node.lines[line] + (isTitle ? rule(after: node, line) : "")
                cells[row].style = isTitle ? .heading : .plain
                if !state.contains(.visible) { cells[row].style = .faint }
            } else if line == 0 {
                // Loaded but not laid out, or not even loaded.
                let text = node?.item.map { feed.wrapping.lines(of: $0.title ?? $0.text)[0] }
                cells[row].text = text ?? (showsUnicode ? "…" : "...")
                cells[row].style = .faint
                if text == nil { drawMissing(inRow: item.index, at: row, into: &cells, beat: beat) }
            }
        }
    }

    /// Says where a page is, in its first row on screen.
    private func drawMissing(
        inRow item: Int, at row: Int, into cells: inout [Cell], beat: Int
    ) {
        guard let missing = feed.missing(inRow: item) else { return }
        if missing.failure != nil { cells[row].style = .red }
        let isFirst = row == 0 || feed.missing(inRow: item - 1)?.page != missing.page
        guard isFirst, let (text, style) = told(missing, beat: beat) else { return }
        cells[row].text = text
        cells[row].style = style
    }

    /// What fills the line of a title that stands alone, as the name of a file.
    private func rule(after node: RowNode, _ line: Int) -> String {
        guard node.item?.text.isEmpty == true, line == node.titleCount - 1 else { return "" }
        let free = textSize.columns - DisplayWidth.columns(of: node.lines[line]) - 1
        let dash = showsUnicode ? "─" : "-"
        return free > 0 ? " " + String(repeating: dash, count: free) : ""
    }

    /// Explains the screen where it is blank, before the first row.
    private func drawHead(into cells: inout [Cell]) {
        let top = feed.offset + (controller.lastUpdate?.pending ?? 0)
        guard top < 0, !isNarrow else { return }
        let blank = min(Int((-top).rounded()), cells.count)
        for (row, (text, style)) in Help.head(columns: textSize.columns).prefix(blank).enumerated()
        {
            cells[row].text = printable(text)
            cells[row].style = style == .heading ? .heading : .plain
        }
    }

    private func drawTail(into cells: inout [Cell], beat: Int) {
        let top = feed.offset + (controller.lastUpdate?.pending ?? 0)
        let row = Int((controller.length - controller.settings.extraLengthAtTail - top).rounded())
        guard cells.indices.contains(row), let (text, style) = tail(beat: beat) else { return }
        cells[row].text = text
        cells[row].style = style
    }

    private func tail(beat: Int) -> (String, Style)? {
        if feed.isWaiting { return ("\(spinner(beat)) waiting for more", .cyan) }
        if let missing = feed.missingTail {
            return told(missing, beat: beat) ?? ("  more to come", .faint)
        }
        if controller.count > 0 || feed.isLoading { return nil }
        return (printable("\(feed.source.name) is empty: nothing to read"), .faint)
    }

    /// That a page is being loaded, or why it is not there, and when it is asked for again.
    private func told(_ missing: Feed.Missing, beat: Int) -> (String, Style)? {
        if missing.isLoading { return ("\(spinner(beat)) loading page \(missing.page)", .cyan) }
        guard let failure = missing.failure else { return nil }
        let again = again(missing.retryTime)
        let long = printable("! page \(missing.page): \(failure) – \(again) (t: now)")
        let fits = DisplayWidth.columns(of: long) <= textSize.columns
        return (fits ? long : printable("! \(again) (t): \(failure)"), .red)
    }

    /// When a failed page is asked for again.
    private func again(_ time: Double) -> String {
        guard time.isFinite else { return "" }
        return "again in \(max(Int((time - feed.loader.time).rounded(.up)), 0)) s"
    }

    private func spinner(_ beat: Int) -> Character {
        let pictures: [Character] = showsUnicode ? Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") : Array("|/-\\")
        return pictures[beat % pictures.count]
    }

    // -- states --

    private func gutter(_ state: InterfaceState) -> String {
        if state.contains(.visible) { return styled(showsUnicode ? "█" : "#", .green) }
        if state.contains(.display) { return styled(showsUnicode ? "▓" : "+", .cyan) }
        if state.contains(.preload) { return styled(showsUnicode ? "▒" : "-", .blue) }
        return " "
    }

    /// A scroll bar, a line for each slice of all rows that are loaded, with their states.
    private func bar(_ rows: Int) -> [String] {
        let count = controller.count
        guard count > 0, let update = controller.lastUpdate else {
            return [String](repeating: " ", count: rows)
        }
        func slices(_ range: Range<Int>) -> Range<Int> {
            if range.isEmpty { return 0..<0 }
            let lower = range.lowerBound * rows / count
            return lower..<max((range.upperBound * rows + count - 1) / count, lower + 1)
        }
        let states: [(InterfaceState, Range<Int>)] = [
            (.visible, slices(update.visible)), (.display, slices(update[.display])),
            (.preload, slices(update[.preload])),
        ]
        return (0..<rows).map { row in
            let state = states.first { $0.1.contains(row) }?.0
            return state.map(gutter) ?? styled(showsUnicode ? "│" : "|", .faint)
        }
    }

    // -- status --

    /// As much as there is room for, what matters most first, and always how to go on.
    private var statusLine: String {
        if let prompt { return bright(prompt + String(repeating: " ", count: size.columns)) }
        let hints = ["? help  q quits ", "? help ", "?"]
        let hint = hints.first { $0.utf8.count * 2 <= size.columns + 4 } ?? ""
        let room = size.columns - hint.utf8.count
        var status = ""
        for part in parts where !part.isEmpty {
            let longer = status + (status.isEmpty ? " " : "  ") + printable(part)
            if DisplayWidth.columns(of: longer) <= room - 1 { status = longer }
        }
        let blank = max(room - DisplayWidth.columns(of: status), 0)
        return bright(status + String(repeating: " ", count: blank) + hint)
    }

    private func bright(_ text: String) -> String {
        let line = DisplayWidth.prefix(of: printable(text), columns: size.columns)
        let isBad = feed.failure != nil
        let isLow = controller.settings.memoryPressure != .normal
        let color = !showsColor ? "" : isBad ? ";31" : isLow ? ";33" : feed.isLoading ? ";36" : ""
        return "\u{1b}[7\(color)m\(line)"
    }

    private var isShort: Bool { size.columns < 72 }

    private var parts: [String] {
        let count = feed.store.pageCount
        let pages = isShort ? "p\(count)" : count == 1 ? "1 page held" : "\(count) pages held"
        let pressure = controller.settings.memoryPressure
        // Where there is room for one of them only, the items say more.
        let first =
            size.columns < 36 ? [items, modeAndDirection] : [modeAndDirection, items]
        return first + [
            pressure == .normal ? "" : isShort ? "mem!" : "memory \(pressure) (m)",
            progress, goal,
            isShort ? "\(feed.leadingScreens)" : "\(feed.leadingScreens) screens", pages,
            feed.source.name,
        ]
    }

    private var goal: String {
        let counted = feed.isCounting ? "  \(Int(feed.fraction * 100)) %" : ""
        return place.isEmpty ? "" : place + counted
    }

    private var place: String {
        switch feed.goal {
        case nil: ""
        case .end: isShort ? "to end" : "to the end"
        case .row(let row): "to \(row + 1)"
        case .fraction(let fraction): "to \(Int((fraction * 100).rounded())) %"
        case .found: "to the place"
        }
    }

    private var modeAndDirection: String {
        let (long, short) =
            switch controller.lastUpdate?.mode ?? .minimum {
            case .full: ("full", "full")
            case .minimum: ("minimum", "min")
            case .visibleOnly: ("visible only", "vis")
            case .lowMemory: ("low memory", "low")
            }
        let forward = controller.lastUpdate?.direction != .backward
        let arrow = showsUnicode ? (forward ? "↓" : "↑") : (forward ? "v" : "^")
        return (isShort ? short : long) + " " + arrow
    }

    /// What is being done, or why not.
    private var progress: String {
        if let missing = feed.failure {
            let again = again(missing.retryTime)
            return isShort ? "p\(missing.page)!" : "page \(missing.page) failed: \(again)"
        }
        if feed.isCounting { return isShort ? "count" : "counting" }
        if feed.isLoading { return isShort ? "load" : "loading" }
        return feed.isWaiting ? isShort ? "wait" : "waiting" : "idle"
    }

    private var items: String {
        let visible = controller.lastUpdate?.visible ?? 0..<0
        let count = "\(controller.count)" + (feed.isComplete ? "" : "+")
        if visible.isEmpty { return "\(count) items" }
        let shown = "\(visible.lowerBound + 1)–\(visible.upperBound)"
        return isShort ? "\(shown)/\(count)" : "items \(shown) of \(count)"
    }

    /// Replaces what the terminal cannot show, in one line.
    private func printable(_ text: String) -> String {
        var text = text
        if !showsUnicode {
            for (from, to) in zip("–×█▓▒↑↓", "-x#+-^v") {
                text = text.replacing(String(from), with: String(to))
            }
        }
        return Wrapping(columns: 4096, showsUnicode: showsUnicode).lines(of: text)[0]
    }
}
