internal import CRangeCore

/// One fetch at an end of a list, in progress until it is finished.
///
/// ```swift
/// var engine = try ListEngine()
/// let context = try engine.beginBatch(at: .tail)
/// try engine.insertItems(count: 20, at: engine.count)
/// context.complete()
/// print(context.outcome)  // completed
/// print(context.fail())  // false
/// ```
///
/// It can be finished on any thread, any number of times, even after its list is gone: the first
/// outcome wins, later and stale ones are ignored. Releasing the last reference to an unfinished
/// context cancels the fetch, so that a forgotten one does not block the list forever.
@safe
public final class BatchContext: Sendable {
    /// The outcome of a fetch.
    ///
    /// ```swift
    /// var engine = try ListEngine()
    /// let context = try engine.beginBatch(at: .tail)
    /// engine.resetBatch(at: .tail)
    /// print(context.outcome)  // cancelled
    /// ```
    public enum Outcome: UInt32, Sendable, Hashable, CaseIterable {
        /// In progress.
        case fetching = 0
        /// Finished, with or without an insertion.
        case completed = 1
        /// Finished; pauses the end until something changes.
        case declined = 2
        /// Failed; retried with exponential back-off.
        case failed = 3
        /// Cancelled by the app, by a reset, or because its list is gone.
        case cancelled = 4
        /// Finished, and nothing more exists at this end.
        case exhausted = 5
        /// A later fetch has begun at this end.
        case stale = 6
    }

    /// The end at which to fetch.
    public let end: BatchEnd

    // Every function of `rc_batch_context` can be called from any thread, and this object holds a
    // reference of its own: the pointer is as safe to share as an atomic word.
    nonisolated(unsafe) private let context: OpaquePointer
    private let token: rc_batch_token
    private let didFinish: @Sendable (Outcome, (any Error)?) -> Void

    init(
        taking context: OpaquePointer, token: rc_batch_token, end: BatchEnd,
        didFinish: @escaping @Sendable (Outcome, (any Error)?) -> Void
    ) {
        unsafe self.context = context
        self.token = token
        self.end = end
        self.didFinish = didFinish
    }

    deinit {
        finish(.cancelled, nil)
        unsafe rc_batch_context_release(context)
    }

    /// The outcome so far.
    public var outcome: Outcome {
        Outcome(raw: unsafe rc_batch_context_outcome(context, token).rawValue)
    }

    /// Whether the fetch is in progress. The code that fetches may stop early once this is false.
    public var isFetching: Bool { outcome == .fetching }

    /// Finishes the fetch.
    ///
    /// Insert what was fetched first, so that one update takes both into account. The third fetch
    /// in succession that completes without an insertion pauses the end.
    ///
    /// - Returns: Whether this was the first outcome.
    @discardableResult
    public func complete() -> Bool { finish(.completed, nil) }

    /// Finishes the fetch, and marks this end as exhausted until it is reset.
    ///
    /// - Returns: Whether this was the first outcome.
    @discardableResult
    public func completeAndExhaust() -> Bool { finish(.exhausted, nil) }

    /// Finishes the fetch and pauses the end: until items are inserted or removed, the user scrolls
    /// again, or you call ``RangeController/retryBatch(at:)``.
    ///
    /// - Returns: Whether this was the first outcome.
    @discardableResult
    public func decline() -> Bool { finish(.declined, nil) }

    /// Finishes the fetch with an error; the list retries with exponential back-off.
    ///
    /// - Parameter error: The reason for the failure, for ``RangeController/batchError(at:)``.
    /// - Returns: Whether this was the first outcome.
    @discardableResult
    public func fail(_ error: (any Error)? = nil) -> Bool { finish(.failed, error) }

    /// Cancels the fetch: the end is paused until items are inserted or removed, the user scrolls
    /// again, or you call ``RangeController/retryBatch(at:)``.
    ///
    /// - Returns: Whether this was the first outcome.
    @discardableResult
    public func cancel() -> Bool { finish(.cancelled, nil) }

    @discardableResult
    func finish(_ outcome: Outcome, _ error: (any Error)?) -> Bool {
        guard unsafe rc_batch_context_finish(context, token, outcome.c) == RC_STATUS_OK else {
            return false
        }
        didFinish(outcome, error)
        return true
    }

    /// Sees the outcome of a fetch, which is cancelled nevertheless when its context is released.
    @safe
    final class Watch {
        private let context: OpaquePointer?
        private let token: rc_batch_token

        init(_ fetch: BatchContext) {
            unsafe (context, token) = (rc_batch_context_retain(fetch.context), fetch.token)
        }

        deinit { unsafe rc_batch_context_release(context) }

        var outcome: Outcome {
            Outcome(raw: unsafe rc_batch_context_outcome(context, token).rawValue)
        }
    }
}
