import RangeCore
import RangeCoreUIKit
import Testing

@MainActor
@Suite("A list in a scroll view: scrolling")
struct ListHostScrollTests {
    @Test("A pass down 6,000 rows makes each view once, and nothing jumps")
    func passDown() throws {
        let list = try FakeList(0..<6_000)
        list.host.update()
        while list.scrollView.contentOffset < list.scrollView.highest {
            list.watch { list.scrollView.move(by: 700) }
        }
        let surface = list.surface
        #expect(list.worstJump == 0 && surface.isFilled(list.host))
        #expect(surface.screen[5_999] == 800 - surface.extent(5_999, 400))
        #expect(surface.made.count == 6_000)
        #expect(surface.made.values.filter { $0 > 1 }.count == 0)
        #expect(surface.measured == 6_000 && list.controller.indicesOfNodes.count < 60)
        // The way back is known.
        while list.scrollView.contentOffset > 1_200_000 {
            list.watch { list.scrollView.move(by: -700) }
        }
        #expect(list.worstJump == 0 && surface.measured == 6_000)
    }

    @Test(
        "Scrolling up into unmeasured rows makes nothing jump, and reaches the top exactly",
        arguments: [true, false])
    func up(isHeld: Bool) throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        list.host.scroll(toItem: 500, at: .start)
        #expect(list.surface.screen[500] == 0)
        if isHeld { list.scrollView.touch() }
        while list.scrollView.contentOffset > 0 {
            list.drag(by: -90)
        }
        #expect(list.worstJump == 0 && list.surface.isFilled(list.host))
        list.settle()
        #expect(list.surface.screen[0] == 0 && list.surface.writesWhileHeld == 0)
    }

    @Test(
        "A fling goes on through unmeasured rows, corrected at once or when it ends",
        arguments: [false, true])
    func fling(endsWhenSet: Bool) throws {
        let list = try FakeList(0..<1000)
        list.scrollView.endsFlings = endsWhenSet
        list.host.update()
        list.host.scroll(toItem: 500, at: .center)
        for velocity in [-6000.0, 9000, -12_000, 3000] {
            list.scrollView.touch()
            list.watch { list.scrollView.move(by: velocity / 60) }
            list.scrollView.lift(velocity: velocity)
            while list.scrollView.isDecelerating { list.watch { list.scrollView.frame() } }
            #expect(list.surface.isFilled(list.host))
            #expect(list.controller.lastUpdate?.pending == 0)
        }
        // The list counts in 1/960 point; a fling does not.
        #expect(list.worstJump < 1 / 960)
        #expect(list.scrollView.cutCount == 0 && list.surface.writesWhileHeld == 0)
    }

    @Test(
        "A fling up through rows that are longer than estimated slips by nothing, and ends where it would",
        arguments: [110.0, 150, 300], [false, true])
    func slip(extent: Double, isRightToLeft: Bool) throws {
        let list = try FakeList(0..<1000, estimate: 100)
        list.surface.extent = { _, _ in extent }
        list.surface.isRightToLeft = isRightToLeft
        list.host.update()
        list.host.scroll(toItem: 500, at: .start)
        let (scrollView, velocity) = (list.scrollView, isRightToLeft ? 20_000.0 : -20_000)
        scrollView.touch()
        scrollView.lift(velocity: velocity)
        while scrollView.isDecelerating {
            list.watch { scrollView.frame() }
            #expect(list.controller.lastUpdate?.pending == 0 && list.surface.isFilled(list.host))
            if let landing = list.surface.state.landing {
                #expect(abs(landing - scrollView.landing) < 1e-6)
            }
        }
        #expect(list.worstJump < 1 / 960 && scrollView.cutCount == 0)
        #expect(abs(scrollView.travelled - velocity / 3) < 11)
        #expect(list.surface.made.count > 20)
    }

    @Test(
        "An offset that is scrolled to is the toolkit's own in the end, however rows are measured")
    func toOffset() throws {
        let list = try FakeList(0..<1000, estimate: 30)
        list.host.update()
        for offset in [5000.0, 1234, 20_000, 3] {
            list.host.scroll(toOffset: offset)
            list.settle()
            #expect(list.scrollView.contentOffset == offset && list.surface.isFilled(list.host))
        }
        list.host.scroll(toOffset: .infinity)
        list.settle()
        #expect(list.scrollView.contentOffset == list.scrollView.highest)
        #expect(list.surface.screen[999] != nil)
        list.host.scroll(toOffset: 700, animated: true)
        #expect(list.scrollView.isDecelerating && list.scrollView.contentOffset > 700)
        while list.scrollView.isDecelerating { list.scrollView.frame() }
        #expect(list.scrollView.contentOffset == 700)
    }

    @Test(
        "A list that sticks to its end begins where it is scrolled to, and sticks once it is there")
    func beginning() throws {
        let list = try FakeList(0..<100)
        list.controller.configure { $0.sticksToTail = true }
        list.host.scroll(toOffset: 0)
        list.settle()
        #expect(list.surface.screen[0] == 0)
        try list.controller.insertItems(count: 1, at: 100)
        list.surface.keys.append(100)
        list.host.update()
        list.settle()
        #expect(list.surface.screen[0] == 0)
        list.host.scroll(toOffset: .infinity)
        try list.controller.insertItems(count: 1, at: 101)
        list.surface.keys.append(101)
        list.host.update()
        list.settle()
        #expect(list.surface.screen[101] == 800 - list.surface.extent(101, 400))
    }

    @Test("Where extents are known nothing is measured, at another breadth neither")
    func known() throws {
        let list = try FakeList(0..<0, estimate: 30)
        list.host.extentsAreKnown = true
        list.surface.keys = Array(0..<1000)
        try list.controller.insertItems(count: 1000, at: 0) { Double(20 + $0 % 7) }
        list.host.update()
        list.host.scroll(toItem: 500, at: .start)
        list.scrollView.breadth = 300
        list.host.update()
        list.settle()
        #expect(list.surface.measured == 0 && list.surface.screen[500] == 0)
        #expect(list.host.frame(ofItem: 503)?.extent == Double(20 + 503 % 7))
        list.host.extentsAreKnown = false
        list.host.remeasure()
        #expect(list.surface.measured > 0)
    }

    @Test("A fling past either end bounces, and rests exactly at the end", arguments: [-1.0, 1])
    func bounce(way: Double) throws {
        let list = try FakeList(0..<300)
        (list.scrollView.insetStart, list.scrollView.insetEnd) = (50, 30)
        list.host.update()
        list.host.scroll(toItem: way < 0 ? 3 : 290, at: .start)
        list.scrollView.touch()
        list.scrollView.move(by: 60 * way)
        list.scrollView.lift(velocity: 20_000 * way)
        var furthest = 0.0
        while list.scrollView.isDecelerating {
            list.scrollView.frame()
            furthest = max(furthest, abs(list.scrollView.overshoot))
        }
        #expect(furthest > 50 && list.scrollView.overshoot == 0)
        #expect(list.scrollView.cutCount == 0)
        if way < 0 {
            #expect(list.surface.screen[0] == 50)
        } else {
            #expect(list.surface.screen[299] == 770 - list.surface.extent(299, 400))
        }
    }

    @Test("Pages that VoiceOver scrolls, with no finger, are measured before they are shown")
    func pages() throws {
        let list = try FakeList(0..<2000)
        list.host.update()
        var asked = 0
        list.controller.schedulesUpdates = true
        list.controller.setBatchFetcher { _ in
            ([Int](), false)
        } insert: { _, _ in
            asked += 1
        }
        for way in [1.0, 1, 1, -1, 1, 1, -1, -1, -1, -1, 1, 1] {
            list.watch { list.scrollView.scrollPage(way) }
            #expect(list.surface.isFilled(list.host))
        }
        #expect(list.worstJump == 0)
    }

    @Test("A list from right to left is the same, seen in a mirror")
    func rightToLeft() throws {
        let list = try FakeList(0..<2000)
        list.surface.isRightToLeft = true
        list.host.update()
        #expect(list.surface.screen[0] == 0)
        for step in 0..<400 {
            // Forward is to the left.
            list.watch { list.scrollView.move(by: step % 40 < 25 ? -77 : 90) }
        }
        #expect(list.worstJump == 0 && list.surface.screen[0] == nil)
        list.scrollView.move(by: -1e9)
        #expect(list.scrollView.contentOffset == 0)
        #expect(list.surface.screen[1999] == 800 - list.surface.extent(1999, 400))
        list.scrollView.move(by: 1e9)
        #expect(list.surface.screen[0] == 0)
    }

    @Test("An item is scrolled to exactly, through rows that have never been measured")
    func scrollTo() throws {
        let list = try FakeList(0..<10_000)
        list.host.scroll(toItem: 7000, at: .start)
        #expect(list.surface.screen[7000] == 0)
        list.host.scroll(toItem: 3000, at: .end)
        #expect(list.surface.screen[3000] == 800 - list.surface.extent(3000, 400))
        list.host.scroll(toItem: 5000, at: .center)
        #expect(list.surface.screen[5000] == (800 - list.surface.extent(5000, 400)) / 2)
        let offset = list.scrollView.contentOffset
        list.host.scroll(toItem: 5000, at: .nearest)
        #expect(list.scrollView.contentOffset == offset && list.surface.isFilled(list.host))
        list.host.update()
        #expect(list.host.error == nil)
    }

    @Test("An animation to an item ends there, however long the rows on the way turn out to be")
    func animated() throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        list.host.scroll(toItem: 300, at: .start, animated: true)
        #expect(list.scrollView.contentOffset == 0 && list.scrollView.isDecelerating)
        while list.scrollView.isDecelerating { list.watch { list.scrollView.frame() } }
        #expect(list.surface.screen[300] == 0 && list.worstJump == 0)
        #expect(list.surface.writesWhileHeld == 0 && list.scrollView.cutCount == 0)
    }

    @Test("A callback can scroll to an item, and does once the update is complete")
    func scrollInCallback() throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        var observation: ListObservation?
        observation = list.controller.observe { _, _ in
            observation?.cancel()
            list.host.scroll(toItem: 700, at: .start)
            #expect(list.surface.screen[700] == nil)
        }
        list.scrollView.move(by: 500)
        #expect(list.surface.screen[700] == 0 && list.surface.isFilled(list.host))
        list.surface.onPlace = {
            list.surface.onPlace = nil
            list.host.scroll(toItem: 200, at: .start)
        }
        list.scrollView.move(by: 500)
        #expect(list.surface.screen[200] == 0 && list.surface.isFilled(list.host))
    }

    @Test("What the host has set is not the user's scrolling")
    func ownOffset() throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        // The fake says that all movements are the user's.
        let modes = [RangeMode.minimum, .full]
        list.host.scroll(toItem: 400, at: .start)
        list.host.update()
        #expect(list.controller.lastUpdate?.mode == modes[0])
        list.scrollView.move(by: 10)
        #expect(list.controller.lastUpdate?.mode == modes[1])
    }
}

@MainActor
@Suite("A list in a scroll view: edits and measuring")
struct ListHostEditTests {
    @Test("An item keeps its view wherever edits move it", arguments: [false, true])
    func slots(isHeld: Bool) throws {
        let list = try FakeList(0..<500)
        list.host.update()
        list.host.scroll(toItem: 250, at: .start)
        let (node, view) = (list.controller.node(ofItem: 251), list.host.view(ofItem: 251))
        #expect(view?.key == 251 && node?.itemIndex == 251)
        if isHeld { list.scrollView.touch() }
        try list.watch {
            try list.insert(Array(1000..<1040), at: 10)
            try list.remove(100..<130)
            try list.move(200..<210, to: 5)
            list.host.update()
        }
        #expect(list.worstJump == 0 && list.controller.node(ofItem: 261) === node)
        #expect(list.host.view(ofItem: 261) === view && node?.itemIndex == 261)
        #expect(list.surface.made[251] == 1 && list.host.frame(ofItem: 261) == view?.frame)
        #expect(isHeld == (list.controller.lastUpdate?.pending != 0))
        // A move on screen takes the view along too.
        try list.move(261..<262, to: 262)
        list.host.update()
        #expect(list.host.view(ofItem: 262) === view && list.surface.made[251] == 1)
        try list.remove(262..<263)
        list.host.update()
        #expect(node?.itemIndex == nil && list.surface.screen[251] == nil)
        list.settle()
        #expect(list.surface.isFilled(list.host) && list.controller.lastUpdate?.pending == 0)
    }

    @Test("A breadth for more columns forms the rows again")
    func columns() throws {
        let list = try FakeList(0..<1000)
        list.host.columnsForBreadth = { Int($0 / 200) }
        list.host.update()
        #expect(list.controller.columns == 2)
        #expect(list.host.frame(ofItem: 3)?.column == 1 && list.host.frame(ofItem: 3)?.columns == 2)
        // A row is as long as the longer of its items.
        #expect(
            list.host.frame(ofItem: 2)?.start
                == max(list.surface.extent(0, 200), list.surface.extent(1, 200)))
        list.host.scroll(toItem: 500, at: .start)
        list.scrollView.breadth = 1000
        list.host.update()
        #expect(list.controller.columns == 5 && list.surface.screen[500] == 0)
        #expect(list.host.frame(ofItem: 504)?.column == 4)
        // The last row is not full.
        try list.insert([2000, 2001], at: 1000)
        list.host.scroll(toItem: 1001, at: .end)
        let length = max(list.surface.extent(2000, 200), list.surface.extent(2001, 200))
        #expect(list.surface.screen[2001] == 800 - length)
    }

    @Test("A list, a grid of 3 and a grid of 5 in one scroll view, with headers that are pinned")
    func sections() throws {
        let list = try FakeList(0..<700, estimate: 60) { $0.pinsHeaders = true }
        for (header, columns) in [(0, 1), (100, 3), (400, 5)] {
            try list.controller.markHeader(at: header, columns: columns)
        }
        list.host.update()
        #expect(list.host.frame(ofItem: 0)?.isPinned == true)
        while list.scrollView.contentOffset < list.scrollView.highest {
            list.watch(except: [0, 100, 400]) { list.scrollView.move(by: 90) }
            let header = list.controller.engine.pinnedHeader
            let pinned = try #require(header)
            let frame = try #require(list.host.frame(ofItem: pinned.index))
            // At the top, or pushed away by the next one.
            let top = frame.start - list.scrollView.contentOffset
            #expect(frame.isPinned && top <= 0 && top + frame.extent >= 0 && frame.columns == 1)
            #expect(frame.extent == list.surface.extent(pinned.index, 400))
        }
        #expect(list.worstJump == 0)
        #expect(list.host.frame(ofItem: 699)?.column == 298 % 5)
        #expect(list.host.frame(ofItem: 699)?.columns == 5)
        #expect(list.surface.screen[400] == 0)
        list.host.scroll(toItem: 101, at: .start)
        #expect(
            list.host.frame(ofItem: 102)?.columns == 3 && list.host.frame(ofItem: 102)?.column == 1)
        #expect(list.surface.screen[101] == list.surface.extent(100, 400))
        #expect(list.host.frame(ofItem: 0) == nil)
    }

    @Test("A cell that turns out longer once its picture has arrived says so")
    func sizedTwice() throws {
        let list = try FakeList(0..<1000)
        var loaded: Set<Int> = []
        list.surface.extent = { key, _ in loaded.contains(key) ? 300 : 80 }
        list.host.update()
        list.host.scroll(toItem: 500, at: .start)
        loaded = [499, 502]
        // Above the screen, and on it.
        list.controller.node(ofItem: 499)?.setNeedsMeasure()
        let node = try #require(list.controller.node(ofItem: 502))
        node.setNeedsMeasure()
        #expect(list.surface.screen[500] == 0 && list.surface.screen[503] == 460)
        #expect(list.host.frame(ofItem: 499)?.extent == 300)
        try node.setExtent(100)
        #expect(list.surface.screen[503] == 260)
        #expect(throws: RangeCoreError.notFound) { try RangeNode().setExtent(1) }
        RangeNode().setNeedsMeasure()
    }

    @Test("With no time to spare only visible rows are measured")
    func noBudget() throws {
        let list = try FakeList(0..<1000)
        list.host.measuringBudget = .zero
        list.host.update()
        for _ in 0..<100 { list.drag(by: 300) }
        #expect(list.worstJump == 0 && list.surface.isFilled(list.host))
        #expect(list.surface.measured < 160)
    }

    @Test("Rows for which there was no time are measured by one wake-up after another")
    func wakes() async throws {
        let list = try FakeList(0..<1000)
        list.controller.schedulesUpdates = true
        list.host.measuringBudget = .nanoseconds(1)
        list.host.update()
        list.scrollView.move(by: 5000)
        let display = try #require(list.controller.lastUpdate?[.display])
        let before = try list.controller.engine.unmeasuredRows(ofItems: display)
        #expect(!before.isEmpty)
        await eventually("all that is displayed is measured") {
            guard let display = list.controller.lastUpdate?[.display] else { return false }
            return (try? list.controller.engine.unmeasuredRows(ofItems: display).isEmpty) == true
        }
        #expect(list.surface.isFilled(list.host))
    }

    @Test("An extent that is no number is reported, and the rest goes on")
    func noNumber() throws {
        let list = try FakeList(0..<1000)
        var reported: [RangeCoreError] = []
        list.host.onError = { reported.append($0) }
        list.surface.extent = { key, _ in key == 20 ? .nan : 100 }
        list.host.update()
        #expect(reported.isEmpty)
        for _ in 0..<40 { list.scrollView.move(by: 100) }
        #expect(reported.allSatisfy { $0 == .invalidArgument } && !reported.isEmpty)
        #expect(list.surface.screen[44] != nil)
        reported = []
        list.surface.extent = { _, _ in 100 }
        list.host.update()
        #expect(reported == [] && list.host.error == nil)
    }

    @Test("A viewport that is no viewport is reported, and changes nothing")
    func noViewport() throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        let (screen, update) = (list.surface.screen, list.controller.lastUpdate)
        list.scrollView.length = -1
        list.host.update()
        #expect(list.host.error == .invalidArgument && list.controller.lastUpdate == update)
        list.scrollView.length = 800
        list.host.update()
        #expect(list.host.error == nil && list.surface.screen == screen)
    }

    @Test("A list that is away has no views; near, it has them and measures nothing new")
    func presence() throws {
        let list = try FakeList(0..<100)
        list.host.update()
        let count = list.surface.cells.count
        #expect(count > 3)
        list.controller.configure { $0.presence = .away }
        list.host.update()
        #expect(list.surface.cells.isEmpty && list.host.view(ofItem: 0) == nil)
        list.scrollView.move(by: 3000)
        #expect(list.surface.cells.isEmpty)
        list.controller.configure { $0.presence = .onScreen }
        list.controller.updateAgain()
        #expect(list.surface.isFilled(list.host))
    }

    @Test("A batch that arrives is measured and placed by itself")
    func batches() async throws {
        let list = try FakeList(0..<3)
        list.surface.extent = { _, _ in 90 }
        list.controller.schedulesUpdates = true
        var updates = 0
        list.host.onUpdate = { _ in updates += 1 }
        list.controller.setBatchFetcher { count in
            (Array(count..<count + 10), count + 10 >= 43)
        } insert: { [unowned list] new, _ in
            try list.insert(new, at: list.surface.keys.count)
        }
        list.host.update()
        await eventually("the batches") {
            list.controller.lastUpdate?.tail.reason == .exhausted || list.surface.keys.count > 23
        }
        list.scrollView.move(by: 400)
        await eventually("the rest") {
            list.surface.isFilled(list.host) && list.surface.keys.count >= 33
        }
        #expect(updates > 2)
    }

    @Test("Rows whose extents never stay the same end the update after ten rounds")
    func restless() throws {
        let list = try FakeList(0..<100)
        var round = 0
        list.surface.extent = { _, _ in round % 2 == 0 ? 20 : 500 }
        let observation = list.controller.observe { _, changes in
            if changes.isEmpty { return }
            round += 1
            try? list.controller.markProvisional(0..<list.controller.count)
        }
        list.host.update()
        // After every other round, as what was measured while it was marked counts for the next.
        #expect(round > 2 && round <= 10)
        observation.cancel()
        list.surface.extent = { _, _ in 50 }
        list.host.remeasure()
        #expect(list.surface.isFilled(list.host) && list.host.frame(ofItem: 1)?.start == 50)
    }

    @Test("What a surface's methods mark is measured in the same update, or soon after")
    func markedWithin() async throws {
        let list = try FakeList(0..<100)
        list.controller.schedulesUpdates = true
        list.surface.onMeasure = { index in
            list.surface.onMeasure = nil
            list.surface.extent = { _, _ in 70 }
            // Its neighbour has been measured before.
            list.controller.node(ofItem: index - 1)?.setNeedsMeasure()
        }
        list.surface.extent = { _, _ in 90 }
        list.host.update()
        list.surface.onMeasure = { index in
            list.surface.onMeasure = nil
            list.controller.node(ofItem: index - 1)?.setNeedsMeasure()
        }
        list.scrollView.move(by: 200)
        let visible = try #require(list.controller.lastUpdate?.visible)
        #expect(try list.controller.engine.unmeasuredRows(ofItems: visible).isEmpty)
        list.surface.onPlace = {
            list.surface.onPlace = nil
            list.controller.node(ofItem: visible.lowerBound)?.setNeedsMeasure()
        }
        list.scrollView.move(by: 300)
        #expect(try list.controller.engine.unmeasuredRows(ofItems: visible).isEmpty)
        // One that never rests must wait.
        list.surface.onPlace = {
            list.surface.extent = { _, _ in Double.random(in: 50...80) }
            list.host.remeasure()
        }
        list.scrollView.move(by: 100)
        list.surface.onPlace = nil
        await eventually("all is measured") {
            guard let visible = list.controller.lastUpdate?.visible else { return false }
            return (try? list.controller.engine.unmeasuredRows(ofItems: visible).isEmpty) == true
        }
    }

    @Test("Calls in a closure that makes nodes take effect once all are made")
    func withinMaking() throws {
        let list = try FakeList(0..<100)
        var failures: [RangeCoreError] = []
        list.host.onError = { failures.append($0) }
        list.controller.onError = { failures.append($0) }
        list.host.update()
        list.controller.makeNode = { _ in
            list.controller.makeNode = { _ in RangeNode() }
            list.host.remeasure()
            list.controller.node(ofItem: 0)?.setNeedsMeasure()
            return RangeNode()
        }
        list.scrollView.move(by: 200)
        #expect(failures == [.busy, .busy] && list.surface.isFilled(list.host))
    }

    @Test("The last host of a controller has its views, and without a surface nothing happens")
    func hosts() throws {
        let list = try FakeList(0..<100)
        list.host.update()
        var other: FakeSurface? = FakeSurface(0..<100)
        weak let gone = other
        let host = ListHost(surface: other!, controller: list.controller)
        #expect(host.view(ofItem: 0) == nil)
        host.update()
        #expect(host.view(ofItem: 0)?.key == 0 && other?.cells.count ?? 0 > 3)
        #expect(list.surface.cells.isEmpty && list.host.view(ofItem: 0) == nil)
        list.scrollView.move(by: 300)
        #expect(list.surface.cells.isEmpty && list.host.frame(ofItem: 0) == nil)
        other = nil
        #expect(gone == nil && host.surface == nil)
        host.update()
        list.controller.updateAgain()
        host.scroll(toItem: 3)
    }

    @Test("A random life never leaves a gap, a jump, or another item's view", arguments: 0..<8)
    func random(seed: Int) throws {
        var random = Random(seed: UInt64(seed))
        let list = try FakeList(0..<400)
        list.host.update()
        var next = 400
        for _ in 0..<300 {
            let middle = list.controller.lastUpdate?.visible.lowerBound ?? 0
            switch random.next(10) {
            case 0:
                // Not at the very top, where what is inserted above would be out of reach.
                let new = Array(next..<next + random.next(5) + 1)
                next += new.count
                try list.watch {
                    try list.insert(new, at: random.next(middle + 1))
                    list.host.update()
                }
            case 1 where middle > 8:
                let from = random.next(middle - 6)
                try list.watch {
                    try list.remove(from..<from + random.next(5) + 1)
                    list.host.update()
                }
            case 2 where list.surface.keys.count > 30:
                let from = random.next(list.surface.keys.count - 10)
                try list.move(from..<from + 3, to: random.next(list.surface.keys.count - 3))
                list.host.update()
            case 3: list.scrollView.touch()
            case 4:
                list.scrollView.lift(velocity: Double(random.next(8000)) - 4000)
                for _ in 0..<random.next(30) { list.scrollView.frame() }
            case 5:
                list.scrollView.breadth = Double([300, 400, 700][random.next(3)])
                list.host.update()
            case 6: list.controller.node(ofItem: middle)?.setNeedsMeasure()
            default: list.scrollView.move(by: Double(random.next(900)) - 400)
            }
            #expect(list.host.error == nil && list.surface.isFilled(list.host))
            for index in list.controller.indicesOfNodes {
                guard let view = list.host.view(ofItem: index) else { continue }
                #expect(view.key == list.surface.keys[index])
                #expect(list.controller.node(ofItem: index)?.itemIndex == index)
            }
        }
        #expect(list.surface.writesWhileHeld == 0)
        list.settle()
        // The list counts in 1/960 point; its scroll view need not.
        #expect(abs(list.scrollView.overshoot) < 1 / 960)
    }

    @Test("The host of a list in a row updates with the row, without a call of its own")
    func nested() throws {
        let inner = try FakeList(0..<10)
        let outer = RangeController(estimate: 100) { _ in
            let node = RangeNode()
            node.nestedController = inner.controller
            return node
        }
        try outer.insertItems(count: 1, at: 0)
        #expect(inner.surface.screen.isEmpty)
        _ = try outer.update(ListViewport(offset: 0, length: 400))
        #expect(!inner.surface.screen.isEmpty && inner.surface.isFilled(inner.host))
    }
}
