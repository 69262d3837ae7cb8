/// What an item should be ready for, as a set of bits.
///
/// ```swift
/// let state: InterfaceState = [.measureLayout, .preload]
/// print(state.contains(.display))  // false
/// print(state.isInRange)  // true
/// ```
///
/// The raw values are those of `rc_state` in C.
public struct InterfaceState: OptionSet, Sendable, Hashable {
    /// The bits, as in C.
    public let rawValue: UInt8

    /// Creates a state from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The item is in a list and may be measured. Every item of a list has this bit.
    public static let measureLayout = InterfaceState(rawValue: 1)
    /// Fetch its content from the network or from disk.
    public static let preload = InterfaceState(rawValue: 2)
    /// Rasterise its text, decode its images.
    public static let display = InterfaceState(rawValue: 4)
    /// At least one tick (1/960 point) of it is on screen.
    public static let visible = InterfaceState(rawValue: 8)
    /// It is in the first of the app's own ranges.
    public static let app0 = InterfaceState(rawValue: 16)
    /// It is in the second of the app's own ranges.
    public static let app1 = InterfaceState(rawValue: 32)
    /// It is in the third of the app's own ranges.
    public static let app2 = InterfaceState(rawValue: 64)
    /// It is in the fourth of the app's own ranges.
    public static let app3 = InterfaceState(rawValue: 128)
    /// The four bits that are not the app's own: what a visible item has.
    public static let inHierarchy = InterfaceState(rawValue: 15)

    /// Whether the item is in any range, that is, has any bit except ``measureLayout``.
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
