internal import CRangeCore

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
/// A call that throws has no effect, except for compound calls: the edits of a difference before
/// the one that failed were made.
public enum RangeCoreError: UInt32, Error, Sendable, Hashable, CaseIterable {
    /// NaN, or a value that is out of bounds or not allowed.
    case invalidArgument = 1
    /// A limit of the library would be exceeded: 2³² − 2 items, 4,000,000 points per item, 2.3 ×
    /// 10¹² points per list.
    case limitExceeded = 2
    /// An allocation failed.
    case outOfMemory = 3
    /// There is none: an item at an offset of an empty list, a batch at an exhausted end, another
    /// page.
    case notFound = 4
    /// A request that is not, or no longer, in progress.
    case stale = 5
    /// A fetch is already in progress, or a callback made a call that is not allowed in callbacks.
    case busy = 6
    /// An internal invariant does not hold: memory corruption, or a bug in the library.
    case corrupt = 7
}

extension RangeCoreError: CustomStringConvertible {
    /// A short description, for logs.
    public var description: String {
        String(cString: rc_status_text(rc_status(rc_status.RawValue(rawValue))))
    }
}

/// Throws the error of a C status unless it is OK.
func check(_ status: rc_status) throws(RangeCoreError) {
    if status != RC_STATUS_OK { throw RangeCoreError(raw: status.rawValue) }
}

/// Traps for a status that no argument from Swift can cause.
func mustSucceed(_ status: rc_status) {
    precondition(status == RC_STATUS_OK, "unexpected status of the core")
}

/// Returns the object that a C function created; throws the error of its status if there is none.
func created(
    _ pointer: OpaquePointer?, _ status: rc_status
) throws(RangeCoreError) -> OpaquePointer {
    guard let pointer else { throw RangeCoreError(raw: status.rawValue) }
    return pointer
}
