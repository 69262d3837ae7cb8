import RangeCore

func run() throws(RangeCoreError) {
    let engine = try ListEngine()
    let one = engine
    _ = one.count
    _ = consume engine  // refused: 'engine' consumed more than once
}
