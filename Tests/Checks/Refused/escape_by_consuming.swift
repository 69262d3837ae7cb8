import RangeCore

func keep(_ changes: consuming ListEngine.Changes) {}

func run(_ engine: borrowing ListEngine) {
    engine.withChanges { changes in
        _ = changes.count
        keep(changes)  // refused: 'changes' is borrowed and cannot be consumed
    }
}
