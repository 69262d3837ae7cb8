import RangeCore
import Testing

@testable import RangeCoreSwiftUI

@Suite("Where the viewport of a list is")
struct ViewportSourcesTests {
    @Test(
        "Rows and viewport are in the same coordinates, whichever way the list runs",
        arguments: [false, true], [false, true])
    func frames(isHorizontal: Bool, isRightToLeft: Bool) {
        let axis = ScrollAxis(isHorizontal: isHorizontal, isRightToLeft: isRightToLeft)
        // Content of 1000 in a scroll view of 300, scrolled to 120 from the list's start.
        let isReversed = isHorizontal && isRightToLeft
        var sources = ViewportSources()
        sources.contentStart = isReversed ? -(1000 - 300 - 120) : -120
        sources.length = 300
        let viewport = sources.viewport(in: axis)
        #expect(viewport.length == 300)
        // The row that begins at 200, of 50: from the left edge, it ends there in a list from right to left.
        let edge = isReversed ? 1000 - 250.0 : 200
        let start = ViewportSources.start(ofX: edge, y: edge, extent: 50, in: axis)
        #expect(start - viewport.offset == 80)
    }

    @Test(
        "The scroll view's own geometry is better, but from right to left its origin is not known")
    func geometry() {
        var sources = ViewportSources()
        (sources.contentStart, sources.length) = (-120, 300)
        sources.geometry = ListViewport(offset: 61, length: 400, insetStart: 59, insetEnd: 34)
        #expect(sources.viewport(in: ScrollAxis()) == sources.geometry)
        #expect(sources.viewport(in: ScrollAxis(isHorizontal: true)) == sources.geometry)
        let reversed = sources.viewport(in: ScrollAxis(isHorizontal: true, isRightToLeft: true))
        #expect(reversed.length == 300 && reversed.insetStart == 0)
        // A vertical list runs the same way in all scripts.
        #expect(sources.viewport(in: ScrollAxis(isRightToLeft: true)) == sources.geometry)
    }
}
