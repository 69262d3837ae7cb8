import RangeCore

func keep(_ changes: consuming Changes) {}

func run(_ engine: inout ListEngine, _ viewport: Viewport) throws(RangeCoreError) {
    try engine.update(viewport) { (_, changes) throws(RangeCoreError) in
        _ = changes.count
        keep(changes)  // refused: 'changes' is borrowed and cannot be consumed
    }
}
