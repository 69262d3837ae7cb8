internal import CRangeCore
public import RangeCore

/// How a list is scrolled: its movement, what was learned from gestures, and from preloads.
///
/// For a host that keeps its own positions; a `ListEngine` does this itself. Record each update, and
/// ask what to preload around the viewport:
///
/// ```swift
/// var motion = ScrollMotion()
/// var input = ScrollMotion.Input(viewport: 1000..<1800, content: 0..<10_000)
/// input.isUserDriven = true
/// for frame in 0..<12 {  // 60 frames a second, flung at 4000 points a second
///     (input.time, input.movement) = (Double(frame) / 60, 4000.0 / 60)
///     try motion.record(input)
/// }
/// input.landingOffset = 5000
/// let foresight = try motion.foresee(input)
/// print(Int(foresight.velocity.rounded()), foresight.isLandingKnown)
/// print(Int(foresight.spans[0].range.lowerBound), foresight.spans[0].range.upperBound)
/// // prints:
/// // 4000 true
/// // 2723 5800.0
/// ```
public struct ScrollMotion: Sendable {
    /// What an update tells about a movement, and what foresight depends on besides.
    ///
    /// ```swift
    /// let input = ScrollMotion.Input(viewport: 0..<600, content: 0..<9000)
    /// print(try ScrollMotion().foresee(input).wanted)  // -150.0..<2400.0
    /// ```
    public struct Input: Sendable, Hashable {
        /// With its insets, in points.
        public var viewport: Range<Double>
        /// What the viewport can be in, in points: from the lowest offset to the highest one plus its
        /// length.
        public var content: Range<Double>
        /// Where the viewport will come to rest, in points, if that is known.
        public var landingOffset: Double?
        /// By how much it has moved since the last record, without corrections, in points, positive
        /// when moving forward.
        public var movement = 0.0
        /// The host's clock, in seconds.
        public var time = 0.0
        /// How much is wanted beyond the viewport; finite, not negative. 1 by default.
        public var budget = 1.0
        /// In which direction the user last scrolled: forward, by default, or backward.
        public var direction = ScrollDirection.forward
        /// Whether the user is scrolling, not the program.
        public var isUserDriven = false
        /// Whether a finger or the thumb of a scroll bar has hold of the list.
        public var isDragged = false

        /// Creates an input for a viewport at rest.
        ///
        /// - Parameters:
        ///   - viewport: The viewport with its insets, in points.
        ///   - content: What the viewport can be in, in points.
        public init(viewport: Range<Double>, content: Range<Double>) {
            (self.viewport, self.content) = (viewport, content)
        }
    }

    private var c: rc_motion

    /// Creates a motion: at rest, nothing learned.
    public init() {
        c = rc_motion()
        unsafe rc_motion_init(&c)
    }

    /// Records an update. Once per update, before ``foresee(_:)``.
    ///
    /// - Throws: `RangeCoreError.invalidArgument` for a NaN or an infinity, a negative budget, or a
    ///   direction that is neither forward nor backward; `RangeCoreError.limitExceeded`.
    /// - Complexity: O(1).
    public mutating func record(_ input: Input) throws(RangeCoreError) {
        var input = try input.c()
        try check(unsafe rc_motion_record(&c, &input))
    }

    /// Records what a preload took from its start to its end, whether it succeeded or failed.
    ///
    /// - Parameter seconds: Not negative; counts as at most 5.
    /// - Throws: `RangeCoreError.invalidArgument` for NaN or less than 0.
    /// - Complexity: O(1).
    public mutating func addPreloadTime(_ seconds: Double) throws(RangeCoreError) {
        try check(unsafe rc_motion_add_preload_time(&c, seconds))
    }

    /// Returns what to preload around a viewport, in points; it may reach beyond the content.
    ///
    /// - Throws: As ``record(_:)``.
    /// - Complexity: O(1).
    public func foresee(_ input: Input) throws(RangeCoreError) -> Foresight<Double> {
        var (motion, input) = (c, try input.c())
        var foresight = rc_foresight()
        try check(unsafe rc_motion_foresee(&motion, &input, &foresight))
        return Foresight(foresight) {
            rc_ticks_to_points($0.lower)..<rc_ticks_to_points(max($0.lower, $0.upper))
        }
    }
}

extension ScrollMotion.Input {
    func c() throws(RangeCoreError) -> rc_motion_input {
        var c = rc_motion_input()
        c.viewport = try rc_interval(points: viewport)
        c.content = try rc_interval(points: content)
        if let landingOffset {
            (c.landing_offset, c.has_landing) = (try rc_ticks(points: landingOffset), true)
        }
        c.movement = try rc_ticks(points: movement)
        (c.time, c.budget, c.direction) = (time, budget, direction.c)
        (c.is_user_driven, c.is_dragged) = (isUserDriven, isDragged)
        return c
    }
}
