#if canImport(SwiftUI)
import Combine
import RangeCore
import SwiftUI

// What a list keeps between evaluations of its view. It never publishes: what it knows changes while
// scrolling, which is no reason to evaluate the view.
@MainActor
final class RangeListStorage<ID: Hashable & Sendable>: ObservableObject {
    let model: RangeListModel<ID>
    // The list's own, or that of the model that the app has passed.
    var host: LazyListHost<ID>
    // The item that the scroll view keeps in place.
    private(set) var position: ID?
    // The edit after which the place has been restored: a view that appears again must not do so again.
    private var restored: LazyListHost<ID>.Restoration?
    private var start = 0.0
    private var length = 0.0
    private var breadth: Double?
    private var hasGeometry = false
    private var pressure: MemoryPressureSource?

    init(_ model: RangeListModel<ID>) {
        (self.model, host) = (model, model.host)
        restored = host.placeToRestore
    }

    // -- the scroll view --

    var positionBinding: Binding<ID?> {
        Binding { @MainActor [weak self] in
            self?.position
        } set: { @MainActor [weak self] id in
            self?.position = id
            // With frames, the list knows better.
            self?.host.setFirstVisible(id)
        }
    }

    /// Returns where to scroll to after an edit, once for each; nil if the scroll view keeps its place.
    func takePlaceToRestore() -> LazyListHost<ID>.Restoration? {
        let place = host.placeToRestore
        if place == restored || SystemScrolling.keepsPosition { return nil }
        restored = place
        return place
    }

    /// Takes in where the content starts in the scroll view.
    func setStart(_ start: Double, _ axis: ScrollAxis) {
        self.start = start
        setViewport(axis)
    }

    /// Takes in the size of the scroll view.
    func setSize(_ size: CGSize, _ axis: ScrollAxis) {
        length = axis.extent(size)
        if let breadth, breadth != axis.breadth(size) { host.invalidateExtents() }
        breadth = axis.breadth(size)
        setViewport(axis)
    }

    /// Takes in the viewport, with its insets, on systems that tell it.
    func setViewport(_ viewport: ListViewport) {
        hasGeometry = true
        host.setViewport(viewport)
    }

    private func setViewport(_ axis: ScrollAxis) {
        if hasGeometry { return }
        let offset = axis.offset(ofX: -start, y: -start, visible: length, length: 0)
        host.setViewport(ListViewport(offset: offset, length: length))
    }

    // -- the app --

    func appear(in row: RangeListRow?) {
        row?.nest(host.controller)
        host.set(\.presence, to: .onScreen)
        observePressure()
    }

    func disappear() { host.set(\.presence, to: .near) }

    func setInBackground(_ isInBackground: Bool) {
        host.set(\.isInBackground, to: isInBackground)
    }

    private func observePressure() {
        if pressure != nil { return }
        pressure = MemoryPressureSource { [weak self] level in
            self?.host.set(\.memoryPressure, to: level)
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

    /// Where a frame starts, from an origin of the content that does not depend on its length.
    func start(_ frame: CGRect) -> Double {
        offset(ofX: frame.minX, y: frame.minY, visible: extent(frame.size), length: 0)
    }
}

#endif
