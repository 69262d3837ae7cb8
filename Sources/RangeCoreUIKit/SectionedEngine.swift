import RangeCore

/// The engine of a collection view's layout: a list whose items are those of sections.
///
/// It needs no view, so that all it decides can be tested anywhere.
struct SectionedEngine: ~Copyable {
    /// Where an item or a header is: its row, and its place in the row.
    struct Place: Hashable {
        var path: ItemPath
        var start: Double
        var extent: Double
        var column = 0
        var columns = 1
        /// Whether it is a header that is kept in view.
        var isPinned = false
    }

    /// The items that entered and left the preload range in an update, in the order of the list.
    struct PreloadChange: Hashable {
        var entered: [ItemPath] = []
        var left: [ItemPath] = []
        /// Those that were removed from the list, with their paths before.
        var removed: [ItemPath] = []
        var isEmpty: Bool { entered.isEmpty && left.isEmpty && removed.isEmpty }
    }

    var engine: ListEngine
    /// How many items fit side by side in a section, asked when its rows are formed. Without headers,
    /// those of section 0 are those of all items.
    var columns: (_ section: Int) -> Int = { _ in 1 }
    private let spacing: Double
    private(set) var sections: SectionCounts
    private var ownColumns = 1
    // Those of the last update, to which the indices of removed items refer.
    private var sectionsBefore: SectionCounts

    init(estimate: Double, spacing: Double, hasHeaders: Bool) throws(RangeCoreError) {
        engine = try ListEngine(estimate: estimate, spacing: spacing)
        self.spacing = spacing
        sections = SectionCounts([], hasHeaders: hasHeaders)
        sectionsBefore = sections
    }

    // -- edits --

    /// Replaces all items.
    mutating func reset(to counts: [Int]) throws(RangeCoreError) {
        try engine.removeItems(0..<engine.count)
        sections = SectionCounts([], hasHeaders: sections.hasHeaders)
        let new = SectionCounts(counts, hasHeaders: sections.hasHeaders)
        try engine.insertItems(count: new.itemCount, at: 0)
        sections = new
        try formRows()
    }

    /// Forms the rows of the sections whose columns have changed, or that are new.
    mutating func formRows() throws(RangeCoreError) {
        guard sections.hasHeaders else {
            let wanted = sections.sectionCount > 0 ? max(columns(0), 1) : ownColumns
            if wanted != ownColumns { try engine.setLayout(columns: wanted, spacing: spacing) }
            ownColumns = wanted
            return
        }
        for section in 0..<sections.sectionCount {
            let header = sections.indices(ofSection: section).lowerBound
            let known = try engine.section(ofItem: header)
            let wanted = max(columns(section), 1)
            if known?.header == header, known?.columns == wanted { continue }
            try engine.markHeader(at: header, columns: wanted)
        }
    }

    /// Applies a batch of updates, after which the sections have so many items.
    ///
    /// - Throws: `RangeCoreError.invalidArgument` if the updates do not lead there; nothing has
    ///   changed then.
    @discardableResult
    mutating func apply(
        _ updates: [CollectionUpdate], counts: [Int]
    ) throws(RangeCoreError) -> CollectionChanges {
        let new = SectionCounts(counts, hasHeaders: sections.hasHeaders)
        guard let changes = CollectionChanges(updates, from: sections, to: new),
            let difference = changes.difference
        else { throw .invalidArgument }
        // As long as the indices are those before. What is on screen is measured at once, and keeps
        // its place meanwhile; unless others are in its row, whose extents it is to forget.
        for index in changes.reloads {
            let isAlone = try engine.items(ofRow: engine.row(ofItem: index)).count == 1
            if isAlone && engine.state(ofItem: index).contains(.visible) { continue }
            try engine.markProvisional(index..<index + 1)
        }
        try engine.apply(difference)
        sections = new
        try formRows()
        return changes
    }

    /// Sets the extent of an item or a header, and returns whether its row has another one now.
    ///
    /// A row of several items is as long as the longest that has been measured since the row was to be
    /// measured.
    mutating func setExtent(_ extent: Double, of path: ItemPath) throws(RangeCoreError) -> Bool {
        guard let index = sections.index(of: path) else { throw .invalidArgument }
        let (before, row) = (try engine.item(at: index), try engine.row(ofItem: index))
        let isFirst = !before.isMeasured || before.isProvisional
        let isAlone = try engine.items(ofRow: row).count == 1
        let longest = isFirst || isAlone ? extent : max(extent, before.extent)
        try engine.setExtent(longest, ofRow: row)
        return try engine.item(at: index).extent != before.extent
    }

    // -- the update --

    /// Updates the engine, and returns which items to prefetch.
    mutating func update(
        _ viewport: ListViewport
    ) throws(RangeCoreError) -> (update: ListUpdate, preload: PreloadChange) {
        let update = try engine.update(viewport)
        let (now, before) = (sections, sectionsBefore)
        let preload = engine.withChanges { changes in
            var result = PreloadChange()
            for position in changes.indices {
                let change = changes[position]
                let (was, its) = (change.before.contains(.preload), change.after.contains(.preload))
                if was == its { continue }
                // Headers need nothing to be loaded.
                if change.isRemoval {
                    result.removed += change.items.map(before.path).filter { $0.item != nil }
                } else if its {
                    result.entered += change.items.map(now.path).filter { $0.item != nil }
                } else {
                    result.left += change.items.map(now.path).filter { $0.item != nil }
                }
            }
            return result
        }
        sectionsBefore = sections
        return (update, preload)
    }

    // -- places --

    // How many items the rows of an item's section have.
    private func columns(at index: Int) throws(RangeCoreError) -> Int {
        sections.hasHeaders ? try engine.section(ofItem: index)?.columns ?? 1 : ownColumns
    }

    /// The place of an item or a header, where it is pinned if it is; nil if there is none.
    func place(of path: ItemPath) throws(RangeCoreError) -> Place? {
        if let pinned = try pinnedHeader(), pinned.path == path { return pinned }
        return try placeInRow(of: path)
    }

    private func placeInRow(of path: ItemPath) throws(RangeCoreError) -> Place? {
        guard let index = sections.index(of: path) else { return nil }
        let item = try engine.item(at: index)
        let first = try engine.items(ofRow: engine.row(ofItem: index)).lowerBound
        return Place(
            path: path, start: item.offset, extent: item.extent, column: index - first,
            columns: try path.item == nil ? 1 : columns(at: index))
    }

    /// The places of what overlaps a range of offsets, the pinned header last.
    func places(in offsets: Range<Double>) throws(RangeCoreError) -> [Place] {
        let items = try engine.items(in: offsets)
        guard let last = items.last else { return [] }
        let rows = try engine.row(ofItem: items.lowerBound)..<engine.row(ofItem: last) + 1
        let (starts, extents) = try engine.positions(ofRows: rows)
        var places: [Place] = []
        for (row, (start, extent)) in zip(rows, zip(starts, extents)) {
            let items = try engine.items(ofRow: row)
            let first = sections.path(of: items.lowerBound)
            for index in items {
                places.append(
                    Place(
                        path: sections.path(of: index), start: start, extent: extent,
                        column: index - items.lowerBound,
                        columns: try first.item == nil ? 1 : columns(at: index)))
            }
        }
        if let pinned = try pinnedHeader(), pinned.start < offsets.upperBound,
            pinned.start + pinned.extent > offsets.lowerBound
        {
            places.removeAll { $0.path == pinned.path }
            places.append(pinned)
        }
        return places
    }

    /// The header that was pinned in the last update; nil if there was none.
    func pinnedHeader() throws(RangeCoreError) -> Place? {
        // Only until the next edit: then its index is another one.
        guard let pinned = engine.pinnedHeader, pinned.index < engine.count,
            sections == sectionsBefore,
            var place = try placeInRow(of: sections.path(of: pinned.index))
        else { return nil }
        (place.start, place.isPinned) = (pinned.offset, true)
        return place
    }
}
