public import CRangeCore

/// How far a source that answers page by page has been loaded.
///
/// A value: it holds counts, no items. See ``Paginator`` for the items.
@frozen
public struct PageCounts: Sendable {
    /// What a source answered to a request for a page.
    @frozen
    public struct Reply: Sendable, Hashable {
        /// Items in the page.
        public var itemCount: Int
        /// How many of them an earlier page had.
        public var droppedCount: Int
        /// The number of pages, where the reply tells.
        public var totalPages: Int?
        /// The number of items, where the reply tells.
        public var totalItems: Int?

        /// A reply.
        ///
        /// - Parameters:
        ///   - itemCount: items in the page.
        ///   - droppedCount: how many of them an earlier page had.
        ///   - totalPages: the number of pages, where the reply tells.
        ///   - totalItems: the number of items, where the reply tells.
        public init(
            itemCount: Int, droppedCount: Int = 0, totalPages: Int? = nil, totalItems: Int? = nil
        ) {
            self.itemCount = itemCount
            self.droppedCount = droppedCount
            self.totalPages = totalPages
            self.totalItems = totalItems
        }
    }

    /// A request for a page.
    @frozen
    public struct Request: Sendable, Hashable {
        /// The page to ask for.
        public let page: Int
        /// Names the request.
        public let token: UInt32
    }

    @usableFromInline var c = rc_pages()

    /// Starts at the beginning of a source: nothing loaded, nothing known.
    ///
    /// - Parameters:
    ///   - firstPage: the number that the source gives its first page, 0 … 2⁵³.
    ///   - pageSize: items a page, above 0, where it is known.
    /// - Throws: ``RangeCoreError/argument``.
    public init(firstPage: Int = 1, pageSize: Int? = nil) throws(RangeCoreError) {
        let size = pageSize.map(Int64.init) ?? Self.unknown
        // A size of −1 is the caller's mistake, not "unknown".
        if pageSize != nil, size < 1 { throw .argument }
        try check(rc_pages_init(&c, Int64(firstPage), size))
    }

    /// How many pages arrived.
    public var pageCount: Int { Int(clamping: c.page_count) }
    /// How many items arrived and were kept.
    public var itemCount: Int { Int(clamping: c.item_count) }
    /// How many items were dropped because an earlier page had them.
    public var droppedCount: Int { Int(clamping: c.dropped_count) }
    /// The number of pages as last told.
    public var totalPages: Int? { c.total_pages < 0 ? nil : Int(clamping: c.total_pages) }
    /// The number of items as last told.
    public var totalItems: Int? { c.total_items < 0 ? nil : Int(clamping: c.total_items) }
    /// Whether a request is in flight.
    public var isInFlight: Bool { c.in_flight }
    /// Whether the last request failed.
    public var hasFailed: Bool { c.failed }
    /// Whether more is to come.
    ///
    /// Until the last page, where the total is known; else until the last item, where that is
    /// known; in any case until an empty page, or three pages in a row without a new item.
    public var hasMore: Bool { withUnsafePointer(to: c) { rc_pages_has_more($0) } }
    /// The rows to show: the items, and one loading row while more is to come.
    public var rowCount: Int {
        Int(clamping: withUnsafePointer(to: c) { rc_pages_row_count($0) })
    }

    /// Asks for the next page. The number advances when a page *arrives*.
    ///
    /// - Throws: ``RangeCoreError/busy`` while a request is in flight,
    ///   ``RangeCoreError/notFound`` when no more is to come.
    public mutating func begin() throws(RangeCoreError) -> Request {
        var (page, token) = (Int64(0), UInt32(0))
        try check(rc_pages_begin(&c, &page, &token))
        return Request(page: Int(clamping: page), token: token)
    }

    /// Takes the answer to a request. The page that was asked for counts.
    ///
    /// - Throws: ``RangeCoreError/stale`` for a request that is not in flight, and the reply is
    ///   ignored; ``RangeCoreError/argument`` for counts that make no sense;
    ///   ``RangeCoreError/limit``.
    public mutating func receive(_ reply: Reply, for request: Request) throws(RangeCoreError) {
        let c = rc_pages_reply(
            item_count: Int64(reply.itemCount), dropped_count: Int64(reply.droppedCount),
            total_pages: reply.totalPages.map(Int64.init) ?? Self.unknown,
            total_items: reply.totalItems.map(Int64.init) ?? Self.unknown)
        try check(withUnsafePointer(to: c) { rc_pages_receive(&self.c, request.token, $0) })
    }

    /// Says that a request failed; the same page is next.
    ///
    /// - Throws: ``RangeCoreError/stale`` for a request that is not in flight.
    public mutating func fail(_ request: Request) throws(RangeCoreError) {
        try check(rc_pages_fail(&c, request.token))
    }

    /// Says that a request was given up; the same page is next, and nothing counts as failed.
    ///
    /// - Throws: ``RangeCoreError/stale`` for a request that is not in flight.
    public mutating func cancel(_ request: Request) throws(RangeCoreError) {
        try check(rc_pages_cancel(&c, request.token))
    }

    /// Starts again at the first page; the answer to a request in flight will be stale.
    public mutating func reset() {
        _ = rc_pages_reset(&c)
    }

    /// ⌈total items ÷ page size⌉; nil for a negative total or a page size below 1.
    public static func totalPages(of totalItems: Int, pageSize: Int) -> Int? {
        let total = rc_pages_total(Int64(totalItems), Int64(pageSize))
        return total < 0 ? nil : Int(clamping: total)
    }

    private static let unknown = Int64(RC_PAGES_UNKNOWN)
}

extension PageCounts: Hashable {
    /// Whether two sources have been loaded alike, asked the same, and stand the same.
    public static func == (a: PageCounts, b: PageCounts) -> Bool { a.fields == b.fields }

    /// Feeds all counts and flags to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    private var fields: [Int64] {
        [
            c.first_page, c.page_size, c.page_count, c.item_count, c.dropped_count, c.total_pages,
            c.total_items, Int64(c.stalled_count), Int64(c.token), c.in_flight ? 1 : 0,
            c.failed ? 1 : 0, c.ended ? 1 : 0,
        ]
    }
}
