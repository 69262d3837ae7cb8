// The nodes of the items in range, by index. An edit takes time proportional to the number of
// nodes, whatever the length of the list.

@MainActor
struct NodeMap {
    struct Entry {
        var index: Int
        // The index at the previous update, by which an update identifies removed items.
        var origin: Int
        var node: RangeNode
        // Whether the host has made a view for it, and where it has last placed that.
        var hasView = false
        var frame: ItemFrame?
    }

    // Ascending by index. Loops go by position: to copy an entry is to retain its node.
    private(set) var entries: [Entry] = []
    // By origin.
    private var removed: [Int: RangeNode] = [:]
    // Since the last update.
    private var isEdited = false

    func node(ofItem index: Int) -> RangeNode? {
        let position = position(of: index)
        guard position < entries.count, entries[position].index == index else { return nil }
        return entries[position].node
    }

    /// The positions of the entries of some items.
    func positions(of items: Range<Int>) -> Range<Int> {
        position(of: items.lowerBound)..<position(of: items.upperBound)
    }

    // The first entry at or after an index.
    private func position(of index: Int) -> Int {
        var (lower, upper) = (0, entries.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if entries[middle].index < index { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }

    // -- edits --

    mutating func insert(_ count: Int, at index: Int) {
        isEdited = true
        for position in position(of: index)..<entries.count { shift(position, by: count) }
    }

    mutating func remove(_ items: Range<Int>) {
        isEdited = true
        let gone = position(of: items.lowerBound)..<position(of: items.upperBound)
        for entry in entries[gone] {
            removed[entry.origin] = entry.node
            entry.node.listIndex = nil
        }
        for position in gone.upperBound..<entries.count { shift(position, by: -items.count) }
        entries.removeSubrange(gone)
    }

    mutating func move(_ items: Range<Int>, to index: Int) {
        isEdited = true
        let edit = ListEdit.move(items, to: index)
        for position in entries.indices {
            let item = entries[position].index
            shift(position, by: (edit.newIndex(ofItem: item) ?? item) - item)
        }
        entries.sort { $0.index < $1.index }
    }

    private mutating func shift(_ position: Int, by count: Int) {
        entries[position].index += count
        entries[position].node.listIndex = entries[position].index
    }

    // -- updates --

    /// Removes and returns the node of a removed item, by its index at the previous update.
    mutating func takeRemoved(_ origin: Int) -> RangeNode? {
        removed.removeValue(forKey: origin)
    }

    /// Adds the nodes of consecutive items, of which none has one.
    mutating func add(_ nodes: [RangeNode], at index: Int) {
        let position = position(of: index)
        if position == entries.count {
            for (offset, node) in nodes.enumerated() {
                entries.append(Entry(index: index + offset, origin: index + offset, node: node))
            }
            return
        }
        entries.insert(
            contentsOf: nodes.lazy.map { Entry(index: 0, origin: 0, node: $0) }, at: position)
        for offset in nodes.indices {
            entries[position + offset].index = index + offset
            entries[position + offset].origin = index + offset
        }
    }

    /// Replaces the node of an item by another, which has no view yet.
    mutating func replace(_ old: RangeNode, by new: RangeNode) {
        guard let index = old.listIndex else { return }
        old.listIndex = nil
        let position = position(of: index)
        entries[position].node = new
        (entries[position].hasView, entries[position].frame) = (false, nil)
    }

    /// Drops nodes.
    mutating func drop(_ positions: Range<Int>) { entries.removeSubrange(positions) }

    /// Records the indices as those of this update.
    mutating func settle() {
        if !isEdited { return }
        isEdited = false
        removed.removeAll()
        for position in entries.indices { entries[position].origin = entries[position].index }
    }

    // -- the host's views --

    func frame(ofItem index: Int) -> ItemFrame? {
        let position = position(of: index)
        guard position < entries.count, entries[position].index == index else { return nil }
        return entries[position].frame
    }

    mutating func addView(_ view: AnyObject, toItem index: Int) {
        let position = position(of: index)
        entries[position].hasView = true
        entries[position].node.hostView = view
    }

    /// The positions from the first entry with a view to the last, but for the pinned header before
    /// them, which can be far away.
    func positionsOfViews(without pinned: Int?) -> Range<Int> {
        var (lower, upper) = (0, entries.count)
        while lower < upper, !entries[lower].hasView || entries[lower].index == pinned {
            lower += 1
        }
        while lower < upper, !entries[upper - 1].hasView { upper -= 1 }
        return lower..<upper
    }

    /// Sets the frames of the views among some entries, and lists the positions of those that change.
    mutating func setFrames(
        _ positions: Range<Int>, _ frame: (Int) -> ItemFrame, changed: inout [Int]
    ) {
        changed.removeAll(keepingCapacity: true)
        for position in positions where entries[position].hasView {
            let frame = frame(entries[position].index)
            if entries[position].frame == frame { continue }
            entries[position].frame = frame
            changed.append(position)
        }
    }

    /// Takes the view of a node, which may no longer be in the map.
    mutating func takeView(of node: RangeNode) -> AnyObject? {
        defer { node.hostView = nil }
        guard let index = node.listIndex else { return node.hostView }
        let position = position(of: index)
        if position < entries.count, entries[position].node === node {
            (entries[position].hasView, entries[position].frame) = (false, nil)
        }
        return node.hostView
    }

    mutating func dropViews() {
        for position in entries.indices {
            (entries[position].hasView, entries[position].frame) = (false, nil)
            entries[position].node.hostView = nil
        }
    }
}
