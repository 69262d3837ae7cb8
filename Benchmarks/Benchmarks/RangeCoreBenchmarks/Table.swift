import Benchmark
import CRangeCore
import RangeCore

/// At this size the goals bind.
private let binding = 1_000_000

/// The engine beside the rope, at 10^6 measured items.
func registerRope() {
    pair("find at a random offset, beside Rope", atMost: 0.25, count: 2000) {
        let (world, other) = try agreeingWorlds()
        return (
            ours: { try findAtRandom(world, $0) },
            beside: { count in
                for _ in 0..<count {
                    blackHole(other.rope.item(atTicks: other.places.next().ticks))
                }
            }
        )
    }
    pair("measure one at random, lookup, beside Rope", atMost: 0.36, count: 2000) {
        let (world, other) = try agreeingWorlds()
        return (
            ours: { try measureAtRandom(world, $0) },
            beside: { count in
                for index in 0..<count {
                    let place = other.places.next()
                    other.rope.measure(place.item, ticks: freshTicks[index % 50])
                    blackHole(other.rope.item(atTicks: place.ticks))
                }
            }
        )
    }
    // Half of the operations each, so that the list keeps its length.
    pair("insert 50, then remove 50, a lookup after each, beside Rope", atMost: 0.05, count: 500) {
        let (world, other) = try agreeingWorlds()
        return (
            ours: { try editAtRandom(world, $0) },
            beside: { count in
                for _ in 0..<count {
                    let (first, second) = (other.places.next(), other.places.next())
                    other.rope.insert(freshTicks, at: first.item)
                    blackHole(other.rope.item(atTicks: first.ticks))
                    other.rope.remove(second.item..<(second.item + 50))
                    blackHole(other.rope.item(atTicks: second.ticks))
                }
            }
        )
    }
}

/// A rope of the same extents, and the same random places.
final class RopeWorld {
    var rope: RopeList
    var places: Places

    init(count: Int) {
        let ticks = randomTicks(count, seed: 0)
        rope = RopeList(ticks)
        places = Places(count: count, ticks: ticks.reduce(0) { $0 + Int($1) })
    }
}

/// Both sides at the binding size; a hundred edits and lookups made sure that they agree.
private func agreeingWorlds() throws -> (ExtentsWorld, RopeWorld) {
    let (world, other) = try (ExtentsWorld(count: binding), RopeWorld(count: binding))
    for _ in 0..<100 {
        let place = world.places.next()
        try world.extents.insert(extents: fresh, at: place.item)
        other.rope.insert(freshTicks, at: place.item)
        try world.extents.remove((place.item / 2)..<(place.item / 2 + 50))
        other.rope.remove((place.item / 2)..<(place.item / 2 + 50))
        try world.extents.measure(from: place.item / 3, [fresh[0]])
        other.rope.measure(place.item / 3, ticks: freshTicks[0])
        let found = try world.extents.item(atOffset: Double(place.ticks) / 960).index
        precondition(found == other.rope.item(atTicks: place.ticks))
    }
    precondition(world.extents.count == other.rope.count)
    return (world, other)
}

/// `update` through Swift, its changes iterated, beside the C call.
func registerUpdate() {
    pair("update while scrolling, beside the C call", atMost: 1.2, count: 5000) {
        let (world, other) = try (EngineWorld(count: binding), CListWorld(count: binding))
        return (
            ours: { try updateWhileScrolling(world, $0) },
            beside: { count in
                for _ in 0..<count {
                    other.scroll()
                    let status = rc_list_update(other.list, &other.viewport, &other.answer)
                    precondition(status == RC_STATUS_OK)
                    blackHole(other.answer.visible.lower)
                }
            }
        )
    }
}

// -- what the engine does --

func findAtRandom(_ world: ExtentsWorld, _ count: Int) throws {
    for _ in 0..<count {
        let offset = Double(world.places.next().ticks) / 960
        blackHole(try world.extents.item(atOffset: offset).index)
    }
}

func measureAtRandom(_ world: ExtentsWorld, _ count: Int) throws {
    for index in 0..<count {
        let place = world.places.next()
        let at = index % 50
        try world.extents.measure(from: place.item, fresh.span.extracting(at..<(at + 1)))
        blackHole(try world.extents.item(atOffset: Double(place.ticks) / 960).index)
    }
}

func editAtRandom(_ world: ExtentsWorld, _ count: Int) throws {
    for _ in 0..<count {
        let (first, second) = (world.places.next(), world.places.next())
        try world.extents.insert(extents: fresh.span, at: first.item)
        blackHole(try world.extents.item(atOffset: Double(first.ticks) / 960).index)
        try world.extents.remove(second.item..<(second.item + 50))
        blackHole(try world.extents.item(atOffset: Double(second.ticks) / 960).index)
    }
}

func updateWhileScrolling(_ world: EngineWorld, _ count: Int) throws {
    for _ in 0..<count {
        world.scroll()
        try world.engine.update(world.viewport) { (update, changes) throws(RangeCoreError) in
            for position in changes.indices { blackHole(changes[position].items.lowerBound) }
            blackHole(update.visible.lowerBound)
        }
    }
}
