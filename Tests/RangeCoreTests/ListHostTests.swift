import RangeCore
import Testing

@MainActor
@Suite("A list in a scroll view")
struct ListHostTests {
    @Test("A pass down 100,000 rows makes each view once, and nothing jumps")
    func passDown() throws {
        let list = try FakeList(0..<100_000)
        list.host.update()
        while list.scrollView.contentOffset < list.scrollView.highest {
            list.watch { list.scrollView.move(by: 700) }
        }
        let surface = list.surface
        #expect(list.worstJump == 0 && surface.isFilled(list.host))
        #expect(surface.screen[99_999] == 800 - surface.extent(99_999, 400))
        #expect(surface.made.count == 100_000)
        #expect(surface.made.values.filter { $0 > 1 }.count == 0)
        #expect(surface.measured == 100_000 && list.controller.indicesOfNodes.count < 60)
        // The way back is known, and ends at the top.
        while list.scrollView.contentOffset > 20_000_000 {
            list.watch { list.scrollView.move(by: -700) }
        }
        #expect(list.worstJump == 0 && surface.measured == 100_000)
    }

    @Test(
        "Scrolling up into unmeasured rows makes nothing jump, and reaches the top",
        arguments: [true, false])
    func up(isHeld: Bool) throws {
        let list = try FakeList(0..<1000)
        list.host.update()
        list.host.scroll(toItem: 500, at: .start)
        #expect(list.surface.screen[500] == 0)
        if isHeld { list.scrollView.touch() }
        while list.surface.screen[0] != 0 && list.scrollView.travelled > -1e6 {
            list.watch { list.scrollView.move(by: -90) }
            if list.scrollView.contentOffset <= 0 { break }
        }
        #expect(list.surface.screen[0] != nil && list.surface.isFilled(list.host))
        list.scrollView.lift(velocity: 0)
        while list.scrollView.isDecelerating { list.scrollView.frame() }
        #expect(list.surface.screen[0] == 0 && list.surface.writesWhileHeld == 0)
        if !isHeld { #expect(list.worstJump == 0) }
    }
}
