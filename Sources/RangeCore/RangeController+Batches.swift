extension RangeController {
    // Who fetches at an end.
    @MainActor
    struct Fetcher {
        var wants: @MainActor (RangeController, BatchDecision) -> Bool = { $1.wantsFetch }
        // Returns what to cancel.
        let begin: @MainActor (RangeController, BatchContext) -> Task<Void, any Error>?
    }

    // The fetch in progress at an end, or the last one. The context belongs to whoever fetches.
    @MainActor
    final class Request {
        weak var context: BatchContext?
        var task: Task<Void, any Error>?
        var error: (any Error)?

        // Replaced by a reset or a later fetch, or its list is gone.
        deinit { task?.cancel() }
    }

    struct PerEnd<Value> {
        var tail, head: Value

        subscript(end: BatchEnd) -> Value {
            get { end == .tail ? tail : head }
            set { if end == .tail { tail = newValue } else { head = newValue } }
        }
    }

    /// Fetches the batches of one end with an async closure, from now on.
    ///
    /// ```swift
    /// list.fetchBatches { count in
    ///     let reply = try await server.photos(after: count)
    ///     return (reply.photos, reply.isLast)
    /// } insert: { new, list in
    ///     photos += new
    ///     try list.insertItems(count: new.count, at: list.count)
    /// }
    /// ```
    ///
    /// Each end has one fetcher, which the last of these calls sets: this one,
    /// ``fetchBatches(at:with:)``, ``Paginator/attach(to:loadingRowExtent:)`` or
    /// ``stopFetchingBatches(at:)``. An update whose decision is to fetch calls it, unless a fetch
    /// is in progress; ``beginBatch(at:)`` needs none.
    ///
    /// `fetch` never runs on the main actor. Errors are retried with exponential back-off; a
    /// `CancellationError`, or any error of a task that was cancelled, cancels the fetch. A reset,
    /// or the end of the controller, cancels the task. A batch without items is fetched again at
    /// once, but at most three times in succession.
    ///
    /// - Parameters:
    ///   - end: where to fetch. For the head also set ``ListSettings/leadingScreensAtHead``.
    ///   - fetch: fetches a batch, given the number of items in the list; returns items in the
    ///     order of the list, and whether nothing more exists at this end.
    ///   - insert: adds the items to the app's data and inserts as many into this list, which is
    ///     passed so that the closure need not hold it. An error that it throws is a failure too.
    public func fetchBatches<Item: Sendable>(
        at end: BatchEnd = .tail,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> (items: [Item], isLast: Bool),
        insert: @escaping @MainActor ([Item], RangeController) throws -> Void
    ) {
        fetchers[end] = Fetcher { controller, context in
            let count = controller.count
            return Task { [weak controller] in
                try await context.finish { () async throws -> Bool in
                    let batch = try await fetch(count)
                    // It is stale after a reset, or once the list is gone.
                    guard let controller, !Task.isCancelled else { throw CancellationError() }
                    try insert(batch.items, controller)
                    return batch.isLast
                }
            }
        }
    }

    /// Fetches the batches of one end with a delegate, from now on; see
    /// ``fetchBatches(at:fetch:insert:)`` for what takes precedence.
    ///
    /// - Parameters:
    ///   - end: where to fetch. For the head also set ``ListSettings/leadingScreensAtHead``.
    ///   - delegate: held weakly.
    public func fetchBatches(
        at end: BatchEnd = .tail, with delegate: any BatchFetchingDelegate
    ) {
        fetchers[end] = Fetcher { [weak delegate] in
            delegate?.shouldFetchBatch(for: $0, at: end, $1) ?? false
        } begin: { [weak delegate] _, context in
            Task.detached { [weak delegate] in delegate?.willBeginBatchFetch(with: context) }
            return nil
        }
    }

    /// Fetches no more batches at an end.
    public func stopFetchingBatches(at end: BatchEnd = .tail) {
        fetchers[end] = nil
    }

    /// Begins a fetch at one end, whatever its decision and its fetcher, to be finished by the
    /// caller.
    ///
    /// - Throws: ``RangeCoreError/busy`` while a fetch is in progress at this end,
    ///   ``RangeCoreError/notFound`` at an exhausted end.
    /// - Complexity: O(1).
    public func beginBatch(at end: BatchEnd) throws(RangeCoreError) -> BatchContext {
        let request = Request()
        let context = try engine.beginBatch(at: end) { [weak self, weak request] outcome, error in
            Task { @MainActor [weak self, weak request] in
                // Not `requests[end]`: another fetch may have begun there meanwhile.
                if outcome == .failed { request?.error = error }
                guard let self else { return }
                onBatchFinish?(end, outcome)
                if schedulesUpdates { setNeedsUpdate() }
            }
        }
        request.context = context
        requests[end] = request
        return context
    }

    /// Returns whether a fetch is in progress at an end.
    public func isFetchingBatch(at end: BatchEnd = .tail) -> Bool {
        requests[end].context?.isFetching ?? false
    }

    /// Returns what the last fetch at an end failed with; nil once another has begun.
    public func batchError(at end: BatchEnd = .tail) -> (any Error)? { requests[end].error }

    /// Lets the next update decide again at once, after failures or fetches that brought nothing.
    public func retryBatch(at end: BatchEnd = .tail) { engine.retryBatch(at: end) }

    /// Cancels the fetch in progress, if any, and its task; as ``BatchContext/cancel()``.
    public func cancelBatch(at end: BatchEnd = .tail) {
        requests[end].context?.cancel()
        requests[end].task?.cancel()
    }

    /// Resets an end, for a refresh or a new filter: cancels the fetch in progress and its task,
    /// and clears failures and exhaustion. The next update decides.
    public func resetBatch(at end: BatchEnd = .tail) {
        engine.resetBatch(at: end)
        requests[end] = Request()
    }

    /// Marks an end as exhausted: nothing more is fetched there until it is reset.
    public func markExhausted(at end: BatchEnd = .tail) { engine.markExhausted(at: end) }

    // Begins what an update has decided.
    func beginBatches(_ update: ListUpdate) {
        for end in BatchEnd.allCases where update[end].answer != .no {
            guard let fetcher = fetchers[end], fetcher.wants(self, update[end]),
                // The delegate may have begun one by itself.
                let context = try? beginBatch(at: end)
            else { continue }
            requests[end].task = fetcher.begin(self, context)
        }
    }
}

extension BatchContext {
    /// Finishes with the result of an operation, which returns whether this end is exhausted.
    ///
    /// - Throws: what the operation throws. If it has finished the context by itself, that outcome
    ///   wins.
    @MainActor
    func finish(_ operation: @MainActor () async throws -> Bool) async throws {
        do {
            if try await operation() { completeAndExhaust() } else { complete() }
        } catch {
            if error is CancellationError || Task.isCancelled { cancel() } else { fail(error) }
            throw error
        }
    }
}
