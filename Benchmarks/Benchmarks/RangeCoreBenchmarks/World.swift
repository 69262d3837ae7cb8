import CRangeCore
import RangeCore

/// A viewport of eight mean items, in points; what a frame of a slow scroll moves it by; and the
/// mean of 24 … 424.
let screen = 1792.0
let step = 37.0
let estimate = 224.0

/// How many random places are laid out before the clock starts; a power of two.
private let placeCount = 1 << 16

/// A seeded sequence of random numbers (splitmix64).
struct SeededRandom: RandomNumberGenerator {
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
func randomTicks(_ count: Int, seed: UInt64) -> [Int32] {
    var random = SeededRandom(state: seed)
    return (0..<count).map { _ in .random(in: (24 * 960)...(424 * 960), using: &random) }
}

/// Fifty new extents, in points and in ticks.
let freshTicks = randomTicks(50, seed: 3)
let fresh = freshTicks.map { Double($0) / 960 }

/// Random items and offsets of a list, asked for in turn.
struct Places {
    private var at = 0
    private let items: [Int]
    private let offsets: [Int]

    init(count: Int, ticks: Int) {
        var random = SeededRandom(state: 2)
        // What edits have removed at any time is never asked for.
        items = (0..<placeCount).map { _ in .random(in: 0..<(count * 9 / 10), using: &random) }
        offsets = (0..<placeCount).map { _ in .random(in: 0..<(ticks * 9 / 10), using: &random) }
    }

    mutating func next() -> (item: Int, ticks: Int) {
        at = (at + 1) & (placeCount - 1)
        return (items[at], offsets[(at + placeCount / 2 + 7) & (placeCount - 1)])
    }
}

/// The extents of a list, all measured, and random places in it.
final class ExtentsWorld {
    var extents: Extents
    var places: Places

    init(count: Int) throws {
        extents = try Extents(estimate: estimate)
        // In parts, so that 10^8 items do not need three times their memory.
        for start in stride(from: 0, to: count, by: 1 << 20) {
            let part = randomTicks(min(1 << 20, count - start), seed: UInt64(start))
            try extents.insert(extents: part.map { Double($0) / 960 }, at: start)
        }
        places = Places(count: count, ticks: Int(extents.length * 960))
    }
}

/// A list with all rows measured, and a viewport that scrolls.
final class EngineWorld {
    var engine: ListEngine
    var viewport = Viewport(offset: 8 * screen, length: screen, isUser: true)
    private let end: Double

    init(count: Int) throws {
        engine = try ListEngine(ListOptions(estimate: estimate))
        for start in stride(from: 0, to: count, by: 1 << 20) {
            let part = randomTicks(min(1 << 20, count - start), seed: UInt64(start))
            try engine.insert(extents: part.map { Double($0) / 960 }, at: start)
        }
        end = engine.length - 8 * screen
    }

    func scroll() {
        viewport.offset += step
        if viewport.offset > end { viewport.offset = 8 * screen }
    }
}

/// The same through C.
final class CListWorld {
    let list: OpaquePointer
    var viewport = rc_viewport()
    var answer = rc_update()
    private let end: Double

    init(count: Int) {
        var options = rc_list_options()
        rc_list_options_init(&options)
        options.estimate = estimate
        var created: OpaquePointer?
        precondition(rc_list_create(&options, nil, &created) == RC_STATUS_OK)
        list = created!
        for start in stride(from: 0, to: count, by: 1 << 20) {
            let part = randomTicks(min(1 << 20, count - start), seed: UInt64(start))
            let points = part.map { Double($0) / 960 }
            let status = rc_list_insert_measured(list, Int64(start), points, Int64(points.count))
            precondition(status == RC_STATUS_OK)
        }
        rc_viewport_init(&viewport)
        viewport.offset = 8 * screen
        viewport.length = screen
        viewport.is_user = true
        end = rc_list_length(list) - 8 * screen
    }

    deinit {
        rc_list_destroy(list)
    }

    func scroll() {
        viewport.offset += step
        if viewport.offset > end { viewport.offset = 8 * screen }
    }
}
