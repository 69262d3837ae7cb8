/// What is on the terminal, so that only lines that differ are written.
struct Screen {
    private(set) var size = Terminal.Size(columns: 0, rows: 0)
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
            self.size = size
            shown = []
            output += "\u{1b}[0m\u{1b}[2J"
        }
        for (row, line) in lines.prefix(size.rows).enumerated() {
            if row < shown.count, shown[row] == line { continue }
            // Erased before, not after: past the last column the cursor stays on it.
            output += "\u{1b}[\(row + 1);1H\u{1b}[0m\u{1b}[K\(line)"
        }
        shown = Array(lines.prefix(size.rows))
        if !output.isEmpty { output += "\u{1b}[0m" }
        return output.isEmpty ? "" : "\u{1b}[?2026h\(output)\u{1b}[?2026l"
    }
}
