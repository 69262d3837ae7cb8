import Foundation
import Testing

@testable import FeedKit

@Suite("The command line and scripts")
struct OptionsTests {
    @Test("Arguments become options")
    func words() throws {
        let options = try Options([
            "--latency", "0.25", "--fail-rate=0.5", "notes.txt", "--page-size", "7", "--pages=8",
            "--seed", "9",
            "--script", "-",
        ])
        #expect(options.latency == 250)
        #expect(options.failRate == 0.5)
        #expect(options.place == .file("notes.txt"))
        #expect(options.pageSize == 7 && options.pageLimit == 8)
        #expect(options.seed == 9)
        #expect(options.script == .standardInput)
        #expect(try Options([]).place == .packageSources)
        #expect(try Options(["--", "--odd"]).place == .file("--odd"))
        #expect(try Options(["-"]).place == .standardInput)
        #expect(try Options(["-h"]).wantsHelp)
        let url = try Options(["http://127.0.0.1:8080/items"]).place
        #expect(url == .url(try #require(URL(string: "http://127.0.0.1:8080/items"))))
    }

    @Test(
        "A wrong word is named, and the advice says what to do",
        arguments: [
            (["--frob"], "--frob"), (["--latency"], "--latency"),
            (["--latency", "-1"], "--latency"),
            (["--latency", "nan"], "nan"), (["--fail-rate", "2"], "--fail-rate"),
            (["--page-size", "0"], "--page-size"), (["--pages", "0"], "--pages"),
            (["--page-size", "1001"], "1001"),
            (["--seed", "x"], "--seed"), (["a", "b"], "a, b"), (["ftp://x/y"], "ftp"),
            (["-", "--script", "-"], "standard input"), (["http://"], "http://"),
            (["https:///items"], "https:///items"),
        ])
    func wrong(words: [String], named: String) {
        let error = #expect(throws: UsageError.self) { try Options(words) }
        #expect(error?.problem.contains(named) == true)
        #expect(error?.advice.isEmpty == false)
    }

    @Test("A script's lines become steps")
    func steps() throws {
        let script = try Script(
            """
            # a comment
            size 40 12
            pace 20
            scroll -3 5   # another
            scroll 2

            fling -600
            jump end
            jump 7 center
            wait 10
            settle
            screens 1.5
            memory warning
            hold
            release
            retry
            reset
            """, name: "test")
        #expect(
            script.steps == [
                .size(columns: 40, rows: 12), .pace(20), .scroll(rows: -3, times: 5),
                .scroll(rows: 2, times: 1), .fling(speed: -600), .jump(.end, .end),
                .jump(.item(7), .center), .wait(10), .settle, .screens(1.5), .memory(.warning),
                .hold,
                .release, .retry, .reset,
            ])
        #expect(try !Script(Script.builtIn, name: "built-in").steps.isEmpty)
        #expect(try Script("", name: "empty").steps.isEmpty)
        #expect(try Script("settle\r\nreset\r\n", name: "CRLF").steps == [.settle, .reset])
    }

    @Test(
        "A malformed line is named by its number",
        arguments: [
            "scrol 3", "scroll", "scroll x", "scroll 1 0", "scroll 1 2 3", "fling 1.5", "jump",
            "jump -1", "jump 3 middle", "wait -1", "size 0 0", "size 80", "memory low",
            "screens -1",
            "settle 3", "scroll -9223372036854775808", "pace 0",
        ])
    func malformed(line: String) {
        let error = #expect(throws: UsageError.self) {
            try Script("settle\n\(line)", name: "steps")
        }
        #expect(error?.problem.hasPrefix("steps:2: ") == true)
        #expect(error?.advice.isEmpty == false)
    }

    @Test("Bytes become keys, even if they arrive one by one")
    func keys() {
        let input =
            "jk \u{1b}[A\u{1b}[B\u{1b}OA\u{1b}[5~\u{1b}[6~\u{1b}[H\u{1b}[4~\u{1b}[1;5F+"
            + "\u{1b}[<64;10;5M\u{1b}[<65;10;5M\u{1b}[<69;1;1M\u{1b}[<0;1;1M\u{1b}[<0;1;1m\u{1b}[200~q"
        let expected: [Key] = [
            .down, .up, .pageDown, .up, .down, .up, .pageUp, .pageDown, .home, .end, .end,
            .character("+"), .wheelUp, .wheelDown, .wheelDown, .click(column: 1, row: 1), .quit,
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

    @Test("The same request has the same outcome with the same seed")
    func network() {
        let network = BadNetwork(latency: 100, failRate: 0.25, seed: 3)
        let fates = (0..<4000).map { network.fate(of: $0) }
        #expect(fates.map(\.latency) == (0..<4000).map { network.fate(of: $0).latency })
        #expect(fates.allSatisfy { (50...150).contains($0.latency) })
        #expect((900..<1100).contains(fates.count { $0.fails }))
        #expect(BadNetwork(latency: 0, failRate: 0, seed: 1).fate(of: 1).fails == false)
        #expect(BadNetwork(latency: 0, failRate: 1, seed: 1).fate(of: 1).fails)
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
