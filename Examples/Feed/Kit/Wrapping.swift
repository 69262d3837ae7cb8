/// Breaks text into lines that fit a terminal, and takes out what could break its screen.
struct Wrapping: Hashable, Sendable {
    /// The columns of a line, at least 2, so that a wide character fits.
    let columns: Int

    static let tabStop = 4

    init(columns: Int) { self.columns = max(columns, 2) }

    /// The lines of a text, at least one.
    ///
    /// A line breaks after a space, a hyphen or a wide character; a word that is longer than a line
    /// is cut. Spaces at a break are dropped.
    ///
    /// - Complexity: O(scalars).
    func lines(of text: String) -> [String] {
        var lines = Lines(columns: columns)
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r": continue
            case "\n", "\r", "\u{2028}", "\u{2029}": lines.endLine()
            case "\t":
                let blank = Self.tabStop - lines.width % Self.tabStop
                for _ in 0..<min(blank, columns - lines.width) { lines.append(" ", columns: 1) }
            default:
                guard let shown = visible(scalar) else { continue }
                lines.append(shown, columns: DisplayWidth.columns(of: shown))
            }
        }
        lines.endLine()
        return lines.done
    }

    /// What is shown for a scalar: itself, a picture of a control character, or nothing.
    private func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value)
        case 0x7f: return "\u{2421}"
        case 0x80..<0xa0: return "\u{fffd}"
        // Joiners, variation selectors and skin tones, on whose width terminals disagree; marks
        // that turn the direction of the rest of the screen; tags; soft hyphens.
        case 0x200b, 0x200d...0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfe00...0xfe0f, 0xfeff,
            0x1f3fb...0x1f3ff, 0xe0000...0xe0fff, 0xad, 0xfff9...0xfffb:
            return nil
        default: return scalar
        }
    }
}

/// How many columns text takes on a terminal.
///
/// Terminals disagree about sequences of several scalars, so `Wrapping` takes the joiners out first;
/// then the width of a text is the sum of its scalars' widths everywhere.
enum DisplayWidth {
    /// The columns of one scalar: 0 for marks and invisible ones, 2 for wide ones, else 1.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value < 0x20 || (0x7f..<0xa0).contains(value) ? 0 : 1 }
        if scalar.properties.isEmojiPresentation || wide.contains(where: { $0.contains(value) }) {
            return 2
        }
        // The vowels and final consonants of Hangul join the syllable before them.
        if (0x1160...0x11ff).contains(value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
        default: return 1
        }
    }

    /// The columns of a text without tabs, controls or line ends.
    static func columns(of text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// The longest beginning of a text that fits into `columns`.
    static func prefix(of text: String, columns: Int) -> String {
        var width = 0
        let fitting = text.unicodeScalars.prefix { scalar in
            width += Self.columns(of: scalar)
            return width <= columns
        }
        return String(fitting)
    }

    // East Asian Width W and F but for the emoji, holes that are not assigned filled in.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf,
        0x4e00...0xa4c6, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfad9, 0xfe10...0xfe19,
        0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18d08, 0x1aff0...0x1b2fb,
        0x1f200...0x1f265, 0x20000...0x3fffd,
    ]
}

/// The lines so far, and the one that grows.
private struct Lines {
    let columns: Int
    var done: [String] = []
    var width = 0
    private var line: [Unicode.Scalar] = []
    /// Behind the last place at which the line may break: its scalars and columns.
    private var place = (count: 0, width: 0)
    /// The line before was ended at a space; those that follow belong to the same break.
    private var dropsSpaces = false

    init(columns: Int) { self.columns = columns }

    mutating func append(_ scalar: Unicode.Scalar, columns scalarWidth: Int) {
        if scalar == " " && dropsSpaces { return }
        dropsSpaces = false
        if width + scalarWidth > columns {
            // The word begins the next line, if it fits there.
            let rest = width - place.width
            let isCut = place.count == 0 || scalar == " " || rest + scalarWidth > columns
            let carried = isCut ? [] : line[place.count...]
            line.removeLast(carried.count)
            endLine()
            dropsSpaces = scalar == " "
            if dropsSpaces { return }
            (line, width) = (Array(carried), isCut ? 0 : rest)
        }
        // A mark without a character before it would land on the gutter.
        if scalarWidth == 0 && width == 0 { return }
        line.append(scalar)
        width += scalarWidth
        if scalar == " " || scalar == "-" || scalarWidth == 2 { place = (line.count, width) }
    }

    mutating func endLine() {
        while line.last == " " { line.removeLast() }
        done.append(String(String.UnicodeScalarView(line)))
        (line, width, place, dropsSpaces) = ([], 0, (0, 0), false)
    }
}
