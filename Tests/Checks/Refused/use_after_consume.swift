import RangeCore

func run() throws(RangeCoreError) {
    var engine = try ListEngine()
    try engine.insertItems(count: 1, at: 0)
    let other = consume engine
    _ = other.count
    try engine.insertItems(count: 1, at: 0)  // refused: 'engine' used after consume
}
