import CRangeCore
import Testing

@testable import RangeCore

private func ticks(_ points: Double) -> Ticks {
    Ticks(rawValue: Int64(points * 960))
}

@Suite("Pure functions and values")
struct PureTests {
    @Test("Points become ticks to the nearest, and back")
    func points() throws {
        #expect(try Ticks(points: 1.0 / 3).rawValue == 320)
        #expect(try Ticks(points: -0.5).points == -0.5)
        #expect(try Ticks(screens: 2.5, of: ticks(100)) == ticks(250))
        #expect(throws: RangeCoreError.argument) { try Ticks(points: .nan) }
        #expect(throws: RangeCoreError.limit) { try Ticks(points: 1e13) }
        #expect(ticks(1) + ticks(2) == ticks(3) && ticks(1) < ticks(2))
        #expect(Ticks(rawValue: .max) + ticks(1) == Ticks(rawValue: .max))
        #expect(Ticks(rawValue: .min) - ticks(1) == Ticks(rawValue: .min))
    }

    @Test("An item is in a range when it overlaps it, or without extent lies in it")
    func contains() {
        let range = ticks(10)..<ticks(20)
        #expect(range.containsItem(at: ticks(5), extent: Ticks(rawValue: 5 * 960 + 1)))
        #expect(!range.containsItem(at: ticks(5), extent: ticks(5)))
        #expect(range.containsItem(at: ticks(10), extent: .zero))
        #expect(!range.containsItem(at: ticks(20), extent: .zero))
    }

    @Test("A range reaches further on the leading side")
    func expand() throws {
        let tuning = RangeTuning(leading: 1, trailing: 0.5)
        let viewport = ticks(100)..<ticks(200)
        #expect(try tuning.expand(viewport, toward: .forward) == ticks(50)..<ticks(300))
        #expect(try tuning.expand(viewport, toward: .backward) == ticks(0)..<ticks(250))
        #expect(try RangeTuning.empty.expand(viewport, toward: .forward).isEmpty)
        #expect(throws: RangeCoreError.argument) {
            try tuning.expand(viewport, toward: .none)
        }
        #expect(throws: RangeCoreError.argument) {
            try RangeTuning(leading: -1, trailing: 0).expand(viewport, toward: .forward)
        }
    }

    @Test("The tables hold Texture's defaults, and come back from C as they went")
    func tables() {
        #expect(RangeTuningTable.list[.full, .display] == RangeTuning(leading: 1, trailing: 0.5))
        #expect(RangeTuningTable.list[.full, .preload] == RangeTuning(leading: 2.5, trailing: 1.5))
        #expect(RangeTuningTable.list[.lowMemory, .display] == .empty)
        #expect(RangeTuningTable.list[.full, .app0] == .empty)
        #expect(RangeTuningTable.pager[.full, .preload] == RangeTuning(leading: 2, trailing: 2))
        #expect(RangeTuningTable.pager[.minimum, .display] == RangeTuning(leading: 0, trailing: 0))
        var table = RangeTuningTable.list
        for (n, mode) in RangeMode.allCases.enumerated() {
            for (m, kind) in RangeKind.allCases.enumerated() {
                table[mode, kind] = RangeTuning(leading: Double(n), trailing: Double(m))
                var c = table.c
                var tuning = rc_tuning()
                #expect(rc_tuning_table_get(&c, mode.c, kind.c, &tuning) == RC_STATUS_OK)
                #expect(RangeTuning(tuning) == table[mode, kind])
            }
        }
        #expect(RangeTuningTable(table.c) == table)
    }

    @Test("The direction flips after more than the threshold back from the furthest point")
    func tracker() {
        var tracker = ScrollDirectionTracker()
        #expect(tracker.move(by: ticks(-1)) == .forward)
        #expect(tracker.move(by: Ticks(rawValue: -1)) == .backward)
        #expect(tracker.move(by: ticks(0.5)) == .backward)
        #expect(tracker.direction == .backward)
    }

    @Test("The mode is the most restrictive of base, depth, pressure and background")
    func mode() {
        var state = RangeModeState()
        #expect(state.mode == .minimum)
        state.noteUser(moved: true)
        #expect(state.mode == .full)
        state.explicitMode = .lowMemory
        #expect(state.mode == .lowMemory)
        state.noteUser(moved: false)
        #expect(state.mode == .full)
        state.depth = 2
        #expect(state.mode == .visibleOnly)
        state.memoryPressure = .critical
        #expect(state.mode == .lowMemory)
        #expect(state.seenPresence == .onScreen)
        state.isInBackground = true
        #expect(state.seenPresence == .near)
        #expect(RangeMode.full < .minimum)
    }

    @Test("A batch is fetched within the leading screens, and the reason is given")
    func decide() throws {
        var input = BatchInput(
            viewport: ticks(0)..<ticks(100), content: ticks(0)..<ticks(300), itemCount: 3)
        #expect(try input.decide().reason == .nearEnd)
        #expect(try input.decide().answer == .yes)
        input.leadingScreens = 1.99
        #expect(
            try input.decide()
                == BatchDecision(
                    answer: .no, reason: .farFromEnd, remaining: 200))
        input.landingOffset = ticks(50)
        #expect(try input.decide().isNear)
        input.hostDecides = true
        input.velocity = 50
        #expect(
            try input.decide()
                == BatchDecision(
                    answer: .defer, reason: .hostDecides, remaining: 150, seconds: 3, isNear: true))
        input.leadingScreens = .nan
        #expect(throws: RangeCoreError.argument) { try input.decide() }
    }

    @Test("Texture's own decision is there too")
    func texture() throws {
        var input = TextureBatchInput()
        input.boundsWidth = 100
        input.boundsHeight = 100
        input.contentWidth = 100
        input.contentHeight = 1000
        input.scrollDirections = .down
        input.scrollableDirections = [.up, .down]
        #expect(try input.shouldFetch().answer == .no)
        input.targetY = 700
        #expect(try input.shouldFetch().answer == .yes)
        input.isFetching = true
        #expect(try input.shouldFetch().answer == .no)
    }

    @Test("The page number advances when a page arrives")
    func pages() throws {
        var counts = try PageCounts()
        let first = try counts.begin()
        #expect(first.page == 1)
        #expect(throws: RangeCoreError.busy) { try counts.begin() }
        try counts.fail(first)
        #expect(counts.hasFailed)
        let again = try counts.begin()
        #expect(again.page == 1)
        let reply = PageCounts.Reply(itemCount: 10, droppedCount: 2, totalPages: 2)
        #expect(throws: RangeCoreError.stale) { try counts.receive(reply, for: first) }
        try counts.receive(reply, for: again)
        #expect(counts.itemCount == 8 && counts.droppedCount == 2 && counts.pageCount == 1)
        #expect(counts.totalPages == 2 && counts.totalItems == nil)
        #expect(counts.rowCount == 9 && counts.hasMore)
        let second = try counts.begin()
        #expect(second.page == 2)
        try counts.receive(.init(itemCount: 1), for: second)
        #expect(!counts.hasMore && counts.rowCount == 9)
        #expect(throws: RangeCoreError.notFound) { try counts.begin() }
        counts.reset()
        #expect(counts.hasMore && counts.itemCount == 0)
        #expect(PageCounts.totalPages(of: 41, pageSize: 20) == 3)
        #expect(PageCounts.totalPages(of: 1, pageSize: 0) == nil)
        #expect(throws: RangeCoreError.argument) { try PageCounts(pageSize: -1) }
    }

    @Test("Windows of states are combined, compared and selected")
    func windows() {
        var states: [InterfaceState] = [.inHierarchy, [.measureLayout, .preload], .measureLayout]
        let columns: [InterfaceState] = [[.measureLayout, .preload], .inHierarchy, .inHierarchy]
        InterfaceState.formIntersection(&states, columns)
        #expect(
            states == [[.measureLayout, .preload], [.measureLayout, .preload], .measureLayout])
        let (bits, count) = InterfaceState.difference(states, columns)
        #expect(bits == [[], [.display, .visible], [.preload, .display, .visible]] && count == 2)
        #expect(InterfaceState.select(states, having: .preload) == ([1, 1, 0], 2))
        #expect(InterfaceState.select([], having: .preload) == ([], 0))
    }

    @Test("Counts of pages are values")
    func equalCounts() throws {
        let counts = try PageCounts()
        let others = try PageCounts(pageSize: 7)
        #expect(counts == counts && counts != others)
        #expect(Set([counts, others, counts]).count == 2)
    }

    @Test("Each range has a bit of its own")
    func rangeBits() {
        let bits = RangeKind.allCases.map(\.state)
        #expect(bits == [.display, .preload, .app0, .app1, .app2, .app3])
    }

    @Test("Extents that are not allowed are not made")
    func wrongExtents() {
        #expect(throws: RangeCoreError.argument) { _ = try ListExtents(estimate: -1) }
        #expect(throws: RangeCoreError.limit) { _ = try ListExtents(spacing: 4_000_001) }
    }

    @Test("Extents find items by offset and offsets by item")
    func extents() throws {
        var extents = try ListExtents(estimate: 10, spacing: 5)
        try extents.insertItems(count: 1_000_000, at: 0)
        try extents.insertItems(extents: [100, 200], at: 1)
        try extents.setExtents([20], fromItem: 0)
        #expect(extents.count == 1_000_002 && extents.measuredCount == 3)
        #expect(try extents.item(at: 2).offset == 130)
        #expect(try extents.item(atOffset: 124).index == 1)
        #expect(try extents.items(in: 125..<130).isEmpty)
        #expect(try extents.items(in: 125..<131) == 2..<3)
        try extents.moveItems(2..<3, to: 0)
        #expect(try extents.positions(ofItems: 0..<3) == ([0, 205, 230], [200, 20, 100]))
        #expect(extents.mean == 320.0 / 3)
        try extents.forgetExtents(of: 0..<3)
        try extents.setEstimate(7)
        #expect(extents.mean == nil && extents.estimate == 7)
        try extents.removeItems(3..<1_000_002)
        #expect(extents.length == 31)
        try extents.validate()
        #expect(throws: RangeCoreError.argument) { try extents.item(at: 3) }
        #expect(throws: RangeCoreError.argument) { try extents.positions(ofItems: 0..<4) }
        #expect(throws: RangeCoreError.argument) { try extents.insertItems(extents: [.nan], at: 0) }
    }
}
