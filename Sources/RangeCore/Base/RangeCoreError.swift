package import CRangeCore

/// Why a call failed.
///
/// ```swift
/// var engine = try ListEngine()
/// do {
///     try engine.removeItems(0..<1)
/// } catch {
///     print(error == .invalidArgument)  // true
/// }
/// ```
///
/// Only a ``ListEngine`` and what works without a list throw ``invalidArgument`` for an index or a number
/// that is not allowed: they may be fed from outside. Above them, in a ``RangeController``, a host or a
/// store, that is a mistake of the program, and traps with the message that the error has, such as
/// *invalid argument: index is -1*.
///
/// A call that throws has no effect, except for compound calls: the edits of a difference before
/// the one that failed were made.
///
/// Two errors are equal if they are of the same kind: ``detail`` is for logs.
public struct RangeCoreError: Error, RawRepresentable, Hashable, CaseIterable, Sendable {
    /// The number of the kind of error, 1 … 7, as in C.
    public let rawValue: UInt32

    /// What was refused, and why, such as "pageSize is 0"; nil if that is not known.
    public let detail: String?

    /// Creates an error of a kind; nil for a number that no kind has.
    public init?(rawValue: UInt32) {
        guard (1...7).contains(rawValue) else { return nil }
        self.init(rawValue, nil)
    }

    private init(_ rawValue: UInt32, _ detail: String?) {
        (self.rawValue, self.detail) = (rawValue, detail)
    }

    /// NaN, or a value that is out of bounds or not allowed.
    public static var invalidArgument: Self { Self(1, nil) }
    /// A limit of the library would be exceeded: 2³² − 2 items, 4,000,000 points per item, 2.3 ×
    /// 10¹² points per list.
    public static var limitExceeded: Self { Self(2, nil) }
    /// An allocation failed.
    public static var outOfMemory: Self { Self(3, nil) }
    /// There is none: an item at an offset of an empty list, a batch at an exhausted end, another
    /// page.
    public static var notFound: Self { Self(4, nil) }
    /// A request that is not, or no longer, in progress.
    public static var stale: Self { Self(5, nil) }
    /// A fetch is already in progress, a callback made a call that is not allowed in callbacks, or the
    /// items are edited of a list that belongs to a ``PageStore``.
    public static var busy: Self { Self(6, nil) }
    /// An internal invariant does not hold: memory corruption, or a bug in the library.
    public static var corrupt: Self { Self(7, nil) }

    /// All kinds of errors.
    public static var allCases: [Self] { (1...7).map { Self($0, nil) } }

    /// Whether two errors are of one kind, whatever they say was refused.
    public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

    /// Hashes the kind of the error.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The same error, with what was refused.
    package func because(_ detail: String) -> Self { Self(rawValue, detail) }

    /// The error of an argument that is not allowed.
    package static func argument(_ name: String, _ value: some Any) -> Self {
        invalidArgument.because("\(name) is \(value)")
    }
}

extension RangeCoreError: CustomStringConvertible {
    /// A short description, for logs: the kind of error and, where that is known, what was refused.
    public var description: String {
        let text = unsafe String(cString: rc_status_text(rc_status(rc_status.RawValue(rawValue))))
        return detail.map { "\(text): \($0)" } ?? text
    }
}

/// Throws the error of a C status unless it is OK.
package func check(_ status: rc_status) throws(RangeCoreError) {
    if status != RC_STATUS_OK { throw RangeCoreError(raw: status.rawValue) }
}

/// Throws the error of a C status unless it is OK; that of an argument says which, and its value.
@inline(__always)
package func check(
    _ status: rc_status, _ argument: @autoclosure () -> RefusedArgument
) throws(RangeCoreError) {
    if status != RC_STATUS_OK {
        throw RangeCoreError(raw: status.rawValue).about(argument())
    }
}

/// The name of an argument, and its value.
package typealias RefusedArgument = (String, any Sendable)

extension RangeCoreError {
    fileprivate func about(_ argument: RefusedArgument) -> Self {
        guard self == .invalidArgument || self == .limitExceeded else { return self }
        return because("\(argument.0) is \(argument.1)")
    }
}

// -- above the engine --

/// Makes a call whose arguments are the program's own: an invalid one is its mistake, and traps. All
/// other errors are thrown.
@inline(__always)
package func valid<Result>(
    _ call: @autoclosure () throws(RangeCoreError) -> Result
) throws(RangeCoreError) -> Result {
    do throws(RangeCoreError) {
        return try call()
    } catch {
        if error == .invalidArgument { trap(error) }
        throw error
    }
}

/// Makes a call that fails only by a mistake of the program, which traps.
@inline(__always)
package func must<Result>(_ call: @autoclosure () throws(RangeCoreError) -> Result) -> Result {
    do throws(RangeCoreError) {
        return try call()
    } catch {
        trap(error)
    }
}

// Not a precondition, whose message is not in a release.
@inline(never)
package func trap(_ error: RangeCoreError) -> Never { fatalError(error.description) }

/// Traps for a status that no argument from Swift can cause.
package func mustSucceed(_ status: rc_status) {
    precondition(status == RC_STATUS_OK, "unexpected status of the core")
}

/// Returns the object that a C function created; throws the error of its status if there is none.
package func created(
    _ pointer: OpaquePointer?, _ status: rc_status
) throws(RangeCoreError) -> OpaquePointer {
    guard let pointer = unsafe pointer else { throw RangeCoreError(raw: status.rawValue) }
    return unsafe pointer
}

/// What takes the errors of calls whose callers cannot handle them.
@MainActor
protocol ErrorReporter: AnyObject {
    func report(_ error: RangeCoreError)
}

extension ErrorReporter {
    /// Reports the error of a call; returns whether it succeeded.
    @discardableResult @inline(__always)
    func attempt<Result>(_ call: @autoclosure () throws(RangeCoreError) -> Result) -> Bool {
        do throws(RangeCoreError) {
            _ = try call()
            return true
        } catch {
            report(error)
            return false
        }
    }
}
