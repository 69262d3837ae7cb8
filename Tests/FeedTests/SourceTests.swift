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

        func source(pageSize: Int) -> TextSource {
            let size = (try? Data(contentsOf: URL(fileURLWithPath: path)).count) ?? 0
            let file = TextSource.File(path: path, title: nil, size: Int64(size))
            return TextSource(name: "scratch", files: [file], pageSize: pageSize)
        }
    }

    private func texts(_ scratch: Scratch, pageSize: Int) async throws -> [String] {
        let source = scratch.source(pageSize: pageSize)
        var texts: [String] = []
        for number in 1...10_000 {
            let page = try await source.page(number)
            texts += page.items.map(\.text)
            if page.totalPages == number { break }
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
            #expect(page.items.isEmpty && page.totalPages == 1)
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
        await #expect(throws: SourceError.self) { try await source.page(200) }
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
        #expect(one.items.map(\.title) == ["first", nil] && one.totalPages == nil)
        #expect(two.items.map { $0.title ?? $0.text } == ["b", "second"])
        #expect(three.items.map(\.text) == ["c"] && three.totalPages == 3 && three.fraction == 1)
        #expect(Set((one.items + two.items + three.items).map(\.id)).count == 5)
    }

    @Test("Counted pages are those that are read", arguments: [1, 7, 50])
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
        while read.last?.totalPages == nil { read.append(try await slow.page(read.count + 1)) }
        let fast = source()
        _ = try await fast.page(1)
        let page = try await fast.page(2, counting: true)
        #expect(page.items == read[1].items)
        #expect(page.counted == read.dropFirst(2).map(\.items.count))
        #expect(page.totalPages == read.count && page.fraction == 1)
        for number in [1, read.count, read.count / 2 + 1] {
            #expect(try await fast.page(number).items == read[number - 1].items)
        }
        withExtendedLifetime((first, second)) {}
    }

    @Test("A pipe's lines are pages as they come, and the same when read again")
    func pipe() async throws {
        let pipe = Pipe()
        let spool = try Spool(pipe.fileHandleForReading.fileDescriptor)
        let file = TextSource.File(path: spool.path, title: nil, size: 0)
        let source = TextSource(name: "pipe", files: [file], pageSize: 3, spool: spool)
        let writer = pipe.fileHandleForWriting
        try writer.write(contentsOf: Data("one\ntwo\nthr".utf8))
        #expect(try await source.page(1).items.map(\.text) == ["one", "two"])
        async let second = source.page(2)
        try writer.write(contentsOf: Data("ee\n".utf8))
        #expect(try await second.items.map(\.text).first == "three")
        let long = String(repeating: "x", count: 20_000)
        try writer.write(contentsOf: Data("4\n5\n6\n7\n\(long)\nend".utf8))
        try writer.close()
        var texts: [String] = []
        var number = 2
        var last: Int?
        while last == nil {
            number += 1
            let page = try await source.page(number, counting: number == 5)
            texts += page.items.map(\.text)
            for _ in page.counted {
                number += 1
                texts += try await source.page(number).items.map(\.text)
            }
            last = page.totalPages
        }
        #expect(last == number && texts.prefix(4) == ["4", "5", "6", "7"])
        #expect(texts.dropFirst(4).dropLast().joined() == long && texts.last == "end")
        #expect(try await source.page(1).items.map(\.text) == ["one", "two"])
    }

    @Test("A search finds the nearest item in either direction, and capitals if it has some")
    func find() async throws {
        let lines = (0..<100).map { $0 % 30 == 7 ? "Needle \($0)" : "hay \($0)" }
        let scratch = Scratch(lines.joined(separator: "\n"))
        let source = scratch.source(pageSize: 10)
        for number in 1...10 { _ = try await source.page(number) }
        func row(_ text: String, from row: Int, _ step: Int) async throws -> Int? {
            let start = ItemPlace(page: row / 10 + 1, item: row % 10)
            let found = try await source.find(Pattern(text), from: start, step: step)
            return found.map { ($0.place.page - 1) * 10 + $0.place.item }
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
