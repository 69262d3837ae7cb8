internal import CRangeCore

/// The limits of the library. A call that would pass one throws ``RangeCoreError/limit``.
public enum Limits {
    /// Ticks in a point, 960: the unit in which the engine counts.
    public static let ticksPerPoint = Int64(RC_TICKS_PER_POINT)
    /// The largest extent of an item with its spacing: 4,000,000 points, in ticks.
    public static let itemTicks = Int64(RC_ITEM_TICKS_MAX)
    /// The longest list, and the largest offset to either side: 2⁵¹ ticks, or 2.3 × 10¹² points.
    public static let listTicks = Int64(RC_LIST_TICKS_MAX)
    /// The most items in a list: 2³² − 2.
    public static let itemCount = Int64(RC_ITEM_COUNT_MAX)
}

/// The version of the library that runs, as "major.minor.patch".
public var rangeCoreVersion: String { String(cString: rc_version_text()) }
