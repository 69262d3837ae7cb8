// The nodes of the items in range, by index. An edit takes time proportional to the number of
// nodes, whatever the length of the list.

struct NodeMap {
    struct Entry {
        var index: Int
        // The index at the previous update, by which an update identifies removed items.
        var origin: Int
        let node: RangeNode
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
        for position in position(of: index)..<entries.count { entries[position].index += count }
    }

    mutating func remove(_ items: Range<Int>) {
        let gone = position(of: items.lowerBound)..<position(of: items.upperBound)
        for entry in entries[gone] { removed[entry.origin] = entry.node }
        for position in gone.upperBound..<entries.count {
            entries[position].index -= items.count
        }
        entries.removeSubrange(gone)
    }

    mutating func move(_ items: Range<Int>, to index: Int) {
        // The items between the old place and the new one shift the other way.
        let between: Range<Int>
        let shift: Int
        if index > items.lowerBound {
            (between, shift) = (items.upperBound..<index + items.count, -items.count)
        } else {
            (between, shift) = (index..<items.lowerBound, items.count)
        }
        for position in entries.indices {
            let item = entries[position].index
            if items.contains(item) {
                entries[position].index += index - items.lowerBound
            } else if between.contains(item) {
                entries[position].index += shift
            }
        }
        entries.sort { $0.index < $1.index }
    }

    // -- updates --

    /// Removes and returns the node of a removed item, by its index at the previous update.
    mutating func takeRemoved(_ origin: Int) -> RangeNode? {
        removed.removeValue(forKey: origin)
    }

    /// Drops the nodes of items that left all ranges, adds those of items that entered one, and
    /// records the indices as those of this update.
    mutating func settle(dropping left: Set<Int>, adding entered: [(index: Int, node: RangeNode)]) {
        removed.removeAll()
        if !left.isEmpty { entries.removeAll { left.contains($0.index) } }
        for (index, node) in entered {
            entries.append(Entry(index: index, origin: index, node: node))
        }
        if !entered.isEmpty { entries.sort { $0.index < $1.index } }
        for position in entries.indices { entries[position].origin = entries[position].index }
    }
}
