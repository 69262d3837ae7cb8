import Foundation
import Testing

@testable import RangeCore

/// A lazy stack and its host, which scrolls where that says.
@MainActor
private struct Stack {
    let host = LazyListHost<Int>(estimate: 60)
    var view: FakeLazyScrollView
    var knowsOffsets = true

    init(_ ids: some Sequence<Int>) {
        host.controller.schedulesUpdates = false
        view = FakeLazyScrollView(.keeps, ids: Array(ids)) { Double(40 + ($0 * 37 + 1000) % 60) }
    }

    mutating func show(by distance: Double = 0) {
        host.apply(view.ids)
        view.scroll(by: distance)
        view.layOut(host)
    }

    /// As the view does: once a frame, until there is nothing to do; at most so often.
    mutating func follow(looks: Int = 20) -> Int {
        var restorations = 0
        for _ in 0..<looks {
            view.layOut(host)
            switch host.lookAtPlace(isKeptBySystem: true) {
            case .wait: continue
            case .done: return restorations
            case .restore(let distance?, _) where knowsOffsets: view.set(view.offset + distance)
            case .restore(_, let fraction):
                view.align(host.placeToRestore?.id ?? -1, fraction)
            }
            restorations += 1
        }
        return restorations
    }

    func snapshot() throws -> ScrollSnapshot<Int> {
        let data = try JSONEncoder().encode(try #require(try host.snapshot(capacity: 0)))
        return try JSONDecoder().decode(ScrollSnapshot<Int>.self, from: data)
    }

    /// How far what is on screen is from where it was.
    func distance(from before: [Int: Double]) -> Double {
        let both = view.shown.filter { before[$0.key] != nil }
        return both.isEmpty ? .infinity : both.map { abs($1 - before[$0]!) }.max() ?? 0
    }
}

@MainActor
@Suite("Places in a lazy stack")
struct LazyPlaceTests {
    @Test(
        "A new stack is at the same row and point, nothing of which was laid out",
        arguments: [-30, 0, 70], [true, false])
    func restored(first: Int, knowsOffsets: Bool) throws {
        var old = Stack(0..<300)
        old.show()
        old.show(by: 7777)
        let saved = try old.snapshot()
        var new = Stack(first..<320)
        new.knowsOffsets = knowsOffsets
        new.host.restore(saved)
        #expect(new.host.isRestoring && new.host.placeToRestore == nil)
        new.show()
        #expect(new.host.isRestoring && new.host.placeToRestore != nil)
        let restorations = new.follow()
        #expect(new.distance(from: old.view.shown) < 0.1 && restorations <= 2)
        #expect(!new.host.isRestoring)
        // What it is then is what is kept.
        #expect(try new.snapshot().visibleIDs == saved.visibleIDs)
    }

    @Test("It is looked for until its rows have come, and is not lost meanwhile")
    func later() throws {
        var old = Stack(100..<300)
        old.show()
        old.show(by: 5000)
        let saved = try old.snapshot()
        var new = Stack(0..<40)
        new.host.restore(saved)
        new.show()
        #expect(new.follow() == 0 && new.host.isRestoring)
        #expect(try new.snapshot() == saved)
        new.view.insert(Array(40..<300), at: 40)
        new.show()
        #expect(new.follow() > 0)
        #expect(new.distance(from: old.view.shown) < 0.1)
    }

    @Test("If only the row that was cut off is left, it ends where it ended")
    func cutOff() throws {
        var old = Stack(0..<300)
        old.show()
        old.show(by: 7777)
        let first = try #require(old.view.shown.min { $0.value < $1.value })
        #expect(first.value < 0)
        var new = Stack(Array(0...first.key) + Array(1000..<1300))
        new.host.restore(try old.snapshot())
        new.show()
        #expect(new.follow() > 0)
        #expect(abs((new.view.shown[first.key] ?? .infinity) - first.value) < 0.1)
    }

    @Test("The start is the start of what has come, and a user goes where they like")
    func startAndUser() throws {
        var old = Stack(100..<300)
        old.show()
        let start = try old.snapshot()
        #expect(start.isAtStart)
        var new = Stack(0..<300)
        new.host.restore(start)
        new.show(by: 900)
        _ = new.follow()
        #expect(new.view.offset == 0)
        old.show(by: 4000)
        new.host.restore(try old.snapshot())
        #expect(new.host.isRestoring)
        new.host.movement = .user
        new.show(by: 10)
        #expect(new.follow() == 0 && new.view.offset == 10 && !new.host.isRestoring)
    }

    @Test("It scrolls to an offset, exactly where extents are known", arguments: [true, false])
    func offset(isKnown: Bool) throws {
        var stack = Stack(0..<300)
        if isKnown { stack.host.extent = { Double(40 + ($0 * 37 + 1000) % 60) } }
        var told = 0
        stack.host.onPlaceToRestore = { told += 1 }
        stack.host.scroll(toOffset: 4321)
        #expect(told == 0)
        stack.show()
        _ = stack.follow()
        #expect(!isKnown || abs(stack.view.offset - 4321) < 0.001)
        #expect(abs(stack.view.offset - 4321) < 1000)
        for goal in [1234.0, -.infinity, .infinity] {
            stack.host.scroll(toOffset: goal)
            _ = stack.follow()
            let highest = stack.host.controller.engine.length - FakeLazyScrollView.length
            let wanted = min(max(goal, 0), highest)
            if isKnown { #expect(abs(stack.view.offset - wanted) < 0.001) }
        }
        #expect(told == 3)
    }

    @Test("It scrolls to an item, also to one that comes later")
    func item() throws {
        var stack = Stack(0..<300)
        stack.show()
        for (id, fraction) in [(200, 0.0), (40, 1), (120, 0.5)] {
            stack.host.scroll(to: id, at: fraction)
            _ = stack.follow()
            let row = try #require(stack.host.rows[id])
            let room = FakeLazyScrollView.length - row.extent
            #expect(abs(row.start - stack.view.offset - fraction * room) < 0.2)
        }
        stack.host.scroll(to: 1000)
        #expect(stack.host.placeToRestore?.id == 120 && stack.host.isRestoring == false)
        stack.host.apply(Array(0..<300) + [1000])
        #expect(stack.host.placeToRestore?.id == 1000)
    }

    @Test("Where extents are known, the list is as long as they say", arguments: [1, 3])
    func known(columns: Int) throws {
        let host = LazyListHost<Int>(estimate: 60)
        host.controller.schedulesUpdates = false
        host.setLayout(columns: columns, spacing: 0)
        var asked = 0
        host.extent = { id in
            asked += 1
            return Double(10 + id % 5)
        }
        host.apply(Array(0..<60))
        func length(_ ids: Range<Int>) -> Double {
            stride(from: ids.lowerBound, to: ids.upperBound, by: columns).reduce(0) { sum, first in
                sum
                    + Double(
                        (first..<min(first + columns, ids.upperBound)).map { 10 + $0 % 5 }.max()!)
            }
        }
        #expect(asked == 60 && host.controller.engine.length == length(0..<60))
        host.setViewport(ListViewport(offset: 0, length: 50))
        host.setFrame(of: 0, start: 0, extent: 33)
        host.flush()
        host.apply(Array(0..<90))
        #expect(asked == 90 && host.controller.engine.length == length(0..<90))
        host.invalidateExtents()
        #expect(asked == 180 && host.controller.engine.length == length(0..<90))
        var errors: [RangeCoreError] = []
        host.onError = { errors.append($0) }
        host.extent = { _ in .nan }
        host.apply(Array(0..<93))
        #expect(errors.count == 1)
    }

    @Test("Impressions follow it, by its ids")
    func impressions() throws {
        var stack = Stack(0..<300)
        let impressions = Impressions<Int>(rules: [.display, .video])
        let time = Time()
        impressions.clock = { time.now }
        try impressions.attach(to: stack.host, rule: { $0 == 1 ? 1 : 0 })
        var told: [String] = []
        impressions.onEvent = { told.append("\($0.kind) \($0.id) +\($0.seconds)") }
        stack.show()
        time.now = 1
        stack.show(by: 1)
        #expect(told.contains("seen 0 +1.0") && told.contains("seen 5 +1.0"))
        #expect(!impressions.isSeen(1))
        stack.view.insert([-2, -1], at: 0)
        stack.show()
        time.now = 2
        stack.show(by: 1)
        // Edits make no difference.
        #expect(impressions.isSeen(1) && told.filter { $0.hasPrefix("seen 0 ") }.count == 1)
        impressions.detach(from: stack.host.controller)
        #expect(told.contains("left 1 +2.0"))
    }

    private final class Time { var now = 0.0 }
}
