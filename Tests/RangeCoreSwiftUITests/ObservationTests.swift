import Observation
import RangeCore
import RangeCoreSwiftUI
import Testing

@MainActor
@Suite("The model of a list for SwiftUI")
struct ObservationTests {
    /// Counts changes of what a closure reads, each but once, as a view does.
    private final class Counter: @unchecked Sendable {
        // Observation calls it where the property changes: on the main actor.
        private(set) var count = 0

        @MainActor
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        func observe(_ read: () -> Void) {
            withObservationTracking(read) { self.count += 1 }
        }
    }

    @Test("A view is told of changes of what it has read, and of nothing else")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func properties() async {
        let model = RangeListModel<Int>(estimate: 60)
        let (visible, tail, head, refreshing) = (Counter(), Counter(), Counter(), Counter())
        visible.observe { _ = model.visibleIDs }
        tail.observe { _ = model.tailState }
        head.observe { _ = model.headState }
        refreshing.observe { _ = model.isRefreshing }
        var counts: [Int] { [visible, tail, head, refreshing].map(\.count) }

        model.host.apply(0..<100)
        model.host.setVisible([3, 4])
        model.host.flush()
        #expect(counts == [1, 0, 0, 0] && model.visibleIDs == [3, 4])
        visible.observe { _ = model.visibleIDs }
        model.host.flush()
        #expect(counts == [1, 0, 0, 0])

        model.host.controller.markExhausted(at: .tail)
        model.host.setVisible([4, 5])
        model.host.flush()
        #expect(counts == [2, 1, 0, 0] && model.tailState == .exhausted)
        model.host.controller.markExhausted(at: .head)
        model.retry()
        model.host.flush()
        #expect(counts == [2, 1, 1, 0] && model.headState == .exhausted)
        await model.host.refresh { #expect(model.isRefreshing) }
        #expect(counts == [2, 1, 1, 1] && !model.isRefreshing)
    }

    @Test("A model can be dropped while its list is told of rows")
    func dropped() {
        var model: RangeListModel<Int>? = RangeListModel()
        let host = model?.host
        model = nil
        host?.apply(0..<5)
        host?.flush()
        #expect(host?.visibleIDs == [0])
    }
}
