internal import CRangeCore

/// One fetch of a batch, in flight until it is finished.
///
/// It may be finished on any thread, any number of times, also after its list is gone: the first
/// outcome wins, a later or a stale one is ignored. A context that nobody holds any more and that
/// was not finished counts as cancelled, so that a forgotten one does not stop the list for ever.
public final class BatchContext: Sendable {
    /// The end that is fetched.
    public let end: BatchEnd

    // Every function of `rc_batch_context` can be called from any thread, and this object holds a
    // reference of its own: the pointer is as safe to share as an atomic word.
    nonisolated(unsafe) private let context: OpaquePointer
    private let token: rc_batch_token
    private let didFinish: @Sendable (BatchOutcome, (any Error)?) -> Void

    init(
        taking context: OpaquePointer, token: rc_batch_token, end: BatchEnd,
        didFinish: @escaping @Sendable (BatchOutcome, (any Error)?) -> Void
    ) {
        self.context = context
        self.token = token
        self.end = end
        self.didFinish = didFinish
    }

    deinit {
        finish(.cancelled, nil)
        rc_batch_context_release(context)
    }

    /// How the flight stands.
    public var outcome: BatchOutcome {
        BatchOutcome(rc_batch_context_outcome(context, token))
    }

    /// Whether the flight is not finished.
    public var isFetching: Bool { outcome == .fetching }

    /// Whether the flight need not go on: it was cancelled, or another has taken its place.
    ///
    /// For the side that fetches, to stop early.
    public var wasCancelled: Bool { rc_batch_context_was_cancelled(context, token) }

    /// Finishes the flight.
    ///
    /// Insert what was fetched before, so that the list sees both at once.
    ///
    /// - Parameter didComplete: `false` says that there was nothing to fetch: the list asks no more
    ///   until items are inserted or removed, the user scrolls anew, or a retry.
    /// - Returns: whether this was the first outcome.
    @discardableResult
    public func complete(_ didComplete: Bool) -> Bool {
        finish(didComplete ? .completed : .declined, nil)
    }

    /// Finishes the flight, and says that there is nothing more at this end, until it is reset.
    ///
    /// - Returns: whether this was the first outcome.
    @discardableResult
    public func completeAndEnd() -> Bool {
        finish(.ended, nil)
    }

    /// Finishes the flight with an error; the list tries again after a while that grows.
    ///
    /// - Parameter error: what went wrong, for ``RangeController/batchError(at:)``.
    /// - Returns: whether this was the first outcome.
    @discardableResult
    public func fail(_ error: (any Error)? = nil) -> Bool {
        finish(.failed, error)
    }

    /// Gives the flight up; the list asks no more until items are inserted or removed, the user
    /// scrolls anew, or a retry.
    ///
    /// - Returns: whether this was the first outcome.
    @discardableResult
    public func cancel() -> Bool {
        finish(.cancelled, nil)
    }

    @discardableResult
    private func finish(_ outcome: BatchOutcome, _ error: (any Error)?) -> Bool {
        guard rc_batch_context_finish(context, token, outcome.c) == RC_STATUS_OK else {
            return false
        }
        didFinish(outcome, error)
        return true
    }
}
