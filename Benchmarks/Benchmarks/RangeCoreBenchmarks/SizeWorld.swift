import Benchmark
import RangeCore

/// How many random places are laid out before the clock starts; a power of two.
private let placeCount = 1 << 16

/// A seeded sequence of random numbers (splitmix64).
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// Extents of 24 … 424 points at random, in ticks.
private func randomTicks(_ count: Int, seed: UInt64) -> [Int32] {
    var random = SeededRandom(state: seed)
    return (0..<count).map { _ in .random(in: (24 * 960)...(424 * 960), using: &random) }
}

/// A list of one size, all measured, and random places in it.
struct SizeWorld: ~Copyable {
    private var engine: ListEngine
    private var extents: Extents
    private var at = 0
    private let items: [Int]
    private let offsets: [Double]
    private let fresh: [Double]
    private var offset = 8 * screen
    private let end: Double

    init(count: Int) throws {
        var engine = try ListEngine(ListOptions(estimate: 224))
        var extents = try Extents(estimate: 224)
        // In parts, so that 10^8 items do not need three times their memory.
        for start in stride(from: 0, to: count, by: 1 << 20) {
            let part = randomTicks(min(1 << 20, count - start), seed: UInt64(start))
            let points = part.map { Double($0) / 960 }
            try extents.insert(extents: points, at: start)
            try engine.insert(extents: points, at: start)
        }
        fresh = randomTicks(50, seed: 3).map { Double($0) / 960 }
        end = engine.length - 8 * screen
        var random = SeededRandom(state: 2)
        let length = extents.length * 0.9
        // What edits have removed at any time is never asked for.
        items = (0..<placeCount).map { _ in .random(in: 0..<(count * 9 / 10), using: &random) }
        offsets = (0..<placeCount).map { _ in .random(in: 0..<length, using: &random) }
        self.engine = engine
        self.extents = extents
    }

    private mutating func next() -> (item: Int, offset: Double) {
        at = (at + 1) & (placeCount - 1)
        return (items[at], offsets[(at + placeCount / 2 + 7) & (placeCount - 1)])
    }

    mutating func find(_ count: Int) throws {
        for _ in 0..<count { blackHole(try extents.item(atOffset: next().offset).index) }
    }

    mutating func measure(_ count: Int) throws {
        let fresh = fresh
        for index in 0..<count {
            let place = next()
            let at = index % 50
            try extents.measure(from: place.item, fresh.span.extracting(at..<(at + 1)))
            blackHole(try extents.item(atOffset: place.offset).index)
        }
    }

    mutating func edit(_ count: Int) throws {
        let fresh = fresh
        for _ in 0..<(count / 2) {
            let (first, second) = (next(), next())
            try extents.insert(extents: fresh.span, at: first.item)
            blackHole(try extents.item(atOffset: first.offset).index)
            try extents.remove(second.item..<(second.item + 50))
            blackHole(try extents.item(atOffset: second.offset).index)
        }
    }

    mutating func scroll(_ count: Int) throws {
        for _ in 0..<count {
            offset += 37
            if offset > end { offset = 8 * screen }
            let viewport = Viewport(offset: offset, length: screen, isUser: true)
            try engine.update(viewport) { (update, changes) throws(RangeCoreError) in
                for position in changes.indices { blackHole(changes[position].items.lowerBound) }
                blackHole(update.visible.lowerBound)
            }
        }
    }
}
