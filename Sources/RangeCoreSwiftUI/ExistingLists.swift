// The engine under a list that an app has already, whatever lays it out.

#if canImport(SwiftUI)
import RangeCore
public import SwiftUI

extension View {
    /// Makes this view the row of an item in a list that an app lays out itself.
    ///
    /// ```swift
    /// List(feed.photos) { photo in
    ///     PhotoRow(photo: photo).rangeRow(id: photo.id, in: ranges)
    /// }
    /// .rangeViewport(ranges, items: feed.photos)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The id of the item.
    ///   - ranges: The state of the list, which ``rangeViewport(_:items:axis:columns:lanes:spacing:)`` has too.
    public func rangeRow<ID: Hashable & Sendable>(
        id: ID, in ranges: RangeListModel<ID>
    ) -> some View {
        modifier(RangeRow(id: id, host: ranges.host))
    }

    /// Tells a list's state what this view shows of its items: a `List`, or a `ScrollView` with a lazy stack or
    /// grid, with or without sections, whose rows have ``rangeRow(id:in:)``.
    ///
    /// The view scrolls as it did; nothing of it is changed. Batches, preloading and nodes are set at the
    /// list's state, once:
    ///
    /// ```swift
    /// List(feed.photos) { photo in
    ///     PhotoRow(photo: photo).rangeRow(id: photo.id, in: ranges)
    /// }
    /// .rangeViewport(ranges, items: feed.photos)
    /// .onAppear {
    ///     ranges.host.onStateChanges = { feed.download($0.entered(.preload)) }
    /// }
    /// ```
    ///
    /// Headers and footers are no items: ranges reach as far as if there were none.
    ///
    /// - Parameters:
    ///   - ranges: The state of the list.
    ///   - items: All items, in the order in which they are shown; their ids all different.
    ///   - axis: The axis along which the view scrolls.
    ///   - columns: The number of items in a row of a grid, at least 1.
    ///   - lanes: The number of lanes of a masonry that the app lays out, in 1 … 16; if more than 1, there are
    ///     no columns.
    ///   - spacing: The gap between adjacent rows, in points, not negative.
    public func rangeViewport<Items: RandomAccessCollection>(
        _ ranges: RangeListModel<Items.Element.ID>, items: Items, axis: Axis = .vertical,
        columns: Int = 1, lanes: Int = 1, spacing: CGFloat = 0
    ) -> some View where Items.Element: Identifiable, Items.Element.ID: Sendable {
        modifier(
            RangeViewport(
                model: ranges, items: items, axis: axis, columns: columns, lanes: lanes,
                spacing: spacing, storage: RangeListStorage(ranges)))
    }
}

private struct RangeRow<ID: Hashable & Sendable>: ViewModifier {
    let id: ID
    let host: LazyListHost<ID>
    @Environment(\.rangeAxis) private var axis

    func body(content: Content) -> some View {
        // Of a list's content there is no frame, of its viewport there is.
        content.modifier(
            ReportingRow(id: id, host: host, axis: axis, space: ListSpace.viewport))
    }
}

private struct RangeViewport<Items: RandomAccessCollection>: ViewModifier
where Items.Element: Identifiable, Items.Element.ID: Sendable {
    private let model: RangeListModel<Items.Element.ID>
    private let items: Items
    private let axis: Axis
    private let columns: Int
    private let lanes: Int
    private let spacing: CGFloat
    @StateObject private var storage: RangeListStorage<Items.Element.ID>
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.rangeListRow) private var outerRow

    init(
        model: RangeListModel<Items.Element.ID>, items: Items, axis: Axis, columns: Int,
        lanes: Int, spacing: CGFloat,
        storage: @autoclosure @escaping () -> RangeListStorage<Items.Element.ID>
    ) {
        (self.model, self.items, self.axis) = (model, items, axis)
        (self.columns, self.lanes, self.spacing) = (columns, lanes, spacing)
        _storage = StateObject(wrappedValue: storage())
    }

    func body(content: Content) -> some View {
        let scrollAxis = ScrollAxis(
            isHorizontal: axis == .horizontal, isRightToLeft: layoutDirection == .rightToLeft)
        take()
        return
            content
            .environment(\.rangeAxis, scrollAxis)
            .coordinateSpace(name: ListSpace.viewport)
            .reportingLength(to: storage, scrollAxis)
            .reportingMovement(to: storage)
            .reportingPresence(to: storage, scenePhase, in: outerRow)
    }

    private func take() {
        storage.host = model.host
        model.host.setLayout(columns: columns, lanes: lanes, spacing: spacing)
        model.host.apply(items, id: \.id)
    }
}

private struct RangeAxisKey: EnvironmentKey {
    static let defaultValue = ScrollAxis()
}

extension EnvironmentValues {
    fileprivate var rangeAxis: ScrollAxis {
        get { self[RangeAxisKey.self] }
        set { self[RangeAxisKey.self] = newValue }
    }
}
#endif
