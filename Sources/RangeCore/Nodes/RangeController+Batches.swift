extension RangeController {
    // The fetcher of an end.
    @MainActor
    struct Fetcher {
        var wants: @MainActor (RangeController, BatchDecision) -> Bool = { $1.wantsFetch }
        // Returns what to cancel.
        let begin: @MainActor (RangeController, BatchContext) -> Task<Void, Never>?
    }

    // The fetch in progress at an end, or the last one. The context is held by the fetcher.
    @MainActor
    final class Request {
        weak var context: BatchContext?
        var task: Task<Void, Never>?
        // Once it is over, and what it came to is known here, with the error.
        var isOver = false
        var error: (any Error)?

        // Stale after a reset or a later fetch, or because the list is gone.
        deinit { task?.cancel() }
    }

    struct PerEnd<Value> {
        var tail, head: Value

        subscript(end: BatchEnd) -> Value {
            get { end == .tail ? tail : head }
            set { if end == .tail { tail = newValue } else { head = newValue } }
        }
    }

    /// Makes an async closure fetch the batches of one end.
    ///
    /// ```swift
    /// list.setBatchFetcher { count in
    ///     let reply = try await server.photos(after: count)
    ///     return (reply.photos, reply.isLast)
    /// } insert: { new, list in
    ///     photos += new
    ///     try list.insertItems(count: new.count, at: list.count)
    /// }
    /// ```
    ///
    /// Each end has one fetcher, set by the last of these calls: this one,
    /// ``setBatchFetcher(_:at:)`` or ``removeBatchFetcher(at:)``. An update that decides to fetch calls it, unless a fetch is in
    /// progress; ``beginBatch(at:)`` works without a fetcher.
    ///
    /// `fetch` never runs on the main actor. Errors are retried with exponential back-off; a
    /// `CancellationError`, or any error of a task that was cancelled, cancels the fetch. A reset,
    /// or deallocating the controller, cancels the task. After a batch without items the next fetch
    /// begins at once; the third in succession pauses the end.
    ///
    /// - Parameters:
    ///   - end: The end at which to fetch. One at which nothing was fetched so far, as at the head by
    ///     default, now fetches within two screenfuls; set ``ListSettings/leadingScreensAtHead``
    ///     afterwards for another distance.
    ///   - fetch: A closure that fetches a batch, given the number of items in the list; returns
    ///     items in the order of the list, and whether nothing more exists at this end.
    ///   - insert: A closure that adds the items to the app's data and inserts as many into this
    ///     list, which is passed so that the closure need not hold it. Throwing an error is a
    ///     failure too.
    public func setBatchFetcher<Item: Sendable>(
        at end: BatchEnd = .tail,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> (items: [Item], isLast: Bool),
        insert: @escaping @MainActor ([Item], RangeController) throws -> Void
    ) {
        setFetcher(at: end, fetch: fetch) { items, controller, finish in
            try insert(items, controller)
            finish()
        }
    }

    /// The same; the fetch is in progress until the closure that inserts has called the one it is given.
    func setFetcher<Item: Sendable>(
        at end: BatchEnd,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> (items: [Item], isLast: Bool),
        insert:
            @escaping @MainActor (
                [Item], RangeController, _ finish: @escaping @MainActor () -> Void
            )
            throws -> Void
    ) {
        switchOn(end)
        fetchers[end] = Fetcher { controller, context in
            let (count, scheduler) = (controller.count, controller.scheduler)
            return Task { @concurrent [weak controller] in
                let result: Result<(items: [Item], isLast: Bool), any Error>
                do {
                    result = .success(try await fetch(count))
                } catch {
                    result = .failure(Task.isCancelled ? CancellationError() : error)
                }
                scheduler.schedule { [weak controller] in
                    context.take(result) { batch throws in
                        guard let controller else { throw CancellationError() }
                        try insert(batch.items, controller) {
                            if batch.isLast {
                                context.completeAndExhaust()
                            } else {
                                context.complete()
                            }
                        }
                    }
                }
            }
        }
    }

    /// Makes a delegate fetch the batches of one end. The last fetcher set is the one used; see
    /// ``setBatchFetcher(at:fetch:insert:)``.
    ///
    /// - Parameters:
    ///   - delegate: The delegate, held weakly.
    ///   - end: The end at which to fetch. One at which nothing was fetched so far, as at the head by
    ///     default, now fetches within two screenfuls; set ``ListSettings/leadingScreensAtHead``
    ///     afterwards for another distance.
    public func setBatchFetcher(
        _ delegate: any BatchFetchingDelegate, at end: BatchEnd = .tail
    ) {
        switchOn(end)
        fetchers[end] = Fetcher { [weak delegate] in
            delegate?.shouldFetchBatch(for: $0, at: end, decision: $1) ?? false
        } begin: { [weak delegate] _, context in
            Task.detached { [weak delegate] in delegate?.willBeginBatchFetch(with: context) }
            return nil
        }
    }

    // Nobody sets a fetcher for an end at which nothing is fetched.
    private func switchOn(_ end: BatchEnd) {
        if fetchers[end] != nil { return }
        configure {
            if end == .tail, $0.leadingScreensAtTail <= 0, $0.leadingItemsAtTail == 0 {
                $0.leadingScreensAtTail = 2
            } else if end == .head, $0.leadingScreensAtHead <= 0, $0.leadingItemsAtHead == 0 {
                $0.leadingScreensAtHead = 2
            }
        }
    }

    /// Removes the fetcher of an end.
    public func removeBatchFetcher(at end: BatchEnd = .tail) {
        fetchers[end] = nil
    }

    /// Whether batches of an end are fetched by themselves.
    package func hasBatchFetcher(at end: BatchEnd) -> Bool { fetchers[end] != nil }

    /// Begins a fetch at one end, whatever its decision and fetcher. The caller must finish it.
    ///
    /// - Throws: ``RangeCoreError/busy`` while a fetch is in progress at this end,
    ///   ``RangeCoreError/notFound`` at an exhausted end.
    /// - Complexity: O(1).
    public func beginBatch(at end: BatchEnd) throws(RangeCoreError) -> BatchContext {
        needsTime = true
        let (request, scheduler) = (Request(), scheduler)
        let context = try core.beginBatch(at: end) { [weak self, weak request] outcome, error in
            scheduler.schedule { [weak self, weak request] in
                // Not `requests[end]`, where another fetch may have begun meanwhile.
                request?.isOver = true
                if outcome == .failed { request?.error = error }
                guard let self else { return }
                onBatchFinish?(end, outcome)
                if schedulesUpdates { updateAgain() }
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

    /// Returns what happens at an end, as of the last update; for a list whose items come from a
    /// ``PageStore``, as of now.
    ///
    /// For a row that shows a spinner or a button that calls ``retryBatch(at:)``. Look at it after each
    /// update: see ``onUpdate`` and ``ListHost/onUpdate``.
    public func loadState(at end: BatchEnd = .tail) -> LoadState {
        if let pages { return pages.state(at: end) }
        switch latest[end].reason {
        case _ where isFetchingBatch(at: end): return .loading
        case .exhausted: return .exhausted
        case .paused: return .paused
        // With its error, or not yet.
        case .backingOff: return requests[end].isOver ? .failed : .loading
        default: return .idle
        }
    }

    /// Returns the error of the last fetch at an end; nil once another has begun.
    public func batchError(at end: BatchEnd = .tail) -> (any Error)? { requests[end].error }

    /// Ends back-off and pause at an end, so that the next update can decide to fetch. For a list whose
    /// items come from a ``PageStore`` it is ``PageStore/retry()``.
    public func retryBatch(at end: BatchEnd = .tail) {
        if let pages { return pages.retry() }
        core.retryBatch(at: end)
    }

    /// Cancels the fetch in progress, if any, and its task; like ``BatchContext/cancel()``.
    public func cancelBatch(at end: BatchEnd = .tail) {
        requests[end].context?.cancel()
        requests[end].task?.cancel()
    }

    /// Resets an end, for a refresh or a new filter: cancels the fetch in progress and its task,
    /// and clears failures and exhaustion. The next update decides.
    public func resetBatch(at end: BatchEnd = .tail) {
        core.resetBatch(at: end)
        requests[end] = Request()
    }

    /// Marks an end as exhausted: nothing more is fetched there until it is reset.
    public func markExhausted(at end: BatchEnd = .tail) { core.markExhausted(at: end) }

    // Begins the fetches that an update has decided on.
    func beginBatches(_ update: ListUpdate) {
        for end in BatchEnd.allCases where update[end].answer != .no {
            guard let fetcher = fetchers[end], fetcher.wants(self, update[end]),
                // The delegate may itself have begun one.
                let context = try? beginBatch(at: end)
            else { continue }
            requests[end].task = fetcher.begin(self, context)
        }
    }
}

extension BatchContext {
    /// Takes what was fetched, unless a reset has made it stale; what it or the closure throws ends the fetch.
    @MainActor
    fileprivate func take<Batch>(
        _ result: Result<Batch, any Error>, _ insert: (Batch) throws -> Void
    ) {
        guard isFetching else { return }
        do {
            try insert(try result.get())
        } catch is CancellationError {
            cancel()
        } catch {
            fail(error)
        }
    }
}
