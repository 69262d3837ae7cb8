import RangeCore

func passing(
    _ engine: borrowing ListEngine,
    _ body: (borrowing ListEngine.Changes) throws(RangeCoreError) -> ListEngine.Changes
) throws(RangeCoreError) {
    _ = try engine.withChanges(body)
}

func run(_ engine: borrowing ListEngine) throws(RangeCoreError) {
    try passing(engine) { (changes) throws(RangeCoreError) in throw .notFound }
    try passing(engine) { $0 }  // refused: '$0' is borrowed and cannot be consumed
}
