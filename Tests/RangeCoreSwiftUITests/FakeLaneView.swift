import RangeCore

@testable import RangeCoreSwiftUI

/// A scroll view with a `Layout`, as far as a list in lanes can tell: rows are laid out where they were placed last,
/// how long they are is told afterwards, in any order, and an offset that is set takes effect with the next layout.
@MainActor
final class FakeLaneView {
    static let inset = 50.0
    let list: LazyListHost<Int>
    private(set) var surface: LaneSurface<Int>?
    private let loop = Loop()
    private var random = Random()
    private(set) var ids: [Int]
    var breadth = 400.0
    var length = 600.0
    /// How long rows are, by their ids and breadths.
    var extent: (_ id: Int, _ breadth: Double) -> Double = { id, breadth in
        Double(30 + abs(id) * 7919 % 301) * 100 / breadth
    }
    /// Where the toolkit takes an offset that is set to be.
    var bias = 0.0
    /// The offset of what is visible, the covered inset included.
    private(set) var offset = -FakeLaneView.inset
    private(set) var scrolls = 0
    private var wanted: Double?
    private var told: [Int: Double] = [:]
    private(set) var made: Set<Int> = []
    /// Those that were to be drawn before it was known how long they are.
    private(set) var drawnEarly: Set<Int> = []
    private var observation: ListObservation?
    private var mostPending = 0.0

    private struct Random: RandomNumberGenerator {
        var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    /// What is to be done later, by the seconds to wait.
    private final class Loop: @unchecked Sendable {
        var works: [(seconds: Double, work: @Sendable () -> Void)] = []

        func run(_ isDue: (Double) -> Bool) -> Bool {
            let due = works.filter { isDue($0.seconds) }
            works.removeAll { isDue($0.seconds) }
            for each in due { each.work() }
            return !due.isEmpty
        }
    }

    init(_ ids: some Sequence<Int>, lanes: Int, spacing: Double = 8) {
        (self.ids, list) = (Array(ids), LazyListHost(estimate: 120))
        list.controller.scheduler = ListScheduler { [loop] in loop.works.append(($0, $1)) }
        list.onError = { fatalError("\($0)") }
        observation = list.controller.observe { [unowned self] update, _ in
            mostPending = max(mostPending, abs(update.pending))
        }
        let surface = LaneSurface(list)
        self.surface = surface
        surface.scroll = { [unowned self] in (wanted, scrolls) = ($0, scrolls + 1) }
        setLanes(lanes, spacing: spacing)
        apply(self.ids)
    }

    func apply(_ ids: [Int]) {
        self.ids = ids
        list.apply(ids)
        layOut()
    }

    func setLanes(_ lanes: Int, spacing: Double) {
        list.setLanes(lanes, spacing: spacing)
    }

    func drop() { surface = nil }

    /// The rows that there are views for.
    var placements: [LaneSurface<Int>.Placement] { surface?.placements ?? [] }

    /// Lays out until nothing is new.
    func layOut() {
        for _ in 0..<40 {
            if let wanted {
                let most = max((surface?.scrollLength ?? 0) - length, -Self.inset)
                offset = min(max(wanted - Self.inset + bias, -Self.inset), most)
                self.wanted = nil
            }
            tell()
            if !loop.run({ $0 == 0 }), wanted == nil { return }
        }
        fatalError("laid out for ever")
    }

    private func tell() {
        surface?.setBreadth(breadth)
        let spacing = list.controller.spacing
        var now: [Int: Double] = [:]
        for place in placements {
            let lane = LaneSpan(
                of: place.frame.column, of: place.frame.columns, breadth: breadth, spacing: spacing)
            now[place.id] = extent(place.id, lane.breadth)
            if made.insert(place.id).inserted, place.isMeasured { drawnEarly.insert(place.id) }
        }
        for (id, extent) in now.shuffled(using: &random) where told[id] != extent {
            surface?.setExtent(extent, of: id)
        }
        told = now
        // As SwiftUI has it: the rectangle is without the inset in the scroll view's own offset.
        surface?.setGeometry(
            ListViewport(offset: offset, length: length, insetStart: Self.inset),
            contentOffset: offset + Self.inset)
    }

    /// A wheel, without a phase. Returns how far rows jump: while it is held, the way back to the start makes up for
    /// its share of what is pending, which is no jump.
    @discardableResult
    func scroll(by distance: Double) -> Double {
        let most = (surface?.scrollLength ?? 0) - length
        let distance = max(min(distance, most - offset), -Self.inset - offset)
        let room = offset + Self.inset
        mostPending = abs(list.controller.lastUpdate?.pending ?? 0)
        let jump = jump(by: distance) {
            offset += distance
            layOut()
        }
        return distance < 0 ? max(jump - mostPending * -distance / room - 0.05, 0) : jump
    }

    /// Nothing has moved for a while.
    func rest() {
        _ = loop.run { $0 == LaneSurface<Int>.calm }
        layOut()
    }

    /// Where the rows on screen begin, from the start of the viewport, by id; not those that the inset covers.
    var screen: [Int: Double] {
        placements.reduce(into: [:]) { screen, it in
            let start = it.frame.start - offset
            if start < length, start + it.frame.extent > Self.inset { screen[it.id] = start }
        }
    }

    var lanes: [Int: Int] {
        Dictionary(uniqueKeysWithValues: placements.map { ($0.id, $0.frame.column) })
    }

    /// How far rows that were on screen and still are have moved there, other than by a distance, at most.
    func jump(by distance: Double = 0, _ action: () -> Void) -> Double {
        let (before, lanes) = (screen, lanes)
        action()
        let (after, now) = (screen, self.lanes)
        return before.reduce(0) { worst, row in
            guard let start = after[row.key] else { return worst }
            if now[row.key] != lanes[row.key] { return .infinity }
            return max(worst, abs(start + distance - row.value))
        }
    }

    /// What is on screen beside its place, overlaps, or is missing.
    var faults: [String] {
        var (faults, ends): ([String], [Int: Double]) = ([], [:])
        let screen = screen
        let hasWide = list.isWide != nil
        for it in placements.sorted(by: { $0.frame.start < $1.frame.start })
        where screen[it.id] != nil {
            let isWide = it.frame.columns < list.controller.laneCount
            let lanes = isWide ? Array(0..<list.controller.laneCount) : [it.frame.column]
            for end in lanes.compactMap({ ends[$0] }) {
                let gap = it.frame.start - end - list.controller.spacing
                // Lanes need not end where a row across them begins, nor begin at its end.
                if gap < -0.01 || gap > 0.01 && !hasWide {
                    faults.append("\(it.id) begins at \(it.frame.start), after \(end)")
                }
            }
            if !it.isMeasured { faults.append("\(it.id) is not measured") }
            if abs((told[it.id] ?? -1) - it.frame.extent) > 0.01 {
                faults.append("\(it.id) is \(told[it.id] ?? -1) long, not \(it.frame.extent)")
            }
            for lane in lanes { ends[lane] = it.frame.start + it.frame.extent }
        }
        if hasWide { return faults }
        if ends.count < min(list.controller.laneCount, ids.count) {
            faults.append("a lane is empty")
        }
        for (lane, end) in ends where end + list.controller.spacing < offset + length {
            if offset + length < (surface?.scrollLength ?? 0) - 400 {
                faults.append("lane \(lane) ends at \(end), before \(offset + length)")
            }
        }
        return faults
    }
}
