import CRangeCore
import Testing

@testable import RangeCore

@MainActor
@Suite("The store and the preloader when something fails")
struct StoreMemoryTests {
    private let memory = TestMemory()
    private let source = ScriptedSource(0..<50)

    private func store() throws -> PageStore<PageRow> {
        let store = PageStore(pageSize: 5, load: source.positions)
        store.engine = try memory.store(RC_STORE_SOURCE_OFFSETS)
        return store
    }

    @Test("A store that is out of memory says so, and asks again later")
    func asking() async throws {
        let store = try store()
        let list = RangeController(estimate: 100)
        var errors: [RangeCoreError] = []
        list.onError = { errors.append($0) }
        memory.isThere = false
        try store.attach(to: list)
        #expect(errors == [.outOfMemory] && store.isOutdated && source.asks.isEmpty)
        memory.isThere = true
        _ = try list.update(ListViewport(offset: 0, length: 300))
        await eventually("the page") { store.itemCount >= 5 }
        #expect(errors == [.outOfMemory] && list.count == 50)
    }

    @Test("A list that cannot take an edit says so, and takes all of it later")
    func applying() async throws {
        let store = PageStore(pageSize: 5, load: source.positions)
        let list = RangeController(estimate: 100)
        list.core = try memory.list()
        list.schedulesUpdates = false
        var errors: [RangeCoreError] = []
        list.onError = { errors.append($0) }
        try store.attach(to: list)
        // The list has no memory for the slots that the first reply brings.
        memory.isThere = false
        try await store.refresh()
        #expect(errors.first == .outOfMemory && store.count == 50 && list.count == 0)
        memory.isThere = true
        try store.attach(to: list)
        #expect(list.count == 50 && store.hiddenCount == 0)
        _ = try list.update(ListViewport(offset: 0, length: 300))
        await eventually("the pages") { store.tasks.isEmpty }
        #expect(store.engine.corruption == nil)
    }

    @Test("A failure that finds no memory is a cancellation")
    func failing() async throws {
        let store = try store()
        source.holds.withLock { $0 = true }
        try store.update(visible: 0..<0)
        await eventually("a request") { source.waitingAsks.count == 1 }
        memory.isThere = false
        source.answer(0, SourceFailure())
        await eventually("its end") { store.tasks.isEmpty }
        memory.isThere = true
        #expect(store.engine.corruption == nil)
        try store.update(visible: 0..<0)
        await eventually("another") { source.waitingAsks.count == 1 }
        source.answer()
        await eventually("the page") { store.itemCount == 5 }
    }

    @Test("Items of the app's own begin an empty list, and more follow after the last of them")
    func insertion() async throws {
        let asked = Locked<[KeyRequest<Int, String>.Target]>([])
        let store = PageStore<PageRow>(cursors: String.self, pageSize: 5) { request in
            asked.withLock { $0.append(request.target) }
            // The app's items have no cursor; their ids must do.
            guard case .after(let id) = request.target else {
                return PageReply([], before: .none, after: .none)
            }
            #expect(request.cursor == nil)
            return PageReply((id + 1..<50).prefix(5).map { PageRow(id: $0) }, before: .none)
        }
        try await store.refresh()
        try store.insert([PageRow(id: 3), PageRow(id: 4)], at: 0)
        #expect(store[0]?.id == 3 && store[1]?.id == 4 && store.count == 2)
        try store.open(.tail)
        try store.update(visible: 0..<2)
        await eventually("more") { store.itemCount > 2 }
        #expect(store[2]?.id == 5 && asked.withLock { $0 } == [.first, .after(4)])
    }

    @Test("A preloader that is out of memory keeps what was wanted")
    func preloading() async throws {
        let preloader = Preloader<Int, String> { id, _ in "value \(id)" }
        preloader.engine = try memory.tickets()
        let list = RangeController(estimate: 100)
        try list.insertItems(count: 100, at: 0)
        var errors: [RangeCoreError] = []
        list.onError = { errors.append($0) }
        try preloader.attach(to: list) { $0 }
        memory.isThere = false
        _ = try list.update(ListViewport(offset: 0, length: 300))
        #expect(errors == [.outOfMemory] && preloader.state(of: 0) == nil)
        memory.isThere = true
        _ = try list.update(ListViewport(offset: 10, length: 300))
        await eventually("the values") { preloader.value(for: 0) == "value 0" }
        // One unit each, by default.
        #expect(preloader.priority(of: 0) == .visible && PreloadPriority.visible < .display)
        #expect(errors == [.outOfMemory])
    }

    @Test("A source that counts its pages is told their numbers")
    func pageNumbers() async throws {
        let source = source
        let numbers = Locked<[Range<Int>]>([])
        let store = PageStore<PageRow>(pageSize: 5) { request in
            numbers.withLock { $0 += [request.pageNumbers(), request.pageNumbers(from: 0)] }
            return try await source.positions(request)
        }
        try await store.refresh(.position(7))
        #expect(numbers.withLock { $0 } == [2..<3, 1..<2])
    }
}
