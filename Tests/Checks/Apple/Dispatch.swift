/// https://developer.apple.com/documentation/dispatch/dispatchqueue
open class DispatchQueue: @unchecked Sendable {
    public class var main: DispatchQueue { get }
    public class func global() -> DispatchQueue
    @preconcurrency public class func getSpecific<T: Sendable>(key: DispatchSpecificKey<T>) -> T?
    @preconcurrency public func setSpecific<T: Sendable>(key: DispatchSpecificKey<T>, value: T?)
}

extension DispatchQueue {
    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/async(execute:)
    @preconcurrency public func async(
        execute work: @escaping @Sendable @convention(block) () -> Void)
}

/// https://developer.apple.com/documentation/dispatch/dispatchsemaphore
open class DispatchSemaphore: @unchecked Sendable {
    public init(value: Int)
    public func wait()
    @discardableResult public func signal() -> Int
}

/// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol
public protocol DispatchSourceProtocol: AnyObject {
    typealias DispatchSourceHandler = @convention(block) () -> Void
    func cancel()
}

extension DispatchSourceProtocol {
    /// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/seteventhandler(handler:)
    public func setEventHandler(handler: DispatchSourceHandler?)
    /// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol/activate()
    @available(macOS 10.12, iOS 10.0, visionOS 1.0, *)
    public func activate()
}

/// https://developer.apple.com/documentation/dispatch/dispatchsourcememorypressure
public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {}

extension DispatchSourceMemoryPressure {
    public var data: DispatchSource.MemoryPressureEvent { get }
}

/// https://developer.apple.com/documentation/dispatch/dispatchsource
open class DispatchSource {
    /// https://developer.apple.com/documentation/dispatch/dispatchsource/memorypressureevent
    public struct MemoryPressureEvent: OptionSet, RawRepresentable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt)
        public static let normal: MemoryPressureEvent
        public static let warning: MemoryPressureEvent
        public static let critical: MemoryPressureEvent
    }

    /// https://developer.apple.com/documentation/dispatch/dispatchsource/makememorypressuresource(eventmask:queue:)
    public class func makeMemoryPressureSource(
        eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceMemoryPressure
}

/// https://developer.apple.com/documentation/dispatch/dispatchspecifickey
final public class DispatchSpecificKey<T>: @unchecked Sendable {
    public init()
}
