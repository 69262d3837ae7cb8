import RangeCoreParts
import Testing

@testable import RangeCore

/// A list of rows of 100 points, whose viewport of 200 points begins at an offset.
@MainActor
private func makeList(_ count: Int, at offset: Double) throws -> RangeController {
    let list = RangeController(estimate: 100)
    list.schedulesUpdates = false
    try list.insertItems(count: count, at: 0)
    list.markScrolled()
    try show(list, offset)
    return list
}

@MainActor
private func show(_ list: RangeController, _ offset: Double) throws {
    _ = try list.update(
        ListViewport(offset: offset, length: 200, insetStart: 20, isUserDriven: true))
}

private func words(_ bars: [RangeOverlay.Bar]) -> [String] {
    bars.map {
        let span = [$0.span.lowerBound, $0.span.upperBound].map { Int(($0 * 14).rounded()) }
        return "\(span[0])-\(span[1]) \($0.role)"
    }
}

/// Loads that end when the test says so.
private final class Pending: Sendable {
    let waiting = Locked<[Int: CheckedContinuation<Void, any Error>]>([:])

    func load(_ id: Int) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            waiting.withLock { $0[id] = continuation }
        }
        return id
    }

    func end(_ id: Int, _ error: (any Error)? = nil) {
        let load = waiting.withLock { $0.removeValue(forKey: id) }
        if let error { load?.resume(throwing: error) } else { load?.resume() }
    }
}

@Suite("What a range overlay draws")
@MainActor
struct OverlayTests {
    @Test("Nothing is drawn before the first update, nor of a hidden list")
    func nothing() throws {
        #expect(RangeOverlay(RangeController()) == nil)
        let list = try makeList(10, at: 0)
        _ = try list.update(ListViewport(offset: 0, length: 0))
        #expect(RangeOverlay(list) == nil)
    }

    @Test("The viewport is in the middle, without what is covered")
    func viewport() throws {
        let overlay = try #require(RangeOverlay(makeList(100, at: 1000)))
        #expect(abs(overlay.viewport.lowerBound - 620 / 1400) < 1e-9)
        #expect(abs(overlay.viewport.upperBound - 800 / 1400) < 1e-9)
        #expect(overlay.mode == .full)
        #expect(overlay.direction == .forward)
        #expect(overlay.lateCount == nil && overlay.wastedCount == nil)
        #expect(overlay.captions == ["full"])
    }

    @Test("Each row has the color of its innermost range, as the engine has it")
    func ranges() throws {
        let list = try makeList(100, at: 1000)
        let overlay = try #require(RangeOverlay(list))
        let expected = (4..<18).map { row in
            let state = list.state(ofItem: row)
            let role =
                state.contains(.visible)
                ? "visible"
                : state.contains(.display)
                    ? "display" : state.contains(.preload) ? "preload" : "outside"
            return "\(row - 4)-\(row - 3) \(role)"
        }
        #expect(words(overlay.rows) == expected)
        #expect(Set(overlay.rows.map(\.role)) == [.visible, .display, .preload, .outside])
        #expect(overlay.loads.isEmpty && overlay.ends.isEmpty)
    }

    @Test("Rows too short to be seen apart are one bar")
    func shortRows() throws {
        let list = RangeController(estimate: 1)
        try list.insertItems(count: 100_000, at: 0)
        try show(list, 50_000)
        let overlay = try #require(RangeOverlay(list))
        #expect(overlay.rows.count < 8)
        #expect(overlay.rows.first?.span.lowerBound == 0)
        #expect(overlay.rows.last?.span.upperBound == 1)
    }

    @Test("What loads, waits, has failed or is late is beside its row")
    func loads() async throws {
        let gate = Pending()
        var settings = PreloadSettings()
        (settings.runningLimit, settings.foresight) = (3, 0)
        let preloader = Preloader(settings: settings) { (id: Int, _) in try await gate.load(id)
        }
        preloader.clock = { 0 }
        let list = try makeList(100, at: 1000)
        // Row 11 has nothing to load.
        try preloader.attach(to: list) { $0 == 11 ? nil : $0 }
        try show(list, 1000)
        func roles(_ rows: Range<Int>) throws -> [String] {
            words(try #require(RangeOverlay(list)).loads).filter {
                rows.contains(4 + (Int($0.prefix { $0 != "-" }) ?? 0))
            }
        }
        let first = try roles(10..<14)
        #expect(first == ["6-7 late", "8-9 loading", "9-10 waiting"])
        #expect(try roles(14..<15) == ["10-11 waiting"])
        await eventually("three loads") { gate.waiting.withLock { $0.count } == 3 }
        gate.end(10)
        gate.end(12, Failure())
        await eventually("both ends") {
            preloader.state(of: 10) == .ready && preloader.state(of: 12) == .failed
        }
        #expect(try roles(10..<13) == ["6-7 ready", "8-9 failed"])
        // Far away, what still loads is wanted by nobody.
        try show(list, 1900)
        let overlay = try #require(RangeOverlay(list, reach: 6))
        #expect(overlay.loads.contains { $0.role == .unwanted })
        #expect(overlay.lateCount == preloader.counters.late)
        #expect(overlay.wastedCount == preloader.counters.wasted)
        #expect(overlay.captions == ["full", "late 0", "wasted 0"])
    }

    @Test("A fetch at the end is drawn there, and one that has failed")
    func ends() async throws {
        let list = try makeList(8, at: 600)
        let batch = try list.beginBatch(at: .tail)
        #expect(list.loadState() == .loading)
        #expect(words(try #require(RangeOverlay(list)).ends) == ["8-8 loading"])
        batch.fail(Failure())
        await eventually("the failure") { list.batchError() != nil }
        try show(list, 600)
        #expect(list.loadState() == .failed)
        #expect(words(try #require(RangeOverlay(list)).ends) == ["8-8 failed"])
        list.markExhausted()
        try show(list, 600)
        #expect(list.loadState() == .exhausted)
        #expect(try #require(RangeOverlay(list)).ends.isEmpty)
    }

    @Test("Placeholders of a store wait or load, and are late on screen")
    func placeholders() async throws {
        let source = ScriptedSource(0..<100)
        let store = PageStore(pageSize: 5, load: source.positions)
        let list = RangeController(estimate: 100)
        try store.attach(to: list, leadingScreens: 0.5)
        try await store.refresh()
        source.holds.withLock { $0 = true }
        try show(list, 400)
        let overlay = try #require(RangeOverlay(list))
        #expect(words(overlay.loads).contains("7-8 late"))
        #expect(words(overlay.loads).contains("13-14 waiting"))
        #expect(!words(overlay.loads).contains { $0.hasPrefix("6-7") })
        #expect(list.loadState() == store.state(at: .tail))
        source.answerAll()
    }

    @Test("Every role has a color of its own, but failures and what is late")
    func colors() {
        let colors = RangeOverlay.Role.allCases.map { "\($0.color)" }
        #expect(Set(colors).count == RangeOverlay.Role.allCases.count - 1)
    }

    @Test("It is drawn along the list, from the side at which the list begins")
    func drawing() throws {
        let overlay = try #require(RangeOverlay(makeList(100, at: 1000)))
        func rectangles(_ axis: ScrollAxis) -> [RangeOverlay.Rectangle] {
            overlay.bars(length: 1400, along: axis).map(\.rectangle)
                + [overlay.viewport(length: 1400, along: axis)]
        }
        let down = rectangles(ScrollAxis())
        let right = rectangles(ScrollAxis(isHorizontal: true))
        let left = rectangles(ScrollAxis(isHorizontal: true, isRightToLeft: true))
        // The viewport has 20 points less at its start; a row has 100, of which one is the gap.
        #expect(down.last == .init(x: 0, y: 620, width: 30, height: 180))
        #expect(down.first == .init(x: 3, y: 0, width: 12, height: 99))
        #expect(down == rectangles(ScrollAxis(isRightToLeft: true)))
        #expect(right.map(\.x) == down.map(\.y) && right.map(\.width) == down.map(\.height))
        #expect(right.map(\.y) == down.map(\.x) && right.map(\.height) == down.map(\.width))
        for (a, b) in zip(left, right) {
            #expect(abs(a.x + a.width - (1400 - b.x)) < 1e-9 && abs(a.width - b.width) < 1e-9)
        }
    }
}

private struct Failure: Error {}
