internal import CRangeCore

/// How far one range reaches past the viewport, in screenfuls (viewport lengths).
///
/// ```swift
/// let tuning = RangeTuning(leading: 2.5, trailing: 1.5)
/// let preload = try tuning.range(around: 1200..<1800, toward: .forward)
/// print(preload)  // 300.0..<3300.0
/// ```
public struct RangeTuning: Sendable, Hashable {
    /// The tunings that a list starts with, written leading / trailing.
    ///
    /// ```swift
    /// let pager = try ListEngine(tuning: .pager)
    /// print(pager.tuning(for: .preload).leading)  // 2.0
    /// ```
    public enum Preset: UInt32, Sendable, Hashable, CaseIterable {
        /// Display and preload: full 1.0 / 0.5 and 2.5 / 1.5; minimum 0.25 / 0.25 and 0.5 / 0.25;
        /// visible only 0 / 0 and 0 / 0; low memory disabled and 0 / 0. The app's own ranges are
        /// disabled.
        case list = 0
        /// For a pager, which shows one item per screen: as for a list, but full 1 / 1 and 2 / 2;
        /// minimum 0 / 0 and 1 / 1.
        case pager = 1
    }

    /// On the side toward which the user scrolls; finite, not negative.
    public var leading: Double
    /// On the other side; finite, not negative.
    public var trailing: Double
    /// When false the range is disabled and contains no items, not even visible ones.
    public var isEnabled: Bool

    /// Creates the tuning of a range that reaches past the viewport.
    ///
    /// - Parameters:
    ///   - leading: The screenfuls on the side toward which the user scrolls; finite, not negative.
    ///   - trailing: The screenfuls on the other side; finite, not negative.
    public init(leading: Double, trailing: Double) {
        self.init(leading: leading, trailing: trailing, isEnabled: true)
    }

    init(leading: Double, trailing: Double, isEnabled: Bool) {
        (self.leading, self.trailing, self.isEnabled) = (leading, trailing, isEnabled)
    }

    /// The tuning of a range that contains no items.
    public static let disabled = RangeTuning(leading: 0, trailing: 0, isEnabled: false)

    /// Returns the range around a viewport, which may reach beyond the content.
    ///
    /// - Parameters:
    ///   - viewport: The viewport, in points.
    ///   - direction: Forward or backward; forward, the leading side extends the upper bound.
    /// - Returns: The range in points, to 1/960 point; empty at the viewport's start if the range
    ///   is disabled or the viewport is empty.
    /// - Throws: ``RangeCoreError/invalidArgument`` for ``ScrollDirection/still``, or an invalid
    ///   tuning; ``RangeCoreError/limitExceeded`` for a viewport out of bounds.
    /// - Complexity: O(1).
    public func range(
        around viewport: Range<Double>, toward direction: ScrollDirection
    ) throws(RangeCoreError) -> Range<Double> {
        var range = rc_interval()
        try check(unsafe rc_range_expand(rc_interval(points: viewport), c, direction.c, &range))
        let lower = rc_ticks_to_points(range.lower)
        return lower..<max(lower, rc_ticks_to_points(range.upper))
    }
}

/// The ranges that can be tuned.
///
/// ```swift
/// print(RangeKind.preload.state)  // [preload]
/// ```
public enum RangeKind: UInt32, Sendable, Hashable, CaseIterable {
    /// Text is rasterised, images are decoded.
    case display = 0
    /// Content is fetched from the network or from disk.
    case preload = 1
    /// The first of the app's own ranges.
    case app0 = 2
    /// The second of the app's own ranges.
    case app1 = 3
    /// The third of the app's own ranges.
    case app2 = 4
    /// The fourth of the app's own ranges.
    case app3 = 5

    /// The bit that an item in this range has.
    public var state: InterfaceState {
        switch self {
        case .display: .display
        case .preload: .preload
        case .app0: .app0
        case .app1: .app1
        case .app2: .app2
        case .app3: .app3
        }
    }
}

/// How far the ranges reach, from the most generous to the most restrictive.
///
/// ```swift
/// var engine = try ListEngine()
/// try engine.configure { $0.memoryPressure = .warning }
/// let update = try engine.update(ListViewport(offset: 0, length: 480))
/// print(update.mode, update.mode > .full)  // visibleOnly true
/// ```
///
/// The mode is the most restrictive of: the base (an explicit mode, otherwise minimum until the
/// user first scrolls, then full); the depth; the memory pressure; the background.
public enum RangeMode: UInt32, Sendable, Hashable, CaseIterable, Comparable {
    /// Full reach; the base mode once the user has scrolled.
    case full = 0
    /// Reduced reach; the base mode until the user first scrolls.
    case minimum = 1
    /// Only what is on screen.
    case visibleOnly = 2
    /// Only what is on screen, and the display range is disabled: an item that is not visible is
    /// not displayed.
    case lowMemory = 3

    /// Returns whether one mode is more generous than another, so that `max` is the stricter one.
    public static func < (a: RangeMode, b: RangeMode) -> Bool { a.rawValue < b.rawValue }
}

/// A direction along the axis of a list.
///
/// ```swift
/// let tuning = RangeTuning(leading: 1, trailing: 0)
/// print(try tuning.range(around: 100..<200, toward: .backward))  // 0.0..<200.0
/// ```
public enum ScrollDirection: UInt32, Sendable, Hashable, CaseIterable {
    /// Neither; updates never return it.
    case still = 0
    /// Toward higher indices.
    case forward = 1
    /// Toward lower indices.
    case backward = 2
}
