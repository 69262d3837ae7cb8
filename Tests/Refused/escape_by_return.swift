import RangeCore

func passing(
    _ engine: inout ListEngine, _ viewport: ListViewport,
    _ body: (borrowing ListUpdate, borrowing ListEngine.Changes) throws(RangeCoreError) -> Changes
) throws(RangeCoreError) {
    _ = try engine.update(viewport, body)
}

func run(_ engine: inout ListEngine, _ viewport: ListViewport) throws(RangeCoreError) {
    try passing(&engine, viewport) { (_, changes) throws(RangeCoreError) in throw .notFound }
    try passing(&engine, viewport) { $1 }  // refused: '$1' is borrowed and cannot be consumed
}
