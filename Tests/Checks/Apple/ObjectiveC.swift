@_exported import ObjectiveC

/// https://developer.apple.com/documentation/objectivec/selector
@frozen public struct Selector: ExpressibleByStringLiteral {
    // As the compiler makes it of #selector.
    var ptr: OpaquePointer
    public init(stringLiteral value: String)
}

/// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
extension NSObject: Equatable, Hashable {
    public static func == (left: NSObject, right: NSObject) -> Bool
    public func hash(into hasher: inout Hasher)
}

/// https://developer.apple.com/documentation/objectivec/objcbool
@frozen public struct ObjCBool {
    public init(_ value: Bool)
    public var boolValue: Bool { get }
}

// What the compiler calls to convert between the two.
public func _convertBoolToObjCBool(_ x: Bool) -> ObjCBool
public func _convertObjCBoolToBool(_ x: ObjCBool) -> Bool
