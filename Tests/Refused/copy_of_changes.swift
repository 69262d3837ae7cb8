import RangeCore

func run(_ changes: borrowing ListEngine.Changes) {
    _ = changes.count
    let copy = copy changes  // refused: 'copy' cannot be applied to noncopyable types
}
