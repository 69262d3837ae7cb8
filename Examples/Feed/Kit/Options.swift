/// A mistake in how the program was called, and what would be right.
struct UsageError: Error, Equatable {
    var problem: String

    init(_ problem: String) { self.problem = problem }
}

/// What the command line says.
struct Options: Equatable {
    /// The text; nil for the program's own.
    var path: String?
    /// In seconds, in the middle; nil for the text's own.
    var latency: Double?
    /// 0 … 1.
    var failRate = 0.0
    var pageSize = 50
    /// Where a recording goes.
    var record: String?
    var wantsHelp = false

    static let help = """
        usage: feed [options] [FILE]

        Displays a long text in the terminal, loading it page by page, and shows what RangeCore
        does. Without FILE it reads include/rangecore.h, as if over a slow network. Lines are
        counted at first, which takes a second for a gigabyte or so.

        options:
          --latency S       extra delay per page in seconds, varied by ±50 % (default 0; 0.3 without
                            FILE)
          --fail-rate P     fraction of requests that fail, 0 … 1 (default 0)
          --page-size N     lines per page, 1 … 1000 (default 50)
          --record FILE     record what the list is told, for "swift run replay FILE"
          --help            this text

        keys:
        \(keys.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))

        \(legend)

        At most 64 pages are held. NO_COLOR is honored.
        """

    static let keys = """
        q  Ctrl-C         quit
        ↑ ↓  k j  Enter   a row
        PgUp PgDn  b f    a screen; also the space bar
        Home End  g G     the start, the end
        v                 show the rows around a smaller viewport, or not
        m                 a memory warning; again: back to normal
        + -               load more or fewer screens ahead
        t                 try a failed page again now
        ?                 this help
        """

    static let legend = """
        █ visible  ▓ display: laid out  ▒ preload: the text is held
        A row that leaves a range drops what it had there.
        """

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(UsageError) {
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--help" || word == "-h" {
                wantsHelp = true
            } else if word.hasPrefix("-") {
                try set(word, words.popFirst() ?? "")
            } else if let path {
                throw UsageError("feed reads one file, not both \(path) and \(word)")
            } else {
                path = word
            }
        }
    }

    private mutating func set(_ name: String, _ value: String) throws(UsageError) {
        let wanted: String
        switch name {
        case "--latency":
            wanted = "a number of seconds, 0 … 600"
            latency = Double(value)
            if (0...600).contains(latency ?? -1) { return }
        case "--fail-rate":
            wanted = "a number from 0 to 1"
            failRate = Double(value) ?? -1
            if (0...1).contains(failRate) { return }
        case "--page-size":
            wanted = "a whole number, 1 … 1000"
            pageSize = Int(value) ?? 0
            if (1...1000).contains(pageSize) { return }
        case "--record":
            wanted = "a file"
            record = value
            if !value.isEmpty { return }
        default: throw UsageError("there is no option \(name); see feed --help")
        }
        throw UsageError("\(name) needs \(wanted), not \"\(value)\"")
    }
}
