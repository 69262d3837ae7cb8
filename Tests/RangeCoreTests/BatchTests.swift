import Foundation
import Testing

@testable import RangeCore

// Fetches as Texture's delegate does: off the main actor, and inserts on it.
@MainActor
private final class Delegate: BatchFetchingDelegate {
    var answer = true
    var deferred: ((BatchDecision) -> Bool)?
    private(set) var asked: [BatchEnd] = []
    nonisolated let contexts = Locked<[BatchContext]>([])
    nonisolated let wasOnMain = Locked(false)

    func shouldFetchBatch(
        for controller: RangeController, at end: BatchEnd, decision: BatchDecision
    ) -> Bool {
        if decision.answer == .defer { return deferred?(decision) ?? decision.isNear }
        asked.append(end)
        return answer
    }

    nonisolated func willBeginBatchFetch(with context: BatchContext) {
        if isOnMainActor() { wasOnMain.withLock { $0 = true } }
        contexts.withLock { $0.append(context) }
    }

    var fetches: [BatchContext] { contexts.withLock { $0 } }

    func forget() { contexts.withLock { $0 = [] } }
}

// Leaves the decision to the default, and keeps the fetches in progress.
@MainActor
private final class SilentDelegate: BatchFetchingDelegate {
    nonisolated let contexts = Locked<[BatchContext]>([])

    nonisolated func willBeginBatchFetch(with context: BatchContext) {
        contexts.withLock { $0.append(context) }
    }
}

@MainActor
@Suite("Batches with a delegate")
struct BatchDelegateTests {
    private let viewport = ListViewport(offset: 0, length: 400)

    @Test("The delegate decides on the main actor, and begins the fetch elsewhere")
    func begins() async throws {
        let list = try TracedList(0..<5)
        let delegate = Delegate()
        list.controller.setBatchFetcher(delegate)
        _ = try list.controller.update(viewport)
        #expect(delegate.asked == [.tail])
        #expect(isOnMainActor())
        await eventually("a fetch") { delegate.fetches.count == 1 }
        #expect(!delegate.wasOnMain.withLock { $0 })
        #expect(list.controller.isFetchingBatch())
        // One fetch at a time.
        list.controller.updateAgain()
        #expect(delegate.asked == [.tail])
        #expect(list.controller.lastUpdate?.tail.reason == .fetching)
    }

    @Test("A delegate that declines is called again by the next update")
    func refuses() async throws {
        let list = try TracedList(0..<5)
        let delegate = Delegate()
        delegate.answer = false
        list.controller.setBatchFetcher(delegate)
        _ = try list.controller.update(viewport)
        list.controller.updateAgain()
        #expect(delegate.asked == [.tail, .tail] && !list.controller.isFetchingBatch())
        delegate.answer = true
        list.controller.updateAgain()
        await eventually("a fetch") { delegate.fetches.count == 1 }
    }

    @Test("A fetcher switches its end on, unless the app has said where to fetch")
    func switchesOn() throws {
        let list = try TracedList(0..<100)
        let delegate = SilentDelegate()
        #expect(list.controller.settings.leadingScreensAtHead == 0)
        list.controller.setBatchFetcher(delegate, at: .head)
        #expect(list.controller.settings.leadingScreensAtHead == 2)
        _ = try list.controller.update(viewport)
        #expect(list.controller.isFetchingBatch(at: .head) && !list.controller.isFetchingBatch())
        // What is said afterwards stays, also when the fetcher is set again.
        list.controller.configure { $0.leadingScreensAtHead = 0 }
        list.controller.setBatchFetcher { _ in
            ([1], true)
        } insert: { _, _ in
        }
        list.controller.setBatchFetcher(delegate, at: .head)
        #expect(list.controller.settings.leadingScreensAtHead == 0)
        #expect(list.controller.settings.leadingScreensAtTail == 2)
        let other = try TracedList(0..<100) { $0.leadingItemsAtHead = 5 }
        other.controller.setBatchFetcher(at: .head) { _ in
            ([1], true)
        } insert: { _, _ in
        }
        #expect(other.controller.settings.leadingScreensAtHead == 0)
    }

    @Test("By default a delegate fetches if the answer is yes")
    func silent() throws {
        let list = try TracedList(0..<5)
        let delegate = SilentDelegate()
        list.controller.setBatchFetcher(delegate)
        _ = try list.controller.update(viewport)
        #expect(list.controller.isFetchingBatch())
    }

    @Test("By default a delegate follows the near-end rule if the answer is defer")
    func silentHost() throws {
        let list = try TracedList(0..<100) { $0.hostDecidesBatches = true }
        let delegate = SilentDelegate()
        list.controller.setBatchFetcher(delegate)
        for offset in [5000.0, 9500] {
            _ = try list.controller.update(ListViewport(offset: offset, length: 400, velocity: 460))
            #expect(list.controller.lastUpdate?.tail.answer == .defer)
            #expect(list.controller.isFetchingBatch() == (offset > 9000))
        }
    }

    @Test("A completion on any thread updates the list, and the next fetch begins")
    func completes() async throws {
        let list = try TracedList(0..<5)
        list.controller.schedulesUpdates = true
        let delegate = Delegate()
        list.controller.setBatchFetcher(delegate)
        var updates = 0
        var outcomes: [BatchContext.Outcome] = []
        list.controller.onUpdate = { _ in updates += 1 }
        list.controller.onBatchFinish = { _, outcome in outcomes.append(outcome) }
        _ = try list.controller.update(viewport)
        await eventually("a fetch") { delegate.fetches.count == 1 }
        list.items += 5..<8
        try list.controller.insertItems(count: 3, at: 5)
        let context = delegate.fetches[0]
        await Task.detached { _ = context.complete() }.value
        await eventually("an update") { updates == 1 }
        #expect(outcomes == [.completed] && list.isConsistent && list.made.contains(5))
        await eventually("the next fetch") { delegate.fetches.count == 2 }
        #expect(!context.complete() && !context.isFetching)
    }

    @Test("Without a fetcher no fetch begins")
    func nobody() throws {
        let list = try TracedList(0..<5)
        _ = try list.controller.update(viewport)
        #expect(list.controller.lastUpdate?.tail.answer == .yes)
        #expect(!list.controller.isFetchingBatch())
    }

    @Test("Releasing a context cancels the fetch, and does not block the list")
    func forgotten() async throws {
        let list = try TracedList(0..<5)
        let delegate = Delegate()
        list.controller.setBatchFetcher(delegate)
        _ = try list.controller.update(viewport)
        await eventually("a fetch") { delegate.fetches.count == 1 }
        delegate.forget()
        await eventually("its end") { !list.controller.isFetchingBatch() }
        list.controller.updateAgain()
        #expect(list.controller.lastUpdate?.tail.reason == .paused)
        try list.controller.insertItems(count: 1, at: 0)
        list.items.insert(9, at: 0)
        list.controller.updateAgain()
        await eventually("the next fetch") { delegate.fetches.count == 1 }
    }

    @Test("A delegate can decide by the remaining distance if the answer is defer")
    func defers() async throws {
        let list = try TracedList(0..<100) { $0.hostDecidesBatches = true }
        let delegate = Delegate()
        list.controller.setBatchFetcher(delegate)
        var seen: [BatchDecision] = []
        delegate.deferred = {
            seen.append($0)
            return true
        }
        var moving = ListViewport(offset: 5000, length: 400, velocity: 460)
        _ = try list.controller.update(moving)
        #expect(seen.map(\.remaining) == [4600] && seen.map(\.seconds) == [10])
        #expect(seen.map(\.isNear) == [false])
        await eventually("a fetch") { delegate.fetches.count == 1 }
        delegate.fetches[0].cancel()
        delegate.deferred = nil
        moving.isUserDriven = true
        _ = try list.controller.update(moving)
        // The default is the hint: far from the end.
        list.controller.retryBatch()
        _ = try list.controller.update(moving)
        #expect(list.controller.lastUpdate?.tail.answer == .defer)
        #expect(!list.controller.isFetchingBatch())
    }

    @Test("A reset cancels the fetch in progress, and so does deallocating the controller")
    func cancelled() async throws {
        let delegate = Delegate()
        do {
            let list = try TracedList(0..<5)
            list.controller.setBatchFetcher(delegate)
            _ = try list.controller.update(viewport)
            await eventually("a fetch") { delegate.fetches.count == 1 }
            list.controller.resetBatch()
            #expect(delegate.fetches[0].outcome == .cancelled && !delegate.fetches[0].complete())
            list.controller.updateAgain()
            await eventually("another") { delegate.fetches.count == 2 }
        }
        #expect(delegate.fetches[1].outcome == .cancelled && !delegate.fetches[1].complete())
    }

    @Test("An app can begin a fetch itself, also at the head")
    func byHand() throws {
        let list = try TracedList(0..<5)
        let context = try list.controller.beginBatch(at: .head)
        #expect(throws: RangeCoreError.busy) { try list.controller.beginBatch(at: .head) }
        #expect(list.controller.isFetchingBatch(at: .head))
        list.controller.cancelBatch(at: .head)
        #expect(context.outcome == .cancelled && !context.isFetching)
        let tail = try list.controller.beginBatch(at: .tail)
        #expect(tail.completeAndExhaust())
        _ = try list.controller.update(viewport)
        #expect(list.controller.lastUpdate?.tail.reason == .exhausted)
        list.controller.resetBatch()
        list.controller.markExhausted()
        list.controller.updateAgain()
        #expect(list.controller.lastUpdate?.tail.reason == .exhausted)
    }
}

private struct Oops: Error {}

@MainActor
@Suite("Batches with async closures")
struct AsyncBatchTests {
    private let viewport = ListViewport(offset: 0, length: 400)

    @Test("Batches arrive until the last one, fetched off the main actor")
    func arrive() async throws {
        let list = try TracedList(0..<1)
        list.controller.schedulesUpdates = true
        let wasOnMain = Locked(false)
        list.controller.setBatchFetcher { count in
            if isOnMainActor() { wasOnMain.withLock { $0 = true } }
            await Task.yield()
            return (Array(count..<count + 5), count >= 21)
        } insert: { [unowned list] items, _ in
            let count = list.items.count
            list.items += items
            try list.controller.insertItems(count: items.count, at: count)
        }
        var offset = 0.0
        _ = try list.controller.update(viewport)
        for count in stride(from: 6, through: 26, by: 5) {
            await eventually("\(count) items") { list.items.count >= count }
            offset += 500
            _ = try list.controller.update(
                ListViewport(offset: offset, length: 400, isUserDriven: true))
        }
        await eventually("the end") { list.controller.lastUpdate?.tail.reason == .exhausted }
        #expect(list.items == Array(0..<26))
        #expect(!wasOnMain.withLock { $0 } && list.isConsistent)
    }

    @Test("The fetcher set last is used")
    func lastFetcher() async throws {
        let list = try TracedList(0..<5)
        let delegate = Delegate()
        func fetch(_ item: Int) {
            list.controller.setBatchFetcher { _ in
                ([item], true)
            } insert: { [unowned list] items, controller in
                try controller.insertItems(count: items.count, at: controller.count)
                list.items += items
            }
        }
        fetch(5)
        list.controller.setBatchFetcher(delegate)
        _ = try list.controller.update(viewport)
        await eventually("a fetch") { delegate.fetches.count == 1 }
        delegate.fetches[0].complete()
        list.controller.setBatchFetcher(delegate)
        fetch(6)
        _ = try list.controller.update(viewport)
        await eventually("an item") { list.items == [0, 1, 2, 3, 4, 6] }
        #expect(delegate.asked == [.tail] && delegate.fetches.count == 1)
    }

    @Test("An error is retried when it is due")
    func retries() async throws {
        let list = try TracedList(0..<1)
        let attempts = Locked(0)
        list.controller.setBatchFetcher { _ -> (items: [Int], isLast: Bool) in
            let attempt = attempts.increment()
            if attempt < 3 { throw Oops() }
            return ([7], true)
        } insert: { [unowned list] items, _ in
            try list.controller.insertItems(count: items.count, at: list.items.count)
            list.items += items
        }
        var outcomes: [BatchContext.Outcome] = []
        list.controller.onBatchFinish = { outcomes.append($1) }
        var at = viewport
        _ = try list.controller.update(at)
        await eventually("a failure") { outcomes == [.failed] }
        #expect(list.controller.batchError() is Oops)
        at.time = 10
        _ = try list.controller.update(at)
        #expect(list.controller.lastUpdate?.tail.reason == .backingOff)
        #expect(list.controller.lastUpdate?.nextTime == 11)
        at.time = 11
        _ = try list.controller.update(at)
        await eventually("another") { outcomes == [.failed, .failed] }
        list.controller.retryBatch()
        _ = try list.controller.update(at)
        await eventually("the end") { outcomes == [.failed, .failed, .exhausted] }
        #expect(list.items == [0, 7])
        #expect(list.controller.batchError() == nil)
    }

    @Test("The controller wakes up to retry a failure")
    func wakes() async throws {
        let list = try TracedList(0..<1)
        list.controller.schedulesUpdates = true
        let attempts = Locked(0)
        list.controller.setBatchFetcher { _ -> (items: [Int], isLast: Bool) in
            if attempts.increment() == 1 { throw Oops() }
            return ([7], true)
        } insert: { [unowned list] items, _ in
            try list.controller.insertItems(count: items.count, at: list.items.count)
            list.items += items
        }
        _ = try list.controller.update(viewport)
        await eventually("the second try") { list.items == [0, 7] }
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test("A controller that starts scheduling wakes up for a pending retry")
    func wakesLater() async throws {
        let list = try TracedList(0..<1)
        let attempts = Locked(0)
        list.controller.setBatchFetcher { _ -> (items: [Int], isLast: Bool) in
            if attempts.increment() == 1 { throw Oops() }
            return ([7], true)
        } insert: { [unowned list] items, _ in
            try list.controller.insertItems(count: items.count, at: list.items.count)
            list.items += items
        }
        _ = try list.controller.update(viewport)
        await eventually("a failure") { list.controller.batchError() != nil }
        // The first update that sees the failure; in a second it is tried again.
        list.controller.updateAgain()
        #expect(list.controller.lastUpdate?.nextTime == 1)
        list.controller.schedulesUpdates = true
        #expect(list.controller.batchError() is Oops)
        await eventually("the second try") { list.items == [0, 7] }
    }

    @Test("A fetch can be cancelled by its own error, by the app, or by a reset")
    func cancels() async throws {
        let list = try TracedList(0..<1)
        let wasCancelled = Locked(0)
        list.controller.setBatchFetcher { _ -> (items: [Int], isLast: Bool) in
            do {
                try await Task.sleep(for: .seconds(60))
            } catch {
                wasCancelled.withLock { $0 += 1 }
                throw Oops()
            }
            return ([], false)
        } insert: { _, _ in
        }
        var outcomes: [BatchContext.Outcome] = []
        list.controller.onBatchFinish = { outcomes.append($1) }
        _ = try list.controller.update(viewport)
        list.controller.cancelBatch()
        await eventually("the task's end") { wasCancelled.withLock { $0 } == 1 }
        await eventually("a cancel") { outcomes == [.cancelled] }
        list.controller.updateAgain()
        #expect(list.controller.lastUpdate?.tail.reason == .paused)

        list.controller.resetBatch()
        list.controller.updateAgain()
        #expect(list.controller.isFetchingBatch())
        list.controller.resetBatch()
        #expect(!list.controller.isFetchingBatch())
        await eventually("the task's end") { wasCancelled.withLock { $0 } == 2 }

        list.controller.setBatchFetcher(
            fetch: { _ -> (items: [Int], isLast: Bool) in throw CancellationError() },
            insert: { _, _ in })
        list.controller.updateAgain()
        await eventually("a cancel") { outcomes == [.cancelled, .cancelled] }

        list.controller.resetBatch()
        list.controller.setBatchFetcher(
            fetch: { _ -> (items: [Int], isLast: Bool) in
                withUnsafeCurrentTask { $0?.cancel() }
                throw Oops()
            }, insert: { _, _ in })
        list.controller.updateAgain()
        await eventually("a cancel") { outcomes == [.cancelled, .cancelled, .cancelled] }
        list.controller.removeBatchFetcher()
        list.controller.retryBatch()
        list.controller.updateAgain()
        #expect(!list.controller.isFetchingBatch())
    }

    @Test("The error of a fetch is cleared by the next one")
    func staleError() async throws {
        let list = try TracedList(0..<1)
        var outcomes: [BatchContext.Outcome] = []
        list.controller.onBatchFinish = { outcomes.append($1) }
        try list.controller.beginBatch(at: .tail).fail(Oops())
        // Before the controller was told.
        list.controller.resetBatch()
        let next = try list.controller.beginBatch(at: .tail)
        await eventually("a failure") { outcomes == [.failed] }
        #expect(list.controller.batchError() == nil && next.isFetching)
    }

    @Test("A reset forgets the error")
    func forgets() async throws {
        let list = try TracedList(0..<1)
        list.controller.setBatchFetcher(
            fetch: { _ -> (items: [Int], isLast: Bool) in throw Oops() }, insert: { _, _ in })
        _ = try list.controller.update(viewport)
        await eventually("a failure") { list.controller.batchError() != nil }
        list.controller.resetBatch()
        #expect(list.controller.batchError() == nil)
    }

    @Test("A batch that a reset has made stale is not inserted")
    func stale() async throws {
        let list = try TracedList(0..<1)
        let gate = Locked<CheckedContinuation<Void, Never>?>(nil)
        let calls = Locked(0)
        var inserted: [[Int]] = []
        list.controller.setBatchFetcher { _ -> (items: [Int], isLast: Bool) in
            let call = calls.increment()
            // The first fetch ignores its cancellation.
            if call == 1 {
                await withCheckedContinuation { waiting in gate.withLock { $0 = waiting } }
            }
            return ([call], true)
        } insert: { items, _ in
            inserted.append(items)
        }
        _ = try list.controller.update(viewport)
        await eventually("the first") { gate.withLock { $0 != nil } }
        list.controller.resetBatch()
        list.controller.updateAgain()
        await eventually("the second") { inserted == [[2]] }
        gate.withLock { $0?.resume() }
        try await Task.sleep(for: .milliseconds(20))
        #expect(inserted == [[2]])
    }

    @Test("Deallocating a controller cancels its task")
    func deinitialised() async throws {
        let wasCancelled = Locked(false)
        do {
            let list = try TracedList(0..<1)
            list.controller.setBatchFetcher { _ -> (items: [Int], isLast: Bool) in
                try? await Task.sleep(for: .seconds(60))
                wasCancelled.withLock { $0 = Task.isCancelled }
                return ([], false)
            } insert: { _, _ in
            }
            _ = try list.controller.update(viewport)
        }
        await eventually("the task's end") { wasCancelled.withLock { $0 } }
    }
}
