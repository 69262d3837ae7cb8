import RangeCore

func run(_ engine: inout ListEngine, _ viewport: ListViewport) throws(RangeCoreError) {
    _ = try engine.update(viewport)
    try engine.withChanges { (changes) throws(RangeCoreError) in
        _ = changes.count
        _ = try engine.update(viewport)  // refused: overlapping accesses to 'engine'
    }
}
