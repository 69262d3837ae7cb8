import CBenchmarks

/// Edits make the list longer within a batch.
private let editsMost = 2000

/// The table of the C benchmark, through Swift.
func registerTable() {
    overExtents("item at a random offset", "flat search", find_ours, find_flat, "1.0", find)
    overExtents("offset of a random item", "Fenwick", offset_ours, offset_fenwick, "1.3", offset)
    overExtents(
        "scroll step, four boundaries", "4 flat searches", scroll_ours, scroll_flat, "0.14",
        scrollStep)
    overExtents(
        "scroll event, three ranges and their runs", "flat", event_ours, event_flat, "0.25",
        scrollEvent)
    overExtents(
        "measure one at random, lookup", "Fenwick", measure_ours, measure_fenwick, "0.5", measure,
        most: editsMost)
    overExtents(
        "page down, measure 8, four boundaries", "Fenwick", page_ours, page_fenwick, "0.4",
        pageDown, most: editsMost)
    overExtents(
        "insert 50 at random, lookup", "flat re-summed", insert_ours, insert_flat, "0.005",
        insertMany, undo: undoInsertMany, most: editsMost)
    overExtents(
        "remove 50 at random, lookup", "flat re-summed", remove_ours, remove_flat, "0.004",
        prepare: prepareRemoval, removeMany, most: editsMost)
    overExtents(
        "move 1 to a random place", "flat re-summed", move_ours, move_flat, "0.01", moveOne,
        most: editsMost)
    pair("bulk build", beside: "flat prefix sums", atMost: "0.75") {
        let (c, other) = (CWorld(), CWorld())
        let world = try SwiftWorld(c)
        return Sides(
            swift: world.action(most: 1, build(c.world.pointee), undo: undoBuild),
            call: c.action(build_ours, most: 1), beside: other.action(build_flat, most: 1))
    }
    registerUpdates()
}

private func overExtents(
    _ name: String, _ other: String, _ call: bench_action, _ beside: bench_action, _ goal: String,
    prepare: @escaping SwiftWorld.OverExtents = { _, _, _ in },
    _ run: @escaping SwiftWorld.OverExtents,
    undo: @escaping SwiftWorld.OverExtents = { _, _, _ in }, most: Int = .max
) {
    pair(name, beside: other, atMost: goal) {
        let (c, other) = (CWorld(), CWorld())
        let world = try SwiftWorld(c)
        return Sides(
            swift: world.action(most: most, prepare: prepare, run, undo: undo),
            call: c.action(call, most: most), beside: other.action(beside, most: most))
    }
}

private func registerUpdates() {
    func overEngine(
        _ name: String, _ other: String, _ goal: String, _ call: bench_action,
        prepare: @escaping SwiftWorld.OverEngine = { _, _, _ in },
        _ run: @escaping SwiftWorld.OverEngine,
        undo: @escaping SwiftWorld.OverEngine = { _, _, _ in }, most: Int = .max,
        beside: @escaping (CWorld) throws -> Action
    ) {
        pair(name, beside: other, atMost: goal) {
            let (c, other) = (CWorld(), CWorld())
            let world = try SwiftWorld(c)
            return Sides(
                swift: world.action(most: most, prepare: prepare, run, undo: undo),
                call: c.action(call, most: most), beside: try beside(other), agree: false)
        }
    }
    overEngine("update while scrolling", "4 flat searches", "0.7", update_ours, updateScrolling) {
        $0.action(scroll_flat)
    }
    overEngine("update while scrolling", "the C call", "1.2", update_ours, updateScrolling) {
        $0.action(update_ours)
    }
    overEngine(
        "update, nothing moved", "update scrolling", "0.5", update_still_ours, prepare: updateOnce,
        updateStill
    ) {
        try SwiftWorld($0).action(updateScrolling)
    }
    overEngine(
        "insert 20 above, anchor, update", "insert 20 and a lookup", "1.6", update_insert_ours,
        prepare: prepareInsertAbove, insertAbove, undo: undoInsertAbove, most: editsMost
    ) {
        try SwiftWorld($0).action(most: editsMost, insertFew, undo: undoInsertFew)
    }
}
