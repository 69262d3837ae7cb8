@_exported import CoreFoundation

/// https://developer.apple.com/documentation/corefoundation/cgfloat-swift.struct
///
/// The compiler converts between it and Double by itself.
public struct CGFloat: Hashable, Comparable, SignedNumeric, ExpressibleByFloatLiteral, Sendable {
    public init(_ value: Double)
    public init(_ value: Int)
    public init?<T: BinaryInteger>(exactly source: T)
    public init(floatLiteral value: Double)
    public init(integerLiteral value: Int)
    public static var infinity: CGFloat { get }
    public static var greatestFiniteMagnitude: CGFloat { get }
    public var magnitude: CGFloat { get }
    public static func == (left: CGFloat, right: CGFloat) -> Bool
    public static func < (left: CGFloat, right: CGFloat) -> Bool
    public static func + (left: CGFloat, right: CGFloat) -> CGFloat
    public static func - (left: CGFloat, right: CGFloat) -> CGFloat
    public static func * (left: CGFloat, right: CGFloat) -> CGFloat
    public static func / (left: CGFloat, right: CGFloat) -> CGFloat
    public static func *= (left: inout CGFloat, right: CGFloat)
    public func hash(into hasher: inout Hasher)
}

/// https://developer.apple.com/documentation/swift/double/init(_:)-7aixd
extension Double {
    public init(_ value: CGFloat)
}

/// https://developer.apple.com/documentation/corefoundation/cgpoint
extension CGPoint: Equatable {
    public static var zero: CGPoint { get }
    public init(x: Double, y: Double)
    public static func == (left: CGPoint, right: CGPoint) -> Bool
}

/// https://developer.apple.com/documentation/corefoundation/cgsize
extension CGSize: Equatable {
    public static var zero: CGSize { get }
    public init(width: Double, height: Double)
    public static func == (left: CGSize, right: CGSize) -> Bool
}

/// https://developer.apple.com/documentation/corefoundation/cgrect
extension CGRect: Equatable {
    public static var zero: CGRect { get }
    public init(x: Double, y: Double, width: Double, height: Double)
    public var minX: CGFloat { get }
    public var minY: CGFloat { get }
    public var maxX: CGFloat { get }
    public var maxY: CGFloat { get }
    public var width: CGFloat { get }
    public var height: CGFloat { get }
    public func intersects(_ other: CGRect) -> Bool
    public static func == (left: CGRect, right: CGRect) -> Bool
}
