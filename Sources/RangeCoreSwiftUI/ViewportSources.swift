// It needs nothing of SwiftUI, so that it can be tested anywhere.

import RangeCore

/// Where the viewport of a list is, by the best of what its views have told.
///
/// Frames are from the left edge on all systems. The geometry of a scroll view, from iOS 18 on, is an offset
/// from the leading edge (github.com/OpenSwiftUIProject/OpenSwiftUI, `ScrollGeometry.applyLayoutDirection`,
/// audited against 6.0.87), which Apple does not document. So a list from right to left goes by its frames,
/// as those of its rows do.
struct ViewportSources: Hashable, Sendable {
    /// Where the content starts in the scroll view, by its frame: from the left or the top edge.
    var contentStart = 0.0
    /// The length of the scroll view, by its frame.
    var length = 0.0
    /// What the geometry of the scroll view says, with its insets; nil on systems that do not tell it.
    var geometry: ListViewport?

    /// The viewport, in the coordinates of ``start(ofX:y:extent:in:)``.
    func viewport(in axis: ScrollAxis) -> ListViewport {
        if let geometry, !axis.isReversed { return geometry }
        let offset = axis.offset(
            ofX: -contentStart, y: -contentStart, visible: length, length: 0)
        return ListViewport(offset: offset, length: length)
    }

    /// Where a row starts, whose frame begins at (x, y), from an origin that does not depend on the length
    /// of the content.
    static func start(ofX x: Double, y: Double, extent: Double, in axis: ScrollAxis) -> Double {
        axis.offset(ofX: x, y: y, visible: extent, length: 0)
    }
}
