/// Where an item of a list in lanes is; see ``ListEngine/setLanes(_:spacing:tolerance:keepingExtents:)``.
///
/// ```swift
/// var engine = try ListEngine(estimate: 50, spacing: 10)
/// try engine.insertItems(extents: [60, 120, 50, 80], at: 0)
/// try engine.setLanes(2, spacing: 10)
/// _ = try engine.update(ListViewport(offset: 0, length: 100))
/// let place = try engine.places(ofItems: 2..<3)[0]
/// print(place.offset, place.extent, place.lane ?? -1, place.isWide)  // 70.0 50.0 0 false
/// ```
public struct ItemPlace: Sendable, Hashable {
    /// Where it starts, in points.
    public var offset: Double
    /// Its length, in points: what was measured, or an estimate.
    public var extent: Double
    /// The lane that it is in, from 0 on; nil for an item that is wide or, since it has not been near yet, has no
    /// lane.
    public var lane: Int?
    /// Whether it goes across all lanes.
    public var isWide: Bool
    /// Whether its extent was set.
    public var isMeasured: Bool
}

/// How many lanes an item takes up.
///
/// ```swift
/// var engine = try ListEngine(estimate: 50)
/// try engine.insertItems(count: 9, at: 0)
/// try engine.setLanes(2, spacing: 0)
/// try engine.setSpan(.wide, ofItems: 4..<5)
/// print(try engine.places(ofItems: 3..<5).map(\.isWide))  // [false, true]
/// ```
public enum ItemSpan: UInt32, Sendable, Hashable, CaseIterable {
    /// All of them.
    case wide = 0
    /// One.
    case lane = 1
}
