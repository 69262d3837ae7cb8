import Testing

@testable import RangeCore

/// A store whose items are the rows of a fake scroll view.
@MainActor
private final class PagedList {
    let source: ScriptedSource
    let store: PageStore<PageRow>
    let list: FakeList
    private var placeholders = 0

    init(
        _ source: ScriptedSource, total: Int? = nil, hasPlaceholders: Bool = true,
        pageLimit: Int = 0
    ) throws {
        self.source = source
        store = PageStore(
            pageSize: 5, total: total, hasPlaceholders: hasPlaceholders, load: source.positions)
        store.configure { ($0.pageLimit, $0.settlingTime) = (pageLimit, 0.02) }
        list = try FakeList([])
        list.controller.schedulesUpdates = true
        // Placeholders have keys of their own, and are 60 points long.
        list.surface.extent = { key, _ in key < 0 ? 60 : Double(20 + key * 7919 % 201) }
        store.onChange = { [unowned self] in follow($0) }
        list.surface.keys = (0..<(total ?? 0)).map { _ in placeholder() }
        try store.attach(to: list.host)
        list.host.update()
    }

    private func follow(_ edits: [PageEdit]) {
        for edit in edits {
            switch edit {
            case .insert(let range):
                list.surface.keys.insert(
                    contentsOf: range.map { _ in placeholder() }, at: range.lowerBound)
            case .remove(let range): list.surface.keys.removeSubrange(range)
            case .move(let range, let index):
                let moved = Array(list.surface.keys[range])
                list.surface.keys.removeSubrange(range)
                list.surface.keys.insert(contentsOf: moved, at: index)
            case .clear(let range):
                for slot in range { list.surface.keys[slot] = placeholder() }
            case .fill, .reload: break
            }
        }
        for slot in 0..<store.count {
            if let id = store[slot]?.id { list.surface.keys[slot] = id }
        }
        #expect(list.controller.count == store.count)
    }

    private func placeholder() -> Int {
        placeholders -= 1
        return placeholders
    }

    /// The keys on screen, from the top.
    var screen: [Int] { list.surface.screen.sorted { $0.value < $1.value }.map(\.key) }

    /// The states of the items in range.
    var states: [Int: InterfaceState] {
        let indices = list.controller.indicesOfNodes
        return Dictionary(
            uniqueKeysWithValues: indices.map { ($0, list.controller.state(ofItem: $0)) })
    }

    func load() async {
        await eventually("what is on screen") { !screen.isEmpty && screen.allSatisfy { $0 >= 0 } }
        await eventually("all requests") { store.tasks.isEmpty }
    }
}

@MainActor
@Suite("The store of pages in a list")
struct PageListTests {
    @Test("A list loads what comes near the viewport, with new nodes in the state of the old ones")
    func nodes() async throws {
        let source = ScriptedSource(0..<50)
        let store = PageStore(pageSize: 5, total: 50, load: source.positions)
        let trace = Trace()
        let list = RangeController(estimate: 100) { index in
            TraceNode(store[index].map { "\($0.id)" } ?? "–", trace)
        }
        try store.attach(to: list, leadingScreens: 0.5)
        // The refresh begins without a viewport.
        #expect(list.count == 50 && store.refreshState == .loading)
        source.holds.withLock { $0 = true }
        _ = try list.update(ListViewport(offset: 0, length: 300))
        #expect(trace.takeChanges().allSatisfy { $0.hasPrefix("–") })
        await eventually("the refresh") { source.waitingAsks.count == 1 || store.itemCount == 5 }
        if !source.waitingAsks.isEmpty { source.answer() }
        await eventually("the nodes") { (list.node(ofItem: 0) as? TraceNode)?.name == "0" }
        #expect(store.itemCount == 5)
        // Old ones leave before new ones enter, each to the state that the other had.
        let changes = trace.takeChanges()
        #expect(changes.prefix(4) == ["–: 15→0", "0: 0→15", "–: 15→0", "1: 0→15"])
        #expect(list.node(ofItem: 2)?.interfaceState == .inHierarchy)
        // Half a screenful more than is visible is five items: no more is wanted.
        await settle()
        #expect(source.asks == [.position(0)])
        _ = try list.update(ListViewport(offset: 200, length: 300, isUserDriven: true))
        await eventually("a request") { source.waitingAsks == [.position(5)] }
        source.answer()
        await eventually("a page") { store.itemCount == 10 }
        #expect((list.node(ofItem: 5) as? TraceNode)?.name == "5")
        // Rows are measured again when their items arrive.
        try list.setExtents([80, 80], fromRow: 5)
        try store.replace(PageRow(id: 5, text: "other"))
        #expect(try list.engine.unmeasuredRows(ofItems: 5..<7) == 5..<6)
    }

    @Test("A row that is dropped keeps its extent as a placeholder, and finds it again")
    func dropped() async throws {
        let source = ScriptedSource(0..<50)
        let store = PageStore(pageSize: 5, load: source.positions)
        store.configure { $0.pageLimit = 1 }
        let trace = Trace()
        let list = RangeController(estimate: 100) { index in
            TraceNode(store[index].map { "\($0.id)" } ?? "–", trace)
        }
        list.markScrolled()
        list.setTuning(RangeTuning(leading: 4, trailing: 4), for: .preload)
        try store.attach(to: list, leadingScreens: 0)
        func update(_ offset: Double) throws {
            _ = try list.update(ListViewport(offset: offset, length: 300, isUserDriven: true))
        }
        try update(0)
        try await store.refresh()
        try list.setExtents([60, 70, 80, 90, 100], fromRow: 0)
        try update(0)
        let node = try #require(list.node(ofItem: 3))
        #expect((node as? TraceNode)?.name == "3")
        try update(350)
        await eventually("a page") { store[5] != nil }
        _ = trace.takeChanges()
        try update(900)
        await eventually("no first page") { store[10] != nil && store[3] == nil }
        // No edit of the list: its rows are where they were.
        #expect(list.count == 50)
        #expect((0..<5).map { list.item(at: $0).extent } == [60, 70, 80, 90, 100])
        let placeholder = try #require(list.node(ofItem: 3))
        #expect((placeholder as? TraceNode)?.name == "–" && placeholder !== node)
        let state = placeholder.interfaceState
        #expect(state.contains(.preload) && !state.contains(.visible) && node.controller == nil)
        #expect(trace.takeChanges().contains("–: 0→\(state.rawValue)") && store.pageCount == 2)
        try update(0)
        await eventually("the first page") { store[3] != nil }
        #expect((list.node(ofItem: 3) as? TraceNode)?.name == "3")
        #expect((0..<5).map { list.item(at: $0).extent } == [60, 70, 80, 90, 100])
        #expect(try list.engine.unmeasuredRows(ofItems: 0..<5) == 0..<5)
    }

    @Test("An item that a refresh moves keeps its node and its extent")
    func moves() async throws {
        let source = ScriptedSource(0..<5)
        let store = PageStore(pageSize: 5, load: source.positions)
        let list = RangeController(estimate: 100)
        var edits: [PageEdit] = []
        try store.attach(to: list)
        try await store.refresh()
        try list.setExtents([60, 70, 80, 90, 100], fromRow: 0)
        _ = try list.update(ListViewport(offset: 0, length: 600))
        let nodes = (0..<5).map { list.node(ofItem: $0) }
        source.rows.withLock { $0 = [1, 2, 9, 4, 0] }
        store.onChange = { edits += $0 }
        try await store.refresh()
        _ = try list.update(ListViewport(offset: 0, length: 600))
        #expect(edits.contains { if case .move = $0 { true } else { false } })
        #expect(ids(store) == [1, 2, 9, 4, 0])
        for (slot, old) in [(0, 1), (1, 2), (3, 4), (4, 0)] {
            #expect(nodes[old] != nil && list.node(ofItem: slot) === nodes[old])
            #expect(list.item(at: slot).extent == [60, 70, 80, 90, 100][old])
        }
        #expect(nodes[3]?.interfaceState == [] && nodes[3]?.controller == nil)
    }

    @Test("A list that a store is attached to fetches no batches of its own")
    func batches() async throws {
        let list = RangeController(estimate: 100)
        let fetched = Locked(0)
        for end in BatchEnd.allCases {
            list.setBatchFetcher(at: end) { _ in
                fetched.withLock { $0 += 1 }
                return (items: [Int](), isLast: false)
            } insert: { _, _ in
            }
        }
        list.configure { $0.leadingScreensAtHead = 2 }
        let store = PageStore(pageSize: 5, load: ScriptedSource(0..<5).positions)
        try store.attach(to: list)
        try await store.refresh()
        for offset in [0.0, 100, 200] {
            let update = try list.update(
                ListViewport(offset: offset, length: 300, isUserDriven: true))
            #expect(update.tail.reason == .exhausted && update.head.reason == .exhausted)
        }
        await settle()
        #expect(fetched.withLock { $0 } == 0)
        #expect(!list.isFetchingBatch(at: .tail) && !list.isFetchingBatch(at: .head))
    }

    @Test("Nothing is requested for a list that nobody sees, but for its first page")
    func away() async throws {
        let source = ScriptedSource(0..<50)
        let store = PageStore(pageSize: 5, load: source.positions)
        let list = RangeController(estimate: 100)
        list.configure { $0.presence = .away }
        try store.attach(to: list)
        _ = try list.update(ListViewport(offset: 0, length: 2000))
        await eventually("a page") { store.itemCount == 5 }
        await settle()
        #expect(list.count == 50 && store.tasks.isEmpty && source.asks.count == 1)
        list.configure { $0.presence = .onScreen }
        list.updateAgain()
        await eventually("all") { store.itemCount == 50 }
    }

    @Test("The list holds the store, and only one list at a time has its items")
    func ownership() async throws {
        let source = ScriptedSource(0..<50)
        var store: PageStore? = PageStore(pageSize: 5, load: source.positions)
        weak let held = store
        var list: RangeController? = RangeController(estimate: 100)
        try store?.attach(to: try #require(list))
        try await store?.refresh()
        let other = RangeController(estimate: 100)
        try store?.attach(to: other)
        try store?.remove(0)
        #expect(list?.count == 50 && other.count == 49)
        #expect(throws: RangeCoreError.invalidArgument) {
            try store?.attach(to: try #require(list))
        }
        try store?.attach(to: other)
        list = nil
        store = nil
        #expect(held != nil && other.pages != nil)
        other.pages = nil
        await eventually("no store") { held == nil }
    }

    @Test("Nothing jumps while pages are dropped and come back")
    func scrolling() async throws {
        for hasPlaceholders in [true, false] {
            let paged = try PagedList(
                ScriptedSource(0..<400), hasPlaceholders: hasPlaceholders, pageLimit: 12)
            await paged.load()
            for step in 0..<240 {
                let distance = Double(step % 7 * 40) * (step < 120 ? 1 : -1)
                paged.list.drag(by: distance)
                if step % 3 == 0 { await paged.load() }
            }
            paged.list.settle()
            await paged.load()
            #expect(paged.list.worstJump < 0.01)
            #expect(paged.store.engine.corruption == nil && paged.store.pageCount <= 20)
            #expect(paged.list.surface.isFilled(paged.list.host))
            #expect(paged.screen == paged.screen.sorted())
            // More was loaded than is held, and some of it twice.
            #expect(paged.source.asks.count > paged.store.pageCount + 5)
        }
    }

    @Test("A thumb that is dragged anywhere requests the pages of one place")
    func thumb() async throws {
        let paged = try PagedList(ScriptedSource(0..<4000), total: 4000)
        await paged.load()
        let before = paged.source.asks.count
        // No time passes while it is dragged, however slow the machine is.
        let (clock, start) = (paged.store.clock, paged.store.clock())
        paged.store.clock = { start }
        // A hundred rows at a time.
        for step in 1...30 {
            paged.list.scrollView.move(by: paged.list.scrollView.highest / 40)
            if step % 10 == 0 { await settle() }
        }
        #expect(paged.source.asks.count == before)
        paged.store.clock = clock
        await paged.load()
        // Two and a half screenfuls on each side of it.
        let asks = paged.source.asks.dropFirst(before).compactMap { ask -> Int? in
            if case .position(let position) = ask { position } else { nil }
        }
        let first = try #require(paged.screen.first)
        #expect(!asks.isEmpty && asks.allSatisfy { abs($0 - first) < 200 })
        #expect(paged.list.surface.isFilled(paged.list.host))
        #expect(paged.screen == Array(first..<first + paged.screen.count))
    }

    @Test("A refresh keeps what is on screen in place, and items above come in")
    func refresh() async throws {
        let paged = try PagedList(ScriptedSource(stride(from: 1000, to: 1400, by: 2)))
        await paged.load()
        paged.list.drag(by: 6000)
        paged.list.settle()
        try await Task.sleep(for: .milliseconds(30))
        await paged.load()
        let before = paged.list.surface.screen
        paged.source.rows.withLock { $0 = Array(990..<1000) + $0 }
        try await paged.store.refresh()
        await paged.load()
        // The anchor's page is asked for by position, which now begins ten rows earlier.
        let after = paged.list.surface.screen
        let kept = before.keys.filter { after[$0] != nil }
        #expect(
            !kept.isEmpty && kept.allSatisfy { abs((after[$0] ?? 0) - (before[$0] ?? 0)) < 0.01 })
        #expect(paged.store.engine.corruption == nil)
    }

    @Test(
        "Filling placeholders above what is read moves nothing that is held",
        arguments: [30.0, 450], [[1, 2, 3], [1, 3, 2], [2, 1, 3], [3, 2, 1]])
    func filledAbove(_ extent: Double, _ pages: [Int]) async throws {
        let source = ScriptedSource(0..<1000)
        let paged = try PagedList(source, total: 1000)
        paged.store.configure { $0.requestLimit = 99 }
        paged.list.surface.extent = { key, _ in key < 0 ? 60 : extent + Double(key % 3) * 10 }
        paged.list.scrollView.contentOffset = 30_000
        await paged.load()
        let first = try #require((100..<1000).first { paged.store[$0] != nil })
        source.holds.withLock { $0 = true }
        // From below, so that the first item held is at 500 of 800 points.
        paged.list.scrollView.contentOffset = paged.list.controller.item(at: first).offset - 500
        #expect(paged.screen.first ?? 0 < 0 && paged.screen.last == paged.screen.max())
        await eventually("requests") { source.waitingAsks.contains(.position(first - 15)) }
        for page in pages {
            let position = first - 5 * page
            let before = paged.list.surface.screen
            let states = paged.states
            let held = before.keys.filter { $0 >= 0 }
            let place = try #require(
                source.waitingAsks.firstIndex(of: .position(position)))
            source.answer(place)
            await eventually("the page") { paged.store[position] != nil }
            let after = paged.list.surface.screen
            func stay(_ keys: [Int]) -> Bool {
                keys.allSatisfy { abs((after[$0] ?? .infinity) - (before[$0] ?? 0)) < 0.01 }
            }
            // Where there are items above what is filled too, some have to move.
            let isAbove = held.contains { $0 < position }
            #expect(isAbove || stay(held))
            // Each has the state that its placeholder had.
            for (slot, old) in states where old.contains(.visible) {
                let isGone = after[paged.store[slot]?.id ?? -1] == nil
                #expect(isGone || paged.list.controller.state(ofItem: slot) == old)
            }
        }
        source.holds.withLock { $0 = false }
        source.answerAll()
        await paged.load()
        #expect(paged.list.surface.isFilled(paged.list.host))
    }

    @Test("A list of the app's own that measures one row an update fills upward without a jump")
    func filledSlowly() async throws {
        let source = ScriptedSource(0..<1000)
        let store = PageStore(pageSize: 5, total: 1000, load: source.positions)
        store.configure { $0.settlingTime = 0 }
        let list = RangeController(estimate: 60)
        try store.attach(to: list)
        var offset = 30_000.0
        list.onUpdate = { offset += $0.correction }
        var (item, places) = (0, [Double]())
        func update(measures count: Int) throws -> Bool {
            let update = try list.update(ListViewport(offset: offset, length: 800))
            offset += update.correction
            places.append(list.item(at: item).offset - offset)
            var rows: [Int] = []
            for row in update.visible
            where try !list.engine.unmeasuredRows(ofItems: row..<row + 1).isEmpty {
                rows.append(row)
            }
            // Upward from what is read, as a host does.
            for row in rows.reversed().prefix(count) {
                try list.setExtent(store[row] == nil ? 60 : 100, ofRow: row)
            }
            return !rows.isEmpty
        }
        while try update(measures: 99) {}
        await eventually("pages") { store.tasks.isEmpty && store[500] != nil }
        while try update(measures: 99) {}
        let first = try #require((100..<1000).first { store[$0] != nil })
        source.holds.withLock { $0 = true }
        offset = list.item(at: first).offset - 300
        while try update(measures: 99) {}
        await eventually("a request") { source.waitingAsks.contains(.position(first - 5)) }
        source.answer(try #require(source.waitingAsks.firstIndex(of: .position(first - 5))))
        await eventually("the page") { store[first - 1] != nil }
        (item, places) = (first, [])
        while try update(measures: 1) {}
        // Rows of 100 instead of 60 points, three of which have room above it.
        #expect(Set(places) == [300] && places.count > 3)
        source.holds.withLock { $0 = false }
        source.answerAll()
    }

    @Test("A row on screen whose content is another one is measured again, and keeps its start")
    func reloaded() async throws {
        for place in 0..<2 {
            let paged = try PagedList(ScriptedSource(0..<500))
            paged.list.drag(by: 407)
            await paged.load()
            // So that the first row begins before the viewport.
            paged.list.drag(by: 9)
            await paged.load()
            let (surface, before) = (paged.list.surface, paged.list.surface.screen)
            let (key, below) = (paged.screen[place], paged.screen[place + 1])
            let (start, next) = (try #require(before[key]), try #require(before[below]))
            #expect(place > 0 || start < 0)
            let extent = surface.extent
            surface.extent = { extent($0, $1) + ($0 == key ? 90 : 0) }
            try paged.store.replace(PageRow(id: key, text: "longer"))
            #expect(surface.screen[key] == start && surface.screen[below] == next + 90)
            #expect(surface.isFilled(paged.list.host))
        }
    }

    @Test("A list without placeholders has a loading row while there is more")
    func loadingRow() async throws {
        let source = ScriptedSource(0..<8)
        source.tellsTotal.withLock { $0 = false }
        let store = PageStore(pageSize: 5, hasPlaceholders: false, load: source.positions)
        let list = RangeController(estimate: 100)
        source.holds.withLock { $0 = true }
        try store.attach(to: list, leadingScreens: 1, loadingRowExtent: 40)
        #expect(list.settings.extraLengthAtTail == 40 && list.settings.extraLengthAtHead == 0)
        _ = try list.update(ListViewport(offset: 0, length: 300))
        await eventually("a request") { !source.waitingAsks.isEmpty }
        source.answer()
        // The next page is asked for at once.
        await eventually("another request") { list.count == 5 && !source.waitingAsks.isEmpty }
        #expect(list.engine.length == 540)
        source.holds.withLock { $0 = false }
        source.answerAll()
        _ = try list.update(ListViewport(offset: 240, length: 300, isUserDriven: true))
        await eventually("the end") { store.state(at: .tail) == .exhausted }
        #expect(list.engine.length == 800 && list.settings.extraLengthAtTail == 0)
        #expect(throws: RangeCoreError.invalidArgument) {
            try store.attach(to: list, leadingScreens: -1)
        }
        #expect(throws: RangeCoreError.limitExceeded) {
            try store.attach(to: list, loadingRowExtent: 1e13)
        }
        // As long as a list can be.
        try store.attach(to: list, loadingRowExtent: 0x1p51 / 960)
    }

    @Test("A placeholder at an end stands for what is to be loaded, in the place of a loading row")
    func noLoadingRow() async throws {
        let source = ScriptedSource(0..<12)
        let store = PageStore(pageSize: 5, load: source.positions)
        let list = RangeController(estimate: 100)
        try store.attach(to: list, leadingScreens: 0, loadingRowExtent: 40)
        #expect(list.settings.extraLengthAtTail == 40)
        try await store.refresh(.position(5))
        #expect(list.count == 12 && store[5] != nil && store[0] == nil && store[11] == nil)
        #expect(store.state(at: .head) == .idle && store.state(at: .tail) == .idle)
        #expect(list.settings.extraLengthAtTail == 0 && list.settings.extraLengthAtHead == 0)
        // As when polling: the last item is there, and there may be more.
        try store.update(visible: 11..<12, wanted: 10..<12, isSettled: true)
        await eventually("the end") { store[11] != nil }
        #expect(list.settings.extraLengthAtTail == 0)
        source.holds.withLock { $0 = true }
        try store.open(.tail)
        #expect(list.settings.extraLengthAtTail == 40 && list.settings.extraLengthAtHead == 0)
        await eventually("a request") { !source.waitingAsks.isEmpty }
        source.answerAll()
    }

    @Test("A list that does not schedule updates drives its store, in the time of both")
    func driven() async throws {
        let source = ScriptedSource(0..<500)
        source.outcome.withLock { $0 = { $0 == 1 ? SourceFailure() : nil } }
        let store = PageStore(pageSize: 5, load: source.positions)
        var time = 10.0
        store.clock = { time }
        store.jitter = { 0.5 }
        let list = RangeController(estimate: 100)
        list.schedulesUpdates = false
        func update(_ offset: Double) throws {
            _ = try list.update(ListViewport(offset: offset, length: 300, time: time))
        }
        try store.attach(to: list)
        #expect(store.requestCount == 1 && store.nextTime == .infinity)
        try update(0)
        await eventually("the failure") { store.refreshState == .failed }
        // After a second, and half as much more.
        #expect(store.retryTime(at: .tail) == 11.5 && store.nextTime == 11.5)
        #expect(store.requestCount == 0 && store.retryTime(ofSlot: 0) == nil)
        for (now, count) in [(11.4, 0), (11.5, 1), (11.6, 1)] {
            time = now
            try update(0)
            #expect(store.requestCount == count, "\(now)")
        }
        await eventually("a page") { store.itemCount == 5 }
        try update(0)
        await eventually("another") { store.itemCount == 10 && store.requestCount == 0 }
        #expect(store.retryTime(at: .tail) == nil && store.nextTime == .infinity)
        // A jump settles in the store's time; no clock of the system wakes it.
        let before = source.asks.count
        try update(20_000)
        #expect(store.nextTime == 11.7)
        time = 11.7
        try await Task.sleep(for: .milliseconds(150))
        #expect(store.requestCount == 0 && source.asks.count == before)
        source.outcome.withLock { $0 = { _ in SourceFailure() } }
        try update(20_000)
        #expect(store.requestCount == 3 && store.nextTime == .infinity)
        await eventually("failures") { store.requestCount == 0 }
        #expect(store.retryTime(ofSlot: 200) == 13.2 && store.retryTime(ofSlot: 0) == nil)
    }

    @Test("Observers hear when something is due")
    func nextTime() async throws {
        let source = ScriptedSource(0..<500)
        let store = PageStore(pageSize: 5, load: source.positions)
        store.clock = { 7 }
        try await store.refresh()
        var told: [Double] = []
        store.onChange = { [unowned store] _ in told.append(store.nextTime) }
        try store.update(visible: 0..<5, wanted: 0..<5)
        try store.update(visible: 200..<205, wanted: 200..<205)
        #expect(told == [7.1])
        try store.settle()
        #expect(told == [7.1, .infinity])
    }
}
