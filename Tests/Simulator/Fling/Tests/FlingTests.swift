import XCTest

/// Whether the system's own fling goes on when the list assigns its offset (openradar.me/16724593).
final class FlingTests: XCTestCase {
    @MainActor
    func testAFlingUpThroughUnmeasuredRowsGoesAsFarAsPredicted() {
        let app = XCUIApplication()
        app.launch()
        for number in 1...5 {
            app.swipeDown(velocity: .fast)
            let result = app.staticTexts["fling \(number)"]
            XCTAssertTrue(result.waitForExistence(timeout: 20), "the fling has not ended")
            let figures = result.label.split(separator: " ").compactMap { Double($0) }
            guard figures.count == 3 else { return XCTAssertTrue(false, result.label) }
            print(
                "jump: \(figures[2]) points between rows; a fling of \(figures[1]) points, predicted",
                figures[0])
            XCTAssertGreaterThan(figures[0], 500)
            XCTAssertEqual(figures[1], figures[0], accuracy: 0.02 * figures[0] + 2)
            XCTAssertLessThanOrEqual(figures[2], 0.5)
        }
    }
}
