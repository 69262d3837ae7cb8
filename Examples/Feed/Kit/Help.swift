/// What the program says about itself on the screen.
enum Help {
    enum Style { case heading, plain }

    /// The lines before the first row.
    static func head(columns: Int) -> [(String, Style)] {
        let lines: [(String, Style)] =
            columns < 60
            ? [
                ("█ viewport ▓ display ▒ preload", .plain), ("v: no rows around it", .plain),
            ]
            : [
                ("█ in the viewport   ▓ displayed: laid out   ▒ preloaded: text is held", .plain),
                ("The viewport is half of the screen here; v makes it the whole.", .plain),
            ]
        return [("What RangeCore does while you read", .heading)] + lines
    }

    /// The lines of the panel, for a number of columns.
    static func panel(columns: Int) -> [(String, Style)] {
        if columns < 62 {
            let rows = keys.flatMap { wrapped($0, columns).map { ($0, Style.plain) } }
            return [("Keys", .heading)] + rows + legend(columns)
        }
        let half = (keys.count + 1) / 2
        let pairs = (0..<half).map { index in
            let left = row(keys[index], 11)
            let gap = String(repeating: " ", count: max(38 - DisplayWidth.columns(of: left), 1))
            let other = index + half
            return (left + (other < keys.count ? gap + row(keys[other], 9) : ""), Style.plain)
        }
        return [("Keys", .heading)] + pairs + legend(columns)
    }

    private static func row(_ key: (String, String), _ width: Int) -> String {
        let gap = max(width - DisplayWidth.columns(of: key.0), 1)
        return key.0 + String(repeating: " ", count: gap) + key.1
    }

    private static func wrapped(_ key: (String, String), _ columns: Int) -> [String] {
        let lines = Wrapping(columns: columns - 11).lines(of: key.1)
        return lines.enumerated().map { row(($0 == 0 ? key.0 : "", $1), 11) }
    }

    private static let keys = [
        ("q Ctrl-C", "quit"), ("↑ ↓ k j", "a row"), ("PgUp PgDn", "a screen; also b, space"),
        ("g G", "the start, the end"), (":N  N%", "item N; N % of all"),
        ("/TEXT n N", "search; next, previous"), ("wheel", "three rows"),
        ("click", "on the scroll bar: go there"), ("v", "the rows around, or not"),
        ("m", "memory warning, and back"), ("+ -", "begin to load sooner, later"),
        ("t", "try a failed page now"), ("r", "reset, from page 1"), ("Esc", "stop searching"),
        ("?", "this help"),
    ]

    private static func legend(_ columns: Int) -> [(String, Style)] {
        let wrapping = Wrapping(columns: columns)
        let texts = [
            "█ visible  ▓ display: laid out  ▒ preload: its text is held, in the gutter and in the "
                + "scroll bar at the right.",
            "The status has the mode and direction, the items in the viewport, whether a page is "
                + "being loaded, how many screens ahead pages are loaded, and how many are held.",
        ]
        return [("", .plain), ("What you see", .heading)]
            + texts.flatMap { wrapping.lines(of: $0).map { ($0, Style.plain) } }
    }
}
