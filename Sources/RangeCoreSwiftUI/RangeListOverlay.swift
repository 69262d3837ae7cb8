#if canImport(SwiftUI)
import Foundation
import RangeCore
public import SwiftUI

extension RangeList {
    /// Shows a strip beside the rows with the ranges and what loads, for debugging.
    ///
    /// It shows the rows around the viewport by their range: visible, display, preload or none; beside each
    /// what its load does, if a `Preloader` or a `PageStore` loads for the list: waiting, in progress, done,
    /// failed, late or not wanted any more; and the fetches at the ends. In a release build nothing is shown
    /// unless the user default `RangeCoreOverlay` is true, as with the launch argument
    /// `-RangeCoreOverlay YES`.
    ///
    /// ```swift
    /// RangeList(feed.photos) { photo in PhotoRow(photo: photo) }
    ///     .showsRangeOverlay()
    /// ```
    public func showsRangeOverlay(_ isShown: Bool = true) -> Self {
        var list = self
        list.actions.showsOverlay = isShown
        return list
    }
}

extension View {
    /// Shows a strip as ``RangeList/showsRangeOverlay(_:)`` does, of a list that an app lays out itself.
    ///
    /// - Parameters:
    ///   - ranges: The state of the list.
    ///   - axis: The axis along which it scrolls.
    ///   - isShown: Whether the strip is shown.
    public func rangeOverlay<ID: Hashable & Sendable>(
        of ranges: RangeListModel<ID>, axis: Axis = .vertical, isShown: Bool = true
    ) -> some View {
        showingOverlay(of: ranges.host, axis, isShown: isShown)
    }

    func showingOverlay<ID: Hashable & Sendable>(
        of host: LazyListHost<ID>, _ axis: Axis, isShown: Bool
    ) -> some View {
        overlay(alignment: axis == .horizontal ? .bottomLeading : .topTrailing) {
            if isShown, OverlayStrip<ID>.isAllowed { OverlayStrip(host: host, axis: axis) }
        }
    }
}

/// Draws a `RangeOverlay`, ten times a second if it has changed: loads end while nothing scrolls.
private struct OverlayStrip<ID: Hashable & Sendable>: View {
    static var isAllowed: Bool {
        #if DEBUG
        true
        #else
        UserDefaults.standard.bool(forKey: "RangeCoreOverlay")
        #endif
    }

    let host: LazyListHost<ID>
    let axis: Axis
    @State private var overlay: RangeOverlay?
    @Environment(\.layoutDirection) private var layoutDirection

    var body: some View {
        HStack(alignment: axis == .horizontal ? .bottom : .top, spacing: 0) {
            if let overlay {
                Text(verbatim: overlay.captions.joined(separator: "\n"))
                    .font(.caption2)
                    .background { Color.white.opacity(0.8) }
                strip(overlay)
            }
        }
        .allowsHitTesting(false)
        .accessibilityHidden(true)
        .task {
            while !Task.isCancelled {
                let now = RangeOverlay(host.controller)
                if now != overlay { overlay = now }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func strip(_ overlay: RangeOverlay) -> some View {
        let isHorizontal = axis == .horizontal
        let scrollAxis = ScrollAxis(
            isHorizontal: isHorizontal, isRightToLeft: layoutDirection == .rightToLeft)
        return Canvas { context, size in
            let length = isHorizontal ? size.width : size.height
            for (rectangle, role) in overlay.bars(length: length, along: scrollAxis) {
                context.fill(Path(CGRect(rectangle)), with: .color(Color(role)))
            }
            let viewport = overlay.viewport(length: length, along: scrollAxis)
            context.stroke(Path(CGRect(viewport)), with: .color(.black), lineWidth: 1)
        }
        .frame(
            width: isHorizontal ? nil : RangeOverlay.breadth,
            height: isHorizontal ? RangeOverlay.breadth : nil
        )
        .background { Color.white.opacity(0.8) }
    }
}

extension CGRect {
    fileprivate init(_ it: RangeOverlay.Rectangle) {
        self.init(x: it.x, y: it.y, width: it.width, height: it.height)
    }
}

extension Color {
    fileprivate init(_ role: RangeOverlay.Role) {
        let color = role.color
        self.init(red: color.red, green: color.green, blue: color.blue)
    }
}
#endif
