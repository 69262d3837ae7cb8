import RangeCore

/// The engine of a collection view's layout: a list whose items are those of sections.
///
/// It needs no view, so that all it decides can be tested anywhere.
struct SectionedEngine: ~Copyable {
    /// Where an item or a header is.
    struct Place: Hashable {
        var path: ItemPath
        var start: Double
        var extent: Double
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
    private(set) var sections: SectionCounts
    // Those of the last update, to which the indices of removed items refer.
    private var sectionsBefore: SectionCounts

    init(estimate: Double, spacing: Double, hasHeaders: Bool) throws(RangeCoreError) {
        engine = try ListEngine(estimate: estimate, spacing: spacing)
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
    }

    /// Applies a batch of updates, after which the sections have so many items.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` if the updates do not lead there; nothing has
    ///   changed then.
    mutating func apply(_ updates: [CollectionUpdate], counts: [Int]) throws(RangeCoreError) {
        let new = SectionCounts(counts, hasHeaders: sections.hasHeaders)
        guard let changes = CollectionChanges(updates, from: sections, to: new),
            let difference = changes.difference
        else { throw .invalidArgument }
        // As long as the indices are those before.
        for index in changes.reloads { try engine.markProvisional(index..<index + 1) }
        try engine.apply(difference)
        sections = new
    }

    /// Sets the extent of an item or a header, and returns whether it was another.
    mutating func setExtent(_ extent: Double, of path: ItemPath) throws(RangeCoreError) -> Bool {
        guard let index = sections.index(of: path) else { throw .invalidArgument }
        let before = try engine.item(at: index)
        try engine.setExtent(extent, ofRow: index)
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

    /// The place of an item or a header; nil if there is none.
    func place(of path: ItemPath) throws(RangeCoreError) -> Place? {
        guard let index = sections.index(of: path) else { return nil }
        let item = try engine.item(at: index)
        return Place(path: path, start: item.offset, extent: item.extent)
    }

    /// The places of what overlaps a range of offsets.
    ///
    /// - Parameter start: Where headers are pinned: the start of what the user sees; nil for none.
    func places(
        in offsets: Range<Double>, pinningAt start: Double?
    ) throws(RangeCoreError) -> [Place] {
        let items = try engine.items(in: offsets)
        let (starts, extents) = try engine.positions(ofRows: items)
        var places = zip(items, zip(starts, extents)).map { index, row in
            Place(path: sections.path(of: index), start: row.0, extent: row.1)
        }
        if let start, let pinned = try pinnedHeader(at: start),
            pinned.start < offsets.upperBound, pinned.start + pinned.extent > offsets.lowerBound
        {
            places.removeAll { $0.path == pinned.path }
            places.append(pinned)
        }
        return places
    }

    /// The header of the section at an offset, kept there until the next header pushes it out.
    ///
    ///     at 130, headers of 30 points     │ header 1 was at 100 and is pinned at 130
    ///     at 290, the next header at 300   │ pushed: pinned at 270
    func pinnedHeader(at start: Double) throws(RangeCoreError) -> Place? {
        guard sections.hasHeaders, engine.count > 0 else { return nil }
        let section = sections.section(of: try engine.item(atOffset: start).index)
        guard var header = try place(of: ItemPath(section: section, item: nil)) else { return nil }
        // Above the first section there is nothing to pin.
        if header.start > start { return nil }
        header.start = start
        header.isPinned = true
        if let next = try place(of: ItemPath(section: section + 1, item: nil)) {
            header.start = min(start, next.start - header.extent)
        }
        return header
    }
}
