import CBenchmarks
import CRangeCore
import RangeCore

/// At this size the goals bind.
let binding: Int64 = 1_000_000

/// A list of the C benchmark, all measured, its baselines and its random places.
final class CWorld {
    let world: UnsafeMutablePointer<bench_world>
    var cursor: bench_cursor

    init() {
        world = world_create(binding, MIX_MEASURED, true, nil)
        cursor = cursor_start(world)
    }

    deinit {
        world_destroy(world)
    }

    /// An operation of the C benchmark.
    func action(_ action: bench_action, most: Int = .max) -> Action {
        Action(
            most: most,
            prepare: { action.prepare?(self.world, &self.cursor, Int64($0)) },
            run: { action.run(self.world, &self.cursor, Int64($0)) },
            undo: { action.undo?(self.world, &self.cursor, Int64($0)) },
            sum: { self.cursor.sum })
    }
}

/// The random places and new extents of a world, asked for in turn.
struct Places {
    /// The next.
    var at: Int64 = 0
    let fresh: UnsafeBufferPointer<Double>
    let scroll: ClosedRange<Double>
    private let items: UnsafePointer<Int64>
    private let offsets: UnsafePointer<Double>

    init(_ world: bench_world) {
        items = UnsafePointer(world.items)
        offsets = UnsafePointer(world.offsets)
        fresh = withUnsafePointer(to: world.fresh) { tuple in
            tuple.withMemoryRebound(to: Double.self, capacity: Int(FRESH)) {
                let copy = UnsafeMutableBufferPointer<Double>.allocate(capacity: Int(FRESH))
                _ = copy.initialize(from: UnsafeBufferPointer(start: $0, count: Int(FRESH)))
                return UnsafeBufferPointer(copy)
            }
        }
        scroll = world.scroll_lower...world.scroll_upper
    }

    func item(_ at: Int64) -> Int { Int(items[Int(place(at))]) }
    func offset(_ at: Int64) -> Double { offsets[Int(place(at))] }
    func otherItem(_ at: Int64) -> Int { Int(items[Int(other_place(at))]) }
    func otherOffset(_ at: Int64) -> Double { offsets[Int(other_place(at))] }
}

/// The same list through Swift.
final class SwiftWorld {
    var extents: Extents
    var engine: ListEngine
    var cursor: Cursor
    /// Its places are read.
    private let c: CWorld

    init(_ c: CWorld) throws {
        self.c = c
        let world = c.world.pointee
        let points = UnsafeBufferPointer(start: world.points, count: Int(world.count))
        extents = try Extents(estimate: Double(ESTIMATE))
        try extents.insert(extents: points.span, at: 0)
        var settings = ListSettings()
        settings.leadingScreens.head = settings.leadingScreens.tail
        engine = try ListEngine(ListOptions(estimate: Double(ESTIMATE)), settings: settings)
        try engine.insert(extents: points.span, at: 0)
        cursor = Cursor(Places(world))
        cursor.nextItem = Int(c.cursor.next_item)
    }

    deinit {
        cursor.places.fresh.deallocate()
    }

    typealias OverExtents = (inout Extents, inout Cursor, _ count: Int) throws -> Void
    typealias OverEngine = (inout ListEngine, inout Cursor, _ count: Int) throws -> Void

    func action(
        most: Int = .max, prepare: @escaping OverExtents = { _, _, _ in },
        _ run: @escaping OverExtents,
        undo: @escaping OverExtents = { _, _, _ in }
    ) -> Action {
        Action(
            most: most,
            prepare: { try prepare(&self.extents, &self.cursor, $0) },
            run: { try run(&self.extents, &self.cursor, $0) },
            undo: { try undo(&self.extents, &self.cursor, $0) },
            sum: { self.cursor.sum })
    }

    func action(
        most: Int = .max, prepare: @escaping OverEngine = { _, _, _ in },
        _ run: @escaping OverEngine,
        undo: @escaping OverEngine = { _, _, _ in }
    ) -> Action {
        Action(
            most: most,
            prepare: { try prepare(&self.engine, &self.cursor, $0) },
            run: { try run(&self.engine, &self.cursor, $0) },
            undo: { try undo(&self.engine, &self.cursor, $0) },
            sum: { self.cursor.sum })
    }
}

/// Where a run of operations stands.
struct Cursor {
    var places: Places
    /// What the operations found.
    var sum: Int64 = 0
    var offset: Double
    /// The first item below the viewport.
    var nextItem = 0
    /// As `nextItem` when a batch began.
    var firstItem = 0
    var ranges = (0..<0, 0..<0, 0..<0)
    /// What a bulk build made; the clock does not see it go.
    var built: [Built] = []

    init(_ places: Places) {
        self.places = places
        offset = places.scroll.lowerBound
    }
}

/// The extents that a bulk build made.
final class Built {
    let extents: Extents

    init(_ extents: consuming Extents) {
        self.extents = extents
    }
}
