import Testing

@testable import RangeCore

/// A masonry that tells of its rows by their frames, as any stack does, and has them where the list has: in
/// coordinates of its own, with lengths that the list does not know until they are told.
@MainActor
private struct FakeMasonry {
    static let length = 600.0
    let host = LazyListHost<Int>(estimate: 90)
    var random: SplitMix
    private(set) var ids: [Int]
    private var nextID: Int
    private var origin = 5000.0
    private var extents: [Int: Double] = [:]
    private var told: Set<Int> = []

    init(seed: UInt64, lanes: Int, count: Int) {
        random = SplitMix(state: seed)
        (ids, nextID) = (Array(0..<count), count)
        host.controller.schedulesUpdates = false
        host.onError = { Issue.record($0) }
        host.setLanes(lanes, spacing: 6)
        host.apply(ids)
        host.setFrame(of: ids[count / 2], start: origin, extent: 90)
        scroll(by: 0)
        layOut()
    }

    private var update: ListUpdate? { host.controller.lastUpdate }
    /// The rows that are on screen: where they begin, and how long they are.
    var screen: [Int: (start: Double, place: ItemPlace)] {
        guard let update, let places = try? host.controller.core.places(ofItems: update.visible)
        else { return [:] }
        return zip(update.visible, places).reduce(into: [:]) { screen, it in
            if host.state(of: ids[it.0]).contains(.visible) {
                screen[ids[it.0]] = (it.1.offset - update.offset, it.1)
            }
        }
    }

    /// Tells the frames of the rows on screen, and of some beside it, until all are in the lanes that they were told in;
    /// and that others have disappeared.
    mutating func layOut() {
        let (before, after) = (
            Int.random(in: 0...12, using: &random), Int.random(in: 0...12, using: &random)
        )
        for _ in 0..<10 {
            guard let visible = update?.visible else { return }
            let rows =
                max(visible.lowerBound - before, 0)..<min(visible.upperBound + after, ids.count)
            let lanes = lanes(rows)
            tell(lanes)
            if self.lanes(rows) == lanes { return }
        }
        Issue.record("lanes for ever")
    }

    private func lanes(_ rows: Range<Int>) -> [[Int]] {
        let places = (try? host.controller.core.places(ofItems: rows)) ?? []
        return (0..<host.controller.laneCount).map { lane in
            zip(rows, places).filter { $1.lane == lane }.map { ids[$0.0] }
        }
    }

    private mutating func tell(_ lanes: [[Int]]) {
        let shown = screen
        for id in told.subtracting(lanes.joined()) { host.noteDisappearance(of: id) }
        told = Set(lanes.joined())
        for lane in lanes {
            for id in lane where extents[id] == nil {
                extents[id] = Double(Int.random(in: 20...260, using: &random))
            }
            // Down from the first row on screen, and up from it.
            guard let first = lane.firstIndex(where: { shown[$0] != nil }),
                var start = shown[lane[first]]?.start
            else { continue }
            start -= lane[..<first].reduce(0) { $0 + (extents[$1] ?? 0) + 6 }
            for id in lane {
                let extent = extents[id] ?? 0
                host.setFrame(of: id, start: origin + start, extent: extent)
                start += extent + 6
            }
        }
        host.flush()
    }

    mutating func scroll(by distance: Double) {
        origin += distance
        host.setViewport(ListViewport(offset: origin, length: Self.length))
        host.flush()
    }

    /// Items come, go and move, none of them between the visible ones.
    mutating func edit() {
        guard let visible = update?.visible else { return }
        let room =
            Bool.random(using: &random) ? 0..<visible.lowerBound : visible.upperBound..<ids.count
        let index = Int.random(in: room.lowerBound...room.upperBound, using: &random)
        let count = Int.random(in: 1...20, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: ids.removeSubrange(index..<min(index + count, room.upperBound))
        case 1:
            if index < room.upperBound { ids.insert(ids.remove(at: index), at: room.lowerBound) }
        default:
            ids.insert(contentsOf: nextID..<nextID + count, at: index)
            nextID += count
        }
        host.apply(ids)
        host.flush()
    }
}

@Suite("A lazy stack in lanes")
@MainActor
struct LazyLaneTests {
    @Test(
        "Edits and frames beside the screen leave each lane where it is",
        arguments: [2, 3, 6], UInt64(0)..<2)
    func random(lanes: Int, seed: UInt64) throws {
        var stack = FakeMasonry(seed: seed, lanes: lanes, count: 1000)
        var (steps, grown) = (0, 0)
        while steps < 150 {
            let before = stack.screen
            var distance = 0.0
            // A stack lays out after whatever has changed.
            switch steps % 2 == 1 ? 2 : Int.random(in: 0..<2, using: &stack.random) {
            case 0:
                distance = Double(Int.random(in: -400...400, using: &stack.random))
                stack.scroll(by: distance)
            case 1: stack.edit()
            default: stack.layOut()
            }
            steps += 1
            let after = stack.screen
            let stays = before.filter { after[$0.key] != nil }
            // What is measured on screen pushes the rest of its lane.
            if stays.contains(where: { after[$0.key]?.place.extent != $0.value.place.extent }) {
                grown += 1
                continue
            }
            for (id, old) in stays {
                let new = try #require(after[id])
                let jump = new.start + distance - old.start
                #expect(
                    abs(jump) < 0.002 && new.place.lane == old.place.lane,
                    "\(id) in lane \(old.place.lane ?? -1) by \(jump), step \(steps)")
            }
        }
        try stack.host.controller.core.validate()
        #expect(grown < steps / 2)
    }
}
