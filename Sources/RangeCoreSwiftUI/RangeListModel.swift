// Of SwiftUI nothing but its way to observe is needed here, so this is tested elsewhere too.

public import Observation
public import RangeCore

#if canImport(Combine)
public import Combine
#endif

/// The state of a ``RangeList``, for views around it: which items are visible, and what happens at
/// its ends.
///
/// ```swift
/// struct PhotoList: View {
///     let photos: [Photo]
///     @StateObject private var list = RangeListModel<Photo.ID>()
///
///     var body: some View {
///         RangeList(photos, model: list) { photo in PhotoRow(photo: photo) }
///         if list.isRefreshing { Text("Refreshing") }
///     }
/// }
/// ```
///
/// A view that owns it, or observes it, is evaluated when what happens at an end has changed, and not when
/// rows come and go: those are told by ``visible``. From macOS 14 and iOS 17 on it is `Observable` too: a
/// view is then updated only for the properties that it reads.
@MainActor
public final class RangeListModel<ID: Hashable & Sendable> {
    /// The list behind the view: its items, states, settings and nodes.
    public let host: LazyListHost<ID>

    /// The visible items, for a view of its own.
    public let visible: RangeListVisibleItems<ID>

    // The registrar of Observation, which the oldest systems do not have.
    private let registrar: (any Sendable)?

    /// Creates the model of an empty list.
    ///
    /// - Parameters:
    ///   - estimate: The extent of rows that have not been laid out, in points, not negative.
    ///   - tuning: How far the ranges reach at first.
    public init(estimate: Double = 44, tuning: RangeTuning.Preset = .list) {
        host = LazyListHost(estimate: estimate, tuning: tuning)
        visible = RangeListVisibleItems(host)
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            registrar = ObservationRegistrar()
        } else {
            registrar = nil
        }
        host.willChange = { [weak self] in self?.willChange($0) }
        host.didChange = { [weak self] in self?.didChange($0) }
    }

    /// The ids of the visible items, in the order of the list. Before macOS 14 and iOS 17 a view hears of
    /// changes through ``visible`` only.
    public var visibleIDs: [ID] {
        access(\.visibleIDs)
        return host.visibleIDs
    }

    /// What happens at the tail.
    public var tailState: LoadState {
        access(\.tailState)
        return host.loadState(at: .tail)
    }

    /// What happens at the head.
    public var headState: LoadState {
        access(\.headState)
        return host.loadState(at: .head)
    }

    /// Whether a refresh is in progress.
    public var isRefreshing: Bool {
        access(\.isRefreshing)
        return host.isRefreshing
    }

    /// Ends back-off and pause at an end, and fetches there if that is due.
    public func retry(at end: BatchEnd = .tail) { host.retryBatch(at: end) }

    /// Scrolls to an offset of the list's own, in points, or to the end that it is past.
    ///
    /// Exact where the list knows its rows' extents; see `LazyListHost.scroll(toOffset:)`.
    public func scroll(toOffset offset: Double) { host.scroll(toOffset: offset) }

    /// Scrolls to an item, which need not have a view; before it is in the list, once it is.
    ///
    /// - Parameters:
    ///   - id: The id of the item.
    ///   - fraction: How much of the space left over in the viewport lies before the item, 0 … 1.
    public func scroll(to id: ID, at fraction: Double = 0) { host.scroll(to: id, at: fraction) }

    // -- observation --

    private func access<Value>(_ property: KeyPath<RangeListModel, Value>) {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            (registrar as? ObservationRegistrar)?.access(self, keyPath: property)
        }
    }

    private func willChange(_ property: LazyListHost<ID>.Observed) {
        #if canImport(Combine)
        if property == .visibleIDs {
            visible.objectWillChange.send()
        } else {
            objectWillChange.send()
        }
        #endif
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *),
            let registrar = registrar as? ObservationRegistrar
        else { return }
        switch property {
        case .visibleIDs: registrar.willSet(self, keyPath: \.visibleIDs)
        case .tailState: registrar.willSet(self, keyPath: \.tailState)
        case .headState: registrar.willSet(self, keyPath: \.headState)
        case .isRefreshing: registrar.willSet(self, keyPath: \.isRefreshing)
        }
    }

    private func didChange(_ property: LazyListHost<ID>.Observed) {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *),
            let registrar = registrar as? ObservationRegistrar
        else { return }
        switch property {
        case .visibleIDs: registrar.didSet(self, keyPath: \.visibleIDs)
        case .tailState: registrar.didSet(self, keyPath: \.tailState)
        case .headState: registrar.didSet(self, keyPath: \.headState)
        case .isRefreshing: registrar.didSet(self, keyPath: \.isRefreshing)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension RangeListModel: Observable {}

/// The visible items of a ``RangeListModel``, as an object of their own: what observes it is evaluated
/// whenever a row comes or goes.
///
/// ```swift
/// struct Count: View {
///     @ObservedObject var visible: RangeListVisibleItems<Photo.ID>
///
///     var body: some View { Text("\(visible.ids.count) photos") }
/// }
/// ```
@MainActor
public final class RangeListVisibleItems<ID: Hashable & Sendable> {
    private let host: LazyListHost<ID>

    init(_ host: LazyListHost<ID>) { self.host = host }

    /// Their ids, in the order of the list.
    public var ids: [ID] { host.visibleIDs }
}

#if canImport(Combine)
extension RangeListModel: ObservableObject {}
extension RangeListVisibleItems: ObservableObject {}
#endif
