import RangeCore

func run() throws(RangeCoreError) {
    let engine = try ListEngine()
    let one = engine
    _ = one.count
    let two = engine  // refused: 'engine' consumed more than once
}
