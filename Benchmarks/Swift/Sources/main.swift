import CRangeCore
import RangeCore

// What a call through Swift takes beside the same call in C, with 10^6 measured items: the medians of
// 31 rounds each, in turns, so that what slows one side down slows the other too.

let count = 1_000_000
let calls = 20_000
let points = (0..<count).map { Double(($0 * 7919) % 401 + 24) }

var engine = try ListEngine(estimate: 224)
try engine.insertItems(extents: points, at: 0)
var created: OpaquePointer?
guard rc_list_create(nil, nil, &created) == RC_STATUS_OK, let list = created else {
    fatalError("there is no list")
}
rc_list_insert(list, 0, points, Int64(count))

/// Nanoseconds per call.
func time(_ body: (Int) throws -> Void) rethrows -> Double {
    let elapsed = try ContinuousClock().measure { for call in 0..<calls { try body(call) } }
    return Double(elapsed.components.attoseconds) / 1e9 / Double(calls)
}

func compare(_ name: String, _ swift: (Int) throws -> Void, _ c: (Int) -> Void) rethrows {
    var times: [(swift: Double, c: Double)] = []
    for _ in 0..<31 { times.append((try time(swift), time(c))) }
    let (a, b) = (times.map(\.swift).sorted()[15], times.map(\.c).sorted()[15])
    func text(_ value: Double) -> String { "\(Double(Int(value * 100)) / 100)" }
    print("\(name): \(text(a)) ns through Swift, \(text(b)) ns in C, ratio \(text(a / b))")
}

var sums = (swift: 0, c: 0)
var viewport = rc_viewport()
rc_viewport_init(&viewport)
viewport.length = 1792
viewport.is_user_driven = true
try compare(
    "update while scrolling",
    { call in
        let viewport = ListViewport(offset: Double(call * 37), length: 1792, isUserDriven: true)
        sums.swift += try engine.update(viewport).visible.lowerBound
        sums.swift += engine.withChanges { $0.count }
    },
    { call in
        viewport.offset = Double(call * 37)
        var update = rc_update()
        rc_list_update(list, &viewport, &update)
        sums.c += update.changes.count + Int(update.visible.lower)
    })
try compare(
    "item at an offset",
    { sums.swift += try engine.item(atOffset: Double($0 * 7919 % 200_000_000)).index },
    {
        var item = rc_item()
        rc_list_item_at(list, Double($0 * 7919 % 200_000_000), &item)
        sums.c += Int(item.index)
    })
rc_list_destroy(list)
precondition(sums.swift == sums.c, "Swift and C find different items")

// What a new snapshot of ids takes, compared and applied together: the median of seven.
func snapshot(_ name: String, from old: [Int], to new: [Int], atMost limit: Double) throws {
    var times: [Double] = []
    for _ in 0..<7 {
        var engine = try ListEngine()
        try engine.insertItems(count: old.count, at: 0)
        let time = try ContinuousClock().measure { try engine.apply(from: old, to: new) }
        precondition(engine.count == new.count, "the snapshot was not applied")
        times.append(Double(time.components.attoseconds) / 1e15)
    }
    let median = Double(Int(times.sorted()[3] * 100)) / 100
    print("\(name): \(median) ms, of \(limit)\(median > limit ? "  MISS" : "")")
}
let sections = (0..<100).map { Array($0 * 100..<($0 + 1) * 100) }
let shuffled = (0..<100).map { sections[$0 * 37 % 100] }
try snapshot("first snapshot of 10^5 ids", from: [], to: Array(0..<100_000), atMost: 50)
try snapshot(
    "100 shuffled sections of 10^4 ids", from: sections.flatMap { $0 },
    to: shuffled.flatMap { $0 }, atMost: 20)
try snapshot(
    "reversal of 40,000 ids", from: Array(0..<40_000), to: (0..<40_000).reversed(), atMost: 200)
