import RangeCore

/// Draws a feed: the rows with their gutter, the map at the right edge, the status line.
@MainActor
struct Drawing {
    let feed: Feed
    let size: Terminal.Size
    let showsUnicode: Bool
    let showsColor: Bool

    /// Below this many columns there is text alone.
    static let narrow = 12
    static let gutterColumns = 2
    static let mapColumns = 2

    /// The columns and rows that a terminal leaves for the text.
    static func textSize(in size: Terminal.Size) -> Terminal.Size {
        let margin = size.columns < narrow ? 0 : gutterColumns + mapColumns
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
        drawItems(into: &cells)
        drawTail(into: &cells, beat: beat)
        let map = isNarrow ? [] : map(rows)
        var lines = cells.enumerated().map { row, cell in
            let text = DisplayWidth.prefix(
                of: cell.text, columns: min(textSize.columns, size.columns))
            if isNarrow { return styled(text, cell.style) }
            return gutter(cell.state) + " " + styled(text, cell.style)
                + "\u{1b}[\(size.columns)G" + map[row]
        }
        if size.rows > 1 {
            let status = DisplayWidth.prefix(of: status, columns: size.columns)
            let blank = size.columns - DisplayWidth.columns(of: status)
            lines.append("\u{1b}[7m" + status + String(repeating: " ", count: blank))
        }
        return lines
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
        case cyan = "36"
        case red = "31"
    }

    private func styled(_ text: String, _ style: Style) -> String {
        if style == .plain || text.isEmpty { return text }
        if !showsColor, style == .cyan || style == .red { return text }
        return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
    }

    private func drawItems(into cells: inout [Cell]) {
        let top = feed.offset + (controller.lastUpdate?.pending ?? 0)
        guard var item = try? controller.item(atOffset: top) else { return }
        while true {
            // All rows of the screen have the same fraction of an offset, so that none overlap.
            let first = Int((item.offset - top).rounded())
            if first >= cells.count { return }
            draw(item, at: first, into: &cells)
            guard let next = try? controller.item(at: item.index + 1) else { return }
            item = next
        }
    }

    private func draw(_ item: ListItem, at first: Int, into cells: inout [Cell]) {
        let state = controller.state(ofItem: item.index)
        let node = controller.node(ofItem: item.index) as? RowNode
        for line in 0..<Int(item.extent.rounded()) {
            let row = first + line
            guard cells.indices.contains(row) else { continue }
            cells[row].state = state
            if let node, line < node.lines.count {
                cells[row].text = node.lines[line]
                cells[row].style = line < node.titleCount ? .bold : .plain
                if !state.contains(.visible) { cells[row].style = .faint }
            } else if line == 0 {
                // Loaded but not laid out, or not even loaded.
                let text = node?.item.map { feed.wrapping.lines(of: $0.title ?? $0.text)[0] }
                cells[row].text = text ?? (showsUnicode ? "…" : "...")
                cells[row].style = .faint
            }
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
        guard feed.pages.hasMore else {
            if controller.count > 0 { return nil }
            return (printable("\(feed.source.name) is empty: nothing to read"), .faint)
        }
        let page = feed.pages.pageCount + 1
        if feed.isLoading { return ("\(spinner(beat)) loading page \(page)", .cyan) }
        if let failure = feed.failure {
            let long = printable("! page \(page): \(failure) – \(again) (t: now)")
            let fits = DisplayWidth.columns(of: long) <= textSize.columns
            return (fits ? long : printable("! \(again) (t): \(failure)"), .red)
        }
        return ("  more to come (t: load)", .faint)
    }

    /// When a failed page is asked for again.
    private var again: String {
        guard feed.nextTime.isFinite else { return "" }
        return "again in \(max(Int((feed.nextTime - feed.loader.time).rounded(.up)), 0)) s"
    }

    private func spinner(_ beat: Int) -> Character {
        let pictures: [Character] = showsUnicode ? Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") : Array("|/-\\")
        return pictures[beat % pictures.count]
    }

    // -- states --

    private func gutter(_ state: InterfaceState) -> String {
        if state.contains(.visible) { return showsUnicode ? "█" : "#" }
        if state.contains(.display) { return styled(showsUnicode ? "▓" : "+", .cyan) }
        if state.contains(.preload) { return styled(showsUnicode ? "▒" : "-", .faint) }
        return " "
    }

    /// The states of the screens around this one, a line for each slice of them.
    private func map(_ rows: Int) -> [String] {
        let before = 2.5
        let slice = feed.length * 6 / Double(rows)
        let start = feed.offset - before * feed.length
        let end = controller.length - controller.settings.extraLengthAtTail
        return (0..<rows).map { row in
            let place = start + (Double(row) + 0.5) * slice
            guard place >= 0, place < end, let item = try? controller.item(atOffset: place) else {
                return " "
            }
            let state = controller.state(ofItem: item.index)
            return state.isInRange ? gutter(state) : styled(showsUnicode ? "·" : ".", .faint)
        }
    }

    // -- status --

    /// As much as there is room for, what matters most first; in fewer words on a narrow terminal.
    private var status: String {
        var status = ""
        for part in parts where !part.isEmpty {
            let longer = status + (status.isEmpty ? " " : "  ") + part
            if DisplayWidth.columns(of: longer) > size.columns - 1 { continue }
            status = longer
        }
        return printable(status)
    }

    private var isShort: Bool { size.columns < 72 }

    private var parts: [String] {
        let counts = feed.pages
        let pages =
            (isShort ? "p" : "page ") + "\(counts.pageCount)"
            + (counts.totalPages.map { "/\($0)" } ?? "")
        let pressure = controller.settings.memoryPressure
        let screens = "\(controller.settings.leadingScreensAtTail)"
        return [
            modeAndDirection, progress, pages,
            feed.isFollowing ? (isShort ? "to end" : "to the end") : "",
            items, pressure == .normal ? "" : isShort ? "mem!" : "memory \(pressure) (m)",
            isShort ? screens : "\(screens) screens", fraction, feed.source.name, "q quits",
        ]
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

    /// The fetch in progress, or why there is none.
    private var progress: String {
        if feed.isLoading { return isShort ? "load" : "loading" }
        if !feed.pages.hasMore { return isShort ? "all" : "all loaded" }
        if feed.failure == nil { return "idle" }
        return isShort ? "\(feed.failureCount)x!" : "failed \(feed.failureCount)× \(again)"
    }

    private var items: String {
        let counts = feed.pages
        let visible = controller.lastUpdate?.visible ?? 0..<0
        let total = counts.totalItems.map { "/\($0)" } ?? "+"
        let count = "\(counts.itemCount)" + (counts.hasMore ? total : "")
        if visible.isEmpty { return "\(count) items" }
        let shown = "\(visible.lowerBound + 1)–\(visible.upperBound)"
        return isShort ? "\(shown)/\(counts.itemCount)" : "items \(shown) of \(count)"
    }

    private var fraction: String {
        guard let fraction = feed.fraction, feed.pages.hasMore else { return "" }
        return "\(Int(fraction * 100)) %"
    }

    /// Replaces what the terminal cannot show, in one line.
    private func printable(_ text: String) -> String {
        let text = showsUnicode ? text : text.replacing("–", with: "-").replacing("×", with: "x")
        return Wrapping(columns: 4096, showsUnicode: showsUnicode).lines(of: text)[0]
    }
}
