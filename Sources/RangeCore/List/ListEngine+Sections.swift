internal import CRangeCore

// Headers, the sections that they begin, and their rows.
extension ListEngine {
    /// Makes an item a header or, if it is one, changes the columns of its section.
    ///
    /// The items after it, up to the next header, become its section, in rows of their own. So one
    /// scroll view shows lists and grids of several widths. Everything keeps one index, that of the
    /// item in the list:
    ///
    /// ```swift
    /// var engine = try ListEngine(estimate: 100)
    /// try engine.insertItems(count: 30, at: 0)
    /// try engine.markHeader(at: 0)  // in as many columns as the list has: 1
    /// try engine.markHeader(at: 10, columns: 4)
    /// print(try engine.row(ofItem: 29), engine.length)  // 15 1600.0
    /// print(try engine.items(ofRow: 11))  // 11..<15
    /// try engine.setExtent(80, ofRow: 11)
    /// ```
    ///
    /// - A section ends before the next header; items before the first header are in none. An item
    ///   inserted right before a header belongs to the section before it.
    /// - The mark stays with its item. When a header is removed, moved away or unmarked, the section
    ///   before it takes over its items.
    /// - Where headers change, a row keeps its extent if it begins with the same item as before, in
    ///   as many columns (a header's row counts as one column); others are formed again, and
    ///   unmeasured.
    /// - States do not change, and the changes of the last update remain.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - columns: The items per row after the header, at least 1; nil for as many as the list has,
    ///     also once ``setLayout(columns:spacing:keepingExtents:)`` changes them.
    /// - Throws: ``RangeCoreError/invalidArgument``; ``RangeCoreError/limitExceeded`` if the list
    ///   would be too long; ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(log n + log s + measured rows formed again), for s sections.
    public mutating func markHeader(
        at index: Int, columns: Int? = nil
    ) throws(RangeCoreError) {
        if let columns, columns < 1 { throw .argument("columns", columns) }
        try check(
            unsafe rc_list_mark_header(list, Int64(index), UInt32(clamping: columns ?? 0)),
            ("index", index))
        note("mark_header \(index) \(columns ?? 0)")
    }

    /// Makes a header an ordinary item, which joins the section before it with all items of its own.
    /// Any other item stays what it is.
    ///
    /// - Parameter index: The index of the item.
    /// - Throws: As ``markHeader(at:columns:)``.
    /// - Complexity: As ``markHeader(at:columns:)``.
    public mutating func unmarkHeader(at index: Int) throws(RangeCoreError) {
        try check(unsafe rc_list_unmark_header(list, Int64(index)), ("index", index))
        note("unmark_header \(index)")
    }

    /// The number of sections, which is that of headers.
    public var sectionCount: Int { Int(clamping: unsafe rc_list_section_count(list)) }

    /// Returns a section.
    ///
    /// - Parameter ordinal: Its position among the sections, from 0 on.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an ordinal out of bounds.
    /// - Complexity: O(log s), for s sections.
    public func section(_ ordinal: Int) throws(RangeCoreError) -> ListSection {
        var section = rc_section()
        try check(unsafe rc_list_section(list, Int64(ordinal), &section), ("ordinal", ordinal))
        return ListSection(section)
    }

    /// Finds the section of an item; nil before the first header.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for an index out of bounds.
    /// - Complexity: O(log s), for s sections.
    public func section(ofItem index: Int) throws(RangeCoreError) -> ListSection? {
        var section = rc_section()
        let status = unsafe rc_list_section_of_item(list, Int64(index), &section)
        if status == RC_STATUS_NOT_FOUND { return nil }
        try check(status, ("index", index))
        return ListSection(section)
    }

    /// Returns where an item is in its section.
    ///
    /// Items that were removed have no place any more: what the app keeps by section and place is
    /// found by their names in the changes (see ``setNames(_:ofItems:)``).
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for an index out of bounds.
    /// - Complexity: O(log s), for s sections.
    public func indexPath(of index: Int) throws(RangeCoreError) -> ListIndexPath {
        let section = try section(ofItem: index)
        return ListIndexPath(section: section?.ordinal, item: index - (section?.header ?? 0))
    }

    /// Returns the index of an item, from where it is in its section.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` if there is no such section, or no such item in
    ///   it.
    /// - Complexity: O(log s), for s sections.
    public func index(of path: ListIndexPath) throws(RangeCoreError) -> Int {
        let items: Range<Int>
        if let ordinal = path.section {
            items = try section(ordinal).items
        } else {
            items = 0..<(sectionCount > 0 ? try section(0).header : count)
        }
        guard path.item >= 0, path.item < items.count else {
            throw .argument("path", path)
        }
        return items.lowerBound + path.item
    }

    /// Finds the row of an item; in a list of one column, a row's number is its item's index.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for an index out of bounds.
    /// - Complexity: O(log s), for s sections.
    public func row(ofItem index: Int) throws(RangeCoreError) -> Int {
        var row: Int64 = 0
        try check(unsafe rc_list_row_of_item(list, Int64(index), &row), ("index", index))
        return Int(clamping: row)
    }

    /// Finds the items of a row.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for a row out of bounds.
    /// - Complexity: O(log s), for s sections.
    public func items(ofRow row: Int) throws(RangeCoreError) -> Range<Int> {
        var items = rc_interval()
        try check(unsafe rc_list_items_of_row(list, Int64(row), &items), ("row", row))
        return Range(items)
    }

    /// The header that was pinned in the last update, and where it is drawn; nil without
    /// ``ListSettings/pinsHeaders``, before the first header, or in an empty viewport.
    ///
    /// While it covers something it has the state of a visible item, and is listed as one in the
    /// changes; ``ListUpdate/visible`` stays the interval of the items that are on screen at their
    /// own places. After a jump, the header's row may have to be measured as well.
    public var pinnedHeader: PinnedHeader? {
        var header = rc_pinned_header()
        guard unsafe rc_list_pinned_header(list, &header) == RC_STATUS_OK else { return nil }
        return PinnedHeader(header)
    }
}
