#if canImport(UIKit) || canImport(AppKit)
import Foundation
import XCTest

/// Where things are on screen, along the axis of the list, by what they show.
typealias Places = [Int: Double]

/// Returns how far what is on screen before and after a change has moved, in points, apart from the
/// distance that it should have moved.
@MainActor
func slip(
    of places: () -> Places, by distance: Double = 0, in change: () throws -> Void
) rethrows -> Double {
    let before = places()
    try change()
    let moved = places().compactMap { id, place in before[id].map { abs(place - $0 - distance) } }
    XCTAssertFalse(moved.isEmpty, "nothing is on screen before and after")
    return moved.max() ?? .infinity
}

/// Prints what was measured, and expects no more than a pixel.
@MainActor
func report(_ jump: Double, _ name: String = #function, most: Double = 0.5) {
    print("jump: \(jump) points in \(name)")
    XCTAssertLessThanOrEqual(jump, most)
}

/// Lets what waits for the main thread run: tasks of the main actor, layers, what is told after a layout.
@MainActor
func wait(_ seconds: Double = 0.1) {
    RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds))
}
#endif
