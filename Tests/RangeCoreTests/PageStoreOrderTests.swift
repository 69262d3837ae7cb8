import CRangeCore
import Testing

@testable import RangeCore

/// A store and a source of which everything can happen in any order.
@MainActor
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class Scene {
    let source = ScriptedSource(stride(from: 0, to: 600, by: 10))
    let executor = ManualExecutor()
    let store: PageStore<PageRow>
    let isKeyed: Bool
    var random: Random
    var time = 0.0
    /// The slots, as the edits leave them.
    var slots: [Int?] = []
    let failures = Locked(true)
    var refreshes: [Task<Void, Never>] = []

    init(seed: UInt64) throws {
        var random = Random(seed: seed)
        isKeyed = random.next(2) == 1
        let (source, hasPlaceholders) = (source, random.next(3) > 0)
        source.tellsTotal.withLock { $0 = random.next(2) == 1 }
        if isKeyed {
            store = PageStore(
                cursors: String.self, pageSize: 5, hasPlaceholders: hasPlaceholders,
                load: source.keys)
        } else {
            store = PageStore(
                pageSize: 5, hasPlaceholders: hasPlaceholders, looksAhead: random.next(2) == 1,
                load: source.positions)
        }
        let limits = (random.next(3) * 4, random.next(3) + 1)
        store.configure { ($0.pageLimit, $0.requestLimit) = limits }
        self.random = random
        store.clock = { [unowned self] in time }
        store.startTask = { [executor] operation in
            Task(executorPreference: executor) { await operation() }
        }
        store.onChange = { [unowned self] in follow($0) }
        source.outcome.withLock {
            $0 = { [failures] number in
                guard failures.withLock({ $0 }) else { return nil }
                if number % 7 == 3 { return SourceFailure() }
                return number % 11 == 5 ? CancellationError() : nil
            }
        }
    }

    private func follow(_ edits: [PageEdit]) {
        for edit in edits {
            switch edit {
            case .insert(let range):
                slots.insert(contentsOf: range.map { _ in nil }, at: range.lowerBound)
            case .remove(let range): slots.removeSubrange(range)
            case .move(let range, let index):
                let moved = Array(slots[range])
                slots.removeSubrange(range)
                slots.insert(contentsOf: moved, at: index)
            case .fill(let range):
                #expect(slots[range].allSatisfy { $0 == nil })
            case .clear(let range):
                // Possibly of items that were inserted just before.
                for slot in range { slots[slot] = nil }
            case .reload(let range):
                #expect(range.allSatisfy { store[$0] != nil })
            }
        }
        // What arrived is written to its slots; what was there stays.
        let now = ids(store)
        #expect(slots.count == now.count)
        for (slot, id) in slots.enumerated() where id != nil { #expect(now[slot] == id) }
        slots = now
    }

    // One thing that can happen.
    func step() throws {
        switch random.next(20) {
        case 0..<9: runJob()
        case 9..<12: try scroll(by: random.next(17) - 8)
        case 12: try scroll(by: random.next(400) - 200)
        case 13: time += Double(random.next(30)) / 10
        case 14:
            let id = random.next(600)
            source.rows.withLock { rows in
                let place = rows.firstIndex { $0 >= id } ?? rows.count
                if place == rows.count || rows[place] != id { rows.insert(id, at: place) }
            }
        case 15:
            source.rows.withLock { rows in
                _ = rows.remove(at: random.next(rows.count))
            }
        case 16 where random.next(4) == 0:
            refreshes.append(Task { try? await store.refresh(isKeyed ? .last : .visible) })
        case 17 where isKeyed && random.next(3) == 0:
            try store.jump(to: random.next(2) == 0 ? .tail : .head)
        case 18 where random.next(3) == 0: store.retry()
        default: try store.settle()
        }
    }

    func runJob() {
        if executor.count > 0 { executor.run(random.next(executor.count)) }
    }

    func scroll(by distance: Int) throws {
        let count = store.count
        let lower = max(0, min(count - 8, store.view.visible.lowerBound + distance))
        let visible = lower..<min(count, lower + 8)
        let wanted = max(0, lower - 8)..<min(count, visible.upperBound + 8)
        try store.update(
            visible: visible, wanted: wanted, toward: distance < 0 ? .backward : .forward,
            isSettled: random.next(2) == 0)
    }

    func check() {
        #expect(store.engine.corruption == nil)
        let requests = store.tasks.values.map(\.request)
        #expect(requests.count <= store.settings.requestLimit)
        let places = Set(requests.map { "\($0.kind.rawValue) \($0.position) \($0.page)" })
        #expect(places.count == requests.count, "a request is made twice")
        let held = ids(store).compactMap { $0 }
        #expect(Set(held).count == held.count && held.count == store.itemCount)
        // Each page remembers at most two ids, and a refresh may have one.
        #expect(store.table.count <= held.count + 2 * store.pageCount + 1)
        #expect(store.table.pages.count <= store.pageCount)
    }

    // Lets everything come to an end.
    func finish() async throws {
        failures.withLock { $0 = false }
        var quiet = 0
        for _ in 0..<2000 where quiet < 3 {
            time += 1
            store.retry()
            try scroll(by: 0)
            quiet = executor.count == 0 && store.tasks.isEmpty ? quiet + 1 : 0
            while executor.count > 0 {
                runJob()
                await settle()
            }
            await settle()
        }
        #expect(quiet == 3, "it never ends")
        for refresh in refreshes { await refresh.value }
    }
}

@MainActor
// One after another: each keeps the main actor busy, for which other tests wait.
@Suite("The store of pages, in any order", .serialized)
struct PageStoreOrderTests {
    @Test(
        "No request is lost or made twice, whatever ends first, fails or is cancelled",
        arguments: 1...40)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func order(seed: UInt64) async throws {
        let scene = try Scene(seed: seed)
        try scene.scroll(by: 0)
        for _ in 0..<150 {
            try scene.step()
            if scene.random.next(3) > 0 { await settle() }
            scene.check()
        }
        try await scene.finish()
        scene.check()
        // What the view shows has arrived, but for the row of a gap: that is filled once at rest,
        // and again whenever the user moves.
        for _ in 0..<100 {
            let shown = scene.store.view.visible
            guard let row = shown.first(where: { scene.store[$0] == nil }) else { break }
            #expect(scene.isKeyed && scene.store.state(ofSlot: row) == .idle)
            #expect(scene.store[row - 1] != nil && scene.store[row + 1] != nil)
            try scene.scroll(by: shown.lowerBound > 0 ? -1 : 1)
            try scene.store.settle()
            #expect(scene.store.state(ofSlot: row) == .loading)
            try await scene.finish()
        }
        let visible = scene.store.view.visible
        #expect(visible.allSatisfy { scene.store[$0] != nil }, "\(ids(scene.store)[visible])")
        // Once the source stands still and was asked again, the order is the source's.
        let refresh = Task { try await scene.store.refresh(.first) }
        await settle()
        try await scene.finish()
        try await refresh.value
        let held = ids(scene.store).compactMap { $0 }
        #expect(held == held.sorted() && !held.isEmpty)
        #expect(scene.source.wrongCursors.withLock { $0 } == [])
    }

    @Test("A store released during requests ends, whatever its tasks do", arguments: 1...20)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func release(seed: UInt64) async throws {
        var scene: Scene? = try Scene(seed: seed)
        let executor = try #require(scene).executor
        try scene?.scroll(by: 0)
        for _ in 0..<Int(seed) {
            try scene?.step()
            await settle()
        }
        // A refresh holds the store until its request ends.
        let refreshes = try #require(scene).refreshes
        for refresh in refreshes { refresh.cancel() }
        await settle()
        for refresh in refreshes { await refresh.value }
        weak let store = scene?.store
        scene = nil
        #expect(store == nil)
        while executor.count > 0 {
            executor.run(0)
            await settle()
        }
    }
}
