/// What happens at an end of a list, for a row that shows it.
///
/// ```swift
/// let host = LazyListHost<Int>()
/// switch host.loadState(at: .tail) {
/// case .loading: print("a spinner")
/// case .failed: print("a button that retries")
/// case .idle, .paused, .exhausted: print("nothing")
/// }
/// // prints: nothing
/// ```
public enum LoadState: Sendable, Hashable, CaseIterable {
    /// More is fetched when the user comes near this end.
    case idle
    /// A fetch is in progress.
    case loading
    /// The last fetch failed; it is retried with exponential back-off.
    case failed
    /// The last fetch was cancelled, or several in succession brought nothing new. An insertion or
    /// removal, a new scroll or ``RangeController/retryBatch(at:)`` resumes it.
    case paused
    /// Nothing more exists at this end.
    case exhausted
}

extension LazyListHost {
    /// Returns what happens at an end, as of the last update.
    public func loadState(at end: BatchEnd = .tail) -> LoadState { loadStates[end] }

    /// Returns the error of the last fetch at an end; nil once another has begun.
    public func batchError(at end: BatchEnd = .tail) -> (any Error)? {
        controller.batchError(at: end)
    }

    /// Makes an async closure fetch the batches of one end.
    ///
    /// Where ids come by way of a view's data, they are not there yet when `insert` returns. The fetch
    /// stays in progress until they are, so that no batch is fetched twice.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>()
    /// host.setBatchFetcher { count in
    ///     let reply = try await server.photos(after: count)
    ///     return (reply.photos, reply.isLast)
    /// } insert: { new in
    ///     photos += new
    ///     host.apply(photos.map(\.id))
    /// }
    /// ```
    ///
    /// Otherwise as ``RangeController/setBatchFetcher(at:fetch:insert:)``.
    ///
    /// - Parameters:
    ///   - end: The end at which to fetch.
    ///   - fetch: A closure that fetches a batch, given the number of items in the list; returns
    ///     items in the order of the list, and whether nothing more exists at this end. Never runs on
    ///     the main actor.
    ///   - insert: A closure that adds the items to the app's data. Throwing an error is a failure too.
    public func setBatchFetcher<Item: Sendable>(
        at end: BatchEnd = .tail,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> (items: [Item], isLast: Bool),
        insert: @escaping @MainActor ([Item]) throws -> Void
    ) {
        let isFirst = controller.fetchers[end] == nil
        controller.setFetcher(at: end, fetch: fetch) { [weak self] items, _, finish in
            guard let self else { throw CancellationError() }
            let before = snapshotCount
            try insert(items)
            if items.isEmpty { finish() } else { call(finish, after: before) }
        }
        // A view may set it whenever it is evaluated.
        if isFirst { note(.settings) }
    }

    /// Ends back-off and pause at an end, and updates.
    public func retryBatch(at end: BatchEnd = .tail) {
        controller.retryBatch(at: end)
        note(.settings)
    }

    /// Reloads the list: cancels the fetches in progress, clears failures and exhaustion, and lets a
    /// closure replace the app's data. No batch is fetched meanwhile.
    ///
    /// Does nothing while another refresh is in progress.
    ///
    /// - Parameter reload: A closure that fetches and replaces the data.
    /// - Throws: What the closure throws.
    public func refresh<Failure>(
        _ reload: @MainActor () async throws(Failure) -> Void
    ) async throws(Failure) {
        if isRefreshing { return }
        setRefreshing(true)
        defer { setRefreshing(false) }
        for end in BatchEnd.allCases { controller.resetBatch(at: end) }
        let before = snapshotCount
        try await reload()
        await withCheckedContinuation { continuation in
            call({ continuation.resume() }, after: before)
        }
    }

    private func setRefreshing(_ value: Bool) {
        change(.isRefreshing) { isRefreshing = value }
        configure { $0.isInsertionPending = value }
    }

    func publishLoadStates() {
        for end in BatchEnd.allCases {
            let state = controller.loadState(at: end)
            if state == loadStates[end] { continue }
            change(end == .tail ? .tailState : .headState) { loadStates[end] = state }
        }
    }

    /// Calls a closure once other ids have been applied than when there were so many snapshots; before
    /// long, since the items may all be known.
    private func call(_ body: @escaping @MainActor () -> Void, after before: Int) {
        if snapshotCount != before { return body() }
        waitCount += 1
        let number = waitCount
        waits[number] = body
        controller.scheduler.schedule(after: patience / .seconds(1)) { [weak self] in
            self?.waits.removeValue(forKey: number)?()
        }
    }

    /// Calls all that waits for other ids.
    func endWaits() {
        let ended = waits
        waits = [:]
        for body in ended.values { body() }
    }
}
