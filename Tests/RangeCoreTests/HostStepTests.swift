import RangeCoreParts
import Testing

@testable import RangeCore

@MainActor
@Suite("A list in a scroll view: what a step tells and keeps")
struct HostStepTests {
    @Test("An item that only an estimate brought in was never in")
    func onlyEstimated() throws {
        let list = try FakeList(0..<1000, estimate: 20)
        let trace = Trace()
        list.controller.makeNode = { TraceNode("\($0)", trace) }
        list.surface.extent = { _, _ in 300 }
        list.host.update()
        var told = trace.take().filter { $0.contains("+visible") }
        #expect(told == ["0 +visible 15", "1 +visible 15", "2 +visible 15"])
        list.scrollView.move(by: 60_000)
        told = trace.take()
        let visible = try #require(list.controller.lastUpdate?.visible)
        #expect(told.count { $0.contains("+visible") } == visible.count)
        #expect(told.count { $0.contains("-visible") } == 3)
        // Each change once.
        #expect(told.count == Set(told).count)
    }

    @Test("Rows under what covers the viewport have views")
    func covered() throws {
        let list = try FakeList(0..<1000)
        list.host.measuringBudget = .zero
        (list.scrollView.insetStart, list.scrollView.insetEnd) = (300, 200)
        list.controller.setTuning(.disabled, for: .display)
        list.host.update()
        for _ in 0..<40 {
            list.watch { list.scrollView.move(by: 90) }
            #expect(list.surface.isFilled(list.host))
        }
        #expect(list.worstJump == 0)
    }

    @Test("A scroll that is asked for while hidden leads to its item, wherever edits move it")
    func scrollWhileHidden() throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        list.scrollView.length = 0
        list.host.scroll(toItem: 400, at: .start)
        try list.insert([2000, 2001], at: 3)
        list.host.update()
        #expect(list.surface.screen.isEmpty)
        list.scrollView.length = 800
        list.host.update()
        #expect(list.surface.screen[400] == 0 && list.surface.isFilled(list.host))
    }

    @Test("A place is restored before the list was ever shown")
    func placeBeforeShown() throws {
        let list = try FakeList(0..<1000)
        list.scrollView.length = 0
        list.host.scroll(to: ListViewport.Place(item: 400, start: -20))
        list.scrollView.length = 800
        list.host.update()
        #expect(list.surface.screen[400] == -20 && list.surface.isFilled(list.host))
    }

    @Test("A toolkit that forgets its offset while hidden gets it back")
    func forgottenOffset() throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        list.host.scroll(toItem: 500, at: .start)
        list.drag(by: 12)
        let offset = list.scrollView.contentOffset
        list.scrollView.length = 0
        list.host.update()
        list.scrollView.contentOffset = 0
        list.scrollView.length = 800
        list.host.update()
        #expect(list.scrollView.contentOffset == offset && list.surface.screen[500] == -12)
    }

    @Test("An edit in an observer shifts no view to another item")
    func editInChanges() throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        var next = 5000
        let observation = list.controller.observe { [unowned list] _, changes in
            if changes.isEmpty { return }
            if next % 3 != 0 { try? list.insert([next], at: 0) }
            next += 1
        }
        // The surface checks whose views it is asked to measure.
        for step in 0..<60 {
            // On the way back rows are measured, so views are made as the last thing of a step.
            list.scrollView.move(by: step < 30 ? 333 : -333)
            #expect(list.host.error == nil && list.surface.isFilled(list.host))
            for index in list.controller.indicesOfNodes {
                guard let view = list.host.view(ofItem: index) else { continue }
                #expect(view.key == list.surface.keys[index])
            }
        }
        observation.cancel()
    }

    @Test("An extent that the app has set is measured again, also if the view needs what it did")
    func setByApp() throws {
        let list = try FakeList(0..<100)
        list.surface.extent = { _, _ in 80 }
        list.host.update()
        let node = try #require(list.controller.node(ofItem: 2))
        try node.setExtent(200)
        #expect(list.surface.screen[3] == 360)
        node.setNeedsMeasure()
        #expect(list.surface.screen[3] == 240)
    }

    @Test("The host makes the updates, and a list that was updated can no longer be recorded")
    func exclusive() throws {
        let list = try FakeList(0..<10)
        list.host.update()
        #expect(throws: RangeCoreError.busy) {
            try list.controller.update(ListViewport(offset: 0, length: 100))
        }
        let empty = try FakeList([])
        empty.host.update()
        #expect(throws: RangeCoreError.invalidArgument) { try empty.controller.record { _ in } }
    }
}
