/// A step of a script.
enum Step: Equatable, Sendable {
    case size(columns: Int, rows: Int)
    case pace(Int)
    case scroll(rows: Int, times: Int)
    case fling(speed: Int)
    case jump(Place, Alignment)
    case wait(Int)
    case settle
    case screens(Double)
    case memory(Memory)
    case hold
    case release
    case retry
    case reset

    enum Place: Equatable, Sendable {
        case start
        case end
        case item(Int)
    }

    enum Alignment: String, CaseIterable, Sendable {
        case start, center, end, nearest
    }

    enum Memory: String, CaseIterable, Sendable {
        case normal, warning, critical
    }
}

/// A list of steps, as `--script` reads it.
struct Script: Equatable, Sendable {
    var steps: [Step]

    /// What is played when there is neither a terminal nor a script.
    static let builtIn = """
        wait 1000
        scroll 1 30      # a slow scroll
        wait 500
        fling 600        # a fling down
        settle
        fling -250       # a reversal
        wait 500
        jump end         # to the end of what is loaded, and on while it loads
        wait 2000
        """

    /// - Parameter name: of the script, for error messages.
    init(_ text: String, name: String) throws(UsageError) {
        steps = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(
                String.init)
            guard let verb = words.first else { continue }
            guard let form = Self.forms[verb] else {
                throw UsageError(
                    "\(name):\(number + 1): there is no step \"\(verb)\"",
                    "the steps are \(Self.forms.keys.sorted().joined(separator: ", ")); "
                        + "feed --help explains them")
            }
            guard let step = form.parse(Array(words.dropFirst())) else {
                throw UsageError(
                    "\(name):\(number + 1): cannot read \"\(words.joined(separator: " "))\"",
                    "it must be: \(form.usage)")
            }
            steps.append(step)
        }
    }

    private struct Form: Sendable {
        var usage: String
        var parse: @Sendable ([String]) -> Step?

        init(_ usage: String, _ parse: @escaping @Sendable ([String]) -> Step?) {
            self.usage = usage
            self.parse = parse
        }

        init(_ word: String, _ step: Step) {
            self.init(word) { $0.isEmpty ? step : nil }
        }
    }

    private static let forms: [String: Form] = [
        "size": Form("size COLUMNS ROWS, 8 … 1000 and 2 … 1000") { words in
            guard let values = numbers(words, 2...2), (8...1000).contains(values[0]),
                (2...1000).contains(values[1])
            else { return nil }
            return .size(columns: values[0], rows: values[1])
        },
        "pace": Form("pace MS, 1 … 10000") { words in
            guard let values = numbers(words, 1...1), (1...10_000).contains(values[0]) else {
                return nil
            }
            return .pace(values[0])
        },
        "scroll": Form("scroll ROWS [TIMES], ROWS −1000000 … 1000000, TIMES 1 … 100000") { words in
            guard let values = numbers(words, 1...2), abs(values[0]) <= 1_000_000 else {
                return nil
            }
            let times = values.count == 2 ? values[1] : 1
            return (1...100_000).contains(times) ? .scroll(rows: values[0], times: times) : nil
        },
        "fling": Form("fling SPEED, in rows a second, −100000 … 100000") { words in
            guard let values = numbers(words, 1...1), abs(values[0]) <= 100_000 else { return nil }
            return .fling(speed: values[0])
        },
        "jump": Form("jump start|end|INDEX [start|center|end|nearest]", jump),
        "wait": Form("wait MS, 0 … 3600000") { words in
            guard let values = numbers(words, 1...1), (0...3_600_000).contains(values[0]) else {
                return nil
            }
            return .wait(values[0])
        },
        "settle": Form("settle", .settle),
        "screens": Form("screens N, 0 … 100") { words in
            guard words.count == 1, let screens = Double(words[0]), (0...100).contains(screens)
            else {
                return nil
            }
            return .screens(screens)
        },
        "memory": Form("memory normal|warning|critical") { words in
            guard words.count == 1 else { return nil }
            return Step.Memory(rawValue: words[0]).map(Step.memory)
        },
        "hold": Form("hold", .hold),
        "release": Form("release", .release),
        "retry": Form("retry", .retry),
        "reset": Form("reset", .reset),
    ]

    private static func numbers(_ words: [String], _ count: ClosedRange<Int>) -> [Int]? {
        let numbers = words.compactMap { Int($0) }
        // `Int.min` has no magnitude in `Int`.
        guard numbers.count == words.count, count.contains(words.count), !numbers.contains(.min)
        else {
            return nil
        }
        return numbers
    }

    @Sendable private static func jump(_ words: [String]) -> Step? {
        guard let first = words.first, words.count <= 2 else { return nil }
        let place: Step.Place
        switch first {
        case "start": place = .start
        case "end": place = .end
        default:
            guard let index = Int(first), index >= 0 else { return nil }
            place = .item(index)
        }
        var alignment = place == .end ? Step.Alignment.end : .start
        if words.count == 2 {
            guard let given = Step.Alignment(rawValue: words[1]) else { return nil }
            alignment = given
        }
        return .jump(place, alignment)
    }
}
