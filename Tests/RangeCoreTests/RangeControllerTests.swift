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
        #expect(list.controller.setNeedsUpdate() == nil)
        #expect(list.made == [])
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        #expect(list.made == [0, 1, 2, 3, 4, 5] && list.isConsistent)
        weak let first = list.controller.node(at: 0)
        weak let last = list.controller.node(at: 5)
        #expect(first != nil && last != nil)
        _ = list.trace.take()
        _ = try list.controller.update(ListViewport(offset: 50_000, length: 400))
        #expect(first == nil && last == nil)
        #expect(list.isConsistent && list.itemsWithNodes.first == 499)
        #expect(list.trace.lines.contains("0: 15→1"))
        #expect(list.made.count == list.controller.indicesOfNodes.count + 6)
    }

    @Test("One item is removed, or none, and reloaded ones keep their nodes")
    func single() throws {
        let list = try TracedList(0..<10)
        try list.controller.setExtent(300, ofRow: 2)
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        #expect(throws: RangeCoreError.argument) { try list.controller.removeItems(10..<11) }
        #expect(throws: RangeCoreError.argument) { try list.controller.removeItems(-1..<0) }
        let node = list.controller.node(at: 2)
        try list.controller.forgetExtents(of: 1..<4)
        #expect(list.controller.node(at: 2) === node && list.controller.count == 10)
        #expect(list.controller.length == 1000)
        #expect(!list.controller.isInBackground)
        try list.controller.setExtents([40, 50], fromRow: 8)
        #expect(list.controller.length == 890)
    }

    @Test("An update without memory throws, and the next one goes on")
    func noMemory() throws {
        var settings = ListSettings()
        settings.slack = 1000
        let list = try TracedList([], settings: settings)
        let hasMemory = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        hasMemory.initialize(to: true)
        // The engine goes later, but gives its memory back without asking for this.
        defer { hasMemory.deallocate() }
        var allocator = rc_allocator(context: hasMemory) { context, block, _, size in
            if size == 0 {
                free(block)
                return nil
            }
            let hasMemory = context!.assumingMemoryBound(to: Bool.self).pointee
            return hasMemory ? realloc(block, size) : nil
        }
        var created: OpaquePointer?
        try check(rc_list_create(nil, &allocator, &created))
        let engine = try #require(created)
        try check(withUnsafePointer(to: settings.c) { rc_list_set_settings(engine, $0) })
        list.controller.engine = ListEngine(adopting: engine)
        list.items = Array(0..<2000)
        try list.controller.insertItems(count: 2000, at: 0)
        // Slack keeps what jumps leave behind, in ever more pieces.
        var failures = 0
        for step in 0..<100 {
            let viewport = ListViewport(offset: Double(step) * 250, length: 100)
            hasMemory.pointee = false
            do throws(RangeCoreError) {
                _ = try list.controller.update(viewport)
            } catch {
                #expect(error == .noMemory)
                failures += 1
                hasMemory.pointee = true
                _ = try list.controller.update(viewport)
            }
        }
        #expect(failures > 0 && list.isConsistent)
    }

    @Test("A node is alive in its own exits and gone in the next one's")
    func released() throws {
        let list = try TracedList(0..<2)
        _ = try list.controller.update(ListViewport(offset: 0, length: 200))
        weak let first = list.controller.node(at: 0)
        let second = try #require(list.controller.node(at: 1) as? TraceNode)
        var wasAlive: Bool?
        second.react = { _, _ in wasAlive = first != nil }
        _ = try list.controller.update(ListViewport(offset: 5000, length: 200))
        #expect(wasAlive == false)
    }

    @Test("Items that enter are told nearest first, on both sides")
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

    @Test("A new state is told after the engine's call, from what the item had")
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

    @Test("Removed items are told their exits, and moved ones keep their nodes")
    func edits() throws {
        let list = try TracedList(0..<100)
        let viewport = ListViewport(offset: 0, length: 400)
        _ = try list.controller.update(viewport)
        _ = list.trace.take()
        let node = try #require(list.controller.node(at: 3))
        try list.controller.moveItems(3..<4, to: 0)
        list.items.insert(list.items.remove(at: 3), at: 0)
        #expect(list.controller.node(at: 0) === node)
        try list.controller.removeItems(1..<2)
        list.items.remove(at: 1)
        try list.controller.insertItems(count: 1, at: 1)
        list.items.insert(200, at: 1)
        list.controller.setNeedsUpdate()
        // The item at the viewport's start is gone; the next one, 1, keeps its place.
        #expect(list.trace.takeChanges().prefix(3) == ["0: 15→0", "3: 15→7", "200: 0→15"])
        #expect(list.controller.node(at: 0) === node && list.isConsistent)
    }

    @Test("A removed item's node is told by its index at the update before")
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
        list.controller.setNeedsUpdate()
        #expect(list.trace.takeChanges().first == "2: 15→0")
        #expect(list.isConsistent)
    }

    @Test(
        "A random life keeps the nodes with their items", arguments: 1...20 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let list = try TracedList(0..<60)
        var next = 60
        for _ in 0..<150 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let count = list.items.count
                let lower = Int.random(in: 0...count, using: &random)
                let upper = min(count, lower + Int.random(in: 0...4, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
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
                default:
                    if lower < upper {
                        let extent = Double(Int.random(in: 0...200, using: &random))
                        try list.controller.setExtent(extent, ofRow: lower)
                    }
                }
            }
            let offset = Double.random(in: -200...4000, using: &random)
            let isUserDriven = Bool.random(using: &random)
            _ = try list.controller.update(ListViewport(offset: offset, length: 300, isUserDriven: isUserDriven))
            try #require(list.isConsistent, "seed \(seed)")
        }
        // A node is made once for each time that its item comes into a range.
        try list.controller.removeItems(0..<list.items.count)
        list.controller.setNeedsUpdate()
        #expect(list.controller.indicesOfNodes == [])
        let told = list.trace.takeChanges()
        #expect(told.filter { $0.hasSuffix("→1") || $0.hasSuffix("→0") }.count == list.made.count)
    }

    @Test("Edits in callbacks count at once, updates run after the delivery")
    func withinCallbacks() throws {
        let list = try TracedList(0..<10)
        var isFirst = true
        list.react = { [unowned list] node, what in
            guard what == "+visible", node.name == "1", isFirst else { return }
            isFirst = false
            list.items.insert(100, at: 0)
            #expect(throws: Never.self) { try list.controller.insertItems(count: 1, at: 0) }
            #expect(list.controller.count == 11)
            #expect((list.controller.node(at: 2) as? TraceNode)?.name == "1")
            let nested = list.controller.setNeedsUpdate()
            #expect(nested == nil)
            try? list.controller.setExtent(50, ofRow: 1)
            list.controller.setNeedsUpdate()
        }
        let update = try #require(try list.controller.update(ListViewport(offset: 0, length: 300)))
        let changes = list.trace.takeChanges()
        // All of the first update, then of the second: item 100 came in before the viewport.
        #expect(changes.prefix(3) == ["0: 0→15", "1: 0→15", "2: 0→15"])
        #expect(changes.contains("100: 0→7") && list.isConsistent)
        // The host owes what both updates asked for.
        #expect(update.correction == 100 && update.offset == 100)
        #expect(list.controller.viewport?.offset == 100)
    }

    @Test("Updates made in callbacks run in order, the last answer is returned")
    func queued() throws {
        let list = try TracedList(0..<100)
        var isFirst = true
        list.react = { [unowned list] node, what in
            guard isFirst, what == "+preload" else { return }
            isFirst = false
            for offset in [2000.0, 5000] {
                let viewport = ListViewport(offset: offset, length: 100)
                #expect(throws: Never.self) { try list.controller.update(viewport) }
            }
            list.controller.setNeedsUpdate()
            list.controller.setNeedsUpdate()
        }
        let update = try #require(try list.controller.update(ListViewport(offset: 0, length: 100)))
        #expect(update.visible == 50..<51 && list.controller.viewport?.offset == 5000)
        let visible = list.trace.takeChanges().filter { $0.hasSuffix("→15") }
        #expect(visible == ["0: 0→15", "20: 1→15", "50: 1→15"])
        #expect(list.isConsistent)
    }

    @Test(
        "The correction is what the host owes to the offset that it gave last",
        arguments: [
            (nil, 2300.0, 200.0), (5000, 5000, 100),
        ] as [(Double?, Double, Double)])
    func owed(given: Double?, from: Double, correction: Double) throws {
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
            #expect(throws: Never.self) {
                try insertAbove(101, list)
                if let given {
                    _ = try list.controller.update(ListViewport(offset: given, length: 100))
                } else {
                    list.controller.setNeedsUpdate()
                }
            }
        }
        let update = try #require(
            _ = try list.controller.update(ListViewport(offset: 2300, length: 100)))
        #expect(update.correction == correction && update.hostOffset == from + correction)
    }

    @Test("A viewport is refused where it is given, also in a callback, and stops no other update")
    func refusedInCallback() throws {
        let list = try TracedList(0..<100)
        var isFirst = true
        list.react = { [unowned list] node, what in
            guard isFirst else { return }
            isFirst = false
            #expect(throws: RangeCoreError.argument) {
                _ = try list.controller.update(ListViewport(offset: .nan, length: 100))
            }
            #expect(throws: RangeCoreError.limit) {
                _ = try list.controller.update(ListViewport(offset: 1e15, length: 100))
            }
            #expect(throws: Never.self) {
                _ = try list.controller.update(ListViewport(offset: 5000, length: 100))
            }
        }
        let update = try list.controller.update(ListViewport(offset: 0, length: 100))
        #expect(update?.visible == 50..<51 && list.controller.lastUpdate == update)
        #expect(list.isConsistent)
    }

    @Test("A bad update in a callback does not swallow what the outer one owes")
    func refusedAndOwed() throws {
        let list = try TracedList(0..<100)
        _ = try list.controller.update(ListViewport(offset: 2000, length: 100))
        try list.controller.insertItems(extents: [440], at: 0)
        list.items.insert(100, at: 0)
        var tries = 0
        list.react = { [unowned list] node, what in
            tries += 1
            _ = try? list.controller.update(ListViewport(offset: .nan, length: 100))
        }
        // Above the screen nothing is new but one node.
        list.controller.markScrolled()
        let update = try list.controller.update(ListViewport(offset: 2000, length: 100))
        #expect(update?.correction == 440 && tries > 0)
    }

    @Test("The viewport of an update by itself is at rest, where the host is")
    func rest() throws {
        let list = try TracedList(0..<100)
        _ = try list.controller.update(
            ListViewport(offset: 1000, length: 100, landingOffset: 4000, isUserDriven: true, isHeld: true))
        try list.controller.insertItems(count: 1, at: 0)
        list.items.insert(100, at: 0)
        let update = try #require(list.controller.setNeedsUpdate())
        #expect(update.pending == 100 && update.correction == 0)
        let viewport = try #require(list.controller.viewport)
        #expect(viewport.offset == 1000 && viewport.landingOffset == nil && !viewport.isUserDriven)
        #expect(viewport.isHeld)
    }

    @Test("An update by itself does not take the movement of the last one for its own")
    func restsFromMoving() throws {
        let list = try TracedList(0..<10)
        let moving = ListViewport(offset: 500, length: 400, velocity: -500, isUserDriven: true)
        #expect(try list.controller.update(moving)?.tail.reason == .movingAway)
        #expect(list.controller.viewport?.velocity == 0)
        #expect(list.controller.setNeedsUpdate()?.tail.reason == .nearEnd)
    }

    @Test("A node that is made must not edit the list")
    func makingEdits() throws {
        let list = try TracedList(0..<10)
        list.decorate = { [unowned list] _ in
            #expect(throws: RangeCoreError.busy) { try list.controller.removeItems(0..<1) }
        }
        _ = try list.controller.update(ListViewport(offset: 0, length: 300))
        #expect(list.controller.count == 10)
    }

    @Test("A refused update leaves everything as it was")
    func refused() throws {
        let list = try TracedList(0..<10)
        _ = try list.controller.update(ListViewport(offset: 0, length: 300))
        _ = list.trace.take()
        #expect(throws: RangeCoreError.argument) {
            _ = try list.controller.update(ListViewport(offset: .infinity, length: 300))
        }
        #expect(list.trace.take() == [] && list.controller.viewport?.offset == 0)
        _ = try list.controller.update(ListViewport(offset: 5000, length: 300))
        #expect(!list.trace.take().isEmpty)
    }

    @Test("Settings change the ranges from the next update on")
    func settings() throws {
        let list = try TracedList(0..<100)
        let controller = try #require(list.controller)
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        #expect(controller.rangeMode == .minimum)
        try controller.setTuning(.init(leading: 3, trailing: 0), for: .display, in: .minimum)
        #expect(controller.tuning(for: .display, in: .minimum).leading == 3)
        controller.setNeedsUpdate()
        #expect(controller.node(at: 11)?.interfaceState == [.measureLayout, .display])
        try controller.configure { $0.memoryPressure = .critical }
        controller.setNeedsUpdate()
        #expect(controller.rangeMode == .lowMemory && controller.memoryPressure == .critical)
        #expect(controller.indicesOfNodes == [0, 1, 2])
        try controller.configure { $0.memoryPressure = .normal }
        try controller.configure { $0.isInBackground = true }
        controller.setNeedsUpdate()
        #expect(controller.lastUpdate?.presence == .near)
        try controller.configure { $0.isInBackground = false }
        try controller.configure { $0.depth = 1 }
        controller.setMode(.full)
        controller.setNeedsUpdate()
        #expect(controller.rangeMode == .minimum)
        try controller.configure { $0.leadingScreensAtTail = 3 }
        try controller.configure { $0.leadingScreensAtTail = .nan }
        try controller.configure { $0.depth = -1 }
        #expect(controller.leadingScreensForBatching == 3 && controller.depth == 1)
        #expect(throws: RangeCoreError.argument) {
            try controller.setTuning(.init(leading: .nan, trailing: 0), for: .preload)
        }
        try controller.configure { $0.presence = .away }
        controller.setNeedsUpdate()
        #expect(controller.indicesOfNodes == [] && controller.presence == .away)
        #expect(controller.length == 10_000 && controller.estimate == 100)
        #expect(try controller.item(at: 3).offset == 300)
        #expect(try controller.item(atOffset: 350).index == 3)
        #expect(try controller.items(in: 350..<500) == 3..<5)
        #expect(try controller.positions(ofRows: 3..<4) == ([300], [100]))
        #expect(try controller.states(ofItems: 0..<1) == [.measureLayout])
        #expect(try controller.setScrollTarget(10, at: .start) == 1000)
        try controller.forgetExtents(of: 0..<3)
        try controller.setEstimate(50)
        try controller.insertItems(extents: [5], at: 0)
        #expect(controller.length == 5005)
    }

    @Test("A controller that nobody holds is gone, nodes and all")
    func leaks() throws {
        weak var controller: RangeController?
        weak var node: RangeNode?
        do {
            let list = try TracedList(0..<10)
            list.controller.schedulesUpdates = true
            list.controller.fetchBatches { _ in
                Batch([1])
            } insert: { _, _ in
            }
            _ = try list.controller.update(ListViewport(offset: 0, length: 300))
            controller = list.controller
            node = list.controller.node(at: 0)
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
