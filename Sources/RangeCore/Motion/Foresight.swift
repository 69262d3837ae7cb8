package import CRangeCore

/// What to preload, in which order, and what to keep: of a list in items, otherwise in points.
///
/// While ``ListSettings/foresight`` is above 0, a list asks for what can be loaded in time, from how
/// fast the viewport moves, where it will come to rest, how long preloads take, and how far this
/// user's gestures go. `ScrollMotion` of RangeCoreParts computes the same without a list.
///
/// ```swift
/// var engine = try ListEngine(estimate: 100)
/// try engine.configure { $0.foresight = 1 }
/// try engine.insertItems(count: 1000, at: 0)
/// engine.markScrolled()
/// _ = try engine.update(ListViewport(offset: 2000, length: 500))
/// let foresight = engine.foresight!
/// for span in foresight.spans { print(span.range, span.isDescending) }
/// print(foresight.rank(ofItem: 19)!, foresight.kept)
/// // prints:
/// // 20..<25 false
/// // 25..<40 false
/// // 18..<20 true
/// // 20 12..<45
/// ```
public struct Foresight<Bound: Comparable & Hashable & Sendable>: Sendable, Hashable {
    /// Adjacent items, or a length, to be preloaded from one end to the other.
    ///
    /// ```swift
    /// let span = Foresight.Span(range: 18..<20, isDescending: true)
    /// let first = span.range.upperBound - 1  // the first to preload
    /// print(first)  // 19
    /// ```
    public struct Span: Sendable, Hashable {
        /// What is to be preloaded.
        public var range: Range<Bound>
        /// Whether to begin with its end.
        public var isDescending: Bool

        /// Creates a span.
        public init(range: Range<Bound>, isDescending: Bool) {
            (self.range, self.isDescending) = (range, isDescending)
        }
    }

    /// What is wanted, the most urgent first; at most three. Spans of items may share an item: it
    /// belongs to the first.
    public let spans: [Span]
    /// The smallest range that holds all spans; empty without spans.
    public let wanted: Range<Bound>
    /// Where requests in progress are worth finishing.
    public let running: Range<Bound>
    /// Where what is loaded is kept.
    public let kept: Range<Bound>
    /// The offset at which the viewport comes to rest, in points; where it is if it is at rest.
    public let landingOffset: Double
    /// The velocity, in points per second, positive when moving forward.
    public let velocity: Double
    /// Whether the viewport moves; otherwise it is at rest.
    public let isMoving: Bool
    /// Whether the landing offset was given, or follows from a steady slowdown; otherwise it is a
    /// guess.
    public let isLandingKnown: Bool

    package init(_ c: rc_foresight, _ bounds: (rc_interval) -> Range<Bound>) {
        let all = [c.spans.0, c.spans.1, c.spans.2]
        let order = [c.is_descending.0, c.is_descending.1, c.is_descending.2]
        spans = zip(all, order).prefix(Int(c.span_count)).map {
            Span(range: bounds($0), isDescending: $1)
        }
        (wanted, running, kept) = (bounds(c.wanted), bounds(c.running), bounds(c.kept))
        landingOffset = rc_ticks_to_points(c.landing_offset)
        velocity = rc_ticks_to_points(c.velocity)
        (isMoving, isLandingKnown) = (c.is_moving, c.landing_is_known)
    }
}

extension Foresight<Int> {
    /// Returns the place of an item in the order of what is wanted, 0 for the first; nil if it is not
    /// wanted now.
    ///
    /// - Complexity: O(1).
    public func rank(ofItem index: Int) -> Int? {
        var rank = 0
        for span in spans {
            if span.range.contains(index) {
                return rank
                    + (span.isDescending
                        ? span.range.upperBound - 1 - index : index - span.range.lowerBound)
            }
            rank += span.range.count
        }
        return nil
    }
}

extension ListEngine {
    /// What the last update wants preloaded, and in which order; nil if it did not use
    /// foresight, or if the list or its settings have changed since.
    ///
    /// - Complexity: O(log n).
    public var foresight: Foresight<Int>? {
        var foresight = rc_foresight()
        guard unsafe rc_list_foresee(list, &foresight) == RC_STATUS_OK else { return nil }
        return Foresight(foresight) { Range($0) }
    }

    /// Records what the preload of an item took from its start to its end, whether it succeeded or
    /// failed; ignored while ``ListSettings/foresight`` is 0.
    ///
    /// - Parameter seconds: Not negative; counts as at most 5.
    /// - Throws: ``RangeCoreError/invalidArgument`` for NaN or less than 0.
    /// - Complexity: O(1).
    public mutating func addPreloadTime(_ seconds: Double) throws(RangeCoreError) {
        // Infinity is no number of microseconds.
        let seconds = recordable(seconds > 5 ? 5 : seconds, .microseconds)
        try check(unsafe rc_list_add_preload_time(list, seconds), ("seconds", seconds))
        note("preload_time \(whole(seconds, .microseconds))")
    }
}

extension RangeController {
    /// Records what the preload of an item took, whether it succeeded or failed.
    ///
    /// - Parameter seconds: Counts as at most 5.
    /// - Precondition: `seconds` is not negative, and not NaN.
    /// - Complexity: O(1).
    public func addPreloadTime(_ seconds: Double) { must(try core.addPreloadTime(seconds)) }
}
