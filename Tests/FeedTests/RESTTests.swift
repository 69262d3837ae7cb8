import Foundation
import RangeCore
import Testing

@testable import FeedKit

@Suite("A REST source over HTTP", .serialized, .enabled(if: Programs.mayRunScripts))
@MainActor
struct RESTTests {
    /// A feed in virtual time over a real server.
    @MainActor
    private final class Reader {
        let feed: Feed
        let player: ScriptPlayer
        var lines: [String] = []

        init(_ server: Programs.Server, pageSize: Int = 20) {
            let source = RESTSource(url: server.url, pageSize: pageSize)
            let network = BadNetwork(latency: 10, failRate: 0, seed: 1)
            let loader = VirtualLoader(network: network)
            feed = Feed(
                source: source, loader: loader, network: network, columns: 60,
                rows: 20)
            var take: (String) -> Void = { _ in }
            player = ScriptPlayer(feed: feed, loader: loader) { take($0) }
            take = { [unowned self] in lines.append($0) }
        }

        func play(_ text: String) async throws {
            await player.play(try Script(text, name: "test"))
        }
    }

    @Test("A page has the items, the totals and the texts")
    func page() async throws {
        let server = try Programs.Server(items: 45)
        let source = RESTSource(url: server.url, pageSize: 20)
        let pages = [try await source.page(1), try await source.page(3), try await source.page(4)]
        #expect(pages.map(\.items.count) == [20, 5, 0])
        #expect(pages.allSatisfy { $0.total == 45 && $0.more == nil })
        #expect(pages[0].items.map(\.id) == (1...20).map { .number($0) })
        #expect(pages[0].items.allSatisfy { $0.title?.isEmpty == false && !$0.text.isEmpty })
    }

    @Test("All pages arrive, and then nothing more is requested")
    func end() async throws {
        let server = try Programs.Server(items: 230, ["--latency", "0.01"])
        let reader = Reader(server)
        try await reader.play("settle\njump end\nsettle\nscroll -15 150\nscroll 15 150\nsettle")
        #expect(reader.feed.store.itemCount == 230 && reader.feed.store.pageCount == 12)
        #expect(reader.feed.controller.count == 230 && reader.feed.isComplete)
        #expect(reader.feed.controller.settings.extraLengthAtTail == 0)
    }

    @Test("Failures are shown and retried; no page is skipped or repeated")
    func failures() async throws {
        let server = try Programs.Server(items: 120, ["--fail-rate", "0.5", "--seed", "3"])
        let reader = Reader(server)
        try await reader.play(String(repeating: "settle\nscroll 15 5\n", count: 12) + "settle")
        let failed = reader.lines.count { $0.contains(" by=failure ") }
        #expect(failed > 0)
        #expect(reader.feed.store.itemCount == 120 && reader.feed.store.pageCount == 6)
    }

    @Test("An error is shown in the server's words")
    func words() async throws {
        let server = try Programs.Server(items: 1, ["--fail-rate", "1"])
        let error = await #expect(throws: SourceError.self) {
            try await RESTSource(url: server.url, pageSize: 20).page(1)
        }
        #expect(error?.description.hasPrefix("HTTP 503: ") == true)
        let other = URL(string: server.url.absoluteString + "x")!
        let missing = await #expect(throws: SourceError.self) {
            try await RESTSource(url: other, pageSize: 20).page(1)
        }
        #expect(missing?.description.hasPrefix("HTTP 404: ") == true)
        let sound = try Programs.Server(items: 1)
        let large = await #expect(throws: SourceError.self) {
            try await RESTSource(url: sound.url, pageSize: 5000).page(1)
        }
        #expect(large?.description.contains("page_size") == true)
    }

    @Test("An unreachable server is a failure that is retried, not the end of the list")
    func nobody() async throws {
        var server: Programs.Server? = try Programs.Server(items: 1)
        let reader = Reader(try #require(server))
        server = nil
        try await reader.play("wait 5000")
        #expect(reader.feed.failure?.failure?.contains("127.0.0.1") == true)
        #expect(reader.lines.count { $0.contains(" by=failure ") } >= 2)
        #expect(!reader.feed.isComplete)
    }

    @Test("A source that shrinks causes no loop and loses no loaded items")
    func shrinks() async throws {
        let server = try Programs.Server(items: 200)
        let reader = Reader(server)
        try await reader.play("settle")
        let loaded = reader.feed.store.itemCount
        #expect(reader.feed.store.count == 200 && loaded < 100)
        try await server.removeItems(from: 11)
        try await reader.play("jump end\nsettle\nsettle")
        #expect(reader.feed.store.count == loaded && reader.feed.store.itemCount == loaded)
        #expect(reader.feed.isComplete && !reader.feed.isLoading)
        try await reader.play("reset\nsettle")
        #expect(reader.feed.store.itemCount == 10 && reader.feed.isComplete)
    }

    @Test("Items that shift into the next page are not shown twice")
    func shifts() async throws {
        let server = try Programs.Server(items: 100)
        let reader = Reader(server)
        try await reader.play("settle")
        #expect(reader.feed.store.itemCount < 100)
        try await server.insertItems(5)
        try await reader.play("scroll 15 40\nsettle")
        // Those before the first are not shown: the total is five more.
        #expect(reader.feed.store.itemCount == 100 && reader.feed.store.hiddenCount == 5)
        #expect(reader.feed.controller.count == 100)
    }

    @Test("A reset starts over at the first page, whatever is being fetched")
    func reset() async throws {
        let server = try Programs.Server(items: 200)
        let reader = Reader(server)
        try await reader.play("settle\njump end\nreset\nreset\nsettle\nscroll 3 2")
        #expect(reader.feed.offset == 6)
        #expect(reader.feed.controller.count == 200 && reader.feed.store[6] != nil)
    }
}
