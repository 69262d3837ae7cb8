#if canImport(UIKit) && !os(watchOS)
import RangeCore
import RangeCoreUIKit
import UIKit
import XCTest

/// What a `ListScrollView` makes of UIKit's layout.
///
/// That the system's own fling goes on when its offset is assigned takes a finger: see Tests/Simulator/Fling.
final class ScrollViewTests: XCTestCase {
    /// A list of 1,000 rows in a window, at item 500 unless it is short of that.
    @MainActor
    private final class Subject {
        let controller: RangeController
        let list: FlungList
        let stage: Stage
        private let made: Made

        @MainActor
        private final class Made {
            var rows: [Row] = []
            // Insertions above move the indices, and not the ids.
            var firstID = 0
        }

        init(isHorizontal: Bool = false, extent: @escaping (Int) -> Double) throws {
            let made = Made()
            self.made = made
            controller = RangeController(estimate: 100, spacing: 8)
            list = FlungList(controller: controller, isHorizontal: isHorizontal) { view, index in
                let row = view.dequeue(Row.self) ?? Row(frame: .zero)
                (row.id, row.extent) = (made.firstID + index, extent(made.firstID + index))
                if !made.rows.contains(where: { $0 === row }) { made.rows.append(row) }
                return row
            }
            stage = Stage(list)
            try controller.insertItems(count: 1_000, at: 0)
            list.update()
            stage.settle()
        }

        func insertAbove(_ count: Int) throws {
            made.firstID -= count
            try controller.insertItems(count: count, at: 0)
            list.update()
            stage.settle()
        }

        var shown: [Row] { made.rows.filter { !$0.isHidden } }

        func places() -> Places {
            Dictionary(
                uniqueKeysWithValues: shown.map {
                    ($0.id, stage.place(of: $0, isHorizontal: list.isHorizontal))
                })
        }

        func scroll(to index: Int) {
            list.scroll(toItem: index, at: .start, animated: false)
            stage.settle()
        }

        /// Moves the content as a fling does, each step in a layout of its own, and returns the largest slip.
        func fling(by step: Double, count: Int) -> Double {
            list.isFlung = true
            defer { list.isFlung = false }
            return (0..<count).map { _ in
                slip(of: places, by: -step) {
                    if list.isHorizontal {
                        list.contentOffset.x += step
                    } else {
                        list.contentOffset.y += step
                    }
                    list.layoutIfNeeded()
                }
            }.max() ?? .infinity
        }
    }

    @MainActor
    func testRowsAreAsLongAsTheyWantToBeAndAdjoin() throws {
        let subject = try Subject { 40 + Double($0 % 5) * 30 }
        subject.scroll(to: 500)
        let rows = subject.shown.sorted { $0.id < $1.id }
        XCTAssertGreaterThan(rows.count, 4)
        for row in rows { XCTAssertEqual(Double(row.frame.height), row.extent, accuracy: 0.01) }
        let gaps = zip(rows, rows.dropFirst()).map { one, next in
            abs(subject.stage.place(of: next) - subject.stage.place(of: one) - one.extent - 8)
        }
        report(gaps.max() ?? .infinity)
    }

    @MainActor
    func testAFlingUpThroughUnmeasuredRowsDoesNotSlip() throws {
        for extent in [110.0, 150, 300, 40] {
            let subject = try Subject { _ in extent }
            subject.scroll(to: 500)
            report(subject.fling(by: -37, count: 200), "\(#function), of \(extent) points")
        }
    }

    @MainActor
    func testAnOffsetIsKeptToAPixel() throws {
        let subject = try Subject { _ in 100 }
        subject.scroll(to: 500)
        for part in 1...7 {
            let offset = 20_000 + Double(part) / 8
            subject.list.contentOffset.y = offset
            report(abs(Double(subject.list.contentOffset.y) - offset), "\(#function), \(offset)")
        }
    }

    @MainActor
    func testInsertionsAboveKeepThePlace() throws {
        let subject = try Subject { 40 + Double(abs($0) % 5) * 30 }
        subject.scroll(to: 500)
        report(
            try slip(of: subject.places) { try subject.insertAbove(10) })
    }

    @MainActor
    func testAnotherSizeKeepsTheFirstRow() throws {
        let subject = try Subject { 40 + Double($0 % 5) * 30 }
        subject.scroll(to: 500)
        report(slip(of: subject.places) { subject.stage.resize(to: Stage.landscape) })
        XCTAssertEqual(Double(subject.shown.first?.frame.width ?? 0), 844, accuracy: 0.5)
    }

    @MainActor
    func testRightToLeftStartsAtTheRightAndDoesNotSlip() throws {
        let subject = try Subject(isHorizontal: true) { 110 + Double($0 % 3) * 40 }
        subject.list.semanticContentAttribute = .forceRightToLeft
        subject.list.setNeedsLayout()
        subject.stage.settle()
        subject.scroll(to: 0)
        let first = try XCTUnwrap(subject.shown.first { $0.id == 0 })
        report(abs(subject.stage.place(of: first, isHorizontal: true) + 110 - 390))
        report(subject.fling(by: -37, count: 100), "\(#function), away from the start")
        subject.scroll(to: 500)
        report(subject.fling(by: 37, count: 100), "\(#function), through unmeasured rows")
    }

    @MainActor
    func testALargerTextIsMeasuredAgainAndTheFirstRowStays() throws {
        guard #available(iOS 17.0, tvOS 17.0, *) else {
            throw XCTSkip("traits are overridden from 17 on")
        }
        let controller = RangeController(estimate: 60)
        var rows: [TextRow] = []
        let list = ListScrollView(controller: controller) { view, index in
            let row = view.dequeue(TextRow.self) ?? TextRow(frame: .zero)
            row.show(index)
            if !rows.contains(where: { $0 === row }) { rows.append(row) }
            return row
        }
        let stage = Stage(list)
        try controller.insertItems(count: 1_000, at: 0)
        list.update()
        list.scroll(toItem: 500, at: .start, animated: false)
        stage.settle()
        func first() -> TextRow? { rows.first { !$0.isHidden && $0.id == 500 } }
        let height = try XCTUnwrap(first()).frame.height
        let before = stage.place(of: try XCTUnwrap(first()))
        stage.window.traitOverrides.preferredContentSizeCategory = .accessibilityExtraExtraLarge
        stage.settle()
        let row = try XCTUnwrap(first())
        XCTAssertGreaterThan(row.frame.height, height * 1.2)
        report(abs(stage.place(of: row) - before))
    }

    @MainActor
    func testAnAnimatedScrollEndsAtItsTarget() throws {
        let subject = try Subject { _ in 150 }
        subject.scroll(to: 500)
        let start = subject.list.contentOffset
        subject.list.scroll(toItem: 520, at: .start, animated: true)
        for _ in 0..<40 {
            wait(0.05)
            subject.list.layoutIfNeeded()
        }
        if subject.list.contentOffset == start {
            throw XCTSkip("animations do not run without an app")
        }
        let target = try XCTUnwrap(subject.shown.first { $0.id == 520 })
        report(
            abs(subject.stage.place(of: target) - subject.list.adjustedContentInset.top))
    }

    @MainActor
    func testShortOfMemoryOnlyVisibleRowsHaveNodesUntilItIsOver() throws {
        let controller = RangeController(estimate: 100) { _ in RangeNode() }
        let list = ListScrollView(controller: controller) { _, _ in Row(frame: .zero) }
        let stage = Stage(list)
        try controller.insertItems(count: 1_000, at: 0)
        func nodes() -> Int { (0..<1_000).count { controller.node(ofItem: $0) != nil } }
        list.update()
        stage.settle()
        let usual = nodes()
        list.configure { $0.memoryPressure = .warning }
        stage.settle()
        let short = nodes()
        list.configure { $0.memoryPressure = .normal }
        stage.settle()
        print("nodes: \(usual), \(short) with a warning, \(nodes()) after it")
        XCTAssertLessThan(short, usual)
        XCTAssertEqual(nodes(), usual)
        // UIKit's own warning has no end, so that nothing may come of it.
        NotificationCenter.default.post(
            name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
        stage.settle()
        XCTAssertEqual(nodes(), usual)
    }
}
#endif
