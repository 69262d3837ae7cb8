import Foundation
import Testing

@testable import FeedKit

/// A file that is gone once its descriptors are closed.
struct Scratch {
    private let path = NSTemporaryDirectory() + "feed-\(UUID().uuidString).txt"

    init(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
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

    @Test("A page is the same when read again, in any order", arguments: [1, 7])
    func again(pageSize: Int) async throws {
        let text = (0..<300).map { "line \($0)\r\n" }.joined() + String(repeating: "é", count: 5000)
        let source = try Scratch(text).source(pageSize: pageSize)
        var pages: [[Line]] = []
        for number in 1...(303 / pageSize + 1) { pages.append(try await source.page(number).lines) }
        #expect(pages.reduce(0) { $0 + $1.count } == 303)
        for number in [pages.count - 1, 1, pages.count / 2 + 1] {
            #expect(pages[number - 1].count == pageSize)
            let page = try await source.page(number)
            #expect(page.lines == pages[number - 1] && page.total == 303)
        }
        #expect(try await source.page(pages.count + 5).lines.isEmpty)
    }
}
