import RangeCore

func run(_ engine: inout ListEngine, _ viewport: ListViewport) throws(RangeCoreError) {
    _ = try engine.update(viewport)
    try engine.withChanges { (changes) throws(RangeCoreError) in
        _ = changes.count
        try engine.insertItems(count: 1, at: 0)  // refused: overlapping accesses to 'engine'
    }
}
