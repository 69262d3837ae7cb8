internal import CRangeCore

/// How much of a paged source has been loaded, and which page is next.
///
/// ```swift
/// var counts = try PageCounts()
/// while counts.hasMore {
///     let request = try counts.begin()
///     print("page", request.page)  // fetch it, then report what it held
///     try counts.receive(itemCount: 20, totalPages: 2, for: request)
/// }
/// // prints:
/// // page 1
/// // page 2
/// ```
///
/// A plain value, for an app that makes the requests and keeps the items itself; ``PageStore`` does
/// both.
public struct PageCounts: Sendable {
    /// A request for a page.
    ///
    /// ```swift
    /// var counts = try PageCounts(firstPage: 0)
    /// let request = try counts.begin()
    /// try counts.fail(request)
    /// print(try counts.begin().page == request.page)  // true
    /// ```
    public struct Request: Sendable, Hashable {
        /// The number of the page.
        public let page: Int
        let token: UInt32
    }

    private var c = rc_pages()

    /// Creates counts at the beginning of a source, with nothing loaded.
    ///
    /// - Parameter firstPage: The number that the source gives its first page, 0 … 2⁵³.
    /// - Throws: ``RangeCoreError/invalidArgument``.
    public init(firstPage: Int = 1) throws(RangeCoreError) {
        try check(rc_pages_init(&c, Int64(firstPage)))
    }

    /// How many pages have arrived.
    public var pageCount: Int { Int(clamping: c.page_count) }
    /// How many items arrived and were kept.
    public var itemCount: Int { Int(clamping: c.item_count) }
    /// How many items were dropped because an earlier page contained them.
    public var droppedCount: Int { Int(clamping: c.dropped_count) }
    /// The number of pages, as last reported.
    public var totalPages: Int? { c.total_pages < 0 ? nil : Int(clamping: c.total_pages) }
    /// The number of items, as last reported.
    public var totalItems: Int? { c.total_items < 0 ? nil : Int(clamping: c.total_items) }
    /// Whether a request is in progress.
    public var isFetching: Bool { c.is_fetching }
    /// Whether the latest request failed.
    public var hasFailed: Bool { c.has_failed }
    /// Whether there are more pages to request.
    ///
    /// There are more until as many pages have arrived as the source has or, if only the number of
    /// its items is known, until that many were kept. In any case there are none after an empty
    /// page, or after three pages in a row without a new item.
    public var hasMore: Bool { withUnsafePointer(to: c) { rc_pages_has_more($0) } }

    /// Begins a request for the next page. The number advances when a page *arrives*.
    ///
    /// - Throws: ``RangeCoreError/busy`` while a request is in progress,
    ///   ``RangeCoreError/notFound`` when there are no more pages.
    public mutating func begin() throws(RangeCoreError) -> Request {
        var (page, token) = (Int64(0), UInt32(0))
        try check(rc_pages_begin(&c, &page, &token))
        return Request(page: Int(clamping: page), token: token)
    }

    /// Records the reply to a request. The reply is assumed to be for the page requested.
    ///
    /// - Parameters:
    ///   - itemCount: The number of items in the page.
    ///   - droppedCount: How many of them an earlier page contained.
    ///   - totalPages: The number of pages, if the reply reports it.
    ///   - totalItems: The number of items, if the reply reports it.
    ///   - request: The request that this answers.
    /// - Throws: ``RangeCoreError/stale`` for a request that is not in progress;
    ///   ``RangeCoreError/invalidArgument`` for inconsistent counts;
    ///   ``RangeCoreError/limitExceeded``.
    public mutating func receive(
        itemCount: Int, droppedCount: Int = 0, totalPages: Int? = nil, totalItems: Int? = nil,
        for request: Request
    ) throws(RangeCoreError) {
        var reply = rc_pages_reply(
            item_count: Int64(itemCount), dropped_count: Int64(droppedCount),
            total_pages: totalPages.map(Int64.init) ?? Self.unknown,
            total_items: totalItems.map(Int64.init) ?? Self.unknown)
        try check(rc_pages_receive(&c, request.token, &reply))
    }

    /// Records that a request failed; the same page is next.
    ///
    /// - Throws: ``RangeCoreError/stale`` for a request that is not in progress.
    public mutating func fail(_ request: Request) throws(RangeCoreError) {
        try check(rc_pages_fail(&c, request.token))
    }

    /// Records that a request was cancelled; the same page is next, and it does not count as a
    /// failure.
    ///
    /// - Throws: ``RangeCoreError/stale`` for a request that is not in progress.
    public mutating func cancel(_ request: Request) throws(RangeCoreError) {
        try check(rc_pages_cancel(&c, request.token))
    }

    /// Starts over at the first page; the reply to a request in progress will be stale.
    public mutating func reset() {
        mustSucceed(rc_pages_reset(&c))
    }

    private static let unknown = Int64(RC_PAGES_UNKNOWN)
}

extension PageCounts: Hashable {
    /// Returns whether all counts and flags are equal.
    public static func == (a: PageCounts, b: PageCounts) -> Bool { a.fields == b.fields }

    /// Feeds all counts and flags to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    private var fields: [Int64] {
        [
            c.first_page, c.page_count, c.item_count, c.dropped_count, c.total_pages,
            c.total_items, Int64(c.stalled_count), Int64(c.token), c.is_fetching ? 1 : 0,
            c.has_failed ? 1 : 0, c.is_exhausted ? 1 : 0,
        ]
    }
}
