internal import CRangeCore

/// Index ↔ offset for a list whose items are measured one by one, inserted, removed and moved.
///
/// An item that is not measured has the estimate as its extent; items lie one after another, a
/// fixed spacing between them. A list of a billion unmeasured items takes less than a kilobyte.
///
/// A ``ListEngine`` has extents of its own; this is for a host that wants nothing else. They have
/// one owner and are used by one task at a time, queries too; they are not `Sendable`, but can be
/// sent whole.
@frozen
public struct Extents: ~Copyable {
    @usableFromInline let extents: OpaquePointer

    /// Makes the extents of an empty list.
    ///
    /// - Parameters:
    ///   - estimate: the extent of an item that is not measured, in points.
    ///   - spacing: between each two items, in points, not negative; fixed for life.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``,
    ///   ``RangeCoreError/noMemory``.
    public init(estimate: Double = 44, spacing: Double = 0) throws(RangeCoreError) {
        let options = rc_extents_options(
            struct_size: UInt32(MemoryLayout<rc_extents_options>.size), reserved: 0,
            estimate: estimate, spacing: spacing)
        var created: OpaquePointer?
        let status = withUnsafePointer(to: options) { rc_extents_create($0, nil, &created) }
        extents = try made(created, status)
    }

    deinit {
        rc_extents_destroy(extents)
    }

    // -- queries --

    /// The number of items.
    public var count: Int { Int(clamping: rc_extents_count(extents)) }

    /// The number of measured items.
    public var measuredCount: Int { Int(clamping: rc_extents_measured_count(extents)) }

    /// The length of the content in points: all extents, and the spacing between them.
    public var length: Double { rc_extents_length(extents) }

    /// The extent of items that are not measured, in points.
    public var estimate: Double { rc_extents_get_estimate(extents) }

    /// The mean extent of the measured items, in points, rounded to a tick; nil where none is.
    ///
    /// - Complexity: O(1).
    public var mean: Double? {
        var mean = 0.0
        return rc_extents_mean(extents, &mean) == RC_STATUS_OK ? mean : nil
    }

    /// Finds where an item is.
    ///
    /// - Throws: ``RangeCoreError/argument`` for an index out of bounds.
    /// - Complexity: O(log n).
    public func item(at index: Int) throws(RangeCoreError) -> ItemGeometry {
        var item = rc_item()
        try check(rc_extents_item(extents, Int64(index), &item))
        return ItemGeometry(item)
    }

    /// Finds the item at an offset: the last that starts at or before it.
    ///
    /// - Parameter offset: in points. Before the content it is the first item, past it the last.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``;
    ///   ``RangeCoreError/notFound`` in an empty list.
    /// - Complexity: O(log n).
    public func item(atOffset offset: Double) throws(RangeCoreError) -> ItemGeometry {
        var item = rc_item()
        try check(rc_extents_item_at(extents, offset, &item))
        return ItemGeometry(item)
    }

    /// Finds the items in a range of offsets: those that overlap it by at least one tick, and those
    /// without extent that lie in it.
    ///
    /// - Parameter offsets: in points.
    /// - Returns: their indices; empty at the place where they would be when there are none.
    /// - Throws: ``RangeCoreError/argument``, ``RangeCoreError/limit``.
    /// - Complexity: O(log n).
    public func items(in offsets: Range<Double>) throws(RangeCoreError) -> Range<Int> {
        var items = rc_interval()
        try check(rc_extents_items_in(extents, offsets.lowerBound, offsets.upperBound, &items))
        return Range(items)
    }

    /// Copies out the offsets and extents of consecutive items.
    ///
    /// - Parameter items: their indices.
    /// - Returns: offsets and extents in points.
    /// - Throws: ``RangeCoreError/argument`` for items out of bounds.
    /// - Complexity: O(log n + items.count).
    public func geometry(
        of items: Range<Int>
    ) throws(RangeCoreError) -> (offsets: [Double], extents: [Double]) {
        // Bounds first: no room is made for items that do not exist.
        guard items.lowerBound >= 0, items.upperBound <= count else { throw .argument }
        var offsets = [Double](repeating: 0, count: items.count)
        var lengths = offsets
        try check(
            rc_extents_copy(
                extents, Int64(items.lowerBound), Int64(items.upperBound), &offsets, &lengths))
        return (offsets, lengths)
    }

    /// Checks every promise that the structure makes to itself, for tests and bug reports.
    ///
    /// - Throws: ``RangeCoreError/invalid`` where one is broken.
    /// - Complexity: O(measured).
    public func validate() throws(RangeCoreError) {
        try check(rc_extents_validate(extents, nil))
    }
}
