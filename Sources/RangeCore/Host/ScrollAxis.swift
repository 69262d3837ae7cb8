/// Where a list lies in a scroll view: along which axis, and from which side.
///
/// A ``ScrollSurface`` speaks of offsets from the start of the list; its toolkit has points (x, y) from
/// the top left corner of the content. In a horizontal list that runs from right to left, the offset
/// grows as x shrinks:
///
/// ```swift
/// let axis = ScrollAxis(isHorizontal: true, isRightToLeft: true)
/// // The content is 1000 points long, and 300 of them are visible: those at the right edge.
/// print(axis.offset(ofX: 700, y: 0, visible: 300, length: 1000))  // 0.0
/// print(axis.position(ofOffset: 120, visible: 300, length: 1000).x)  // 580.0
/// ```
public struct ScrollAxis: Sendable, Hashable {
    /// Whether the list scrolls sideways.
    public var isHorizontal: Bool
    /// Whether the writing direction is from right to left: then a horizontal list begins at the right
    /// edge, and the columns of a vertical one do.
    public var isRightToLeft: Bool

    /// Creates an axis.
    public init(isHorizontal: Bool = false, isRightToLeft: Bool = false) {
        (self.isHorizontal, self.isRightToLeft) = (isHorizontal, isRightToLeft)
    }

    package var isReversed: Bool { isHorizontal && isRightToLeft }

    /// Returns the offset of the list for the top left corner of what is visible.
    ///
    /// - Parameters:
    ///   - x: The corner's distance from the left edge of the content, in points.
    ///   - y: The corner's distance from the top edge of the content, in points.
    ///   - visible: The length of the viewport along the axis, in points.
    ///   - length: The scroll length, in points.
    public func offset(ofX x: Double, y: Double, visible: Double, length: Double) -> Double {
        isReversed ? length - visible - x : isHorizontal ? x : y
    }

    /// Returns the top left corner of what is visible at an offset of the list; 0 across the axis.
    ///
    /// - Parameters:
    ///   - offset: The offset, in points.
    ///   - visible: The length of the viewport along the axis, in points.
    ///   - length: The scroll length, in points.
    public func position(
        ofOffset offset: Double, visible: Double, length: Double
    ) -> (x: Double, y: Double) {
        let along = isReversed ? length - visible - offset : offset
        return isHorizontal ? (along, 0) : (0, along)
    }

    /// Returns the rectangle of an item, from the corner of the content at which the list begins.
    ///
    /// For a horizontal list from right to left that is the top right corner, and x is negative. So a
    /// container that is moved to the right edge when the length changes moves all items at once.
    ///
    /// - Parameters:
    ///   - frame: The place of the item.
    ///   - breadth: The length across the axis, in points.
    public func rectangle(
        of frame: ItemFrame, breadth: Double
    ) -> (x: Double, y: Double, width: Double, height: Double) {
        let share = breadth / Double(max(frame.columns, 1))
        if isHorizontal {
            let x = isRightToLeft ? -frame.start - frame.extent : frame.start
            return (x, Double(frame.column) * share, frame.extent, share)
        }
        let column = isRightToLeft ? frame.columns - 1 - frame.column : frame.column
        return (Double(column) * share, frame.start, share, frame.extent)
    }
}
