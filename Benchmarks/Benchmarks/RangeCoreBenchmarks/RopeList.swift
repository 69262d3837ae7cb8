import _RopeModule

/// How many items a chunk of the rope holds at most.
private let chunkSize = 128

/// How many items and how many ticks a part of the rope holds.
struct ChunkSummary: RopeSummary {
    static var maxNodeSize: Int { 15 }
    static var zero: ChunkSummary { ChunkSummary(count: 0, ticks: 0) }

    var count: Int
    var ticks: Int

    var isZero: Bool { count == 0 }

    mutating func add(_ other: ChunkSummary) {
        count += other.count
        ticks += other.ticks
    }

    mutating func subtract(_ other: ChunkSummary) {
        count -= other.count
        ticks -= other.ticks
    }
}

/// The extents of consecutive items, in ticks, with their sum beside them.
struct Chunk: RopeElement {
    var extents: [Int32] = []
    var ticks = 0

    init(_ extents: some Sequence<Int32>) {
        self.extents.append(contentsOf: extents)
        ticks = self.extents.reduce(0) { $0 + Int($1) }
    }

    var summary: ChunkSummary { ChunkSummary(count: extents.count, ticks: ticks) }
    var isEmpty: Bool { extents.isEmpty }
    var isUndersized: Bool { extents.count < chunkSize / 2 }

    func invariantCheck() {}

    mutating func rebalance(nextNeighbor right: inout Chunk) -> Bool {
        let all = extents + right.extents
        let count = all.count <= chunkSize ? all.count : all.count / 2
        self = Chunk(all.prefix(count))
        right = Chunk(all.dropFirst(count))
        return right.isEmpty
    }

    mutating func split(at index: Int) -> Chunk {
        let tail = Chunk(extents.dropFirst(index))
        extents.removeLast(tail.extents.count)
        ticks -= tail.ticks
        return tail
    }
}

/// Counts items.
struct ItemMetric: RopeMetric {
    typealias Element = Chunk

    func size(of summary: ChunkSummary) -> Int { summary.count }
    func index(at offset: Int, in element: Chunk) -> Int { offset }
}

/// Adds up ticks.
struct TickMetric: RopeMetric {
    typealias Element = Chunk

    func size(of summary: ChunkSummary) -> Int { summary.ticks }

    func index(at offset: Int, in element: Chunk) -> Int {
        var rest = offset
        for (index, extent) in element.extents.enumerated() {
            rest -= Int(extent)
            if rest < 0 { return index }
        }
        return element.extents.count
    }
}

/// A list's extents in the `Rope` of swift-collections, as its authors would have it used: chunks
/// of 128 extents, summarised by count and sum.
struct RopeList {
    private var rope: Rope<Chunk>

    init(_ extents: [Int32]) {
        rope = Rope(
            stride(from: 0, to: extents.count, by: chunkSize).map {
                Chunk(extents[$0..<min($0 + chunkSize, extents.count)])
            })
    }

    var count: Int { rope.count(in: ItemMetric()) }

    /// The item at an offset in ticks, within the list.
    func item(atTicks offset: Int) -> Int {
        let (index, rest) = rope.find(at: offset, in: TickMetric(), preferEnd: false)
        let before = rope.offset(of: index, in: ItemMetric())
        return before + TickMetric().index(at: rest, in: rope[index])
    }

    mutating func measure(_ item: Int, ticks: Int32) {
        let (found, at) = rope.find(at: item, in: ItemMetric(), preferEnd: false)
        var index = found
        rope.update(at: &index) { chunk in
            chunk.ticks += Int(ticks) - Int(chunk.extents[at])
            chunk.extents[at] = ticks
        }
    }

    /// Inserts no more than a chunk can take: in place, or by splitting it into two.
    mutating func insert(_ extents: [Int32], at item: Int) {
        let (found, at) = rope.find(at: item, in: ItemMetric(), preferEnd: false)
        guard found < rope.endIndex else {
            rope.append(Chunk(extents))
            return
        }
        var index = found
        let overflow: Chunk? = rope.update(at: &index) { chunk in
            chunk.extents.insert(contentsOf: extents, at: at)
            chunk.ticks += extents.reduce(0) { $0 + Int($1) }
            return chunk.extents.count > chunkSize
                ? chunk.split(at: chunk.extents.count / 2) : nil
        }
        guard let overflow else { return }
        rope.formIndex(after: &index)
        rope.insert(overflow, at: index)
    }

    /// Removes items: in place, where they are in one chunk that stays large enough.
    mutating func remove(_ items: Range<Int>) {
        let (found, at) = rope.find(at: items.lowerBound, in: ItemMetric(), preferEnd: false)
        let left = rope[found].extents.count - items.count
        guard at <= left, left >= chunkSize / 2 else {
            rope.removeSubrange(items, in: ItemMetric())
            return
        }
        var index = found
        rope.update(at: &index) { chunk in
            let removed = at..<(at + items.count)
            chunk.ticks -= chunk.extents[removed].reduce(0) { $0 + Int($1) }
            chunk.extents.removeSubrange(removed)
        }
    }
}
