// What the views report to the list: on each system, what it can.

#if canImport(SwiftUI)
import RangeCore
import SwiftUI

// -- rows --

struct ReportingRow<ID: Hashable & Sendable>: ViewModifier {
    let id: ID
    let host: LazyListHost<ID>
    let axis: ScrollAxis
    /// The coordinate space of the frames.
    let space: String

    func body(content: Content) -> some View {
        content
            .onGeometryChange(for: CGRect.self) { [space] in
                $0.frame(in: CoordinateSpace.named(space))
            } action: { [axis, host, id] frame in
                host.setFrame(
                    of: id, start: axis.start(frame), extent: axis.extent(frame.size))
            }
            .onAppear { host.noteAppearance(of: id) }
            .onDisappear { host.noteDisappearance(of: id) }
            .inRow(of: id, host)
    }
}

extension View {
    /// Makes a list in the row of an item follow the row.
    func inRow<ID: Hashable & Sendable>(of id: ID, _ host: LazyListHost<ID>) -> some View {
        environment(
            \.rangeListRow,
            RangeListRow { [weak host, id] in host?.setNestedController($0, of: id) }
        )
        .notRefreshing()
    }

    /// Ends the `refreshable` of views around: any scroll view below offers it, such as a carousel in a row
    /// (github.com/RevenueCat/purchases-ios/pull/4793).
    @ViewBuilder
    fileprivate func notRefreshing() -> some View {
        // Apple declares no setter, but there is one, which apps set in this way. If not, it stays.
        if let refresh = \EnvironmentValues.refresh
            as? WritableKeyPath<EnvironmentValues, RefreshAction?>
        {
            environment(refresh, nil)
        } else {
            self
        }
    }
}

/// The row of a list that a view is in.
struct RangeListRow: Sendable {
    /// Makes the presence of a list in the row follow the row's state.
    let nest: @MainActor (RangeController?) -> Void
}

private struct RangeListRowKey: EnvironmentKey {
    static let defaultValue: RangeListRow? = nil
}

extension EnvironmentValues {
    var rangeListRow: RangeListRow? {
        get { self[RangeListRowKey.self] }
        set { self[RangeListRowKey.self] = newValue }
    }
}

// -- the scroll view --

extension View {
    /// Reports where the content starts in the scroll view, whose coordinate space is around it.
    func reportingStart<ID>(
        to storage: RangeListStorage<ID>, _ axis: ScrollAxis
    ) -> some View {
        onGeometryChange(for: Double.self) { content in
            let frame = content.frame(in: CoordinateSpace.named(ListSpace.viewport))
            return axis.isHorizontal ? frame.minX : frame.minY
        } action: { start in
            storage.setStart(start, axis)
        }
        .coordinateSpace(name: ListSpace.content)
    }

    func reportingLength<ID>(
        to storage: RangeListStorage<ID>, _ axis: ScrollAxis
    ) -> some View {
        onGeometryChange(for: CGSize.self) {
            $0.size
        } action: { size in
            storage.setSize(size, axis)
        }
    }

    @ViewBuilder
    func asScrollTargets() -> some View {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            scrollTargetLayout()
        } else {
            self
        }
    }

    @ViewBuilder
    func reportingScrolling<ID>(
        to storage: RangeListStorage<ID>, _ axis: ScrollAxis
    ) -> some View {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            // Which targets are visible is told by the type of their ids, which a list in a row may share.
            onScrollGeometryChange(for: ScrollReading.self) {
                ScrollReading($0, axis)
            } action: { _, reading in
                storage.setGeometry(
                    reading.viewport, contentOffset: reading.contentOffset, axis)
            }
        } else {
            self
        }
    }

    @ViewBuilder
    func reportingMovement<ID>(to storage: RangeListStorage<ID>) -> some View {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            onScrollPhaseChange { _, phase in
                storage.host.movement = LazyListHost<ID>.Movement(phase)
            }
        } else {
            self
        }
    }

    func reportingPresence<ID>(
        to storage: RangeListStorage<ID>, _ scenePhase: ScenePhase, in outerRow: RangeListRow?
    ) -> some View {
        task(id: scenePhase) { storage.follow(scenePhase) }
            .onAppear { storage.appear(in: outerRow) }
            .onDisappear { storage.disappear() }
    }

    @ViewBuilder
    func refreshing<ID>(
        _ host: LazyListHost<ID>, _ reload: (@MainActor () async -> Void)?
    ) -> some View {
        if let reload {
            refreshable { await host.refresh(reload) }
        } else {
            self
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension LazyListHost.Movement {
    // A wheel or a key need not have a phase.
    fileprivate init(_ phase: ScrollPhase) {
        switch phase {
        case .tracking, .interacting, .decelerating: self = .user
        case .animating: self = .program
        case .idle: self = .unknown
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct ScrollReading: Equatable {
    let viewport: ListViewport
    let contentOffset: Double

    init(_ geometry: ScrollGeometry, _ axis: ScrollAxis) {
        let (rect, insets) = (geometry.visibleRect, geometry.contentInsets)
        viewport = ListViewport(
            offset: axis.isHorizontal ? rect.minX : rect.minY, length: axis.extent(rect.size),
            insetStart: max(axis.isHorizontal ? insets.leading : insets.top, 0),
            insetEnd: max(axis.isHorizontal ? insets.trailing : insets.bottom, 0))
        contentOffset = axis.isHorizontal ? geometry.contentOffset.x : geometry.contentOffset.y
    }
}

// -- the row after the last --

struct FooterRow<ID: Hashable & Sendable>: View {
    @ObservedObject var model: RangeListModel<ID>
    let content: @MainActor (LoadState, @escaping @MainActor () -> Void) -> AnyView

    var body: some View { content(model.tailState) { model.retry() } }
}

struct DefaultFooter: View {
    let state: LoadState
    let title: Text
    let retry: @MainActor () -> Void

    var body: some View {
        switch state {
        case .loading: ProgressView().padding()
        case .failed, .paused: Button(action: retry) { title }.padding()
        case .idle, .exhausted: EmptyView()
        }
    }
}
#endif
