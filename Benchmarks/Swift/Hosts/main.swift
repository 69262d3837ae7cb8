import Allocations
import RangeCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// What a list in a scroll view takes beside its engine, in time and in allocations: a line for each,
// with its limit, and `ok` or `MISS`. Exits with 1 if one misses its limit. --quiet: only allocations.

final class Cell {
    var frame = ItemFrame(start: 0, extent: 0)
}

/// A scroll view that costs nothing: what is measured is the host.
final class Surface: ScrollSurface {
    var viewport = ListViewport(offset: 0, length: 1792, isUserDriven: true)
    let breadth = 400.0
    var viewsMade = 0
    var rowsMeasured = 0
    private var spare: [Cell] = []

    init() { spare.reserveCapacity(1000) }

    func setScrollLength(_ length: Double) {}
    func setOffset(_ offset: Double, animated: Bool) { viewport.offset = offset }
    func makeView(ofItem index: Int) -> Cell {
        if let cell = spare.popLast() { return cell }
        viewsMade += 1
        return Cell()
    }
    func measure(_ view: Cell, ofItem index: Int, columns: Int) -> Double {
        rowsMeasured += 1
        return extent(index)
    }
    func place(_ view: Cell, at frame: ItemFrame) { view.frame = frame }
    func recycle(_ view: Cell) { spare.append(view) }
}

func extent(_ index: Int) -> Double { Double((index * 7919) % 401 + 24) }

@MainActor
final class List {
    let surface = Surface()
    let host: ListHost<Surface>
    private var observation: ListObservation?
    var nodesMade = 0
    /// How often a row has entered a range.
    var entranceCount = 0

    init(count: Int, isMeasured: Bool) throws {
        let controller = RangeController(estimate: 224)
        if isMeasured {
            try controller.insertItems(extents: (0..<count).map(extent), at: 0)
        } else {
            try controller.insertItems(count: count, at: 0)
        }
        host = ListHost(surface: surface, controller: controller)
        // Time that another process takes is no reason to stop.
        host.measuringBudget = .seconds(10)
        controller.makeNode = { [unowned self] _ in
            nodesMade += 1
            return RangeNode()
        }
        observation = controller.observe { [unowned self] _, changes in
            for change in changes where !change.after.isSubset(of: change.before) {
                entranceCount += change.items.count
            }
        }
        host.update()
    }

    func scroll(to offset: Double) {
        surface.viewport.offset = offset
        host.update()
    }
}

var isWithinLimits = true

@MainActor
func line(_ name: String, _ value: Double, of limit: Double, _ unit: String) {
    func text(_ value: Double) -> String { "\(Double(Int(value * 100)) / 100)" }
    let isMissed = value > limit
    if isMissed { isWithinLimits = false }
    print("\(name): \(text(value)) of \(text(limit)) \(unit)  \(isMissed ? "MISS" : "ok")")
}

let clock = ContinuousClock()

func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let elapsed = try clock.measure(body)
    return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let count = 100_000
let isTimed = !CommandLine.arguments.contains("--quiet")

// -- a step in which nothing enters a range, and nothing is measured --

@MainActor
func stepWithoutNews() throws {
    let list = try List(count: count, isMeasured: true)
    var engine = try ListEngine(estimate: 224)
    try engine.insertItems(extents: (0..<count).map(extent), at: 0)
    var (ratios, times): ([Double], [Double]) = ([], [])
    for round in 0..<31 {
        let base = Double(round * 50_000) + 100_000
        list.scroll(to: base)
        _ = try engine.update(ListViewport(offset: base, length: 1792, isUserDriven: true))
        let before = list.entranceCount
        let host = nanoseconds {
            for step in 0..<2000 { list.scroll(to: base + Double(step & 1) * 0.5) }
        }
        let alone = try nanoseconds {
            for step in 0..<2000 {
                _ = try engine.update(
                    ListViewport(
                        offset: base + Double(step & 1) * 0.5, length: 1792, isUserDriven: true))
            }
        }
        precondition(list.entranceCount == before, "a row has entered a range")
        ratios.append(host / alone)
        times.append(host / 2000)
    }
    print("a step in which nothing enters or is measured: \(Int(median(times))) ns")
    line("such a step", median(ratios), of: 3, "times the engine's update")
}
if isTimed { try stepWithoutNews() }

// -- a pass down rows that are measured on the way --

let passed = try List(count: count, isMeasured: false)
// The engine alone, with the extents that the rows will turn out to have.
var engine = try ListEngine(estimate: 224)
try engine.insertItems(extents: (0..<count).map(extent), at: 0)
var offset = 0.0
// Until everything that is kept for its memory has the size that it keeps.
while offset < 200_000 {
    offset += 117
    passed.scroll(to: offset)
    _ = try engine.update(ListViewport(offset: offset, length: 1792, isUserDriven: true))
}
let start = (passed.nodesMade, passed.surface.rowsMeasured, passed.surface.viewsMade)
var (host, alone, beyond): ([Double], [Double], [Double]) = ([], [], [])
var blocks: Int64 = 0
host.reserveCapacity(10_000)
while passed.surface.rowsMeasured < count - 200 {
    let (from, entrances) = (offset, passed.entranceCount)
    let before = allocation_count()
    let hostTime = nanoseconds {
        for _ in 0..<100 {
            offset += 117
            passed.scroll(to: offset)
        }
    }
    blocks += allocation_count() - before
    let aloneTime = try nanoseconds {
        for step in 1...100 {
            _ = try engine.update(
                ListViewport(
                    offset: from + Double(step) * 117, length: 1792, isUserDriven: true))
        }
    }
    let entered = Double(passed.entranceCount - entrances)
    host.append(hostTime / entered)
    alone.append(aloneTime / entered)
    beyond.append((hostTime - 3 * aloneTime) / entered / 1000)
}
precondition(passed.surface.viewport.offset == offset, "a correction on the way down")
let rows = passed.surface.rowsMeasured - start.1
if isTimed {
    print(
        "a row that enters a range: \(Int(median(host))) ns with its part of the steps, "
            + "the engine alone \(Int(median(alone))) ns")
    line("such a row", median(beyond), of: 2, "µs beyond 3 updates of the engine")
}

// What the engine allocates as it learns the extents of these rows is its own.
engine = try ListEngine(estimate: 224)
try engine.insertItems(count: count, at: 0)
for row in 0..<start.1 { try engine.setExtent(extent(row), ofRow: row) }
let before = allocation_count()
for row in start.1..<start.1 + rows { try engine.setExtent(extent(row), ofRow: row) }
let engineBlocks = allocation_count() - before
let made = passed.nodesMade - start.0 + passed.surface.viewsMade - start.2
if blocks == 0 {
    print("allocations cannot be counted here")
} else {
    print(
        "a pass down \(rows) rows: \(blocks) allocations, \(made) of nodes and views, "
            + "\(engineBlocks) of the engine for what was measured")
    line("others", Double(blocks - engineBlocks) - Double(made), of: 0, "")
}
exit(isWithinLimits ? 0 : 1)
