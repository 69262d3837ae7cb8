internal import CRangeCore

/// How far one range reaches past the viewport, in screenfuls (viewport lengths).
@frozen
public struct RangeTuning: Sendable, Hashable {
    /// On the side toward which the user moves; finite, not negative.
    public var leading: Double
    /// On the other side; finite, not negative.
    public var trailing: Double
    /// Whether the range is the empty set, which not even a visible item is in.
    public var isEmpty: Bool

    /// A range that reaches past the viewport.
    ///
    /// - Parameters:
    ///   - leading: screenfuls on the side toward which the user moves; finite, not negative.
    ///   - trailing: screenfuls on the other side; finite, not negative.
    @inlinable
    public init(leading: Double, trailing: Double) {
        self.leading = leading
        self.trailing = trailing
        isEmpty = false
    }

    /// The empty set.
    @inlinable
    public static var empty: RangeTuning {
        var tuning = RangeTuning(leading: 0, trailing: 0)
        tuning.isEmpty = true
        return tuning
    }

    /// Widens a viewport into a range; it is not clamped to the content.
    ///
    /// - Parameters:
    ///   - viewport: within ±2 × ``Limits/listTicks``, at most ``Limits/listTicks`` long.
    ///   - direction: forward or backward; the leading side is the upper one when forward.
    /// - Returns: empty at the viewport's start for the empty set or an empty viewport.
    /// - Throws: ``RangeCoreError/argument`` for a viewport out of bounds, a direction that is
    ///   none, or a tuning that is not allowed.
    /// - Complexity: O(1).
    public func expand(
        _ viewport: Range<Ticks>, toward direction: ScrollDirection
    ) throws(RangeCoreError) -> Range<Ticks> {
        var range = rc_interval()
        try check(rc_range_expand(viewport.c, c, direction.c, &range))
        return Ticks(rawValue: range.lower)..<Ticks(rawValue: max(range.lower, range.upper))
    }
}

/// The ranges that can be tuned.
@frozen
public enum RangeKind: UInt32, Sendable, Hashable, CaseIterable {
    /// Text is rasterised, images are decoded.
    case display = 0
    /// Content is fetched from network or disk.
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

/// The tuning of each range in each mode.
@frozen
public struct RangeTuningTable: Sendable, Hashable {
    // One tuning for each mode and range, in C's order.
    var tunings: [RangeTuning]

    /// The defaults of a list.
    ///
    /// Display and preload, leading / trailing: full 1.0 / 0.5 and 2.5 / 1.5; minimum 0.25 / 0.25
    /// and 0.5 / 0.25; visible only 0 / 0 and 0 / 0; low memory the empty set and 0 / 0. The app's
    /// own ranges are empty sets.
    public static let list = RangeTuningTable(initializedBy: rc__tuning_table_init)

    /// The defaults of a pager, which shows one item a screen.
    ///
    /// As a list's, but full 1 / 1 and 2 / 2; minimum 0 / 0 and 1 / 1.
    public static let pager = RangeTuningTable(initializedBy: rc_tuning_table_init_pager)

    private init(initializedBy fill: (UnsafeMutablePointer<rc__tuning_table>?) -> Void) {
        var table = rc__tuning_table()
        fill(&table)
        self.init(table)
    }

    /// The tuning of one range in one mode.
    ///
    /// A tuning that is not allowed is refused when the settings are given to a list.
    ///
    /// - Complexity: O(1).
    public subscript(mode: RangeMode, kind: RangeKind) -> RangeTuning {
        get { tunings[Self.position(mode, kind)] }
        set { tunings[Self.position(mode, kind)] = newValue }
    }

    private static func position(_ mode: RangeMode, _ kind: RangeKind) -> Int {
        Int(mode.rawValue) * RangeKind.allCases.count + Int(kind.rawValue)
    }
}
