/// Breaks text into lines that fit a terminal, and takes out what could break its screen.
struct Wrapping: Hashable, Sendable {
    /// The columns of a line, at least 2, so that a wide character fits.
    let columns: Int

    init(columns: Int) { self.columns = max(columns, 2) }

    /// The lines of a text, at least one.
    ///
    /// A line breaks after a space, a hyphen or a wide character; a word that is longer than a line
    /// is cut. Spaces at a break are dropped.
    ///
    /// - Complexity: O(scalars).
    func lines(of text: String) -> [String] {
        let shown = Self.shown(text)
        var lines: [String] = []
        var (start, width) = (0, 0)
        /// Behind the last place at which the line may break, and the columns from there on.
        var (place, rest) = (0, 0)
        for (index, scalar) in shown.enumerated() {
            let more = DisplayWidth.columns(of: scalar)
            (width, rest) = (width + more, rest + more)
            // Spaces may stand beyond the end.
            if width > columns && scalar != " " {
                let fits = place > start && rest <= columns
                lines.append(Self.line(of: shown[start..<(fits ? place : index)]))
                (start, width) = fits ? (place, rest) : (index, more)
                rest = width
            }
            if scalar == " " || scalar == "-" || more == 2 { (place, rest) = (index + 1, 0) }
        }
        return lines + [Self.line(of: shown[start...])]
    }

    private static func line(of scalars: ArraySlice<Unicode.Scalar>) -> String {
        let length = scalars.lastIndex { $0 != " " }.map { $0 + 1 } ?? scalars.startIndex
        return String(String.UnicodeScalarView(scalars[..<length]))
    }

    /// What is shown of a text: four spaces for a tab, and a dot for what controls a terminal.
    private static func shown(_ text: String) -> [Unicode.Scalar] {
        var shown: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09: shown += [" ", " ", " ", " "]
            case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: shown.append("·")
            // Joiners, variation selectors and skin tones, on whose width terminals disagree; marks
            // that turn the direction of the rest of the screen; tags; soft hyphens.
            case 0x200b, 0x200d...0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfe00...0xfe0f, 0xfeff,
                0x1f3fb...0x1f3ff, 0xe0000...0xe0fff, 0xad, 0xfff9...0xfffb:
                continue
            default:
                // A mark without a character before it would land on the gutter.
                let isLost = (shown.last ?? " ") == " " && DisplayWidth.columns(of: scalar) == 0
                if !isLost { shown.append(scalar) }
            }
        }
        return shown
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
