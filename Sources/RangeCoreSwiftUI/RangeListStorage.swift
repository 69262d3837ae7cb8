#if canImport(SwiftUI)
import Combine
import Dispatch
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
    private var start = 0.0
    private var length = 0.0
    private var breadth: Double?
    private var hasGeometry = false
    private var pressure: MemoryPressure?

    init(_ model: RangeListModel<ID>) { (self.model, host) = (model, model.host) }

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

    /// Takes in where the content starts in the scroll view.
    func setStart(_ start: Double, _ layout: RowLayout) {
        self.start = start
        setViewport(layout)
    }

    /// Takes in the size of the scroll view.
    func setSize(_ size: CGSize, _ layout: RowLayout) {
        length = layout.length(size)
        if let breadth, breadth != layout.breadth(size) { host.invalidateExtents() }
        breadth = layout.breadth(size)
        setViewport(layout)
    }

    /// Takes in the viewport, with its insets, on systems that tell it.
    func setViewport(_ viewport: ListViewport) {
        hasGeometry = true
        host.setViewport(viewport)
    }

    private func setViewport(_ layout: RowLayout) {
        if hasGeometry { return }
        host.setViewport(layout.viewport(start: start, length: length))
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
        let pressure = MemoryPressure()
        self.pressure = pressure
        pressure.source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.takePressure() }
        }
        pressure.source.activate()
    }

    private func takePressure() {
        guard let pressure else { return }
        host.set(\.memoryPressure, to: pressure.level)
    }
}

/// What the system says of its memory, on the main queue, until this is released.
private final class MemoryPressure {
    let source = DispatchSource.makeMemoryPressureSource(
        eventMask: [.normal, .warning, .critical], queue: .main)

    var level: ListSettings.MemoryPressure {
        if source.data.contains(.critical) { return .critical }
        return source.data.contains(.warning) ? .warning : .normal
    }

    deinit { source.cancel() }
}

/// How frames along an axis become positions in a list, whose start is at the right in a row of a
/// right-to-left language.
struct RowLayout: Hashable, Sendable {
    static let content = "RangeList.content"
    static let viewport = "RangeList.viewport"

    let axis: Axis
    let isMirrored: Bool

    func length(_ size: CGSize) -> Double {
        Double(axis == .vertical ? size.height : size.width)
    }

    func breadth(_ size: CGSize) -> Double {
        Double(axis == .vertical ? size.width : size.height)
    }

    /// Where a frame starts.
    func start(_ frame: CGRect) -> Double {
        if axis == .vertical { return Double(frame.minY) }
        return isMirrored ? -Double(frame.maxX) : Double(frame.minX)
    }

    func extent(_ frame: CGRect) -> Double {
        Double(axis == .vertical ? frame.height : frame.width)
    }

    /// The viewport, given where the content has its origin in it.
    func viewport(start: Double, length: Double) -> ListViewport {
        ListViewport(offset: isMirrored ? start - length : -start, length: length)
    }
}
#endif
