import RangeCore

func run(_ engine: inout ListEngine, _ viewport: Viewport) throws(RangeCoreError) {
    var kept: Changes?
    kept = nil
    try engine.update(viewport) { (_, changes) throws(RangeCoreError) in
        _ = changes.count
        kept = changes  // refused: implicit conversion to 'Changes?' is consuming
    }
    _ = consume kept
}
