/// Where one item is, and how long; with several columns, its row.
///
/// ```swift
/// var engine = try ListEngine(estimate: 40, spacing: 8)
/// try engine.insertItems(count: 10, at: 0)
/// let item = try engine.item(at: 3)
/// print(item.offset, item.extent, item.isMeasured)  // 144.0 40.0 false
/// ```
public struct ListItem: Sendable, Hashable {
    /// The index of the item.
    public var index: Int
    /// Where it starts, in points.
    public var offset: Double
    /// Its length, in points; the estimate if it is not measured.
    public var extent: Double
    /// Whether its extent was set.
    public var isMeasured: Bool
}

/// Where to align an item that is scrolled to.
///
/// ```swift
/// var engine = try ListEngine(estimate: 100)
/// try engine.insertItems(count: 100, at: 0)
/// _ = try engine.update(ListViewport(offset: 0, length: 400))
/// print(try engine.setScrollTarget(50, at: .center))  // 4850.0
/// ```
public enum ScrollAlignment: UInt32, Sendable, Hashable, CaseIterable {
    /// At the start of the viewport.
    case start = 0
    /// In its middle.
    case center = 1
    /// At its end.
    case end = 2
    /// The minimum scroll that makes it fully visible; none if it already is.
    case nearest = 3
}
