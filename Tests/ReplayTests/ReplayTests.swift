import Foundation
import Testing

@testable import ReplayKit

/// Rows of 100 points in a viewport of 200; half a screenful is preloaded ahead, and loads take 0.2 s.
private let handMade = """
    create 1 96000 0
    insert 0 20
    tune full display 0 0
    tune full preload 500 0
    mark_scrolled
    update 0 192000 time 0          # loads 0, 1 and 2
    scroll 96000 1000000 user 1     # 2 is in time; loads 3
    scroll 384000 1100000           # 4 and 5 are late; loads them and 6
    scroll 384000 1350000           # they were there at 1.3
    scroll 480000 1600000           # 6 is in time; loads 7
    scroll 960000 2000000           # 10 and 11, too short to be late, but seen; loads them and 12
    scroll 480000 2030000           # 5 and 6 again
    scroll 480000 2100000
    """

/// Fast flings, one to three in a row, as on a phone, with rests between; not the same for two seeds.
private func flings(_ seed: UInt64) -> String {
    var luck = SplitMix(state: seed)
    var (lines, offset, time) = (["create 1 115200 0", "insert 0 4000", "mark_scrolled"], 0.0, 0.0)
    func line(_ keys: String) {
        lines.append("update \(Int(offset * 960)) 768000 time \(Int(time * 1e6))\(keys)")
    }
    line("")
    for _ in 0..<3 {
        time += 0.5 + 0.1 * Double(luck.below(20))
        for _ in 0...luck.below(3) {
            var speed = Double(3000 + luck.below(6000))
            let landing = Int((offset + speed / 60 / (1 - 0.967)) * 960)
            let end = luck.below(3) == 0 ? 1500.0 : 30
            while speed > end {
                time += 1 / 60.0
                offset += speed / 60
                speed *= 0.967
                line(" user 1 landing \(landing)")
            }
            line("")
        }
    }
    return lines.joined(separator: "\n")
}

private func path(_ file: String) -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    return root.appendingPathComponent(file).path
}

@Suite("A replay")
struct ReplayTests {
    @Test("counts what is late, and what is loaded in vain")
    func counts() throws {
        let recording = try Recording(name: "by hand", text: handMade)
        let played = try Player.play(recording, PlaySettings())
        #expect(
            played.counters
                == PlayCounters(
                    appearances: 6, late: 2, noticed: 2, missed: 2, seen: 8, useful: 8, wasted: 3))
        #expect(played.loads.map(\.item).sorted() == [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12])
        #expect(played.frames.count == 8 && played.frames[2].viewport == 400..<600)
        #expect(played.frames[2].preload == 400..<700)
        #expect(played.late.map(\.item).sorted() == [4, 5])
        for late in played.late {
            #expect(late.start == 1.1 && abs(late.end - 1.3) < 1e-9)
            #expect(late.place == Double(late.item) * 100..<Double(late.item + 1) * 100)
        }
        #expect(played.sparkline.filter { $0 != " " } == "█")
        var none = PlaySettings()
        none.latency = 0
        #expect(try Player.play(recording, none).counters.noticed == 0)
        // One after the other: 0 until 1, then 1, cancelled for 4, which is for 5, and so on.
        (none.latency, none.limit) = (1, 1)
        let slow = try Player.play(recording, none)
        #expect(slow.late.map(\.item).sorted() == [2, 4, 5, 5, 6, 6])
        #expect(slow.loads.map(\.item) == [0, 1, 4, 5, 10, 5])
        #expect(slow.loads.map(\.isCancelled) == [false, true, true, true, true, false])
    }

    @Test("draws what loads take from those that were recorded")
    func latencies() throws {
        let loads = """

            load 0 7 100
            load 1 8 200
            loaded 0 completed 500100
            load 2 9 500100
            loaded 2 cancelled 600000
            loaded 1 failed 500200
            """
        let recording = try Recording(name: "with loads", text: handMade + loads)
        #expect(recording.latencies == [0.5, 0.5])
        let played = try Player.play(recording, PlaySettings())
        #expect(abs(played.loads[0].end - 0.5) < 1e-9)
        #expect(played.late.map(\.item) == [4, 5])
        #expect(played.late.allSatisfy { abs($0.end - 1.6) < 1e-9 })
    }

    @Test("follows the items through edits")
    func edits() throws {
        var luck = SplitMix(state: 1)
        var (numbers, model, next) = (ItemNumbers(), [Int64](), Int64(0))
        for _ in 0..<500 {
            let lower = luck.below(model.count + 1)
            let items = lower..<min(model.count, lower + luck.below(5))
            switch luck.below(3) {
            case 0:
                let count = luck.below(9)
                numbers.insert(count, at: lower)
                model.insert(contentsOf: (0..<count).map { next + Int64($0) }, at: lower)
                next += Int64(count)
            case 1:
                numbers.remove(items)
                model.removeSubrange(items)
            default:
                let to = luck.below(model.count - items.count + 1)
                let moved = model[items]
                numbers.move(items, to: to)
                model.removeSubrange(items)
                model.insert(contentsOf: moved, at: to)
            }
            #expect(numbers(0..<model.count) == model)
            let middle = model.count / 3..<model.count / 2
            #expect(numbers(middle) == Array(model[middle]))
        }
    }

    @Test("with foresight is late less often than with Texture's ranges, and the sweep says where")
    func sweep() throws {
        let recordings = try (1...3).map { try Recording(name: "\($0)", text: flings($0)) }
        var settings = PlaySettings()
        settings.latency = 0.4
        let sweep = try Sweep(recordings, settings)
        let one = try #require(sweep.points.first { $0.budget == 1 })
        #expect(Double(one.total.late) < 0.8 * Double(sweep.texture.total.late))
        #expect(sweep.points.map(\.total.waste) == sweep.points.map(\.total.waste).sorted())
        let best = try #require(sweep.best)
        #expect(best.total.waste <= sweep.texture.total.waste)
        for point in sweep.points + [sweep.texture] {
            #expect(try #require(point.waste).contains(point.total.waste))
            #expect(try #require(point.lateness).contains(point.total.lateness))
        }
        #expect(sweep.lines.count == 8 && sweep.lines[7].contains(": \(best.name),"))
        #expect(sweep.picture.components(separatedBy: "<circle").count == 8)
        #expect(sweep.picture.contains(">Texture</text>"))
        let alone = try Sweep([Recording(name: "by hand", text: handMade)], settings)
        #expect(alone.lines.contains("one session, so no interval"))
    }

    @Test("draws the list against time")
    func picture() throws {
        let recording = try Recording(name: "by hand", text: handMade)
        let picture = try Player.play(recording, PlaySettings()).picture(title: "2 < 3 & more")
        #expect(picture.components(separatedBy: "<rect class=\"late\"").count == 4)
        #expect(picture.contains(">2 &lt; 3 &amp; more</text>"))
        #expect(picture.contains("prefers-color-scheme: dark"))
        #expect(picture.hasPrefix("<svg") && picture.hasSuffix("</svg>\n"))
    }

    @Test("draws a part of a long session as large as a short one")
    func part() throws {
        let recording = try Recording(name: "by hand", text: handMade)
        let whole = try Player.play(recording, PlaySettings())
        let part = try whole.cut(to: 1.15...1.5)
        // 4 and 5 are late from 1.1 to 1.3; 400 is shown until 1.6.
        #expect(part.frames.map(\.time) == [1.15, 1.35, 1.5])
        #expect(part.frames.allSatisfy { $0.viewport == 400..<600 })
        #expect(part.late.map(\.item).sorted() == [4, 5])
        #expect(part.late.allSatisfy { $0.start == 1.15 && abs($0.end - 1.3) < 1e-9 })
        #expect(part.loads.map(\.item).sorted() == [3, 4, 5, 6])
        #expect(part.picture(title: "").contains(">1.35</text>"))
        #expect(try whole.cut(to: 2...9).frames.map(\.time) == [2, 2.03, 2.1])
        #expect(throws: Problem(text: "the session has 2.1 s, so not that part")) {
            try whole.cut(to: 2.1...3)
        }
    }

    @Test(
        "names the file, the line and the problem",
        arguments: [
            ("insert 0 5", ": a recording begins with create"),
            ("create 1 x 0", ":1: no integer: x"),
            ("create 1 96000 0\n\nupdate 0 960 time", ":3: something is missing"),
            ("create 1 96000 0\nhop 3", ":2: no such command: hop"),
            ("create 1 96000 0\nload 1", ":2: something is missing"),
        ])
    func problems(text: String, problem: String) {
        let error = #expect(throws: Problem.self) {
            _ = try Player.play(Recording(name: "file", text: text), PlaySettings())
        }
        #expect(error?.text.hasPrefix("file" + problem) == true, "\(error?.text ?? "")")
    }

    @Test("plays the committed recordings, with any settings")
    func committed() throws {
        let feed = try Recording(path: path("Examples/Session/feed.txt"))
        let asRecorded = try Player.play(feed, PlaySettings())
        #expect(asRecorded.frames.count > 250 && asRecorded.counters.seen > 100)
        var settings = PlaySettings()
        settings.foresight = 1
        #expect(try Player.play(feed, settings).counters != asRecorded.counters)
        // This one has all that can be said to a list, also billions of rows without length.
        let session = try Recording(path: path("Examples/Session/session.txt"))
        let error = #expect(throws: Problem.self) { try Player.play(session, settings) }
        #expect(error?.text.contains("items in range: too many to play") == true)
    }

    @Test("says what is wrong with the command line")
    func options() throws {
        func run(_ words: String...) -> (status: Int32, said: [String], complaint: String) {
            var (said, complaint): ([String], String) = ([], "")
            let status = ReplayProgram.run(words) {
                said.append($0)
            } complain: {
                complaint = $0
            }
            return (status, said, complaint)
        }
        #expect(run().said.first?.contains("Try: swift run replay") == true && run().status == 1)
        #expect(run("--help").status == 0)
        #expect(run("/none").complaint == "replay: /none cannot be read")
        #expect(run("--frob").complaint.contains("no option --frob"))
        #expect(run("--limit").complaint.contains("needs a value"))
        for (flag, value) in [
            ("--limit", "0"), ("--foresight", "-1"), ("--ranges", "2"), ("--latency", "nan"),
            ("--seed", "x"), ("--part", "3-2"), ("--part", "3"), ("--part", "-1-2"),
        ] {
            #expect(run(flag, value, "x").complaint.contains("\(flag) \(value) is not valid"))
        }
        #expect(run("a", "b", "--picture", "c").complaint.contains("one session, not 2"))
        #expect(run("a", "--part", "0-1").complaint.contains("of the --picture of a session"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, picture) = (
            folder.appendingPathComponent("a.txt").path, folder.appendingPathComponent("a.svg").path
        )
        try handMade.write(toFile: file, atomically: true, encoding: .utf8)
        let words = ["--off", "--ranges", "2.5/1.5", "--latency", "100", "--seed", "2"]
        let played = run(file, "--picture", picture, words[0], words[1], words[2])
        #expect(played.status == 0 && played.said.count == 3, "\(played)")
        let whole = try String(contentsOfFile: picture, encoding: .utf8)
        #expect(whole.contains("</svg>"))
        #expect(run(file, "--picture", picture, "--part", "1-1.5").status == 0)
        #expect(try String(contentsOfFile: picture, encoding: .utf8) != whole)
        let options = try Options(words + ["--foresight", "0.85", "x"])
        #expect(options.settings.foresight == 0.85 && options.settings.latency == 0.1)
        #expect(run(file, "--sweep", "--picture", picture).said.count == 9)
        #expect(run(file, "--picture", folder.path).complaint.contains("cannot be written"))
    }
}
