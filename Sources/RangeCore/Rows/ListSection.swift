/// A header and the items after it, up to the next header or the end of the list.
///
/// ```swift
/// var engine = try ListEngine()
/// try engine.insertItems(count: 13, at: 0)
/// try engine.markHeader(at: 2, columns: 3)
/// try engine.markHeader(at: 7, columns: 2)
/// let section = try engine.section(1)
/// print(section.header, section.items, section.rows, section.columns)  // 7 7..<13 5..<9 2
/// ```
public struct ListSection: Sendable, Hashable {
    /// Its position among the sections, from 0 on.
    public var ordinal: Int
    /// The indices of its items; the first one is the header.
    public var items: Range<Int>
    /// Its rows; the first one is that of the header.
    public var rows: Range<Int>
    /// The items per row after the header.
    public var columns: Int

    /// The index of its header.
    public var header: Int { items.lowerBound }
}

/// Where an item is in its section, for a toolkit that numbers items per section.
///
/// ```swift
/// var engine = try ListEngine()
/// try engine.insertItems(count: 13, at: 0)
/// try engine.markHeader(at: 2)
/// try engine.markHeader(at: 7)
/// let path = try engine.indexPath(of: 9)
/// print(path.section!, path.item)  // 1 2
/// print(try engine.index(of: ListIndexPath(section: 0, item: 0)))  // 2
/// ```
public struct ListIndexPath: Sendable, Hashable, Comparable {
    /// The position of the section among the sections; nil before the first header.
    public var section: Int?
    /// The position of the item in its section, where the header is 0; before the first header, its
    /// index.
    public var item: Int

    /// Creates an index path.
    ///
    /// - Parameters:
    ///   - section: The position of the section among the sections; nil before the first header.
    ///   - item: The position of the item in its section, where the header is 0.
    public init(section: Int?, item: Int) {
        (self.section, self.item) = (section, item)
    }

    /// Returns whether an item comes before another one of the same list.
    public static func < (a: ListIndexPath, b: ListIndexPath) -> Bool {
        (a.section ?? -1, a.item) < (b.section ?? -1, b.item)
    }
}

/// A header that stays at the viewport's start while its section is there; see
/// ``ListSettings/pinsHeaders``.
///
/// ```swift
/// var engine = try ListEngine(estimate: 100)
/// try engine.configure { $0.pinsHeaders = true }
/// try engine.insertItems(count: 40, at: 0)
/// for index in [0, 20] { try engine.markHeader(at: index) }
/// _ = try engine.update(ListViewport(offset: 1970, length: 400))
/// let header = engine.pinnedHeader!  // pushed out by the next one, which is at 2000
/// print(header.index, header.offset, header.covered)  // 0 1900.0 30.0
/// ```
public struct PinnedHeader: Sendable, Hashable {
    /// Its index at the last update.
    public var index: Int
    /// Where to draw it, in points, in the coordinates of the rows: at its own place or after it.
    public var offset: Double
    /// How much of the viewport it covers from its start on, in points; from 0 to its extent.
    public var covered: Double
}
