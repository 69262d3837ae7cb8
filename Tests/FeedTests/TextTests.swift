import Foundation
import Testing

@testable import FeedKit

/// A file that is gone once its descriptors are closed.
struct Scratch {
    private let path = NSTemporaryDirectory() + "feed-\(UUID().uuidString).txt"

    init(_ bytes: [UInt8], size: UInt64? = nil) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        guard let size else { return }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: size)
        try file.close()
    }
    init(_ text: String) throws { try self.init(Array(text.utf8)) }

    func source(pageSize: Int) throws -> TextSource {
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try TextSource(path: path, pageSize: pageSize)
    }
}

@Suite("The text")
struct TextTests {
    private func texts(_ scratch: Scratch, pageSize: Int) async throws -> [String] {
        let source = try scratch.source(pageSize: pageSize)
        var texts: [String] = []
        for number in 1...10_000 {
            let page = try await source.page(number)
            texts += page.lines.map(\.text)
            if page.total == texts.count { break }
        }
        return texts
    }

    @Test("Lines are paged, whatever their line endings", arguments: [1, 2, 3, 50])
    func lines(pageSize: Int) async throws {
        let scratch = try Scratch("one\ntwo\r\n\nfour")
        #expect(try await texts(scratch, pageSize: pageSize) == ["one", "two", "", "four"])
        let ended = try Scratch("one\ntwo\n")
        #expect(try await texts(ended, pageSize: pageSize) == ["one", "two"])
    }

    @Test("An empty file is one empty page")
    func empty() async throws {
        let page = try await Scratch("").source(pageSize: 10).page(1)
        #expect(page.lines.isEmpty && page.total == 0)
    }

    @Test("A byte order mark is not text")
    func byteOrderMark() async throws {
        #expect(
            try await texts(try Scratch("\u{feff}one\n\u{feff}two"), pageSize: 9).first == "one")
    }

    @Test("A long line is split between characters, and nothing is lost")
    func longLines() async throws {
        for character in ["x", "é", "界", "🙂"] {
            for lead in 0..<4 {
                let text =
                    String(repeating: "a", count: lead) + String(repeating: character, count: 5000)
                let parts = try await texts(try Scratch(text + "\nnext"), pageSize: 2)
                #expect(parts.dropLast().joined() == text)
                #expect(parts.last == "next")
                #expect(parts.allSatisfy { $0.utf8.count <= TextSource.maximumBytes })
            }
        }
    }

    @Test("A line that fits exactly is not followed by an empty one")
    func exactLines() async throws {
        for extra in -1...1 {
            let line = String(repeating: "x", count: TextSource.maximumBytes + extra)
            for end in ["\n", "\r\n"] {
                let parts = try await texts(try Scratch(line + end + "next"), pageSize: 9)
                #expect(parts.count == (extra > 0 ? 3 : 2))
                #expect(parts.dropLast().joined() == line)
            }
        }
    }

    @Test("A line is read whole, wherever the buffer ends")
    func bufferEnds() async throws {
        let line = String(repeating: "x", count: TextSource.maximumBytes)
        for ahead in 4090...4100 {
            // Short lines, until just that much of the buffer is left for the long one.
            let lead = String(repeating: "a\n", count: ((1 << 16) - ahead) / 2)
            let odd = ahead % 2 == 0 ? "" : "\n"
            let parts = try await texts(try Scratch(lead + odd + line + "\r\nnext"), pageSize: 1000)
            #expect(Array(parts.suffix(2)) == [line, "next"], "\(ahead)")
        }
    }

    @Test("Invalid UTF-8 is cut and replaced, and never causes a loop")
    func invalid() async throws {
        let bytes = [UInt8](repeating: 0x80, count: 10_000) + [0x0a, 0xff, 0xfe, 0x0a]
        let parts = try await texts(try Scratch(bytes), pageSize: 2)
        #expect(parts.last == "\u{fffd}\u{fffd}")
        #expect(parts.count == 4)
    }

    @Test("A page is the same when read again, and where it was counted before", arguments: [1, 7])
    func again(pageSize: Int) async throws {
        let text = (0..<300).map { "line \($0)\r\n" }.joined() + String(repeating: "é", count: 5000)
        let source = try Scratch(text).source(pageSize: pageSize)
        var pages: [TextSource.Page] = []
        while pages.last?.total == nil { pages.append(try await source.page(pages.count + 1)) }
        let count = pages.reduce(0) { $0 + $1.lines.count }
        #expect(pages.last?.total == count && count == 303)
        #expect(pages.dropLast().allSatisfy { $0.lines.count == pageSize })
        let counted = try Scratch(text).source(pageSize: pageSize)
        #expect(try await counted.count(toPage: 9).lines == 8 * pageSize)
        #expect(try await counted.count(toPage: .max).lines == count)
        for number in [1, pages.count, pages.count / 2 + 1] {
            #expect(try await source.page(number).lines == pages[number - 1].lines)
            #expect(try await counted.page(number).lines == pages[number - 1].lines)
        }
        #expect(try await counted.page(pages.count + 5).lines.isEmpty)
        #expect(try await counted.page(1).total == count)
    }

    @Test("Counting tells how far it is, and lets others read")
    func counting() async throws {
        let size = UInt64(3 * TextSource.countedBytes)
        let source = try Scratch([], size: size).source(pageSize: 50)
        let part = try #require(try await source.count(toPage: .max).part)
        #expect(part > 0.3 && part < 0.5)
        #expect(try await source.page(1).lines.count == 50)
        let task = Task { try await source.page(1_000_000) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A pipe's lines are there when they are complete, and the same when read again")
    func pipe() async throws {
        let pipe = Pipe()
        let spool = try Spool(pipe.fileHandleForReading.fileDescriptor)
        let source = TextSource(name: "pipe", spool: spool, pageSize: 3)
        let writer = pipe.fileHandleForWriting
        let nothing = try await source.page(1)
        #expect(nothing.lines.isEmpty && nothing.total == 0)
        try writer.write(contentsOf: Data("one\ntwo\nthr".utf8))
        await source.waitForMore(after: try #require(nothing.openEnd))
        let first = try await source.page(1)
        #expect(first.lines.map(\.text) == ["one", "two"] && first.total == 2)
        let long = String(repeating: "x", count: 20_000)
        try writer.write(contentsOf: Data("ee\n4\n5\n6\n7\n\(long)\nend".utf8))
        await source.waitForMore(after: try #require(first.openEnd))
        #expect(try await source.page(1).lines.map(\.text) == ["one", "two", "three"])
        try writer.close()
        // After the last one that there is now.
        while let end = try await source.page(100).openEnd { await source.waitForMore(after: end) }
        let count = try await source.count(toPage: .max).lines
        var texts: [String] = []
        for number in 1...(count + 2) / 3 {
            let page = try await source.page(number)
            texts += page.lines.map(\.text)
            #expect(page.total == count && page.openEnd == nil)
        }
        #expect(texts.count == count)
        #expect(texts.prefix(7) == ["one", "two", "three", "4", "5", "6", "7"])
        #expect(texts.dropFirst(7).dropLast().joined() == long && texts.last == "end")
    }

    @Test("A search finds the nearest item in either direction, and capitals if it has some")
    func find() async throws {
        let lines = (0..<100).map { $0 % 30 == 7 ? "Needle \($0)" : "hay \($0)" }
        let source = try Scratch(lines.joined(separator: "\n")).source(pageSize: 10)
        func row(_ text: String, from row: Int, _ step: Int) async throws -> Int? {
            try await source.find(Pattern(text), from: row, step: step)
        }
        #expect(try await row("needle", from: 0, 1) == 7)
        #expect(try await row("Needle", from: 7, 1) == 7)
        #expect(try await row("needle", from: 8, 1) == 37)
        #expect(try await row("needle", from: 36, -1) == 7)
        #expect(try await row("needle", from: 99, -1) == 97)
        #expect(try await row("needle", from: 6, -1) == nil)
        #expect(try await row("needle", from: 98, 1) == nil)
        #expect(try await row("NEEDLE", from: 0, 1) == nil)
    }
}
