import RangeCore

func share<T: Sendable & ~Copyable>(_ value: borrowing T) {}

func run(_ engine: borrowing ListEngine) {
    share(engine.settings)
    share(engine)  // refused: type 'ListEngine' does not conform to the 'Sendable' protocol
}
