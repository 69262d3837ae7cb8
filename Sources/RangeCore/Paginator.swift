/// The items of a source that answers page by page, loaded as the user scrolls.
///
/// Items that an earlier page had, because an offset shifted in between, are dropped by id. The
/// page number advances when a page arrives, so an error skips nothing. While more is to come there
/// is one row more than items, the loading row; for the engine it is no item but an extra length.
///
/// Attach it to a ``RangeController`` whose items are those of the paginator, or call
/// ``loadNext()`` by hand.
@MainActor
public final class Paginator<Item: Sendable, ID: Hashable & Sendable> {
    /// The items that were loaded, without duplicates.
    public internal(set) var items: [Item] = []
    /// How far the source was loaded.
    public internal(set) var counts: PageCounts
    /// What the loading row shows.
    public internal(set) var state = LoadingState.idle

    /// Called after the items or the state changed, before the list's nodes are told.
    public var onChange: (@MainActor () -> Void)?

    /// How long the loading row is, in points; 0, as at first, leaves the list's extra length at the
    /// tail alone.
    public var loadingRowExtent = 0.0 {
        didSet { updateLoadingRow() }
    }

    let id: @MainActor (Item) -> ID
    let fetch: @concurrent @Sendable (Int) async throws -> Page<Item>
    var seen: Set<ID> = []
    // The next page replaces what is there: it is the first of a refresh.
    var replaces = false
    // The last request; in flight as long as the counts take an answer to it.
    var request: PageCounts.Request?
    weak var controller: RangeController?

    /// A source that nothing was loaded from.
    ///
    /// - Parameters:
    ///   - firstPage: the number that the source gives its first page, 0 … 2⁵³.
    ///   - pageSize: items a page, above 0, where it is known.
    ///   - id: tells items apart.
    ///   - fetch: fetches the page of a number; it never runs on the main actor. An error is a
    ///     failure, a `CancellationError` a cancel.
    /// - Throws: ``RangeCoreError/argument`` for a first page or a page size that is not allowed.
    public init(
        firstPage: Int = 1, pageSize: Int? = nil, id: @escaping @MainActor (Item) -> ID,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> Page<Item>
    ) throws(RangeCoreError) {
        counts = try PageCounts(firstPage: firstPage, pageSize: pageSize)
        self.id = id
        self.fetch = fetch
    }

    /// A source of identifiable items that nothing was loaded from.
    ///
    /// - Parameters:
    ///   - firstPage: the number that the source gives its first page, 0 … 2⁵³.
    ///   - pageSize: items a page, above 0, where it is known.
    ///   - fetch: fetches the page of a number; it never runs on the main actor.
    /// - Throws: ``RangeCoreError/argument`` for a first page or a page size that is not allowed.
    public convenience init(
        firstPage: Int = 1, pageSize: Int? = nil,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> Page<Item>
    ) throws(RangeCoreError) where Item: Identifiable, Item.ID == ID {
        try self.init(firstPage: firstPage, pageSize: pageSize, id: { $0.id }, fetch: fetch)
    }

    /// Whether more is to come.
    public var hasMore: Bool { counts.hasMore }

    /// The rows to show: the items, and one loading row while more is to come.
    public var rowCount: Int { items.count + (hasMore ? 1 : 0) }

    /// Whether a row is the loading row.
    public func isLoadingRow(_ row: Int) -> Bool { hasMore && row == items.count }

    /// Lets a list load the pages as it comes near its tail.
    ///
    /// The controller keeps the paginator from now on, not the other way round. The next update
    /// decides whether to load; a load that was begun before gives way to one of the list's.
    ///
    /// - Parameter controller: of a list that is empty, or holds just the items of the paginator.
    /// - Throws: ``RangeCoreError/argument`` for another list; ``RangeCoreError/noMemory``.
    public func attach(to controller: RangeController) throws(RangeCoreError) {
        if controller.count == 0 {
            try controller.insert(items.count, at: 0)
        } else if controller.count != items.count {
            throw .argument
        }
        self.controller = controller
        controller.fetchers.tail = { context, _ in
            Task { try await self.load(in: context) }
        }
        updateLoadingRow()
    }

    /// Loads the next page, without waiting for the list to come near its end.
    ///
    /// The list can give the page up as it can those that it loads itself: see
    /// ``RangeController/cancelBatch(at:)`` and ``RangeController/resetBatch(at:)``. The fetch's
    /// task is cancelled then, and what it brings all the same is ignored.
    ///
    /// - Throws: what the fetch throws; ``RangeCoreError/busy`` while a page is in flight,
    ///   ``RangeCoreError/notFound`` when no more is to come; `CancellationError` when it was given
    ///   up, or a refresh made it stale.
    public func loadNext() async throws {
        guard let controller else { return try await load() }
        let context = try controller.beginBatch(at: .tail)
        let task = Task { try await load(in: context) }
        controller.fetches.tail = task
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Starts again at the first page. A page in flight is ignored when it arrives.
    ///
    /// The items stay until the first page is there; those that are in it keep their nodes. When the
    /// refresh fails they stay as well, and the first page is asked for again.
    ///
    /// - Throws: as ``loadNext()``.
    public func refresh() async throws {
        counts.reset()
        replaces = true
        controller?.resetBatch(at: .tail)
        try await loadNext()
    }

    /// Asks again for the page that failed, if the list is still near its end.
    public func retry() {
        controller?.retryBatch(at: .tail)
        controller?.updateByItself()
    }
}
