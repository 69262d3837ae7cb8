import CRangeCore
import Foundation
import Testing

@testable import RangeCore

@MainActor
@Suite("The controller")
struct RangeControllerTests {
    @Test("Nodes are made for items in range only, and released when they leave")
    func lazily() throws {
        let list = try TracedList(0..<1000)
        list.controller.updateAgain()
        #expect(list.made == [] && list.controller.lastUpdate == nil)
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        #expect(list.made == [0, 1, 2, 3, 4, 5] && list.isConsistent)
        weak let first = list.controller.node(ofItem: 0)
        weak let last = list.controller.node(ofItem: 5)
        #expect(first != nil && last != nil)
        _ = list.trace.take()
        _ = try list.controller.update(ListViewport(offset: 50_000, length: 400))
        #expect(first == nil && last == nil)
        #expect(list.isConsistent && list.itemsWithNodes.first == 499)
        #expect(list.trace.lines.contains("0: 15→1"))
        #expect(list.made.count == list.controller.indicesOfNodes.count + 6)
    }

    @Test(
        "Items out of bounds are not removed, and items whose extents are forgotten keep their nodes"
    )
    func single() throws {
        let list = try TracedList(0..<10)
        try list.controller.setExtent(300, ofRow: 2)
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        let node = list.controller.node(ofItem: 2)
        try list.controller.forgetExtents(of: 1..<4)
        #expect(list.controller.node(ofItem: 2) === node && list.controller.count == 10)
        #expect(list.controller.engine.length == 1000)
        try list.controller.setExtents([40, 50], fromRow: 8)
        #expect(list.controller.engine.length == 890)
    }

    @Test("An update that is out of memory throws, and the next one recovers")
    func noMemory() throws {
        let list = try TracedList([]) { $0.slack = 1000 }
        let memory = TestMemory()
        list.controller.core = try memory.list()
        list.controller.configure { $0.slack = 10_000 }
        list.items = Array(0..<10_000)
        try list.controller.insertItems(count: 10_000, at: 0)
        // Slack keeps what jumps leave behind, in ever more pieces.
        var failures = 0
        for step in 0..<100 {
            let viewport = ListViewport(offset: Double(step) * 250, length: 100)
            memory.isThere = false
            do throws(RangeCoreError) {
                _ = try list.controller.update(viewport)
            } catch {
                #expect(error == .outOfMemory)
                failures += 1
                memory.isThere = true
                _ = try list.controller.update(viewport)
            }
        }
        #expect(failures > 0 && list.isConsistent)
        // One that nobody asked for tells its failure, or the next call does.
        var errors: [RangeCoreError] = []
        list.controller.onError = { errors.append($0) }
        memory.isThere = false
        var offset = 0.0
        while errors.isEmpty, offset < 400_000 {
            offset += 250
            list.controller.viewport = ListViewport(offset: offset, length: 100)
            list.controller.updateAgain()
        }
        #expect(errors == [.outOfMemory])
        list.controller.onError = nil
        list.controller.updateAgain()
        memory.isThere = true
        let viewport = ListViewport(offset: 0, length: 100)
        #expect(throws: RangeCoreError.outOfMemory) { try list.controller.update(viewport) }
        _ = try list.controller.update(viewport)
        #expect(list.isConsistent)
        // Nor is the failure of one lost that a callback asked for.
        list.controller.onError = { errors.append($0) }
        list.react = { [unowned list] _, _ in
            guard memory.isThere else { return }
            memory.isThere = false
            offset += 250
            list.controller.viewport = ListViewport(offset: offset, length: 100)
            list.controller.updateAgain()
        }
        while errors.count == 1, offset < 400_000 {
            memory.isThere = true
            offset += 250
            _ = try? list.controller.update(ListViewport(offset: offset, length: 100))
        }
        memory.isThere = true
        #expect(errors == [.outOfMemory, .outOfMemory])
        list.react = nil
        _ = try list.controller.update(viewport)
        #expect(list.isConsistent)
    }

    @Test("Items whose ids stay keep their nodes through a new snapshot")
    func snapshot() throws {
        let list = try TracedList(0..<6)
        _ = try list.controller.update(ListViewport(offset: 0, length: 600))
        let nodes = (0..<6).map { list.controller.node(ofItem: $0) }
        let new = [5, 9, 0, 2, 1]
        try list.controller.apply(from: list.items, to: new)
        list.items = new
        _ = try list.controller.update(ListViewport(offset: 0, length: 600))
        for (index, id) in new.enumerated() where id < 6 {
            #expect(list.controller.node(ofItem: index) === nodes[id])
        }
        #expect(list.isConsistent)
        #expect(try list.controller.engine.unmeasuredRows(ofItems: 0..<5) == 0..<5)
    }

    @Test("A node is alive in its own exits and gone in the next one's")
    func released() throws {
        let list = try TracedList(0..<2) { $0.extraLengthAtTail = 10_000 }
        _ = try list.controller.update(ListViewport(offset: 0, length: 200))
        weak let first = list.controller.node(ofItem: 0)
        let second = try #require(list.controller.node(ofItem: 1) as? TraceNode)
        var wasAlive: Bool?
        second.react = { _, _ in wasAlive = first != nil }
        _ = try list.controller.update(ListViewport(offset: 5000, length: 200))
        #expect(wasAlive == false)
    }

    @Test("Items that enter are listed nearest first, on both sides")
    func distances() throws {
        let list = try TracedList(0..<1000)
        list.controller.markScrolled()
        _ = try list.controller.update(ListViewport(offset: 50_000, length: 200))
        let order = list.trace.takeChanges().map { $0.prefix { $0 != ":" } }.compactMap { Int($0) }
        #expect(Array(order.prefix(2)) == [500, 501])
        // Before the viewport the nearest item is the last of its run.
        let before = order.filter { $0 < 500 }
        #expect(before == before.sorted(by: >))
        let after = order.filter { $0 > 501 }
        #expect(after == after.sorted())
    }

    @Test("Callbacks follow the engine's call, and start from the item's previous state")
    func states() throws {
        let list = try TracedList(0..<100)
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        _ = list.trace.take()
        _ = try list.controller.update(ListViewport(offset: 100, length: 400, isUserDriven: true))
        let changes = list.trace.takeChanges()
        #expect(Array(changes.prefix(2)) == ["0: 15→7", "4: 7→15"])
        // An item that was in the list before is told from 1; one that is new, from 0.
        #expect(changes.contains("6: 1→7"))
        #expect(list.isConsistent)
    }

    @Test("Removed items receive their exits, and moved ones keep their nodes")
    func edits() throws {
        let list = try TracedList(0..<100)
        let viewport = ListViewport(offset: 0, length: 400)
        _ = try list.controller.update(viewport)
        _ = list.trace.take()
        let node = try #require(list.controller.node(ofItem: 3))
        try list.controller.moveItems(3..<4, to: 0)
        list.items.insert(list.items.remove(at: 3), at: 0)
        #expect(list.controller.node(ofItem: 0) === node)
        try list.controller.removeItems(1..<2)
        list.items.remove(at: 1)
        try list.controller.insertItems(count: 1, at: 1)
        list.items.insert(200, at: 1)
        list.controller.updateAgain()
        // The item at the viewport's start is gone; the next one, 1, keeps its place.
        #expect(list.trace.takeChanges().prefix(3) == ["0: 15→0", "3: 15→7", "200: 0→15"])
        #expect(list.controller.node(ofItem: 0) === node && list.isConsistent)
    }

    @Test("A removed item is listed by its index at the previous update")
    func removedAfterShifts() throws {
        let list = try TracedList(0..<10)
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        _ = list.trace.take()
        try list.controller.insertItems(count: 3, at: 0)
        list.items.insert(contentsOf: [20, 21, 22], at: 0)
        try list.controller.moveItems(5..<6, to: 0)  // item 2
        list.items.insert(list.items.remove(at: 5), at: 0)
        try list.controller.removeItems(0..<2)  // items 2 and 20
        list.items.removeSubrange(0..<2)
        list.controller.updateAgain()
        #expect(list.trace.takeChanges().first == "2: 15→0")
        #expect(list.isConsistent)
    }

    @Test(
        "A random life keeps the nodes with their items", arguments: 1...8 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let list = try TracedList(0..<60)
        var (next, columns) = (60, 1)
        for _ in 0..<150 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let count = list.items.count
                let lower = Int.random(in: 0...count, using: &random)
                let upper = min(count, lower + Int.random(in: 0...4, using: &random))
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    let new = Array(next..<next + Int.random(in: 0...4, using: &random))
                    next += new.count
                    list.items.insert(contentsOf: new, at: lower)
                    try list.controller.insertItems(count: new.count, at: lower)
                case 1:
                    list.items.removeSubrange(lower..<upper)
                    try list.controller.removeItems(lower..<upper)
                case 2:
                    let moved = Array(list.items[lower..<upper])
                    list.items.removeSubrange(lower..<upper)
                    let to = Int.random(in: 0...list.items.count, using: &random)
                    list.items.insert(contentsOf: moved, at: to)
                    try list.controller.moveItems(lower..<upper, to: to)
                case 3:
                    columns = Int.random(in: 1...3, using: &random)
                    try list.controller.setLayout(
                        columns: columns, spacing: 5, keepingExtents: .random(using: &random))
                case 4:
                    try list.controller.markProvisional(lower..<upper)
                default:
                    if lower < upper {
                        let extent = Double(Int.random(in: 0...200, using: &random))
                        try list.controller.setExtent(extent, ofRow: lower / columns)
                    }
                }
            }
            let offset = Double.random(in: -200...4000, using: &random)
            let isUserDriven = Bool.random(using: &random)
            _ = try list.controller.update(
                ListViewport(offset: offset, length: 300, isUserDriven: isUserDriven))
            try #require(list.isConsistent, "seed \(seed)")
            try list.controller.engine.validate()
        }
        // A node is made once for each time that its item comes into a range.
        try list.controller.removeItems(0..<list.items.count)
        list.controller.updateAgain()
        #expect(list.controller.indicesOfNodes == [])
        let told = list.trace.takeChanges()
        #expect(told.filter { $0.hasSuffix("→1") || $0.hasSuffix("→0") }.count == list.made.count)
    }

    @Test(
        "Edits in callbacks take effect at once, and the requested update runs after the delivery")
    func withinCallbacks() throws {
        let list = try TracedList(0..<10)
        var isFirst = true
        list.react = { [unowned list] node, what in
            guard what == "+visible", node.name == "1", isFirst else { return }
            isFirst = false
            list.items.insert(100, at: 0)
            #expect(throws: Never.self) { try list.controller.insertItems(count: 1, at: 0) }
            #expect(list.controller.count == 11)
            #expect((list.controller.node(ofItem: 2) as? TraceNode)?.name == "1")
            list.controller.updateAgain()
            try? list.controller.setExtent(50, ofRow: 1)
            list.controller.updateAgain()
        }
        var updates = 0
        list.controller.onUpdate = { _ in updates += 1 }
        let update = try list.controller.update(ListViewport(offset: 0, length: 300))
        let changes = list.trace.takeChanges()
        // All of the first update, then of the second: item 100 came in before the viewport.
        #expect(changes.prefix(3) == ["0: 0→15", "1: 0→15", "2: 0→15"])
        #expect(changes.contains("100: 0→7") && list.isConsistent)
        // The host owes what both updates asked for, and is told once.
        #expect(update.correction == 100 && update.offset == 100 && updates == 0)
        #expect(list.controller.viewport?.offset == 100 && list.controller.lastUpdate == update)
    }

    @Test("An update in a callback is refused, and stops no other")
    func refusedInCallback() throws {
        let list = try TracedList(0..<100)
        var tries = 0
        list.react = { [unowned list] node, what in
            tries += 1
            #expect(throws: RangeCoreError.busy) {
                try list.controller.update(ListViewport(offset: 5000, length: 100))
            }
        }
        let update = try list.controller.update(ListViewport(offset: 0, length: 100))
        #expect(update.visible == 0..<1 && list.controller.lastUpdate == update && tries > 0)
        #expect(list.isConsistent)
    }

    @Test("The correction is relative to the offset that the host passed last")
    func owed() throws {
        let list = try TracedList(0..<100)
        func insertAbove(_ item: Int, _ list: TracedList) throws {
            try list.controller.insertItems(count: 1, at: 0)
            list.items.insert(item, at: 0)
        }
        _ = try list.controller.update(ListViewport(offset: 2000, length: 100))
        try insertAbove(100, list)
        var isFirst = true
        list.react = { [unowned list] node, what in
            guard isFirst else { return }
            isFirst = false
            #expect(throws: Never.self) { try insertAbove(101, list) }
            list.controller.updateAgain()
        }
        let update = try list.controller.update(ListViewport(offset: 2300, length: 100))
        #expect(update.correction == 200 && update.hostOffset == 2500)
    }

    @Test(
        "Every correction reaches the host once, through the closure or, without one, the next call"
    )
    func delivered() throws {
        let list = try TracedList(0..<100)
        var offset = 2000.0
        _ = try list.controller.update(ListViewport(offset: offset, length: 100))
        func insertAbove(_ item: Int) throws {
            try list.controller.insertItems(count: 1, at: 0)
            list.items.insert(item, at: 0)
            list.controller.updateAgain()
        }
        list.controller.onUpdate = { offset += $0.correction }
        try insertAbove(100)
        #expect(offset == 2100)
        list.controller.onUpdate = nil
        try insertAbove(101)
        try insertAbove(102)
        #expect(list.controller.lastUpdate?.pending == 200)
        #expect(list.controller.lastUpdate?.visible == 23..<24 && list.isConsistent)
        let update = try list.controller.update(ListViewport(offset: offset, length: 100))
        #expect(update.correction == 200 && update.pending == 0 && update.visible == 23..<24)
        offset += update.correction
        list.controller.onUpdate = { offset += $0.correction }
        try insertAbove(103)
        #expect(offset == 2400)
    }

    @Test("A delegate cannot update while it is asked whether to fetch")
    func refusedInDelegate() throws {
        final class Asking: BatchFetchingDelegate {
            func shouldFetchBatch(
                for controller: RangeController, at end: BatchEnd, decision: BatchDecision
            ) -> Bool {
                #expect(throws: RangeCoreError.busy) {
                    try controller.update(ListViewport(offset: 9, length: 100))
                }
                controller.updateAgain()
                return true
            }
            // A context that nothing holds is cancelled, sooner or later.
            nonisolated func willBeginBatchFetch(with context: BatchContext) {
                Task {
                    try? await Task.sleep(for: .seconds(2))
                    context.complete()
                }
            }
        }
        let list = try TracedList(0..<1)
        let delegate = Asking()
        list.controller.setBatchFetcher(delegate)
        let update = try list.controller.update(ListViewport(offset: 0, length: 100))
        #expect(update.tail.reason == .fetching && list.controller.isFetchingBatch())
    }

    @Test("The controller's own updates use a viewport at rest, at the host's offset")
    func rest() throws {
        let list = try TracedList(0..<100)
        _ = try list.controller.update(
            ListViewport(
                offset: 1000, length: 100, landingOffset: 4000, isUserDriven: true, isHeld: true))
        try list.controller.insertItems(count: 1, at: 0)
        list.items.insert(100, at: 0)
        var updates: [ListUpdate] = []
        list.controller.onUpdate = { updates.append($0) }
        list.controller.updateAgain()
        let update = try #require(updates.first)
        #expect(update.pending == 100 && update.correction == 0 && updates.count == 1)
        let viewport = try #require(list.controller.viewport)
        #expect(viewport.offset == 1000 && viewport.landingOffset == nil && !viewport.isUserDriven)
        #expect(viewport.isHeld)
    }

    @Test("The controller's own updates do not reuse the movement of the last one")
    func restsFromMoving() throws {
        let list = try TracedList(0..<10)
        let moving = ListViewport(offset: 500, length: 400, velocity: -500, isUserDriven: true)
        #expect(try list.controller.update(moving).tail.reason == .movingAway)
        #expect(list.controller.viewport?.velocity == 0)
        list.controller.updateAgain()
        #expect(list.controller.lastUpdate?.tail.reason == .nearEnd)
    }

    @Test("The closure that makes a node must not edit the list")
    func makingEdits() throws {
        let list = try TracedList(0..<10)
        list.decorate = { [unowned list] _ in
            #expect(throws: RangeCoreError.busy) { try list.controller.removeItems(0..<1) }
        }
        _ = try list.controller.update(ListViewport(offset: 0, length: 300))
        #expect(list.controller.count == 10)
    }

    @Test("A refused update changes nothing")
    func refused() throws {
        let list = try TracedList(0..<10)
        _ = try list.controller.update(ListViewport(offset: 0, length: 300))
        _ = list.trace.take()
        #expect(throws: RangeCoreError.limitExceeded) {
            _ = try list.controller.update(ListViewport(offset: 1e13, length: 300))
        }
        #expect(list.trace.take() == [] && list.controller.viewport?.offset == 0)
        _ = try list.controller.update(ListViewport(offset: 5000, length: 300))
        #expect(!list.trace.take().isEmpty)
    }

    @Test("Settings take effect at the next update")
    func settings() throws {
        let list = try TracedList(0..<100)
        let controller = try #require(list.controller)
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        #expect(controller.lastUpdate?.mode == .minimum)
        controller.setTuning(.init(leading: 3, trailing: 0), for: .display, in: .minimum)
        #expect(controller.engine.tuning(for: .display, in: .minimum).leading == 3)
        controller.updateAgain()
        #expect(controller.node(ofItem: 11)?.interfaceState == [.measureLayout, .display])
        controller.configure { $0.memoryPressure = .critical }
        controller.updateAgain()
        #expect(
            controller.lastUpdate?.mode == .lowMemory
                && controller.settings.memoryPressure == .critical)
        #expect(controller.indicesOfNodes == [0, 1, 2])
        controller.configure { $0.memoryPressure = .normal }
        controller.configure { $0.isInBackground = true }
        controller.updateAgain()
        #expect(controller.lastUpdate?.presence == .near)
        controller.configure { $0.isInBackground = false }
        controller.configure { $0.depth = 1 }
        controller.setMode(.full)
        controller.updateAgain()
        #expect(controller.lastUpdate?.mode == .minimum)
        controller.configure { $0.leadingScreensAtTail = 3 }
        #expect(controller.settings.leadingScreensAtTail == 3 && controller.settings.depth == 1)
        controller.configure { $0.presence = .away }
        controller.updateAgain()
        #expect(controller.indicesOfNodes == [] && controller.presence == .away)
        #expect(controller.engine.length == 10_000 && controller.engine.estimate == 100)
        #expect(controller.item(at: 3).offset == 300)
        #expect(try controller.engine.item(atOffset: 350).index == 3)
        #expect(try controller.engine.items(in: 350..<500) == 3..<5)
        #expect(try controller.engine.positions(ofRows: 3..<4) == ([300], [100]))
        #expect(try controller.engine.states(ofItems: 0..<1) == [.measureLayout])
        #expect(controller.setScrollTarget(10, at: .start) == 1000)
        try controller.forgetExtents(of: 0..<3)
        try controller.setEstimate(50)
        try controller.insertItems(extents: [5], at: 0)
        #expect(controller.engine.length == 5005)
    }

    @Test("An unreferenced controller is deallocated with its nodes")
    func leaks() throws {
        weak var controller: RangeController?
        weak var node: RangeNode?
        do {
            let list = try TracedList(0..<10)
            list.controller.schedulesUpdates = true
            list.controller.setBatchFetcher { _ in
                ([1], isLast: false)
            } insert: { _, _ in
            }
            _ = try list.controller.update(ListViewport(offset: 0, length: 300))
            controller = list.controller
            node = list.controller.node(ofItem: 0)
            #expect(controller != nil && node != nil)
        }
        #expect(controller == nil && node == nil)
    }
}

/// A small generator whose seed a failing test can name.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
