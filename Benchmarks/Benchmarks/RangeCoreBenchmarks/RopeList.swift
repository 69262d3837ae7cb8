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

    // Eight at a time first: an extent of its own is looked at only in the last eight.
    func index(at offset: Int, in element: Chunk) -> Int {
        element.extents.withUnsafeBufferPointer { extents in
            var (index, rest) = (0, offset)
            while index + 8 <= extents.count {
                var sum: Int32 = 0
                for place in index..<(index + 8) { sum &+= extents[place] }
                if rest < Int(sum) { break }
                rest -= Int(sum)
                index += 8
            }
            while index < extents.count {
                rest -= Int(extents[index])
                if rest < 0 { break }
                index += 1
            }
            return index
        }
    }
}

/// A list's extents in the `Rope` of swift-collections: chunks of 128 extents, summarised by count
/// and sum.
struct RopeList {
    /// How it is edited.
    enum Style {
        /// By what the rope itself does: it is split, and joined again.
        case ofRope
        /// In its chunks, as `BigString` of the same package does for small insertions: far faster,
        /// and more to write.
        case byHand
    }

    private var rope: Rope<Chunk>

    init(_ extents: [Int32]) {
        rope = Rope(
            stride(from: 0, to: extents.count, by: chunkSize).map {
                Chunk(extents[$0..<min($0 + chunkSize, extents.count)])
            })
    }

    var count: Int { rope.count(in: ItemMetric()) }

    /// The item at an offset in ticks; past the end the last.
    func item(atTicks offset: Int) -> Int {
        let offset = min(offset, rope.count(in: TickMetric()) - 1)
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

    mutating func insert(_ extents: ArraySlice<Int32>, at item: Int, _ style: Style) {
        if style == .byHand {
            insertByHand(extents, at: item)
            return
        }
        var builder = rope.builder(splittingAt: item, in: ItemMetric())
        builder.insertBeforeTip(Chunk(extents))
        rope = builder.finalize()
    }

    mutating func remove(_ items: Range<Int>, _ style: Style) {
        if style == .byHand {
            removeByHand(items)
        } else {
            rope.removeSubrange(items, in: ItemMetric())
        }
    }

    /// Inserts no more than a chunk can take: in place, or by splitting it into two.
    private mutating func insertByHand(_ extents: ArraySlice<Int32>, at item: Int) {
        guard item < count else {
            rope.append(Chunk(extents))
            return
        }
        let (found, at) = rope.find(at: item, in: ItemMetric(), preferEnd: false)
        var index = found
        putIn(extents, at: at, of: &index)
    }

    private mutating func putIn(
        _ extents: ArraySlice<Int32>, at place: Int, of index: inout Rope<Chunk>.Index
    ) {
        let overflow: Chunk? = rope.update(at: &index) { chunk in
            chunk.extents.insert(contentsOf: extents, at: place)
            chunk.ticks += extents.reduce(0) { $0 + Int($1) }
            return chunk.extents.count > chunkSize
                ? chunk.split(at: chunk.extents.count / 2) : nil
        }
        guard let overflow else { return }
        rope.formIndex(after: &index)
        rope.insert(overflow, at: index)
    }

    /// Removes items chunk by chunk; what is left of one that is too small goes into the next.
    private mutating func removeByHand(_ items: Range<Int>) {
        var left = items.count
        while left > 0 {
            let (found, at) = rope.find(at: items.lowerBound, in: ItemMetric(), preferEnd: false)
            var index = found
            left -= rope.update(at: &index) { chunk in
                let removed = at..<min(at + left, chunk.extents.count)
                chunk.ticks -= chunk.extents[removed].reduce(0) { $0 + Int($1) }
                chunk.extents.removeSubrange(removed)
                return removed.count
            }
            guard rope[index].isUndersized else { continue }
            let rest = rope.remove(at: index)
            if !rest.isEmpty { insertByHand(rest.extents[...], at: items.lowerBound - at) }
        }
    }
}
