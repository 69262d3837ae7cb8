/// An item of a section, or the section's header.
struct ItemPath: Hashable, Sendable {
    var section: Int
    /// The index in the section; nil for the header.
    var item: Int?
}

/// The sections of a collection as one row of items: index path ↔ index.
///
///     sections     0: header, 2 items     1: header, none     2: header, 1 item
///     index        0  1  2                3                   4  5
///     starts       0                      3                   4        6
struct SectionCounts: Hashable, Sendable {
    private var starts = [0]
    let hasHeaders: Bool

    /// Creates the sections with so many items each, headers not included.
    init(_ counts: [Int], hasHeaders: Bool) {
        self.hasHeaders = hasHeaders
        for count in counts { starts.append(itemCount + count + (hasHeaders ? 1 : 0)) }
    }

    var sectionCount: Int { starts.count - 1 }

    /// The items of all sections, headers included.
    var itemCount: Int { starts[starts.count - 1] }

    /// The indices of a section's items, that of its header included.
    func indices(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    /// The index of an item or of a header; nil if there is none.
    func index(of path: ItemPath) -> Int? {
        guard (0..<sectionCount).contains(path.section), path.item ?? 0 >= 0 else { return nil }
        guard let item = path.item else { return hasHeaders ? starts[path.section] : nil }
        let index = starts[path.section] + item + (hasHeaders ? 1 : 0)
        return index < starts[path.section + 1] ? index : nil
    }

    /// The section of an index within the ``itemCount``.
    ///
    /// - Complexity: O(log sections).
    func section(of index: Int) -> Int {
        var (lower, upper) = (0, sectionCount)
        // The last section that starts at or before the index; empty ones before it start there too.
        while upper - lower > 1 {
            let middle = (lower + upper) / 2
            if starts[middle] <= index { lower = middle } else { upper = middle }
        }
        return lower
    }

    /// The path of an index within the ``itemCount``.
    func path(of index: Int) -> ItemPath {
        let section = section(of: index)
        let offset = index - starts[section]
        if hasHeaders { return ItemPath(section: section, item: offset == 0 ? nil : offset - 1) }
        return ItemPath(section: section, item: offset)
    }
}
