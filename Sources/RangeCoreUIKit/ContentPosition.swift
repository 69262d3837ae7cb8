import RangeCore

/// Where a collection view is along the axis of its layout: positions are the view's own, from the left or the
/// top edge, offsets the list's. They differ in a horizontal layout that runs from right to left, where a new
/// length moves the start.
struct ContentPosition: Hashable {
    var axis = ScrollAxis()
    /// The length of the content, as far as positions have been adjusted to it.
    private(set) var length = 0.0

    /// Returns the offset of a position, of a view that is so long.
    func offset(of position: Double, visible: Double) -> Double {
        axis.offset(ofX: position, y: position, visible: visible, length: length)
    }

    /// Returns what to add to a position so that the offset changes by a correction, in content that has a new
    /// length.
    mutating func adjustment(for correction: Double, length: Double) -> Double {
        let distance = length - self.length
        self.length = length
        return axis.isReversed ? distance - correction : correction
    }

    /// Returns the offsets between two positions.
    func offsets(_ positions: Range<Double>, length: Double) -> Range<Double> {
        axis.isReversed
            ? length - positions.upperBound..<length - positions.lowerBound : positions
    }

    /// Returns the position of something so long that starts at an offset.
    func position(ofOffset offset: Double, extent: Double, length: Double) -> Double {
        axis.isReversed ? length - offset - extent : offset
    }
}
