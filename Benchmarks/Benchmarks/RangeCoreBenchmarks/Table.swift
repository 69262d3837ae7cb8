import CBenchmarks

/// Edits make the list longer within a batch.
private let editsMost = 2000

/// The table of the C benchmark, through Swift.
func registerTable() {
    overExtents("item at a random offset", "flat search", find_ours, find_flat, find)
    overExtents("offset of a random item", "Fenwick", offset_ours, offset_fenwick, offset)
    // Swift's answer holds the extents too, and is two new arrays.
    overExtents("offsets of 64 in a row", "the C call", copy_ours, copy_ours, copy)
    overExtents(
        "scroll step, four boundaries", "4 flat searches", scroll_ours, scroll_flat,
        scrollStep)
    overExtents(
        "scroll event, three ranges and their runs", "flat", event_ours, event_flat,
        scrollEvent)
    overExtents(
        "measure one at random, lookup", "Fenwick", measure_ours, measure_fenwick, measure,
        most: editsMost)
    overExtents(
        "page down, measure 8, four boundaries", "Fenwick", page_ours, page_fenwick,
        pageDown, most: editsMost)
    overExtents(
        "insert 50 at random, lookup", "flat, re-summed", insert_ours, insert_flat,
        insertMany, undo: undoInsertMany, most: editsMost)
    overExtents(
        "remove 50 at random, lookup", "flat, re-summed", remove_ours, remove_flat,
        prepare: prepareRemoval, removeMany, most: editsMost)
    overExtents(
        "move 1 to a random place", "flat, re-summed", move_ours, move_flat, moveOne,
        most: editsMost)
    pair("bulk build, each", beside: "flat prefix sums") {
        let (c, other) = (CWorld(), CWorld())
        let world = try SwiftWorld(c)
        return Sides(
            swift: world.action(most: 1, build(c.world.pointee), undo: undoBuild),
            call: c.action(build_ours, most: 1), beside: other.action(build_flat, most: 1))
    }
    registerUpdates()
}

private func overExtents(
    _ name: String, _ other: String, _ call: bench_action, _ beside: bench_action,
    prepare: @escaping SwiftWorld.OverExtents = { _, _, _ in },
    _ run: @escaping SwiftWorld.OverExtents,
    undo: @escaping SwiftWorld.OverExtents = { _, _, _ in }, most: Int = .max
) {
    pair(name, beside: other) {
        let (c, other) = (CWorld(), CWorld())
        let world = try SwiftWorld(c)
        return Sides(
            swift: world.action(most: most, prepare: prepare, run, undo: undo),
            call: c.action(call, most: most), beside: other.action(beside, most: most))
    }
}

private func registerUpdates() {
    func overEngine(
        _ name: String, _ other: String, _ call: bench_action,
        prepare: @escaping SwiftWorld.OverEngine = { _, _, _ in },
        _ run: @escaping SwiftWorld.OverEngine,
        undo: @escaping SwiftWorld.OverEngine = { _, _, _ in }, most: Int = .max,
        beside: @escaping (CWorld) throws -> Action
    ) {
        pair(name, beside: other) {
            let (c, other) = (CWorld(), CWorld())
            let world = try SwiftWorld(c)
            return Sides(
                swift: world.action(most: most, prepare: prepare, run, undo: undo),
                call: c.action(call, most: most), beside: try beside(other), agree: false)
        }
    }
    overEngine("update while scrolling", "4 flat searches", update_ours, updateScrolling) {
        $0.action(scroll_flat)
    }
    overEngine("update while scrolling", "the C call", update_ours, updateScrolling) {
        $0.action(update_ours)
    }
    overEngine(
        "update, nothing moved", "update scrolling", update_still_ours, prepare: updateOnce,
        updateStill
    ) {
        try SwiftWorld($0).action(updateScrolling)
    }
    overEngine(
        "insert 20 above, anchor, update", "insert 20, lookup", update_insert_ours,
        prepare: prepareInsertAbove, insertAbove, undo: undoInsertAbove, most: editsMost
    ) {
        try SwiftWorld($0).action(most: editsMost, insertFew, undo: undoInsertFew)
    }
}
