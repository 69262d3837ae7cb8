import Testing

@testable import RangeCore

/// A list of rows of 100 points, whose ids are their indices.
@MainActor
private final class Setup {
    let list = RangeController(estimate: 100)
    let impressions: Impressions<Int>
    var time = 0.0
    var told: [String] = []
    private let start = ContinuousClock.now

    init(
        rules: [ImpressionRule] = [.display], thresholds: [Double] = [], count: Int = 100,
        rule: (@MainActor (Int) -> Int)? = nil
    ) throws {
        impressions = Impressions(rules: rules, thresholds: thresholds)
        impressions.clock = { [unowned self] in time }
        list.schedulesUpdates = false
        try list.insertItems(count: count, at: 0)
        try impressions.attach(to: list, id: { $0 }, rule: rule)
        impressions.onEvent = { [unowned self] event in
            switch event.kind {
            case .seen: told.append("seen \(event.id) +\(event.seconds)")
            case .left: told.append("left \(event.id) +\(event.seconds)")
            case .crossed(let level, let fraction):
                told.append("crossed \(event.id) #\(level) \(fraction)")
            }
        }
    }

    func show(_ offset: Double, at time: Double, length: Double = 300) throws -> [String] {
        self.time = time
        told = []
        _ = try list.update(ListViewport(offset: offset, length: length, isUserDriven: true))
        return told
    }
}

@Suite("Impressions")
@MainActor
struct ImpressionTests {
    @Test func whatStaysOnScreenIsSeenOnceAndLeaves() throws {
        let setup = try Setup(count: 4)
        #expect(try setup.show(60, at: 0) == [])
        // Two fifths of the first row are not enough.
        #expect(try setup.show(60, at: 1.5) == ["seen 1 +1.0", "seen 2 +1.0", "seen 3 +1.0"])
        #expect(setup.impressions.isSeen(2) && !setup.impressions.isSeen(0))
        #expect(try setup.show(0, at: 2) == ["left 3 +2.0"])
        #expect(try setup.show(60, at: 5) == ["seen 0 +1.0", "left 0 +3.0"])
    }

    @Test func aFlingShowsNothing() throws {
        let setup = try Setup()
        for frame in 0..<60 {
            #expect(try setup.show(Double(frame) * 150, at: Double(frame) / 60) == [])
        }
    }

    @Test func insertionsAboveChangeNothing() throws {
        let setup = try Setup(count: 20)
        setup.impressions.detach(from: setup.list)
        var ids = Array(0..<20)
        try setup.impressions.attach(to: setup.list, id: { ids[$0] })
        #expect(try setup.show(500, at: 0) == [])
        ids.insert(contentsOf: 100..<110, at: 0)
        try setup.list.insertItems(count: 10, at: 0)
        // The list has the offset corrected by 1000.
        #expect(try setup.show(500, at: 0.5) == [])
        #expect(try setup.show(1500, at: 1) == ["seen 5 +1.0", "seen 6 +1.0", "seen 7 +1.0"])
    }

    @Test func aRuleForEachItemAndAPlaceholderWithoutOne() throws {
        let setup = try Setup(rules: [.display, .video], rule: { $0 % 2 })
        setup.impressions.detach(from: setup.list)
        try setup.impressions.attach(
            to: setup.list, id: { $0 == 2 ? nil : $0 }, rule: { $0 % 2 })
        #expect(try setup.show(0, at: 0) == [])
        #expect(try setup.show(0, at: 1) == ["seen 0 +1.0"])
        #expect(try setup.show(0, at: 2) == ["seen 1 +2.0"])
    }

    @Test func inTheBackgroundNothingIsSeen() throws {
        let setup = try Setup(count: 1)
        #expect(try setup.show(0, at: 0) == [])
        setup.list.configure { $0.isInBackground = true }
        #expect(try setup.show(0, at: 0.9) == [])
        setup.list.configure { $0.isInBackground = false }
        #expect(try setup.show(0, at: 5) == [])
        setup.impressions.isActive = false
        setup.time = 5.5
        setup.impressions.isActive = true
        #expect(try setup.show(0, at: 6) == [])
        #expect(try setup.show(0, at: 6.5) == ["seen 0 +1.0"])
    }

    @Test func aPinnedHeaderIsSeenAndCovers() throws {
        let setup = try Setup(count: 20)
        setup.list.configure { $0.pinsHeaders = true }
        try setup.list.markHeader(at: 0)
        // The header is at 500 … 600, over item 5, of which nothing is left.
        #expect(try setup.show(500, at: 0) == [])
        #expect(try setup.show(500, at: 1) == ["seen 6 +1.0", "seen 7 +1.0", "seen 0 +1.0"])
    }

    @Test func thresholdsAreCrossed() throws {
        let setup = try Setup(thresholds: [0, 0.5, 1], count: 4)
        #expect(
            try setup.show(60, at: 0) == [
                "crossed 0 #1 0.4", "crossed 1 #3 1.0", "crossed 2 #3 1.0", "crossed 3 #2 0.6",
            ])
        #expect(try setup.show(0, at: 0.1) == ["crossed 0 #3 1.0", "crossed 3 #0 0.0"])
    }

    @Test func aNewSessionAndForgottenItems() throws {
        let setup = try Setup(count: 5)
        _ = try setup.show(0, at: 0)
        #expect(try setup.show(0, at: 1) == ["seen 0 +1.0", "seen 1 +1.0", "seen 2 +1.0"])
        #expect(try setup.show(200, at: 2) == ["left 0 +2.0", "left 1 +2.0"])
        setup.impressions.forget([0, 2, 77])
        #expect(!setup.impressions.isSeen(0) && setup.impressions.isSeen(2))
        setup.told = []
        setup.impressions.reset()
        #expect(setup.told == ["left 2 +2.0"])
        #expect(!setup.impressions.isSeen(1))
        #expect(try setup.show(200, at: 3) == ["seen 2 +1.0", "seen 3 +1.0", "seen 4 +1.0"])
    }

    @Test func eachStreamHasAllEvents() async throws {
        let setup = try Setup(count: 1)
        let streams = [setup.impressions.events(), setup.impressions.events()]
        _ = try setup.show(0, at: 0)
        _ = try setup.show(0, at: 1)
        for stream in streams {
            var events = stream.makeAsyncIterator()
            let event = await events.next()
            #expect(event?.id == 0 && event?.kind == .seen && event?.rule == 0)
        }
    }

    @Test func aWakeUpTellsWithoutAnUpdate() async throws {
        let list = RangeController(estimate: 100)
        let impressions = Impressions<Int>(rules: [ImpressionRule(fraction: 0.5, seconds: 0.01)])
        try list.insertItems(count: 1, at: 0)
        var events = impressions.events().makeAsyncIterator()
        _ = try list.update(ListViewport(offset: 0, length: 300))
        // Attached later, it begins with what is there.
        try impressions.attach(to: list) { $0 }
        let began = ContinuousClock.now
        let event = await events.next()
        #expect(event?.kind == .seen)
        #expect((event?.instant ?? began) - began < .milliseconds(12))
    }

    @Test func aListThatIsReleasedShowsNothing() async throws {
        let impressions = Impressions<Int>()
        var list: RangeController? = RangeController(estimate: 100)
        var time = 0.0
        impressions.clock = { time }
        try list?.insertItems(count: 1, at: 0)
        try impressions.attach(to: list!) { $0 }
        _ = try list?.update(ListViewport(offset: 0, length: 300))
        time = 1
        _ = try list?.update(ListViewport(offset: 0, length: 300))
        #expect(impressions.isSeen(0))
        var events = impressions.events().makeAsyncIterator()
        list = nil
        #expect(await events.next()?.kind == .left)
    }

    @Test func twoListsTellOfAnItemOnce() throws {
        let setup = try Setup(count: 1)
        let other = RangeController(estimate: 100)
        other.schedulesUpdates = false
        try other.insertItems(count: 1, at: 0)
        try setup.impressions.attach(to: other, cross: { 0.25 }, id: { $0 })
        _ = try setup.show(0, at: 0)
        // A quarter of it does not go on for the other list.
        _ = try other.update(ListViewport(offset: 0, length: 300))
        #expect(try setup.show(0, at: 1) == ["seen 0 +1.0"])
        setup.told = []
        setup.impressions.detach(from: setup.list)
        #expect(setup.told == ["left 0 +1.0"])
    }

    @Test func wrongArgumentsAreNamed() {
        func refused(_ rules: [ImpressionRule], _ thresholds: [Double] = []) -> String? {
            do throws(RangeCoreError) {
                _ = try ImpressionEngine(rules: rules, thresholds: thresholds)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(refused([.display], [0, 0.5, 1]) == nil)
        #expect(refused([])?.hasSuffix("rules.count is 0") == true)
        #expect(
            refused(Array(repeating: .display, count: 5))?.hasSuffix("rules.count is 5") == true)
        #expect(
            refused([.display, ImpressionRule(fraction: 2, seconds: 1)])?.contains("rules[1]")
                == true)
        #expect(refused([.display], [0.5, 0.25])?.contains("thresholds is [0.5, 0.25]") == true)
        #expect(refused([.display], Array(repeating: 0, count: 33))?.contains("33") == true)
    }
}
