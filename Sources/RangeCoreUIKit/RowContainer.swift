import RangeCore

#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Holds the rows of a ``ListScrollView``; see ``RowOrigin``.
final class RowContainer: UIView {
    /// Where the list starts in the scroll view's content: at the right edge, if it runs from there.
    var start = 0.0 { didSet { move() } }
    /// The length across the list.
    var breadth = 0.0 { didSet { move() } }
    private let isHorizontal: Bool
    private var origin = RowOrigin()

    init(isHorizontal: Bool) {
        self.isHorizontal = isHorizontal
        super.init(frame: .zero)
        accessibilityContainerType = .list
    }

    required init?(coder: NSCoder) { nil }

    /// Places a row, given its rectangle from the start of the list.
    func place(_ row: UIView, at rectangle: CGRect) {
        let distance = origin.move(to: isHorizontal ? rectangle.origin.x : rectangle.origin.y)
        if distance != 0 {
            UIView.performWithoutAnimation {
                move()
                for row in subviews { row.frame = moved(row.frame, by: -distance) }
            }
        }
        row.frame = moved(rectangle, by: -origin.position)
    }

    private func moved(_ rectangle: CGRect, by distance: Double) -> CGRect {
        var moved = rectangle
        if isHorizontal { moved.origin.x += distance } else { moved.origin.y += distance }
        return moved
    }

    // All rows are within the bounds, or they would not be touched.
    private func move() {
        let (reach, first) = (RowOrigin.reach, start + origin.position - RowOrigin.reach)
        if isHorizontal {
            frame = CGRect(x: first, y: 0, width: 2 * reach, height: breadth)
            bounds.origin.x = -reach
        } else {
            frame = CGRect(x: 0, y: first, width: breadth, height: 2 * reach)
            bounds.origin.y = -reach
        }
    }
}

extension UIView {
    /// How many pixels a point has; outside a window it can be told as 0.
    var pixelsOfPoint: Double { max(traitCollection.displayScale, 1) }
}
#endif

/// The position from which rows are placed, near those on screen.
///
/// Layers are composited in single precision, in which whole numbers end at 2^24: in a list of 20,000 rows
/// of 300 points, pixels at 3× would be lost.
///
///     a row at 6,000,000     the origin is 5,767,168 = 22 · 2^18, and the row lies at 232,832
struct RowOrigin: Hashable {
    /// How far from the origin a row can be, in points.
    static let reach = 524_288.0

    private(set) var position = 0.0

    /// Returns by how much the origin moves, so that a row is not far from it.
    mutating func move(to row: Double) -> Double {
        if abs(row - position) <= Self.reach / 2 { return 0 }
        let old = position
        position = (row / (Self.reach / 2)).rounded() * Self.reach / 2
        return position - old
    }
}

extension ScrollAxis {
    /// Returns the rectangle of an item, with edges across the axis that are on pixels, of which a point
    /// has `scale`: 393 points at 3× are shared by two as 196 ⅔ and 196 ⅓.
    func rectangle(
        of frame: ItemFrame, breadth: Double, scale: Double
    ) -> (x: Double, y: Double, width: Double, height: Double) {
        var it = rectangle(of: frame, breadth: breadth)
        if isHorizontal {
            (it.y, it.height) = Self.onPixels(it.y, it.height, scale: scale)
        } else {
            (it.x, it.width) = Self.onPixels(it.x, it.width, scale: scale)
        }
        return it
    }

    /// Returns a start and a length whose ends are on pixels.
    static func onPixels(
        _ start: Double, _ length: Double, scale: Double
    ) -> (start: Double, length: Double) {
        let edge = (start * scale).rounded() / scale
        return (edge, ((start + length) * scale).rounded() / scale - edge)
    }

    /// Returns what the narrowest of the items that share a breadth gets.
    static func share(of breadth: Double, columns: Int, scale: Double) -> Double {
        (breadth / Double(columns) * scale).rounded(.down) / scale
    }
}
