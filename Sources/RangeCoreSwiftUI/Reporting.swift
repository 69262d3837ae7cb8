// What the views report to the list: on each system, what it can.

#if canImport(SwiftUI)
import RangeCore
import SwiftUI

// -- rows --

struct ReportingRow<ID: Hashable & Sendable>: ViewModifier {
    let id: ID
    let host: LazyListHost<ID>
    let axis: ScrollAxis

    func body(content: Content) -> some View {
        content
            .onGeometryChange(for: CGRect.self) {
                $0.frame(in: CoordinateSpace.named(ListSpace.content))
            } action: { [axis, host, id] frame in
                host.setFrame(
                    of: id, start: axis.start(frame), extent: axis.extent(frame.size))
            }
            .onAppear { host.noteAppearance(of: id) }
            .onDisappear { host.noteDisappearance(of: id) }
            .environment(
                \.rangeListRow,
                RangeListRow { [weak host, id] in host?.setNestedController($0, of: id) })
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

enum SystemScrolling {
    // Whether the scroll view keeps its place through edits: scrollPosition(id:).
    static var keepsPosition: Bool {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { return true }
        return false
    }
}

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
    func keepingPosition<ID>(in storage: RangeListStorage<ID>) -> some View {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            scrollPosition(id: storage.positionBinding)
        } else {
            self
        }
    }

    @ViewBuilder
    func reportingScrolling<ID>(
        to storage: RangeListStorage<ID>, _ axis: ScrollAxis
    ) -> some View {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            onScrollGeometryChange(for: ListViewport.self) {
                axis.viewport($0)
            } action: { _, viewport in
                storage.setViewport(viewport)
            }
            .onScrollPhaseChange { _, phase in
                storage.host.movement = LazyListHost<ID>.Movement(phase)
            }
            .onScrollTargetVisibilityChange(idType: ID.self, threshold: 0.01) { ids in
                storage.host.setVisible(ids)
            }
        } else {
            self
        }
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
extension ScrollAxis {
    fileprivate func viewport(_ geometry: ScrollGeometry) -> ListViewport {
        let insets = geometry.contentInsets
        return ListViewport(
            offset: start(geometry.visibleRect), length: extent(geometry.visibleRect.size),
            insetStart: max(isHorizontal ? insets.leading : insets.top, 0),
            insetEnd: max(isHorizontal ? insets.trailing : insets.bottom, 0))
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
    let retry: @MainActor () -> Void

    var body: some View {
        switch state {
        case .loading: ProgressView().padding()
        case .failed, .paused: Button("Try Again", action: retry).padding()
        case .idle, .exhausted: EmptyView()
        }
    }
}
#endif
