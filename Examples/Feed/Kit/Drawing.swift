import Foundation
import RangeCore

/// Draws a feed: the rows with their gutter, the scroll bar, the status line.
@MainActor
struct Drawing {
    let feed: Feed
    let size: Terminal.Size
    let showsColor: Bool
    /// What the status line says instead, as what is being typed.
    var prompt: String?
    /// What is searched for, to be marked.
    var pattern: Pattern?
    /// Counts on while something spins.
    var beat = 0

    /// Below this many columns there is text alone.
    private static let narrow = 12
    /// The gutter and the scroll bar, with a space each.
    private static let margin = 4

    /// The columns and rows that a terminal leaves for the text.
    static func textSize(in size: Terminal.Size) -> Terminal.Size {
        Terminal.Size(
            columns: max(size.columns - (size.columns < narrow ? 0 : margin), 2),
            rows: max(size.rows - 1, 1))
    }

    private var isNarrow: Bool { size.columns < Self.narrow }
    private var textSize: Terminal.Size { Self.textSize(in: size) }
    private var controller: RangeController { feed.controller }
    /// The offset of the first row on screen.
    private var top: Double { feed.offset + (controller.lastUpdate?.pending ?? 0) }

    /// All lines of the terminal.
    var lines: [String] {
        var cells = [Cell](repeating: Cell(), count: textSize.rows)
        drawItems(into: &cells)
        draw(
            tail, at: controller.engine.length - controller.settings.extraLengthAtTail, into: &cells
        )
        if !isNarrow {
            for (row, text) in Self.head.enumerated() where Double(row) < -top.rounded() {
                draw((text, row == 0 ? .heading : .plain), at: top + Double(row), into: &cells)
            }
        }
        let bar = bar(cells.count)
        let lines = zip(cells, bar).map { cell, bar in
            let text = marked(fitting(cell.text, min(textSize.columns, size.columns)), cell.style)
            return isNarrow ? text : gutter(cell.state) + " \(text)\u{1b}[\(size.columns)G" + bar
        }
        return size.rows > 1 ? lines + [statusLine] : lines
    }

    /// What explains the screen where it is blank, before the first row.
    private static let head = [
        "What RangeCore does while you read",
        "█ in the viewport   ▓ displayed: laid out   ▒ preloaded: text is held",
        "The viewport is half of the screen here; v makes it the whole.",
    ]

    /// The lines of the terminal with a panel on it, such as the help, from one of its lines on.
    func panel(_ lines: [String], from first: Int) -> [String] {
        let panel = lines.dropFirst(first)
        let rows = textSize.rows
        let lines = panel.prefix(rows).map { fitting(" " + $0, size.columns) }
        let blank = [String](repeating: "", count: rows - lines.count)
        let hint = (panel.count > rows ? " q: quit  ↓ more" : " q: quit") + "  any other key: back"
        return size.rows > 1 ? lines + blank + [bright(hint)] : lines
    }

    static func help(columns: Int) -> [String] {
        let text = Options.keys + "\n\n" + Options.legend.replacing("\n", with: " ")
        return Wrapping(columns: columns - 2).lines(of: text)
    }

    /// What was seen, the longest first.
    static func seen(_ seen: SeenLines) -> [String] {
        let lines = seen.lines.sorted { ($0.seconds, $1.number) > ($1.seconds, $0.number) }
        return [
            "\(seen.lines.count) lines were seen: half of each for a second, without a break",
            "seconds    line",
        ]
            + lines.map { line in
                let (seconds, number) = (String(format: "%7.1f", line.seconds), "\(line.number)")
                let blank = String(repeating: " ", count: max(8 - number.count, 1))
                return seconds + blank + number + "  "
                    + Wrapping(columns: 4096).lines(of: line.text)[0]
            }
    }

    // -- rows --

    private struct Cell {
        var state: InterfaceState = []
        var text = ""
        var style = Style.plain
    }

    private enum Style: String {
        case plain = ""
        case faint = "2"
        case red = "31"
        case green = "32"
        case blue = "34"
        case cyan = "36"
        case heading = "1;35"
        case match = "7;33"
    }

    private func fitting(_ text: String, _ columns: Int) -> String {
        DisplayWidth.prefix(of: text, columns: columns)
    }

    private func styled(_ text: some StringProtocol, _ style: Style) -> String {
        if style == .plain || text.isEmpty { return String(text) }
        // What is marked, faint or bold is so without a color, too.
        let codes: String = style.rawValue.split(separator: ";")
            .filter { showsColor || $0.count == 1 }.joined(separator: ";")
        return codes.isEmpty ? String(text) : "\u{1b}[\(codes)m\(text)\u{1b}[0m"
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

    private func draw(_ told: (String, Style)?, at offset: Double, into cells: inout [Cell]) {
        let row = Int((offset - top).rounded())
        guard let told, cells.indices.contains(row) else { return }
        (cells[row].text, cells[row].style) = told
    }

    private func drawItems(into cells: inout [Cell]) {
        guard var item = try? controller.engine.item(atOffset: top) else { return }
        while true {
            // All rows of the screen have the same fraction of an offset, so that none overlap.
            let first = Int((item.offset - top).rounded())
            if first >= cells.count { return }
            draw(item, at: first, into: &cells)
            if item.index + 1 == controller.count { return }
            let next = controller.item(at: item.index + 1)
            item = next
        }
    }

    private func draw(_ item: ListItem, at first: Int, into cells: inout [Cell]) {
        let state = controller.state(ofItem: item.index)
        let node = controller.node(ofItem: item.index) as? RowNode
        for line in 0..<Int(item.extent.rounded()) where cells.indices.contains(first + line) {
            let row = first + line
            cells[row].state = state
            cells[row].style = state.contains(.visible) ? .plain : .faint
            if let node, line < node.rows.count {
                cells[row].text = node.rows[line]
            } else if line == 0 {
                // Loaded but not laid out, or not even loaded.
                let text = node?.line.map { feed.wrapping.lines(of: $0.text)[0] }
                (cells[row].text, cells[row].style) =
                    text.map { ($0, .faint) } ?? missing(inItem: item.index, isTop: row == 0)
            }
        }
    }

    /// Says where a page is, in its first row on screen.
    private func missing(inItem item: Int, isTop: Bool) -> (String, Style) {
        guard let missing = feed.missing(inItem: item) else { return ("…", .faint) }
        let isFirst = isTop || feed.missing(inItem: item - 1)?.page != missing.page
        if isFirst, let told = told(missing) { return told }
        return ("…", missing.failure == nil ? .faint : .red)
    }

    /// What is said after the last item.
    private var tail: (String, Style)? {
        if feed.isWaiting { return ("\(spinner) waiting for more", .cyan) }
        if let missing = feed.missingTail { return told(missing) ?? ("  more to come", .faint) }
        if controller.count > 0 || feed.isLoading { return nil }
        return ("\(feed.text.name) is empty: nothing to read", .faint)
    }

    /// That a page is being loaded, or why it is not there, and when it is asked for again.
    private func told(_ missing: Feed.Missing) -> (String, Style)? {
        if missing.isLoading { return ("\(spinner) loading page \(missing.page)", .cyan) }
        guard let failure = missing.failure else { return nil }
        return ("! page \(missing.page): \(again(missing)) (t: now): \(failure)", .red)
    }

    /// When a failed page is asked for again.
    private func again(_ missing: Feed.Missing) -> String {
        guard missing.retryTime.isFinite else { return "" }
        return "again in \(max(Int((missing.retryTime - feed.time).rounded(.up)), 0)) s"
    }

    private var spinner: Character {
        let pictures: [Character] = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
        return pictures[beat % pictures.count]
    }

    // -- states --

    private func gutter(_ state: InterfaceState) -> String {
        if state.contains(.visible) { return styled("█", .green) }
        if state.contains(.display) { return styled("▓", .cyan) }
        if state.contains(.preload) { return styled("▒", .blue) }
        return " "
    }

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
            return state.map(gutter) ?? styled("│", .faint)
        }
    }

    // -- status --

    /// As much as there is room for, what matters most first, and always how to go on.
    private var statusLine: String {
        if let prompt { return bright(Wrapping(columns: 4096).lines(of: prompt)[0]) }
        let hints = ["? help  q quits ", "? help ", "?"]
        let hint = hints.first { $0.utf8.count * 2 <= size.columns + 4 } ?? ""
        let room = size.columns - hint.utf8.count
        var status = ""
        for part in parts where !part.isEmpty {
            let longer = status + (status.isEmpty ? " " : "  ") + part
            if DisplayWidth.columns(of: longer) <= room - 1 { status = longer }
        }
        let blank = max(room - DisplayWidth.columns(of: status), 0)
        return bright(status + String(repeating: " ", count: blank) + hint)
    }

    private func bright(_ text: String) -> String {
        let line = fitting(text + String(repeating: " ", count: size.columns), size.columns)
        let isLow = controller.settings.memoryPressure != .normal
        let color = feed.failure != nil ? ";31" : isLow ? ";33" : feed.isLoading ? ";36" : ""
        return "\u{1b}[7\(showsColor ? color : "")m\(line)"
    }

    private var parts: [String] {
        let (pages, pressure) = (feed.store.pageCount, controller.settings.memoryPressure)
        let isShort = size.columns < 50
        // Where there is room for one of them only, the items say more.
        return (isShort ? [items(isShort), modeAndDirection] : [modeAndDirection, items(isShort)])
            + [
                pressure == .normal ? "" : "memory \(pressure) (m)", progress, goal,
                "\(feed.leadingScreens) screens",
                pages == 1 ? "1 page held" : "\(pages) pages held", seen, feed.text.name,
            ]
    }

    private var seen: String {
        let count = feed.seen.lines.count + feed.seen.current.count
        return count == 0 ? "" : "\(count) seen"
    }

    private var goal: String {
        let counted = feed.isCounting ? "  \(Int(feed.fraction * 100)) %" : ""
        switch feed.goal {
        case nil: return ""
        case .end: return "to the end" + counted
        case .item(let item, _): return "to \(item + 1)" + counted
        case .place: return "to where it was" + counted
        case .fraction(let part): return "to \(Int((part * 100).rounded())) %" + counted
        }
    }

    private var modeAndDirection: String {
        let mode =
            switch controller.lastUpdate?.mode ?? .minimum {
            case .full: "full"
            case .minimum: "minimum"
            case .visibleOnly: "visible only"
            case .lowMemory: "low memory"
            }
        return mode + (controller.lastUpdate?.direction != .backward ? " ↓" : " ↑")
    }

    /// What is being done, or why not.
    private var progress: String {
        if let missing = feed.failure { return "page \(missing.page) failed: \(again(missing))" }
        if feed.isCounting { return "counting" }
        return feed.isLoading ? "loading" : feed.isWaiting ? "waiting" : "idle"
    }

    private func items(_ isShort: Bool) -> String {
        let visible = controller.lastUpdate?.visible ?? 0..<0
        let count = "\(controller.count)" + (feed.isComplete ? "" : "+")
        if visible.isEmpty { return "\(count) items" }
        let shown = "\(visible.lowerBound + 1)–\(visible.upperBound)"
        return isShort ? "\(shown)/\(count)" : "items \(shown) of \(count)"
    }
}

/// What is on the terminal, so that only lines that differ are written.
struct Screen {
    private var size = Terminal.Size(columns: 0, rows: 0)
    private var shown: [String] = []

    /// Forgets what is on the terminal: the next drawing writes everything.
    mutating func invalidate() {
        shown = []
    }

    /// The bytes that make the terminal show `lines`; empty if it does.
    ///
    /// A terminal that knows synchronized updates shows all of it at once.
    mutating func drawing(_ lines: [String], size: Terminal.Size) -> String {
        var output = ""
        if size != self.size || shown.isEmpty {
            (self.size, shown) = (size, [])
            output += "\u{1b}[0m\u{1b}[2J"
        }
        for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
            // Erased before, not after: past the last column the cursor stays on it.
            output += "\u{1b}[\(row + 1);1H\u{1b}[0m\u{1b}[K\(line)"
        }
        shown = lines
        return output.isEmpty ? "" : "\u{1b}[?2026h\(output)\u{1b}[0m\u{1b}[?2026l"
    }
}
