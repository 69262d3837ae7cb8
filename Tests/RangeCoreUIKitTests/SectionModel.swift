import RangeCore

@testable import RangeCoreUIKit

/// Random numbers that a seed repeats: SplitMix64.
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Sections as arrays of ids, the header's first; an item's extent is its id.
struct SectionModel {
    var sections: [[Int]]
    private var nextID = 1

    init(_ sections: [[Int]]) { self.sections = sections }

    init(sections count: Int? = nil, using random: inout Generator) {
        sections = []
        for _ in 0..<(count ?? Int.random(in: 0...4, using: &random)) {
            sections.append(newSection(using: &random))
        }
    }

    var ids: [Int] { sections.flatMap { $0 } }
    var counts: [Int] { sections.map { $0.count - 1 } }

    func measure(_ engine: inout SectionedEngine) throws {
        for (section, ids) in sections.enumerated() {
            for (place, id) in ids.enumerated() {
                let path = ItemPath(section: section, item: place == 0 ? nil : place - 1)
                _ = try engine.setExtent(Double(id), of: path)
            }
        }
    }

    private mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    private mutating func newSection(using random: inout Generator) -> [Int] {
        (0...Int.random(in: 0...4, using: &random)).map { _ in newID() }
    }

    /// A random batch, and the sections after it: some of the old ones in some order, with some of
    /// the items anywhere, and new ones between them.
    func batch(using random: inout Generator) -> ([CollectionUpdate], SectionModel) {
        var next = self
        var updates: [CollectionUpdate] = []
        var pool: [Int] = []
        next.sections.removeAll { _ in Int.random(in: 0..<6, using: &random) == 0 }
        for section in next.sections.indices {
            let (header, items) = (next.sections[section][0], next.sections[section].dropFirst())
            let leaving = items.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            pool += leaving
            next.sections[section] = [header] + items.filter { !leaving.contains($0) }
        }
        // Of the deleted sections too.
        let staying = Set(next.ids)
        pool += sections.flatMap { $0.dropFirst() }.filter {
            !staying.contains($0) && !pool.contains($0) && Bool.random(using: &random)
        }
        pool.removeAll { _ in Bool.random(using: &random) }
        if Int.random(in: 0..<3, using: &random) == 0 { next.sections.shuffle(using: &random) }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let place = Int.random(in: 0...next.sections.count, using: &random)
            next.sections.insert(next.newSection(using: &random), at: place)
        }
        pool += (0..<Int.random(in: 0...3, using: &random)).map { _ in next.newID() }
        if !next.sections.isEmpty {
            for id in pool {
                let section = next.sections.indices.randomElement(using: &random)!
                let place = Int.random(in: 1...next.sections[section].count, using: &random)
                next.sections[section].insert(id, at: place)
            }
        }
        updates = Self.updates(from: sections, to: next.sections)
        return (updates.shuffled(using: &random), next)
    }

    // What a collection view would be told. A section is known by its header.
    private static func updates(from old: [[Int]], to new: [[Int]]) -> [CollectionUpdate] {
        var updates: [CollectionUpdate] = []
        let (before, after) = (places(old), places(new))
        let keptSections = inOrder(old.map { $0[0] }, new.map { $0[0] })
        for (section, ids) in old.enumerated() where !keptSections.contains(ids[0]) {
            updates.append(
                after[ids[0]].map { .moveSection(section, to: $0.section) }
                    ?? .deleteSection(section))
        }
        for (section, ids) in new.enumerated() where before[ids[0]] == nil {
            updates.append(.insertSection(section))
        }
        var kept: Set<Int> = []
        for ids in old {
            guard let section = after[ids[0]]?.section else { continue }
            kept.formUnion(inOrder(Array(ids.dropFirst()), Array(new[section].dropFirst())))
        }
        for ids in old {
            for id in ids.dropFirst() where !kept.contains(id) {
                if let to = after[id] {
                    updates.append(.moveItem(before[id]!, to: to))
                } else if after[ids[0]] != nil {
                    updates.append(.deleteItem(before[id]!))
                }
            }
        }
        for ids in new where before[ids[0]] != nil {
            let fresh = ids.dropFirst().filter { before[$0] == nil }
            updates += fresh.map { .insertItem(after[$0]!) }
        }
        return updates
    }

    private static func places(_ sections: [[Int]]) -> [Int: ItemPath] {
        var places: [Int: ItemPath] = [:]
        for (section, ids) in sections.enumerated() {
            for (place, id) in ids.enumerated() {
                places[id] = ItemPath(section: section, item: place == 0 ? nil : place - 1)
            }
        }
        return places
    }

    // Ids of both, in the same order in both: greedily.
    private static func inOrder(_ old: [Int], _ new: [Int]) -> Set<Int> {
        var kept: Set<Int> = []
        var from = 0
        for id in new {
            if let place = old[from...].firstIndex(of: id) {
                kept.insert(id)
                from = place + 1
            }
        }
        return kept
    }
}
