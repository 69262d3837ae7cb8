#if canImport(SwiftUI)
import Combine
import Foundation
import RangeCore
import SwiftUI

// What a list keeps between evaluations of its view. It never publishes: what it knows changes while
// scrolling, which is no reason to evaluate the view.
@MainActor
final class RangeListStorage<ID: Hashable & Sendable>: ObservableObject {
    let model: RangeListModel<ID>
    // The list's own, or that of the model that the app has passed.
    var host: LazyListHost<ID> {
        didSet {
            if host === oldValue { return }
            (applied, place, surface) = (AppliedSettings(), nil, nil)
            listen()
        }
    }
    /// The scroll view of a list that places its rows itself.
    private(set) var surface: LaneSurface<ID>?
    private var place: KeptPlace<ID>?
    private var applied = AppliedSettings<ID>()
    // The item that the scroll view attempts to keep in place.
    private var position: ID?
    private var sources = ViewportSources()
    /// The offset of the scroll view, as it takes one; nil on systems that do not tell it.
    private(set) var contentOffset: Double?
    private var breadth: Double?
    private var pressure: MemoryPressureSource?

    init(_ model: RangeListModel<ID>) {
        (self.model, host) = (model, model.host)
        listen()
    }

    // -- the scroll view --

    // Only for the system: the list goes by its frames, which are known to be of its own rows.
    var positionBinding: Binding<ID?> {
        Binding { @MainActor [weak self] in
            self?.position
        } set: { @MainActor [weak self] id in
            self?.position = id
        }
    }

    /// Looks for some frames whether the place was kept through an edit, and lets it be restored if not.
    ///
    /// - Parameters:
    ///   - edit: The edit; nil if there was none.
    ///   - isKeptBySystem: Whether the system attempts to keep the place.
    ///   - restore: A closure that scrolls: by a distance, unless that is nil; or until a row is at a
    ///     fraction of the viewport.
    func keepPlace(
        after edit: LazyListHost<ID>.Restoration?, isKeptBySystem: Bool,
        restore: (_ id: ID, _ distance: Double?, _ fraction: Double) -> Void
    ) async {
        guard let edit else { return }
        while true {
            switch host.lookAtPlace(isKeptBySystem: isKeptBySystem) {
            case .done: return
            case .wait: break
            case .restore(let distance, let fraction): restore(edit.id, distance, fraction)
            }
            do { try await Task.sleep(for: .milliseconds(16)) } catch { return }
        }
    }

    /// Takes in where the content starts in the scroll view.
    func setStart(_ start: Double, _ axis: ScrollAxis) {
        sources.contentStart = start
        host.setViewport(sources.viewport(in: axis))
    }

    /// Takes in the size of the scroll view.
    func setSize(_ size: CGSize, _ axis: ScrollAxis) {
        sources.length = axis.extent(size)
        if let breadth, breadth != axis.breadth(size) { host.invalidateExtents() }
        breadth = axis.breadth(size)
        host.setViewport(sources.viewport(in: axis))
    }

    /// Takes in the viewport, with its insets, and the offset, on systems that tell them.
    func setGeometry(_ viewport: ListViewport, contentOffset: Double, _ axis: ScrollAxis) {
        (sources.geometry, self.contentOffset) = (viewport, contentOffset)
        if let surface { return surface.setGeometry(viewport, contentOffset: contentOffset) }
        host.setViewport(sources.viewport(in: axis))
    }

    // -- the app --

    func placesRows(_ placesRows: Bool) {
        if placesRows == (surface != nil) { return }
        surface = placesRows ? LaneSurface(host) : nil
    }

    func apply(_ settings: [RangeListSetting<ID>], _ place: KeptPlace<ID>? = nil) {
        applied.apply(settings, to: host)
        // Where it was the last time, once.
        if self.place == nil { place?.restore(host) }
        self.place = place
    }

    // A place to scroll to is told by evaluating the view, which may be what is happening.
    private func listen() {
        host.onPlaceToRestore = { [weak self] in
            Task { self?.objectWillChange.send() }
        }
    }

    func appear(in row: RangeListRow?) {
        row?.nest(host.controller)
        host.set(\.presence, to: .onScreen)
        observePressure()
    }

    func disappear() {
        host.set(\.presence, to: .near)
        place?.save(host)
        // Where it is when it appears again is not for an old edit to say.
        host.forgetPlace()
    }

    func follow(_ phase: ScenePhase) {
        host.set(\.isInBackground, to: phase == .background)
        if phase != .active { place?.save(host) }
    }

    private func observePressure() {
        if pressure != nil { return }
        pressure = MemoryPressureSource { [weak self] level in
            self?.host.set(\.memoryPressure, to: level)
        }
    }
}

/// Where the place of a list is kept.
@MainActor
struct KeptPlace<ID: Hashable & Sendable> {
    let restore: @MainActor (LazyListHost<ID>) -> Void
    let save: @MainActor (LazyListHost<ID>) -> Void

    init(in data: Binding<Data?>) where ID: Codable {
        restore = { host in
            guard let bytes = data.wrappedValue,
                let place = try? JSONDecoder().decode(ScrollSnapshot<ID>.self, from: bytes)
            else { return }
            host.restore(place)
        }
        save = { host in
            // A stack measures by itself: extents would be of no use.
            guard let place = try? host.snapshot(capacity: 0),
                let bytes = try? JSONEncoder().encode(place)
            else { return }
            data.wrappedValue = bytes
        }
    }
}

/// The coordinate spaces of a list.
enum ListSpace {
    static let content = "RangeList.content"
    static let viewport = "RangeList.viewport"
}

extension ScrollAxis {
    func extent(_ size: CGSize) -> Double { isHorizontal ? size.width : size.height }

    func breadth(_ size: CGSize) -> Double { isHorizontal ? size.height : size.width }

    func start(_ frame: CGRect) -> Double {
        ViewportSources.start(ofX: frame.minX, y: frame.minY, extent: extent(frame.size), in: self)
    }
}

#endif
