import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("Positions in a collection view")
struct ContentPositionTests {
    @Test("From the left and from the top a position is an offset")
    func forward() {
        for isHorizontal in [false, true] {
            var it = ContentPosition(axis: ScrollAxis(isHorizontal: isHorizontal))
            #expect(it.adjustment(for: 7, length: 1000) == 7)
            #expect(it.offset(of: 40, visible: 300) == 40)
            #expect(it.offsets(10..<20, length: 1000) == 10..<20)
            #expect(it.position(ofOffset: 40, extent: 5, length: 1000) == 40)
        }
    }

    @Test("From right to left a new length moves the start, and what is kept stays on screen")
    func reversed() {
        var it = ContentPosition(axis: ScrollAxis(isHorizontal: true, isRightToLeft: true))
        // At first the list is empty, and the view at 0: it goes to where the list starts.
        var position = it.adjustment(for: 0, length: 1000) - 300
        #expect(it.offset(of: position, visible: 300) == 0)
        position -= 100
        #expect(it.offset(of: position, visible: 300) == 100)
        #expect(it.offsets(600..<900, length: 1000) == 100..<400)
        let item = it.position(ofOffset: 150, extent: 50, length: 1000)
        #expect(item == 800)
        let onScreen = item - position
        // 40 points are inserted before it, and the offset is corrected by as much.
        position += it.adjustment(for: 40, length: 1040)
        #expect(it.offset(of: position, visible: 300) == 140)
        #expect(it.position(ofOffset: 190, extent: 50, length: 1040) - position == onScreen)
        // 25 points after it: nothing is corrected.
        position += it.adjustment(for: 0, length: 1065)
        #expect(it.offset(of: position, visible: 300) == 140)
        #expect(it.position(ofOffset: 190, extent: 50, length: 1065) - position == onScreen)
    }
}
