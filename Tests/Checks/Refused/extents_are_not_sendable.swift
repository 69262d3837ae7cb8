import RangeCore
import RangeCoreParts

func share<T: Sendable & ~Copyable>(_ value: borrowing T) {}

func run(_ extents: borrowing ListExtents) {
    share(extents.count)
    share(extents)  // refused: type 'ListExtents' does not conform to the 'Sendable' protocol
}
