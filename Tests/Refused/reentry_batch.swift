import RangeCore

func run(_ engine: inout ListEngine, _ viewport: ListViewport) throws(RangeCoreError) {
    _ = try engine.update(viewport) { (update, _) throws(RangeCoreError) in
        _ = update.tail
        _ = try engine.beginBatch(at: .tail)  // refused: overlapping accesses to 'engine'
    }
}
