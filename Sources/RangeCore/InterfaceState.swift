/// What an item should be ready for: a set of ranges that it is in.
///
/// The raw values are those of `rc_state` in C.
@frozen
public struct InterfaceState: OptionSet, Sendable, Hashable {
    /// The bits, as in C.
    public let rawValue: UInt8

    /// A state of some bits.
    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The item is in a list and may be measured; every item of a list has it.
    @inlinable public static var measureLayout: InterfaceState { .init(rawValue: 1) }
    /// Fetch its content, from network or disk.
    @inlinable public static var preload: InterfaceState { .init(rawValue: 2) }
    /// Rasterise its text, decode its images.
    @inlinable public static var display: InterfaceState { .init(rawValue: 4) }
    /// It is on screen by at least one tick.
    @inlinable public static var visible: InterfaceState { .init(rawValue: 8) }
    /// It is in the first of the app's own ranges.
    @inlinable public static var app0: InterfaceState { .init(rawValue: 16) }
    /// It is in the second of the app's own ranges.
    @inlinable public static var app1: InterfaceState { .init(rawValue: 32) }
    /// It is in the third of the app's own ranges.
    @inlinable public static var app2: InterfaceState { .init(rawValue: 64) }
    /// It is in the fourth of the app's own ranges.
    @inlinable public static var app3: InterfaceState { .init(rawValue: 128) }
    /// All four that are not the app's own: what a visible item has.
    @inlinable public static var inHierarchy: InterfaceState { .init(rawValue: 15) }

    /// Whether there is anything to do for an item of this state: any bit but `measureLayout`.
    @inlinable
    public var isInRange: Bool { rawValue > 1 }
}

extension InterfaceState: CustomStringConvertible {
    /// The names of the bits, such as `[measureLayout, preload]`.
    public var description: String {
        let names = [
            "measureLayout", "preload", "display", "visible", "app0", "app1", "app2", "app3",
        ]
        let set = names.indices.filter { rawValue & (1 << $0) != 0 }.map { names[$0] }
        return "[\(set.joined(separator: ", "))]"
    }
}
