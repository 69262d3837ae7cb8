import RangeCore
import Testing

@Suite("Axes")
struct ScrollAxisTests {
    @Test("An offset comes back from its position", arguments: [false, true], [false, true])
    func roundTrip(isHorizontal: Bool, isRightToLeft: Bool) {
        let axis = ScrollAxis(isHorizontal: isHorizontal, isRightToLeft: isRightToLeft)
        for offset in [-30.0, 0, 1, 299, 700, 730] {
            let (x, y) = axis.position(ofOffset: offset, visible: 300, length: 1000)
            #expect(axis.offset(ofX: x, y: y, visible: 300, length: 1000) == offset)
            #expect((isHorizontal ? y : x) == 0)
        }
    }

    @Test("Items lie from the start of the list, and columns from the side of the writing")
    func rectangles() {
        let frame = ItemFrame(start: 120, extent: 80, column: 0, columns: 3)
        #expect(ScrollAxis().rectangle(of: frame, breadth: 330) == (0, 120, 110, 80))
        let mirrored = ScrollAxis(isRightToLeft: true)
        #expect(mirrored.rectangle(of: frame, breadth: 330) == (220, 120, 110, 80))
        let across = ScrollAxis(isHorizontal: true)
        #expect(across.rectangle(of: frame, breadth: 330) == (120, 0, 80, 110))
        // In a viewport of 300 at offset 100 of 1000, x is 600 … 900: the item begins at 880.
        let reversed = ScrollAxis(isHorizontal: true, isRightToLeft: true)
        let (x, y, width, height) = reversed.rectangle(of: frame, breadth: 330)
        #expect((1000 + x + width, y, width, height) == (880, 0, 80, 110))
        #expect(reversed.position(ofOffset: 100, visible: 300, length: 1000).x == 600)
    }
}
