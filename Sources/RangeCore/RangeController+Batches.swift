extension RangeController {
    // Begins to fetch on the main actor, and returns what to cancel.
    typealias Fetcher = @MainActor (BatchContext, RangeController) -> Task<Void, any Error>?

    // What flies at an end, or flew last. The context belongs to the side that fetches.
    @MainActor
    final class Flight {
        weak var context: BatchContext?
        var error: (any Error)?
    }

    /// Fetches batches with an async closure, instead of the delegate.
    ///
    /// A delegate, where there is one, is still asked whether to fetch, but begins nothing.
    ///
    /// The closure never runs on the main actor. An error that it throws is a failure, tried again
    /// after a while that grows; a `CancellationError`, or any error of a task that was cancelled,
    /// is a cancel. A reset, or the controller's end, cancels the task. A batch without items is
    /// asked for again at once, but not more than three times in a row.
    ///
    /// - Parameters:
    ///   - end: at which to fetch. For the head also set ``ListSettings/leadingScreens``.
    ///   - fetch: fetches a batch.
    ///   - insert: takes the items into the app's data and inserts as many into this list, which it
    ///     is given so that it need not hold it. An error that it throws is a failure too.
    public func fetchBatches<Item: Sendable>(
        at end: BatchEnd = .tail,
        fetch: @escaping @concurrent @Sendable (BatchRequest) async throws -> Batch<Item>,
        insert: @escaping @MainActor ([Item], RangeController) throws -> Void
    ) {
        fetchers[end] = { context, controller in
            let request = BatchRequest(end: end, count: controller.count)
            return Task { [weak controller] in
                try await context.finish { () async throws -> Bool in
                    let batch = try await fetch(request)
                    // A reset, or the list's end, has made it stale.
                    guard let controller, !Task.isCancelled else { throw CancellationError() }
                    try insert(batch.items, controller)
                    return batch.isLast
                }
            }
        }
    }

    /// Fetches no more batches with a closure; the delegate is asked again.
    public func stopFetchingBatches(at end: BatchEnd = .tail) {
        fetchers[end] = nil
    }

    /// Begins a fetch at one end by the app's own decision, to be finished by the app.
    ///
    /// - Throws: ``RangeCoreError/busy`` while a fetch of this end is in flight,
    ///   ``RangeCoreError/notFound`` at an end that has ended.
    /// - Complexity: O(1).
    public func beginBatch(at end: BatchEnd) throws(RangeCoreError) -> BatchContext {
        let flight = Flight()
        let context = try engine.beginBatch(at: end) { [weak self] outcome, error in
            Task { @MainActor [weak self] in
                // Not of the end: another flight may have begun there meanwhile.
                if outcome == .failed { flight.error = error }
                self?.batchDidFinish(at: end, outcome)
            }
        }
        flight.context = context
        flights[end] = flight
        return context
    }

    /// Whether a fetch of this end is in flight.
    public func isFetchingBatch(at end: BatchEnd = .tail) -> Bool {
        flights[end].context?.isFetching ?? false
    }

    /// What the last fetch of this end failed with; nil since another began.
    public func batchError(at end: BatchEnd = .tail) -> (any Error)? { flights[end].error }

    /// Asks again after failures or fetches that brought nothing: the next update decides.
    public func retryBatch(at end: BatchEnd = .tail) { engine.retryBatch(at: end) }

    /// Gives up the fetch in flight, if any; as ``BatchContext/cancel()``. Its task is cancelled.
    public func cancelBatch(at end: BatchEnd = .tail) {
        flights[end].context?.cancel()
        fetches[end]?.cancel()
    }

    /// Starts an end afresh, for a refresh or a new filter: cancels what flies, forgets failures
    /// and that the end was reached. The next update decides.
    public func resetBatch(at end: BatchEnd = .tail) {
        engine.resetBatch(at: end)
        fetches[end]?.cancel()
        flights[end] = Flight()
    }

    /// Says that there is nothing more at an end, until it is reset.
    public func endBatch(at end: BatchEnd = .tail) { engine.endBatch(at: end) }

    // -- what an update begins --

    func beginBatches(_ update: Update) {
        for end in BatchEnd.allCases {
            guard fetchers[end] != nil || delegate != nil, wants(update[end], at: end),
                delegate?.shouldBatchFetch(for: self, at: end) ?? true,
                let context = try? beginBatch(at: end)
            else { continue }
            if let fetcher = fetchers[end] {
                fetches[end] = fetcher(context, self)
            } else if let delegate {
                Task.detached { delegate.willBeginBatchFetch(with: context) }
            }
        }
    }

    private func wants(_ decision: BatchDecision, at end: BatchEnd) -> Bool {
        switch decision.answer {
        case .no: false
        case .yes: true
        case .defer:
            delegate?.shouldFetchBatch(
                for: self, at: end, remaining: decision.remaining, seconds: decision.seconds,
                hint: decision.isNear) ?? decision.isNear
        }
    }

    private func batchDidFinish(at end: BatchEnd, _ outcome: BatchOutcome) {
        onBatchFinish?(end, outcome)
        if schedulesUpdates { updateByItself() }
    }

    // -- time --

    /// The controller's clock, in seconds since it was made.
    var time: Double { (clock.now - start) / .seconds(1) }

    /// Wakes at the time at which an update could answer differently by time alone.
    func scheduleUpdate() {
        wake?.cancel()
        wake = nil
        guard schedulesUpdates, phase == .idle, let next = lastUpdate?.nextTime, next.isFinite
        else { return }
        // A host's own clock may have given any number; what is too early only asks once more.
        let now = time
        let instant = start + .seconds(min(max(next, now), now + 3600))
        wake = Task { [weak self, clock] in
            // Only a cancelled sleep throws.
            guard (try? await clock.sleep(until: instant)) != nil else { return }
            self?.updateByItself()
        }
    }
}

extension BatchContext {
    /// Finishes with what an operation comes to; it returns whether there is nothing more.
    ///
    /// - Throws: what the operation throws. The outcome that it gave by itself wins.
    @MainActor
    func finish(_ operation: @MainActor () async throws -> Bool) async throws {
        do {
            if try await operation() { completeAndEnd() } else { complete(true) }
        } catch {
            if error is CancellationError || Task.isCancelled { cancel() } else { fail(error) }
            throw error
        }
    }
}
