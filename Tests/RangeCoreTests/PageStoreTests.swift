import Observation
import Testing

@testable import RangeCore

@MainActor
func ids(_ store: PageStore<PageRow>) -> [Int?] { (0..<store.count).map { store[$0]?.id } }

@MainActor
@Suite("The store of pages")
struct PageStoreTests {
    private func store(
        _ source: ScriptedSource, total: Int? = nil, hasPlaceholders: Bool = true,
        looksAhead: Bool = false
    ) throws -> PageStore<PageRow> {
        PageStore(
            pageSize: 5, total: total, hasPlaceholders: hasPlaceholders, looksAhead: looksAhead,
            load: source.positions)
    }

    private func keyed(
        _ source: ScriptedSource, hasPlaceholders: Bool = true
    ) throws -> PageStore<PageRow> {
        PageStore(
            cursors: String.self, pageSize: 5, hasPlaceholders: hasPlaceholders, load: source.keys)
    }

    @Test("Pages are loaded where the view is, and nothing is requested twice")
    func loading() async throws {
        let source = ScriptedSource(0..<50)
        let store = try store(source)
        #expect(store.count == 0 && store.refreshState == .idle && source.asks.isEmpty)
        try await store.refresh()
        #expect(ids(store) == Array(0..<5) + [Int?](repeating: nil, count: 45))
        #expect(store.itemCount == 5 && store.pageCount == 1 && store.refreshState == .exhausted)
        try store.update(visible: 3..<8, wanted: 0..<15)
        #expect(store.state(ofSlot: 5) == .loading && store.state(ofSlot: 20) == .idle)
        #expect(store.state(ofSlot: 0) == nil && store.state(ofSlot: 50) == nil)
        try store.update(visible: 3..<8, wanted: 0..<15)
        await eventually("two pages") { store.itemCount == 15 }
        #expect(Array(ids(store).prefix(16)) == Array(0..<15) + [nil])
        #expect(store.slot(of: 7) == 7 && store.slot(of: 20) == nil && store[50] == nil)
        // Two of them at once, whichever came through first.
        #expect(source.asks.count == 3)
        #expect(Set(source.asks) == Set([0, 5, 10].map { .position($0) }))
        #expect(!source.wasOnMain.withLock { $0 } && store.state(at: .tail) == .idle)
    }

    @Test("The first request is for several pages, and so is a refresh elsewhere")
    func severalPagesAtFirst() async throws {
        let source = ScriptedSource(0..<50)
        let store = PageStore(pageSize: 5, firstPages: 3, load: source.positions)
        try await store.refresh()
        #expect(store.itemCount == 15 && store.pageCount == 3)
        try await store.refresh(.position(48))
        #expect(ids(store).compactMap { $0 } == Array(35..<50))
        #expect(source.asks == [.position(0), .position(35)])
        let keyed = PageStore(cursors: String.self, pageSize: 5, firstPages: 2, load: source.keys)
        try await keyed.refresh()
        #expect(ids(keyed).compactMap { $0 } == Array(0..<10))
        #expect(source.asks.last == .target(.first))
    }

    @Test("What is visible is refreshed once it is old, and on return")
    func age() async throws {
        let source = ScriptedSource(0..<50)
        let store = try store(source)
        var (time, edits) = (0.0, [PageEdit]())
        store.clock = { time }
        store.configure { $0.maximumAge = 60 }
        try await store.refresh()
        store.onChange = { edits += $0 }
        try store.update(visible: 0..<5, wanted: 0..<5)
        #expect(store.nextTime == 60)
        source.rows.withLock { $0[3] = 1000 }
        time = 60
        try store.update(visible: 0..<5, wanted: 0..<5)
        #expect(store.refreshState == .loading)
        await eventually("the new row") { store[3]?.id == 1000 }
        // All others keep their slots.
        #expect(edits == [.remove(3..<4), .insert(3..<4), .fill(5..<10)])
        try store.update(visible: 0..<5, wanted: 0..<5)
        #expect(store.nextTime == 120 && source.asks.count == 2)
        time = 90
        store.expire(olderThan: 30)
        #expect(source.asks.count == 2)
        source.outcome.withLock { $0 = { $0 == 3 ? SourceFailure() : nil } }
        store.expire(olderThan: 20)
        await eventually("a failure") { store.refreshState == .failed }
        #expect(store[3]?.id == 1000 && store.nextTime < 120)
        store.retry()
        await eventually("another") { store.refreshState == .exhausted }
        #expect(source.asks.count == 4 && store.nextTime == 150)
    }

    @Test("A store without placeholders grows at its end until there is no more")
    func growing() async throws {
        let source = ScriptedSource(0..<12)
        source.tellsTotal.withLock { $0 = false }
        let store = try store(source, hasPlaceholders: false)
        try await store.refresh()
        #expect(ids(store) == Array(0..<5) && store.state(at: .tail) == .idle)
        for count in [10, 12] {
            try store.update(visible: store.count - 1..<store.count)
            await eventually("\(count) items") { store.count == count }
        }
        try store.update(visible: 11..<12)
        await eventually("the end") { store.state(at: .tail) == .exhausted }
        // Each came after the last item had been visible.
        #expect(store.latePageCount == 3 && store.stallTime > 0)
        #expect(store.state(at: .head) == .exhausted && ids(store) == Array(0..<12))
        source.rows.withLock { $0.append(12) }
        try store.open(.tail)
        await eventually("another") { store.count == 13 }
    }

    @Test("A source of keys is asked with the cursors of its replies, at both ends and in gaps")
    func keys() async throws {
        let source = ScriptedSource(0..<40)
        source.tellsTotal.withLock { $0 = false }
        let store = try keyed(source)
        try await store.refresh(.id(20))
        #expect(source.asks == [.target(.around(20))] && ids(store) == Array(18..<23))
        try store.update(visible: 0..<5)
        await eventually("both sides") { store.itemCount >= 15 }
        #expect(source.asks.contains(.target(.after(22))))
        #expect(source.asks.contains(.target(.before(18))))
        try store.jump(to: .tail)
        await eventually("the end") { store.slot(of: 39) != nil && store.tasks.isEmpty }
        // A gap row between what was loaded and the last page.
        #expect(ids(store).filter { $0 == nil }.count == 1)
        let gap = try #require(ids(store).firstIndex(of: nil))
        try store.update(visible: gap..<gap + 1, wanted: gap - 3..<gap + 4, isSettled: true)
        await eventually("no gap") { !ids(store).contains(nil) }
        #expect(source.wrongCursors.withLock { $0 } == [])
        #expect(ids(store) == Array((ids(store)[0] ?? 0)..<40))
        #expect(throws: RangeCoreError.invalidArgument) { try self.store(source).jump(to: .tail) }
    }

    @Test("A request that fails waits, others go on, and the error is that of its place")
    func failure() async throws {
        let source = ScriptedSource(0..<50)
        let store = try store(source)
        try await store.refresh()
        source.outcome.withLock { $0 = { $0 == 2 ? SourceFailure() : nil } }
        // Time stands still: it is not made again by itself.
        store.clock = { 0 }
        try store.update(visible: 4..<8, wanted: 4..<10)
        await eventually("the failure") { store.state(ofSlot: 5) == .failed }
        try store.update(visible: 4..<8, wanted: 0..<15)
        await eventually("the other") { store[10]?.id == 10 && store.tasks.isEmpty }
        #expect(store.state(ofSlot: 5) == .failed && store.state(ofSlot: 15) == .idle)
        #expect(store.error(ofSlot: 5) as? SourceFailure == SourceFailure())
        #expect(store.error(ofSlot: 15) == nil && store.error(at: .tail) == nil)
        #expect(source.asks.count == 3)
        store.retry()
        #expect(store.state(ofSlot: 5) == .loading && store.error(ofSlot: 5) == nil)
        await eventually("the page") { store[5]?.id == 5 }
    }

    @Test("A failed request is made again by itself")
    func backOff() async throws {
        let source = ScriptedSource(0..<5)
        source.outcome.withLock { $0 = { $0 == 1 ? SourceFailure() : nil } }
        let store = try store(source)
        var time = 0.0
        store.clock = { time }
        await #expect(throws: SourceFailure()) { try await store.refresh() }
        #expect(store.refreshState == .failed && store.state(at: .tail) == .failed)
        #expect(store.refreshError is SourceFailure && store.error(at: .tail) is SourceFailure)
        time = 2
        await eventually("the reply") { store.count == 5 }
        #expect(source.asks.count == 2 && store.refreshError == nil)
    }

    @Test("A CancellationError of the closure's own is a failure, and the request is made again")
    func cancellation() async throws {
        let source = ScriptedSource(0..<50)
        let store = try store(source)
        var time = 0.0
        store.clock = { time }
        try await store.refresh()
        source.outcome.withLock { $0 = { $0 == 2 ? CancellationError() : nil } }
        try store.update(visible: 5..<8, wanted: 5..<10)
        await eventually("the failure") { store.state(ofSlot: 5) == .failed }
        #expect(store.error(ofSlot: 5) is CancellationError && store.nextTime >= 1)
        await settle()
        #expect(source.asks.count == 2)
        // At rest, without another update.
        time = 2
        await eventually("the page") { store[5]?.id == 5 }
        #expect(source.asks.count == 3)
    }

    @Test("A refresh cancels requests, ignores their replies, and keeps what is on screen")
    func refresh() async throws {
        let source = ScriptedSource(0..<50)
        let store = try store(source)
        try await store.refresh()
        source.holds.withLock { $0 = true }
        try store.update(visible: 5..<10, wanted: 5..<10)
        await eventually("a request") { source.waitingAsks == [.position(5)] }
        let refresh = Task { try await store.refresh(.first) }
        await eventually("a refresh") { source.waitingAsks == [.position(5), .position(0)] }
        #expect(
            source.cancelled.withLock { $0 } == [.position(5)] && store.refreshState == .loading)
        source.answer(0)
        await settle()
        #expect(store[5] == nil && store.itemCount == 5)
        source.rows.withLock { $0.insert(-1, at: 0) }
        source.version.withLock { $0 = 1 }
        var edits: [PageEdit] = []
        store.onChange = { edits += $0 }
        source.answer(0)
        try await refresh.value
        #expect(Array(ids(store).prefix(6)) == [-1, 0, 1, 2, 3, nil] && store.count == 51)
        #expect(edits.contains(.insert(0..<1)) && edits.contains(.reload(1..<5)))
        #expect(store[1]?.text == "0 of version 1")
        source.answerAll()
    }

    @Test("A refresh ends with its error, or when its task is cancelled")
    func refreshWaiters() async throws {
        let source = ScriptedSource(0..<50)
        source.holds.withLock { $0 = true }
        let store = try store(source)
        // Time stands still: nothing is made again by itself.
        store.clock = { 0 }
        let first = Task { try await store.refresh() }
        await eventually("a request") { source.waitingAsks.count == 1 }
        let second = Task { try await store.refresh() }
        await eventually("another") { source.waitingAsks.count == 2 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        // That of the first was given up.
        source.answer(1, SourceFailure())
        await #expect(throws: SourceFailure.self) { try await first.value }
        #expect(store.refreshState == .failed)
        let third = Task { try await store.refresh(.position(60)) }
        await eventually("a request") { source.waitingAsks.count == 2 }
        source.holds.withLock { $0 = false }
        source.answer(1)
        // There is nothing there: the store goes on at the end.
        try await third.value
        #expect(store.refreshState == .exhausted && store.itemCount == 5)
        await #expect(throws: RangeCoreError.invalidArgument) { try await store.refresh(.id(3)) }
        await #expect(throws: RangeCoreError.invalidArgument) {
            try await store.refresh(.position(-1))
        }
        source.answerAll()
    }

    @Test("A store released during requests cancels its requests, and is not kept by them")
    func release() async throws {
        let source = ScriptedSource(0..<50)
        var store: PageStore? = try store(source)
        try await store?.refresh()
        source.holds.withLock { $0 = true }
        try store?.update(visible: 0..<10)
        await eventually("requests") { source.waitingAsks.count == 3 }
        weak let released = store
        var ended = false
        let stream = try #require(store).snapshots
        let observer = Task {
            for await _ in stream {}
            ended = true
        }
        store = nil
        #expect(released == nil && source.cancelled.withLock { $0.count } == 3)
        source.answerAll()
        await observer.value
        #expect(ended)
    }

    @Test("The limits drop what is far away, and nothing is kept of it")
    func limits() async throws {
        for isKeyed in [false, true] {
            let source = ScriptedSource(0..<500)
            let store = isKeyed ? try keyed(source) : try store(source, looksAhead: true)
            store.configure { $0.pageLimit = 4 }
            try await store.refresh()
            for step in 0..<90 {
                let visible = step * 5..<step * 5 + 10
                try store.update(visible: visible, wanted: visible)
                await eventually("\(visible)") { visible.allSatisfy { store[$0]?.id == $0 } }
                #expect(store.pageCount <= 5 && store.engine.corruption == nil)
                #expect(store.table.count <= store.itemCount + 2 * store.pageCount)
            }
            #expect(store.count == 500 && store.itemCount <= 25)
            #expect(store.table.pages.count == store.pageCount)
            #expect(source.wrongCursors.withLock { $0 } == [])
            // And back: what was dropped comes again.
            try store.update(visible: 0..<10, wanted: 0..<10, isSettled: true)
            await eventually("the start") { (0..<10).allSatisfy { store[$0]?.id == $0 } }
        }
    }

    @Test("Requests for what is no longer wanted make way, and their tasks are cancelled")
    func makingWay() async throws {
        let source = ScriptedSource(0..<500)
        let store = try store(source)
        store.configure { $0.requestLimit = 2 }
        try await store.refresh()
        source.holds.withLock { $0 = true }
        try store.update(visible: 5..<15, wanted: 5..<15)
        await eventually("two requests") { source.waitingAsks.count == 2 }
        try store.update(visible: 200..<210, wanted: 200..<210, isSettled: true)
        await eventually("two more") { source.waitingAsks.count == 4 }
        #expect(store.requestCount == 2)
        #expect(Set(source.cancelled.withLock { $0 }) == [.position(5), .position(10)])
        #expect(Set(source.waitingAsks.suffix(2)) == [.position(200), .position(205)])
        source.answerAll()
        await eventually("what is wanted") { store.requestCount == 0 }
        // What was given up is ignored, although it was answered.
        #expect(store[5] == nil && store[10] == nil && store.itemCount == 15)
    }

    @Test("The id that a refresh is to be around is kept until its reply, or until another refresh")
    func refreshID() async throws {
        let source = ScriptedSource(0..<40)
        let store = try keyed(source)
        try await store.refresh()
        source.holds.withLock { $0 = true }
        let refresh = Task { try await store.refresh(.id(777)) }
        await eventually("the id") { source.waitingAsks == [.target(.around(777))] }
        #expect(store.table.number(of: 777) != nil)
        let other = Task { try await store.refresh(.first) }
        await eventually("another") { source.waitingAsks.last == .target(.first) }
        #expect(store.table.number(of: 777) == nil)
        source.holds.withLock { $0 = false }
        source.answerAll()
        try await other.value
        _ = await refresh.result
        // And until its reply, which has other ids.
        try await store.refresh(.id(888))
        #expect(source.asks.last == .target(.around(888)))
        #expect(store.table.number(of: 888) == nil && ids(store).suffix(2) == [38, 39])
    }

    @Test("Looking ahead finds rows that were lost between two pages")
    func lookingAhead() async throws {
        let source = ScriptedSource(0..<50)
        let store = try store(source, looksAhead: true)
        try await store.refresh()
        source.rows.withLock { $0.removeSubrange(0..<2) }
        try store.update(visible: 0..<10, wanted: 0..<10)
        await eventually("all") { store.slot(of: 11) != nil && store.tasks.isEmpty }
        #expect(Array(ids(store).prefix(10)) == Array(0..<10))
    }

    @Test("Items of the app's own are inserted, replaced and removed")
    func editing() async throws {
        let source = ScriptedSource(0..<8)
        let store = try store(source)
        try await store.refresh()
        try store.update(visible: 0..<8)
        await eventually("all") { store.itemCount == 8 }
        var edits: [PageEdit] = []
        store.onChange = { edits += $0 }
        try store.insert([PageRow(id: 100), PageRow(id: 101)], at: 8)
        try store.remove(3)
        try store.replace(PageRow(id: 100, text: "edited"))
        try store.replace(PageRow(id: 100, text: "edited"))
        #expect(ids(store) == [0, 1, 2, 4, 5, 6, 7, 100, 101])
        #expect(edits == [.insert(8..<10), .remove(3..<4), .reload(7..<8)])
        #expect(store[7]?.text == "edited" && store.table.count == 9)
        #expect(throws: RangeCoreError.invalidArgument) {
            try store.insert([PageRow(id: 0)], at: 9)
        }
        #expect(throws: RangeCoreError.notFound) { try store.remove(3) }
        #expect(throws: RangeCoreError.notFound) { try store.replace(PageRow(id: 3)) }
        #expect(store.table.count == 9 && store.engine.corruption == nil)
    }

    @Test("Arguments out of bounds are refused")
    func misuse() async throws {
        let source = ScriptedSource(0..<10)
        let store = try store(source, total: 10)
        #expect(store.count == 10)
        #expect(throws: RangeCoreError.invalidArgument) { try store.update(visible: 5..<11) }
        #expect(throws: RangeCoreError.invalidArgument) {
            try store.update(visible: 5..<7, wanted: 6..<8)
        }
        #expect(store.settings == PageStore<PageRow>.Settings())
        #expect(throws: RangeCoreError.invalidArgument) { try store.open(.head) }
        // A reply that cannot be is a failure.
        let wrong = PageStore<PageRow> { _ in
            PageReply([PageRow(id: 1)], after: .count(-1))
        }
        wrong.clock = { 0 }
        await #expect(throws: RangeCoreError.invalidArgument) { try await wrong.refresh() }
        #expect(wrong.table.count == 0 && wrong.refreshState == .failed)
    }

    @Test("Observers get the newest snapshot, and hear of contents and load states")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func observers() async throws {
        let source = ScriptedSource(0..<12)
        let store = try store(source)
        var snapshots = store.snapshots.makeAsyncIterator()
        let empty = try #require(await snapshots.next())
        #expect(empty.count == 0 && empty.items.isEmpty && empty.refreshState == .idle)
        let changes = Locked(0)
        withObservationTracking {
            _ = store[0]
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        try await store.refresh()
        #expect(changes.withLock { $0 } == 1)
        withObservationTracking {
            _ = store.state(at: .tail)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        let loaded = try #require(await snapshots.next())
        #expect(loaded.count == 12 && loaded.items.map(\.id) == Array(0..<5))
        #expect(loaded.slots == Array(0..<5) && loaded[4]?.id == 4 && loaded[5] == nil)
        #expect(loaded.tailState == .idle && loaded.refreshState == .exhausted)
        #expect(changes.withLock { $0 } == 1)
        try store.update(visible: 0..<5)
        #expect(changes.withLock { $0 } == 2)
        #expect(await snapshots.next()?.tailState == .loading)
    }
}
