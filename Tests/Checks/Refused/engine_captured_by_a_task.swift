import RangeCore

func run() throws(RangeCoreError) {
    let engine = try ListEngine()
    Task { _ = engine.count }
    _ = engine.count  // refused: risks causing data races
}
