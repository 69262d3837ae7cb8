public import CRangeCore

/// A length in ticks, 1/960 point: the unit in which the engine counts.
///
/// Halves, thirds, quarters, fifths and 64ths of a point are whole numbers of ticks, so sums never
/// drift. Points are `Double` everywhere else in this module; the pure functions take ticks.
@frozen
public struct Ticks: RawRepresentable, Sendable, Hashable {
    /// The number of ticks.
    public var rawValue: Int64

    /// A length of a number of ticks.
    @inlinable
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Converts points, to the nearest tick, ties to even.
    ///
    /// - Throws: ``RangeCoreError/argument`` for a NaN or an infinity, ``RangeCoreError/limit``
    ///   past ±``Limits/listTicks``.
    /// - Complexity: O(1).
    public init(points: Double) throws(RangeCoreError) {
        rawValue = 0
        try check(rc_ticks_from_points(points, &rawValue))
    }

    /// Converts a number of screenfuls of a viewport, rounded once and at most
    /// ``Limits/listTicks``.
    ///
    /// - Parameters:
    ///   - screens: finite and not negative.
    ///   - length: of the viewport, not negative.
    /// - Throws: ``RangeCoreError/argument`` for anything else.
    /// - Complexity: O(1).
    public init(screens: Double, of length: Ticks) throws(RangeCoreError) {
        rawValue = 0
        try check(rc_ticks_from_screens(screens, length.rawValue, &rawValue))
    }

    /// The length in points; exact to the tick within the limits.
    @inlinable
    public var points: Double { rc_ticks_to_points(rawValue) }
}

extension Ticks: Comparable {
    /// Whether one length is shorter than another.
    @inlinable
    public static func < (a: Ticks, b: Ticks) -> Bool { a.rawValue < b.rawValue }
}

extension Ticks: AdditiveArithmetic {
    /// No length.
    @inlinable
    public static var zero: Ticks { Ticks(rawValue: 0) }

    /// The sum of two lengths, or the nearest number that fits.
    @inlinable
    public static func + (a: Ticks, b: Ticks) -> Ticks {
        Ticks(rawValue: rc__ticks_add_saturating(a.rawValue, b.rawValue))
    }

    /// The difference of two lengths, or the nearest number that fits.
    @inlinable
    public static func - (a: Ticks, b: Ticks) -> Ticks {
        Ticks(rawValue: rc__ticks_subtract_saturating(a.rawValue, b.rawValue))
    }
}

extension Range<Ticks> {
    /// Whether an item is in this range: it overlaps it by at least one tick or, without an extent
    /// of its own, lies in it.
    ///
    /// - Parameters:
    ///   - offset: where the item starts.
    ///   - extent: how long it is.
    /// - Complexity: O(1).
    @inlinable
    public func containsItem(at offset: Ticks, extent: Ticks) -> Bool {
        rc_range_contains_item(
            rc_interval(lower: lowerBound.rawValue, upper: upperBound.rawValue),
            offset.rawValue, extent.rawValue)
    }
}
