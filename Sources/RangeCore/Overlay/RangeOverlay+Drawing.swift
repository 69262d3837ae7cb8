extension RangeOverlay {
    /// How wide the strip is, in points.
    package static let breadth = 30.0

    /// A rectangle of a strip, in points from its top left corner.
    package struct Rectangle: Sendable, Hashable {
        package var x, y, width, height: Double
    }

    /// The bars to fill, those that lie above others last.
    ///
    /// - Parameters:
    ///   - length: The length of the strip, in points.
    ///   - axis: The axis of the list.
    package func bars(
        length: Double, along axis: ScrollAxis
    ) -> [(rectangle: Rectangle, role: Role)] {
        func lane(
            _ bars: [Bar], _ side: ClosedRange<Double>, least: Double
        ) -> [(rectangle: Rectangle, role: Role)] {
            bars.map { bar in
                var (start, end) = (bar.span.lowerBound * length, bar.span.upperBound * length)
                // A gap between rows, and no row without a length.
                end = max(end - 1, start + least)
                if axis.isReversed { (start, end) = (length - end, length - start) }
                return (Self.rectangle(start...end, side, axis), bar.role)
            }
        }
        return lane(rows, 0.1...0.5, least: 1) + lane(loads, 0.6...0.9, least: 1)
            + lane(ends, 0...1, least: 3)
    }

    /// The frame to draw around what is on screen.
    package func viewport(length: Double, along axis: ScrollAxis) -> Rectangle {
        var span = viewport.lowerBound * length...viewport.upperBound * length
        if axis.isReversed { span = length - span.upperBound...length - span.lowerBound }
        return Self.rectangle(span, 0...1, axis)
    }

    private static func rectangle(
        _ span: ClosedRange<Double>, _ side: ClosedRange<Double>, _ axis: ScrollAxis
    ) -> Rectangle {
        let along = (start: span.lowerBound, length: span.upperBound - span.lowerBound)
        let across = (
            start: side.lowerBound * breadth, length: (side.upperBound - side.lowerBound) * breadth
        )
        return axis.isHorizontal
            ? Rectangle(
                x: along.start, y: across.start, width: along.length, height: across.length)
            : Rectangle(
                x: across.start, y: along.start, width: across.length, height: along.length)
    }
}
