import RangeCore

@MainActor
func run(_ list: RangeController, _ viewport: ListViewport) throws(RangeCoreError) -> Double {
    let update = try list.update(viewport)
    try list.update(viewport)  // refused: result of call to 'update' is unused
    return update.correction
}
