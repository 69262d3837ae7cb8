import Testing

@testable import RangeCore

@Suite("A list in lanes")
struct LaneTests {
    private func example(_ extents: [Double], lanes: Int, spacing: Double) throws -> ListEngine {
        var engine = try ListEngine(estimate: 50, spacing: spacing)
        try engine.insertItems(extents: extents, at: 0)
        try engine.setLanes(lanes, spacing: spacing)
        return engine
    }

    @Test("Each item goes on where the first lane ends", arguments: [2, 3, 5])
    func places(lanes: Int) throws {
        let extents = (0..<300).map { Double(20 + $0 * 7919 % 97) }
        var engine = try example(extents, lanes: lanes, spacing: 4)
        var ends = [Double](repeating: 0, count: lanes)
        let wanted = extents.map { extent in
            let lane = ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
            defer { ends[lane] += extent + 4 }
            return ItemPlace(
                offset: ends[lane], extent: extent, lane: lane, isWide: false, isMeasured: true)
        }
        var offset = 0.0
        while offset < engine.length - 200 {
            let update = try engine.update(
                ListViewport(offset: offset, length: 200, isUserDriven: true))
            #expect(update.correction == 0)
            let found = try engine.places(ofItems: update.visible)
            #expect(found == Array(wanted[update.visible]))
            // The range is a hull, and states are exact.
            for (index, place) in zip(update.visible, found) {
                let isSeen = place.offset < offset + 200 && place.offset + place.extent > offset
                #expect(engine.state(ofItem: index).contains(.visible) == isSeen)
            }
            offset += 60
        }
        #expect(engine.length == ends.max()! - 4)
        try engine.validate()
    }

    @Test("What is on screen moves by one number when items above are measured, in its lane")
    func stays() throws {
        var engine = try example((0..<200).map { Double(40 + $0 % 7 * 10) }, lanes: 3, spacing: 0)
        var viewport = ListViewport(offset: 0, length: 300, isUserDriven: true)
        while viewport.offset < 1500 {
            _ = try engine.update(viewport)
            viewport.offset += 100
        }
        let visible = try engine.update(viewport).visible
        let before = try engine.places(ofItems: visible)
        for (row, extent) in [(0, 75.0), (4, 10), (9, 300)] {
            try engine.setExtent(extent, ofRow: row)
        }
        let update = try engine.update(viewport)
        let after = try engine.places(ofItems: visible)
        #expect(update.correction != 0 && after.map(\.lane) == before.map(\.lane))
        for (place, old) in zip(after, before) where old.offset > viewport.offset {
            #expect(place.offset == old.offset + update.correction)
        }
    }

    @Test("Wide items and headers go across all lanes")
    func spans() throws {
        var engine = try example([60, 120, 50, 80, 30, 30], lanes: 2, spacing: 10)
        try engine.setSpan(.wide, ofItems: 3..<4)
        try engine.markHeader(at: 0)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        var places = try engine.places(ofItems: 0..<6)
        #expect(places.map(\.isWide) == [true, false, false, true, false, false])
        #expect(places.map(\.offset) == [0, 70, 70, 200, 290, 290])
        #expect(places.map(\.lane) == [nil, 0, 1, nil, 0, 1])
        try engine.setSpan(.lane, ofItems: 3..<4)
        try engine.markHeader(at: 4, columns: 1)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        places = try engine.places(ofItems: 0..<6)
        #expect(places.map(\.isWide) == [true, false, false, false, true, true])
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.setSpan(.lane, ofItems: 0..<1)
        }
        try engine.validate()
    }

    @Test("One lane is one column, and columns have places")
    func columns() throws {
        let extents = (0..<40).map { Double(20 + $0 % 9) }
        var engine = try example(extents, lanes: 1, spacing: 4)
        var other = try ListEngine(spacing: 4)
        try other.insertItems(extents: extents, at: 0)
        try other.markProvisional(0..<40)
        #expect(try engine.positions(ofRows: 0..<40) == other.positions(ofRows: 0..<40))
        try engine.setLayout(columns: 3, spacing: 0)
        #expect(try engine.places(ofItems: 4..<5)[0].lane == 1)
        #expect(try engine.places(ofItems: 0..<3).allSatisfy { $0.offset == 0 && !$0.isWide })
        try engine.markHeader(at: 6, columns: 2)
        #expect(try engine.places(ofItems: 6..<8).map(\.isWide) == [true, false])
        #expect(throws: RangeCoreError.invalidArgument) { try engine.setLanes(2, spacing: 0) }
    }

    @Test("Keys go to the neighbour on the screen, not by index")
    func neighbors() throws {
        // Each letter is 10 points.
        //     lane 0   0033444667
        //     lane 1   12225  66
        var engine = try example([20, 10, 30, 20, 30, 10, 20, 10], lanes: 2, spacing: 0)
        try engine.setSpan(.wide, ofItems: 6..<7)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        let places = try engine.places(ofItems: 0..<8)
        #expect(places.map { $0.lane ?? -1 } == [0, 1, 1, 0, 0, 1, -1, 0])
        #expect(places.map(\.offset) == [0, 0, 10, 20, 40, 40, 70, 90])
        func along(_ way: Int) throws -> [Int?] {
            try (0..<8).map { try engine.neighbor(ofItem: $0, along: way) }
        }
        func across(_ way: Int) throws -> [Int?] {
            try (0..<8).map { try engine.neighbor(ofItem: $0, across: way) }
        }
        #expect(try along(1) == [3, 2, 5, 4, 6, 6, 7, nil])
        #expect(try along(-1) == [nil, nil, 1, 0, 3, 2, 5, 6])
        #expect(try across(1) == [1, nil, nil, 2, 5, nil, nil, 5])
        #expect(try across(-1) == [nil, 0, 3, nil, nil, 4, nil, nil])
        #expect(try engine.neighbor(ofItem: 2) == nil)
        for index in [-1, 8] {
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.neighbor(ofItem: index, along: 1)
            }
        }
    }

    @Test("What is not allowed is refused, and changes nothing")
    func refused() throws {
        var engine = try example([60, 120, 50], lanes: 2, spacing: 10)
        let length = engine.length
        for lanes in [0, -1, 17] {
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.setLanes(lanes, spacing: 0)
            }
        }
        for (spacing, tolerance) in [(-1.0, 0.0), (0, -1), (.nan, 0), (0, .nan)] {
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.setLanes(3, spacing: spacing, tolerance: tolerance)
            }
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.markHeader(at: 0, columns: 2)
        }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.places(ofItems: 2..<4) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.places(ofItems: -1..<2) }
        #expect(engine.length == length)
    }

    @Test("A controller knows its lanes, and its nodes stay with their items")
    @MainActor
    func controller() throws {
        let list = try TracedList(0..<60)
        let controller = try #require(list.controller)
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        let first = try #require(controller.node(ofItem: 1))
        try controller.setLanes(3, spacing: 2)
        try controller.setSpan(.wide, ofItems: 0..<1)
        #expect((controller.laneCount, controller.columns, controller.spacing) == (3, 1, 2))
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        let places = try controller.engine.places(ofItems: 0..<4)
        #expect(places.map(\.lane) == [nil, 0, 1, 2])
        #expect(controller.node(ofItem: 1) === first && list.isConsistent)
        try controller.setLayout(columns: 2, spacing: 0)
        #expect((controller.laneCount, controller.columns) == (1, 2))
        list.decorate = { [unowned list] _ in
            #expect(throws: RangeCoreError.busy) { try list.controller.setLanes(2, spacing: 0) }
            #expect(throws: RangeCoreError.busy) {
                try list.controller.setSpan(.wide, ofItems: 0..<1)
            }
        }
        _ = try controller.update(ListViewport(offset: 2000, length: 300))
        #expect(controller.columns == 2)
    }

    @Test("A lazy stack in lanes shows what is on screen, and not all in between")
    @MainActor
    func lazyStack() throws {
        let host = LazyListHost<Int>(estimate: 50)
        let heights = [400.0, 40, 40, 40, 40, 40, 40, 40, 40, 40]
        host.extent = { heights[$0] }
        host.setLanes(2, spacing: 0)
        host.apply(Array(0..<10))
        host.setViewport(ListViewport(offset: 0, length: 100))
        host.setFrame(of: 0, start: 0, extent: 400)
        host.flush()
        host.setViewport(ListViewport(offset: 130, length: 60))
        host.setFrame(of: 4, start: 120, extent: 40)
        host.flush()
        // 0 is in lane 0; all others are in lane 1.
        #expect(host.visibleIDs == [0, 4, 5])
        #expect(host.controller.laneCount == 2)
        host.setSpacing(6)
        #expect(host.controller.laneCount == 2 && host.controller.spacing == 6)
        for lanes in [0, 17] { host.setLanes(lanes, spacing: 6) }
        #expect(host.controller.laneCount == 2)
    }
}

@Suite("A list in lanes in a scroll view")
@MainActor
struct HostedLaneTests {
    @Test("Each row is where its lane has it, and nothing jumps in any lane")
    func scrolling() throws {
        let list = try FakeList(0..<3000)
        list.host.lanesForBreadth = { Int($0 / 100) }
        for header in stride(from: 0, to: 3000, by: 70) {
            try list.controller.markHeader(at: header)
        }
        list.host.update()
        #expect(list.controller.laneCount == 4 && list.controller.columns == 1)
        list.host.scroll(toItem: 1500, at: .start)
        for step in [-60.0, 230, -350, -45] {
            for _ in 0..<20 { list.watch { list.scrollView.move(by: step) } }
        }
        #expect(list.worstJump == 0)
        let visible = try #require(list.controller.lastUpdate?.visible)
        for index in visible where list.controller.state(ofItem: index).contains(.visible) {
            let place = try list.controller.engine.places(ofItems: index..<index + 1)[0]
            let frame = try #require(list.host.frame(ofItem: index))
            #expect((frame.start, frame.extent) == (place.offset, place.extent))
            #expect((frame.column, frame.columns) == (place.lane ?? 0, place.isWide ? 1 : 4))
            #expect(place.isWide == (index % 70 == 0))
            #expect(abs(place.extent - list.surface.extent(index, place.isWide ? 400 : 100)) < 0.01)
        }
    }

    @Test("Edits above leave all lanes in place, and another breadth has other lanes")
    func edits() throws {
        let list = try FakeList(0..<3000)
        list.host.lanesForBreadth = { Int($0 / 100) }
        list.host.scroll(toItem: 1500, at: .start)
        let (before, columns) = (list.surface.screen, frames(list).mapValues(\.column))
        try list.insert(Array(5000..<5031), at: 3)
        try list.remove(100..<117)
        list.host.update()
        #expect(list.surface.screen == before && frames(list).mapValues(\.column) == columns)
        list.scrollView.breadth = 600
        list.host.update()
        #expect(list.controller.laneCount == 6 && list.surface.screen[1500] != nil)
        #expect(Set(frames(list).values.map(\.columns)) == [6])
        list.host.lanesForBreadth = nil
        list.host.columnsForBreadth = { _ in 2 }
        list.host.update()
        #expect(list.controller.laneCount == 1 && list.controller.columns == 2)
        #expect(Set(frames(list).values.map(\.columns)) == [2])
    }

    private func frames(_ list: FakeList) -> [Int: ItemFrame] {
        let placed = list.surface.cells.values.compactMap { cell in
            cell.frame.map { (cell.key, $0) }
        }
        return Dictionary(uniqueKeysWithValues: placed).filter {
            list.surface.screen[$0.key] != nil
        }
    }
}
