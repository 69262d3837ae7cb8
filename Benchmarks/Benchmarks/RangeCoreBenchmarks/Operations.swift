import CBenchmarks
import RangeCore

// What Benchmarks/C/ops_*.c does, through Swift: the same operations at the same places.

let screen = Double(SCREEN)
private let step = Double(STEP)
let (many, few) = (50, 20)

func find(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let found = try extents.item(atOffset: cursor.places.offset(cursor.places.at)).index
        cursor.sum += Int64(found)
        cursor.places.at += 1
    }
}

/// The lookup that follows an edit pays for what the edit put off.
private func findOther(_ extents: borrowing ListExtents, _ cursor: inout Cursor) throws {
    let found = try extents.item(atOffset: cursor.places.otherOffset(cursor.places.at)).index
    cursor.sum += Int64(found)
}

func offset(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let item = try extents.item(at: cursor.places.item(cursor.places.at))
        cursor.sum += Int64(item.offset)
        cursor.places.at += 1
    }
}

func copy(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let item = min(cursor.places.item(cursor.places.at), extents.count - 64)
        let copied = try extents.positions(ofItems: item..<(item + 64))
        cursor.sum += Int64(copied.offsets[63])
        cursor.places.at += 1
    }
}

// -- scrolling --

private func scroll(_ cursor: inout Cursor) {
    cursor.offset += step
    if cursor.offset > cursor.places.scroll.upperBound {
        cursor.offset = cursor.places.scroll.lowerBound
    }
}

private func boundaries(_ extents: borrowing ListExtents, _ cursor: inout Cursor) throws {
    let lower = cursor.offset
    let visible = try extents.items(in: lower..<(lower + screen))
    let preload = try extents.items(in: (lower - 1.5 * screen)..<(lower + 3.5 * screen))
    cursor.sum += Int64(visible.lowerBound + visible.upperBound)
    cursor.sum += Int64(preload.lowerBound + preload.upperBound)
    cursor.nextItem = visible.upperBound
}

func scrollStep(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        scroll(&cursor)
        try boundaries(extents, &cursor)
    }
}

private func difference(_ a: Range<Int>, _ b: Range<Int>) -> Int64 {
    // What is in `a` alone is a run below `b` and one above it.
    var sum = 0
    let (end, start) = (min(a.upperBound, b.lowerBound), max(a.lowerBound, b.upperBound))
    if a.lowerBound < end { sum += a.lowerBound + end }
    if start < a.upperBound { sum += start + a.upperBound }
    return Int64(sum)
}

private func note(_ range: Range<Int>, in previous: inout Range<Int>, _ sum: inout Int64) {
    sum += difference(range, previous) - difference(previous, range)
    previous = range
}

func scrollEvent(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        scroll(&cursor)
        let lower = cursor.offset
        let visible = try extents.items(in: lower..<(lower + screen))
        let display = try extents.items(in: (lower - 0.5 * screen)..<(lower + 2 * screen))
        let preload = try extents.items(in: (lower - 1.5 * screen)..<(lower + 3.5 * screen))
        note(visible, in: &cursor.ranges.0, &cursor.sum)
        note(display, in: &cursor.ranges.1, &cursor.sum)
        note(preload, in: &cursor.ranges.2, &cursor.sum)
    }
}

// -- measuring --

func measure(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let at = cursor.places.at
        let fresh = Int(at) & (cursor.places.fresh.count - 1)
        try extents.setExtent(cursor.places.fresh[fresh], ofItem: cursor.places.item(at))
        try findOther(extents, &cursor)
        cursor.places.at += 1
    }
}

func pageDown(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        if cursor.offset > cursor.places.scroll.upperBound {
            cursor.offset = cursor.places.scroll.lowerBound
            try boundaries(extents, &cursor)
        }
        let fresh = Int(cursor.places.at) & 31
        try extents.setExtents(cursor.places.pages[fresh], fromItem: cursor.nextItem)
        cursor.offset += screen
        try boundaries(extents, &cursor)
        cursor.places.at += 1
    }
}

// -- edits --

private func insert(
    _ size: Int, _ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int
) throws {
    for _ in 0..<count {
        try extents.insertItems(
            extents: cursor.places.first(size), at: cursor.places.item(cursor.places.at))
        try findOther(extents, &cursor)
        cursor.places.at += 1
    }
}

private func undoInsert(
    _ size: Int, _ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int
) throws {
    for back in 1...Int64(count) {
        let index = cursor.places.item(cursor.places.at - back)
        try extents.removeItems(index..<(index + size))
    }
}

func insertMany(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    try insert(many, &extents, &cursor, count)
}

func undoInsertMany(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    try undoInsert(many, &extents, &cursor, count)
}

func insertFew(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    try insert(few, &extents, &cursor, count)
}

func undoInsertFew(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    try undoInsert(few, &extents, &cursor, count)
}

/// Puts in what is removed then, but at other places.
func prepareRemoval(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for at in cursor.places.at..<(cursor.places.at + Int64(count)) {
        try extents.insertItems(
            extents: cursor.places.first(many), at: cursor.places.otherItem(at))
    }
}

func removeMany(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let index = cursor.places.item(cursor.places.at)
        try extents.removeItems(index..<(index + many))
        try findOther(extents, &cursor)
        cursor.places.at += 1
    }
}

func moveOne(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let from = cursor.places.item(cursor.places.at)
        try extents.moveItems(from..<(from + 1), to: cursor.places.otherItem(cursor.places.at))
        cursor.places.at += 1
    }
}

/// A bulk build of the world's points; a batch is one.
func build(_ world: bench_world) -> SwiftWorld.OverExtents {
    let points = Array(UnsafeBufferPointer(start: world.points, count: Int(world.count)))
    return { _, cursor, _ in
        var built = try ListExtents()
        try built.insertItems(extents: points, at: 0)
        cursor.built.append(Built(built))
    }
}

func undoBuild(_ extents: inout ListExtents, _ cursor: inout Cursor, _ count: Int) {
    cursor.built = []
}

// -- updates: their changes are iterated --

// Inlined, as the one update that a host has in its scroll handler is.
@inline(__always)
private func update(_ engine: inout ListEngine, _ cursor: inout Cursor) throws {
    let viewport = ListViewport(offset: cursor.offset, length: screen, isUserDriven: true)
    let answer = try engine.update(viewport)
    let count = engine.withChanges { changes in
        var count = Int64(0)
        for position in changes.indices { count += changes[position].items.isEmpty ? 0 : 1 }
        return count
    }
    cursor.offset += answer.correction
    cursor.sum += Int64(answer.visible.lowerBound) + count
    cursor.nextItem = answer.visible.lowerBound
}

func updateScrolling(_ engine: inout ListEngine, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        scroll(&cursor)
        try update(&engine, &cursor)
    }
}

func updateOnce(_ engine: inout ListEngine, _ cursor: inout Cursor, _ count: Int) throws {
    try update(&engine, &cursor)
}

func updateStill(_ engine: inout ListEngine, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count { try update(&engine, &cursor) }
}

private func indexAbove(_ cursor: Cursor, _ at: Int64) -> Int {
    cursor.places.item(at) % (cursor.firstItem + 1)
}

func prepareInsertAbove(_ engine: inout ListEngine, _ cursor: inout Cursor, _ count: Int) throws {
    if cursor.firstItem == 0 {
        let (lower, upper) = (cursor.places.scroll.lowerBound, cursor.places.scroll.upperBound)
        cursor.offset = (lower / 2 + upper / 2).rounded(.down)
        try update(&engine, &cursor)
        cursor.firstItem = cursor.nextItem
    }
    try update(&engine, &cursor)
}

func insertAbove(_ engine: inout ListEngine, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        try engine.insertItems(
            extents: cursor.places.first(few), at: indexAbove(cursor, cursor.places.at))
        try update(&engine, &cursor)
        cursor.places.at += 1
    }
}

func undoInsertAbove(_ engine: inout ListEngine, _ cursor: inout Cursor, _ count: Int) throws {
    for back in 1...Int64(count) {
        let index = indexAbove(cursor, cursor.places.at - back)
        try engine.removeItems(index..<(index + few))
        try update(&engine, &cursor)
    }
}
