/// https://developer.apple.com/documentation/combine/publisher
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

/// https://developer.apple.com/documentation/combine/observableobjectpublisher
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
final public class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never
    public init()
    final public func send()
}

/// https://developer.apple.com/documentation/combine/observableobject
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where Self.ObjectWillChangePublisher.Failure == Never
    var objectWillChange: Self.ObjectWillChangePublisher { get }
}

extension ObservableObject
where Self.ObjectWillChangePublisher == ObservableObjectPublisher {
    public var objectWillChange: ObservableObjectPublisher { get }
}

/// https://developer.apple.com/documentation/combine/published
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@propertyWrapper public struct Published<Value> {
    public init(wrappedValue: Value)
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value { get set }
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value { get set }
}
