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
        /// The space beside the items of its section.
        var leading = 0.0
        var trailing = 0.0
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
    /// How many lanes there are, asked when rows are formed; nil for rows in columns. Sections are in lanes then,
    /// but for those that ``isWide`` names.
    var lanes: (() -> Int)?
    var isWide: (_ section: Int) -> Bool = { _ in false }
    /// Returns the extent of an item that the app knows; nil if cells size themselves.
    var extent: ((ItemPath) -> Double)?
    private let spacing: Double
    private(set) var kinds: SectionKinds
    private(set) var sections: SectionCounts
    private var ownColumns = 1
    // Nil in columns.
    private var laneCount: Int?
    // Those of each section, as of when its rows were formed.
    private var insets: [SectionKinds.Insets] = []
    // Those of the last update, to which the indices of removed items refer.
    private var sectionsBefore: SectionCounts

    init(estimate: Double, spacing: Double, hasHeaders: Bool) throws(RangeCoreError) {
        try self.init(
            estimate: estimate, spacing: spacing, kinds: SectionKinds(hasHeaders: hasHeaders))
    }

    init(estimate: Double, spacing: Double, kinds: SectionKinds) throws(RangeCoreError) {
        for estimate in [kinds.headerEstimate, kinds.footerEstimate].compactMap({ $0 })
        where !(estimate > 0 && estimate <= 4_000_000) { throw .invalidArgument }
        engine = try ListEngine(estimate: estimate, spacing: spacing)
        (self.spacing, self.kinds) = (spacing, kinds)
        sections = SectionCounts([], hasHeaders: kinds.hasFirst, hasFooters: kinds.hasLast)
        sectionsBefore = sections
    }

    private func counted(_ counts: [Int]) -> SectionCounts {
        SectionCounts(counts, hasHeaders: kinds.hasFirst, hasFooters: kinds.hasLast)
    }

    // -- edits --

    /// Replaces all items.
    mutating func reset(to counts: [Int]) throws(RangeCoreError) {
        try engine.removeItems(0..<engine.count)
        sections = counted([])
        let new = counted(counts)
        try engine.insertItems(count: new.itemCount, at: 0)
        sections = new
        try formRows()
    }

    /// Sets the space around the items of sections. The items are new then: ``reset(to:)`` follows.
    mutating func setInsets(_ insets: ((Int) -> SectionKinds.Insets)?) throws(RangeCoreError) {
        kinds.insets = insets
        try reset(to: [])
    }

    /// Forms the rows of the sections whose columns or insets have changed, or that are new.
    mutating func formRows() throws(RangeCoreError) {
        try layOut()
        insets = kinds.insets.map { (0..<sections.sectionCount).map($0) } ?? []
        try markSections()
        for section in 0..<sections.sectionCount {
            let all = sections.indices(ofSection: section)
            if sections.hasHeaders {
                try prepareEdge(ItemPath(section: section, item: nil), at: all.lowerBound)
            }
            if sections.hasFooters { try prepareEdge(.footer(section), at: all.upperBound - 1) }
        }
        try setKnownExtents()
    }

    private mutating func layOut() throws(RangeCoreError) {
        let lanes = lanes.map { min(max($0(), 1), 16) }
        if let lanes, lanes != laneCount {
            // In lanes no section has columns.
            if laneCount == nil { try markSections() }
            try engine.setLanes(lanes, spacing: spacing)
        }
        let hasColumns = lanes == nil && !sections.hasHeaders && sections.sectionCount > 0
        let wanted = hasColumns ? max(columns(0), 1) : lanes == nil ? ownColumns : 1
        if lanes == nil, wanted != ownColumns || laneCount != nil {
            try engine.setLayout(columns: wanted, spacing: spacing)
        }
        (laneCount, ownColumns) = (lanes, wanted)
    }

    // In lanes, columns are 1 for a section that is across all of them, and nil for any other.
    private func columnsToMark(_ section: Int) -> Int? {
        lanes == nil ? max(columns(section), 1) : isWide(section) ? 1 : nil
    }

    private mutating func markSections() throws(RangeCoreError) {
        for section in 0..<sections.sectionCount {
            let all = sections.indices(ofSection: section)
            if sections.hasHeaders {
                try mark(all.lowerBound, columns: columnsToMark(section))
            }
            if sections.hasFooters {
                // What follows it are the items of the next section, unless that has a header.
                let next = section + 1 < sections.sectionCount && !sections.hasHeaders
                try mark(all.upperBound - 1, columns: next ? columnsToMark(section + 1) : 1)
            }
        }
    }

    /// Measures the rows of items that are to be measured, if the app knows their extents.
    mutating func setKnownExtents() throws(RangeCoreError) {
        guard let extent else { return }
        var index = 0
        while index < engine.count {
            let rows = try engine.unmeasuredRows(ofItems: index..<engine.count)
            if rows.isEmpty { return }
            var extents: [Double] = []
            for row in rows {
                let paths = try engine.items(ofRow: row).map(sections.path)
                if paths[0].item != nil {
                    extents.append(paths.map(extent).max() ?? 0)
                    continue
                }
                // A header or a footer sizes itself.
                try engine.setExtents(extents, fromRow: row - extents.count)
                extents = []
            }
            try engine.setExtents(extents, fromRow: rows.upperBound - extents.count)
            index = try engine.items(ofRow: rows.upperBound - 1).upperBound
        }
    }

    private mutating func mark(_ index: Int, columns: Int?) throws(RangeCoreError) {
        if let known = try engine.section(ofItem: index), known.header == index,
            known.columns == columns ?? 1, try lanesAreMarked(known, isWide: columns == 1)
        {
            return
        }
        try engine.markHeader(at: index, columns: columns)
    }

    // In lanes the columns of a section do not tell; its items do, if it has any.
    private func lanesAreMarked(
        _ section: ListSection, isWide: Bool
    ) throws(RangeCoreError) -> Bool {
        let first = section.header + 1
        if lanes == nil { return true }
        if first == section.items.upperBound { return false }
        return try engine.places(ofItems: first..<first + 1)[0].isWide == isWide
    }

    // Gives the row before or after the items of a section its estimate, or its space if it has no view.
    private mutating func prepareEdge(_ path: ItemPath, at index: Int) throws(RangeCoreError) {
        let hasView = path.isFooter ? kinds.hasFooters : kinds.hasHeaders
        let estimate = path.isFooter ? kinds.footerEstimate : kinds.headerEstimate
        let (item, space, row) = (
            try engine.item(at: index), space(of: path), try engine.row(ofItem: index)
        )
        if !hasView {
            if !item.isMeasured || item.extent != space { try engine.setExtent(space, ofRow: row) }
        } else if !item.isMeasured, space > 0 || estimate != nil {
            try engine.setExtent(space + (estimate ?? engine.estimate), ofRow: row)
            try engine.markProvisional(index..<index + 1)
        }
    }

    private func space(of path: ItemPath) -> Double {
        guard path.item == nil, insets.indices.contains(path.section) else { return 0 }
        return kinds.space(insets[path.section], isFooter: path.isFooter, spacing: spacing)
    }

    /// Applies a batch of updates, after which the sections have so many items.
    ///
    /// - Throws: `RangeCoreError.invalidArgument` if the updates do not lead there; nothing has
    ///   changed then.
    @discardableResult
    mutating func apply(
        _ updates: [CollectionUpdate], counts: [Int]
    ) throws(RangeCoreError) -> CollectionChanges {
        let new = counted(counts)
        guard let changes = CollectionChanges(updates, from: sections, to: new),
            let difference = changes.difference
        else { throw .invalidArgument }
        // As long as the indices are those before. What is on screen is measured at once, and keeps
        // its place meanwhile; unless others are in its row, whose extents it is to forget.
        for index in changes.reloads {
            let isAlone = try engine.items(ofRow: engine.row(ofItem: index)).count == 1
            if extent == nil, isAlone, engine.state(ofItem: index).contains(.visible) { continue }
            try engine.markProvisional(index..<index + 1)
        }
        try engine.apply(difference)
        sections = new
        try formRows()
        return changes
    }

    /// Sets the extent of an item, a header or a footer, without the space beside it, and returns whether its row has another one now.
    ///
    /// A row of several items is as long as the longest that has been measured since the row was to be
    /// measured.
    mutating func setExtent(_ extent: Double, of path: ItemPath) throws(RangeCoreError) -> Bool {
        guard let index = sections.index(of: path) else { throw .invalidArgument }
        if path.item != nil, self.extent != nil { return false }
        let (before, row) = (try engine.item(at: index), try engine.row(ofItem: index))
        let isFirst = !before.isMeasured || before.isProvisional
        let isAlone = try engine.items(ofRow: row).count == 1
        let extent = extent + space(of: path)
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
                // Headers and footers need nothing to be loaded.
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

    // How many items the rows of an item's section have, or how many lanes there are.
    private func columns(at index: Int) throws(RangeCoreError) -> Int {
        if let laneCount { return laneCount }
        return try engine.section(ofItem: index)?.columns ?? ownColumns
    }

    /// The place of an item, a header or a footer, where it is pinned if it is; nil if there is none.
    func place(of path: ItemPath) throws(RangeCoreError) -> Place? {
        if let pinned = try pinnedHeader(), pinned.path == path { return pinned }
        return try placeInRow(of: path)
    }

    // Whether it is there for its space alone.
    private func hasView(_ path: ItemPath) -> Bool {
        path.item != nil || (path.isFooter ? kinds.hasFooters : kinds.hasHeaders)
    }

    // Without the space in its row.
    private func placed(_ place: Place) -> Place {
        var place = place
        if place.path.item != nil {
            if insets.indices.contains(place.path.section) {
                place.leading = insets[place.path.section].leading
                place.trailing = insets[place.path.section].trailing
            }
            return place
        }
        let space = space(of: place.path)
        place.extent = max(place.extent - space, 0)
        if place.path.isFooter { place.start += space }
        return place
    }

    private func placeInRow(of path: ItemPath) throws(RangeCoreError) -> Place? {
        guard let index = sections.index(of: path), hasView(path) else { return nil }
        return try place(at: index, engine.places(ofItems: index..<index + 1)[0])
    }

    private func place(at index: Int, _ it: ItemPlace) throws(RangeCoreError) -> Place {
        placed(
            Place(
                path: sections.path(of: index), start: it.offset, extent: it.extent,
                column: it.lane ?? 0, columns: try it.isWide ? 1 : columns(at: index)))
    }

    /// The places of what overlaps a range of offsets, the pinned header last.
    func places(in offsets: Range<Double>) throws(RangeCoreError) -> [Place] {
        let items = try engine.items(in: offsets)
        var places: [Place] = []
        for (index, it) in zip(items, try engine.places(ofItems: items))
        where hasView(sections.path(of: index)) {
            // In lanes not all of the items in between are there.
            if it.offset < offsets.upperBound, it.offset + it.extent >= offsets.lowerBound {
                try places.append(place(at: index, it))
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
            var place = try placeInRow(of: sections.path(of: pinned.index)),
            // A footer is pushed out by the header after it, which leaves it where it is.
            !place.path.isFooter
        else { return nil }
        (place.start, place.isPinned) = (pinned.offset, true)
        return place
    }
}
