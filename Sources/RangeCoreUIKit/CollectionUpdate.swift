/// One of the updates of a batch, as a collection view reports them: what goes, moves away or is
/// reloaded has its place before all of them, what comes or arrives has its place after all of them.
enum CollectionUpdate: Hashable, Sendable {
    case insertItem(ItemPath)
    case deleteItem(ItemPath)
    case reloadItem(ItemPath)
    case moveItem(ItemPath, to: ItemPath)
    case insertSection(Int)
    case deleteSection(Int)
    case reloadSection(Int)
    case moveSection(Int, to: Int)
}

/// A batch of updates as changes of one row of items.
///
///     before   A0 A1 A2 │ B0            delete A1, move A2 to B0, insert a section before A
///     index    0  1  2    3             remove 1; remove 2, which becomes 3; insert 0, 1
///     after    C0 C1 │ A0 │ B0 B1
///     index    0  1    2    3  4
struct CollectionChanges {
    let old: SectionCounts
    let new: SectionCounts
    // By index before and after; the value is the index of a moved item on the other side.
    private var removals: [Int: Int?] = [:]
    private var insertions: [Int: Int?] = [:]
    private(set) var reloads: [Int] = []

    /// The changes of a batch; nil if it does not lead from the old sections to the new ones.
    init?(_ updates: [CollectionUpdate], from old: SectionCounts, to new: SectionCounts) {
        (self.old, self.new) = (old, new)
        let sections = SectionPairs(updates, old: old.sectionCount, new: new.sectionCount)
        guard sections.areComplete else { return nil }
        for section in sections.deleted { remove(old.indices(ofSection: section)) }
        for section in sections.inserted { insert(new.indices(ofSection: section)) }
        for update in updates {
            switch update {
            case .deleteItem(let path):
                guard let index = old.index(of: path) else { return nil }
                removals[index] = .some(nil)
            case .insertItem(let path):
                guard let index = new.index(of: path) else { return nil }
                insertions[index] = .some(nil)
            case .reloadItem(let path):
                guard let index = old.index(of: path) else { return nil }
                reloads.append(index)
            case .reloadSection(let section):
                guard let (before, after) = sections.pair(of: section) else { return nil }
                remove(old.items(ofSection: before))
                insert(new.items(ofSection: after))
            case .moveItem, .insertSection, .deleteSection, .moveSection: break
            }
        }
        // Last, since an item can leave a section that goes, or enter one that comes.
        for case .moveItem(let from, let to) in updates {
            guard let before = old.index(of: from), let after = new.index(of: to)
            else { return nil }
            pair(before, after)
        }
        let gone = tally(removals.keys, old)
        let come = tally(insertions.keys, new)
        for (before, after) in sections.pairs {
            let (items, places) = (old.indices(ofSection: before), new.indices(ofSection: after))
            guard items.count - gone[before, default: 0] == places.count - come[after, default: 0]
            else { return nil }
            guard sections.moved.contains(before) else { continue }
            // Its items come along, but for those that leave it by themselves.
            for (item, place) in zip(
                items.filter { removals[$0] == nil }, places.filter { insertions[$0] == nil })
            {
                pair(item, place)
            }
        }
    }

    // How many of the items each section has.
    private func tally(_ items: some Sequence<Int>, _ sections: SectionCounts) -> [Int: Int] {
        items.reduce(into: [:]) { $0[sections.section(of: $1), default: 0] += 1 }
    }

    /// The changes, with the index before or after as the element.
    var difference: CollectionDifference<Int>? {
        CollectionDifference(
            removals.map { .remove(offset: $0, element: $0, associatedWith: $1) }
                + insertions.map { .insert(offset: $0, element: $0, associatedWith: $1) })
    }

    /// The index that an item has after the changes; nil if it is gone.
    ///
    /// - Complexity: O(changes log changes).
    func index(after old: Int) -> Int? {
        if let new = removals[old] { return new }
        // Those that stay keep their order: this one is followed by as many as before.
        var index = old - removals.keys.count { $0 < old }
        for insertion in insertions.keys.sorted() {
            if insertion > index { break }
            index += 1
        }
        return index
    }

    private mutating func remove(_ items: some Sequence<Int>) {
        for item in items { removals[item] = .some(nil) }
    }

    private mutating func insert(_ items: some Sequence<Int>) {
        for item in items { insertions[item] = .some(nil) }
    }

    private mutating func pair(_ before: Int, _ after: Int) {
        removals[before] = after
        insertions[after] = before
    }
}

/// Where the sections of a batch of updates are before and after.
private struct SectionPairs {
    var deleted: Set<Int> = []
    var inserted: Set<Int> = []
    /// The sections that were moved, by their indices before.
    var moved: Set<Int> = []
    var pairs: [(Int, Int)] = []
    var areComplete = true

    init(_ updates: [CollectionUpdate], old: Int, new: Int) {
        var moves: [Int: Int] = [:]
        for update in updates {
            switch update {
            case .deleteSection(let section): deleted.insert(section)
            case .insertSection(let section): inserted.insert(section)
            case .moveSection(let from, let to): moves[from] = to
            default: break
            }
        }
        moved = Set(moves.keys)
        let arrivals = Set(moves.values)
        let kept = (0..<old).filter { !deleted.contains($0) && !moved.contains($0) }
        let places = (0..<new).filter { !inserted.contains($0) && !arrivals.contains($0) }
        areComplete =
            kept.count == places.count && deleted.union(moved).allSatisfy((0..<old).contains)
            && inserted.union(arrivals).allSatisfy((0..<new).contains)
        pairs = Array(zip(kept, places)) + moves.map { ($0, $1) }
    }

    func pair(of section: Int) -> (Int, Int)? { pairs.first { $0.0 == section } }
}
