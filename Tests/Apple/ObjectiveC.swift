@_exported import ObjectiveC

/// https://developer.apple.com/documentation/objectivec/selector
public struct Selector: ExpressibleByStringLiteral {
    public init(stringLiteral value: String)
}

/// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
extension NSObject: Equatable, Hashable {
    public static func == (left: NSObject, right: NSObject) -> Bool
    public func hash(into hasher: inout Hasher)
}

extension NSObject {
    /// https://developer.apple.com/documentation/objectivec/nsobjectprotocol/responds(to:)
    @objc open func responds(to aSelector: Selector!) -> Bool
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/forwardingtarget(for:)
    @objc open func forwardingTarget(for aSelector: Selector!) -> Any?
}

/// https://developer.apple.com/documentation/objectivec/objcbool
@frozen public struct ObjCBool {
    public init(_ value: Bool)
    public var boolValue: Bool { get }
}

// What the compiler calls to convert between the two.
public func _convertBoolToObjCBool(_ x: Bool) -> ObjCBool
public func _convertObjCBoolToBool(_ x: ObjCBool) -> Bool
