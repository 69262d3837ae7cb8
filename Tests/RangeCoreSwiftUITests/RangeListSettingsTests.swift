import RangeCore
import Testing

@testable import RangeCoreSwiftUI

@MainActor
@Suite("What the modifiers of a list set")
struct RangeListSettingsTests {
    private let host: LazyListHost<Int>
    private var applied = AppliedSettings<Int>()

    init() throws {
        host = LazyListHost(estimate: 60)
        host.controller.schedulesUpdates = false
    }

    private var settings: ListSettings { host.controller.settings }

    @Test("A modifier that is taken away takes its setting back, and one that stays keeps it")
    mutating func takenAway() {
        let (old, slack) = (settings.leadingScreensAtTail, settings.slack)
        applied.apply([.init(\.leadingScreensAtTail, 5), .init(\.slack, 30)], to: host)
        applied.apply([.init(\.leadingScreensAtTail, 6), .init(\.slack, 30)], to: host)
        #expect(settings.leadingScreensAtTail == 6 && settings.slack == 30)
        applied.apply([.init(\.slack, 30)], to: host)
        #expect(settings.leadingScreensAtTail == old && settings.slack == 30)
        applied.apply([], to: host)
        #expect(settings.slack == slack)
        // What the app has set itself since then is not.
        host.set(\.slack, to: 7)
        applied.apply([], to: host)
        #expect(settings.slack == 7)
    }

    @Test("Of several modifiers for the same, the last applies, and nothing goes back and forth")
    mutating func last() {
        var changes = 0
        let count = RangeListSetting<Int>("count") { _ in
            changes += 1
        } undo: { _ in
            { _ in changes += 100 }
        }
        let two: [RangeListSetting<Int>] = [
            .init(\.leadingScreensAtTail, 5), count, count, .init(\.leadingScreensAtTail, 4),
        ]
        applied.apply(two, to: host)
        #expect(settings.leadingScreensAtTail == 4 && changes == 1)
        applied.apply([], to: host)
        #expect(changes == 101)
    }

    @Test("Impressions and extents follow their modifiers, also from one to another")
    mutating func impressions() {
        let (first, second) = (Impressions<Int>(), Impressions<Int>())
        for it in [first, first, second] {
            applied.apply(
                [.init(impressions: it, rule: nil), .init(extent: { _ in 10 })], to: host)
            #expect(host.controller.followers.count == 1)
        }
        #expect(!second.follow(host) && first.follow(host))
        first.leave(host.controller)
        host.apply([1, 2, 3])
        #expect(host.controller.engine.length == 30)
        applied.apply([], to: host)
        #expect(host.controller.followers.isEmpty && host.extent == nil)
    }

    @Test("A fetcher, nodes and changes end with their modifiers")
    mutating func fetcher() {
        let fetch = RangeListSetting<Int>(fetcherAt: .head) { _ in
            ([0], true)
        } insert: { _ in
        }
        applied.apply([.screenAtHead, fetch], to: host)
        #expect(settings.leadingScreensAtHead == 1)
        applied.apply([.screenAtHead, .init(\.leadingScreensAtHead, 3), fetch], to: host)
        #expect(settings.leadingScreensAtHead == 3)
        applied.apply(
            [
                .init(node: { _ in RangeNode() }), .init(changes: [{ _ in }]),
                .init(wide: { _ in true }),
            ],
            to: host)
        #expect(host.isWide != nil)
        #expect(settings.leadingScreensAtHead == 0)
        #expect(host.makeNode != nil && host.onStateChanges != nil)
        applied.apply([], to: host)
        #expect(host.makeNode == nil && host.onStateChanges == nil && host.isWide == nil)
    }
}
