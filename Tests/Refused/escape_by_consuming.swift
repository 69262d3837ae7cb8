import RangeCore

func keep(_ changes: consuming ListEngine.Changes) {}

func run(_ engine: inout ListEngine, _ viewport: ListViewport) throws(RangeCoreError) {
    _ = try engine.update(viewport) { (_, changes) throws(RangeCoreError) in
        _ = changes.count
        keep(changes)  // refused: 'changes' is borrowed and cannot be consumed
    }
}
