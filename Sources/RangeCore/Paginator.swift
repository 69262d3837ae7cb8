/// The items of a paginated source, loaded as the user scrolls.
///
/// ```swift
/// let feed = try Paginator { page in
///     let reply = try await server.page(page)
///     return FetchedPage(reply.photos, totalPages: reply.totalPages)
/// }
/// let list = try RangeController { index in PhotoNode(feed.items[index]) }
/// try feed.attach(to: list, loadingRowExtent: 60)
/// _ = try list.update(ListViewport(offset: 0, length: 480))
/// ```
///
/// Items that an earlier page contained, because the source shifted in between, are recognised by
/// their id and dropped. The page number advances when a page arrives, so an error skips nothing.
/// While there are more pages, a loading row follows the items; to the engine it is an extra
/// length, not an item.
///
/// Attach it to a ``RangeController`` whose items are those of the paginator, or call
/// ``loadNext()`` by hand. The list holds exactly these items: one that the app edits as well, for
/// example to show new items above, has a fetcher of its own instead; see
/// ``RangeController/setBatchFetcher(at:fetch:insert:)``.
@MainActor
public final class Paginator<Item: Sendable, ID: Hashable & Sendable> {
    /// How far loading has got, for a loading row to show.
    ///
    /// ```swift
    /// let feed = try Paginator { page in FetchedPage([Photo(id: page)], totalPages: 1) }
    /// try await feed.loadNext()
    /// if case .finished = feed.state { print("finished") }
    /// // prints:
    /// // finished
    /// ```
    public enum State: Sendable {
        /// No request is in progress, and there are more pages.
        case idle
        /// A request is in progress.
        case loading
        /// The latest request failed with an error; the next request is for the same page.
        case failed(any Error)
        /// Everything has been loaded: there is no loading row.
        case finished
    }

    /// The items that have been loaded, without duplicates.
    public internal(set) var items: [Item] = []
    /// How much of the source has been loaded.
    public internal(set) var counts: PageCounts
    /// What the loading row shows.
    public internal(set) var state = State.idle

    /// Called after the items or the state changed, before the callbacks of the list's nodes.
    public var onChange: (@MainActor () -> Void)?

    let id: @MainActor (Item) -> ID
    let fetch: @concurrent @Sendable (Int) async throws -> FetchedPage<Item>
    var seen: Set<ID> = []
    // The next page replaces the items: it is the first after a refresh.
    var replaces = false
    // The latest request; in progress as long as the counts accept a reply to it.
    var request: PageCounts.Request?
    weak var controller: RangeController?
    var loadingRowExtent = 0.0

    /// Creates a paginator with nothing loaded.
    ///
    /// - Parameters:
    ///   - firstPage: The number that the source gives its first page, 0 … 2⁵³.
    ///   - id: A closure that returns the identity of an item.
    ///   - fetch: A closure that fetches the page with the given number; never runs on the main
    ///     actor. An error is a failure, a `CancellationError` cancels the request.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an invalid first page.
    public init(
        firstPage: Int = 1, id: @escaping @MainActor (Item) -> ID,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> FetchedPage<Item>
    ) throws(RangeCoreError) {
        counts = try PageCounts(firstPage: firstPage)
        self.id = id
        self.fetch = fetch
    }

    /// Creates a paginator for identifiable items, with nothing loaded.
    ///
    /// - Parameters:
    ///   - firstPage: The number that the source gives its first page, 0 … 2⁵³.
    ///   - fetch: A closure that fetches the page with the given number; never runs on the main
    ///     actor.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an invalid first page.
    public convenience init(
        firstPage: Int = 1,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> FetchedPage<Item>
    ) throws(RangeCoreError) where Item: Identifiable, Item.ID == ID {
        try self.init(firstPage: firstPage, id: { $0.id }, fetch: fetch)
    }

    /// Whether there are more pages to load.
    public var hasMore: Bool { counts.hasMore }

    /// How many items and loading rows to show: all items, and one loading row while there are more
    /// pages.
    public var rowCount: Int { items.count + (hasMore ? 1 : 0) }

    /// Returns whether an index, of 0 ..< ``rowCount``, is that of the loading row.
    public func isLoadingRow(_ row: Int) -> Bool { hasMore && row == items.count }

    /// Makes this paginator the fetcher of a list's tail, see
    /// ``RangeController/setBatchFetcher(at:fetch:insert:)``: pages are loaded as the viewport
    /// approaches it.
    ///
    /// From now on the controller holds the paginator, not the other way round. The next update
    /// decides whether to load; a fetch by the list replaces a load that is in progress.
    ///
    /// - Parameters:
    ///   - controller: The controller of a list that is empty, or holds exactly the items of the
    ///     paginator.
    ///   - loadingRowExtent: The length of the loading row, in points, not negative; 0 leaves
    ///     ``ListSettings/extraLengthAtTail`` alone.
    /// - Throws: ``RangeCoreError/invalidArgument`` for any other list or an invalid extent;
    ///   ``RangeCoreError/limitExceeded``; ``RangeCoreError/outOfMemory``.
    public func attach(
        to controller: RangeController, loadingRowExtent: Double = 0
    ) throws(RangeCoreError) {
        guard controller.count == 0 || controller.count == items.count else {
            throw .invalidArgument
        }
        if loadingRowExtent != 0 {
            try controller.configure { $0.extraLengthAtTail = hasMore ? loadingRowExtent : 0 }
        }
        if controller.count == 0 { try controller.insertItems(count: items.count, at: 0) }
        self.controller = controller
        self.loadingRowExtent = loadingRowExtent
        controller.fetchers.tail = .init { _, context in
            Task { try await self.load(in: context) }
        }
    }

    /// Loads the next page, without waiting for the viewport to approach the end.
    ///
    /// The list can cancel it, as any load that it begins itself: see
    /// ``RangeController/cancelBatch(at:)`` and ``RangeController/resetBatch(at:)``. That cancels
    /// the task of the fetch, and any result is ignored.
    ///
    /// - Throws: What the fetch throws; ``RangeCoreError/busy`` while a request is in progress,
    ///   ``RangeCoreError/notFound`` when there is no more; `CancellationError` when it was
    ///   cancelled, or a refresh made it stale.
    public func loadNext() async throws {
        guard let controller else { return try await load() }
        let context = try controller.beginBatch(at: .tail)
        let task = Task { try await load(in: context) }
        controller.requests.tail.task = task
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Starts over at the first page. The reply to a request in progress is ignored.
    ///
    /// The items stay until the first page has arrived; those that are in it keep their nodes. If
    /// the refresh fails they stay too, and the first page is requested again.
    ///
    /// - Throws: As ``loadNext()``.
    public func refresh() async throws {
        counts.reset()
        replaces = true
        controller?.resetBatch(at: .tail)
        try await loadNext()
    }

    /// Requests the failed page again, if the list is still near its end.
    public func retry() {
        controller?.retryBatch(at: .tail)
        controller?.updateAgain()
    }
}
