import Testing

@testable import RangeCore

@MainActor
@Suite("A list that belongs to a store")
struct PageOwnershipTests {
    private func attached(
        _ source: ScriptedSource
    ) async throws -> (store: PageStore<PageRow>, list: RangeController) {
        let store = PageStore(pageSize: 5, hasPlaceholders: false, load: source.positions)
        store.configure { $0.settlingTime = 0 }
        let list = RangeController(estimate: 100)
        try store.attach(to: list)
        _ = try list.update(ListViewport(offset: 0, length: 300))
        await eventually("pages") { store.itemCount >= 5 && store.tasks.isEmpty }
        return (store, list)
    }

    @Test("Its items are edited through the store alone")
    func edits() async throws {
        let (store, list) = try await attached(ScriptedSource(0..<50))
        let count = list.count
        let old = Array(0..<count)
        let edits: [() throws -> Void] = [
            { try list.insertItems(count: 1, at: 0) },
            { try list.insertItems(extents: [20], at: 0) },
            { try list.removeItems(0..<1) }, { try list.moveItems(0..<1, to: 2) },
            { try list.apply(Array(old.dropFirst()).difference(from: old)) },
            { try list.apply(.insert(0..<1, at: 0)) },
            { try list.apply(from: old, to: old.reversed()) },
        ]
        for edit in edits {
            let error = #expect(throws: RangeCoreError.self) { try edit() }
            #expect(error == .busy && error?.description.contains("edit the store") == true)
            #expect(list.count == count && store.count == count)
        }
        // All but the items may change.
        try list.setExtents([30, 40], fromRow: 0)
        try list.setExtent(50, ofRow: 2)
        try list.markProvisional(0..<2)
        try list.forgetExtents(of: 0..<1)
        try list.setEstimate(90)
        try list.markHeader(at: 0)
        try list.unmarkHeader(at: 0)
        try list.setLayout(columns: 1, spacing: 1)
        list.configure { $0.sticksToTail = true }
        try store.insert([PageRow(id: -1)], at: 0)
        #expect(list.count == count + 1 && store[0]?.id == -1)
        // And what follows is loaded.
        for _ in 0..<10 {
            _ = try list.update(
                ListViewport(offset: list.engine.length - 300, length: 300, isUserDriven: true))
            await eventually("rest") { store.tasks.isEmpty }
        }
        #expect(list.count == 51 && list.node(ofItem: 50) != nil)
    }

    @Test("It is edited again once the store is detached, and takes another store only then")
    func detaching() async throws {
        let source = ScriptedSource(0..<50)
        let (store, list) = try await attached(source)
        let other = PageStore(pageSize: 5, load: source.positions)
        let error = #expect(throws: RangeCoreError.self) { try other.attach(to: list) }
        #expect(error == .busy && error?.detail?.contains("another store") == true)
        // Again is not another.
        try store.attach(to: list, loadingRowExtent: 40)
        #expect(list.settings.extraLengthAtTail == 40)
        store.detach()
        store.detach()
        #expect(list.settings.extraLengthAtTail == 0)
        try list.removeItems(0..<list.count)
        _ = try list.update(ListViewport(offset: 0, length: 300))
        try store.remove(3)
        #expect(list.count == 0)
        try other.attach(to: list)
        await eventually("the other") { list.count == 50 }
        // A store that goes to another list leaves the first.
        let second = RangeController()
        try other.attach(to: second)
        try list.removeItems(0..<50)
        #expect(second.count == 50)
    }

    @Test("A list over ids refuses others, and keeps its own")
    func lazy() async throws {
        let host = LazyListHost<Int>(estimate: 60)
        var errors: [RangeCoreError] = []
        host.onError = { errors.append($0) }
        let store = PageStore(pageSize: 5, load: ScriptedSource(0..<50).positions)
        try store.attach(to: host.controller)
        await eventually("pages") { host.controller.count == 50 }
        host.apply([1, 2, 3])
        #expect(errors == [.busy] && host.ids == [] && host.controller.count == 50)
        #expect(errors.first?.detail?.contains("edit the store") == true)
    }
}
