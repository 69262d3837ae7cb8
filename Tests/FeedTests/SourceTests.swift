import Foundation
import Testing

@testable import FeedKit

@Suite("Text sources")
struct SourceTests {
    /// Writes a file that is removed with the object.
    final class Scratch {
        let path = NSTemporaryDirectory() + "feed-\(UUID().uuidString).txt"
        init(_ bytes: [UInt8]) {
            _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        }
        convenience init(_ text: String) { self.init(Array(text.utf8)) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func source(pageSize: Int, size: Int64 = 0) -> TextSource {
            let file = TextSource.File(path: path, title: nil, size: size)
            return TextSource(name: "scratch", files: [file], pageSize: pageSize)
        }
    }

    private func texts(_ scratch: Scratch, pageSize: Int) async throws -> [String] {
        let source = scratch.source(pageSize: pageSize)
        var texts: [String] = []
        for number in 1...10_000 {
            let page = try await source.page(number)
            texts += page.items.map(\.text)
            if page.total == texts.count { break }
        }
        // The file must outlive the reading.
        return withExtendedLifetime(scratch) { texts }
    }

    @Test("Lines are paged, whatever their line endings", arguments: [1, 2, 3, 50])
    func lines(pageSize: Int) async throws {
        let scratch = Scratch("one\ntwo\r\n\nfour")
        #expect(try await texts(scratch, pageSize: pageSize) == ["one", "two", "", "four"])
        let ended = Scratch("one\ntwo\n")
        #expect(try await texts(ended, pageSize: pageSize) == ["one", "two"])
    }

    @Test("An empty file is one empty page")
    func empty() async throws {
        let scratch = Scratch("")
        let page = try await scratch.source(pageSize: 10).page(1)
        withExtendedLifetime(scratch) {
            #expect(page.items.isEmpty && page.total == 0)
        }
    }

    @Test("A byte order mark is not text")
    func byteOrderMark() async throws {
        #expect(try await texts(Scratch("\u{feff}one\n\u{feff}two"), pageSize: 9).first == "one")
    }

    @Test("A long line is split between characters, and nothing is lost")
    func longLines() async throws {
        for character in ["x", "é", "界", "🙂"] {
            for lead in 0..<4 {
                let text =
                    String(repeating: "a", count: lead) + String(repeating: character, count: 5000)
                let parts = try await texts(Scratch(text + "\nnext"), pageSize: 2)
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
                let parts = try await texts(Scratch(line + end + "next"), pageSize: 9)
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
            let parts = try await texts(Scratch(lead + odd + line + "\r\nnext"), pageSize: 1000)
            #expect(Array(parts.suffix(2)) == [line, "next"], "\(ahead)")
        }
    }

    @Test("Invalid UTF-8 is cut and replaced, and never causes a loop")
    func invalid() async throws {
        let bytes = [UInt8](repeating: 0x80, count: 10_000) + [0x0a, 0xff, 0xfe, 0x0a]
        let parts = try await texts(Scratch(bytes), pageSize: 2)
        #expect(parts.last == "\u{fffd}\u{fffd}")
        #expect(parts.count == 4)
    }

    @Test("A page is the same when read again")
    func again() async throws {
        let scratch = Scratch((0..<1000).map { "line \($0)\n" }.joined())
        let source = scratch.source(pageSize: 7)
        var pages: [SourcePage] = []
        for number in 1...100 { pages.append(try await source.page(number)) }
        for number in [1, 57, 3, 100, 99] {
            #expect(try await source.page(number).items == pages[number - 1].items)
        }
        let other = scratch.source(pageSize: 7)
        for number in [142, 143, 144, 9, 200] {
            let page = try await other.page(number)
            #expect(
                page.items.map(\.text)
                    == (0..<1000).filter { $0 / 7 == number - 1 }.map { "line \($0)" })
            #expect(page.total == (number > 142 || number == 9 ? 1000 : nil))
        }
    }

    @Test("A file that was changed is counted again")
    func changed() async throws {
        let scratch = Scratch((0..<1000).map { "line \($0)\n" }.joined())
        let source = scratch.source(pageSize: 10)
        #expect(try await source.count(to: nil) { _ in } == 1000)
        // Fewer lines, so that page 17 begins elsewhere.
        let text = (0..<500).map { "a longer line \($0)\n" }.joined()
        try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path))
        for number in 1...60 { _ = try await source.page(number) }
        #expect(try await source.page(50).items.last?.text == "a longer line 499")
        #expect(try await source.page(50).total == 500)
        #expect(try await source.page(60).items.isEmpty)
    }

    @Test("Several files follow one another, each under its name")
    func files() async throws {
        let (first, second) = (Scratch("a\nb"), Scratch("c\n"))
        let source = TextSource(
            name: "two",
            files: [
                .init(path: first.path, title: "first", size: 3),
                .init(path: second.path, title: "second", size: 2),
            ], pageSize: 2)
        let one = try await source.page(1)
        let two = try await source.page(2)
        let three = try await source.page(3)
        #expect(one.items.map(\.title) == ["first", nil] && one.total == nil)
        #expect(two.items.map { $0.title ?? $0.text } == ["b", "second"])
        #expect(three.items.map(\.text) == ["c"] && three.total == 5 && three.more == nil)
        #expect(Set((one.items + two.items + three.items).map(\.id)).count == 5)
    }

    @Test("What is counted is what is read", arguments: [1, 7, 50])
    func counted(pageSize: Int) async throws {
        let first = Scratch((0..<300).map { "line \($0)\r\n" }.joined() + "no end")
        let second = Scratch("\u{feff}a\n\n" + String(repeating: "é", count: 5000))
        func source() -> TextSource {
            TextSource(
                name: "two",
                files: [first, second].enumerated().map { number, file in
                    .init(path: file.path, title: number == 1 ? "second" : nil, size: 3000)
                }, pageSize: pageSize)
        }
        var read: [SourcePage] = []
        let slow = source()
        while read.last?.total == nil { read.append(try await slow.page(read.count + 1)) }
        let count = read.reduce(0) { $0 + $1.items.count }
        #expect(
            read.last?.total == count && read.dropLast().allSatisfy { $0.items.count == pageSize })
        for index in [0, 100, 250] {
            let known = try #require(try await source().count(to: index) { _ in })
            #expect(known > index && known <= index + 2 * pageSize)
        }
        let fast = source()
        #expect(try await fast.count(to: nil) { _ in } == count)
        for number in [1, read.count, read.count / 2 + 1] {
            #expect(try await fast.page(number).items == read[number - 1].items)
        }
        #expect(try await fast.page(1).total == count)
        withExtendedLifetime((first, second)) {}
    }

    @Test("Counting tells how far it is, and can be cancelled")
    func cancelled() async throws {
        let scratch = Scratch("")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path))
        try file.truncate(atOffset: UInt64(3 * TextSource.countedBytes))
        try file.close()
        let source = scratch.source(pageSize: 50, size: 3 * TextSource.countedBytes)
        let told = Told()
        let task = Task {
            try await source.count(to: nil) {
                await told.append($0)
                // The count goes no further until it is cancelled.
                try? await Task.sleep(for: .seconds(600))
            }
        }
        while await told.values.isEmpty { await Task.yield() }
        // Others read meanwhile.
        #expect(try await source.page(1).items.count == 50)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let first = await told.values[0]
        #expect(first > 0.3 && first < 0.5)
        withExtendedLifetime(scratch) {}
    }

    private actor Told {
        var values: [Double] = []
        func append(_ value: Double) { values.append(value) }
    }

    @Test("A pipe's lines are there when they are complete, and the same when read again")
    func pipe() async throws {
        let pipe = Pipe()
        let spool = try Spool(pipe.fileHandleForReading.fileDescriptor)
        let file = TextSource.File(path: spool.path, title: nil, size: 0)
        let source = TextSource(name: "pipe", files: [file], pageSize: 3, spool: spool)
        let writer = pipe.fileHandleForWriting
        let nothing = try await source.page(1)
        #expect(nothing.items.isEmpty && nothing.total == 0)
        try writer.write(contentsOf: Data("one\ntwo\nthr".utf8))
        await nothing.more?()
        let first = try await source.page(1)
        #expect(first.items.map(\.text) == ["one", "two"] && first.total == 2)
        let long = String(repeating: "x", count: 20_000)
        try writer.write(contentsOf: Data("ee\n4\n5\n6\n7\n\(long)\nend".utf8))
        await first.more?()
        #expect(try await source.page(1).items.map(\.text) == ["one", "two", "three"])
        try writer.close()
        // After the last one that there is now.
        var page = try await source.page(100)
        while let more = page.more {
            await more()
            page = try await source.page(100)
        }
        let count = try #require(try await source.count(to: nil) { _ in })
        var texts: [String] = []
        for number in 1...(count + 2) / 3 {
            page = try await source.page(number)
            texts += page.items.map(\.text)
        }
        #expect(texts.count == count && page.total == count && page.more == nil)
        #expect(texts.prefix(7) == ["one", "two", "three", "4", "5", "6", "7"])
        #expect(texts.dropFirst(7).dropLast().joined() == long && texts.last == "end")
    }

    @Test("A search finds the nearest item in either direction, and capitals if it has some")
    func find() async throws {
        let lines = (0..<100).map { $0 % 30 == 7 ? "Needle \($0)" : "hay \($0)" }
        let scratch = Scratch(lines.joined(separator: "\n"))
        let source = scratch.source(pageSize: 10)
        func row(_ text: String, from row: Int, _ step: Int) async throws -> Int? {
            try await source.find(Pattern(text), from: row, step: step)?.index
        }
        #expect(try await row("needle", from: 0, 1) == 7)
        #expect(try await row("Needle", from: 7, 1) == 7)
        #expect(try await row("needle", from: 8, 1) == 37)
        #expect(try await row("needle", from: 36, -1) == 7)
        #expect(try await row("needle", from: 99, -1) == 97)
        #expect(try await row("needle", from: 6, -1) == nil)
        #expect(try await row("needle", from: 98, 1) == nil)
        #expect(try await row("NEEDLE", from: 0, 1) == nil)
        withExtendedLifetime(scratch) {}
    }
}
