public import CRangeCore

/// Why a call was refused.
///
/// Nothing has changed where one is thrown, save where a call does more than one thing: the edits of
/// a difference before the one refused were made, an update whose closure throws was made, and what
/// became of a page says ``Paginator/state``.
@frozen
public enum RangeCoreError: UInt32, Error, Sendable, Hashable, CaseIterable {
    /// An argument is not allowed: not a number, out of bounds, an unknown value.
    case argument = 1
    /// The result would pass a limit of the library; see ``Limits``.
    case limit = 2
    /// There is no memory for it.
    case noMemory = 3
    /// There is no such thing: an item of an empty list, say.
    case notFound = 4
    /// A token was finished before, is older than the current one, or belongs to something else.
    case stale = 5
    /// A fetch of this end, or of a page, is already in flight.
    case busy = 6
    /// A check of the library's own structures failed: memory was overwritten, or a bug of ours.
    case invalid = 7
}

extension RangeCoreError: CustomStringConvertible {
    /// What the error says, in a few words, for logs.
    public var description: String {
        String(cString: rc_status_text(rc_status(rc_status.RawValue(rawValue))))
    }
}

/// Throws what a C status says, or returns where it is OK.
@inlinable @inline(__always)
func check(_ status: rc_status) throws(RangeCoreError) {
    if status != RC_STATUS_OK { throw RangeCoreError(refusal: status) }
}

/// What a C function has made; throws what its status says where that is nothing.
func made(_ pointer: OpaquePointer?, _ status: rc_status) throws(RangeCoreError) -> OpaquePointer {
    guard let pointer else { throw RangeCoreError(refusal: status) }
    return pointer
}

extension RangeCoreError {
    // Never inlined: a caller's fast path is then one comparison.
    @usableFromInline @inline(never)
    init(refusal status: rc_status) {
        self = RangeCoreError(rawValue: UInt32(truncatingIfNeeded: status.rawValue)) ?? .invalid
    }
}
