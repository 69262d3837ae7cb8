// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported import Foundation

/// https://developer.apple.com/documentation/xctest/xctest
open class XCTest: NSObject {}

/// https://developer.apple.com/documentation/xctest/xctestcase
open class XCTestCase: XCTest {}

/// https://developer.apple.com/documentation/xctest/xctassertequal(_:_:accuracy:_:file:line:)-7lmd5
public func XCTAssertEqual<T: FloatingPoint>(
    _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
    accuracy: T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
    line: UInt = #line)

/// https://developer.apple.com/documentation/xctest/xctassertequal(_:_:_:file:line:)
public func XCTAssertEqual<T: Equatable>(
    _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line)

/// https://developer.apple.com/documentation/xctest/xctassertlessthan(_:_:_:file:line:)
public func XCTAssertLessThan<T: Comparable>(
    _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line)

/// https://developer.apple.com/documentation/xctest/xctassertlessthanorequal(_:_:_:file:line:)
public func XCTAssertLessThanOrEqual<T: Comparable>(
    _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line)

/// https://developer.apple.com/documentation/xctest/xctassertgreaterthan(_:_:_:file:line:)
public func XCTAssertGreaterThan<T: Comparable>(
    _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line)

/// https://developer.apple.com/documentation/xctest/xctasserttrue(_:_:file:line:)
public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line)

/// https://developer.apple.com/documentation/xctest/xctassertfalse(_:_:file:line:)
public func XCTAssertFalse(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line)

/// https://developer.apple.com/documentation/xctest/xctunwrap(_:_:file:line:)
public func XCTUnwrap<T>(
    _ expression: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws -> T

/// https://developer.apple.com/documentation/xctest/xctskip-swift.struct
public struct XCTSkip: Error {
    public init(
        _ message: @autoclosure () -> String? = nil, file: StaticString = #filePath,
        line: UInt = #line)
}

#if os(iOS)
/// https://developer.apple.com/documentation/xcuiautomation/xcuielement
@MainActor open class XCUIElement: NSObject {
    open var label: String { get }
    open var staticTexts: XCUIElementQuery { get }
    open func swipeDown(velocity: XCUIGestureVelocity)
    open func waitForExistence(timeout: TimeInterval) -> Bool
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication
@MainActor open class XCUIApplication: XCUIElement {
    public init()
    open func launch()
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery
@MainActor open class XCUIElementQuery: NSObject {
    open subscript(key: String) -> XCUIElement { get }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuigesturevelocity
public struct XCUIGestureVelocity: RawRepresentable, Sendable {
    public init(rawValue: CGFloat)
    public var rawValue: CGFloat { get }
    public static let fast: XCUIGestureVelocity
}
#endif
