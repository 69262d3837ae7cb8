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
    /// Whether it is measured, but to be measured again; see ``ListEngine/markProvisional(_:)``.
    public var isProvisional: Bool
}

/// Where to align an item that is scrolled to.
///
/// ```swift
/// var engine = try ListEngine(estimate: 100)
/// try engine.insertItems(count: 100, at: 0)
/// _ = try engine.update(ListViewport(offset: 0, length: 400))
/// print(try engine.setScrollTarget(50, at: .center))  // 4850.0
/// print(try engine.setScrollTarget(50, at: ScrollAlignment(fraction: 0.25, shift: 10)))  // 4935.0
/// ```
public struct ScrollAlignment: Sendable, Hashable {
    /// How much of the space left over in the viewport lies before the item, 0 … 1.
    let fraction: Double
    /// Points added to the offset.
    let shift: Double

    /// At the start of the viewport.
    public static let start = ScrollAlignment(fraction: 0)
    /// In its middle.
    public static let center = ScrollAlignment(fraction: 0.5)
    /// At its end.
    public static let end = ScrollAlignment(fraction: 1)
    /// The minimum scroll that makes it fully visible; none if it already is.
    public static let nearest = ScrollAlignment(fraction: -1)

    /// Creates an alignment.
    ///
    /// - Parameters:
    ///   - fraction: How much of the space left over in the viewport lies before the item: 0 at the
    ///     start, 0.5 in the center, 1 at the end.
    ///   - shift: Points added to the offset.
    public init(fraction: Double, shift: Double = 0) {
        (self.fraction, self.shift) = (fraction, shift)
    }
}
