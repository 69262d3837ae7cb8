/// Breaks text into lines that fit a terminal, and takes out what could break its screen.
struct Wrapping: Hashable, Sendable {
    /// The columns of a line, at least 2, so that a wide character fits.
    let columns: Int
    /// Whether the terminal shows more than ASCII; else everything else is a question mark.
    let showsUnicode: Bool

    static let tabStop = 4

    init(columns: Int, showsUnicode: Bool = true) {
        self.columns = max(columns, 2)
        self.showsUnicode = showsUnicode
    }

    /// The lines of a text, at least one.
    ///
    /// A line breaks after a space, a hyphen or a wide character; a word that is longer than a line
    /// is cut. Spaces at a break are dropped.
    ///
    /// - Complexity: O(scalars).
    func lines(of text: String) -> [String] {
        var builder = LineBuilder(columns: columns)
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r": continue
            case "\n", "\r", "\u{2028}", "\u{2029}": builder.endLine()
            case "\t": builder.tab()
            default:
                guard let shown = visible(scalar) else { continue }
                builder.append(shown, columns: DisplayWidth.columns(of: shown))
            }
        }
        builder.endLine()
        return builder.lines
    }

    /// What is shown for a scalar: itself, a picture of a control character, or nothing.
    func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x20..<0x7f: return scalar
        case 0..<0x20: return showsUnicode ? Unicode.Scalar(0x2400 + scalar.value) : "?"
        case 0x7f: return showsUnicode ? "\u{2421}" : "?"
        case 0x80..<0xa0: return showsUnicode ? "\u{fffd}" : "?"
        // Joiners, variation selectors and skin tones, on whose width terminals disagree; marks
        // that turn the direction of the rest of the screen; tags; soft hyphens.
        case 0x200b, 0x200d...0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfe00...0xfe0f, 0xfeff,
            0x1f3fb...0x1f3ff, 0xe0000...0xe0fff, 0xad, 0xfff9...0xfffb:
            return nil
        default:
            if showsUnicode { return scalar }
            return DisplayWidth.columns(of: scalar) == 0 ? nil : "?"
        }
    }
}

/// The lines so far, and the one that grows.
private struct LineBuilder {
    let columns: Int
    var lines: [String] = []
    private var line = String.UnicodeScalarView()
    private var width = 0
    /// What follows the last place at which the line may break, and its columns.
    private var tail = String.UnicodeScalarView()
    private var tailWidth = 0
    private var mayBreak = false
    /// The line was ended at a space; those that follow belong to the same break.
    private var dropsSpaces = false

    init(columns: Int) { self.columns = columns }

    mutating func append(_ scalar: Unicode.Scalar, columns scalarWidth: Int) {
        if scalar == " " && dropsSpaces { return }
        dropsSpaces = false
        if width + tailWidth + scalarWidth > columns {
            if scalar == " " {
                breakLine(carrying: false)
                dropsSpaces = true
                return
            }
            breakLine(carrying: mayBreak && tailWidth + scalarWidth <= columns)
        }
        // A mark without a character before it would land on the gutter.
        if scalarWidth == 0 && width + tailWidth == 0 { return }
        tail.append(scalar)
        tailWidth += scalarWidth
        if scalar == " " || scalar == "-" || scalarWidth == 2 { settle() }
    }

    mutating func tab() {
        let stop = Wrapping.tabStop
        for _ in 0..<(stop - (width + tailWidth) % stop) where width + tailWidth < columns {
            append(" ", columns: 1)
        }
    }

    mutating func endLine() {
        breakLine(carrying: false)
        dropsSpaces = false
    }

    private mutating func settle() {
        line.append(contentsOf: tail)
        width += tailWidth
        tail = String.UnicodeScalarView()
        tailWidth = 0
        mayBreak = true
    }

    /// Ends the line before its tail, which then begins the next one, or after it.
    private mutating func breakLine(carrying: Bool) {
        let carried = (tail, tailWidth)
        if !carrying { settle() }
        while line.last == " " { line.removeLast() }
        lines.append(String(line))
        line = String.UnicodeScalarView()
        width = 0
        (tail, tailWidth) = carrying ? carried : (String.UnicodeScalarView(), 0)
        mayBreak = false
    }
}
