import RangeCore

func run(_ engine: borrowing ListEngine) {
    var kept: ListEngine.Changes?
    kept = nil
    engine.withChanges { changes in
        _ = changes.count
        kept = changes  // refused: implicit conversion to 'ListEngine.Changes?' is consuming
    }
    _ = consume kept
}
