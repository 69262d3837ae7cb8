internal import CRangeCore
public import RangeCore

/// Everything that a batch decision depends on: for hosts that know their own viewport and content
/// and only want the rule.
///
/// ```swift
/// let input = BatchInput(viewport: 3000..<3600, content: 0..<4400, itemCount: 100)
/// let decision = try input.decide()
/// print(decision.reason == .nearEnd, decision.remaining)  // true 800.0
/// ```
///
/// A list makes this decision itself, and also keeps track of the fetches.
public struct BatchInput: Sendable, Hashable {
    /// The end to decide about.
    public var end = BatchEnd.tail
    /// How many screenfuls before the end to fetch; 0 or less disables the end.
    public var leadingScreens = 2.0
    /// In points per second, positive when moving forward; 0 if unknown.
    public var velocity = 0.0
    /// The viewport, in points.
    public var viewport: Range<Double>
    /// The items without any extra lengths, in points.
    public var content: Range<Double>
    /// Where the viewport will come to rest, in points; used only for the
    /// distance to the end.
    public var landingOffset: Double?
    /// How far the user moved the viewport since the last decision, in points, positive when moving
    /// forward.
    public var userMovement = 0.0
    /// The number of items in the list.
    public var itemCount: Int
    /// Also fetch when at most this many items lie beyond the visible ones, whatever the distance;
    /// 0 disables this.
    public var leadingItems = 0
    /// How many items lie beyond the visible ones on the side of the end.
    public var itemsLeft = 0
    /// When content shorter than the viewport triggers a fetch at the tail.
    public var shortContentPolicy = ListSettings.ShortContentPolicy.fetch
    /// The presence that is used for the states; see `ListUpdate.presence`.
    public var presence = ListSettings.Presence.onScreen
    /// Whether a fetch is in progress at this end.
    public var isFetching = false
    /// Whether nothing more exists at this end.
    public var isExhausted = false
    /// Whether the end is paused; see `BatchDecision.Reason.paused`.
    public var isPaused = false
    /// Whether the last fetch failed, and it is too early to retry.
    public var isBackingOff = false
    /// Whether fetched items have yet to be inserted.
    public var isInsertionPending = false
    /// Whether the user has scrolled.
    public var userHasScrolled = false
    /// Whether the host decides while the viewport moves toward the end.
    public var hostDecides = false

    /// Creates an input for the tail of a list on screen, with 2 leading screens.
    ///
    /// - Parameters:
    ///   - viewport: The viewport, in points.
    ///   - content: The items without any extra lengths, in points.
    ///   - itemCount: The number of items in the list.
    public init(viewport: Range<Double>, content: Range<Double>, itemCount: Int) {
        self.viewport = viewport
        self.content = content
        self.itemCount = itemCount
    }

    /// Decides whether to fetch at the end.
    ///
    /// The rules of `BatchDecision.Reason` are tried one after another; the first that applies
    /// decides.
    ///
    /// - Throws: `RangeCoreError.invalidArgument` for a NaN or a negative count;
    ///   `RangeCoreError.limitExceeded` for lengths past the limits.
    /// - Complexity: O(1).
    public func decide() throws(RangeCoreError) -> BatchDecision {
        var c = rc_batch_input(
            end: end.c, short_content_policy: shortContentPolicy.c, presence: presence.c,
            leading_screens: leadingScreens, velocity: velocity,
            viewport: try rc_interval(points: viewport), content: try rc_interval(points: content),
            landing_offset: try rc_ticks(points: landingOffset ?? 0),
            user_movement: try rc_ticks(points: userMovement),
            item_count: Int64(itemCount), leading_items: Int64(leadingItems),
            items_left: Int64(itemsLeft), has_landing: landingOffset != nil,
            is_fetching: isFetching, is_exhausted: isExhausted, is_paused: isPaused,
            is_backing_off: isBackingOff, insertion_pending: isInsertionPending,
            user_has_scrolled: userHasScrolled, host_decides: hostDecides)
        var decision = rc_batch_decision()
        try check(unsafe rc_batch_decide(&c, &decision))
        return BatchDecision(decision)
    }
}
