#if canImport(UIKit) && !os(watchOS)
import RangeCore
import RangeCoreUIKit
import UIKit
import XCTest

/// What a `ListCollectionLayout` makes of a collection view's layout, updates and measuring.
final class CollectionTests: XCTestCase {
    private final class Cell: ListCollectionViewCell {
        let text = TextRow(frame: .zero)

        override init(frame: CGRect) {
            super.init(frame: frame)
            text.fill(contentView)
        }

        required init?(coder: NSCoder) { nil }
    }

    private final class Header: ListCollectionReusableView {
        private let label = UILabel(frame: .zero)

        override init(frame: CGRect) {
            super.init(frame: frame)
            label.text = "A header"
            label.fill(self)
        }

        required init?(coder: NSCoder) { nil }
    }

    /// A collection view of sections with 100 items each, in a window.
    @MainActor
    private final class Subject {
        typealias Source = UICollectionViewDiffableDataSource<Int, Int>
        let layout: ListCollectionLayout
        let view: FlungCollectionView
        let source: Source
        let stage: Stage

        init(sections: Int = 10, hasHeaders: Bool = false, columns: Int = 1) {
            layout = ListCollectionLayout(estimate: 44, spacing: 8, hasHeaders: hasHeaders)
            layout.pinsHeaders = hasHeaders
            if columns > 1 { layout.columnsForSection = { _ in columns } }
            let view = FlungCollectionView(frame: .zero, collectionViewLayout: layout)
            self.view = view
            let cell = UICollectionView.CellRegistration<Cell, Int> { cell, _, id in
                cell.text.show(id)
            }
            source = Source(collectionView: view) { view, path, id in
                view.dequeueConfiguredReusableCell(using: cell, for: path, item: id)
            }
            let header = UICollectionView.SupplementaryRegistration<Header>(
                elementKind: UICollectionView.elementKindSectionHeader
            ) { _, _, _ in }
            if hasHeaders {
                source.supplementaryViewProvider = { view, _, path in
                    view.dequeueConfiguredReusableSupplementary(using: header, for: path)
                }
            }
            stage = Stage(view)
            var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
            for section in 0..<sections {
                snapshot.appendSections([section])
                snapshot.appendItems(Array(section * 100..<section * 100 + 100))
            }
            apply(snapshot)
        }

        func apply(
            _ snapshot: NSDiffableDataSourceSnapshot<Int, Int>, animated: Bool = false
        ) {
            source.apply(snapshot, animatingDifferences: animated)
            stage.settle()
        }

        func scroll(to path: IndexPath) {
            view.scrollToItem(at: path, at: .top, animated: false)
            stage.settle()
        }

        var cells: [Cell] { view.visibleCells.compactMap { $0 as? Cell } }

        func places() -> Places {
            // While an update is animated, an item can have two cells.
            Dictionary(
                cells.map { ($0.text.id, stage.place(of: $0)) }, uniquingKeysWith: { $1 })
        }

        func fling(by step: Double, count: Int) -> Double {
            view.isFlung = true
            defer { view.isFlung = false }
            return (0..<count).map { _ in
                slip(of: places, by: -step) {
                    view.contentOffset.y += step
                    view.layoutIfNeeded()
                }
            }.max() ?? .infinity
        }
    }

    @MainActor
    func testCellsAreAsHighAsTheirTextAtTheWidthOfTheLayout() {
        let subject = Subject()
        subject.scroll(to: IndexPath(item: 50, section: 4))
        XCTAssertGreaterThan(subject.cells.count, 4)
        let errors = subject.cells.map { cell in
            XCTAssertEqual(Double(cell.frame.width), 390, accuracy: 0.5)
            let fitting = cell.text.label.sizeThatFits(
                CGSize(width: 390, height: CGFloat.greatestFiniteMagnitude))
            return abs(Double(cell.frame.height - fitting.height))
        }
        // Constraints may round up to a pixel.
        report(errors.max() ?? .infinity, most: 1)
    }

    @MainActor
    func testAFlingUpThroughUnmeasuredCellsDoesNotSlip() {
        let subject = Subject()
        subject.scroll(to: IndexPath(item: 50, section: 4))
        report(subject.fling(by: -37, count: 200))
    }

    @MainActor
    func testBatchUpdatesKeepThePlace() {
        func update(
            _ name: String, _ change: (inout NSDiffableDataSourceSnapshot<Int, Int>) -> Void
        ) {
            for animated in [false, true] {
                let subject = Subject()
                subject.scroll(to: IndexPath(item: 50, section: 4))
                var snapshot = subject.source.snapshot()
                change(&snapshot)
                report(
                    slip(of: subject.places) { subject.apply(snapshot, animated: animated) },
                    "\(#function), \(name), \(animated ? "animated" : "at once")")
            }
        }
        update("insertion above") { $0.insertItems(Array(5_000..<5_020), beforeItem: 10) }
        update("removal above") { $0.deleteItems(Array(20..<40)) }
        update("move from above to below") { $0.moveItem(45, afterItem: 900) }
        update("section removed above") { $0.deleteSections([1]) }
        update("section inserted above") {
            $0.insertSections([20], beforeSection: 0)
            $0.appendItems(Array(6_000..<6_050), toSection: 20)
        }
    }

    @MainActor
    func testAHeaderStaysAtTheTopUntilTheNextPushesItOut() {
        let subject = Subject(hasHeaders: true)
        subject.scroll(to: IndexPath(item: 50, section: 4))
        let kind = UICollectionView.elementKindSectionHeader
        func top() -> Double {
            // A pinned header is the one that is highest on screen.
            let tops = subject.view.visibleSupplementaryViews(ofKind: kind).map {
                subject.stage.place(of: $0) - subject.view.adjustedContentInset.top
            }
            return tops.min() ?? .infinity
        }
        report(abs(top()), "\(#function), in the section")
        var highest = 0.0
        for _ in 0..<200 {
            subject.view.contentOffset.y += 37
            subject.view.layoutIfNeeded()
            highest = min(highest, top())
        }
        print("header: at \(highest) points when it was pushed out")
        XCTAssertLessThan(highest, 0)
        report(abs(top()), "\(#function), in a later section", most: 60)
    }

    @MainActor
    func testAnotherSizeKeepsTheFirstCellOnScreen() throws {
        let subject = Subject()
        subject.scroll(to: IndexPath(item: 50, section: 4))
        let first = try XCTUnwrap(subject.places().min { $0.value < $1.value })
        subject.stage.resize(to: Stage.landscape)
        let place = try XCTUnwrap(subject.places()[first.key])
        report(abs(place - first.value))
    }

    @MainActor
    func testColumnsStartAtTheRightInALayoutFromRightToLeft() throws {
        let subject = Subject(columns: 2)
        subject.view.semanticContentAttribute = .forceRightToLeft
        subject.layout.invalidateLayout()
        subject.stage.settle()
        subject.scroll(to: IndexPath(item: 0, section: 0))
        let first = try XCTUnwrap(subject.cells.first { $0.text.id == 0 })
        let frame = first.convert(first.bounds, to: subject.stage.window)
        report(abs(Double(frame.maxX) - 390))
        XCTAssertEqual(Double(frame.width), 191, accuracy: 0.5)
    }

    @MainActor
    func testALargerTextIsMeasuredAgain() throws {
        guard #available(iOS 17.0, tvOS 17.0, *) else {
            throw XCTSkip("traits are overridden from 17 on")
        }
        let subject = Subject()
        subject.scroll(to: IndexPath(item: 50, section: 4))
        let first = try XCTUnwrap(subject.places().min { $0.value < $1.value })
        func height() -> Double {
            subject.cells.first { $0.text.id == first.key }.map { Double($0.frame.height) } ?? 0
        }
        let before = height()
        subject.stage.window.traitOverrides.preferredContentSizeCategory =
            .accessibilityExtraExtraLarge
        subject.layout.remeasure()
        subject.stage.settle()
        XCTAssertGreaterThan(height(), before * 1.2)
        let place = try XCTUnwrap(subject.places()[first.key])
        report(abs(place - first.value))
    }
}
#endif
