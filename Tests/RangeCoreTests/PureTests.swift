import RangeCoreParts
import Testing

@testable import RangeCore

@Suite("Pure functions and values")
struct PureTests {
    @Test("Points are rounded to the nearest tick")
    func points() throws {
        #expect(try Int64(points: 1.0 / 3) == 320)
        #expect(try Int64(points: -0.5) == -480)
        #expect(throws: RangeCoreError.invalidArgument) { try Int64(points: .nan) }
        #expect(throws: RangeCoreError.limitExceeded) { try Int64(points: 1e13) }
    }

    @Test("A range reaches further on the leading side")
    func rangeAroundAViewport() throws {
        let tuning = RangeTuning(leading: 1, trailing: 0.5)
        #expect(try tuning.range(around: 100..<200, toward: .forward) == 50..<300)
        #expect(try tuning.range(around: 100..<200, toward: .backward) == 0..<250)
        #expect(try RangeTuning.disabled.range(around: 100..<200, toward: .forward).isEmpty)
        #expect(throws: RangeCoreError.invalidArgument) {
            try tuning.range(around: 100..<200, toward: .still)
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            try RangeTuning(leading: -1, trailing: 0).range(around: 100..<200, toward: .forward)
        }
        #expect(throws: RangeCoreError.limitExceeded) {
            try tuning.range(around: 0..<1e13, toward: .forward)
        }
    }

    @Test("The presets are Texture's defaults, and a tuning is returned as it was set")
    func tunings() throws {
        let list = try ListEngine()
        #expect(list.tuning(for: .display) == RangeTuning(leading: 1, trailing: 0.5))
        #expect(list.tuning(for: .preload) == RangeTuning(leading: 2.5, trailing: 1.5))
        #expect(list.tuning(for: .display, in: .lowMemory) == .disabled)
        #expect(list.tuning(for: .app0) == .disabled)
        var engine = try ListEngine(tuning: .pager)
        #expect(engine.tuning(for: .preload) == RangeTuning(leading: 2, trailing: 2))
        #expect(engine.tuning(for: .display, in: .minimum) == RangeTuning(leading: 0, trailing: 0))
        let all = RangeMode.allCases.flatMap { mode in RangeKind.allCases.map { (mode, $0) } }
        func tuning(_ mode: RangeMode, _ kind: RangeKind) -> RangeTuning {
            RangeTuning(leading: Double(mode.rawValue), trailing: Double(kind.rawValue))
        }
        for (mode, kind) in all { try engine.setTuning(tuning(mode, kind), for: kind, in: mode) }
        for (mode, kind) in all {
            #expect(engine.tuning(for: kind, in: mode) == tuning(mode, kind))
        }
    }

    @Test("The mode is the most restrictive of base, depth, pressure and background")
    func mode() throws {
        var engine = try ListEngine()
        var viewport = ListViewport(offset: 0, length: 100)
        #expect(try engine.update(viewport).mode == .minimum)
        (viewport.offset, viewport.isUserDriven) = (1, true)
        #expect(try engine.update(viewport).mode == .full)
        viewport.isUserDriven = false
        engine.setMode(.lowMemory)
        #expect(try engine.update(viewport).mode == .lowMemory)
        viewport.isUserDriven = true
        #expect(try engine.update(viewport).mode == .full)
        try engine.configure { $0.depth = 2 }
        #expect(try engine.update(viewport).mode == .visibleOnly)
        try engine.configure { $0.memoryPressure = .critical }
        let update = try engine.update(viewport)
        #expect(update.mode == .lowMemory && update.presence == .onScreen)
        try engine.configure { $0.isInBackground = true }
        #expect(try engine.update(viewport).presence == .near)
        #expect(RangeMode.full < .minimum)
    }

    @Test("A batch is fetched within the leading screens, and the reason is given")
    func decide() throws {
        var input = BatchInput(
            viewport: 0..<100, content: 0..<300, itemCount: 3)
        #expect(try input.decide().reason == .nearEnd)
        #expect(try input.decide().answer == .yes)
        input.leadingScreens = 1.99
        #expect(
            try input.decide()
                == BatchDecision(
                    answer: .no, reason: .farFromEnd, remaining: 200))
        input.landingOffset = 50
        #expect(try input.decide().isNear)
        input.hostDecides = true
        input.velocity = 50
        #expect(
            try input.decide()
                == BatchDecision(
                    answer: .defer, reason: .hostDecides, remaining: 150, seconds: 3, isNear: true))
        input.leadingScreens = .nan
        #expect(throws: RangeCoreError.invalidArgument) { try input.decide() }
    }

    @Test("Each range has its own bit")
    func rangeBits() {
        let bits = RangeKind.allCases.map(\.state)
        #expect(bits == [.display, .preload, .app0, .app1, .app2, .app3])
    }

    @Test("Extents are not created with invalid options")
    func wrongExtents() {
        #expect(throws: RangeCoreError.invalidArgument) { _ = try ListExtents(estimate: -1) }
        #expect(throws: RangeCoreError.limitExceeded) { _ = try ListExtents(spacing: 4_000_001) }
    }

    @Test("Extents find items by offset and offsets by item")
    func extents() throws {
        var extents = try ListExtents(estimate: 10, spacing: 5)
        try extents.insertItems(count: 1_000_000, at: 0)
        try extents.insertItems(extents: [100, 200], at: 1)
        try extents.setExtents([19], fromItem: 0)
        try extents.setExtent(20, ofItem: 0)
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
        #expect(throws: RangeCoreError.invalidArgument) { try extents.item(at: 3) }
        #expect(throws: RangeCoreError.invalidArgument) { try extents.positions(ofItems: 0..<4) }
        #expect(throws: RangeCoreError.invalidArgument) {
            try extents.insertItems(extents: [.nan], at: 0)
        }
    }
}
