import RangeCore

func run(_ engine: inout ListEngine, _ viewport: ListViewport) throws(RangeCoreError) {
    var kept: ListEngine.Changes?
    kept = nil
    _ = try engine.update(viewport) { (_, changes) throws(RangeCoreError) in
        _ = changes.count
        kept = changes  // refused: implicit conversion to 'ListEngine.Changes?' is consuming
    }
    _ = consume kept
}
