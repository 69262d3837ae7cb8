import CBenchmarks
import RangeCore

// What Benchmarks/C/ops_*.c does, through Swift: the same operations at the same places.

let screen = Double(SCREEN)
private let step = Double(STEP)
private let (many, few) = (50, 20)

func find(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let found = try extents.item(atOffset: cursor.places.offset(cursor.places.at)).index
        cursor.sum += Int64(found)
        cursor.places.at += 1
    }
}

/// The lookup that follows an edit pays for what the edit put off.
private func findOther(_ extents: borrowing Extents, _ cursor: inout Cursor) throws {
    let found = try extents.item(atOffset: cursor.places.otherOffset(cursor.places.at)).index
    cursor.sum += Int64(found)
}

func offset(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let item = try extents.item(at: cursor.places.item(cursor.places.at))
        cursor.sum += Int64(item.offset)
        cursor.places.at += 1
    }
}

func copy(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let item = min(cursor.places.item(cursor.places.at), extents.count - 64)
        let copied = try extents.geometry(of: item..<(item + 64))
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

private func boundaries(_ extents: borrowing Extents, _ cursor: inout Cursor) throws {
    let lower = cursor.offset
    let visible = try extents.items(in: lower..<(lower + screen))
    let preload = try extents.items(in: (lower - 1.5 * screen)..<(lower + 3.5 * screen))
    cursor.sum += Int64(visible.lowerBound + visible.upperBound)
    cursor.sum += Int64(preload.lowerBound + preload.upperBound)
    cursor.nextItem = visible.upperBound
}

func scrollStep(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
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

func scrollEvent(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
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

func measure(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let at = cursor.places.at
        let fresh = Int(at) & (cursor.places.fresh.count - 1)
        try extents.measure(
            from: cursor.places.item(at), cursor.places.fresh.span.extracting(fresh..<(fresh + 1)))
        try findOther(extents, &cursor)
        cursor.places.at += 1
    }
}

func pageDown(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        if cursor.offset > cursor.places.scroll.upperBound {
            cursor.offset = cursor.places.scroll.lowerBound
            try boundaries(extents, &cursor)
        }
        let fresh = Int(cursor.places.at) & 31
        try extents.measure(
            from: cursor.nextItem, cursor.places.fresh.span.extracting(fresh..<(fresh + 8)))
        cursor.offset += screen
        try boundaries(extents, &cursor)
        cursor.places.at += 1
    }
}

// -- edits --

private func insert(
    _ size: Int, _ extents: inout Extents, _ cursor: inout Cursor, _ count: Int
) throws {
    for _ in 0..<count {
        try extents.insert(
            extents: cursor.places.fresh.span.extracting(0..<size),
            at: cursor.places.item(cursor.places.at))
        try findOther(extents, &cursor)
        cursor.places.at += 1
    }
}

private func undoInsert(
    _ size: Int, _ extents: inout Extents, _ cursor: inout Cursor, _ count: Int
) throws {
    for back in 1...Int64(count) {
        let index = cursor.places.item(cursor.places.at - back)
        try extents.remove(index..<(index + size))
    }
}

func insertMany(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    try insert(many, &extents, &cursor, count)
}

func undoInsertMany(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    try undoInsert(many, &extents, &cursor, count)
}

func insertFew(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    try insert(few, &extents, &cursor, count)
}

func undoInsertFew(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    try undoInsert(few, &extents, &cursor, count)
}

/// Puts in what is removed then, but at other places.
func prepareRemoval(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    for at in cursor.places.at..<(cursor.places.at + Int64(count)) {
        try extents.insert(
            extents: cursor.places.fresh.span.extracting(0..<many), at: cursor.places.otherItem(at))
    }
}

func removeMany(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let index = cursor.places.item(cursor.places.at)
        try extents.remove(index..<(index + many))
        try findOther(extents, &cursor)
        cursor.places.at += 1
    }
}

func moveOne(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) throws {
    for _ in 0..<count {
        let from = cursor.places.item(cursor.places.at)
        try extents.move(from..<(from + 1), to: cursor.places.otherItem(cursor.places.at))
        cursor.places.at += 1
    }
}

/// A bulk build of the world's points; a batch is one.
func build(_ world: bench_world) -> SwiftWorld.OverExtents {
    { _, cursor, _ in
        let points = UnsafeBufferPointer(start: world.points, count: Int(world.count))
        var built = try Extents()
        try built.insert(extents: points.span, at: 0)
        cursor.built.append(Built(built))
    }
}

func undoBuild(_ extents: inout Extents, _ cursor: inout Cursor, _ count: Int) {
    cursor.built = []
}

// -- updates: their changes are iterated --

// Inlined, as the one update that a host has in its scroll handler is.
@inline(__always)
private func update(_ engine: inout ListEngine, _ cursor: inout Cursor) throws {
    let viewport = Viewport(offset: cursor.offset, length: screen, isUser: true)
    let answer = try engine.update(viewport) { (update, changes) throws(RangeCoreError) in
        var count = Int64(0)
        for position in changes.indices { count += changes[position].items.isEmpty ? 0 : 1 }
        return (visible: update.visible.lowerBound, count, update.correction)
    }
    cursor.offset += answer.2
    cursor.sum += Int64(answer.visible) + answer.1
    cursor.nextItem = answer.visible
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
        try engine.insert(
            extents: cursor.places.fresh.span.extracting(0..<few),
            at: indexAbove(cursor, cursor.places.at))
        try update(&engine, &cursor)
        cursor.places.at += 1
    }
}

func undoInsertAbove(_ engine: inout ListEngine, _ cursor: inout Cursor, _ count: Int) throws {
    for back in 1...Int64(count) {
        let index = indexAbove(cursor, cursor.places.at - back)
        try engine.remove(index..<(index + few))
        try update(&engine, &cursor)
    }
}
