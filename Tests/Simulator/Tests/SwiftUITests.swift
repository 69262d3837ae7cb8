#if canImport(SwiftUI) && !os(watchOS)
import Combine
import RangeCore
import RangeCoreSwiftUI
import SwiftUI
import XCTest

/// What a `RangeList` makes of SwiftUI's own layout, in a hosting controller or a hosting view.
final class SwiftUITests: XCTestCase {
    /// What the list shows, and where SwiftUI has put it.
    @MainActor
    final class Feed: ObservableObject {
        @Published var ids = Array(0..<1_000)
        /// Where to scroll to.
        @Published var target: Int?
        // Not published: it changes with each layout.
        var frames: [Int: CGRect] = [:]
        var appeared: Set<Int> = []
        let model = RangeListModel<Int>(estimate: 60)

        func places() -> Places {
            let shown = Set(model.visibleIDs)
            return frames.filter { shown.contains($0.key) }.mapValues { Double($0.minY) }
        }
    }

    struct FeedView: View {
        @ObservedObject var feed: Feed
        let lanes: Int?

        var body: some View {
            ScrollViewReader { proxy in
                list
                    .task(id: feed.target) {
                        guard let target = feed.target else { return }
                        if lanes == nil {
                            proxy.scrollTo(target, anchor: .top)
                        } else {
                            feed.model.scroll(to: target)
                        }
                    }
            }
        }

        @ViewBuilder
        private var list: some View {
            if #available(macOS 15, iOS 18, tvOS 18, visionOS 2, *), let lanes {
                RangeList(feed.ids, id: \.self, lanes: lanes, spacing: 8, model: feed.model) {
                    row($0)
                }
            } else {
                RangeList(feed.ids, id: \.self, spacing: 8, model: feed.model) { row($0) }
            }
        }

        private func row(_ id: Int) -> some View {
            Color.gray
                .frame(height: CGFloat(40 + abs(id) % 5 * 30))
                .onAppear { feed.appeared.insert(id) }
                .onGeometryChange(for: CGRect.self) {
                    $0.frame(in: CoordinateSpace.global)
                } action: {
                    feed.frames[id] = $0
                }
        }
    }

    @MainActor
    private final class Subject {
        let feed = Feed()
        #if canImport(UIKit)
        private let stage: Stage

        init(lanes: Int? = nil) {
            stage = Stage(UIHostingController(rootView: FeedView(feed: feed, lanes: lanes)))
            settle()
        }

        func settle() {
            for _ in 0..<5 { stage.settle() }
        }
        #else
        private let stage: MacStage

        init(lanes: Int? = nil) {
            stage = MacStage(NSHostingView(rootView: FeedView(feed: feed, lanes: lanes)))
            settle()
        }

        func settle() {
            for _ in 0..<5 { stage.settle() }
        }
        #endif

        func scroll(to id: Int) {
            feed.target = id
            settle()
        }
    }

    @MainActor
    func testTheRowsOnScreenAreVisibleAndFewOthersHaveAppeared() throws {
        let subject = Subject()
        let visible = subject.feed.model.visibleIDs
        print("rows: \(visible.count) visible, \(subject.feed.appeared.count) appeared")
        XCTAssertEqual(visible.first, 0)
        XCTAssertGreaterThan(visible.count, 4)
        XCTAssertLessThan(subject.feed.appeared.count, 100)
        for id in visible { XCTAssertTrue(subject.feed.appeared.contains(id), "\(id)") }
        subject.scroll(to: 500)
        XCTAssertTrue(subject.feed.model.visibleIDs.contains(500))
        XCTAssertFalse(subject.feed.model.visibleIDs.contains(0))
    }

    @MainActor
    func testInsertionsAboveKeepThePlace() throws {
        let subject = Subject()
        subject.scroll(to: 500)
        XCTAssertTrue(subject.feed.model.visibleIDs.contains(500))
        report(
            slip(of: subject.feed.places) {
                subject.feed.ids.insert(contentsOf: -10..<0, at: 0)
                subject.settle()
            })
    }

    @MainActor
    func testEditsAboveKeepThePlaceInLanes() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, visionOS 2, *) else { return }
        let subject = Subject(lanes: 3)
        subject.scroll(to: 500)
        XCTAssertTrue(subject.feed.model.visibleIDs.contains(500))
        XCTAssertLessThan(subject.feed.appeared.count, 200)
        report(
            slip(of: subject.feed.places) {
                subject.feed.ids.insert(contentsOf: -10..<0, at: 0)
                subject.settle()
                subject.feed.ids.removeFirst(31)
                subject.settle()
            })
    }

    @MainActor
    func testRemovalsAboveKeepThePlace() throws {
        let subject = Subject()
        subject.scroll(to: 500)
        report(
            slip(of: subject.feed.places) {
                subject.feed.ids.removeFirst(20)
                subject.settle()
            })
    }
}
#endif
