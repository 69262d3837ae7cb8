/// Where the viewport is, and what the host knows about its movement.
///
/// ```swift
/// var engine = try ListEngine()
/// try engine.insertItems(count: 1000, at: 0)
/// let scrolling = ListViewport(offset: 440, length: 480, velocity: 1200, isUserDriven: true)
/// print(try engine.update(scrolling).visible)  // 10..<21
/// ```
public struct ListViewport: Sendable, Hashable {
    /// Where an item is on screen: for a host that keeps its own place, as a lazy stack does, and to save
    /// a place that is to be restored; see ``ListHost/scroll(to:animated:)``.
    ///
    /// ```swift
    /// var engine = try ListEngine(estimate: 50)
    /// try engine.insertItems(count: 100, at: 0)
    /// let update = try engine.update(ListViewport(item: 12, at: -8, length: 600))
    /// print(update.offset, update.correction)  // 608.0 0.0
    /// ```
    public struct Place: Sendable, Hashable, Codable {
        /// The index of the item, after all edits.
        public var item: Int
        /// Where its row starts, in points from the inner edge of the start inset; negative if it is
        /// cut off.
        public var start: Double

        /// Creates a place.
        public init(item: Int, start: Double) { (self.item, self.start) = (item, start) }
    }

    /// The scroll offset, in points, finite; without the correction that this update returns.
    public var offset: Double
    /// The place of an item, for a host that keeps its own through edits; ``offset`` is ignored then,
    /// and nothing is corrected.
    public var place: Place?
    /// In points, not negative. 0 stands for a hidden container: visible and the app's own bits are
    /// cleared, preload and display are kept, the anchor stays, and no batch is requested.
    public var length: Double
    /// How much of the viewport is covered at its start, in points, not negative; shortens it.
    public var insetStart: Double
    /// How much of the viewport is covered at its end, in points, not negative; shortens it.
    public var insetEnd: Double
    /// Whether the insets do not extend the scrollable range, as with a bar fixed over a web page.
    public var insetsAreFixed: Bool
    /// In points per second, positive when moving forward; 0 at rest or if unknown.
    public var velocity: Double
    /// Where a fling will come to rest. Used for the distance to an end of the list, and for foresight.
    public var landingOffset: Double?
    /// Whether the user is scrolling, not the program.
    public var isUserDriven: Bool
    /// Whether what is moving the list would overwrite a correction, or be ended by it: a finger, a
    /// bounce, an animated scroll, in many toolkits a fling; not a wheel, nor the thumb of a scroll bar.
    /// Until an update where this is false, corrections wait as ``ListUpdate/pending``. The table in
    /// <doc:ClientRules> has what is known of each toolkit.
    public var isHeld: Bool
    /// Whether a finger or the thumb of a scroll bar has hold of the list; not during the fling that
    /// follows. For foresight: where the list will come to rest is still open.
    public var isDragged: Bool
    /// The host's clock, in seconds; schedules the retries of failed fetches.
    ///
    /// A ``RangeController`` that schedules its own updates uses its own clock instead.
    public var time: Double
    /// A random number in 0 … 1, which spreads the retries of many clients.
    ///
    /// A ``RangeController`` that schedules its own updates uses its own instead.
    public var jitter: Double

    /// Creates a viewport.
    ///
    /// - Parameters:
    ///   - offset: The scroll offset, in points.
    ///   - length: The length along the axis of the list, in points.
    ///   - insetStart: How much of the viewport is covered at its start, in points.
    ///   - insetEnd: How much of the viewport is covered at its end, in points.
    ///   - insetsAreFixed: Whether the insets do not extend the scrollable range.
    ///   - velocity: The velocity in points per second, positive when moving forward.
    ///   - landingOffset: Where a fling will come to rest, in points.
    ///   - isUserDriven: Whether the user is scrolling.
    ///   - isHeld: Whether what is moving the list would overwrite a correction.
    ///   - isDragged: Whether a finger or the thumb of a scroll bar has hold of the list.
    ///   - time: The host's clock, in seconds.
    ///   - jitter: A random number in 0 … 1.
    public init(
        offset: Double, length: Double, insetStart: Double = 0, insetEnd: Double = 0,
        insetsAreFixed: Bool = false, velocity: Double = 0, landingOffset: Double? = nil,
        isUserDriven: Bool = false, isHeld: Bool = false, isDragged: Bool = false, time: Double = 0,
        jitter: Double = 0
    ) {
        self.offset = offset
        self.length = length
        self.insetStart = insetStart
        self.insetEnd = insetEnd
        self.insetsAreFixed = insetsAreFixed
        self.velocity = velocity
        self.landingOffset = landingOffset
        self.isUserDriven = isUserDriven
        self.isHeld = isHeld
        self.isDragged = isDragged
        self.time = time
        self.jitter = jitter
    }

    /// Creates the viewport of a host that keeps its own place.
    ///
    /// - Parameters:
    ///   - item: The index of an item, after all edits.
    ///   - start: Where its row starts, in points from the inner edge of the start inset; negative
    ///     if it is cut off.
    ///   - length: The length along the axis of the list, in points.
    ///   - isUserDriven: Whether the user is scrolling.
    public init(item: Int, at start: Double, length: Double, isUserDriven: Bool = false) {
        self.init(offset: 0, length: length, isUserDriven: isUserDriven)
        place = Place(item: item, start: start)
    }
}
