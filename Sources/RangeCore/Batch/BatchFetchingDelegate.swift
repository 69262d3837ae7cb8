/// Fetches batches the way Texture's delegate does.
///
/// ```swift
/// final class Feed: BatchFetchingDelegate {
///     var lastID = 99
///
///     nonisolated func willBeginBatchFetch(with context: BatchContext) {
///         Task {
///             do {
///                 // The feed is the main actor's, so what is read of it is waited for.
///                 let reply = try await server.photos(after: await lastID)
///                 try await insert(reply.photos)
///                 context.complete()
///             } catch {
///                 context.fail(error)
///             }
///         }
///     }
///
///     func insert(_ new: [Photo]) throws {
///         photos += new
///         lastID = new.last?.id ?? lastID
///         try list.insertItems(count: new.count, at: list.count)
///     }
/// }
/// let feed = Feed()
/// list.setBatchFetcher(feed)
/// _ = try list.update(ListViewport(offset: 0, length: 480))
/// ```
///
/// After an update whose decision is to fetch, ``shouldFetchBatch(for:at:decision:)`` is called on
/// the main actor, and then ``willBeginBatchFetch(with:)`` on another thread. Fetch there, insert
/// the items on the main actor, and finish the context; in this order, or the next fetch begins before the items
/// are there.
@MainActor
public protocol BatchFetchingDelegate: AnyObject, Sendable {
    /// Returns whether to fetch in this update; the next update asks again.
    ///
    /// The default is yes or, if the decision is *defer*, ``BatchDecision/isNear``.
    ///
    /// - Parameters:
    ///   - controller: The controller of the list.
    ///   - end: The end at which to fetch.
    ///   - decision: The decision: *yes*, or *defer* if ``ListSettings/hostDecidesBatches`` is set.
    func shouldFetchBatch(
        for controller: RangeController, at end: BatchEnd, decision: BatchDecision
    ) -> Bool

    /// Begins the fetch; never called on the main actor.
    ///
    /// - Parameter context: The context to finish, on any thread. Releasing the last reference to
    ///   an unfinished context cancels the fetch.
    nonisolated func willBeginBatchFetch(with context: BatchContext)
}

extension BatchFetchingDelegate {
    /// Returns yes or, if the decision is *defer*, ``BatchDecision/isNear``.
    public func shouldFetchBatch(
        for controller: RangeController, at end: BatchEnd, decision: BatchDecision
    ) -> Bool {
        decision.wantsFetch
    }
}

extension BatchDecision {
    var wantsFetch: Bool { answer == .yes || answer == .defer && isNear }
}
