internal import CRangeCore

extension ListEngine {
    /// Begins a fetch at one end. Can be called even if the last decision was not `.yes`.
    ///
    /// The context can be finished on any thread; the next update takes its outcome into account.
    ///
    /// - Parameters:
    ///   - end: The end at which to fetch.
    ///   - didFinish: A closure that is called with the first outcome, on the thread that finishes.
    /// - Throws: ``RangeCoreError/busy`` while a fetch is in progress at this end,
    ///   ``RangeCoreError/notFound`` at an exhausted end.
    /// - Complexity: O(1).
    public mutating func beginBatch(
        at end: BatchEnd,
        didFinish: @escaping @Sendable (BatchContext.Outcome, (any Error)?) -> Void = { _, _ in }
    ) throws(RangeCoreError) -> BatchContext {
        recorder?.settle()
        var context: OpaquePointer?
        var token: rc_batch_token = 0
        let status = unsafe rc_list_begin_batch(list, end.c, &context, &token)
        let began = try unsafe created(context, status)
        note("begin \(end)")
        if let recorder {
            let real = unsafe BatchContext(taking: began, token: token, end: end) { _, _ in }
            return try recorder.begin(real, didFinish: didFinish)
        }
        return unsafe BatchContext(taking: began, token: token, end: end, didFinish: didFinish)
    }

    /// Lets the next update decide again at once, after failures or fetches that returned no items.
    public mutating func retryBatch(at end: BatchEnd) {
        recorder?.settle()
        mustSucceed(unsafe rc_list_retry_batch(list, end.c))
        note("retry \(end)")
    }

    /// Resets an end, for a refresh or a new filter: cancels the fetch in progress, and clears
    /// failures and exhaustion.
    public mutating func resetBatch(at end: BatchEnd) {
        recorder?.settle()
        mustSucceed(unsafe rc_list_reset_batch(list, end.c))
        note("reset \(end)")
        recorder?.reset(end)
    }

    /// Marks an end as exhausted: nothing more is fetched there until it is reset.
    public mutating func markExhausted(at end: BatchEnd) {
        recorder?.settle()
        mustSucceed(unsafe rc_list_mark_exhausted(list, end.c))
        note("mark_exhausted \(end)")
    }
}
