import RangeCore

/// A lazy stack, as far as a host can see it. It lays out what it shows and a little more, keeps its
/// place through edits, and tells where rows are in coordinates whose origin is its own affair.
@MainActor
struct FakeStack {
    static let length = 600.0
    var random: SplitMix
    private(set) var ids: [Int] = []
    private var nextID = 0
    private var extents: [Int: Double] = [:]
    // The first visible row, and where it starts.
    private var first = 0
    private var place = 0.0
    /// The indices of the visible rows.
    private(set) var visible = 0..<0
    /// How far the rows have moved since this was last reset.
    var moved = 0.0
    // Where a row is in the coordinates of the content.
    private var origin = (id: 0, start: 0.0)
    private var told: [Int: [Double]] = [:]

    init(seed: UInt64, count: Int) {
        random = SplitMix(state: seed)
        insert(count, at: 0)
        layOut()
    }

    var visibleIDs: [Int] { Array(ids[visible]) }
    /// What a stack has views for: a few rows more than are visible.
    var laidOutIDs: [Int] {
        Array(ids[max(visible.lowerBound - 3, 0)..<min(visible.upperBound + 2, ids.count)])
    }

    private func extent(_ index: Int) -> Double { extents[ids[index]] ?? 0 }

    mutating func insert(_ count: Int, at index: Int) {
        let new = nextID..<nextID + count
        nextID += count
        // Multiples of 4, as all else here: no scroll is shorter than the direction's threshold.
        for id in new { extents[id] = Double(4 * Int.random(in: 1...50, using: &random)) }
        let wasEmpty = ids.isEmpty
        ids.insert(contentsOf: new, at: index)
        if index <= first, !wasEmpty { first += count }
    }

    mutating func remove(_ items: Range<Int>) {
        if items.isEmpty || ids.count < 100 { return }
        if items.contains(first) {
            // The next one stays where it is.
            for index in first..<items.upperBound { place += extent(index) }
            first = items.lowerBound
        } else if items.upperBound <= first {
            first -= items.count
        }
        ids.removeSubrange(items)
    }

    mutating func move(_ item: Int, to index: Int) {
        let anchor = ids[first]
        ids.insert(ids.remove(at: item), at: index)
        first = ids.firstIndex(of: anchor) ?? 0
    }

    mutating func grow(_ index: Int) {
        extents[ids[index]] = Double(4 * Int.random(in: 1...50, using: &random))
    }

    mutating func scroll(by distance: Double) {
        place -= distance
        moved = distance
        layOut()
    }

    mutating func jump(to index: Int) {
        (first, place) = (index, 0)
        layOut()
    }

    /// Finds the row at the start and those after it, within the ends of the content.
    mutating func layOut() {
        first = min(first, ids.count - 1)
        normalise()
        var (bottom, last) = (place, first)
        while last < ids.count, bottom < Self.length {
            bottom += extent(last)
            last += 1
        }
        if bottom < Self.length {
            place += Self.length - bottom
            moved -= Self.length - bottom
            normalise()
        }
        visible = first..<last
    }

    private mutating func normalise() {
        while place > 0, first > 0 {
            first -= 1
            place -= extent(first)
        }
        while place + extent(first) <= 0, first + 1 < ids.count {
            place += extent(first)
            first += 1
        }
        if place > 0 {
            moved += place
            place = 0
        }
    }

    /// Inserts, removes and moves rows outside of the viewport, and then perhaps some inside.
    mutating func edit() {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let isAbove = Bool.random(using: &random)
            let room = isAbove ? visible.lowerBound : ids.count - visible.upperBound
            let index =
                Int.random(in: 0...room, using: &random) + (isAbove ? 0 : visible.upperBound)
            let limit = isAbove ? visible.lowerBound : ids.count
            if Bool.random(using: &random) {
                insert(Int.random(in: 1...9, using: &random), at: index)
            } else {
                remove(index..<min(index + Int.random(in: 1...9, using: &random), limit))
            }
            layOut()
        }
        let inside = Int.random(in: visible, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: insert(Int.random(in: 1...9, using: &random), at: inside)
        case 3...5: remove(inside..<visible.upperBound - 1)
        case 6: if visible.lowerBound > 0 { move(0, to: ids.count - 1) }
        case 7: grow(visible.upperBound - 1)
        default: break
        }
        layOut()
    }

    /// Inserts rows above the viewport as a stack does that keeps its offset, not its place: what was on
    /// screen moves down.
    mutating func insertAboveWithoutKeeping(_ count: Int) {
        let index = Int.random(in: 0...first, using: &random)
        insert(count, at: index)
        for new in index..<index + count { place += extent(new) }
        layOut()
    }

    /// Aligns a fraction of a row with the same fraction of the viewport, as far as the content's ends
    /// allow.
    mutating func scroll(to id: Int, aligning fraction: Double) {
        first = ids.firstIndex(of: id) ?? 0
        place = fraction * (Self.length - extent(first))
        layOut()
    }

    /// Where a row starts on screen.
    func start(of id: Int) -> Double? {
        guard let index = ids.firstIndex(of: id) else { return nil }
        return index < first
            ? place - (index..<first).reduce(0) { $0 + extent($1) }
            : place + (first..<index).reduce(0) { $0 + extent($1) }
    }

    /// Tells the host of the frames that have changed, in any order, and of the viewport.
    mutating func tellFrames(_ host: LazyListHost<Int>) {
        // A stack that estimates what it has not laid out moves its content along, now and then.
        let isKept = Int.random(in: 0..<5, using: &random) > 0 && laidOutIDs.contains(origin.id)
        if !isKept {
            origin = (ids[first], Double(4 * Int.random(in: 0...100_000, using: &random)))
        }
        var now: [Int: Double] = [:]
        var start = 0.0
        for id in laidOutIDs {
            now[id] = start
            start += extents[id] ?? 0
        }
        let shift = origin.start - (now[origin.id] ?? 0)
        now = now.mapValues { $0 + shift }
        let frames = now.reduce(into: [:]) { $0[$1.key] = [$1.value, extents[$1.key] ?? 0] }
        for (id, frame) in frames.shuffled(using: &random) where told[id] != frame {
            host.setFrame(of: id, start: frame[0], extent: frame[1])
        }
        for id in told.keys where now[id] == nil && Bool.random(using: &random) {
            host.noteDisappearance(of: id)
        }
        told = frames
        let offset = (now[ids[first]] ?? 0) - place
        host.setViewport(ListViewport(offset: offset, length: Self.length))
    }
}
