import RangeCoreParts
import Testing

@testable import RangeCore

/// Loads that wait until the test says how they end.
private final class Loads: Sendable {
    struct Waiting: Sendable {
        let id: Int
        let priority: PreloadPriority
        let continuation: CheckedContinuation<(any Error)?, Never>
    }

    let started = Locked<[Int]>([])
    let waiting = Locked<[Waiting]>([])
    let cancelled = Locked<[Int]>([])
    let wasOnMain = Locked(false)

    var now: [Int] { waiting.withLock { $0.map(\.id).sorted() } }

    func priority(of id: Int) -> PreloadPriority? {
        waiting.withLock { $0.first { $0.id == id }?.priority }
    }

    func end(_ id: Int, _ error: (any Error)? = nil) {
        let load = waiting.withLock { all in
            all.firstIndex { $0.id == id }.map { all.remove(at: $0) }
        }
        load?.continuation.resume(returning: error)
    }

    func load(_ id: Int, _ priority: PreloadPriority) async throws -> String {
        if isOnMainActor() { wasOnMain.withLock { $0 = true } }
        started.withLock { $0.append(id) }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let new = Waiting(id: id, priority: priority, continuation: continuation)
                waiting.withLock { $0.append(new) }
                // Cancelled before it began.
                if Task.isCancelled { end(id, CancellationError()) }
            }
        } onCancel: {
            cancelled.withLock { $0.append(id) }
            end(id, CancellationError())
        }
        if let error { throw error }
        return "value \(id)"
    }
}

/// A list of rows of 100 points, whose ids are `first`, `first` + 1, …
@MainActor
private func makeList(_ count: Int, foresight: Double = 0) throws -> RangeController {
    let list = RangeController(estimate: 100)
    list.schedulesUpdates = false
    list.configure { $0.foresight = foresight }
    try list.insertItems(count: count, at: 0)
    list.markScrolled()
    return list
}

@MainActor
private func show(_ list: RangeController, _ offset: Double, length: Double = 200) throws {
    _ = try list.update(ListViewport(offset: offset, length: length, isUserDriven: true))
}

@MainActor
private final class Setup {
    let loads = Loads()
    let preloader: Preloader<Int, String>
    var time = 0.0
    var events: [String] = []

    init(_ change: (inout PreloadSettings) -> Void = { _ in }) throws {
        var settings = PreloadSettings()
        settings.foresight = 0
        change(&settings)
        preloader = Preloader(
            settings: settings, estimatedCost: 1, cost: { _ in 10 }, load: loads.load)
        preloader.clock = { [unowned self] in time }
        preloader.onReady = { [unowned self] id, value in events.append("ready \(id) \(value)") }
        preloader.onDrop = { [unowned self] id in events.append("drop \(id)") }
        preloader.onPriority = { [unowned self] id, priority in
            events.append("\(id) is \(priority)")
        }
        preloader.onFailure = { [unowned self] id, _ in events.append("failed \(id)") }
    }

    func waits(for ids: [Int]) async {
        await eventually("loads of \(ids), not \(loads.now)") { loads.now == ids }
    }

    func end(_ id: Int, _ error: (any Error)? = nil) async {
        await eventually("the load of \(id)") { loads.now.contains(id) }
        loads.end(id, error)
        await eventually("the end of \(id)") { preloader.state(of: id) != .loading }
    }
}

private struct Failure: Error {}

@MainActor
@Suite("The preloader")
struct PreloaderTests {
    @Test("What is visible is loaded first, and a part of the loads is kept for it")
    func visibleFirst() async throws {
        let setup = try Setup { ($0.runningLimit, $0.aheadLimit) = (4, 1) }
        let list = try makeList(100)
        try setup.preloader.attach(to: list) { $0 }
        #expect(setup.preloader.state(of: 0) == nil)
        try show(list, 1000)
        await setup.waits(for: [10, 11, 12])
        #expect(setup.loads.priority(of: 10) == .visible)
        #expect(setup.loads.priority(of: 12) == .display)
        #expect(setup.preloader.priority(of: 14) == .preload)
        #expect(setup.preloader.state(of: 14) == .waiting)
        await setup.end(12)
        #expect(setup.preloader.value(for: 12) == "value 12")
        #expect(setup.preloader.state(of: 12) == .ready)
        #expect(setup.events == ["ready 12 value 12"])
        // Item 9 is as near, on the other side.
        await setup.waits(for: [9, 10, 11])
        #expect(!setup.loads.wasOnMain.withLock { $0 })
        #expect(setup.preloader.counters.done == 1)
        #expect(setup.preloader.counters.started == 4)
    }

    @Test("The priority of a load follows its item")
    func priorities() async throws {
        let setup = try Setup { $0.runningLimit = 3 }
        let list = try makeList(100)
        try setup.preloader.attach(to: list) { $0 }
        try show(list, 1000)
        await setup.waits(for: [10, 11, 12])
        try show(list, 1100)
        #expect(setup.events == ["12 is visible"])
        setup.time = 1
        try show(list, 1100)
        #expect(setup.events == ["12 is visible", "10 is display"])
        #expect(setup.preloader.priority(of: 10) == .display)
    }

    @Test("A load that is not wanted any more is cancelled after a moment, or for what is visible")
    func cancelling() async throws {
        let setup = try Setup { $0.runningLimit = 2 }
        let list = try makeList(100)
        try setup.preloader.attach(to: list) { $0 }
        try show(list, 0)
        await setup.waits(for: [0, 1])
        try show(list, 5000)
        await setup.waits(for: [50, 51])
        #expect(setup.loads.cancelled.withLock { $0.sorted() } == [0, 1])
        setup.preloader.configure { $0.runningLimit = 20 }
        setup.time = 1
        list.setMode(.visibleOnly)
        list.updateAgain()
        setup.time = 1.25
        setup.preloader.update()
        await eventually("the others to be cancelled") { setup.loads.now == [50, 51] }
        #expect(setup.preloader.value(for: 0) == nil && setup.preloader.state(of: 0) == nil)
    }

    @Test("Values are dropped when they are not wanted any more and cost too much")
    func dropping() async throws {
        let setup = try Setup { $0.keepBudget = 15 }
        let list = try makeList(100)
        list.setMode(.visibleOnly)
        try setup.preloader.attach(to: list) { $0 }
        _ = try list.update(ListViewport(offset: 0, length: 200))
        await setup.waits(for: [0, 1])
        await setup.end(0)
        await setup.end(1)
        _ = try list.update(ListViewport(offset: 100, length: 200))
        #expect(setup.preloader.value(for: 0) != nil)
        _ = try list.update(ListViewport(offset: 5000, length: 200))
        #expect(setup.events.last == "drop 0")
        #expect(setup.preloader.value(for: 0) == nil && setup.preloader.value(for: 1) != nil)
        #expect(setup.preloader.counters.dropped == 1)
    }

    @Test("A failed load is retried with back-off, or on request")
    func failures() async throws {
        let setup = try Setup { $0.runningLimit = 1 }
        let list = try makeList(1)
        try setup.preloader.attach(to: list) { $0 }
        try show(list, 0)
        await setup.end(0, Failure())
        #expect(setup.preloader.state(of: 0) == .failed && setup.events == ["failed 0"])
        setup.time = 0.9
        setup.preloader.update()
        #expect(setup.loads.now.isEmpty)
        setup.time = 2
        setup.preloader.update()
        await setup.end(0, Failure())
        setup.preloader.retry(1)
        #expect(setup.preloader.state(of: 0) == .failed)
        setup.preloader.retry(0)
        await setup.end(0, Failure())
        setup.preloader.retry()
        await setup.end(0)
        #expect(setup.preloader.value(for: 0) == "value 0")
        #expect(setup.preloader.counters.failed == 3)
    }

    @Test("A load that cancels itself is not started again at once")
    func selfCancelled() async throws {
        let setup = try Setup()
        let list = try makeList(1)
        try setup.preloader.attach(to: list) { $0 }
        try show(list, 0)
        await setup.end(0, CancellationError())
        #expect(setup.preloader.state(of: 0) == .waiting && setup.events.isEmpty)
        try show(list, 0)
        await setup.end(0)
        #expect(setup.loads.started.withLock { $0 } == [0, 0])
    }

    @Test("Lists share a load, and a list that is released wants nothing any more")
    func sharing() async throws {
        let setup = try Setup { $0.keepBudget = 0 }
        var lists = [try makeList(3), try makeList(3)]
        for list in lists { try setup.preloader.attach(to: list) { $0 % 2 } }
        try show(lists[0], 0)
        try show(lists[1], 0)
        await setup.waits(for: [0, 1])
        await setup.end(0)
        await setup.end(1)
        lists.removeFirst()
        #expect(setup.preloader.value(for: 0) != nil)
        lists.removeFirst()
        await eventually("the values to be dropped") { setup.preloader.value(for: 0) == nil }
        #expect(setup.loads.started.withLock { $0.count } == 2)
    }

    @Test("A list can be attached after its update, again, and detached")
    func attaching() async throws {
        let setup = try Setup { ($0.grace, $0.keepBudget) = (0, 0) }
        let list = try makeList(4)
        try show(list, 0)
        try setup.preloader.attach(to: list) { $0 < 2 ? nil : $0 }
        await setup.waits(for: [2, 3])
        try setup.preloader.attach(to: list) { $0 + 100 }
        await setup.waits(for: [100, 101, 102, 103])
        setup.preloader.detach(from: list)
        await setup.waits(for: [])
        let other = try FakeList([1, 2, 3])
        try setup.preloader.attach(to: other.host) { $0 + 200 }
        other.host.update()
        await setup.waits(for: [200, 201, 202])
        setup.preloader.detach(from: other.controller)
        await setup.waits(for: [])
        setup.preloader.configure { $0.grace = 1 }
        #expect(setup.preloader.state(of: 200) == nil)
    }

    @Test("With foresight, its order counts, and the list learns how long loads take")
    func foresight() async throws {
        let setup = try Setup { ($0.runningLimit, $0.aheadLimit) = (5, 0) }
        let list = try makeList(100, foresight: 1)
        try setup.preloader.attach(to: list) { $0 }
        _ = try list.update(ListViewport(offset: 5000, length: 200))
        // The first screen comes first.
        await setup.waits(for: [50, 51])
        let reach = list.engine.foresight?.wanted.upperBound ?? 0
        setup.time = 0.01
        await setup.end(50)
        await setup.end(51)
        #expect(setup.preloader.counters.loadTime == 0.01)
        #expect(reach > 54)
        // No limit for what is ahead.
        await setup.waits(for: [52, 53, 54, 55, 56])
        _ = try list.update(ListViewport(offset: 5000, length: 200))
        #expect(list.engine.foresight?.rank(ofItem: 54) == 4)
        // Behind what is worth finishing there is no grace.
        _ = try list.update(ListViewport(offset: 0, length: 200))
        await setup.waits(for: [0, 1, 2, 3, 4])
    }

    @Test("A pinned header costs no more than any item, however long its section is")
    func pinnedHeaders() throws {
        var (asked, seconds): ([Int], [Double]) = ([], [])
        for hasHeader in [false, true] {
            let preloader = Preloader<Int, Int> { _, _ in throw CancellationError() }
            let list = try makeList(1_000_000)
            list.configure { $0.pinsHeaders = true }
            if hasHeader { try list.markHeader(at: 0) }
            var indices: Set<Int> = []
            try preloader.attach(to: list) { index in
                indices.insert(index)
                return index
            }
            try show(list, 90_000_000)
            #expect(indices.contains(0) == hasHeader)
            #expect(preloader.priority(of: 0) == (hasHeader ? .visible : nil))
            asked.append(indices.count)
            let times = try (1...50).map { step in
                let start = ContinuousClock.now
                try show(list, 90_000_000 + Double(step) * 10)
                return (ContinuousClock.now - start) / .seconds(1)
            }
            seconds.append(times.min() ?? 0)
        }
        #expect(asked[1] == asked[0] + 1)
        #expect(seconds[1] <= 2 * seconds[0], "\(seconds)")
    }

    @Test("Attaching gives a list foresight, unless it has some or none is wanted")
    func foresightByDefault() async throws {
        let setup = try Setup { $0.foresight = PreloadSettings().foresight }
        let lists = try [0, 0.5].map { try makeList(100, foresight: $0) }
        for list in lists {
            _ = try list.update(ListViewport(offset: 5000, length: 200))
            try setup.preloader.attach(to: list) { $0 }
            #expect(list.engine.foresight != nil)
        }
        #expect(lists.map(\.settings.foresight) == [0.85, 0.5])
        // It was updated at once, and what is visible is loaded first.
        await setup.waits(for: [50, 51])
        setup.preloader.configure { $0.foresight = 0 }
        let other = try makeList(100)
        try setup.preloader.attach(to: other) { $0 }
        #expect(other.settings.foresight == 0)
    }

    @Test("By default, 1.5 screenfuls at most are loaded ahead at first, and they are limited")
    func defaults() async throws {
        let loads = Loads()
        let preloader = Preloader(load: loads.load)
        #expect(preloader.settings.budget == 128 << 20)
        let list = RangeController(estimate: 100)
        list.schedulesUpdates = false
        try list.insertItems(count: 1000, at: 0)
        try preloader.attach(to: list) { $0 }
        _ = try list.update(ListViewport(offset: 0, length: 400))
        await eventually("the first screen") { loads.now == [0, 1, 2, 3] }
        for id in 0..<8 {
            await eventually("the load of \(id)") { loads.now.contains(id) }
            loads.end(id)
            await eventually("its end") { preloader.state(of: id) == .ready }
        }
        // What loads take decides how far it reaches, but 600 points are the most.
        #expect((8...10).contains(loads.started.withLock(\.count)))
        // As many as fit, of 256 KiB each.
        preloader.configure { $0.budget = 1 << 20 }
        #expect((0..<8).map { preloader.value(for: $0) != nil } == (0..<8).map { $0 < 4 })
    }

    @Test("A value can be forgotten")
    func forgetting() async throws {
        let setup = try Setup()
        let list = try makeList(1)
        try setup.preloader.attach(to: list) { $0 }
        try show(list, 0)
        await setup.end(0)
        setup.preloader.forget(1)
        setup.preloader.forget(0)
        #expect(setup.preloader.value(for: 0) == nil)
        await setup.end(0)
        #expect(setup.preloader.value(for: 0) == "value 0")
    }

    @Test("Loads are cancelled when the preloader is released")
    func releasing() async throws {
        let loads = Loads()
        var preloader: Preloader<Int, String>? = Preloader(load: loads.load)
        var list: RangeController? = try makeList(1)
        if let list {
            try preloader?.attach(to: list) { $0 }
            try show(list, 0)
        }
        await eventually("the load") { loads.now == [0] }
        weak let former = preloader
        preloader = nil
        #expect(former != nil)
        list = nil
        await eventually("the release") { former == nil }
        await eventually("the cancellation") { loads.cancelled.withLock { $0 } == [0] }
    }

    @Test("It wakes up by itself")
    func waking() async throws {
        let loads = Loads()
        var settings = PreloadSettings()
        settings.grace = 0.01
        let preloader = Preloader(settings: settings, load: loads.load)
        let list = try makeList(100)
        list.setMode(.visibleOnly)
        try preloader.attach(to: list) { $0 }
        _ = try list.update(ListViewport(offset: 0, length: 200))
        await eventually("the first loads") { loads.now == [0, 1] }
        _ = try list.update(ListViewport(offset: 5000, length: 200))
        await eventually("the next loads alone") { loads.now == [50, 51] }
    }

    @Test("Ids that nothing needs any more take no memory")
    func sweeping() async throws {
        let preloader = Preloader<Int, Int> { _, _ in throw CancellationError() }
        preloader.configure { ($0.grace, $0.runningLimit) = (0, 0) }
        let list = try makeList(100_000)
        try preloader.attach(to: list) { $0 }
        for step in 0..<1000 { try show(list, Double(step) * 3000) }
        let (ids, numbers) = (preloader.numbers.ids, preloader.numbers.numbers)
        #expect(ids.count < 2100 && numbers.count == ids.count)
        #expect(preloader.numbers.last > 5000)
        #expect(preloader.state(of: 29_970) == .waiting)
    }

    @Test("Limits must be right")
    func limits() throws {
        var engine = try TicketEngine()
        for change: (inout PreloadSettings) -> Void in [
            { $0.runningLimit = -1 }, { $0.aheadLimit = -1 }, { $0.attemptLimit = -1 },
            { $0.foresight = -1 }, { $0.foresight = .infinity },
            { $0.budget = -1 }, { $0.aheadBudget = -1 }, { $0.keepBudget = -1 },
            { $0.grace = -1 }, { $0.grace = .nan }, { $0.grace = .infinity },
        ] {
            var settings = PreloadSettings()
            change(&settings)
            #expect(throws: RangeCoreError.invalidArgument) { try engine.configure(settings) }
        }
    }
}
