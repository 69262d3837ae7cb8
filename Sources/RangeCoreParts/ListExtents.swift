internal import CRangeCore
public import RangeCore

/// Index ↔ offset for items that are measured one by one, inserted, removed and moved.
///
/// ```swift
/// var extents = try ListExtents()
/// try extents.insertItems(count: 1_000_000, at: 0)  // 44 points each
/// try extents.setExtents([130, 160], fromItem: 0)  // the first two are measured
/// print(try extents.item(at: 999_999).offset)  // 44000158.0
/// ```
///
/// For a host with its own ranges and states that only needs to know where everything is; a
/// `ListEngine` contains one. The extent of an unmeasured item is the estimate. Memory grows with
/// the measured items, not with the length of the list.
///
/// Extents have one owner and are used by one task at a time, queries included; they are not
/// `Sendable`, but can be sent as a whole.
@safe
public struct ListExtents: ~Copyable {
    // Destroyed with this, and used by nobody else.
    private let extents: OpaquePointer

    /// Creates the extents of an empty list.
    ///
    /// - Parameters:
    ///   - estimate: The extent of unmeasured items, in points.
    ///   - spacing: The gap between adjacent items, in points, not negative. Cannot be changed
    ///     later.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.limitExceeded`,
    ///   `RangeCoreError.outOfMemory`.
    public init(estimate: Double = 44, spacing: Double = 0) throws(RangeCoreError) {
        var options = rc_extents_options(estimate: estimate, spacing: spacing)
        var extents: OpaquePointer?
        let status = unsafe rc_extents_create(&options, nil, &extents)
        unsafe self.extents = try created(extents, status)
    }

    deinit {
        unsafe rc_extents_destroy(extents)
    }

    // -- queries --

    /// The number of items.
    public var count: Int { Int(clamping: unsafe rc_extents_count(extents)) }

    /// The number of measured items.
    public var measuredCount: Int { Int(clamping: unsafe rc_extents_measured_count(extents)) }

    /// The length of the content in points: all extents and the gaps between them.
    public var length: Double { unsafe rc_extents_length(extents) }

    /// The extent of unmeasured items, in points.
    public var estimate: Double { unsafe rc_extents_get_estimate(extents) }

    /// The mean extent of the measured items, in points, rounded to 1/960 point; nil if there are
    /// none.
    ///
    /// - Complexity: O(1).
    public var mean: Double? {
        var mean = 0.0
        return unsafe rc_extents_mean(extents, &mean) == RC_STATUS_OK ? mean : nil
    }

    /// Finds the position of an item.
    ///
    /// - Throws: `RangeCoreError.invalidArgument` for an index out of bounds.
    /// - Complexity: O(log n).
    public func item(at index: Int) throws(RangeCoreError) -> ListItem {
        var item = rc_item()
        try check(unsafe rc_extents_item(extents, Int64(index), &item))
        return ListItem(item)
    }

    /// Finds the item at an offset: the last one that starts at or before it.
    ///
    /// - Parameter offset: The offset, in points. One in a gap belongs to the item before the gap,
    ///   one before the content to the first item, and one past it to the last.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.limitExceeded`;
    ///   `RangeCoreError.notFound` in an empty list.
    /// - Complexity: O(log n).
    public func item(atOffset offset: Double) throws(RangeCoreError) -> ListItem {
        var item = rc_item()
        try check(unsafe rc_extents_item_at(extents, offset, &item))
        return ListItem(item)
    }

    /// Finds the items between two offsets: those that overlap them by at least 1/960 point, and
    /// those of extent 0 that lie in between.
    ///
    /// - Parameter offsets: The offsets, in points.
    /// - Returns: The indices of the items; if there are none, an empty range where they would be.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.limitExceeded`.
    /// - Complexity: O(log n).
    public func items(in offsets: Range<Double>) throws(RangeCoreError) -> Range<Int> {
        var items = rc_interval()
        try check(
            unsafe rc_extents_items_in(extents, offsets.lowerBound, offsets.upperBound, &items))
        return Range(items)
    }

    /// Copies the offsets and extents of consecutive items.
    ///
    /// - Parameter items: The indices of the items.
    /// - Returns: Offsets and extents in points.
    /// - Throws: `RangeCoreError.invalidArgument` for items out of bounds.
    /// - Complexity: O(log n + items.count).
    public func positions(
        ofItems items: Range<Int>
    ) throws(RangeCoreError) -> (offsets: [Double], extents: [Double]) {
        // Bounds first: nothing is allocated for items that do not exist.
        guard items.lowerBound >= 0, items.upperBound <= count else { throw .invalidArgument }
        var offsets = [Double](repeating: 0, count: items.count)
        var lengths = offsets
        try check(
            unsafe rc_extents_copy(
                extents, Int64(items.lowerBound), Int64(items.upperBound), &offsets, &lengths))
        return (offsets, lengths)
    }

    /// Checks all internal invariants. For tests and bug reports.
    ///
    /// - Throws: `RangeCoreError.corrupt` if one does not hold.
    /// - Complexity: O(measured items).
    public func validate() throws(RangeCoreError) {
        try check(unsafe rc_extents_validate(extents, nil))
    }

    // -- edits --
    //
    // The indices of each call refer to the items as the previous call left them.

    /// Inserts unmeasured items.
    ///
    /// - Parameters:
    ///   - count: The number of items to insert.
    ///   - index: The index of the first inserted item after the call, from 0 to the current count.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.limitExceeded`,
    ///   `RangeCoreError.outOfMemory`.
    /// - Complexity: O(log n), whatever the count.
    public mutating func insertItems(count: Int, at index: Int) throws(RangeCoreError) {
        try check(unsafe rc_extents_insert(extents, Int64(index), nil, Int64(count)))
    }

    /// Inserts measured items.
    ///
    /// - Parameters:
    ///   - lengths: The extents of the items, in points, not negative.
    ///   - index: The index of the first inserted item after the call, from 0 to the current count.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.limitExceeded`,
    ///   `RangeCoreError.outOfMemory`.
    /// - Complexity: O(log n + extents.count).
    public mutating func insertItems(
        extents lengths: [Double], at index: Int
    ) throws(RangeCoreError) {
        try check(unsafe rc_extents_insert(extents, Int64(index), lengths, Int64(lengths.count)))
    }

    /// Removes items.
    ///
    /// - Parameter items: The indices of the items.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.outOfMemory`.
    /// - Complexity: O(log n + measured items removed).
    public mutating func removeItems(_ items: Range<Int>) throws(RangeCoreError) {
        try check(
            unsafe rc_extents_remove(extents, Int64(items.lowerBound), Int64(items.upperBound)))
    }

    /// Moves items, with their extents.
    ///
    /// - Parameters:
    ///   - items: The indices of the items.
    ///   - index: The index of the first moved item after the call, in 0 … count − items.count.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.outOfMemory`.
    /// - Complexity: O(log n).
    public mutating func moveItems(_ items: Range<Int>, to index: Int) throws(RangeCoreError) {
        try check(
            unsafe rc_extents_move(
                extents, Int64(items.lowerBound), Int64(items.upperBound), Int64(index)))
    }

    /// Sets the extents of consecutive items, which makes them measured.
    ///
    /// - Parameters:
    ///   - lengths: The extents of the items, in points, not negative.
    ///   - index: The index of the first item.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.limitExceeded`,
    ///   `RangeCoreError.outOfMemory`.
    /// - Complexity: O(log n + extents.count).
    public mutating func setExtents(
        _ lengths: [Double], fromItem index: Int
    ) throws(RangeCoreError) {
        try check(unsafe rc_extents_set(extents, Int64(index), lengths, lengths.count))
    }

    /// Sets the extent of an item, which makes it measured.
    ///
    /// - Parameters:
    ///   - extent: The extent, in points, not negative.
    ///   - index: The index of the item.
    /// - Throws: As ``setExtents(_:fromItem:)``.
    /// - Complexity: O(log n).
    public mutating func setExtent(_ extent: Double, ofItem index: Int) throws(RangeCoreError) {
        var extent = extent
        try check(unsafe rc_extents_set(extents, Int64(index), &extent, 1))
    }

    /// Forgets the extents of items; the estimate applies to them again.
    ///
    /// - Parameter items: The indices of the items.
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.limitExceeded`,
    ///   `RangeCoreError.outOfMemory`.
    /// - Complexity: O(log n + measured items forgotten).
    public mutating func forgetExtents(of items: Range<Int>) throws(RangeCoreError) {
        try check(
            unsafe rc_extents_forget(extents, Int64(items.lowerBound), Int64(items.upperBound)))
    }

    /// Sets the extent of all unmeasured items, in points.
    ///
    /// - Throws: `RangeCoreError.invalidArgument`, `RangeCoreError.limitExceeded`.
    /// - Complexity: O(1).
    public mutating func setEstimate(_ estimate: Double) throws(RangeCoreError) {
        try check(unsafe rc_extents_set_estimate(extents, estimate))
    }
}
