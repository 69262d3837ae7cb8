import Foundation

/// What the command line says.
struct Options: Equatable {
    enum Place: Equatable {
        case packageSources
        case standardInput
        case file(String)
        case url(URL)
    }

    enum ScriptPlace: Equatable {
        case standardInput
        case file(String)
    }

    var place = Place.packageSources
    var script: ScriptPlace?
    /// In milliseconds; nil for the source's own.
    var latency: Int?
    var failRate = 0.0
    var pageSize = 50
    var pageLimit = Self.pages
    var seed: UInt64 = 1
    /// Where a recording goes.
    var record: String?
    var wantsHelp = false

    /// How many pages are held unless told otherwise.
    static let pages = 64

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(UsageError) {
        var words = words[...]
        var places: [String] = []
        var endOfFlags = false
        while let word = words.popFirst() {
            if endOfFlags || !word.hasPrefix("-") || word == "-" {
                places.append(word)
            } else if word == "--" {
                endOfFlags = true
            } else if word == "--help" || word == "-h" {
                wantsHelp = true
            } else {
                // Both "--seed 3" and "--seed=3".
                let parts = word.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let flag = String(parts[0])
                guard Self.flags.contains(flag) else { throw Self.unknown(flag) }
                guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
                    throw UsageError(
                        "\(flag) needs a value", "as in: feed \(flag) \(Self.example[flag]!)")
                }
                try set(flag, value)
            }
        }
        if places.count > 1 {
            throw UsageError(
                "feed reads one source, not \(places.count): \(places.joined(separator: ", "))",
                "name one FILE or URL; quote a name with spaces")
        }
        if let place = places.first { self.place = try Self.place(place) }
        if place == .standardInput, script == .standardInput {
            throw UsageError(
                "standard input cannot be both the text and the script",
                "name a file for one of them")
        }
    }

    private static let example = [
        "--script": "steps.txt", "--latency": "0.3", "--fail-rate": "0.2", "--page-size": "50",
        "--pages": "64", "--seed": "1", "--record": "session.txt",
    ]
    private static var flags: [String] { example.keys.sorted() }

    private static func unknown(_ flag: String) -> UsageError {
        UsageError(
            "there is no option \(flag)",
            "the options are \(flags.joined(separator: ", ")) and --help")
    }

    private mutating func set(_ flag: String, _ value: String) throws(UsageError) {
        func bad(_ wanted: String) -> UsageError {
            UsageError(
                "\(flag) \(value): it must be \(wanted)",
                "as in: feed \(flag) \(Self.example[flag]!)")
        }
        switch flag {
        case "--script":
            script = value == "-" ? .standardInput : .file(value)
        case "--record": record = value
        case "--latency":
            guard let seconds = Double(value), (0...600).contains(seconds) else {
                throw bad("a number of seconds, 0 … 600")
            }
            latency = Int((seconds * 1000).rounded())
        case "--fail-rate":
            guard let rate = Double(value), (0...1).contains(rate) else {
                throw bad("a number from 0 to 1")
            }
            failRate = rate
        case "--page-size":
            guard let size = Int(value), (1...1000).contains(size) else {
                throw bad("a whole number, 1 … 1000")
            }
            pageSize = size
        case "--pages":
            guard let pages = Int(value), (1...1_000_000).contains(pages) else {
                throw bad("a whole number, 1 … 1000000")
            }
            pageLimit = pages
        default:
            guard let seed = UInt64(value) else { throw bad("a whole number, 0 or more") }
            self.seed = seed
        }
    }

    private static func place(_ word: String) throws(UsageError) -> Place {
        if word == "-" { return .standardInput }
        guard let colon = word.range(of: "://") else { return .file(word) }
        let scheme = word[..<colon.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw UsageError(
                "\(word): feed reads http:// and https:// addresses, not \(scheme)://",
                "for a file, give only its path")
        }
        guard let url = URL(string: word), let host = url.host, !host.isEmpty else {
            throw UsageError(
                "\(word) is not a valid address",
                "as in: feed http://127.0.0.1:8080/items")
        }
        return .url(url)
    }
}
