// The nodes of the items in range, by index. An edit takes time proportional to the number of
// nodes, whatever the length of the list.

@MainActor
struct NodeMap {
    struct Entry {
        var index: Int
        // The index at the previous update, by which an update identifies removed items.
        var origin: Int
        let node: RangeNode
        var isLeaving = false
    }

    // Ascending by index.
    private(set) var entries: [Entry] = []
    // By origin.
    private var removed: [Int: RangeNode] = [:]

    func node(ofItem index: Int) -> RangeNode? {
        let position = position(of: index)
        guard position < entries.count, entries[position].index == index else { return nil }
        return entries[position].node
    }

    /// The positions of the entries of some items.
    func positions(of items: Range<Int>) -> Range<Int> {
        let lower = position(of: items.lowerBound)
        var upper = lower
        while upper < entries.count, entries[upper].index < items.upperBound { upper += 1 }
        return lower..<upper
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
        for position in position(of: index)..<entries.count { shift(position, by: count) }
    }

    mutating func remove(_ items: Range<Int>) {
        let gone = position(of: items.lowerBound)..<position(of: items.upperBound)
        for entry in entries[gone] {
            removed[entry.origin] = entry.node
            entry.node.listIndex = nil
        }
        for position in gone.upperBound..<entries.count { shift(position, by: -items.count) }
        entries.removeSubrange(gone)
    }

    mutating func move(_ items: Range<Int>, to index: Int) {
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
    mutating func add(_ nodes: some Collection<RangeNode>, at index: Int) {
        let position = position(of: index)
        entries.insert(
            contentsOf: nodes.lazy.map { Entry(index: 0, origin: 0, node: $0) }, at: position)
        for offset in 0..<nodes.count {
            entries[position + offset].index = index + offset
            entries[position + offset].node.listIndex = index + offset
        }
    }

    /// Returns the node of an item, which leaves all ranges with this update if `isLeaving`.
    mutating func node(ofItem index: Int, isLeaving: Bool) -> RangeNode? {
        let position = position(of: index)
        guard position < entries.count, entries[position].index == index else { return nil }
        if isLeaving { entries[position].isLeaving = true }
        return entries[position].node
    }

    /// Drops the nodes of items that leave, and records the indices as those of this update.
    mutating func settle() {
        if !removed.isEmpty { removed.removeAll() }
        entries.removeAll { $0.isLeaving }
        for position in entries.indices { entries[position].origin = entries[position].index }
    }
}
