import Testing

@testable import RangeCore

@MainActor
@Suite("The host of a lazy stack")
struct LazyListTests {
    private func makeHost(_ ids: some Collection<Int>) throws -> LazyListHost<Int> {
        let host = LazyListHost<Int>(estimate: 60)
        host.controller.schedulesUpdates = false
        host.apply(ids)
        return host
    }

    @Test(
        "With frames, what is visible and the direction are right in every update",
        arguments: [false, true])
    func exact(saysWhoMoves: Bool) throws {
        var stack = FakeStack(seed: saysWhoMoves ? 1 : 2, count: 400)
        let host = try makeHost(stack.ids)
        var direction = ScrollDirection.forward
        var (wrongItems, wrongDirections, wrongStates) = (0, 0, 0)
        func update(_ isUser: Bool) throws {
            stack.tellFrames(host)
            host.flush()
            if isUser, stack.moved != 0 { direction = stack.moved > 0 ? .forward : .backward }
            let update = try #require(host.controller.lastUpdate)
            wrongItems += host.visibleIDs == stack.visibleIDs ? 0 : 1
            wrongDirections += update.direction == direction ? 0 : 1
            let states = stack.visibleIDs.map(host.state(of:))
            wrongStates += states.allSatisfy { $0.contains(.visible) } ? 0 : 1
            #expect(update.correction == 0 && update.pending == 0)
        }
        try update(false)
        for _ in 0..<400 {
            stack.moved = 0
            stack.edit()
            host.apply(stack.ids)
            if saysWhoMoves {
                host.movement = .program
                host.flush()
            }
            try update(false)
            if saysWhoMoves { host.movement = .user }
            stack.moved = 0
            // Long ways now and then, so that both ends are reached.
            let way = Int.random(in: 0..<10, using: &stack.random) == 0 ? 1000 : 25
            stack.scroll(by: Double(4 * Int.random(in: -way...way, using: &stack.random)))
            try update(true)
        }
        #expect([wrongItems, wrongDirections, wrongStates] == [0, 0, 0])
        try host.controller.engine.validate()
    }

    @Test(
        "With the visible ids alone, what is visible is right in every update", arguments: [3, 4])
    func visible(seed: UInt64) throws {
        var stack = FakeStack(seed: seed, count: 400)
        let host = try makeHost(stack.ids)
        for _ in 0..<200 {
            stack.edit()
            host.apply(stack.ids)
            stack.scroll(by: Double(4 * Int.random(in: -100...100, using: &stack.random)))
            host.setVisible(stack.visibleIDs.shuffled(using: &stack.random))
            host.flush()
            #expect(host.visibleIDs == stack.visibleIDs)
        }
    }

    @Test("The first visible row and its place suffice where the length is known")
    func first() throws {
        let host = try makeHost(0..<100)
        host.setViewport(ListViewport(offset: 0, length: 120))
        host.setFirstVisible(10, at: -30)
        host.flush()
        #expect(host.visibleIDs == [10, 11, 12])
        host.apply(Array(-5..<100))
        host.flush()
        #expect(host.visibleIDs == [10, 11, 12])
        host.setFirstVisible(12)
        host.flush()
        #expect(host.visibleIDs == [12, 13])
        // Not known any more, or of no row: the place stays.
        host.setFirstVisible(nil)
        host.apply(Array(-9..<100))
        host.flush()
        #expect(host.visibleIDs == [12, 13])
    }

    @Test("What enters and what leaves is told in one call, nearest first")
    func changes() throws {
        let host = try makeHost(0..<100)
        var told: [LazyStateChanges<Int>] = []
        host.onStateChanges = { told.append($0) }
        host.setViewport(ListViewport(offset: 0, length: 120))
        host.setVisible([0, 1])
        host.flush()
        #expect(told.count == 1 && told[0].entered(.preload) == [0, 1, 2])
        host.setVisible([50, 51])
        host.flush()
        #expect(told.count == 2)
        #expect(told[1].left([.preload, .display]) == [0, 1, 2])
        #expect(told[1].entered(.visible) == [50, 51])
        // Forward and, less far, backward: 2.5 and 1.5 screenfuls of two rows.
        #expect(told[1].entered(.preload) == [50, 51, 52, 53, 49, 48, 47, 54, 55, 56])
        host.apply(Array(60..<100))
        host.flush()
        #expect(told.count == 3 && told[2].left(.preload).prefix(3) == [47, 48, 49])
        host.flush()
        #expect(told.count == 3)
    }

    @Test("Nodes belong to ids, and a nested list follows its row")
    func nodes() throws {
        let host = try makeHost(0..<10)
        let trace = Trace()
        host.makeNode = { TraceNode("\($0)", trace) }
        let inner = RangeController { _ in RangeNode() }
        host.setNestedController(inner, of: 3)
        host.setNestedController(inner, of: 77)
        host.setViewport(ListViewport(offset: 0, length: 120))
        host.setVisible([3, 4])
        host.flush()
        #expect((host.node(of: 3) as? TraceNode)?.name == "3" && host.node(of: 9) == nil)
        #expect(inner.presence == .onScreen)
        host.apply([9, 8, 7, 6, 5, 4, 3])
        host.setVisible([9])
        host.flush()
        #expect(inner.presence == .away)
        host.setNestedController(nil, of: 3)
        host.setVisible([3])
        host.flush()
        #expect(inner.presence == .away && host.state(of: 3).contains(.visible))
    }

    @Test("An id that occurs twice is taken once, and unknown ones are ignored")
    func duplicates() throws {
        let host = try makeHost([1, 2, 1, 3, 2])
        #expect(host.ids == [1, 2, 3] && host.controller.count == 3)
        #expect(host.index(of: 3) == 2 && host.index(of: 9) == nil && host.state(of: 9).isEmpty)
        host.flush()
        let update = host.controller.lastUpdate
        host.noteAppearance(of: 9)
        host.noteDisappearance(of: 9)
        host.setVisible([9])
        host.setFirstVisible(9)
        host.setFrame(of: 9, start: 0, extent: 10)
        host.setFrame(of: 1, start: .nan, extent: 10)
        host.setFrame(of: 1, start: 0, extent: -1)
        host.setViewport(ListViewport(offset: .infinity, length: 10))
        host.flush()
        #expect(host.controller.lastUpdate == update && host.news.isEmpty)
    }

    @Test("The ids of an array that has not changed are not asked for again")
    func sameArray() throws {
        @MainActor
        final class Item {
            static var asked = 0
            let number: Int
            init(_ number: Int) { self.number = number }
            var id: Int {
                Item.asked += 1
                return number
            }
        }
        let host = try makeHost([])
        var items = (0..<10).map(Item.init)
        host.apply(items, id: \.id)
        host.apply(items, id: \.id)
        #expect(host.ids == Array(0..<10) && Item.asked == 10)
        items[3] = Item(33)
        host.apply(items, id: \.id)
        #expect(host.ids[3] == 33 && Item.asked == 20)
        host.apply([5])
        host.apply(items, id: \.id)
        #expect(host.ids.count == 10 && Item.asked == 30)
        host.apply(0..<4, id: \.self)
        host.apply(0..<5, id: \.self)
        #expect(host.ids == Array(0..<5))
    }

    @Test("Errors are reported, and the next ids are taken in as new ones")
    func errors() throws {
        let host = try makeHost(0..<10)
        var errors: [RangeCoreError] = []
        host.onError = { errors.append($0) }
        host.controller.report(.outOfMemory)
        host.onError = nil
        host.controller.report(.outOfMemory)
        host.onError = { errors.append($0) }
        host.setSpacing(5_000_000)
        host.setViewport(ListViewport(offset: 0, length: 120))
        host.setFrame(of: 3, start: 0, extent: 5_000_000)
        host.flush()
        #expect(
            errors == [.outOfMemory, .limitExceeded, .limitExceeded] && host.visibleIDs.first == 3)
        try host.controller.insertItems(count: 1, at: 0)
        host.apply(0..<5)
        #expect(errors.last == .invalidArgument && host.ids == [] && host.controller.count == 0)
        host.apply(0..<5)
        host.setVisible([1, 2])
        host.flush()
        #expect(errors.count == 4 && host.ids.count == 5 && host.visibleIDs == [1, 2])
    }

    @Test("A frame left over from an earlier layout does not misplace the viewport")
    func leftOver() throws {
        let host = try makeHost(0..<100)
        host.setViewport(ListViewport(offset: 0, length: 120))
        for id in 0..<3 { host.setFrame(of: id, start: Double(id) * 60, extent: 60) }
        host.flush()
        // The rows disappear unnoticed; others are where they were.
        for id in 50..<53 { host.setFrame(of: id, start: Double(id - 50) * 60 - 20, extent: 60) }
        host.flush()
        #expect(host.visibleIDs == [50, 51, 52])
    }

    @Test("What is behind an inset is not visible")
    func insets() throws {
        let host = try makeHost(0..<100)
        host.setViewport(ListViewport(offset: 0, length: 300, insetStart: 70, insetEnd: 50))
        for id in 10..<15 { host.setFrame(of: id, start: Double(id - 10) * 60, extent: 60) }
        host.flush()
        #expect(host.visibleIDs == [11, 12, 13, 14])
        host.setViewport(ListViewport(offset: -20, length: 300, insetStart: 70, insetEnd: 90))
        host.flush()
        #expect(host.visibleIDs == [10, 11, 12, 13])
    }

    @Test("Frames of rows that never disappear do not pile up")
    func pile() throws {
        let host = try makeHost(0..<5000)
        for id in 0..<5000 {
            host.setFrame(of: id, start: Double(id) * 60, extent: 60)
            host.setViewport(ListViewport(offset: Double(id) * 60 - 60, length: 120))
            host.flush()
        }
        #expect(host.rows.count < 600 && host.visibleIDs == [4998, 4999])
    }

    @Test("A grid has rows of several items, as high as the highest")
    func grid() throws {
        let host = try makeHost(0..<100)
        host.setLayout(columns: 3, spacing: 4)
        host.setLayout(columns: 0, spacing: 4)
        host.setLayout(columns: 3, spacing: -1)
        #expect(host.controller.columns == 3 && host.controller.spacing == 4)
        host.setSpacing(10)
        host.setViewport(ListViewport(offset: 0, length: 200))
        // The cells of a row begin where its alignment puts them, and are told in any order.
        for (id, extent) in [(31, 80.0), (30, 90), (32, 70), (34, 60), (33, 50), (35, 100)] {
            host.setFrame(of: id, start: id < 33 ? 0 : 100, extent: extent)
        }
        host.flush()
        #expect(host.visibleIDs == Array(30..<36) && host.controller.columns == 3)
        let row = host.controller.item(at: 34)
        #expect(row.extent == 100 && row.offset - host.controller.item(at: 30).offset == 100)
        host.setFrame(of: 32, start: 0, extent: 95)
        host.setFrame(of: 99, start: 5000, extent: 20)
        host.flush()
        #expect(host.controller.item(at: 30).extent == 95 && host.visibleIDs.first == 30)
    }

    @Test("The user has moved the viewport, unless an edit, a new length or the program has")
    func movement() throws {
        let host = try makeHost(0..<100)
        func frames(from id: Int, at start: Double) {
            for step in 0..<3 {
                host.setFrame(of: id + step, start: start + Double(step) * 60, extent: 60)
            }
            host.flush()
        }
        var direction: ScrollDirection? { host.controller.lastUpdate?.direction }
        host.setViewport(ListViewport(offset: 0, length: 120))
        frames(from: 50, at: 0)
        frames(from: 49, at: 0)
        #expect(direction == .backward)
        host.movement = .program
        frames(from: 51, at: 0)
        #expect(direction == .backward)
        host.movement = .user
        frames(from: 51, at: -40)
        #expect(direction == .forward)
        host.movement = .unknown
        host.setViewport(ListViewport(offset: 0, length: 130))
        frames(from: 51, at: 0)
        #expect(direction == .forward)
        // An edit, with the layout that it causes, in a stack that does not keep its place.
        host.apply(Array(-2..<100))
        frames(from: 51, at: 60)
        #expect(direction == .forward)
        frames(from: 51, at: 80)
        #expect(direction == .backward)
    }

    @Test("The place to keep is that of a row that stays")
    func keeping() throws {
        let host = try makeHost(0..<100)
        #expect(host.placeToKeep { _ in true } == nil)
        host.setViewport(ListViewport(offset: 1000, length: 310, insetStart: 60))
        for id in 0..<4 { host.setFrame(of: id, start: 1000 + Double(id) * 100, extent: 100) }
        // Row 1 starts 40 after the inset, of the room of 150 that it leaves.
        let kept = try #require(host.placeToKeep { _ in true })
        #expect(kept.id == 1 && kept.reading.fraction() == 40.0 / 150)
        #expect(host.placeToKeep { $0 > 1 }?.id == 2)
        #expect(host.placeToKeep { $0 == 3 }?.reading.fraction() == 240.0 / 150)
        host.apply(0..<50)
        #expect(host.placeToRestore == nil)
        host.apply([-1] + Array(0..<50))
        let place = try #require(host.placeToRestore)
        #expect(place.id == 1 && place.fraction == 40.0 / 150)
        host.apply([-2] + Array(0..<50))
        #expect(host.placeToRestore == place)
        host.apply(0..<50)
        #expect(host.placeToRestore != place && host.placeToRestore?.id == 1)
    }

    @Test("A stack that does not keep its place through edits can restore it", arguments: [5, 6])
    func restoring(seed: UInt64) throws {
        var stack = FakeStack(seed: seed, count: 400)
        let host = try makeHost(stack.ids)
        var moved = 0
        for _ in 0..<100 {
            stack.jump(to: Int.random(in: 0..<stack.ids.count, using: &stack.random))
            stack.scroll(by: Double(4 * Int.random(in: 0...40, using: &stack.random)))
            stack.tellFrames(host)
            host.flush()
            let (shown, last) = (stack.visibleIDs, host.placeToRestore)
            let starts = shown.map(stack.start(of:))
            stack.insertAboveWithoutKeeping(Int.random(in: 1...9, using: &stack.random))
            host.apply(stack.ids)
            let place = try #require(host.placeToRestore)
            #expect(place != last)
            stack.tellFrames(host)
            host.flush()
            moved += stack.visibleIDs == shown ? 0 : 1
            stack.scroll(to: place.id, aligning: place.fraction)
            stack.tellFrames(host)
            host.flush()
            #expect(host.visibleIDs == shown)
            for (id, start) in zip(shown, starts) {
                #expect(abs((stack.start(of: id) ?? .nan) - (start ?? .nan)) < 0.001)
            }
        }
        #expect(moved > 33)
    }

    @Test("Observed properties are announced before and after they change")
    func observed() throws {
        let host = try makeHost(0..<3)
        var lines: [String] = []
        host.willChange = { [unowned host] in lines.append("\($0) \(host.visibleIDs.count)") }
        host.didChange = { [unowned host] in lines.append("\($0) \(host.visibleIDs.count)") }
        host.controller.markExhausted(at: .tail)
        host.flush()
        #expect(lines == ["visibleIDs 0", "visibleIDs 1", "tailState 1", "tailState 1"])
        #expect(host.visibleIDs == [0] && host.loadState() == .exhausted)
        host.note(.settings)
        host.flush()
        #expect(lines.count == 4)
    }

    @Test("Extents of another width are kept until rows are laid out again")
    func width() throws {
        let host = try makeHost(0..<10)
        host.setViewport(ListViewport(offset: 0, length: 120))
        host.setFrame(of: 0, start: 0, extent: 80)
        host.flush()
        host.invalidateExtents()
        host.flush()
        #expect(host.controller.item(at: 0).isProvisional && host.controller.engine.length == 620)
        host.setSpacing(10)
        host.setSpacing(-1)
        host.flush()
        #expect(host.controller.engine.length == 710 && host.controller.spacing == 10)
        host.configure { $0.depth = 3 }
        host.flush()
        #expect(host.controller.lastUpdate?.mode == .lowMemory)
    }
}

@MainActor
@Suite("What a lazy stack says of rows that appear")
struct LazyAppearancesTests {
    private func window(_ appearances: LazyAppearances<Int>) -> [Int] {
        appearances.window { $0 }
    }

    @Test("A jump leaves stragglers behind, and a late hint does not jump back")
    func jump() {
        var appearances = LazyAppearances<Int>()
        #expect(window(appearances) == [])
        for id in 0..<6 { appearances.add(id) }
        #expect(window(appearances) == Array(0..<6))
        for id in 500..<505 { appearances.add(id) }
        #expect(window(appearances) == Array(500..<505))
        appearances.add(2)
        #expect(window(appearances) == Array(500..<505))
        var wasThere = appearances.remove(2)
        #expect(wasThere)
        wasThere = appearances.remove(2)
        #expect(!wasThere)
        // A few that were missed.
        appearances.add(510)
        #expect(window(appearances) == Array(500..<505) + [510])
    }

    @Test("Rows that never disappear do not pile up")
    func silent() {
        var appearances = LazyAppearances<Int>()
        for id in 0..<10_000 { appearances.add(id) }
        let shown = window(appearances)
        #expect(shown.last == 9999 && shown.count <= 64)
        let wasThere = appearances.remove(9999)
        #expect(wasThere)
        for id in 0..<1000 { appearances.add(id) }
        #expect(window(appearances).last == 999)
        #expect(window(appearances).count < 100)
    }
}
