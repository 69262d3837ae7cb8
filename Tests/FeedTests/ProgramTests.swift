import Foundation
import Testing

@testable import FeedKit

@Suite("The program without a terminal")
struct ProgramTests {
    static let golden = [
        "--latency", "0.2", "--fail-rate", "0.25", "--page-size", "20", "--seed", "7",
    ]

    private func fixture(_ name: String) -> String {
        Programs.fixtures.appendingPathComponent(name).path
    }

    // To record it again: swift run feed Tests/FeedTests/Fixtures/reader.txt --script
    // Tests/FeedTests/Fixtures/reader.script --latency 0.2 --fail-rate 0.25 --page-size 20 --seed 7
    @Test("A script prints the recorded bytes every time")
    func golden() async throws {
        let expected = try String(contentsOfFile: fixture("reader.golden"), encoding: .utf8)
        let words = [fixture("reader.txt"), "--script", fixture("reader.script")] + Self.golden
        for _ in 0..<2 {
            let result = try await Programs.feed(words)
            #expect(result.status == 0 && result.errors.isEmpty)
            let (lines, wanted) = (
                result.output.split(separator: "\n"), expected.split(separator: "\n")
            )
            let different = zip(lines, wanted).first { $0 != $1 }
            #expect(different == nil)
            #expect(result.output == expected)
        }
        let steps = try String(contentsOfFile: fixture("reader.script"), encoding: .utf8)
        let piped = try await Programs.feed(
            [fixture("reader.txt"), "--script", "-"] + Self.golden, input: steps)
        #expect(piped.output == expected)
    }

    @Test("Another seed causes other failures, with the same text")
    func seeds() async throws {
        let script = "settle\njump end\nsettle\n"
        var runs: [String] = []
        for seed in ["1", "2"] {
            let words = [
                fixture("reader.txt"), "--fail-rate", "0.3", "--seed", seed, "--script", "-",
            ]
            runs.append(try await Programs.feed(words, input: script).output)
        }
        #expect(runs[0] != runs[1])
        for run in runs { #expect(run.hasSuffix("/180\n")) }
    }

    @Test("Without a script it plays its own, with a fling, a reversal and a jump")
    func builtIn() async throws {
        for words in [[], [fixture("reader.txt")]] {
            let result = try await Programs.feed(words)
            #expect(result.status == 0 && result.errors.isEmpty)
            for part in ["by=scroll", "by=fling", "by=jump", "direction=backward", "mode=full"] {
                #expect(result.output.contains(part), "\(part)")
            }
        }
    }

    @Test("Every line has every key once, and integers for lengths")
    func lines() throws {
        let output = try String(contentsOfFile: fixture("reader.golden"), encoding: .utf8)
        let form = try Regex(
            #"t=\d+ by=[a-z]+ offset=-?\d+ moved=-?\d+ length=\d+ mode=[a-zA-Z]+ "#
                + #"direction=(forward|backward) visible=\d+\.\.<\d+ display=\d+\.\.<\d+ "#
                + #"preload=\d+\.\.<\d+ changes=\[[0-9.<:> ]*\] "#
                + #"tail=(idle|loading|failed|exhausted) loading=\d+ pages=\d+ items=\d+/\d+\+?"#)
        for line in output.split(separator: "\n").dropLast() {
            #expect(try form.wholeMatch(in: String(line)) != nil, "\(line)")
        }
    }

    @Test("An empty file is reported")
    func empty() async throws {
        let folder = try Programs.Folder()
        try Data().write(to: URL(fileURLWithPath: folder.path("nothing")))
        let result = try await Programs.feed(
            [folder.path("nothing"), "--script", "-"], input: "settle\n")
        #expect(result.status == 0)
        #expect(result.output.contains("is empty"))
    }

    @Test(
        "A usage error exits with status 2 and says what to do",
        arguments: [
            ["no-such-file"], ["/"], ["/dev/null"], ["http://"], ["gopher://x/"], ["--frob"],
            ["--latency", "soon"], ["one", "two"], ["--script", "no-such-script"], ["--script"],
        ])
    func mistakes(words: [String]) async throws {
        let result = try await Programs.feed(words)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("feed: ") == true && lines.last?.hasPrefix("  ") == true)
    }

    @Test("A malformed script line is reported before anything is played")
    func malformed() async throws {
        let result = try await Programs.feed(
            [fixture("reader.txt"), "--script", "-"], input: "settle\nfly 3\n")
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.contains("standard input:2"))
    }

    @Test("Help goes to standard output and names every option and step")
    func help() async throws {
        let result = try await Programs.feed(["--help"])
        #expect(result.status == 0 && result.errors.isEmpty)
        let words = [
            "--script", "--latency", "--fail-rate", "--page-size", "--pages", "--seed", "fling",
            "settle",
            "memory",
            "screens", "release", "reset", "retry", "pace", "offset", "changes",
        ]
        for word in words { #expect(result.output.contains(word), "\(word)") }
        #expect(
            result.output.split(separator: "\n").allSatisfy { DisplayWidth.columns(of: $0) <= 100 })
    }

    // A debug build's peak is about 50 MB, most of it the runtime and Foundation.
    @Test(
        "Three gigabytes without a line end are scrolled in little memory and at most 64 pages",
        .enabled(if: Programs.mayRunScripts))
    func memory() async throws {
        let folder = try Programs.Folder()
        let path = folder.path("sparse")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 3 << 30)
        try file.close()
        let steps = folder.path("steps")
        let script = """
            size 80 100
            scroll 99 200
            jump end
            settle
            scroll -99 200
            jump start
            settle
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: steps))
        let code = """
            import resource, subprocess, sys
            out = open(sys.argv[1] + ".out", "w")
            status = subprocess.run(sys.argv[2:], stdout=out).returncode
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            print(status, peak // (1 << 20 if sys.platform == "darwin" else 1 << 10))
            """
        let result = try await Programs.python([
            "-c", code, path, Programs.feed.path, path, "--latency", "0", "--page-size", "4",
            "--script", steps,
        ])
        let words = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(words.count == 2)
        #expect(words[0] == 0)
        #expect(words[1] < 96, "megabytes at most")
        let output = try String(contentsOfFile: path + ".out", encoding: .utf8)
        #expect(output.hasSuffix("/\((3 << 30) / TextSource.maximumBytes)\n"))
        let held = output.matches(of: /pages=(\d+)/).compactMap { Int($0.output.1) }
        #expect(held.max() == 64)
    }
}

@Suite("The program on a terminal", .serialized, .enabled(if: Programs.mayRunScripts))
struct TerminalTests {
    @Test(
        "It does on a pseudo-terminal what the scenario says",
        arguments: [
            "scrolls", "wraps_and_resizes", "shows_loading", "shows_failure", "answers_keys",
            "restores_after_signals", "stops_and_goes_on", "survives_ugly_text", "falls_back",
            "says_empty", "helps", "goes_to_places", "searches", "reads_pipe",
            "says_what_is_missing", "colours",
        ])
    func scenario(name: String) async throws {
        let script = Programs.fixtures.appendingPathComponent("terminal.py").path
        let result = try await Programs.python([script, Programs.feed.path, name])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
