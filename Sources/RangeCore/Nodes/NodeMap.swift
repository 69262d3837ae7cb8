// The nodes of the items in range, by index. An edit takes time proportional to the number of
// nodes, whatever the length of the list.

@MainActor
struct NodeMap {
    struct Entry {
        var index: Int
        // The index at the previous update, by which an update identifies removed items.
        var origin: Int
        var node: RangeNode
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

    // The first entry at or after an index.
    private func position(of index: Int) -> Int {
        var (lower, upper) = (0, entries.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if entries[middle].index < index { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }

    mutating func follow(_ edit: ListEdit) {
        isEdited = true
        for position in entries.indices {
            let index = edit.newIndex(ofItem: entries[position].index)
            entries[position].node.listIndex = index
            if let index {
                entries[position].index = index
            } else {
                removed[entries[position].origin] = entries[position].node
            }
        }
        if case .remove = edit { entries.removeAll { $0.node.listIndex == nil } }
        if case .move = edit { entries.sort { $0.index < $1.index } }
    }

    /// Removes and returns the node of a removed item, by its index at the previous update.
    mutating func takeRemoved(_ origin: Int) -> RangeNode? {
        removed.removeValue(forKey: origin)
    }

    /// Adds the node of an item, which has none.
    mutating func add(_ node: RangeNode, at index: Int) {
        let entry = Entry(index: index, origin: index, node: node)
        entries.insert(entry, at: position(of: index))
    }

    /// Replaces the node of an item by another.
    mutating func replace(_ index: Int, by node: RangeNode) {
        entries[position(of: index)].node = node
    }

    /// Drops the nodes of items that have left all ranges.
    mutating func dropFar() {
        var count = 0
        for position in entries.indices where entries[position].node.nextState.isInRange {
            entries.swapAt(count, position)
            count += 1
        }
        entries.removeLast(entries.count - count)
    }

    /// Records the indices as those of this update.
    mutating func settle() {
        if !isEdited { return }
        isEdited = false
        removed.removeAll()
        for position in entries.indices { entries[position].origin = entries[position].index }
    }
}
