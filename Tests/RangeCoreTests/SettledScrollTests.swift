import RangeCore
import Testing

@Suite("How an update has left a scroll view")
struct SettledScrollTests {
    private func scroll(
        _ position: Double, visible: Double = 600, insets: [Double] = [50, 30],
        length: Double = 5000
    ) -> SettledScroll {
        SettledScroll(
            position: position, visible: visible, insets: insets, scrollLength: length)
    }

    @Test("A movement is the user's only if nothing else has changed")
    func alone() {
        let settled = scroll(100)
        #expect(settled.isMovedAlone(in: scroll(101)) && settled.isMovedAlone(in: scroll(-50)))
        #expect(!settled.isMovedAlone(in: scroll(100)))
        #expect(!settled.isMovedAlone(in: scroll(101, visible: 500)))
        #expect(!settled.isMovedAlone(in: scroll(10, insets: [140, 30])))
        #expect(!settled.isMovedAlone(in: scroll(10, insets: [50, 300])))
        #expect(!settled.isMovedAlone(in: scroll(101, length: 5100)))
    }
}
