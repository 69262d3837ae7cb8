/// An item of a section, or the section's header or footer.
struct ItemPath: Hashable, Sendable {
    var section: Int
    /// The index in the section; nil for the header and the footer.
    var item: Int?
    var isFooter = false

    static func footer(_ section: Int) -> Self { Self(section: section, item: nil, isFooter: true) }
}

/// The sections of a collection as one row of items: index path ↔ index.
///
///     sections     0: header, 2 items     1: header, none     2: header, 1 item
///     index        0  1  2                3                   4  5
///     starts       0                      3                   4        6
struct SectionCounts: Hashable, Sendable {
    private var starts = [0]
    let hasHeaders: Bool
    let hasFooters: Bool

    /// Creates the sections with so many items each, headers and footers not included.
    init(_ counts: [Int], hasHeaders: Bool, hasFooters: Bool = false) {
        (self.hasHeaders, self.hasFooters) = (hasHeaders, hasFooters)
        let others = (hasHeaders ? 1 : 0) + (hasFooters ? 1 : 0)
        for count in counts { starts.append(itemCount + count + others) }
    }

    var sectionCount: Int { starts.count - 1 }

    /// The items of all sections, headers and footers included.
    var itemCount: Int { starts[starts.count - 1] }

    /// The indices of a section's items, those of its header and its footer included.
    func indices(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    /// The indices of a section's items alone.
    func items(ofSection section: Int) -> Range<Int> {
        starts[section] + (hasHeaders ? 1 : 0)..<starts[section + 1] - (hasFooters ? 1 : 0)
    }

    /// The index of an item, a header or a footer; nil if there is none.
    func index(of path: ItemPath) -> Int? {
        guard (0..<sectionCount).contains(path.section), path.item ?? 0 >= 0 else { return nil }
        guard let item = path.item else {
            if path.isFooter { return hasFooters ? starts[path.section + 1] - 1 : nil }
            return hasHeaders ? starts[path.section] : nil
        }
        let items = items(ofSection: path.section)
        return item < items.count ? items.lowerBound + item : nil
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
        let items = items(ofSection: section)
        if items.contains(index) {
            return ItemPath(section: section, item: index - items.lowerBound)
        }
        return ItemPath(section: section, item: nil, isFooter: index >= items.upperBound)
    }
}
