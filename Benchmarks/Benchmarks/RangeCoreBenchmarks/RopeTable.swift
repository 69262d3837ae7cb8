import CBenchmarks

/// The engine beside the `Rope` of swift-collections.
///
/// The goals of the edits are for what a `Rope` does by itself. Beside a host that edits the chunks
/// with its own hands, as `BigString` does, the lines have no goal.
func registerRope() {
    beside("Rope", "item at a random offset", find_ours, find, RopeWorld.find)
    beside("Rope", "measure one at random, lookup", measure_ours, measure, RopeWorld.measure)
    for (name, style) in [("Rope", RopeList.Style.ofRope), ("Rope by hand", .byHand)] {
        beside(
            name, "insert 50 at random, lookup", insert_ours, insertMany, undo: undoInsertMany,
            { $0.insert($1, style) }, undo: { $0.undoInsert($1, style) })
        beside(
            name, "remove 50 at random, lookup", remove_ours, prepare: prepareRemoval, removeMany,
            prepare: { $0.prepareRemoval($1, style) }, { $0.remove($1, style) })
    }
}

private typealias OverRope = (RopeWorld, _ count: Int) -> Void

private func beside(
    _ other: String, _ name: String, _ call: bench_action,
    prepare: @escaping SwiftWorld.OverExtents = { _, _, _ in },
    _ run: @escaping SwiftWorld.OverExtents,
    undo: @escaping SwiftWorld.OverExtents = { _, _, _ in },
    prepare prepareRope: @escaping OverRope = { _, _ in }, _ runRope: @escaping OverRope,
    undo undoRope: @escaping OverRope = { _, _ in }
) {
    pair(name, beside: other) {
        let c = CWorld()
        let (world, rope) = (try SwiftWorld(c), RopeWorld(c))
        let most = 2000
        return Sides(
            swift: world.action(most: most, prepare: prepare, run, undo: undo),
            call: c.action(call, most: most),
            beside: Action(
                most: most, prepare: { prepareRope(rope, $0) }, run: { runRope(rope, $0) },
                undo: { undoRope(rope, $0) }, sum: { rope.sum }))
    }
}

/// A rope of a world's extents, and the same random places.
private final class RopeWorld {
    private var rope: RopeList
    private var at: Int64 = 0
    private(set) var sum: Int64 = 0
    private let items: UnsafePointer<Int64>
    private let ticks: UnsafePointer<Int64>
    private let fresh: [Int32]
    /// Its places are read.
    private let c: CWorld

    init(_ c: CWorld) {
        self.c = c
        let world = c.world.pointee
        rope = RopeList((0..<Int(world.count)).map { Int32(ticks_of(world.points[$0])) })
        (items, ticks) = (UnsafePointer(world.items), UnsafePointer(world.ticks))
        fresh = withUnsafeBytes(of: world.fresh_ticks) { bytes in
            bytes.bindMemory(to: Int64.self).map { Int32($0) }
        }
    }

    private func item(_ at: Int64) -> Int { Int(items[Int(place(at))]) }

    private func findOther() {
        sum += Int64(rope.item(atTicks: Int(ticks[Int(other_place(at))])))
    }

    static func find(_ world: RopeWorld, _ count: Int) {
        for _ in 0..<count {
            world.sum += Int64(world.rope.item(atTicks: Int(world.ticks[Int(place(world.at))])))
            world.at += 1
        }
    }

    static func measure(_ world: RopeWorld, _ count: Int) {
        for _ in 0..<count {
            let fresh = world.fresh[Int(world.at) & (world.fresh.count - 1)]
            world.rope.measure(world.item(world.at), ticks: fresh)
            world.findOther()
            world.at += 1
        }
    }

    func insert(_ count: Int, _ style: RopeList.Style) {
        for _ in 0..<count {
            rope.insert(fresh[..<50], at: item(at), style)
            findOther()
            at += 1
        }
    }

    func undoInsert(_ count: Int, _ style: RopeList.Style) {
        for back in 1...Int64(count) {
            let index = item(at - back)
            rope.remove(index..<(index + 50), style)
        }
    }

    func prepareRemoval(_ count: Int, _ style: RopeList.Style) {
        for at in at..<(at + Int64(count)) {
            rope.insert(fresh[..<50], at: Int(items[Int(other_place(at))]), style)
        }
    }

    func remove(_ count: Int, _ style: RopeList.Style) {
        for _ in 0..<count {
            let index = item(at)
            rope.remove(index..<(index + 50), style)
            findOther()
            at += 1
        }
    }
}
