import RangeCoreParts
import SessionKit
import Testing

@testable import RangeCore

/// What a recorded list writes.
private final class Recorded: Sendable {
    private let text = Locked("")

    @Sendable func take(_ new: String) { text.withLock { $0 += new } }

    var lines: [Substring] { text.withLock { $0.split(separator: "\n") } }
    var byteCount: Int { text.withLock { $0.utf8.count } }
}

/// The updates that a new list has when it is told what was recorded.
private func replay(_ lines: [Substring]) throws -> [ListUpdate] {
    let session = try Session()
    var updates: [ListUpdate] = []
    for text in lines {
        var line = Line(text)
        let answer = try session.carryOut(String(line.words[0]), &line)
        #expect(!answer.hasPrefix("error"), "\(text): \(answer)")
        if line.words[0] == "update" || line.words[0] == "scroll" {
            updates.append(try #require(session.update))
        }
    }
    return updates
}

/// Tells a list anything: edits, measurements, settings, fetches and updates.
@MainActor
private struct RandomCalls {
    let list: RangeController
    var random: SplitMix
    var updates: [ListUpdate] = []
    var time = 0.0
    var fetches: [BatchContext] = []

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }
    mutating func number(_ most: Double) -> Double {
        Double.random(in: 0...most, using: &random)
    }
    mutating func numbers(_ count: Int, _ most: Double) -> [Double] {
        (0..<count).map { _ in number(most) }
    }
    mutating func one<T>(of all: [T]) -> T { all[below(all.count)] }
    mutating func items() -> Range<Int> {
        let lower = below(list.count)
        return lower..<min(list.count, lower + below(20))
    }
    mutating func end() -> BatchEnd { one(of: BatchEnd.allCases) }

    var rowCount: Int {
        get throws { list.count == 0 ? 0 : try list.engine.row(ofItem: list.count - 1) + 1 }
    }

    /// Whether an item that is inserted there has a row of its own.
    func isAlone(at index: Int) throws -> Bool {
        if list.laneCount > 1 { return true }
        if index == 0 { return list.columns == 1 }
        return try list.engine.section(ofItem: index - 1)?.columns ?? list.columns == 1
    }

    /// Some calls are refused, and change nothing.
    mutating func call() throws {
        let call = below(40)
        if list.count == 0, [5, 6, 7, 10, 11, 18].contains(call) { return }
        switch call {
        case 0: try list.insertItems(count: below(50), at: below(list.count + 1))
        case 1:
            let index = below(list.count + 1)
            let extents = numbers(below(9), 300)
            if try isAlone(at: index) { try list.insertItems(extents: extents, at: index) }
        case 2: try list.removeItems(items())
        case 3:
            let items = items()
            try list.moveItems(items, to: below(list.count - items.count + 1))
        case 4: try list.forgetExtents(of: items())
        case 5, 6:
            let row = below(try rowCount)
            let extents = numbers(min(below(5), try rowCount - row), 200)
            try list.setExtents(extents, fromRow: row)
        case 7: try list.setExtent(number(200), ofRow: below(try rowCount))
        case 8: try list.markProvisional(items())
        case 9:
            let sections = try (0..<list.engine.sectionCount).map { try list.engine.section($0) }
            if sections.allSatisfy({ $0.columns == 1 }), below(2) == 0 {
                try list.setLanes(
                    below(4) + 1, spacing: number(9), tolerance: number(20),
                    keepingExtents: below(2) == 0)
            } else {
                try list.setLayout(
                    columns: one(of: [1, 1, 2]), spacing: number(9), keepingExtents: below(2) == 0)
            }
        case 10:
            let columns = one(of: [nil, 1, 3])
            try list.markHeader(
                at: below(list.count), columns: list.laneCount > 1 && columns == 3 ? 1 : columns)
        case 11:
            try list.setSpan(.wide, ofItems: items())
            try list.unmarkHeader(at: below(list.count))
            try list.keepItem(below(list.count), with: one(of: [[], .preload, [.display, .app3]]))
        case 12: try list.setEstimate(number(120))
        case 13: try configure()
        case 14:
            var tuning = RangeTuning(leading: number(3), trailing: number(3))
            tuning.isEnabled = below(4) > 0
            list.setTuning(
                tuning, for: one(of: RangeKind.allCases), in: one(of: RangeMode.allCases))
        case 15: list.setMode(one(of: RangeMode.allCases))
        case 16: list.markScrolled()
        case 17: list.addPreloadTime(one(of: [number(6), .infinity]))
        case 18:
            _ = list.setScrollTarget(
                below(list.count),
                at: one(of: [.nearest, ScrollAlignment(fraction: number(1), shift: number(9))]))
        case 19, 20: fetches.append(try list.beginBatch(at: end()))
        case 21, 22: finish()
        case 23: list.retryBatch(at: end())
        case 24: if below(9) == 0 { list.resetBatch(at: end()) }
        case 25: if below(9) == 0 { list.markExhausted(at: end()) }
        default: try update()
        }
    }

    mutating func configure() throws {
        var new = ListSettings()
        new.depth = one(of: [0, 0, 0, 1])
        new.memoryPressure = one(of: [.normal, .normal, .warning])
        new.slack = number(1)
        new.foresight = one(of: [0, number(2)])
        new.directionThreshold = number(5)
        (new.leadingScreensAtTail, new.leadingScreensAtHead) = (number(3), number(3))
        (new.extraLengthAtTail, new.extraLengthAtHead) = (number(50), number(50))
        new.leadingItemsAtTail = below(5)
        new.overscanItems = below(5)
        new.hostDecidesBatches = below(2) == 0
        (new.sticksToTail, new.usesMeanEstimate) = (below(3) == 0, below(3) == 0)
        new.pinsHeaders = below(2) == 0
        list.configure { $0 = new }
    }

    mutating func finish() {
        guard !fetches.isEmpty else { return }
        let fetch = fetches.remove(at: below(fetches.count))
        switch below(6) {
        case 0: fetch.fail()
        case 1: fetch.cancel()
        case 2: fetch.decline()
        case 3: break  // released, and so cancelled
        case 4: fetch.completeAndExhaust()
        default: fetch.complete()
        }
    }

    mutating func update() throws {
        time += number(0.05)
        var viewport = ListViewport(
            offset: number(list.engine.length + 50), length: one(of: [480, number(500)]),
            insetStart: one(of: [0, number(20)]), insetEnd: one(of: [0, number(20)]),
            insetsAreFixed: below(9) == 0, velocity: number(9000) - 4500,
            landingOffset: one(of: [nil, number(list.engine.length)]), isUserDriven: below(2) == 0,
            isHeld: below(3) == 0, time: time, jitter: number(1))
        if below(6) == 0, list.count > 0 {
            viewport.place = .init(item: below(list.count), start: number(100) - 50)
        }
        updates.append(try list.update(viewport))
    }
}

/// Uses a list in a scroll view in any way.
@MainActor
private struct HostedCalls {
    let list: FakeList
    var random: SplitMix
    var key = 1000
    var growth = 0.0
    // Each way is taken.
    var done: Set<Int> = []

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &random) }
    mutating func items() -> Range<Int> {
        let lower = below(list.controller.count - 20)
        return lower..<lower + below(20)
    }

    mutating func call() throws {
        let way = below(10)
        let growth = growth
        list.surface.extent = { key, breadth in
            (Double(20 + key % 401) + growth) * 1000 / (7 * breadth)
        }
        done.insert(way)
        switch way {
        case 0:
            let keys = Array(key..<key + 1 + below(9))
            key += keys.count
            try list.insert(keys, at: below(list.controller.count))
        case 1: try list.remove(items())
        case 2:
            let items = items()
            try list.move(items, to: below(list.controller.count - items.count))
        case 3: list.scrollView.breadth = [320, 400, 500.3][below(3)]
        case 4:
            let columns = 1 + below(3)
            list.host.columnsForBreadth = { $0 == 500.3 ? columns : 2 }
            list.host.lanesForBreadth = nil
            if below(2) == 0 { list.host.lanesForBreadth = { $0 == 500.3 ? columns : 3 } }
        case 5:
            list.host.scroll(
                toItem: below(list.controller.count),
                at: ScrollAlignment(fraction: 1 / 3.0, shift: 1 / 7.0), animated: below(4) == 0)
        case 6: list.host.remeasure()
        case 7:
            // Its view needs more.
            self.growth += 30
            let visible = list.controller.lastUpdate?.visible.first ?? 0
            list.controller.node(ofItem: visible)?.setNeedsMeasure()
        default:
            if below(2) == 0 { list.scrollView.touch() } else { list.settle() }
            list.scrollView.move(by: Double(below(9000) - 3000) / 7)
        }
        list.host.update()
    }
}

extension FakeList {
    /// Whether a list that has no host has the same items, and the same results of its last update.
    fileprivate func isLike(_ session: Session) -> Bool {
        (0..<controller.count).allSatisfy { index in
            (try? session.list.item(at: index)) == controller.item(at: index)
                && session.list.state(ofItem: index) == controller.state(ofItem: index)
        } && session.list.count == controller.count && session.update == controller.lastUpdate
    }
}

@MainActor
@Suite("A recording")
struct RecordingTests {
    @Test("gives a new list the same updates, whatever the list was told", arguments: 0..<6)
    func replays(seed: UInt64) throws {
        let recorded = Recorded()
        var updates: [ListUpdate] = []
        try {
            let list = RangeController(
                columns: 1 + Int(seed % 2), estimate: 50.1234, spacing: 1 / 7.0,
                quantum: seed % 3 == 0 ? 1 : 0, tuning: seed % 5 == 0 ? .pager : .list)
            list.schedulesUpdates = false
            list.configure { $0.slack = 1 / 3.0 }
            list.setTuning(RangeTuning(leading: 1 / 3.0, trailing: 0), for: .app0)
            try list.record(to: recorded.take)
            try list.insertItems(count: 300, at: 0)
            var calls = RandomCalls(list: list, random: SplitMix(state: seed))
            for _ in 0..<600 { try? calls.call() }
            updates = calls.updates
        }()
        #expect(updates.count > 150)
        let played = try replay(recorded.lines)
        #expect(played.count == updates.count)
        for (index, (now, then)) in zip(played, updates).enumerated() where now != then {
            Issue.record("seed \(seed), update \(index): \(now), recorded as \(then)")
            return
        }
    }

    @Test("has what a host does to its list, round by round", arguments: 0..<3)
    func hosted(seed: UInt64) throws {
        let recorded = Recorded()
        let list = try FakeList(
            0..<400, columns: 1 + Int(seed % 3),
            {
                $0.slack = seed % 4 == 0 ? 1 / 3.0 : 0
                $0.usesMeanEstimate = seed % 2 == 0
            }, recordedTo: recorded.take)
        if seed % 5 == 0 { list.host.measuringBudget = .zero }
        var calls = HostedCalls(list: list, random: SplitMix(state: seed))
        let session = try Session()
        var played = 0
        for _ in 0..<150 {
            try calls.call()
            list.controller.flushRecording()
            let lines = recorded.lines
            for text in lines[played...] {
                var line = Line(text)
                let answer = try session.carryOut(String(line.words[0]), &line)
                #expect(!answer.hasPrefix("error"), "\(text): \(answer)")
            }
            played = lines.count
            guard list.isLike(session) else {
                Issue.record("seed \(seed), after \(lines.suffix(9).joined(separator: "; "))")
                return
            }
        }
        #expect(list.host.error == nil && calls.done == Set(0..<10))
        let kinds = Set(recorded.lines.compactMap { $0.split(separator: " ").first })
        #expect(kinds.isSuperset(of: ["scroll", "set_row_extents", "mark_provisional"]))
        #expect(kinds.isSuperset(of: ["set_layout", "set_scroll_target", "insert", "move"]))
        #expect(kinds.contains("set_lanes"))
    }

    @Test("has what was set before, and each call, rounded")
    func lines() throws {
        let recorded = Recorded()
        var engine = try ListEngine(estimate: 100, spacing: 8, quantum: 0.5, tuning: .pager)
        try engine.configure { $0.foresight = 0.85012 }
        try engine.setTuning(.disabled, for: .display, in: .visibleOnly)
        try engine.record(to: recorded.take)
        let (isRecorded, foresight) = (engine.recorder != nil, engine.settings.foresight)
        #expect(isRecorded && foresight == 0.85)
        try engine.insertItems(extents: [100.0004, 20], at: 0)
        #expect(throws: RangeCoreError.invalidArgument) { try engine.removeItems(5..<9) }
        try engine.configure { $0.sticksToTail = true }
        try engine.configure { _ in }
        var viewport = ListViewport(
            offset: -0.5, length: 480, velocity: 1.0001, landingOffset: 0, isUserDriven: true,
            time: 0.016_666_6)
        _ = try engine.update(viewport)
        _ = try engine.update(ListViewport(item: 1, at: -8, length: 480))
        try engine.addPreloadTime(.infinity)
        _ = try engine.setScrollTarget(1)
        _ = try engine.setScrollTarget(1, at: ScrollAlignment(fraction: 1 / 3.0, shift: 2))
        var fetch: BatchContext? = try engine.beginBatch(at: .head)
        fetch?.completeAndExhaust()
        viewport.place = nil
        _ = try engine.update(viewport)
        (viewport.offset, viewport.velocity, viewport.time) = (0, 0, 1 / 30.0)
        _ = try engine.update(viewport)
        engine.resetBatch(at: .head)
        fetch = try engine.beginBatch(at: .head)
        let lost = fetch
        engine.resetBatch(at: .head)
        #expect(lost?.outcome == .cancelled && lost?.complete() == false)
        engine.flushRecording()
        #expect(
            recorded.lines == [
                "create 1 96000 7680 pager 480",
                "set foresight 850",
                "tune visible_only display disabled",
                "insert 0 2 96000 19200",
                "set sticks_tail 1",
                "set depth 0",
                "update -480 460800 user 1 landing 0 velocity 960 time 16667",
                "update 0 460800 item 1 item_place -7680",
                "preload_time 5000000",
                "set_scroll_target 1 nearest",
                "set_scroll_target 1 333 1920",
                "begin head",
                "finish 1 exhausted",
                "update -480 460800 user 1 landing 0 velocity 960 time 16667",
                "scroll 0 33333 velocity 0",
                "reset head",
                "begin head",
                "reset head",
            ])
    }

    @Test("begins before the list is used, and once")
    func refused() throws {
        var engine = try ListEngine()
        try engine.insertItems(count: 1, at: 0)
        try engine.removeItems(0..<1)
        #expect(throws: RangeCoreError.invalidArgument) { try engine.record { _ in } }
        let isRecorded = engine.recorder != nil
        #expect(!isRecorded)
        let list = RangeController()
        try list.record { _ in }
        #expect(throws: RangeCoreError.invalidArgument) { try list.record { _ in } }
        #expect(list.engine.recorder != nil)
    }

    @Test("has lines of at most 1000 extents")
    func longLines() throws {
        let recorded = Recorded()
        var engine = try ListEngine()
        try engine.record(to: recorded.take)
        try engine.insertItems(extents: (0..<2500).map(Double.init), at: 0)
        try engine.setExtents((0..<1001).map { Double($0) / 2 }, fromRow: 100)
        let update = try engine.update(ListViewport(offset: 50_000, length: 480))
        engine.flushRecording()
        let words = recorded.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        #expect(
            words.dropFirst() == [
                "insert 0 1000", "insert 1000 1000", "insert 2000 500", "set_row_extents 100 0",
                "set_row_extents 1100 480000", "update 48000000 460800",
            ])
        #expect(try replay(recorded.lines) == [update])
    }

    @Test("says before which update a fetch was finished on another thread")
    func fetches() async throws {
        let recorded = Recorded()
        var updates: [ListUpdate] = []
        try await {
            let list = RangeController(estimate: 100)
            list.schedulesUpdates = false
            try list.record(to: recorded.take)
            try list.insertItems(count: 3, at: 0)
            let viewport = ListViewport(offset: 0, length: 480)
            for _ in 0..<50 {
                let fetch = try list.beginBatch(at: .tail)
                let task = Task.detached { fetch.complete() }
                while fetch.isFetching { updates.append(try list.update(viewport)) }
                updates.append(try list.update(viewport))
                _ = await task.value
                try list.insertItems(count: 1, at: 0)
            }
            let fetch = try list.beginBatch(at: .tail)
            #expect(list.isFetchingBatch())
            list.cancelBatch()
            #expect(fetch.outcome == .cancelled)
            updates.append(try list.update(viewport))
            #expect(updates.last?.tail.reason == .paused)
        }()
        #expect(try replay(recorded.lines) == updates)
    }

    @Test("has the loads of a preloader, by ordinals, and takes 80 bytes an update at most")
    func loads() async throws {
        let recorded = Recorded()
        let list = RangeController(estimate: 120)
        list.schedulesUpdates = false
        try list.record(to: recorded.take)
        list.configure { $0.foresight = 1 }
        let images = Preloader { (id: String, _) in
            if id.hasSuffix("7") { throw RangeCoreError.notFound }
            return id
        }
        try list.insertItems(count: 5000, at: 0)
        list.markScrolled()
        try images.attach(to: list) { "photo \(1000 + $0)" }
        var (offset, updateCount) = (0.0, 0)
        for fling in 0..<6 {
            // As a scroll view slows down, by 0.2 % per millisecond.
            var speed = 2500.0 + 300 * Double(fling)
            let landing = offset + speed / 60 / (1 - 0.967)
            while speed > 15 {
                offset += speed / 60
                speed *= 0.967
                updateCount += 1
                _ = try list.update(
                    ListViewport(
                        offset: offset, length: 800, velocity: speed,
                        landingOffset: landing, isUserDriven: true,
                        time: 20 + Double(updateCount) / 60))
                while let row = try? list.engine.unmeasuredRows(ofItems: list.lastUpdate!.visible)
                    .first
                {
                    try list.setExtent(100.5 + Double(row % 9), ofRow: row)
                }
                if updateCount % 4 == 0 { await Task.yield() }
            }
        }
        await eventually("more loads") { images.counters.done > 60 }
        list.flushRecording()
        let loads = recorded.lines.filter { $0.hasPrefix("load") }
        #expect(loads.first == "load 0 0 20016667")
        let started = loads.filter { $0.hasPrefix("load ") }
        #expect(loads.contains { $0.contains(" failed ") })
        let ended = loads.filter { $0.hasPrefix("loaded ") }
        #expect(started.count == images.counters.started)
        #expect(ended.filter { $0.contains("completed") }.count == images.counters.done)
        #expect(ended.filter { $0.contains("cancelled") }.count == images.counters.cancelled)
        #expect(!recorded.lines.contains { $0.contains("photo") })
        let bytes = Double(recorded.byteCount) / Double(updateCount)
        print("a recording of flings takes \(bytes) bytes per update")
        #expect(bytes <= 80)
    }

    @Test("knows where the item of a load is after edits")
    func loadsAfterEdits() async throws {
        let recorded = Recorded()
        let list = RangeController(estimate: 100)
        list.schedulesUpdates = false
        try list.record(to: recorded.take)
        try list.insertItems(count: 4, at: 0)
        let gate = Gate()
        let images = Preloader(
            settings: {
                var it = PreloadSettings()
                it.runningLimit = 1
                return it
            }()
        ) {
            (id: Int, _) in
            await gate.pass()
            return id
        }
        try images.attach(to: list) { $0 == 1 ? nil : $0 % 3 }
        _ = try list.update(ListViewport(offset: 0, length: 400, time: 1))
        try list.insertItems(count: 2, at: 1)
        try list.removeItems(0..<1)
        await gate.open()
        await eventually("both loads") { images.counters.done == 2 }
        list.flushRecording()
        // Items 0 and 3 show the same, and item 2 has moved to 3.
        #expect(
            recorded.lines.filter { $0.hasPrefix("load") } == [
                "load 0 0 1000000", "loaded 0 completed 1000000",
                "load 1 3 1000000", "loaded 1 completed 1000000",
            ])
    }

    @Test("has the times of the controller's clock")
    func clock() throws {
        let recorded = Recorded()
        let list = RangeController(estimate: 100)
        try list.record(to: recorded.take)
        for _ in 0..<2 {
            holdUntil { true }
            _ = try list.update(ListViewport(offset: 0, length: 400))
        }
        list.flushRecording()
        let times = recorded.lines.dropFirst().compactMap {
            Int($0.split(separator: " ").last ?? "")
        }
        #expect(times.count == 2)
        #expect(times[0] >= 20_000 && times[1] >= times[0] + 20_000)
    }
}
