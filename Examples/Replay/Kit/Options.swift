import RangeCore

/// What the command line says.
struct Options: Equatable {
    var paths: [String] = []
    var settings = PlaySettings()
    var picture: String?
    /// Of the session, in seconds from its start.
    var part: ClosedRange<Double>?
    var sweeps = false
    var wantsHelp = false

    static let help = """
        usage: replay [options] FILE…

        Plays recorded sessions of lists, and counts which items would have been late, and how many
        loaded in vain. Edits, measurements and scrolling are as recorded. What loads is decided
        again, and what a load takes is drawn from what the recorded ones took, or 200 ms.

        Try: swift run replay Examples/Session/feed.txt --sweep

        settings (otherwise as recorded):
          --foresight B        with foresight, and this budget; 0.85 is usual
          --off                without foresight
          --ranges LEAD/TRAIL  how far the preload range reaches, in screenfuls, as in 2.5/1.5
          --latency MS         what each load takes, in milliseconds
          --limit N            loads at a time (default 6)
          --seed N             the luck of the loads and of the intervals (default 1)

        what to do besides:
          --picture OUT.svg    draws the session: time × list; with --sweep, the curve
          --part FROM-TO       draws only that part of the session, in seconds, as in 60-90
          --sweep              plays with budgets from 0.5 to 1.4, and with Texture's ranges
          --help               this text

        It prints, of items that came on screen for 50 ms or more, without the first screen:
          late                 those that were not loaded by then
          noticed              and for another 100 ms or more
          missed               noticed, of those on screen for 300 ms or more
          wasted               items that were requested and never seen, not even for a moment
        """

    init(_ words: [String]) throws(Problem) {
        var words = words[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("-") else {
                paths.append(word)
                continue
            }
            switch word {
            case "--help", "-h": wantsHelp = true
            case "--off": settings.foresight = 0
            case "--sweep": sweeps = true
            default:
                guard Self.flags.contains(word) else {
                    throw Problem(text: "there is no option \(word); --help has all of them")
                }
                guard let value = words.popFirst() else {
                    throw Problem(text: "\(word) needs a value; see --help")
                }
                guard set(word, value) else {
                    throw Problem(text: "\(word) \(value) is not valid; see --help")
                }
            }
        }
        if picture != nil, !sweeps, paths.count > 1 {
            throw Problem(text: "a picture shows one session, not \(paths.count); name one FILE")
        }
        if part != nil, picture == nil || sweeps {
            throw Problem(text: "--part is of the --picture of a session")
        }
    }

    private static let flags = [
        "--foresight", "--ranges", "--latency", "--limit", "--seed", "--picture", "--part",
    ]

    /// Returns whether the value is valid.
    private mutating func set(_ flag: String, _ value: String) -> Bool {
        func number(_ text: some StringProtocol, _ most: Double) -> Double? {
            Double(text).flatMap { (0...most).contains($0) ? $0 : nil }
        }
        switch flag {
        case "--foresight":
            settings.foresight = number(value, 100)
            return settings.foresight != nil
        case "--ranges":
            let parts = value.split(separator: "/").compactMap { number($0, 100) }
            guard parts.count == 2 else { return false }
            settings.ranges = RangeTuning(leading: parts[0], trailing: parts[1])
        case "--latency":
            settings.latency = number(value, 600_000).map { $0 / 1000 }
            return settings.latency != nil
        case "--limit":
            guard let limit = Int(value), (1...1000).contains(limit) else { return false }
            settings.limit = limit
        case "--seed":
            guard let seed = UInt64(value) else { return false }
            settings.seed = seed
        case "--part":
            let ends = value.split(separator: "-", omittingEmptySubsequences: false)
                .map { number($0, 1e9) }
            guard ends.count == 2, let from = ends[0], let to = ends[1], from < to else {
                return false
            }
            part = from...to
        default: picture = value
        }
        return true
    }
}
