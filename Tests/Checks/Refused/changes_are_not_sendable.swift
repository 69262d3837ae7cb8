import RangeCore

func share<T: Sendable & ~Copyable>(_ value: borrowing T) {}

func run(_ changes: borrowing ListEngine.Changes) {
    share(changes.count)
    share(changes)  // refused: does not conform to the 'Sendable' protocol
}
