import Testing

@testable import RangeCore

private struct Row: Identifiable, Sendable, Equatable {
    let id: Int
    var text = ""
}

private struct Oops: Error {}

// A source of pages of five rows; what it is to do next can be set.
private final class Source: Sendable {
    let rows: Locked<[Int]>
    let asked = Locked<[Int]>([])
    let failures = Locked(0)
    let gate = Locked<Gate?>(nil)
    let wasOnMain = Locked(false)
    let cancelled = Locked(0)
    let answered = Locked(0)
    let tellsTotal = Locked(true)

    init(_ rows: some Sequence<Int>) {
        self.rows = Locked(Array(rows))
    }

    func fetch(_ page: Int) async throws -> FetchedPage<Row> {
        if isOnMainActor() { wasOnMain.withLock { $0 = true } }
        asked.withLock { $0.append(page) }
        let all = rows.withLock { $0 }
        await withTaskCancellationHandler {
            await gate.withLock { $0 }?.pass()
        } onCancel: {
            cancelled.withLock { $0 += 1 }
        }
        let fails = failures.withLock { count in
            count -= 1
            return count >= 0
        }
        if fails { throw Oops() }
        defer { answered.withLock { $0 += 1 } }
        let lower = min((page - 1) * 5, all.count)
        let items = all[lower..<min(lower + 5, all.count)].map { Row(id: $0) }
        return FetchedPage(
            items, totalPages: tellsTotal.withLock { $0 } ? (all.count + 4) / 5 : nil)
    }
}

@MainActor
private func ids<ID>(_ paginator: Paginator<Row, ID>) -> [Int] { paginator.items.map(\.id) }

@MainActor
@Suite("The paginator")
struct PaginatorTests {
    private func list(
        _ paginator: Paginator<Row, Int>, _ trace: Trace = Trace(), loadingRowExtent: Double = 0
    ) throws -> RangeController {
        let controller = try RangeController(estimate: 100) { index in
            TraceNode("\(paginator.items[index].id)", trace)
        }
        try paginator.attach(to: controller, loadingRowExtent: loadingRowExtent)
        return controller
    }

    @Test("Pages can be loaded by hand up to the last one")
    func byHand() async throws {
        let source = Source(0..<12)
        let paginator = try Paginator(fetch: source.fetch)
        #expect(paginator.rowCount == 1 && paginator.isLoadingRow(0))
        var changes = 0
        paginator.onChange = { changes += 1 }
        while paginator.hasMore { try await paginator.loadNext() }
        #expect(ids(paginator) == Array(0..<12))
        #expect(source.asked.withLock { $0 } == [1, 2, 3] && !source.wasOnMain.withLock { $0 })
        #expect(paginator.rowCount == 12 && !paginator.isLoadingRow(12) && changes == 6)
        guard case .finished = paginator.state else { throw Oops() }
        await #expect(throws: RangeCoreError.notFound) { try await paginator.loadNext() }
    }

    @Test("A list loads pages as the viewport approaches its tail")
    func scrolling() async throws {
        let source = Source(0..<30)
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator, loadingRowExtent: 40)
        #expect(controller.length == 40)
        _ = try controller.update(ListViewport(offset: 0, length: 100))
        await eventually("a page") { paginator.items.count == 5 }
        #expect(controller.count == 5)
        await eventually("an update") { controller.node(ofItem: 0) != nil }
        // 4 screens remain, more than the two that are fetched ahead.
        #expect(source.asked.withLock { $0 } == [1])
        #expect(controller.length == 540)
        for step in 1...25 {
            _ = try controller.update(
                ListViewport(offset: Double(step) * 100, length: 100, isUserDriven: true))
            let wanted = min(30, (step + 2 + 5) / 5 * 5)
            await eventually("\(wanted) items") { paginator.items.count >= wanted }
        }
        await eventually("all") { paginator.items.count == 30 }
        #expect(ids(paginator) == Array(0..<30) && controller.count == 30)
        await eventually("the end") { controller.lastUpdate?.tail.reason == .exhausted }
        #expect(controller.length == 3000 && source.asked.withLock { $0 } == Array(1...6))
    }

    @Test("Items that an earlier page contained are dropped")
    func duplicates() async throws {
        let source = Source(0..<15)
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator)
        try await paginator.loadNext()
        // Two rows came in at the top: the second page begins with the end of the first.
        source.rows.withLock { $0 = [-2, -1] + $0 }
        try await paginator.loadNext()
        #expect(ids(paginator) == Array(0..<8) && controller.count == 8)
        #expect(paginator.counts.droppedCount == 2 && paginator.counts.itemCount == 8)
    }

    @Test("A page that repeats exhausts the list after three times")
    func repeats() async throws {
        let source = Source(0..<5)
        let paginator =
            try Paginator { page in
                FetchedPage(try await source.fetch(1).items)
            } as Paginator<Row, Int>
        let controller = try list(paginator)
        _ = try controller.update(ListViewport(offset: 0, length: 1000))
        await eventually("the end") { !paginator.hasMore }
        #expect(ids(paginator) == Array(0..<5) && source.asked.withLock { $0.count } == 4)
        #expect(paginator.counts.droppedCount == 15 && paginator.rowCount == 5)
    }

    @Test("After a failure the same page is requested again, and the loading row shows it")
    func failure() async throws {
        let source = Source(0..<12)
        source.failures.withLock { $0 = 1 }
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator)
        controller.schedulesUpdates = false
        _ = try controller.update(ListViewport(offset: 0, length: 100))
        await eventually("a failure") {
            if case .failed(let error) = paginator.state { error is Oops } else { false }
        }
        #expect(paginator.counts.hasFailed && paginator.rowCount == 1)
        await eventually("its end") { controller.batchError() is Oops }
        paginator.retry()
        await eventually("a page") { paginator.items.count == 5 }
        #expect(source.asked.withLock { $0 } == [1, 1])
        guard case .idle = paginator.state else { throw Oops() }

        source.failures.withLock { $0 = 1 }
        await #expect(throws: Oops.self) { try await paginator.loadNext() }
        try await paginator.loadNext()
        #expect(source.asked.withLock { $0 } == [1, 1, 2, 2] && ids(paginator) == Array(0..<10))
    }

    @Test("A refresh ignores the page being fetched, and keeps the items until page 1 arrives")
    func refreshWhileFetching() async throws {
        let source = Source(0..<20)
        let paginator = try Paginator(fetch: source.fetch)
        let trace = Trace()
        let controller = try list(paginator, trace)
        controller.schedulesUpdates = false
        try controller.configure { $0.leadingScreensAtTail = 0 }
        try await paginator.loadNext()
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        let gate = Gate()
        source.gate.withLock { $0 = gate }
        let second = Task { try await paginator.loadNext() }
        await eventually("page 2") { source.asked.withLock { $0 } == [1, 2] }

        // Row 1 went, 90 came in, and 4 moved to the top.
        source.gate.withLock { $0 = nil }
        source.rows.withLock { $0 = [4, 0, 90, 2, 3] + $0[5...] }
        _ = trace.take()
        let node = controller.node(ofItem: 0)
        try await paginator.refresh()
        #expect(ids(paginator) == [4, 0, 90, 2, 3] && controller.count == 5)
        #expect(controller.node(ofItem: 1) === node && paginator.counts.pageCount == 1)

        await gate.open()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(ids(paginator) == [4, 0, 90, 2, 3] && paginator.counts.pageCount == 1)
        controller.updateAgain()
        #expect(trace.takeChanges().first == "1: 15→0")
        try await paginator.loadNext()
        #expect(ids(paginator) == [4, 0, 90, 2, 3, 5, 6, 7, 8, 9])
    }

    @Test("A refresh of a list cancels the fetch that the list began")
    func refreshOfList() async throws {
        let source = Source(0..<20)
        let gate = Gate()
        source.gate.withLock { $0 = gate }
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator)
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        await eventually("page 1") { source.asked.withLock { $0 } == [1] }
        source.gate.withLock { $0 = nil }
        try await paginator.refresh()
        #expect(ids(paginator) == Array(0..<5))
        await gate.open()
        await eventually("page 2") { paginator.items.count == 10 }
        #expect(source.asked.withLock { $0.prefix(3) } == [1, 1, 2])
        #expect(ids(paginator) == Array(0..<10) && controller.count == 10)
    }

    @Test("A refresh that fails keeps the items, and the next page replaces them")
    func refreshFails() async throws {
        let source = Source(0..<12)
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator)
        controller.schedulesUpdates = false
        while paginator.hasMore { try await paginator.loadNext() }
        source.failures.withLock { $0 = 1 }
        source.rows.withLock { $0 = Array(100..<107) }
        await #expect(throws: Oops.self) { try await paginator.refresh() }
        #expect(ids(paginator) == Array(0..<12) && paginator.rowCount == 13)
        try await paginator.loadNext()
        #expect(ids(paginator) == Array(100..<105) && controller.count == 5)
        try await paginator.loadNext()
        #expect(ids(paginator) == Array(100..<107) && !paginator.hasMore)
    }

    @Test("A cancelled load is not a failure")
    func cancelled() async throws {
        let source = Source(0..<12)
        let gate = Gate()
        source.gate.withLock { $0 = gate }
        let paginator = try Paginator(fetch: source.fetch)
        let load = Task { try await paginator.loadNext() }
        await eventually("page 1") { source.asked.withLock { $0 } == [1] }
        await #expect(throws: RangeCoreError.busy) { try await paginator.loadNext() }
        load.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await load.value }
        guard case .idle = paginator.state else { throw Oops() }
        #expect(!paginator.counts.hasFailed && paginator.items.isEmpty)
        try await paginator.loadNext()
        #expect(ids(paginator) == Array(0..<5))
    }

    enum GivingUp: CaseIterable { case cancel, reset }

    @Test(
        "A page that the list cancels is not inserted, though its fetch ignores the cancellation",
        arguments: GivingUp.allCases)
    func givenUp(_ how: GivingUp) async throws {
        let source = Source(0..<12)
        let gate = Gate()
        source.gate.withLock { $0 = gate }
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator)
        let load = Task { try await paginator.loadNext() }
        await eventually("page 1") { source.asked.withLock { $0 } == [1] }
        switch how {
        case .cancel: controller.cancelBatch()
        case .reset: controller.resetBatch()
        }
        await eventually("its notice") { source.cancelled.withLock { $0 } == 1 }
        await eventually("the request's end") { !paginator.counts.isFetching }
        guard case .idle = paginator.state else { throw Oops() }
        await gate.open()
        await #expect(throws: CancellationError.self) { try await load.value }
        #expect(paginator.items.isEmpty && controller.count == 0)
        #expect(!paginator.counts.hasFailed && controller.batchError() == nil)
        try await paginator.loadNext()
        #expect(ids(paginator) == Array(0..<5) && controller.count == 5)
        #expect(source.asked.withLock { $0 } == [1, 1])
    }

    @Test("A list that cancelled a page requests it again while the first fetch still runs")
    func listReset() async throws {
        let source = Source(0..<12)
        let gate = Gate()
        source.gate.withLock { $0 = gate }
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator)
        controller.schedulesUpdates = false
        var outcomes: [BatchContext.Outcome] = []
        controller.onBatchFinish = { outcomes.append($1) }
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        await eventually("page 1") { source.asked.withLock { $0 } == [1] }
        source.gate.withLock { $0 = nil }
        controller.resetBatch()
        controller.updateAgain()
        await eventually("page 1 again") { outcomes == [.completed] }
        #expect(ids(paginator) == Array(0..<5) && controller.batchError() == nil)
        await gate.open()
        try await Task.sleep(for: .milliseconds(20))
        #expect(ids(paginator) == Array(0..<5) && controller.count == 5)
        #expect(outcomes == [.completed] && source.asked.withLock { $0 } == [1, 1])
    }

    @Test("A fetch cancelled before it began requests nothing, and disturbs no other")
    func overBeforeItBegan() async throws {
        let source = Source(0..<12)
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator)
        controller.schedulesUpdates = false
        var outcomes: [BatchContext.Outcome] = []
        controller.onBatchFinish = { outcomes.append($1) }
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        controller.resetBatch()
        controller.updateAgain()
        await eventually("a page") { outcomes == [.completed] }
        #expect(source.asked.withLock { $0 } == [1] && ids(paginator) == Array(0..<5))
    }

    @Test("A load that its caller cancels stops at once", arguments: [false, true])
    func callerCancels(isAttached: Bool) async throws {
        let source = Source(0..<12)
        let gate = Gate()
        source.gate.withLock { $0 = gate }
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try isAttached ? list(paginator) : nil
        let load = Task { try await paginator.loadNext() }
        await eventually("page 1") { source.asked.withLock { $0 } == [1] }
        load.cancel()
        await eventually("the request's end") { !paginator.counts.isFetching }
        #expect(controller?.isFetchingBatch() != true)
        source.gate.withLock { $0 = nil }
        try await paginator.loadNext()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await load.value }
        #expect(ids(paginator) == Array(0..<5) && source.asked.withLock { $0 } == [1, 1])
    }

    @Test("A page that has arrived and waits for the main actor can still be cancelled")
    func givenUpLate() async throws {
        let source = Source(0..<12)
        let gate = Gate()
        source.gate.withLock { $0 = gate }
        let paginator = try Paginator(fetch: source.fetch)
        let controller = try list(paginator)
        let load = Task { try await paginator.loadNext() }
        await eventually("page 1") { source.asked.withLock { $0 } == [1] }
        Task.detached { await gate.open() }
        // Not a suspension: the page must not be taken in between.
        holdUntil { source.answered.withLock { $0 } == 1 }
        controller.cancelBatch()
        await #expect(throws: CancellationError.self) { try await load.value }
        #expect(paginator.items.isEmpty && controller.count == 0)
    }

    @Test("A fetch by the list replaces a load begun before it was attached")
    func attachedWhileFetching() async throws {
        let source = Source(0..<12)
        let gate = Gate()
        source.gate.withLock { $0 = gate }
        let paginator = try Paginator(fetch: source.fetch)
        let load = Task { try await paginator.loadNext() }
        await eventually("page 1") { source.asked.withLock { $0 } == [1] }
        source.gate.withLock { $0 = nil }
        let controller = try list(paginator)
        controller.schedulesUpdates = false
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        await eventually("the list's page") { paginator.items.count == 5 }
        await gate.open()
        await #expect(throws: CancellationError.self) { try await load.value }
        #expect(ids(paginator) == Array(0..<5) && controller.count == 5)
        #expect(source.asked.withLock { $0 } == [1, 1] && controller.batchError() == nil)
    }

    @Test("An error of the source that looks like the list's own is a failure")
    func notFound() async throws {
        let paginator: Paginator<Row, Int> = try Paginator { _ in throw RangeCoreError.notFound }
        let controller = try list(paginator)
        controller.schedulesUpdates = false
        var outcomes: [BatchContext.Outcome] = []
        controller.onBatchFinish = { outcomes.append($1) }
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        await eventually("a failure") { outcomes == [.failed] }
        #expect(paginator.hasMore && controller.batchError() as? RangeCoreError == .notFound)
    }

    @Test("A refresh that fails midway leaves the items as the list has them")
    func refused() async throws {
        let wanted = Locked(Array(0..<5))
        let paginator: Paginator<Row, Int> = try Paginator { _ in
            FetchedPage(wanted.withLock { $0 }.map { Row(id: $0) }, totalPages: 2)
        }
        let controller = try list(paginator)
        controller.schedulesUpdates = false
        try controller.configure { $0.leadingScreensAtTail = 0 }
        try await paginator.loadNext()
        _ = try controller.update(ListViewport(offset: 0, length: 500))
        // The app fills the list to its limit, but for one item.
        let others = (1 << 32 - 2) - 6
        try controller.insertItems(count: others, at: 5)
        // 1 and 3 go; 90 and 91 still fit, 92 and 93 do not.
        wanted.withLock { $0 = [4, 90, 0, 91, 2, 92, 93] }
        await #expect(throws: RangeCoreError.limitExceeded) { try await paginator.refresh() }
        func isConsistent() -> Bool {
            let names = ids(paginator).indices.map {
                (controller.node(ofItem: $0) as? TraceNode)?.name
            }
            return controller.count == paginator.items.count + others
                && zip(names, ids(paginator)).allSatisfy { $0 == nil || $0 == "\($1)" }
        }
        #expect(Set(ids(paginator)) == [0, 2, 4, 90, 91] && isConsistent())
        guard case .failed(RangeCoreError.limitExceeded) = paginator.state else { throw Oops() }
        // It is still the first page that is asked for, and that replaces what is there.
        wanted.withLock { $0 = [91, 2, 3] }
        try await paginator.loadNext()
        #expect(ids(paginator) == [91, 2, 3] && isConsistent())
        #expect(paginator.counts.pageCount == 1)
    }

    @Test("A list does not fetch again from a fully loaded source")
    func finished() async throws {
        let source = Source(0..<3)
        let paginator = try Paginator(fetch: source.fetch)
        try await paginator.loadNext()
        let controller = try list(paginator)
        #expect(controller.count == 3)
        _ = try controller.update(ListViewport(offset: 0, length: 1000))
        await eventually("the end") { controller.lastUpdate?.tail.reason == .exhausted }
        #expect(source.asked.withLock { $0 } == [1])
    }

    @Test("A list with other items cannot be attached")
    func attach() async throws {
        let source = Source(0..<12)
        let paginator = try Paginator(fetch: source.fetch)
        try await paginator.loadNext()
        let controller = try RangeController { _ in RangeNode() }
        try controller.insertItems(count: 3, at: 0)
        #expect(throws: RangeCoreError.invalidArgument) { try paginator.attach(to: controller) }
        try controller.removeItems(0..<3)
        try paginator.attach(to: controller)
        #expect(controller.count == 5)
        #expect(throws: RangeCoreError.invalidArgument) {
            _ = try Paginator(firstPage: -1, fetch: source.fetch)
        }
    }

    @Test("A loading row that no longer fits is reported")
    func loadingRowPastTheLimit() async throws {
        let source = Source([])
        let paginator = try Paginator { try await source.fetch($0) }
        let controller = try RangeController(estimate: 1_000_000) { _ in RangeNode() }
        var errors: [RangeCoreError] = []
        controller.onError = { errors.append($0) }
        try paginator.attach(to: controller, loadingRowExtent: 2e12)
        try await paginator.loadNext()
        #expect(controller.settings.extraLengthAtTail == 0)
        try controller.insertItems(count: 1_000_000, at: 0)
        Task { try await paginator.refresh() }
        await eventually("an error") { errors == [.limitExceeded] }
    }
}
