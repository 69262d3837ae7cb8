internal import CRangeCore

extension ListEngine {
    /// Begins a fetch at one end. Not only after a *yes*: a host may decide for itself.
    ///
    /// The context may be finished on any thread; the next update sees it.
    ///
    /// - Parameters:
    ///   - end: where.
    ///   - didFinish: called with the first outcome, on the thread that finishes.
    /// - Throws: ``RangeCoreError/busy`` while a fetch of this end is in flight,
    ///   ``RangeCoreError/notFound`` at an end that has ended.
    /// - Complexity: O(1).
    public mutating func beginBatch(
        at end: BatchEnd,
        didFinish: @escaping @Sendable (BatchOutcome, (any Error)?) -> Void = { _, _ in }
    ) throws(RangeCoreError) -> BatchContext {
        var context: OpaquePointer?
        var token: rc_batch_token = 0
        let status = rc_list_begin_batch(list, end.c, &context, &token)
        return BatchContext(
            taking: try made(context, status), token: token, end: end, didFinish: didFinish)
    }

    /// Asks again after failures or fetches that brought nothing: the next update decides.
    public mutating func retryBatch(at end: BatchEnd) {
        _ = rc_list_retry_batch(list, end.c)
    }

    /// Starts an end afresh, for a refresh or a new filter: cancels what flies, forgets failures
    /// and that the end was reached.
    public mutating func resetBatch(at end: BatchEnd) {
        _ = rc_list_reset_batch(list, end.c)
    }

    /// Says that there is nothing more at an end, until it is reset.
    public mutating func endBatch(at end: BatchEnd) {
        _ = rc_list_mark_exhausted(list, end.c)
    }
}
