import RangeCore
import Testing

@testable import RangeCoreSwiftUI

@MainActor
@Suite("A list in lanes in SwiftUI")
struct LaneSurfaceTests {
    private func view(lanes: Int = 3, at id: Int? = 500) -> FakeLaneView {
        let view = FakeLaneView(0..<1000, lanes: lanes)
        if let id { view.list.scroll(to: id) }
        view.layOut()
        return view
    }

    @Test("Only rows near the screen have views, in the order of the list")
    func near() {
        let view = view(at: nil)
        #expect(view.offset == -FakeLaneView.inset && view.faults == [])
        #expect(view.screen.count == view.list.visibleIDs.count && view.drawnEarly.isEmpty)
        for _ in 0..<40 { view.scroll(by: 130) }
        view.rest()
        let indices = view.placements.map(\.index)
        #expect(indices == indices.sorted() && indices.count < 100 && view.made.count < 400)
        #expect(view.faults == [] && Set(view.lanes.values) == [0, 1, 2])
        #expect(view.surface?.scrollLength == view.list.controller.engine.length)
    }

    @Test("Lanes share the breadth, less the gaps between them")
    func spans() {
        let lanes = (0..<3).map { LaneSpan(of: $0, of: 3, breadth: 316, spacing: 8) }
        #expect(lanes.map(\.start) == [0, 108, 216] && lanes.allSatisfy { $0.breadth == 100 })
        #expect(LaneSpan(of: 0, of: 1, breadth: 316, spacing: 8).breadth == 316)
        #expect(LaneSpan(of: 2, of: 3, breadth: 10, spacing: 8).breadth == 0)
    }

    @Test(
        "Nothing jumps in any lane while rows are laid out, down and up again",
        arguments: [1, 3, 5])
    func scrolling(lanes: Int) {
        let view = view(lanes: lanes)
        for step in [-35.0, 120, -250, -20] {
            for _ in 0..<25 {
                #expect(view.scroll(by: step) < 1e-6)
                #expect(view.jump { view.rest() } < 1e-6)
                #expect(view.faults == [])
            }
        }
        #expect(view.scrolls > 20)
    }

    @Test("What is laid out above, comes and goes leaves each lane in place")
    func above() throws {
        let view = view()
        for _ in 0..<5 {
            view.scroll(by: -90)
            view.rest()
        }
        let extent = view.extent
        let row = try #require(view.placements.first)
        #expect(view.screen[row.id] == nil)
        view.extent = { extent($0, $1) + ($0 == row.id ? 90 : 0) }
        #expect(view.jump { view.layOut() } < 1e-6)
        let grown = try #require(view.placements.first { $0.id == row.id })
        #expect(abs(grown.frame.extent - row.frame.extent - 90) < 0.01)
        #expect(view.jump { view.apply(Array(-50..<0) + view.ids) } < 1e-6)
        #expect(view.jump { view.apply(view.ids.filter { !(200..<237).contains($0) }) } < 1e-6)
        #expect(view.faults == [] && view.ids.count == 1013)
    }

    @Test("At another width or number of lanes the row that is read stays")
    func width() throws {
        let view = view()
        view.scroll(by: 77)
        view.rest()
        let changes: [() -> Void] = [
            { view.breadth = 640 }, { view.setLanes(5, spacing: 8) }, { view.breadth = 300 },
            { view.setLanes(2, spacing: 4) },
        ]
        for change in changes {
            // Of the rows at the start, behind the inset, the one that begins last.
            let start = view.offset + FakeLaneView.inset
            let there = view.placements.filter {
                $0.frame.start <= start && $0.frame.start + $0.frame.extent > start
            }
            let read = try #require(there.max { $0.frame.start < $1.frame.start })
            let before = read.frame.start - view.offset
            change()
            view.layOut()
            let after = try #require(view.placements.first { $0.id == read.id })
            #expect(abs(after.frame.start - view.offset - before) < 1e-6)
            #expect(view.faults == [] && view.list.controller.lastUpdate?.pending == 0)
        }
        #expect(view.list.controller.laneCount == 2)
    }

    @Test("While the user scrolls no offset is set, and all of it comes once they let go")
    func held() {
        let view = view()
        view.list.movement = .user
        let scrolls = view.scrolls
        for _ in 0..<30 { view.scroll(by: -60) }
        view.rest()
        #expect(view.scrolls == scrolls && view.list.controller.lastUpdate?.pending != 0)
        let jump = view.jump {
            view.list.movement = .unknown
            view.layOut()
        }
        #expect(jump < 1e-6 && view.scrolls > scrolls && view.faults == [])
        #expect(view.list.controller.lastUpdate?.pending == 0)
    }

    @Test("It scrolls to an item, to an offset, and to where it was the last time")
    func places() throws {
        let view = view(at: 800)
        #expect(view.screen[800] == FakeLaneView.inset)
        view.list.scroll(to: 300, at: 1)
        view.layOut()
        let extent = try #require(view.placements.first { $0.id == 300 }?.frame.extent)
        #expect(abs(try #require(view.screen[300]) + extent - 600) < 1e-6)
        view.list.scroll(toOffset: 0)
        view.layOut()
        #expect(abs(view.offset) < 1e-6)
        view.list.scroll(to: 634)
        view.layOut()
        view.scroll(by: 31)
        view.rest()
        let saved = try #require(try view.list.snapshot())
        let later = FakeLaneView(50..<1000, lanes: 3)
        later.list.restore(saved)
        later.layOut()
        #expect(later.screen[634] == view.screen[634] && !later.list.isRestoring)
        // Before there are items it waits for them, unless the user scrolls.
        let empty = FakeLaneView([], lanes: 3)
        empty.list.restore(saved)
        empty.layOut()
        #expect(empty.list.isRestoring)
        empty.apply(Array(400..<1000))
        #expect(empty.screen[634] == view.screen[634])
        let left = FakeLaneView([], lanes: 3)
        left.list.restore(saved)
        left.list.movement = .user
        left.layOut()
        #expect(!left.list.isRestoring)
    }

    @Test("It learns whether the inset counts in an offset that is set", arguments: [-1.0, 0, 1])
    func bias(sign: Double) {
        let view = FakeLaneView(0..<1000, lanes: 3)
        view.bias = sign * FakeLaneView.inset
        view.list.scroll(to: 500)
        view.layOut()
        #expect(view.screen[500] == FakeLaneView.inset)
        for _ in 0..<20 {
            #expect(view.scroll(by: -FakeLaneView.inset) < 1e-6)
            #expect(view.jump { view.rest() } < 1e-6)
        }
        #expect(view.faults == [])
    }

    @Test("Rows whose extents are known are placed by them")
    func known() {
        let view = view(at: nil)
        let extent: @Sendable (Int) -> Double = { Double(40 + $0 % 7 * 10) }
        view.list.extent = extent
        view.extent = { id, _ in extent(id) + 5 }
        view.layOut()
        #expect(view.list.controller.engine.length > 20_000)
        view.list.scroll(toOffset: 10_000)
        view.layOut()
        #expect(abs(view.offset - 10_000) < 1e-6 && !view.placements.isEmpty)
        for it in view.placements { #expect(it.frame.extent == extent(it.id) && it.isMeasured) }
    }

    @Test(
        "Edits beside the screen, while rows are laid out, leave each lane in place",
        arguments: 1...4)
    func edits(seed: Int) {
        let view = view(lanes: 2 + seed % 4)
        var next = 5000
        for step in 0..<60 {
            let number = abs((seed * 7919 + step) * 48_271 % 2_147_483_647)
            let visible = view.list.controller.lastUpdate?.visible ?? 0..<0
            let room =
                number % 2 == 0 ? 0..<visible.lowerBound : visible.upperBound..<view.ids.count
            let index = room.lowerBound + number / 7 % max(room.count, 1)
            var ids = view.ids
            switch number / 3 % 5 {
            case 0, 1: #expect(view.scroll(by: Double(number % 700) - 350) < 1e-6)
            case 2: ids.removeSubrange(index..<min(index + 12, room.upperBound))
            case 3:
                if index < room.upperBound {
                    ids.insert(ids.remove(at: index), at: room.lowerBound)
                }
            default:
                ids.insert(contentsOf: next..<next + 9, at: index)
                next += 9
            }
            #expect(view.jump { view.apply(ids) } < 1e-6)
            if number % 3 == 0 { #expect(view.jump { view.rest() } < 1e-6) }
            #expect(view.faults == [])
        }
    }

    @Test("Rows go across all lanes, and nothing jumps around them", arguments: [500, 507, 591])
    func wide(first: Int) throws {
        let view = FakeLaneView(0..<1000, lanes: 3)
        view.list.isWide = { $0 % 20 == 0 }
        view.list.scroll(to: first)
        view.layOut()
        for step in [-90.0, 170, -250] {
            for _ in 0..<20 {
                #expect(view.scroll(by: step) < 1e-6)
                #expect(view.jump { view.rest() } < 1e-6)
                #expect(view.faults == [])
                for it in view.placements {
                    #expect(it.frame.columns == (it.id % 20 == 0 ? 1 : 3))
                }
            }
        }
        #expect(view.jump { view.apply((2000..<2050) + view.ids) } < 1e-6)
        #expect(try view.list.controller.engine.places(ofItems: 20..<21)[0].isWide)
        view.list.isWide = nil
        view.layOut()
        #expect(view.placements.allSatisfy { $0.frame.columns == 3 } && view.faults == [])
    }

    @Test("Without the surface the list follows a stack again")
    func stack() {
        let view = view()
        view.drop()
        view.list.setLanes(1, spacing: 0)
        view.list.setFrame(of: 40, start: 1000, extent: 300)
        view.list.setViewport(ListViewport(offset: 1000, length: 300))
        view.list.flush()
        #expect(view.list.visibleIDs == [40])
    }
}
