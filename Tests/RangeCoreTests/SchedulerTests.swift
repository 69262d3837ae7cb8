import Foundation
import Testing

@testable import RangeCore

/// The loop of a toolkit that runs no task of the main actor, as GTK's.
///
/// A test that waits with it never returns to the main actor's own loop meanwhile.
private final class Loop: Sendable {
    private struct Call: Sendable {
        let time: ContinuousClock.Instant
        let work: @Sendable () -> Void
    }

    private let calls = Locked<[Call]>([])

    var scheduler: ListScheduler {
        ListScheduler { [self] seconds, work in
            let call = Call(time: .now + .seconds(seconds), work: work)
            calls.withLock { $0.append(call) }
        }
    }

    /// Runs what is due, and returns once a condition holds.
    @MainActor
    func run(until condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while !condition() {
            guard ContinuousClock.now < end else { return false }
            let due = calls.withLock { all in
                let due = all.filter { $0.time <= .now }
                all.removeAll { $0.time <= .now }
                return due
            }
            for call in due { call.work() }
            if due.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
        }
        return true
    }
}

private struct Broken: Error {}

private final class Page: ScrollSurface {
    final class Row {}

    let loop = Loop()
    var viewport = ListViewport(offset: 0, length: 400)
    var breadth = 320.0
    var measured = Set<Int>()
    var scheduler: ListScheduler { loop.scheduler }

    func setScrollLength(_ length: Double) {}
    func setOffset(_ offset: Double, animated: Bool) { viewport.offset = offset }
    func makeView(ofItem index: Int) -> Row { Row() }
    func measure(_ view: Row, ofItem index: Int, columns: Int) -> Double {
        measured.insert(index)
        return 80
    }
    func place(_ view: Row, at frame: ItemFrame) {}
    func recycle(_ view: Row) {}
}

// Not one of these waits with `await`: then tasks of the main actor would run.
@MainActor
@Suite("A loop that runs no task of the main actor")
struct SchedulerTests {
    @Test("Batches arrive, a failed one is retried, and a delegate finishes on any thread")
    func batches() throws {
        let (page, list) = (Page(), RangeController(estimate: 80))
        let host = ListHost(surface: page, controller: list)
        let attempts = Locked(0)
        var outcomes: [BatchContext.Outcome] = []
        list.onBatchFinish = { outcomes.append($1) }
        list.setBatchFetcher { count in
            if attempts.increment() == 1 { throw Broken() }
            return (Array(count..<count + 10), count >= 10)
        } insert: { items, list in
            try list.insertItems(count: items.count, at: list.count)
        }
        host.update()
        #expect(page.loop.run { list.loadState() == .failed } && list.batchError() is Broken)
        #expect(page.loop.run { list.count == 20 && list.loadState() == .exhausted })
        #expect(outcomes == [.failed, .completed, .exhausted] && page.measured.contains(0))
        let context = try list.beginBatch(at: .head)
        DispatchQueue.global().async { _ = context.decline() }
        #expect(page.loop.run { outcomes.last == .declined })
    }

    @Test("A fetch that was reset, or whose list is gone, inserts nothing")
    func stale() throws {
        let (loop, gate) = (Loop(), DispatchSemaphore(value: 0))
        var inserted = 0
        func makeList() -> RangeController {
            let list = RangeController()
            list.scheduler = loop.scheduler
            list.setBatchFetcher { _ in
                // Blocks a thread of the pool, for a moment.
                wait(gate)
                return ([1], true)
            } insert: { items, _ in
                inserted += items.count
            }
            return list
        }
        let list = makeList()
        _ = try list.update(ListViewport(offset: 0, length: 400))
        list.resetBatch()
        list.removeBatchFetcher()
        var gone: RangeController? = makeList()
        _ = try gone?.update(ListViewport(offset: 0, length: 400))
        gone = nil
        gate.signal()
        gate.signal()
        let end = ContinuousClock.now + .milliseconds(50)
        #expect(loop.run { ContinuousClock.now > end } && inserted == 0)
    }

    @Test("Rows are measured ahead, after a pause")
    func wakes() throws {
        let (page, list) = (Page(), RangeController(estimate: 80))
        list.markScrolled()
        try list.insertItems(count: 1000, at: 0)
        let host = ListHost(surface: page, controller: list)
        // Too little for all of them at once.
        host.measuringBudget = .nanoseconds(1)
        host.update()
        let first = page.measured.count
        #expect(page.loop.run { page.measured.count > first + 2 })
    }

    @Test("A store loads its pages, once a jump has settled, and refreshes")
    func store() throws {
        let (page, list) = (Page(), RangeController(estimate: 80))
        let host = ListHost(surface: page, controller: list)
        let store = PageStore<PageRow> { request in
            let positions = request.position..<min(100, request.position + request.count)
            return PageReply(positions.map { PageRow(id: $0) }, total: 100)
        }
        try store.attach(to: host)
        host.update()
        #expect(page.loop.run { store.count == 100 && store[0] != nil })
        page.viewport.offset = 4000
        host.update()
        #expect(page.loop.run { store[50] != nil })
        try store.beginRefresh(.first)
        #expect(store.refreshState == .loading)
        #expect(page.loop.run { store.refreshState == .exhausted && store.refreshError == nil })
        #expect(throws: RangeCoreError.argument("position", -1)) {
            try store.beginRefresh(.position(-1))
        }
    }

    @Test("A store of its own has a scheduler of its own")
    func storeAlone() throws {
        let loop = Loop()
        let store = PageStore<PageRow> { _ in PageReply([PageRow(id: 1)], total: 1) }
        store.scheduler = loop.scheduler
        try store.beginRefresh()
        #expect(loop.run { store.itemCount == 1 })
    }

    @Test("A preloader loads, fails, cancels what is not wanted, and notices that a list is gone")
    func preloader() throws {
        let loop = Loop()
        var list: RangeController? = RangeController(estimate: 80)
        list?.scheduler = loop.scheduler
        try list?.insertItems(count: 100, at: 0)
        let cancelled = Locked(0)
        let images = Preloader<Int, Int> { id, _ in
            if id == 1 { throw Broken() }
            if id == 2 {
                do {
                    try await Task.sleep(for: .seconds(3600))
                } catch {
                    _ = cancelled.increment()
                    throw error
                }
            }
            return id * 10
        }
        var failures = 0
        images.onFailure = { _, _ in failures += 1 }
        if let list { try images.attach(to: list) { $0 } }
        _ = try list?.update(ListViewport(offset: 0, length: 400))
        #expect(loop.run { images.value(for: 4) == 40 && failures > 0 })
        list = nil
        #expect(loop.run { images.lists.isEmpty })
        images.scheduler = loop.scheduler
        #expect(loop.run { cancelled.withLock { $0 } == 1 })
    }

    @Test("A lazy stack's list updates, and its batch is over once the ids have come")
    func lazy() {
        let (host, loop) = (LazyListHost<Int>(estimate: 60), Loop())
        host.controller.scheduler = loop.scheduler
        host.patience = .seconds(3600)
        host.apply([1])
        var items = [1]
        host.setBatchFetcher { _ in
            (items: [2, 3], isLast: true)
        } insert: {
            items += $0
        }
        #expect(loop.run { items.count == 3 } && host.loadState() == .loading)
        host.apply(items)
        #expect(loop.run { host.loadState() == .exhausted })
    }

    @Test("Without a loop of the app's own it is the main actor's")
    func standard() async {
        let done = Locked(0)
        await Task.detached {
            ListScheduler.mainActor.schedule { if isOnMainActor() { done.withLock { $0 += 1 } } }
            ListScheduler.mainActor.schedule(after: 0.001) { done.withLock { $0 += 1 } }
        }.value
        await eventually("both") { done.withLock { $0 } == 2 }
    }
}

@MainActor
@Suite("In words")
struct WordTests {
    @Test("Lists, updates, edits, stores and preloaders print as words")
    func words() async throws {
        let (page, list) = (Page(), RangeController(estimate: 80))
        try list.insertItems(count: 100, at: 0)
        #expect("\(list)" == "100 items of 8000.0 points, not updated yet, 0 nodes")
        let host = ListHost(surface: page, controller: list)
        host.measuringBudget = .zero
        host.update()
        let nodes = list.indicesOfNodes.count
        #expect("\(list)" == "100 items of 8000.0 points, visible 0..<5, \(nodes) nodes")
        #expect("\(host)" == "\(list), 5 views")
        let update = try #require(list.lastUpdate)
        #expect(
            "\(update)"
                == "visible 0..<5 at 0.0 of 8000.0 points, correction 0.0, mode \(update.mode), "
                + "tail: \(update.tail.reason), head: \(update.head.reason)")
        let edits: [ListEdit] = [.remove(1..<2), .insert(0..<3, at: 1), .move(2..<4, to: 0)]
        #expect("\(edits)" == "[remove 1..<2, insert 0..<3 at 1, move 2..<4 to 0]")
        #expect(
            "\(PageEdit.move(2..<4, to: 0)), \(PageEdit.clear(1..<2))"
                == "move 2..<4 to 0, clear 1..<2")
        let store = PageStore<PageRow> { _ in PageReply((0..<20).map { PageRow(id: $0) }, total: 50)
        }
        try await store.refresh()
        #expect("\(store)" == "50 slots, 20 items in 1 pages, 0 requests")
        let images = Preloader<Int, Int> { id, _ in id }
        try images.attach(to: list) { $0 }
        #expect("\(images)".hasSuffix("for 1 lists"))
        #expect("\(LazyListHost<Int>())" == "0 items of 0.0 points, not updated yet, 0 nodes")
    }
}

private func wait(_ gate: DispatchSemaphore) { gate.wait() }
