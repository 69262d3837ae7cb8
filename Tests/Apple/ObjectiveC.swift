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
