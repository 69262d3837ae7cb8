import RangeCore

func run() throws(RangeCoreError) {
    var engine = try ListEngine()
    try engine.insert(1, at: 0)
    let other = consume engine
    _ = other.count
    try engine.insert(1, at: 0)  // refused: 'engine' used after consume
}
