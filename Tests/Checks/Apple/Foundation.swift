@_exported import CoreFoundation
@_exported import Dispatch
@_exported import ObjectiveC

// -- values, and the classes that Objective-C has for them --

/// https://developer.apple.com/documentation/foundation/nsstring
open class NSString: NSObject {}

/// https://developer.apple.com/documentation/foundation/characterset
public struct CharacterSet: Hashable, Sendable {
    public static var whitespaces: CharacterSet { get }
    public static func == (left: CharacterSet, right: CharacterSet) -> Bool
    public func hash(into hasher: inout Hasher)
}

extension StringProtocol {
    /// https://developer.apple.com/documentation/swift/stringprotocol/capitalized
    public var capitalized: String { get }
    /// https://developer.apple.com/documentation/swift/stringprotocol/trimmingcharacters(in:)
    public func trimmingCharacters(in set: CharacterSet) -> String
    /// https://developer.apple.com/documentation/swift/stringprotocol/components(separatedby:)
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String]
}

extension String {
    /// https://developer.apple.com/documentation/swift/string/encoding
    public struct Encoding: Sendable {
        public static let utf8: Encoding
    }
    /// https://developer.apple.com/documentation/swift/string/init(contentsof:encoding:)
    public init(contentsOf url: URL, encoding enc: Encoding) throws
}

/// https://developer.apple.com/documentation/foundation/nsarray
open class NSArray: NSObject {}

/// https://developer.apple.com/documentation/foundation/nsindexpath
open class NSIndexPath: NSObject {}

extension String: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSString
    public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?)
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSString, result: inout String?
    ) -> Bool
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String
}

extension Array: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSArray
    public static func _forceBridgeFromObjectiveC(_ source: NSArray, result: inout Array?)
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSArray, result: inout Array?
    ) -> Bool
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSArray?) -> Array
}

/// https://developer.apple.com/documentation/foundation/indexpath
public struct IndexPath: Hashable, Comparable, Sendable {
    public init()
    public init(indexes: [Int])
    public var count: Int { get }
    public subscript(index: Int) -> Int { get set }
    public static func == (left: IndexPath, right: IndexPath) -> Bool
    public static func < (left: IndexPath, right: IndexPath) -> Bool
    public func hash(into hasher: inout Hasher)
}

extension IndexPath: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSIndexPath
    public static func _forceBridgeFromObjectiveC(
        _ source: NSIndexPath, result: inout IndexPath?)
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSIndexPath, result: inout IndexPath?
    ) -> Bool
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSIndexPath?) -> IndexPath
}

/// https://developer.apple.com/documentation/foundation/nszone
public struct NSZone {}

/// https://developer.apple.com/documentation/foundation/nscopying
public protocol NSCopying {
    func copy(with zone: NSZone?) -> Any
}

/// https://developer.apple.com/documentation/foundation/nscoder
open class NSCoder: NSObject {}

// -- threads --

/// https://developer.apple.com/documentation/foundation/thread
open class Thread: NSObject, @unchecked Sendable {
    open class func sleep(forTimeInterval ti: TimeInterval)
}

/// https://developer.apple.com/documentation/foundation/nslock
open class NSLock: NSObject, @unchecked Sendable {
    public override init()
    /// https://developer.apple.com/documentation/foundation/nslocking/withlock(_:)
    public func withLock<R>(_ body: () throws -> R) rethrows -> R
}

// -- memory, of Darwin, which Foundation exports --

public func free(_ pointer: UnsafeMutableRawPointer!)
public func realloc(_ pointer: UnsafeMutableRawPointer!, _ size: Int) -> UnsafeMutableRawPointer!

// -- notifications --

/// https://developer.apple.com/documentation/foundation/nsnotification
open class NSNotification: NSObject {
    open var userInfo: [AnyHashable: Any]? { get }
    /// https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct
    public struct Name: Hashable, Sendable {
        public init(_ rawValue: String)
        public static func == (left: Name, right: Name) -> Bool
        public func hash(into hasher: inout Hasher)
    }
}

/// https://developer.apple.com/documentation/foundation/notificationcenter
open class NotificationCenter: NSObject, @unchecked Sendable {
    open class var `default`: NotificationCenter { get }
    open func addObserver(
        _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?,
        object anObject: Any?)
    open func removeObserver(_ observer: Any)
    open func post(name aName: NSNotification.Name, object anObject: Any?)
}

// -- time --

/// https://developer.apple.com/documentation/foundation/timeinterval
public typealias TimeInterval = Double

/// https://developer.apple.com/documentation/foundation/date
public struct Date: Hashable, Comparable, Sendable {
    public init(timeIntervalSinceNow: TimeInterval)
    public static func == (left: Date, right: Date) -> Bool
    public static func < (left: Date, right: Date) -> Bool
    public func hash(into hasher: inout Hasher)
}

/// https://developer.apple.com/documentation/foundation/runloop
open class RunLoop: NSObject {
    open class var main: RunLoop { get }
    open func run(until limitDate: Date)
}

// -- loading --

/// https://developer.apple.com/documentation/foundation/url
public struct URL: Hashable, Sendable, Codable {
    public init?(string: String)
    public init(fileURLWithPath path: String)
    public func deletingLastPathComponent() -> URL
    public func appendingPathComponent(_ pathComponent: String) -> URL
    public var host: String? { get }
    public var query: String? { get }
    public var lastPathComponent: String { get }
    public init(from decoder: any Decoder) throws
    public func encode(to encoder: any Encoder) throws
    public static func == (left: URL, right: URL) -> Bool
    public func hash(into hasher: inout Hasher)
}

/// https://developer.apple.com/documentation/foundation/data
public struct Data: Hashable, Sendable {
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8
    public var count: Int { get }
    public static func == (left: Data, right: Data) -> Bool
    public func hash(into hasher: inout Hasher)
}

/// https://developer.apple.com/documentation/foundation/urlresponse
open class URLResponse: NSObject, @unchecked Sendable {
    public init(
        url URL: URL, mimeType MIMEType: String?, expectedContentLength length: Int,
        textEncodingName name: String?)
}

/// https://developer.apple.com/documentation/foundation/urlrequest
public struct URLRequest: Hashable, Sendable {
    public var url: URL? { get set }
    public static func == (left: URLRequest, right: URLRequest) -> Bool
    public func hash(into hasher: inout Hasher)
}

/// https://developer.apple.com/documentation/foundation/urlcache
open class URLCache: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/foundation/urlcache/storagepolicy
    public enum StoragePolicy: UInt, Sendable {
        case allowed
        case allowedInMemoryOnly
        case notAllowed
    }
}

/// https://developer.apple.com/documentation/foundation/urlerror
public struct URLError: Error, Hashable {
    public init(_ code: URLError.Code)
    public static func == (left: URLError, right: URLError) -> Bool
    public func hash(into hasher: inout Hasher)
    public struct Code: Hashable, Sendable {
        public static var timedOut: URLError.Code { get }
        public static var cannotDecodeContentData: URLError.Code { get }
    }
}

/// https://developer.apple.com/documentation/foundation/urlprotocolclient
public protocol URLProtocolClient: NSObjectProtocol {
    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse,
        cacheStoragePolicy policy: URLCache.StoragePolicy)
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
}

/// https://developer.apple.com/documentation/foundation/urlprotocol
open class URLProtocol: NSObject {
    open var client: (any URLProtocolClient)? { get }
    open var request: URLRequest { get }
    open class func canInit(with request: URLRequest) -> Bool
    open class func canonicalRequest(for request: URLRequest) -> URLRequest
    open func startLoading()
    open func stopLoading()
    open class func registerClass(_ protocolClass: AnyClass) -> Bool
}

/// https://developer.apple.com/documentation/foundation/urlsession
open class URLSession: NSObject, @unchecked Sendable {
    open class var shared: URLSession { get }
    /// https://developer.apple.com/documentation/foundation/urlsession/data(from:delegate:)
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    public func data(from url: URL) async throws -> (Data, URLResponse)
}

/// https://developer.apple.com/documentation/foundation/jsonencoder
open class JSONEncoder: @unchecked Sendable {
    public init()
    open func encode<T: Encodable>(_ value: T) throws -> Data
}

/// https://developer.apple.com/documentation/foundation/jsondecoder
open class JSONDecoder: @unchecked Sendable {
    public init()
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
}

/// https://developer.apple.com/documentation/foundation/nsuseractivity
open class NSUserActivity: NSObject {
    public init(activityType: String)
    open var userInfo: [AnyHashable: Any]? { get set }
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any])
}

/// https://developer.apple.com/documentation/foundation/userdefaults
open class UserDefaults: NSObject, @unchecked Sendable {
    open class var standard: UserDefaults { get }
    open func bool(forKey defaultName: String) -> Bool
}

/// https://developer.apple.com/documentation/foundation/nsnotfound-4qp9h
// swift-format-ignore: AlwaysUseLowerCamelCase
public var NSNotFound: Int { get }

/// https://developer.apple.com/documentation/foundation/bundle
open class Bundle: NSObject {}
