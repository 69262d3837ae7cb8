#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import RangeCore
import RangeCoreAppKit
import XCTest

/// A window around a view, which need not be on screen to be laid out.
@MainActor
final class MacStage {
    let window: NSWindow

    init(_ view: NSView) {
        // Windows need it, although no events are read.
        _ = NSApplication.shared
        window = NSWindow(
            contentRect: NSRect(x: 0, y: 0, width: 390, height: 844),
            styleMask: [.titled, .resizable],
            backing: .buffered, defer: false)
        // It belongs to this object, not to itself.
        window.isReleasedWhenClosed = false
        window.contentView = view
        window.orderFront(nil)
        settle()
    }

    func settle() {
        for _ in 0..<4 {
            window.layoutIfNeeded()
            wait(0.02)
        }
    }
}

/// What a `ListScrollView` makes of AppKit's layout.
final class AppKitTests: XCTestCase {
    private final class Row: NSView {
        var id = -1
        var extent = 0.0 {
            didSet { invalidateIntrinsicContentSize() }
        }

        override var intrinsicContentSize: NSSize { NSSize(width: extent, height: extent) }
    }

    @MainActor
    private final class Subject {
        let controller: RangeController
        let list: ListScrollView
        let stage: MacStage
        private let made: Made

        @MainActor
        private final class Made {
            var rows: [Row] = []
            var firstID = 0
        }

        init(extent: @escaping (Int) -> Double) throws {
            let made = Made()
            self.made = made
            controller = RangeController(estimate: 100, spacing: 8)
            list = ListScrollView(controller: controller) { view, index in
                let row = view.dequeue(Row.self) ?? Row(frame: .zero)
                (row.id, row.extent) = (made.firstID + index, extent(made.firstID + index))
                if !made.rows.contains(where: { $0 === row }) { made.rows.append(row) }
                return row
            }
            stage = MacStage(list)
            try controller.insertItems(count: 1_000, at: 0)
            list.update()
            list.scroll(toItem: 500, at: .start, animated: false)
            stage.settle()
        }

        func insertAbove(_ count: Int) throws {
            made.firstID -= count
            try controller.insertItems(count: count, at: 0)
            list.update()
            stage.settle()
        }

        var shown: [Row] { made.rows.filter { !$0.isHidden } }

        /// From the top of the view, downwards.
        func places() -> Places {
            Dictionary(
                uniqueKeysWithValues: shown.map {
                    ($0.id, Double($0.frame.minY - list.contentView.bounds.minY))
                })
        }
    }

    @MainActor
    func testRowsAreAsHighAsTheyWantToBe() throws {
        let subject = try Subject { 40 + Double(abs($0) % 5) * 30 }
        XCTAssertGreaterThan(subject.shown.count, 4)
        report(
            subject.shown.map { abs(Double($0.frame.height) - $0.extent) }.max() ?? .infinity)
    }

    @MainActor
    func testScrollingUpThroughUnmeasuredRowsDoesNotSlip() throws {
        for extent in [110.0, 150, 300, 40] {
            let subject = try Subject { _ in extent }
            let slips = (0..<200).map { _ in
                slip(of: subject.places, by: 37) {
                    var origin = subject.list.contentView.bounds.origin
                    origin.y -= 37
                    subject.list.contentView.scroll(to: origin)
                    subject.stage.window.layoutIfNeeded()
                }
            }
            report(slips.max() ?? .infinity, "\(#function), of \(extent) points")
        }
    }

    @MainActor
    func testInsertionsAboveKeepThePlace() throws {
        let subject = try Subject { 40 + Double(abs($0) % 5) * 30 }
        report(try slip(of: subject.places) { try subject.insertAbove(10) })
    }
}
#endif
