import Foundation
import Testing

@testable import FeedKit
@testable import RangeCore

@Suite("The feed")
@MainActor
struct FeedTests {
    private func makeFeed(
        _ count: Int, words: (Int) -> Int = { _ in 1 }, network: BadNetwork = BadNetwork()
    ) throws -> Feed {
        let lines = (0..<count).map { "line \($0)" + String(repeating: " word", count: words($0)) }
        let text = try Scratch(lines.joined(separator: "\n")).source(pageSize: 50)
        let feed = Feed(text: text, network: network, columns: 40, rows: 20)
        feed.start()
        return feed
    }

    /// Waits until nothing is due, or fails after so many turns: time passes for all tests on the main actor.
    private func settle(_ feed: Feed) async throws {
        for _ in 0..<20_000 {
            guard feed.isLoading || feed.isCounting || feed.nextTime.isFinite else { return }
            if feed.nextTime <= feed.time { feed.update() }
            try await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("there is always something due")
    }

    private func go(_ feed: Feed, to goal: Feed.Goal) async throws {
        feed.go(to: goal)
        try await settle(feed)
    }

    private func nodes(_ feed: Feed) -> [RowNode] {
        feed.controller.indicesOfNodes.compactMap { feed.controller.node(ofItem: $0) as? RowNode }
    }

    @Test("Lines are kept in preload, rows in display, and nothing elsewhere")
    func held() async throws {
        let feed = try makeFeed(5000, words: { $0 % 23 })
        try await settle(feed)
        let first = nodes(feed)
        for goal in [Feed.Goal.item(700, .start), .end, .item(4200, .center)] {
            try await go(feed, to: goal)
            let nodes = nodes(feed)
            #expect(!nodes.isEmpty && nodes.count <= 200)
            for node in nodes {
                let state = node.interfaceState
                let index = try #require(node.itemIndex)
                let isLoaded = feed.store[index] != nil
                #expect((node.line != nil) == (isLoaded && state.contains(.preload)))
                #expect(node.rows.isEmpty == !(isLoaded && state.contains(.display)))
                if !isLoaded { continue }
                let known = feed.controller.item(at: index)
                if state.contains(.display) { #expect(known.extent == Double(node.rows.count)) }
            }
        }
        #expect(feed.controller.count == 5000)
        // Somebody who keeps a node does not keep its text.
        #expect(!first.isEmpty && first.allSatisfy { $0.line == nil && $0.rows.isEmpty })
    }

    @Test("No more pages are held than the limit, however far one goes, and all come back")
    func limit() async throws {
        let feed = try makeFeed(20_000)
        var most = 0
        feed.onChange = { [unowned feed] in most = max(most, feed.store.pageCount) }
        try await settle(feed)
        for rows in [40.0, -40] {
            for _ in 0..<100 {
                feed.scroll(by: rows, velocity: rows)
                if feed.isLoading { try await settle(feed) }
            }
        }
        for goal in [Feed.Goal.item(19_000, .start), .item(0, .start), .end, .fraction(0.5)] {
            try await go(feed, to: goal)
            for item in try #require(feed.controller.lastUpdate?.visible) {
                let node = feed.controller.node(ofItem: item) as? RowNode
                #expect(node?.rows == ["line \(item) word"])
            }
        }
        #expect(most > 40 && most <= 64 && feed.store.count == 20_000)
        feed.setMemoryPressure(.warning)
        feed.scroll(by: -100, velocity: -100)
        try await settle(feed)
        #expect(feed.store.pageCount < 8)
    }

    @Test("Pages that fail say so in their place, and heal")
    func failures() async throws {
        let feed = try makeFeed(20_000)
        try await go(feed, to: .end)
        feed.network.failRate = 1
        feed.go(to: .item(5010, .start))
        while feed.failure == nil { try await Task.sleep(for: .milliseconds(1)) }
        // Each page fails for itself, and the rest stays.
        #expect(feed.failure?.page == 101 && feed.store.count == 20_000)
        #expect(try #require(feed.failure).retryTime > feed.time)
        let size = Terminal.Size(columns: 100, rows: 21)
        let lines = Drawing(feed: feed, size: size, showsColor: false).lines
        #expect(lines[0].contains("! page 101: again in") && lines[1].contains("…"))
        #expect(lines[0].contains("the network lost it"))
        #expect(lines[20].contains("page 101 failed: again in"))
        feed.network.failRate = 0
        feed.retry()
        try await settle(feed)
        #expect((feed.controller.node(ofItem: 5010) as? RowNode)?.rows == ["line 5010 word"])
        #expect(feed.failure == nil)
    }

    // The item at the top lies partly above it, so its end is kept: what follows stays in place.
    @Test("A narrower terminal measures again and keeps the lines in place")
    func resize() async throws {
        let feed = try makeFeed(1000, words: { 3 + $0 % 40 })
        for _ in 0..<10 {
            feed.scroll(by: 27, velocity: 300)
            try await settle(feed)
        }
        let first = try #require(feed.controller.lastUpdate?.visible.lowerBound)
        #expect(feed.controller.item(at: first).offset < feed.offset)
        let place = feed.controller.item(at: first + 1).offset - feed.offset
        feed.resize(columns: 20, rows: 20, inset: 0)
        #expect(feed.controller.lastUpdate?.visible.lowerBound == first)
        #expect(feed.controller.item(at: first + 1).offset - feed.offset == place)
        for node in nodes(feed) where node.interfaceState.contains(.display) {
            #expect(node.rows.allSatisfy { DisplayWidth.columns(of: $0) <= 20 })
            let index = try #require(node.itemIndex)
            #expect(feed.controller.item(at: index).extent == Double(node.rows.count))
        }
    }

    @Test("Scrolling stops at the ends, and a goal is given up when the user scrolls")
    func ends() async throws {
        let feed = try makeFeed(400)
        try await settle(feed)
        feed.scroll(by: -5, velocity: -5)
        #expect(feed.offset == 0 && !feed.isComplete)
        feed.go(to: .end)
        #expect(feed.goal == .end)
        feed.scroll(by: 1, velocity: 1)
        #expect(feed.goal == nil)
        try await go(feed, to: .end)
        feed.scroll(by: 7, velocity: 7)
        #expect(feed.goal == nil && feed.controller.count == 400 && feed.isComplete)
        #expect(feed.offset == 400 - 20)
    }

    @Test("Every line fits the terminal, however small it is")
    func drawing() async throws {
        let feed = try makeFeed(300, words: { $0 % 30 })
        try await settle(feed)
        for columns in [1, 2, 3, 7, 11, 12, 13, 20, 40, 80, 200] {
            for rows in [1, 2, 3, 10, 24] {
                for inset in [0.0, Double(rows / 4)] {
                    let size = Terminal.Size(columns: columns, rows: rows)
                    let text = Drawing.textSize(in: size)
                    feed.resize(columns: text.columns, rows: text.rows, inset: inset)
                    let drawing = Drawing(feed: feed, size: size, showsColor: true)
                    let help = drawing.panel(Drawing.help(columns: columns), from: 0)
                    for lines in [drawing.lines, help] {
                        #expect(lines.count == rows)
                        for line in lines { #expect(width(line) <= columns, "\(size) \(line)") }
                    }
                }
            }
        }
    }

    /// The columns of a line with its sequences taken out; the scroll bar's place counts as the last.
    private func width(_ line: String) -> Int {
        let plain = line.replacing(/\u{1b}\[[0-9;]*m/, with: "")
        let parts = plain.split(separator: /\u{1b}\[[0-9]+G/, omittingEmptySubsequences: false)
        let columns = parts.map { DisplayWidth.columns(of: $0) }
        return parts.count == 2 ? columns[0] + 1 + columns[1] : columns[0]
    }

    @Test("What was on the screen for long enough is told once it leaves, and once only")
    func seen() async throws {
        let feed = try makeFeed(1000)
        var time = 0.0
        feed.seen.impressions.clock = { time }
        try await settle(feed)
        var rows = ""
        feed.seen.onLine = { rows += $0.row }
        func scroll(by rows: Double, at now: Double) {
            time = now
            feed.scroll(by: rows, velocity: rows)
        }
        scroll(by: 1, at: 0.5)
        scroll(by: 0, at: 1.5)
        #expect(feed.seen.current.count == 20 && feed.seen.lines == [])
        let size = Terminal.Size(columns: 100, rows: 21)
        let status = Drawing(feed: feed, size: size, showsColor: false).lines[20]
        #expect(status.contains("20 seen"))
        // Of the lines on the way none is.
        for step in 0..<10 { scroll(by: 20, at: 2 + Double(step) / 10) }
        scroll(by: -200, at: 3)
        feed.seen.isActive = false
        #expect(feed.seen.current.count == 0 && feed.seen.lines.count == 20)
        let first = try #require(feed.seen.lines.first)
        #expect(first.number == 2 && abs(first.seconds - 2) < 0.1)
        #expect(rows == feed.seen.lines.map(\.row).joined())
        let panel = Drawing.seen(feed.seen)
        #expect(
            panel[0].hasPrefix("20 lines were seen") && panel[2] == "    2.0       2  line 1 word")
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
}
