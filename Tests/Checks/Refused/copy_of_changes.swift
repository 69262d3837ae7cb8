import RangeCore

func run(_ changes: borrowing ListEngine.Changes) {
    _ = changes.count
    _ = copy changes  // refused: 'copy' cannot be applied to noncopyable types
}
