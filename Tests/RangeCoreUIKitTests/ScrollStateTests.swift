import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("What moves a scroll view of UIKit")
struct ScrollStateTests {
    private func reading(
        _ position: Double, _ change: (inout ScrollState.Reading) -> Void = { _ in }
    ) -> ScrollState.Reading {
        var reading = ScrollState.Reading()
        (reading.position, reading.visible, reading.insets) = (position, 800, [50, 30])
        change(&reading)
        return reading
    }

    private func laidOut(at position: Double = 100, length: Double = 5000) -> ScrollState {
        var state = ScrollState()
        #expect(state.setLength(length, reading(position), at: 0) == nil)
        state.didUpdate(reading(position))
        return state
    }

    @Test("A fling is not held, a finger, a bounce and an animation are")
    func held() {
        let state = laidOut()
        func isHeld(_ position: Double, _ change: (inout ScrollState.Reading) -> Void = { _ in })
            -> Bool
        {
            state.viewport(reading(position, change), at: 0).isHeld
        }
        #expect(!isHeld(100))
        #expect(isHeld(100) { $0.isTracking = true })
        #expect(isHeld(100) { $0.isAnimating = true })
        for position in [-50.0, 100, 4230] {
            #expect(!isHeld(position) { $0.isDecelerating = true })
        }
        for position in [-51.0, 4231] { #expect(isHeld(position) { $0.isDecelerating = true }) }
        // Nothing bounces there at rest: it may be taken back.
        #expect(!isHeld(-51))
    }

    @Test(
        "Keys, wheels and the focus engine are the user's; a new size, an inset and the program are not"
    )
    func user() {
        var state = laidOut()
        func isUser(_ position: Double, _ change: (inout ScrollState.Reading) -> Void = { _ in })
            -> Bool
        {
            state.viewport(reading(position, change), at: 0).isUserDriven
        }
        #expect(!isUser(100) && isUser(140))
        #expect(isUser(100) { $0.isDragging = true })
        #expect(!isUser(140) { $0.visible = 700 })
        #expect(!isUser(10) { $0.insets[0] = 140 })
        #expect(state.setOffset(140, reading(100), at: 0) == 140)
        #expect(!isUser(140))
        #expect(state.animate(to: 900, reading(140), at: 0) == 900)
        #expect(!isUser(300) { $0.isAnimating = true })
        state.comeToRest()
        state.didUpdate(reading(900))
        // Clamped, since the content has become shorter.
        #expect(state.setLength(1000, reading(900), at: 0) == nil)
        #expect(!isUser(230))
        state.isTurningPage = true
        #expect(isUser(900))
    }

    @Test(
        "An animated scroll of which no end is told is over once nothing has moved for half a second"
    )
    func animation() {
        var state = laidOut()
        #expect(state.animate(to: 100, reading(100), at: 0) == nil)
        #expect(!state.viewport(reading(100), at: 0).isHeld)
        state.beginAnimation(reading(100), at: 0, isOwn: false)
        for (position, time, isHeld) in [
            (100.0, 0.4, true), (80, 0.6, true), (80, 1, true), (80, 1.2, false),
        ] {
            state.willUpdate(reading(position), at: time)
            #expect(state.viewport(reading(position), at: time).isHeld == isHeld)
        }
        state.beginAnimation(reading(80), at: 2, isOwn: true)
        state.willUpdate(reading(80) { $0.isTracking = true }, at: 2.1)
        #expect(!state.viewport(reading(80), at: 2.2).isHeld)
    }

    @Test("A landing moves with a correction, and with the length of a list from right to left")
    func landing() {
        var state = ScrollState()
        func fling(_ position: Double) -> ScrollState.Reading {
            reading(position) {
                $0.axis = ScrollAxis(isHorizontal: true, isRightToLeft: true)
                $0.isDecelerating = true
            }
        }
        // At rest the offset is 0.
        #expect(state.setLength(5000, reading(0) { $0.axis = fling(0).axis }, at: 0) == 5000)
        state.beginDragging()
        state.endDragging(landingAt: 1000)
        #expect(state.viewport(fling(3000), at: 0).offset == 1200)
        #expect(state.viewport(fling(3000), at: 0).landingOffset == 3200)
        #expect(state.viewport(fling(3000), at: 0).insetStart == 30)
        #expect(state.setLength(5400, fling(3000), at: 0) == 3400)
        #expect(state.viewport(fling(3400), at: 0).offset == 1200)
        #expect(state.viewport(fling(3400), at: 0).landingOffset == 3200)
        #expect(state.setOffset(1600, fling(3400), at: 0) == 3000)
        #expect(state.viewport(fling(3000), at: 0).landingOffset == 3600)
        // Under a finger the edge stays where it is.
        var dragged = fling(3000)
        dragged.isTracking = true
        #expect(state.setLength(5500, dragged, at: 0) == nil && state.scrollLength == 5400)
        #expect(state.applyLength(dragged, at: 0) == nil)
        #expect(state.applyLength(fling(3000), at: 0) == 3100 && state.scrollLength == 5500)
    }

    @Test(
        "Corrections that lead nowhere stop for three seconds, those that lead on do not",
        arguments: [0.02, 0.05])
    func brake(interval: Double) {
        func isBraked(_ corrections: [Double]) -> Bool {
            var (state, time, position) = (laidOut(at: 1000), 0.0, 1000.0)
            for correction in corrections {
                position = state.setOffset(position + correction, reading(position), at: time)
                time += interval
            }
            guard let end = state.brakeEnd(at: time) else { return false }
            #expect(end <= time + 3 && end > time + 2.9)
            #expect(state.viewport(reading(position), at: time).isHeld)
            #expect(!state.viewport(reading(position), at: end).isHeld)
            // The user takes over.
            #expect(!state.viewport(reading(position + 20), at: time).isHeld)
            return true
        }
        let there = Array(repeating: [40.0, -40], count: 5).joined()
        #expect(isBraked(Array(there)) == (interval < 0.035))
        #expect(!isBraked(Array(there.dropLast())))
        #expect(!isBraked(Array(repeating: 40, count: 20)))
    }

    @Test("Rows lie near their origin, and edges of columns on pixels")
    func pixels() {
        var origin = RowOrigin()
        #expect(origin.move(to: 200_000) == 0 && origin.position == 0)
        #expect(origin.move(to: 6_000_000) == 6_029_312 && origin.position == 6_029_312)
        for row in stride(from: 0.0, through: 1e8, by: 54_321) {
            _ = origin.move(to: row)
            #expect(abs(row - origin.position) <= RowOrigin.reach / 2)
            #expect(abs(row - origin.position) * 3 < 16_777_216)
        }
        for columns in 1...5 {
            var edge = 0.0
            for column in 0..<columns {
                let frame = ItemFrame(start: 120, extent: 80, column: column, columns: columns)
                let it = ScrollAxis().rectangle(of: frame, breadth: 393, scale: 3)
                #expect(abs(it.x - edge) < 1e-9 && (it.width * 3).rounded() - it.width * 3 < 1e-9)
                edge = it.x + it.width
                #expect(it.width >= ScrollAxis.share(of: 393, columns: columns, scale: 3) - 1e-9)
            }
            #expect(edge == 393)
        }
    }
}
