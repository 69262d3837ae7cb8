import RangeCore

/// A line that makes no sense.
package struct Refusal: Error {
    package let text: String

    package init(text: String) { self.text = text }
}

/// The words of a line, taken from the first on.
package struct Line {
    package let words: [Substring]
    private var next = 1

    package init(_ text: Substring) {
        let code = text.prefix { $0 != "#" }
        words = code.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    }

    package var isAtEnd: Bool { next >= words.count }

    package mutating func word() throws(Refusal) -> String {
        guard !isAtEnd else { throw Refusal(text: "something is missing after \(words[0])") }
        next += 1
        return String(words[next - 1])
    }

    package mutating func integer() throws(Refusal) -> Int {
        let word = try word()
        guard let value = Int(word) else { throw Refusal(text: "no integer: \(word)") }
        return value
    }

    mutating func flag() throws(Refusal) -> Bool { try integer() != 0 }
    package mutating func length() throws(Refusal) -> Double { Double(try integer()) / 960 }
    mutating func thousandths() throws(Refusal) -> Double { Double(try integer()) / 1000 }
    package mutating func seconds() throws(Refusal) -> Double { Double(try integer()) / 1_000_000 }

    package mutating func interval() throws(Refusal) -> Range<Int> {
        let (lower, upper) = (try integer(), try integer())
        guard lower <= upper else { throw Refusal(text: "no interval: \(lower) \(upper)") }
        return lower..<upper
    }

    mutating func lengths() throws(Refusal) -> [Double] {
        var lengths: [Double] = []
        while !isAtEnd { lengths.append(try length()) }
        return lengths
    }

    /// The ids up to a word, or all that are left; nil for `none`.
    mutating func ids(until end: String? = nil) throws(Refusal) -> [Int64?] {
        var ids: [Int64?] = []
        while end != nil || !isAtEnd {
            let word = try word()
            if word == end { break }
            guard let id = Int64(word) else {
                guard word == "none" else { throw Refusal(text: "no id: \(word)") }
                ids.append(nil)
                continue
            }
            ids.append(id)
        }
        return ids
    }

    mutating func value<Value: CaseIterable>(_ type: Value.Type = Value.self) throws(Refusal)
        -> Value
    {
        let word = try word()
        guard let value = Value.allCases.first(where: { wordOf($0) == word }) else {
            throw Refusal(text: "unknown word \(word)")
        }
        return value
    }
}

/// How a session writes a case of an enumeration: `visibleOnly` as `visible_only`.
func wordOf(_ value: some Any) -> String {
    "\(value)".reduce(into: "") { word, character in
        if character.isUppercase || character.isNumber { word += "_" }
        word += character.lowercased()
    }
}

func whole(_ value: Double, _ factor: Double) -> Int { Int((value * factor + 0.5).rounded(.down)) }
func ticks(_ points: Double) -> Int { whole(points, 960) }
func thousandths(_ value: Double) -> Int { whole(value, 1000) }
/// A time, or `never` if it is infinite.
func timeText(_ seconds: Double) -> String {
    seconds.isInfinite ? "never" : "\(microseconds(seconds))"
}
func microseconds(_ seconds: Double) -> Int { whole(seconds, 1_000_000) }
