import Testing

@testable import RangeCore

/// A source of 300 items in batches of 20, which notes how often it was asked for each.
private actor Source {
    static let count = 300
    private(set) var requests: [Int: Int] = [:]
    private(set) var failures = 0
    private var failsNext = false

    func failNext() { failsNext = true }

    func items(after count: Int) throws -> (items: [Int], isLast: Bool) {
        if failsNext {
            failsNext = false
            failures += 1
            throw CancelledByServer()
        }
        requests[count, default: 0] += 1
        let upper = min(count + 20, Self.count)
        return (Array(count..<upper), upper == Self.count)
    }
}

private struct CancelledByServer: Error {}

/// What a view does with data: its ids come back to the host when it is evaluated again.
@MainActor
private final class Model {
    var items: [Int] = []
    let host: LazyListHost<Int>
    let source = Source()

    init() throws {
        host = LazyListHost<Int>(estimate: 60)
        host.setBatchFetcher { [source] in
            try await source.items(after: $0)
        } insert: { [unowned self] in
            items += $0
        }
    }

    func evaluate() { host.apply(items) }
}

@MainActor
@Suite("Loading in a lazy stack")
struct LazyLoadingTests {
    @Test(
        "Hints that are late, doubled, missing or out of order lose no batch and load none twice",
        arguments: 1...6)
    func hints(seed: UInt64) async throws {
        var random = SplitMix(state: seed)
        let model = try Model()
        let host = model.host
        model.evaluate()
        host.note(.settings)
        // Hints that have yet to arrive.
        var late: [() -> Void] = []
        var shown = 0..<0
        var top = 0
        var rounds = 0
        while host.loadState() != .exhausted {
            rounds += 1
            try #require(rounds < 20_000)
            if Int.random(in: 0..<40, using: &random) == 0 { await model.source.failNext() }
            if Int.random(in: 0..<3, using: &random) > 0 { model.evaluate() }
            // Down by a few rows, back to the top or to the end.
            switch Int.random(in: 0..<20, using: &random) {
            case 0: top = 0
            case 1: top = max(model.items.count - 8, 0)
            default: top += Int.random(in: 0...3, using: &random)
            }
            top = min(top, max(model.items.count - 8, 0))
            let now = top..<min(top + 8, model.items.count)
            for id in now where !shown.contains(id) {
                tell { host.noteAppearance(of: id) }
            }
            for id in shown where !now.contains(id) {
                tell { host.noteDisappearance(of: id) }
            }
            shown = now
            if Bool.random(using: &random) {
                for hint in late.shuffled(using: &random) { hint() }
                late = []
            }
            if host.loadState() == .failed { host.retryBatch() }
            await Task.yield()
            func tell(_ hint: @escaping () -> Void) {
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1: break
                case 2: late.append(hint)
                case 3: late += [hint, hint]
                case 4:
                    hint()
                    hint()
                default: hint()
                }
            }
        }
        #expect(model.items == Array(0..<Source.count))
        let requests = await model.source.requests
        #expect(requests == Dictionary(uniqueKeysWithValues: (0..<15).map { ($0 * 20, 1) }))
        // Quiet: nothing is fetched or updated any more without a hint.
        model.evaluate()
        host.flush()
        let update = host.controller.lastUpdate
        for _ in 0..<100 { await Task.yield() }
        #expect(await model.source.requests == requests && host.news.isEmpty)
        #expect(host.controller.lastUpdate == update && !host.controller.isFetchingBatch())
    }

    @Test("A batch is in progress until its ids have come, and the next one begins after that")
    func waits() async throws {
        let model = try Model()
        // However slow the machine is.
        model.host.patience = .seconds(3600)
        model.evaluate()
        model.host.note(.settings)
        await eventually("the first items") { model.items.count == 20 }
        for _ in 0..<100 { await Task.yield() }
        #expect(model.host.loadState() == .loading && model.host.ids.isEmpty)
        model.evaluate()
        // Two screenfuls of a row: 20 rows are enough.
        await eventually("idle") { model.host.loadState() == .idle }
        #expect(model.items.count == 20)
        model.host.setVisible([17, 18, 19])
        await eventually("the second items") { model.items.count == 40 }
        #expect(await model.source.requests == [0: 1, 20: 1])
    }

    @Test("A batch whose items bring no new ids counts as one without items, and pauses in the end")
    func nothingNew() async throws {
        let host = LazyListHost<Int>()
        host.apply([1])
        var inserted = 0
        host.setBatchFetcher { _ in
            (items: [1], isLast: false)
        } insert: {
            inserted += $0.count
        }
        await eventually("paused") { host.loadState() == .paused }
        #expect(inserted == 3)
    }

    @Test("A failure is shown with its error, and a retry ends it")
    func failure() async throws {
        let model = try Model()
        // So no time passes, after which it is made again by itself, however slow the machine is.
        model.host.controller.schedulesUpdates = false
        await model.source.failNext()
        model.evaluate()
        await eventually("failed") {
            model.host.note(.settings)
            model.host.flush()
            return model.host.loadState() == .failed
        }
        #expect(model.host.batchError() is CancelledByServer)
        model.host.retryBatch()
        await eventually("the first items") {
            model.host.flush()
            return model.items.count == 20
        }
        #expect(model.host.batchError() == nil)
    }

    @Test("A refresh cancels the fetch in progress, whose items are dropped")
    func refresh() async throws {
        let host = LazyListHost<Int>(estimate: 60)
        let gate = Gate()
        var items = Array(0..<5)
        var states: [LazyListHost<Int>.Observed] = []
        host.apply(items)
        host.willChange = { states.append($0) }
        host.setBatchFetcher { count in
            await gate.pass()
            return (items: [count + 1000], isLast: true)
        } insert: {
            items += $0
        }
        host.setVisible(items)
        await eventually("loading") { host.loadState() == .loading }
        await host.refresh {
            #expect(host.isRefreshing)
            // Another one is ignored.
            await host.refresh { items = [] }
            await gate.open()
            for _ in 0..<100 { await Task.yield() }
            #expect(!host.controller.isFetchingBatch() && items.count == 5)
            items = Array(10..<13)
            host.apply(items)
        }
        #expect(!host.isRefreshing && states.count { $0 == .isRefreshing } == 2)
        // The end is asked again, for the new items.
        await eventually("the next batch") { items == [10, 11, 12, 1003] }
        await #expect(throws: CancelledByServer.self) {
            try await host.refresh { throw CancelledByServer() }
        }
        #expect(!host.isRefreshing)
    }

    @Test("A list that is gone is not updated, and its fetch inserts nothing")
    func gone() async throws {
        let gate = Gate()
        var inserted = 0
        weak var gone: LazyListHost<Int>?
        do {
            let host = LazyListHost<Int>()
            gone = host
            host.apply([1])
            host.setBatchFetcher { _ in
                await gate.pass()
                return (items: [2], isLast: true)
            } insert: {
                inserted += $0.count
            }
            await eventually("loading") { host.loadState() == .loading }
        }
        #expect(gone == nil)
        await gate.open()
        for _ in 0..<100 { await Task.yield() }
        #expect(inserted == 0)
    }
}
