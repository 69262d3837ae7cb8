/// Where the viewport is, and what the host knows about its movement.
@frozen
public struct Viewport: Sendable, Hashable {
    /// The host's scroll offset, in points, finite; without the correction that this update gives.
    public var offset: Double
    /// In points, not negative. 0 is a hidden container: visible and the app's own bits are
    /// cleared, preload and display stay, no anchor moves, no batch is asked for.
    public var length: Double
    /// What is covered at its start, in points, not negative; it shortens the viewport.
    public var insetStart: Double
    /// What is covered at its end, in points, not negative; it shortens the viewport.
    public var insetEnd: Double
    /// Points a second, forward positive; 0 when at rest or not known.
    public var velocity: Double
    /// The offset at which a fling will come to rest; for the batch decision's distance alone.
    public var landingOffset: Double?
    /// Whether the scroll comes from the user, not from the program.
    public var isUser: Bool
    /// Whether the user touches the list: corrections are kept as ``Update/pending`` meanwhile.
    public var isHeld: Bool
    /// The host's clock, in seconds; for backing off after a failed fetch.
    ///
    /// A ``RangeController`` that schedules its own updates puts its own clock here.
    public var time: Double
    /// A random number in 0 … 1, so that not all clients retry at the same time.
    ///
    /// A ``RangeController`` that schedules its own updates puts its own here.
    public var jitter: Double

    /// A viewport.
    ///
    /// - Parameters:
    ///   - offset: the host's scroll offset, in points.
    ///   - length: in points along the list's axis.
    ///   - insetStart: what is covered at its start, in points.
    ///   - insetEnd: what is covered at its end, in points.
    ///   - velocity: points a second, forward positive.
    ///   - landingOffset: where a fling will come to rest, in points.
    ///   - isUser: whether the user scrolls.
    ///   - isHeld: whether the user touches the list.
    ///   - time: the host's clock, in seconds.
    ///   - jitter: a random number in 0 … 1.
    @inlinable
    public init(
        offset: Double, length: Double, insetStart: Double = 0, insetEnd: Double = 0,
        velocity: Double = 0, landingOffset: Double? = nil, isUser: Bool = false,
        isHeld: Bool = false, time: Double = 0, jitter: Double = 0
    ) {
        self.offset = offset
        self.length = length
        self.insetStart = insetStart
        self.insetEnd = insetEnd
        self.velocity = velocity
        self.landingOffset = landingOffset
        self.isUser = isUser
        self.isHeld = isHeld
        self.time = time
        self.jitter = jitter
    }
}

extension Viewport {
    /// Checks what the engine would check, for an update that is to run later.
    ///
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``.
    func validate() throws(RangeCoreError) {
        guard velocity.isFinite, time.isFinite, jitter >= 0, jitter <= 1 else { throw .argument }
        _ = try Ticks(points: offset)
        for length in [length, insetStart, insetEnd] {
            if length < 0 { throw .argument }
            _ = try Ticks(points: length)
        }
        if let landingOffset { _ = try Ticks(points: landingOffset) }
    }
}
