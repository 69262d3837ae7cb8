import RangeCore
import Testing

@testable import FeedKit

/// Rows with numbers, as many as wanted, made when asked for.
private struct NumberSource: Source {
    var name = "numbers"
    var estimate = 1.0
    var spacing = 0.0
    var mayRepeat = false
    var count: Int
    var pageSize = 50
    /// How many words an item has.
    var length: @Sendable (Int) -> Int = { _ in 1 }

    func page(_ number: Int, counting: Bool) -> SourcePage {
        let rows = min((number - 1) * pageSize, count)..<min(number * pageSize, count)
        let items = rows.map { row in
            Item(
                id: .number(Int64(row)), title: nil,
                text: "row \(row)" + String(repeating: " word", count: length(row)))
        }
        return SourcePage(
            items: items, totalPages: (count + pageSize - 1) / pageSize,
            totalItems: count)
    }
}

@Suite("The feed")
@MainActor
struct FeedTests {
    private func makeFeed(
        _ source: NumberSource, latency: Int = 0, failRate: Double = 0
    ) -> (feed: Feed, player: ScriptPlayer) {
        let network = BadNetwork(latency: latency, failRate: failRate, seed: 1)
        let loader = VirtualLoader(source: source, network: network)
        let feed = Feed(
            source: source, loader: loader, network: network,
            columns: 40, rows: 20)
        return (feed, ScriptPlayer(feed: feed, loader: loader) { _ in })
    }

    private func nodes(_ feed: Feed) -> [RowNode] {
        feed.controller.indicesOfNodes.compactMap { feed.controller.node(ofItem: $0) as? RowNode }
    }

    @Test("Texts are kept in preload, lines in display, and nothing elsewhere")
    func held() async throws {
        let (feed, player) = makeFeed(NumberSource(count: 5000, length: { $0 % 23 }))
        await player.play(try Script("settle", name: "test"))
        let first = nodes(feed)
        for script in ["fling 2000\nsettle", "jump end\nsettle", "fling -900", "memory warning"] {
            await player.play(try Script(script, name: "test"))
            let nodes = nodes(feed)
            #expect(!nodes.isEmpty && nodes.count <= 200)
            for node in nodes {
                let state = node.interfaceState
                #expect((node.item != nil) == state.contains(.preload))
                #expect(node.lines.isEmpty == !state.contains(.display))
                let known = try feed.controller.item(at: node.index)
                if state.contains(.display) { #expect(known.extent == Double(node.lines.count)) }
            }
        }
        #expect(feed.controller.count == 5000)
        // Somebody who keeps a node does not keep its text.
        #expect(!first.isEmpty && first.allSatisfy { $0.item == nil && $0.lines.isEmpty })
    }

    @Test("Replies arrive when due; those due together in the order of the requests")
    func virtualTime() async {
        let network = BadNetwork(latency: 0, failRate: 0, seed: 1)
        let loader = VirtualLoader(source: NumberSource(count: 100), network: network)
        var told: [Int] = []
        for (number, delay) in [30, 10, 10, 0, 30].enumerated() {
            loader.load(1, counting: false, after: delay) { _ in told.append(number) }
        }
        for (time, expected) in [
            (9, [3]), (10, [3, 1, 2]), (29, [3, 1, 2]), (30, [3, 1, 2, 0, 4]),
        ] {
            loader.advance(to: time)
            while await loader.tellNext() {}
            #expect(told == expected)
        }
        #expect(loader.nextAnswer == nil)
    }

    @Test("A released row is read again, and is the same")
    func again() async throws {
        let (feed, player) = makeFeed(NumberSource(count: 2000), latency: 40, failRate: 0.3)
        await player.play(try Script("settle\njump end\nsettle\nsettle", name: "test"))
        #expect(feed.controller.count == 2000)
        await player.play(try Script("jump 777\nsettle\nwait 9000", name: "test"))
        let row = feed.controller.node(ofItem: 777) as? RowNode
        #expect(row?.lines == ["row 777 word"])
        #expect(row?.interfaceState.contains(.visible) == true)
    }

    // The row at the top lies partly above it, so its end is kept: what follows stays in place.
    @Test("A narrower terminal measures again and keeps the rows in place")
    func resize() async throws {
        let (feed, player) = makeFeed(NumberSource(count: 1000, length: { 3 + $0 % 40 }))
        await player.play(try Script("settle\nfling 700\nsettle", name: "test"))
        let first = try #require(feed.controller.lastUpdate?.visible.lowerBound)
        #expect(try feed.controller.item(at: first).offset < feed.offset)
        let place = try feed.controller.item(at: first + 1).offset - feed.offset
        feed.resize(columns: 20, rows: 20)
        #expect(feed.controller.lastUpdate?.visible.lowerBound == first)
        #expect(try feed.controller.item(at: first + 1).offset - feed.offset == place)
        for node in nodes(feed) where node.interfaceState.contains(.display) {
            #expect(node.lines.allSatisfy { DisplayWidth.columns(of: $0) <= 20 })
            #expect(try feed.controller.item(at: node.index).extent == Double(node.lines.count))
        }
    }

    @Test("Scrolling stops at the ends, and End follows until the user scrolls")
    func ends() async throws {
        let (feed, player) = makeFeed(NumberSource(count: 400), latency: 200)
        await player.play(try Script("settle\nscroll -5 3", name: "test"))
        #expect(feed.offset == 0)
        await player.play(try Script("jump end\nwait 300", name: "test"))
        #expect(feed.isFollowing)
        await player.play(try Script("scroll -1", name: "test"))
        #expect(!feed.isFollowing)
        await player.play(try Script("jump end\nsettle\nscroll 7 3", name: "test"))
        #expect(!feed.isFollowing && feed.controller.count == 400)
        #expect(feed.offset == 400 - 20)
    }

    @Test("Every line fits the terminal, however small it is")
    func drawing() async throws {
        let (feed, player) = makeFeed(NumberSource(count: 300, length: { $0 % 30 }))
        await player.play(try Script("settle\nscroll 3 9", name: "test"))
        for columns in [1, 2, 3, 7, 8, 11, 12, 13, 20, 39, 40, 80, 200] {
            for rows in [1, 2, 3, 10, 24] {
                for inset in [0.0, Double(rows / 4)] {
                    let size = Terminal.Size(columns: columns, rows: rows)
                    let text = Drawing.textSize(in: size)
                    feed.setInset(inset)
                    feed.resize(columns: text.columns, rows: text.rows)
                    for showsUnicode in [true, false] {
                        let drawing = Drawing(
                            feed: feed, size: size, showsUnicode: showsUnicode, showsColor: true)
                        let lines = drawing.lines(beat: 3)
                        #expect(lines.count == rows)
                        for line in lines { #expect(width(line) <= columns, "\(size) \(line)") }
                    }
                }
            }
        }
    }

    /// The columns of a line with its sequences taken out; the map's place counts as the last.
    private func width(_ line: String) -> Int {
        let plain = line.replacing(/\u{1b}\[[0-9;]*m/, with: "")
        let parts = plain.split(separator: /\u{1b}\[[0-9]+G/, omittingEmptySubsequences: false)
        let columns = parts.map { DisplayWidth.columns(of: $0) }
        return parts.count == 2 ? columns[0] + 1 + columns[1] : columns[0]
    }

    @Test("Only lines that differ are written")
    func screen() {
        var screen = Screen()
        let size = Terminal.Size(columns: 10, rows: 3)
        #expect(screen.drawing(["a", "b", "c"], size: size).contains("\u{1b}[2J"))
        #expect(screen.drawing(["a", "b", "c"], size: size).isEmpty)
        let second = screen.drawing(["a", "x", "c"], size: size)
        #expect(second.contains("\u{1b}[2;1H") && second.contains("x"))
        #expect(!second.contains("\u{1b}[1;1H") && !second.contains("\u{1b}[3;1H"))
        screen.invalidate()
        #expect(screen.drawing(["a", "x", "c"], size: size).contains("\u{1b}[3;1H"))
    }

    @Test("A fling slows down, in whole rows, equally in both directions")
    func fling() {
        for speed in [31, 500, 4000] {
            let down = Fling(speed: speed, pace: 16).frames
            let up = Fling(speed: -speed, pace: 16).frames
            #expect(down.map(\.rows) == up.map { -$0.rows })
            #expect(zip(down, down.dropFirst()).allSatisfy { $0.speed > $1.speed })
            // As scroll views: the speed over 2 a second, less what is left out below 30 a second.
            let path = down.reduce(0) { $0 + $1.rows }
            #expect(abs(path - (speed - 30) / 2) <= max(speed / 40, 2))
        }
        #expect(Fling(speed: 0, pace: 16).frames.isEmpty)
        #expect(Fling(speed: 100_000, pace: 10_000).frames.count == 1)
    }

    @Test("The cache keeps the pages that were used last")
    func cache() {
        var cache = PageCache()
        let item = Item(id: .number(1), title: nil, text: "")
        for page in 1...PageCache.capacity { cache[page] = [item] }
        _ = cache[1]
        cache[99] = [item]
        #expect(cache[1] != nil && cache[2] == nil && cache[99] != nil)
        cache.removeAll()
        #expect(cache[1] == nil)
    }

    @Test("A row's page is found, even around empty pages")
    func index() {
        func items(_ ids: [Int64]) -> [Item] {
            ids.map { Item(id: .number($0), title: nil, text: "\($0)") }
        }
        let pages = [
            items([1, 2, 3]), items([2, 3]), items([3, 4, 4, 5]), items([]), items([6]),
        ]
        var index = PageIndex(mayRepeat: true)
        let new = pages.map { page in
            let new = index.countNew(page)
            index.append(page)
            return new
        }
        #expect(new == [3, 0, 2, 0, 1])
        #expect((0..<6).map(index.page) == [1, 1, 1, 3, 3, 5])
        for row in 0..<6 {
            #expect(index.item(of: row, in: pages[index.page(of: row) - 1])?.text == "\(row + 1)")
        }
        #expect(index.item(of: 6, in: pages[4]) == nil)
        #expect(index.item(of: 3, in: []) == nil)
    }
}
