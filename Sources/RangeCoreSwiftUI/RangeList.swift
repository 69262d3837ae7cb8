#if canImport(SwiftUI)
import RangeCore
public import SwiftUI

/// A list of any length that prepares its rows ahead, and fetches more as the user comes near an end.
///
/// ```swift
/// RangeList(feed.photos, spacing: 12) { photo in
///     PhotoRow(photo: photo)
/// }
/// .onFetch { count in
///     let photos = try await Feed.photos("offset=\(count)")
///     return (photos, photos.isEmpty)
/// } insert: { new in
///     feed.append(new)
/// }
/// .onPreload { ids in feed.download(ids) } cancel: { ids in feed.cancel(ids) }
/// .onRefresh { await feed.reload() }
/// ```
///
/// It is a `ScrollView` with a lazy stack, or with lanes (masonry). The list is told where the rows are by their frames; from iOS 18
/// and macOS 15 on also by the geometry and the phase of the scroll view.
///
/// When items are inserted or removed above, what is on screen stays there: from iOS 17 and macOS 14 on the
/// scroll view attempts that, and on all systems the list looks at the frames, and scrolls back if the
/// place was lost. ``keepsPlace(_:)`` turns this off.
///
/// To scroll to an item, put the list in a `ScrollViewReader`, and scroll to the item's id.
///
/// A list in a row, such as a carousel, follows its row: it preloads while the row does. Memory
/// pressure and life in the background are taken into account. None of this needs further code.
public struct RangeList<Data: RandomAccessCollection, ID: Hashable & Sendable, Row: View>: View {
    private let data: Data
    private let id: KeyPath<Data.Element, ID>
    private let axis: Axis
    // Nil for a lazy stack.
    private let lanes: Int?
    private let spacing: CGFloat
    private let row: (Data.Element) -> Row
    private let shared: RangeListModel<ID>?
    var actions = RangeListActions<ID>()
    @StateObject private var storage: RangeListStorage<ID>
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.rangeListRow) private var outerRow

    /// Creates a list of items.
    ///
    /// - Parameters:
    ///   - data: The items, in order; their ids all different.
    ///   - id: Where an item has its id.
    ///   - axis: The axis along which the list scrolls.
    ///   - spacing: The gap between adjacent rows, in points, not negative.
    ///   - model: The state of the list, for other views; the list's own if nil.
    ///   - row: A closure that creates the view of an item.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, axis: Axis = .vertical,
        spacing: CGFloat = 0, model: RangeListModel<ID>? = nil,
        @ViewBuilder row: @escaping (Data.Element) -> Row
    ) {
        self.init(data, id, axis, lanes: nil, spacing, model, row)
    }

    private init(
        _ data: Data, _ id: KeyPath<Data.Element, ID>, _ axis: Axis, lanes: Int?,
        _ spacing: CGFloat, _ model: RangeListModel<ID>?, _ row: @escaping (Data.Element) -> Row
    ) {
        (self.data, self.id, self.axis, self.spacing, self.row) = (data, id, axis, spacing, row)
        (self.lanes, shared) = (lanes, model)
        _storage = StateObject(wrappedValue: RangeListStorage(model ?? RangeListModel()))
    }

    /// Creates a list of items that have ids.
    ///
    /// - Parameters:
    ///   - data: The items, in order; their ids all different.
    ///   - axis: The axis along which the list scrolls.
    ///   - spacing: The gap between adjacent rows, in points, not negative.
    ///   - model: The state of the list, for other views; the list's own if nil.
    ///   - row: A closure that creates the view of an item.
    public init(
        _ data: Data, axis: Axis = .vertical, spacing: CGFloat = 0,
        model: RangeListModel<ID>? = nil, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data, id: \.id, axis: axis, spacing: spacing, model: model, row: row)
    }

    /// Creates a list in lanes (masonry): each row goes on where its own lane ends, and keeps its lane.
    ///
    /// ```swift
    /// if #available(macOS 15, iOS 18, *) {
    ///     RangeList(feed.photos, id: \.id, lanes: 3, spacing: 8) { photo in
    ///         PhotoRow(photo: photo)
    ///     }
    /// }
    /// ```
    ///
    /// It scrolls vertically, and places the rows itself, only those near the screen. What is on screen stays where it
    /// is, in each lane, when items are inserted, removed or measured above; ``keepsPlace(_:)`` has no effect. At
    /// another number of lanes, or another width, the row that is read at the top stays. A row is as wide as its lane.
    ///
    /// To scroll to an item, use ``RangeListModel/scroll(to:at:)``: a `ScrollViewReader` finds only rows near the screen.
    ///
    /// - Parameters:
    ///   - data: The items, in order; their ids all different.
    ///   - id: Where an item has its id.
    ///   - lanes: How many lanes there are, in 1 … 16.
    ///   - spacing: The gap between rows of a lane, and between lanes, in points, not negative.
    ///   - model: The state of the list, for other views; the list's own if nil.
    ///   - row: A closure that creates the view of an item.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, lanes: Int, spacing: CGFloat = 0,
        model: RangeListModel<ID>? = nil, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) {
        self.init(data, id, .vertical, lanes: lanes, spacing, model, row)
    }

    /// Creates a list in lanes of items that have ids; see ``init(_:id:lanes:spacing:model:row:)``.
    ///
    /// - Parameters:
    ///   - data: The items, in order; their ids all different.
    ///   - lanes: How many lanes there are, in 1 … 16.
    ///   - spacing: The gap between rows of a lane, and between lanes, in points, not negative.
    ///   - model: The state of the list, for other views; the list's own if nil.
    ///   - row: A closure that creates the view of an item.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public init(
        _ data: Data, lanes: Int, spacing: CGFloat = 0, model: RangeListModel<ID>? = nil,
        @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data, \.id, .vertical, lanes: lanes, spacing, model, row)
    }

    /// The scroll view.
    public var body: some View {
        let model = shared ?? storage.model
        let scrollAxis = ScrollAxis(
            isHorizontal: axis == .horizontal, isRightToLeft: layoutDirection == .rightToLeft)
        let edit = take(model.host)
        scrollView(model, scrollAxis, edit)
            .refreshing(model.host, actions.refresh)
            .reportingPresence(to: storage, scenePhase, in: outerRow)
            .showingOverlay(of: model.host, axis, isShown: actions.showsOverlay)
    }

    @ViewBuilder
    private func scrollView(
        _ model: RangeListModel<ID>, _ scrollAxis: ScrollAxis,
        _ edit: LazyListHost<ID>.Restoration?
    ) -> some View {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
            let surface = storage.surface
        {
            LaneScrollView(
                data: data, spacing: spacing, surface: surface, host: model.host, row: row,
                footer: actions.footer != nil || actions.hasFetcher ? footer(model) : nil
            )
            .id(ObjectIdentifier(surface))
            .reportingScrolling(to: storage, scrollAxis)
            .reportingMovement(to: storage)
        } else {
            stackView(model, scrollAxis, edit)
        }
    }

    private func stackView(
        _ model: RangeListModel<ID>, _ scrollAxis: ScrollAxis,
        _ edit: LazyListHost<ID>.Restoration?
    ) -> some View {
        ScrollView(axis == .vertical ? .vertical : .horizontal) {
            stack(model, scrollAxis).reportingStart(to: storage, scrollAxis)
        }
        .coordinateSpace(name: ListSpace.viewport)
        .reportingLength(to: storage, scrollAxis)
        .reportingScrolling(to: storage, scrollAxis)
        .reportingMovement(to: storage)
        .keepingPlace(in: storage, scrollAxis, after: edit, isOn: actions.keepsPlace)
    }

    // None of this is state of SwiftUI: the list updates, and publishes, after the view has been.
    private func take(_ host: LazyListHost<ID>) -> LazyListHost<ID>.Restoration? {
        storage.host = host
        storage.placesRows(lanes != nil)
        storage.apply(actions.allSettings, actions.place)
        host.setLayout(lanes: lanes ?? 1, spacing: spacing)
        host.apply(data, id: id)
        return host.placeToRestore
    }

    @ViewBuilder
    private func stack(_ model: RangeListModel<ID>, _ scrollAxis: ScrollAxis) -> some View {
        switch axis {
        case .vertical: LazyVStack(spacing: spacing) { rows(model, scrollAxis) }.asScrollTargets()
        case .horizontal: LazyHStack(spacing: spacing) { rows(model, scrollAxis) }.asScrollTargets()
        }
    }

    @ViewBuilder
    private func rows(_ model: RangeListModel<ID>, _ scrollAxis: ScrollAxis) -> some View {
        ForEach(data, id: id) { item in
            row(item).modifier(
                ReportingRow(
                    id: item[keyPath: id], host: model.host, axis: scrollAxis,
                    space: ListSpace.content))
        }
        footer(model)
    }

    @ViewBuilder
    private func footer(_ model: RangeListModel<ID>) -> some View {
        if let footer = actions.footer {
            FooterRow(model: model, content: footer)
        } else if actions.hasFetcher {
            let title = actions.retryTitle
            FooterRow(model: model) { AnyView(DefaultFooter(state: $0, title: title, retry: $1)) }
        }
    }
}

// What the modifiers of a list set.
struct RangeListActions<ID: Hashable & Sendable> {
    var settings: [RangeListSetting<ID>] = []
    var changes: [@MainActor (LazyStateChanges<ID>) -> Void] = []
    var refresh: (@MainActor () async -> Void)?
    var keepsPlace = true
    var place: KeptPlace<ID>?
    var hasFetcher = false
    var showsOverlay = false
    var retryTitle = Text("Try Again")
    var footer: (@MainActor (LoadState, @escaping @MainActor () -> Void) -> AnyView)?

    @MainActor var allSettings: [RangeListSetting<ID>] {
        changes.isEmpty ? settings : settings + [RangeListSetting(changes: changes)]
    }
}
#endif
