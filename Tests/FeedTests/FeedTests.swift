import RangeCore
import Testing

@testable import FeedKit

/// Rows with numbers, as many as wanted, made when asked for.
private struct NumberSource: Source {
    var name = "numbers"
    var estimate = 1.0
    var spacing = 0.0
    var count: Int
    var pageSize = 50
    var tellsTotal = true
    /// How many words an item has.
    var length: @Sendable (Int) -> Int = { _ in 1 }

    func page(_ number: Int) -> SourcePage {
        let rows = min((number - 1) * pageSize, count)..<min(number * pageSize, count)
        let items = rows.map { row in
            Item(
                id: .number(Int64(row)), title: nil,
                text: "row \(row)" + String(repeating: " word", count: length(row)))
        }
        return SourcePage(items: items, total: tellsTotal ? count : nil)
    }
}

@Suite("The feed")
@MainActor
struct FeedTests {
    private func makeFeed(
        _ source: NumberSource, latency: Int = 0, failRate: Double = 0
    ) -> (feed: Feed, player: ScriptPlayer) {
        let network = BadNetwork(latency: latency, failRate: failRate, seed: 1)
        let loader = VirtualLoader(network: network)
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
                let index = try #require(node.itemIndex)
                let isLoaded = feed.store[index] != nil
                #expect((node.item != nil) == (isLoaded && state.contains(.preload)))
                #expect(node.lines.isEmpty == !(isLoaded && state.contains(.display)))
                if !isLoaded { continue }
                let known = try feed.controller.item(at: index)
                if state.contains(.display) { #expect(known.extent == Double(node.lines.count)) }
            }
        }
        #expect(feed.controller.count == 5000)
        // Somebody who keeps a node does not keep its text.
        #expect(!first.isEmpty && first.allSatisfy { $0.item == nil && $0.lines.isEmpty })
    }

    @Test("Requests come through when due, in the same order whichever task was first")
    func virtualTime() async throws {
        var runs: [[String]] = []
        for pages in [[1, 2, 3, 4, 5], [4, 2, 5, 1, 3]] {
            let loader = VirtualLoader(network: BadNetwork(latency: 90, failRate: 0.3, seed: 5))
            var told: [String] = []
            let tasks = pages.map { page in
                Task { @MainActor in
                    let result = await Task { try await loader.pass(page) }.result
                    told.append("\(page) \(loader.now) \((try? result.get()) != nil)")
                }
            }
            while loader.count < 5 { await Task.yield() }
            #expect(loader.nextAnswer == nil && !loader.passNext())
            loader.begin()
            while let time = loader.nextAnswer {
                loader.advance(to: time - 1)
                #expect(!loader.passNext())
                loader.advance(to: time)
                let count = told.count
                #expect(loader.passNext())
                while told.count == count { await Task.yield() }
            }
            for task in tasks { await task.value }
            runs.append(told)
        }
        #expect(runs[0] == runs[1] && Set(runs[0]).count == 5)
        #expect(runs[0].contains { $0.hasSuffix("false") })
    }

    @Test("A request that is given up no longer waits")
    func cancellation() async {
        let loader = VirtualLoader(network: BadNetwork(latency: 90, failRate: 0, seed: 5))
        let task = Task { try await loader.pass(1) }
        while loader.count < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(loader.count == 0)
    }

    @Test("No more pages are held than the limit, however far one goes, and all come back")
    func limit() async throws {
        let (feed, player) = makeFeed(NumberSource(count: 20_000))
        var most = 0
        let print = feed.onUpdate
        feed.onUpdate = { cause, update, changes in
            most = max(most, feed.store.pageCount)
            print?(cause, update, changes)
        }
        await player.play(try Script("settle\nscroll 40 200", name: "test"))
        #expect(feed.offset == 8000 && feed.store.count == 20_000)
        #expect(most == Options.pages && feed.store.pageCount == Options.pages)
        for step in ["scroll -40 200", "jump 19000", "jump start", "jump end"] {
            await player.play(try Script("\(step)\nsettle", name: "test"))
            #expect(most == Options.pages)
            let visible = try #require(feed.controller.lastUpdate?.visible)
            for row in visible {
                let node = feed.controller.node(ofItem: row) as? RowNode
                #expect(node?.lines == ["row \(row) word"])
            }
        }
        await player.play(try Script("memory warning\nscroll -100\nsettle", name: "test"))
        #expect(feed.store.pageCount < 8)
    }

    @Test("Pages that fail say so in their place, and heal")
    func failures() async throws {
        let (feed, player) = makeFeed(NumberSource(count: 20_000), failRate: 0.9)
        var failures: Set<Int> = []
        let follow = feed.onChange
        feed.onChange = {
            follow?()
            guard let failure = feed.failure else { return }
            #expect(failure.failure == BadNetwork.failure.description)
            #expect(failure.retryTime > feed.loader.time)
            failures.insert(failure.page)
        }
        await player.play(try Script("settle\nsettle\njump 5010\nwait 100", name: "test"))
        // Each page fails for itself, and the rows between stay.
        #expect(feed.missing(inRow: 5010)?.page == 101)
        #expect(feed.store.count == 20_000)
        let size = Terminal.Size(columns: 100, rows: 21)
        let drawing = Drawing(feed: feed, size: size, showsUnicode: true, showsColor: false)
        let lines = drawing.lines(beat: 0)
        #expect(lines[0].contains("! page 101: the network lost it") && lines[1].contains("…"))
        #expect(lines[20].contains("page 101 failed: again in"))
        await player.play(try Script("wait 3600000", name: "test"))
        #expect((feed.controller.node(ofItem: 5010) as? RowNode)?.lines == ["row 5010 word"])
        #expect(feed.failure == nil && failures.isSuperset(of: [1, 101]))
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
            let index = try #require(node.itemIndex)
            #expect(try feed.controller.item(at: index).extent == Double(node.lines.count))
        }
    }

    @Test("Scrolling stops at the ends, and End follows until the user scrolls")
    func ends() async throws {
        let (feed, player) = makeFeed(NumberSource(count: 400, tellsTotal: false), latency: 200)
        await player.play(try Script("settle\nscroll -5 3", name: "test"))
        #expect(feed.offset == 0 && !feed.isComplete)
        await player.play(try Script("jump end\nwait 300", name: "test"))
        #expect(feed.goal == .end)
        await player.play(try Script("scroll -1", name: "test"))
        #expect(feed.goal == nil)
        await player.play(try Script("jump end\nsettle\nscroll 7 3", name: "test"))
        #expect(feed.goal == nil && feed.controller.count == 400 && feed.isComplete)
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
}
