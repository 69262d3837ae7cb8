import RangeCoreParts
import Testing

@testable import RangeCore

// What is foreseen is tested in C; here what Swift makes of it.

@Test("A list with foresight preloads by rank")
func listWithForesight() throws {
    var engine = try ListEngine(estimate: 100)
    #expect(engine.settings.foresight == 0)
    try engine.configure { $0.foresight = 1 }
    #expect(engine.settings.foresight == 1)
    try engine.insertItems(count: 1000, at: 0)
    engine.markScrolled()
    let before = engine.foresight
    #expect(before == nil)
    let update = try engine.update(ListViewport(offset: 2000, length: 500))
    let last = engine.foresight
    let foresight = try #require(last)
    #expect(update[.preload] == 18..<40 && foresight.wanted == 18..<40)
    #expect(foresight.spans.map(\.range) == [20..<25, 25..<40, 18..<20])
    #expect(foresight.spans.map(\.isDescending) == [false, false, true])
    #expect(foresight.running == 12..<45 && foresight.kept == 12..<45)
    #expect(foresight.landingOffset == 2000 && foresight.velocity == 0)
    #expect(!foresight.isMoving && !foresight.isLandingKnown)
    let ranks = (17..<41).map { foresight.rank(ofItem: $0) }
    #expect(ranks == [nil, 21, 20] + Array(0..<20) + [nil])
}

@Test("Preload times make the reach of a list longer or shorter")
func preloadTimes() throws {
    var engine = try ListEngine(estimate: 100)
    try engine.configure { $0.foresight = 1 }
    try engine.insertItems(count: 1000, at: 0)
    engine.markScrolled()
    for _ in 0..<9 { try engine.addPreloadTime(0) }
    #expect(try engine.update(ListViewport(offset: 2000, length: 500))[.preload] == 18..<30)
    #expect(throws: RangeCoreError.invalidArgument) { try engine.addPreloadTime(-1) }
    #expect(throws: RangeCoreError.invalidArgument) { try engine.addPreloadTime(.nan) }
    #expect(throws: RangeCoreError.invalidArgument) { try engine.configure { $0.foresight = -1 } }
}

@MainActor
@Test("A controller has the foresight of its engine")
func controllerWithForesight() throws {
    let list = RangeController(estimate: 100)
    list.configure { $0.foresight = 1 }
    try list.insertItems(count: 1000, at: 0)
    list.markScrolled()
    list.addPreloadTime(0.3)
    _ = try list.update(ListViewport(offset: 2000, length: 500))
    #expect(list.engine.foresight?.spans.first?.range == 20..<25)
}

@MainActor
@Test("A controller that schedules its updates tells foresight the time")
func controllersTime() throws {
    let list = RangeController(estimate: 100)
    list.configure { $0.foresight = 1 }
    try list.insertItems(count: 1000, at: 0)
    for step in 0..<8 {
        holdUntil { true }
        _ = try list.update(
            ListViewport(offset: Double(step) * 100, length: 500, isUserDriven: true))
    }
    #expect(list.engine.foresight?.isMoving == true)
}

@Test("A motion foresees in points")
func motion() throws {
    var motion = ScrollMotion()
    var input = ScrollMotion.Input(viewport: 5000..<5800, content: 0..<10_800)
    input.isUserDriven = true
    for frame in 0..<12 {
        (input.time, input.movement) = (Double(frame) / 60, -1000.0 / 60)
        try motion.record(input)
    }
    input.isDragged = true
    let held = try motion.foresee(input)
    #expect(held.isMoving && !held.isLandingKnown && abs(held.velocity + 1000) < 1)
    #expect(abs(held.landingOffset - 4500) < 1)
    input.landingOffset = 3000
    let flung = try motion.foresee(input)
    #expect(flung.landingOffset == 3000 && flung.isLandingKnown)
    #expect(flung.spans.map(\.isDescending) == [true, false, true])
    #expect(flung.kept.upperBound == 7000)
    for _ in 0..<9 { try motion.addPreloadTime(5) }
    #expect(try motion.foresee(input).wanted != flung.wanted)
    #expect(throws: RangeCoreError.invalidArgument) { try motion.addPreloadTime(-1) }
    input.direction = .still
    #expect(throws: RangeCoreError.invalidArgument) { try motion.record(input) }
    input.viewport = 0..<1e300
    #expect(throws: RangeCoreError.limitExceeded) { try motion.foresee(input) }
}
