import RangeCore

func later(_ work: @escaping () -> Void) {}

func run(_ changes: borrowing ListEngine.Changes) {
    _ = changes.count
    later { _ = changes.count }  // refused: 'changes' cannot be captured by an escaping closure
}
