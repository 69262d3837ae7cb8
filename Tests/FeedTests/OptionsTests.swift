import Testing

@testable import FeedKit

@Suite("The command line and the keyboard")
struct OptionsTests {
    @Test("Arguments become options")
    func words() throws {
        let options = try Options([
            "--latency", "0.25", "--fail-rate", "0.5", "notes.txt", "--page-size", "7",
            "--record", "list.txt",
        ])
        #expect(options.latency == 0.25 && options.failRate == 0.5)
        #expect(options.path == "notes.txt" && options.record == "list.txt")
        #expect(options.pageSize == 7)
        #expect(try Options([]).path == nil && Options(["-h"]).wantsHelp)
    }

    @Test(
        "A wrong word is named",
        arguments: [
            (["--frob"], "--frob"), (["--latency"], "--latency needs a number"),
            (["--latency", "-1"], "not \"-1\""), (["--latency", "nan"], "nan"),
            (["--fail-rate", "2"], "--fail-rate"), (["--page-size", "0"], "--page-size"),
            (["--page-size", "1001"], "1001"), (["--record", ""], "--record"),
            (["a", "b"], "both a and b"),
        ])
    func wrong(words: [String], named: String) {
        let error = #expect(throws: UsageError.self) { try Options(words) }
        #expect(error?.problem.contains(named) == true)
    }

    @Test("What cannot be read is named", arguments: ["/no/such", "/", "/dev/null"])
    func unreadable(path: String) {
        let error = #expect(throws: UsageError.self) { try TextSource(path: path, pageSize: 50) }
        #expect(error?.problem.hasPrefix(path) == true)
    }

    @Test("The help names every option, and fits")
    func help() {
        for word in ["--latency", "--fail-rate", "--page-size", "--record", "▓", "PgUp"] {
            #expect(Options.help.contains(word), "\(word)")
        }
        let lines = Options.help.split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= 100 })
    }

    @Test("Bytes become keys, even if they arrive one by one")
    func keys() {
        let input =
            "jk \u{1b}[A\u{1b}[B\u{1b}OA\u{1b}[5~\u{1b}[6~\u{1b}[H\u{1b}[4~+"
            + "\u{1b}[<0;1;1M\u{1b}[200~xq"
        let expected: [Key] = [
            .down, .up, .pageDown, .up, .down, .up, .pageUp, .pageDown, .home, .end, .more, .other,
            .other, .other, .quit,
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
        #expect(parser.keys(of: Array("q".utf8)) == [.other, .quit])
        #expect(parser.keys(of: [0x1b, 0x1b, 0x5b, 0x41]) == [.other, .up])
    }
}
