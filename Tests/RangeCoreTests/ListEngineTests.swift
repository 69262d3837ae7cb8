import CRangeCore
import Testing

@testable import RangeCore

@Suite("The engine")
struct ListEngineTests {
    private func engine(_ count: Int, estimate: Double = 100) throws -> ListEngine {
        var engine = try ListEngine(estimate: estimate)
        try engine.insertItems(count: count, at: 0)
        return engine
    }

    private func changes(
        _ engine: inout ListEngine, _ viewport: ListViewport
    ) throws -> [String] {
        _ = try engine.update(viewport)
        return engine.withChanges { changes in
            var lines: [String] = []
            for position in changes.indices {
                let change = changes[position]
                let (before, after) = (change.before.rawValue, change.after.rawValue)
                lines.append("\(change.items) \(before)→\(after) @\(change.distance)")
            }
            return lines
        }
    }

    @Test("An update lists each change once: what left, then what entered, visible first")
    func update() throws {
        var engine = try engine(100)
        // Minimum mode at first: display a quarter of a screen, preload half of one ahead.
        #expect(
            try changes(&engine, ListViewport(offset: 0, length: 400)) == [
                "0..<4 0→15 @0.0", "4..<5 0→7 @0.0", "5..<6 0→3 @100.0",
            ])
        #expect(try changes(&engine, ListViewport(offset: 0, length: 400)) == [])
        let moved = try changes(&engine, ListViewport(offset: 100, length: 400, isUserDriven: true))
        #expect(moved.first == "0..<1 15→7 @0.0")
        #expect(moved.dropFirst().first == "4..<5 7→15 @0.0")
        #expect(engine.state(ofItem: 4) == .inHierarchy)
        try engine.validate()
    }

    @Test("The sections of the changes are removed, left and entered")
    func sections() throws {
        var engine = try engine(100)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        try engine.removeItems(1..<2)
        let update = try engine.update(
            ListViewport(offset: 100, length: 400, isUserDriven: true))
        engine.withChanges { changes in
            #expect(changes.removed.count == 1 && changes[0].isRemoval)
            #expect(changes[0].items == 1..<2 && changes[0].after.isEmpty)
            #expect(changes.left.allSatisfy { changes[$0].clearsState })
            #expect(changes.entered.allSatisfy { !changes[$0].clearsState })
            #expect(
                changes.removed.count + changes.left.count + changes.entered.count
                    == changes.count)
        }
        #expect(update[.tail] == update.tail && update[.head] == update.head)
        for kind in RangeKind.allCases {
            let isTuned = kind == .display || kind == .preload
            #expect(update[kind].isEmpty != isTuned, "\(kind)")
        }
        #expect(update[.display].count < update[.preload].count)
        // An edit ends the loan.
        try engine.removeItems(0..<1)
        engine.withChanges { #expect($0.isEmpty && $0.indices.isEmpty) }
    }

    @Test("The item at the viewport's start keeps its place")
    func anchor() throws {
        var engine = try engine(100)
        _ = try engine.update(ListViewport(offset: 1000, length: 400))
        try engine.insertItems(extents: [30, 40], at: 0)
        let update = try engine.update(ListViewport(offset: 1000, length: 400))
        #expect(update.correction == 70 && update.offset == 1070 && update.hostOffset == 1070)
        #expect(update.visible == 12..<16)
    }

    @Test("The items in a range of offsets are those of its rows")
    func itemsInRange() throws {
        var engine = try ListEngine(columns: 3, estimate: 100)
        try engine.configure { $0.extraLengthAtHead = 50 }
        #expect(try engine.items(in: 0..<1000) == 0..<0)
        try engine.insertItems(count: 8, at: 0)
        #expect(try engine.items(in: 0..<50) == 0..<0)
        #expect(try engine.items(in: 0..<51) == 0..<3)
        #expect(try engine.items(in: 149..<151) == 0..<6)
        #expect(try engine.items(in: 250..<1000) == 6..<8)
        #expect(try engine.items(in: 350..<1000).isEmpty)
        #expect(try engine.items(in: 100..<100).isEmpty)
        #expect(throws: RangeCoreError.limitExceeded) { try engine.items(in: 0..<1e15) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.items(in: 0..<(.infinity)) }
    }

    @Test("A correction is pending while the user touches the list")
    func held() throws {
        var engine = try engine(100)
        _ = try engine.update(
            ListViewport(offset: 1000, length: 400, isUserDriven: true, isHeld: true))
        try engine.insertItems(count: 2, at: 0)
        var update = try engine.update(
            ListViewport(offset: 1000, length: 400, isUserDriven: true, isHeld: true))
        #expect(update.correction == 0 && update.pending == 200)
        #expect(update.hostOffset == 1000 && update.offset == 1200)
        update = try engine.update(ListViewport(offset: 1000, length: 400))
        #expect(update.correction == 200 && update.pending == 0)
    }

    @Test("A scroll target gives the offset, and stays aligned")
    func scroll() throws {
        var engine = try engine(100)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        let offset = try engine.setScrollTarget(50, at: .start)
        #expect(offset == 5000)
        try engine.setExtents([50], fromRow: 0)
        let update = try engine.update(ListViewport(offset: offset, length: 400))
        #expect(update.correction == -50 && update.visible == 50..<54)
        #expect(throws: RangeCoreError.invalidArgument) { try engine.setScrollTarget(100) }
    }

    @Test("A target can be aligned at any fraction, with a shift")
    func alignment() throws {
        var engine = try engine(100)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        let quarter = ScrollAlignment(fraction: 0.25, shift: 10)
        #expect(try engine.setScrollTarget(50, at: quarter) == 4935)
        #expect(try engine.setScrollTarget(50, at: .end) == 4700)
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.setScrollTarget(50, at: ScrollAlignment(fraction: 2))
        }
    }

    @Test("A host that keeps its own place gives an item")
    func place() throws {
        var engine = try engine(100)
        var update = try engine.update(ListViewport(item: 10, at: -50, length: 400))
        #expect(update.offset == 1050 && update.correction == 0)
        try engine.insertItems(count: 5, at: 0)
        var viewport = ListViewport(item: 15, at: -50, length: 400, isUserDriven: true)
        update = try engine.update(viewport)
        #expect(update.visible == 15..<20 && update.correction == 0 && update.mode == .minimum)
        viewport.place?.start = -60
        update = try engine.update(viewport)
        #expect(update.mode == .full && update.direction == .forward)
        viewport.place?.item = 105
        #expect(throws: RangeCoreError.invalidArgument) { try engine.update(viewport) }
    }

    @Test("A new snapshot of ids keeps extents and states, and moves as little as it can")
    func snapshots() throws {
        var engine = try ListEngine(estimate: 1)
        var (ids, extents): ([Int], [Int: Double]) = ([], [:])
        var random = SystemRandomNumberGenerator()
        for round in 1..<60 {
            // In the end there are some.
            let count = Int.random(in: (round == 59 ? 1 : 0)...60)
            let new = Array((0..<80).shuffled(using: &random).prefix(count))
            try engine.apply(from: ids, to: new)
            ids = new
            extents = extents.filter { new.contains($0.key) }
            #expect(
                try engine.positions(ofRows: 0..<ids.count).extents == ids.map { extents[$0] ?? 1 })
            for (row, id) in ids.enumerated() where extents[id] == nil {
                extents[id] = Double(id + 100 * round)
                try engine.setExtents([Double(id + 100 * round)], fromRow: row)
            }
            try engine.validate()
        }
        let count = ids.count
        for (old, new) in [(ids, [1, 2, 1]), (ids + [99], []), ([], [1])] as [([Int], [Int])] {
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.apply(from: old, to: new)
            }
        }
        #expect(engine.count == count)
    }

    @Test("Fixed insets do not extend what can be scrolled")
    func insets() throws {
        var engine = try engine(100)
        var viewport = ListViewport(
            offset: -500, length: 400, insetStart: 30, insetEnd: 20, insetsAreFixed: true)
        #expect(try engine.update(viewport).offset == 0)
        viewport.insetsAreFixed = false
        viewport.offset = 20_000
        let update = try engine.update(viewport)
        #expect(update.offset == 9620 && update.scrollLength == 10_000)
    }

    @Test("Estimates are whole steps of the quantum")
    func quantum() throws {
        var engine = try ListEngine(estimate: 43.6, quantum: 1)
        #expect(engine.estimate == 44)
        try engine.setEstimate(0.2)
        #expect(engine.estimate == 1)
    }

    @Test("Wrong arguments are refused and change nothing")
    func refusals() throws {
        var engine = try engine(10)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        for items in [-1..<1, 5..<11, 20..<20] {
            #expect(throws: RangeCoreError.invalidArgument) { try engine.removeItems(items) }
            #expect(throws: RangeCoreError.invalidArgument) { try engine.forgetExtents(of: items) }
        }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.insertItems(count: -1, at: 0) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.insertItems(count: 1, at: 11) }
        #expect(throws: RangeCoreError.limitExceeded) { try engine.insertItems(count: .max, at: 0) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.moveItems(0..<5, to: 6) }
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.setExtents([1, 2], fromRow: 9)
        }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.setExtents([-1], fromRow: 0) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.setEstimate(.nan) }
        #expect(throws: RangeCoreError.invalidArgument) {
            _ = try engine.update(ListViewport(offset: .nan, length: 1))
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            _ = try engine.update(ListViewport(offset: 0, length: 1, jitter: 2))
        }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.positions(ofRows: 5..<11) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.states(ofItems: 5..<11) }
        var settings = ListSettings()
        settings.slack = -1
        #expect(throws: RangeCoreError.invalidArgument) { try engine.configure { $0 = settings } }
        #expect(throws: RangeCoreError.invalidArgument) { _ = try ListEngine(columns: 0) }
        #expect(engine.count == 10 && engine.length == 1000)
        try engine.validate()
        try engine.setExtents([], fromRow: 3)
        try engine.insertItems(extents: [], at: 3)
        #expect(engine.measuredRowCount == 0)
    }

    @Test("Settings are returned as they were set")
    func settings() throws {
        var engine = try ListEngine()
        #expect(engine.settings == ListSettings())
        var settings = ListSettings()
        settings.depth = 2
        settings.presence = .near
        settings.memoryPressure = .warning
        settings.shortContentPolicy = .never
        settings.slack = 0.5
        settings.directionThreshold = 3
        (settings.leadingScreensAtTail, settings.leadingScreensAtHead) = (1, 2)
        (settings.extraLengthAtTail, settings.extraLengthAtHead) = (30, 40)
        settings.isInBackground = true
        settings.isInsertionPending = true
        settings.hostDecidesBatches = true
        (settings.leadingItemsAtTail, settings.leadingItemsAtHead) = (3, 4)
        settings.overscanItems = 5
        (settings.sticksToTail, settings.sticksToHead) = (true, true)
        (settings.stickDistanceAtTail, settings.stickDistanceAtHead) = (5, 6)
        settings.usesMeanEstimate = true
        settings.pinsHeaders = true
        try engine.configure { $0 = settings }
        #expect(engine.settings == settings)
        #expect(engine.length == 70)
        settings.depth = -1
        #expect(throws: RangeCoreError.invalidArgument) { try engine.configure { $0 = settings } }
    }

    @Test("Queries return positions")
    func queries() throws {
        var engine = try ListEngine(estimate: 10, spacing: 2)
        try engine.insertItems(count: 4, at: 0)
        try engine.setExtents([20], fromRow: 1)
        #expect(engine.length == 10 + 2 + 20 + 2 + 10 + 2 + 10)
        #expect(
            try engine.item(at: 1)
                == ListItem(
                    index: 1, offset: 12, extent: 20, isMeasured: true, isProvisional: false))
        #expect(try engine.item(atOffset: 33).index == 1)
        #expect(try engine.positions(ofRows: 1..<3) == ([12, 34], [20, 10]))
        _ = try engine.update(ListViewport(offset: 0, length: 10))
        #expect(try engine.states(ofItems: 0..<1) == [.inHierarchy])
        #expect(try engine.states(ofItems: 2..<2) == [])
        #expect(engine.state(ofItem: 99) == [])
        #expect(try engine.unmeasuredRows(ofItems: 0..<4) == 0..<1)
        #expect(try engine.unmeasuredRows(ofItems: 1..<4) == 2..<4)
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.unmeasuredRows(ofItems: 1..<5)
        }
    }

    @Test("Modes are explicit until the user scrolls")
    func modes() throws {
        var engine = try engine(100)
        engine.setMode(.lowMemory)
        #expect(try engine.update(ListViewport(offset: 0, length: 400)).mode == .lowMemory)
        #expect(
            try engine.update(ListViewport(offset: 0, length: 400, isUserDriven: true)).mode
                == .minimum)
        engine.markScrolled()
        #expect(try engine.update(ListViewport(offset: 0, length: 400)).mode == .full)
    }

    @Test("The first outcome of a fetch wins, and releasing its context cancels it")
    func fetches() throws {
        var engine = try engine(3)
        let viewport = ListViewport(offset: 0, length: 400)
        #expect(try engine.update(viewport).tail.answer == .yes)
        let context = try engine.beginBatch(at: .tail)
        #expect(context.isFetching && context.end == .tail && context.isFetching)
        #expect(throws: RangeCoreError.busy) { try engine.beginBatch(at: .tail) }
        #expect(try engine.update(viewport).tail.reason == .fetching)
        #expect(context.complete())
        #expect(!context.fail() && context.outcome == .completed)
        #expect(try engine.update(viewport).tail.answer == .yes)
        _ = try engine.beginBatch(at: .tail)
        #expect(try engine.update(viewport).tail.reason == .paused)
        engine.retryBatch(at: .tail)
        #expect(try engine.update(viewport).tail.answer == .yes)
        engine.markExhausted(at: .tail)
        #expect(try engine.update(viewport).tail.reason == .exhausted)
        engine.resetBatch(at: .tail)
        let last = try engine.beginBatch(at: .tail)
        engine.resetBatch(at: .tail)
        #expect(last.outcome == .cancelled && !last.complete())
    }

    @Test("A context outlives its list")
    func outlives() throws {
        let context: BatchContext
        do {
            var engine = try engine(3)
            context = try engine.beginBatch(at: .head)
        }
        #expect(context.outcome == .cancelled && !context.complete())
    }

    @Test("Updates and changes are values with descriptions")
    func values() throws {
        var engine = try engine(3)
        var changes: [ListEngine.Change] = []
        var wasEmpty: [Bool] = []
        let first = try engine.update(ListViewport(offset: 0, length: 400))
        engine.withChanges { all in
            for position in all.indices { changes.append(all[position]) }
            wasEmpty.append(all.isEmpty)
        }
        #expect(changes.count == Set(changes).count && changes[0] == changes[0])
        #expect("\(changes[0])".contains("→") && "\(changes[0])".hasPrefix("0..<"))
        let second = try engine.update(ListViewport(offset: 0, length: 400))
        let third = try engine.update(ListViewport(offset: 7, length: 400))
        #expect(Set([first, second, third]).count == 2 && first == second)
        _ = try engine.update(ListViewport(offset: 7, length: 400))
        engine.withChanges { wasEmpty.append($0.isEmpty) }
        #expect(wasEmpty == [false, true])
    }

    @Test("A list is not created with invalid options")
    func notMade() {
        #expect(throws: RangeCoreError.invalidArgument) {
            _ = try ListEngine(estimate: -1)
        }
    }

    @Test("An engine can be sent as a whole")
    func sent() async throws {
        var engine = try engine(3)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        let count = await Task.detached { () -> Int in
            var engine = try! ListEngine()
            try! engine.insertItems(count: 7, at: 0)
            return engine.count
        }.value
        #expect(count == 7)
    }
}
