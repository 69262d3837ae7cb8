/// A mistake in how the program was called, and what to do about it.
struct UsageError: Error, Equatable {
    var problem: String
    var advice: String

    init(_ problem: String, _ advice: String) { (self.problem, self.advice) = (problem, advice) }
}

/// What the command line says.
struct Options: Equatable {
    /// The text: a path, "-" for standard input, or nil.
    var path: String?
    /// In seconds, in the middle; nil for the text's own.
    var latency: Double?
    /// 0 … 1.
    var failRate = 0.0
    var pageSize = 50
    /// Where a recording goes.
    var record: String?
    /// Where the reader's place is kept.
    var place: String?
    /// Where it is written which lines were seen.
    var seen: String?
    var wantsHelp = false

    static let help = """
        usage: feed [options] [FILE | -]

        Displays a long text in the terminal, loading it page by page, and shows what RangeCore
        does.
        Without FILE it reads include/rangecore.h, as if over a slow network.

          FILE              a text file of any size; read only as far as you scroll
          -                 standard input, as in "git log | feed -"; a pipe needs no "-". What comes
                            is copied to a temporary file, which has no name and is gone at the end

        options:
          --latency S       extra delay per page in seconds, varied by ±50 % (default 0; 0.3 without
                            FILE)
          --fail-rate P     fraction of requests that fail, 0 … 1 (default 0)
          --page-size N     lines per page, 1 … 1000 (default 50)
          --place FILE      begin where FILE says, and keep in it where you are
          --seen FILE       write which lines were really seen, and for how long: a table as CSV
          --record FILE     record what the list is told, for "swift run replay FILE"
          --help            this text

        keys:
        \(keys.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))

        End, :N and N% count the lines without loading them, and load what is there. /text finds
        capitals too, /Text only that. At most 64 pages are held. NO_COLOR is honored.

        \(legend)
        """

    static let keys = """
        q  Ctrl-C         quit
        ↑ ↓  k j  Enter   a row
        PgUp PgDn  b f    a screen; also the space bar
        Home End  g G     the start, the end
        :N  N%            line N; N % of all
        /TEXT  n N        search; next, previous; Esc stops it
        v                 show the rows around a smaller viewport, or not
        m                 a memory warning; again: back to normal
        + -               load more or fewer screens ahead
        s                 lines seen
        t                 try a failed page again now
        ?                 this help
        """

    static let legend = """
        The gutter and the scroll bar show the states of rows:  █ visible  ▓ display: laid out
        ▒ preload: the text is held. A row that leaves a range drops what it had there.
        The status line has the mode and direction, the lines in the viewport, whether a page is
        being loaded, how many screens ahead pages are loaded, how many are held, and how many lines
        were seen.
        """

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(UsageError) {
        var words = words[...]
        var paths: [String] = []
        while let word = words.popFirst() {
            if word == "--" {
                paths += words
                words = []
            } else if !word.hasPrefix("-") || word == "-" {
                paths.append(word)
            } else if word == "--help" || word == "-h" {
                wantsHelp = true
            } else {
                // Both "--latency 3" and "--latency=3".
                let parts = word.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false
                ).map(String.init)
                try set(parts[0], parts.count == 2 ? parts[1] : words.popFirst())
            }
        }
        if paths.count > 1 {
            throw UsageError(
                "feed reads one file, not \(paths.count): \(paths.joined(separator: ", "))",
                "name one FILE; quote a name with spaces")
        }
        path = paths.first
    }

    private struct Flag: Sendable {
        var name: String
        var example: String
        var wanted: String
        /// Takes a value, and returns whether it is one.
        var set: @Sendable (inout Options, String) -> Bool
    }

    private static let flags = [
        Flag(name: "--latency", example: "0.3", wanted: "a number of seconds, 0 … 600") {
            $0.latency = Double($1)
            return (0...600).contains($0.latency ?? -1)
        },
        Flag(name: "--fail-rate", example: "0.2", wanted: "a number from 0 to 1") {
            $0.failRate = Double($1) ?? -1
            return (0...1).contains($0.failRate)
        },
        Flag(name: "--page-size", example: "50", wanted: "a whole number, 1 … 1000") {
            $0.pageSize = Int($1) ?? 0
            return (1...1000).contains($0.pageSize)
        },
        Flag(name: "--place", example: "place.json", wanted: "a file") {
            $0.place = $1
            return !$1.isEmpty
        },
        Flag(name: "--seen", example: "seen.csv", wanted: "a file") {
            $0.seen = $1
            return !$1.isEmpty
        },
        Flag(name: "--record", example: "session.txt", wanted: "a file") {
            $0.record = $1
            return !$1.isEmpty
        },
    ]

    private mutating func set(_ name: String, _ value: String?) throws(UsageError) {
        guard let flag = Self.flags.first(where: { $0.name == name }) else {
            let names = Self.flags.map(\.name).joined(separator: ", ")
            throw UsageError("there is no option \(name)", "the options are \(names) and --help")
        }
        let advice = "as in: feed \(name) \(flag.example)"
        guard let value else { throw UsageError("\(name) needs a value", advice) }
        if !flag.set(&self, value) {
            throw UsageError("\(name) \(value): it must be \(flag.wanted)", advice)
        }
    }
}
