import Testing

@testable import FeedKit

@Suite("The command line and the keyboard")
struct OptionsTests {
    @Test("Arguments become options")
    func words() throws {
        let options = try Options([
            "--latency", "0.25", "--fail-rate=0.5", "notes.txt", "--page-size", "7",
            "--record=list.txt", "--seen", "seen.csv",
        ])
        #expect(options.latency == 0.25 && options.failRate == 0.5)
        #expect(options.path == "notes.txt" && options.record == "list.txt")
        #expect(options.pageSize == 7 && options.seen == "seen.csv")
        #expect(try Options([]).path == nil && Options(["-"]).path == "-")
        #expect(try Options(["--", "--odd"]).path == "--odd")
        #expect(try Options(["-h"]).wantsHelp)
    }

    @Test(
        "A wrong word is named, and the advice says what to do",
        arguments: [
            (["--frob"], "--frob"), (["--latency"], "--latency needs a value"),
            (["--latency", "-1"], "--latency -1"), (["--latency", "nan"], "nan"),
            (["--fail-rate", "2"], "--fail-rate"), (["--page-size", "0"], "--page-size"),
            (["--page-size", "1001"], "1001"), (["--record="], "--record"),
            (["a", "b"], "a, b"),
        ])
    func wrong(words: [String], named: String) {
        let error = #expect(throws: UsageError.self) { try Options(words) }
        #expect(error?.problem.contains(named) == true)
        #expect(error?.advice.isEmpty == false)
    }

    @Test("What cannot be read is named", arguments: ["/no/such", "/", "/dev/null"])
    func unreadable(path: String) {
        let error = #expect(throws: UsageError.self) { try TextSource(path: path, pageSize: 50) }
        #expect(error?.problem.hasPrefix(path) == true && error?.advice.isEmpty == false)
    }

    @Test("The help names every option, and fits")
    func help() {
        let words = [
            "--latency", "--fail-rate", "--page-size", "--place", "--seen", "--record", "▓",
            "/TEXT",
        ]
        for word in words {
            #expect(Options.help.contains(word), "\(word)")
        }
        let lines = Options.help.split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= 100 })
    }

    @Test("Bytes become keys, even if they arrive one by one")
    func keys() {
        let input =
            "jk \u{1b}[A\u{1b}[B\u{1b}OA\u{1b}[5~\u{1b}[6~\u{1b}[H\u{1b}[4~\u{1b}[1;5F+"
            + "\u{1b}[<0;1;1M\u{1b}[200~\u{1b}[6;2~q"
        let expected: [Key] = [
            .down, .up, .pageDown, .up, .down, .up, .pageUp, .pageDown, .home, .end, .end,
            .character("+"), .pageDown, .quit,
        ]
        var whole = KeyParser()
        #expect(whole.keys(of: Array(input.utf8)) == expected)
        var pieces = KeyParser()
        #expect(input.utf8.flatMap { pieces.keys(of: [$0]) } == expected)
    }

    @Test("Escape alone does not swallow the next key")
    func escape() {
        var parser = KeyParser()
        #expect(parser.keys(of: [0x1b]) == [])
        let isEscape = parser.flush()
        #expect(isEscape)
        #expect(parser.keys(of: Array("q".utf8)) == [.quit])
        #expect(parser.keys(of: [0x1b, 0x1b, 0x5b, 0x41]) == [.up])
        _ = parser.keys(of: [0x1b, 0x5b])
        let isCut = parser.flush()
        #expect(!isCut)
    }

    @Test("While a text is typed, letters are no commands, and characters may have several bytes")
    func typing() {
        var parser = KeyParser()
        parser.isTyping = true
        let input = Array("qé界🙂\u{7f}\u{1b}[A\r".utf8) + [0x80, 0x1a]
        let expected: [Key] = [
            .character("q"), .character("é"), .character("界"), .character("🙂"), .backspace, .up,
            .enter, .suspend,
        ]
        #expect(parser.keys(of: input) == expected)
        let keys = input.flatMap { parser.keys(of: [$0]) }
        #expect(keys == expected)
    }
}

extension KeyParser {
    /// The keys that are complete now.
    fileprivate mutating func keys(of input: [UInt8]) -> [Key] {
        append(input)
        var keys: [Key] = []
        while let key = next() { keys.append(key) }
        return keys
    }
}
