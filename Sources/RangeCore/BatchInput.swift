internal import CRangeCore

/// All that a batch decision depends on; a pure value, for hosts that want the rule alone.
@frozen
public struct BatchInput: Sendable, Hashable {
    /// Which end asks.
    public var end = BatchEnd.tail
    /// How many screenfuls before the end to fetch; 0 or less turns the end off.
    public var leadingScreens = 2.0
    /// Points a second, forward positive; 0 when not known.
    public var velocity = 0.0
    /// The viewport.
    public var viewport: Range<Ticks>
    /// The items without any extra lengths.
    public var content: Range<Ticks>
    /// Where the viewport will come to rest; used by the distance rule alone.
    public var landingOffset: Ticks?
    /// By which the user moved the viewport in this update, forward positive.
    public var userMovement = Ticks.zero
    /// How many items the list has.
    public var itemCount: Int
    /// When content that is shorter than the viewport makes the tail fetch.
    public var shortContentPolicy = ShortContentPolicy.fetches
    /// The presence as items see it.
    public var presence = Presence.onScreen
    /// Whether a fetch of this end is in flight.
    public var isInFlight = false
    /// Whether there is nothing more at this end.
    public var hasEnded = false
    /// Whether a fetch brought nothing or was cancelled, and nothing has happened since.
    public var isLatched = false
    /// Whether a fetch failed and the time to try again has not come.
    public var isBackingOff = false
    /// Whether fetched items are still to be inserted.
    public var isInsertionPending = false
    /// Whether the user has scrolled.
    public var userHasScrolled = false
    /// Whether the host wants to decide while the viewport moves toward the end.
    public var hostDecides = false

    /// The tail of a list that is on screen, nothing in flight, 2 leading screens.
    ///
    /// - Parameters:
    ///   - viewport: where the viewport is.
    ///   - content: where the items are.
    ///   - itemCount: how many there are.
    public init(viewport: Range<Ticks>, content: Range<Ticks>, itemCount: Int) {
        self.viewport = viewport
        self.content = content
        self.itemCount = itemCount
    }

    /// Decides whether to fetch at the end.
    ///
    /// The rules are asked in the order of ``BatchReason``; the first that applies answers.
    ///
    /// - Throws: ``RangeCoreError/argument`` for a NaN, a negative count, or lengths past the limits.
    /// - Complexity: O(1).
    public func decide() throws(RangeCoreError) -> BatchDecision {
        var decision = rc_batch_decision()
        try check(withUnsafePointer(to: c) { rc_batch_decide($0, &decision) })
        return BatchDecision(decision)
    }

    private var c: rc_batch_input {
        rc_batch_input(
            struct_size: UInt32(MemoryLayout<rc_batch_input>.size), end: end.c,
            leading_screens: leadingScreens, velocity: velocity, viewport: viewport.c,
            content: content.c, landing_offset: landingOffset?.rawValue ?? 0,
            user_movement: userMovement.rawValue, item_count: Int64(itemCount),
            short_content_policy: shortContentPolicy.c, presence: presence.c,
            has_landing: landingOffset != nil, in_flight: isInFlight, ended: hasEnded,
            latched: isLatched, backing_off: isBackingOff, insertion_pending: isInsertionPending,
            user_has_scrolled: userHasScrolled, host_decides: hostDecides)
    }
}

/// Directions in two dimensions, for ``TextureBatchInput``.
@frozen
public struct TextureScrollDirections: OptionSet, Sendable, Hashable {
    /// The bits, as in C.
    public let rawValue: UInt8

    /// A set of some directions.
    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// To the right.
    @inlinable public static var right: TextureScrollDirections { .init(rawValue: 1) }
    /// To the left.
    @inlinable public static var left: TextureScrollDirections { .init(rawValue: 2) }
    /// Up.
    @inlinable public static var up: TextureScrollDirections { .init(rawValue: 4) }
    /// Down.
    @inlinable public static var down: TextureScrollDirections { .init(rawValue: 8) }
}

/// What Texture's own decision depends on, for those who move from it; lengths in points.
@frozen
public struct TextureBatchInput: Sendable, Hashable {
    /// The width of the scroll view's bounds.
    public var boundsWidth = 0.0
    /// The height of the scroll view's bounds.
    public var boundsHeight = 0.0
    /// The width of its content.
    public var contentWidth = 0.0
    /// The height of its content.
    public var contentHeight = 0.0
    /// Where it will come to rest horizontally.
    public var targetX = 0.0
    /// Where it will come to rest vertically.
    public var targetY = 0.0
    /// Points a millisecond, as UIKit gives it when a drag ends.
    public var velocityX = 0.0
    /// Points a millisecond, as UIKit gives it when a drag ends.
    public var velocityY = 0.0
    /// How many screenfuls before the end to fetch.
    public var leadingScreens = 2.0
    /// Where the user scrolls to.
    public var scrollDirections: TextureScrollDirections = []
    /// Where the view can be scrolled to.
    public var scrollableDirections: TextureScrollDirections = []
    /// Whether a fetch is in flight.
    public var isFetching = false
    /// Whether the view is on screen.
    public var isVisible = true
    /// Whether the layout runs from right to left.
    public var isRightToLeft = false
    /// Whether the view flips horizontally in such a layout.
    public var flipsHorizontally = false
    /// Whether a delegate wants to decide.
    public var hasDelegate = false

    /// Everything 0 but the leading screens, on screen.
    public init() {}

    /// Decides as Texture does, early exits in its order.
    ///
    /// - Returns: *defer*, with the remaining distance, the remaining time in seconds and the hint,
    ///   where Texture would ask its delegate.
    /// - Throws: ``RangeCoreError/argument`` for a NaN.
    /// - Complexity: O(1).
    public func shouldFetch() throws(RangeCoreError) -> BatchDecision {
        let c = rc_texture_input(
            bounds_width: boundsWidth, bounds_height: boundsHeight, content_width: contentWidth,
            content_height: contentHeight, target_x: targetX, target_y: targetY,
            velocity_x: velocityX, velocity_y: velocityY, leading_screens: leadingScreens,
            scroll_directions: scrollDirections.rawValue,
            scrollable_directions: scrollableDirections.rawValue, is_fetching: isFetching,
            is_visible: isVisible, is_right_to_left: isRightToLeft,
            flips_horizontally: flipsHorizontally, has_delegate: hasDelegate, reserved: 0)
        var decision = rc_batch_decision()
        try check(withUnsafePointer(to: c) { rc_texture_should_fetch($0, &decision) })
        return BatchDecision(decision)
    }
}
