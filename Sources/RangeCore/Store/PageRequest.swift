/// What a ``PageStore`` asks a source of positions for.
///
/// ```swift
/// let photos = PageStore { request in
///     let reply = try await server.photos(at: request.position, count: request.count)
///     return PageReply(reply.photos, total: reply.total)
/// }
/// try await photos.refresh()
/// print(photos.itemCount, photos.count)  // 20 50
/// ```
public struct PositionRequest: Sendable, Hashable {
    /// The position of the first item in the source.
    public let position: Int
    /// The number of items to ask for: a page, several pages for a refresh, and one item more for a
    /// store that looks ahead. A reply can have any number.
    public let count: Int
    /// How many requests for this have failed in a row.
    public let attempt: Int
    /// Whether the reply will replace all that is loaded.
    public let isRefresh: Bool
    let pages: Range<Int>

    /// Returns the numbers of the pages to ask for, for a source that has page numbers.
    ///
    /// ```swift
    /// let photos = PageStore(pageSize: 5) { request in
    ///     var reply = PageReply<Photo, Never>([])
    ///     for number in request.pageNumbers(from: 1) {
    ///         let page = try await server.page(number)
    ///         reply.items += page.photos
    ///         reply.total = page.total
    ///     }
    ///     return reply
    /// }
    /// try await photos.refresh()
    /// print(photos.count, photos.itemCount)  // 10 5
    /// ```
    ///
    /// - Parameter first: The number that the source gives its first page.
    /// - Returns: One number, or several for a refresh.
    public func pageNumbers(from first: Int = 1) -> Range<Int> {
        pages.lowerBound + first..<pages.upperBound + first
    }
}

/// What a ``PageStore`` asks a source of keys for: items after or before others.
///
/// ```swift
/// let photos = PageStore<Photo>(cursors: [String?].self) { request in
///     // A source that only goes on: the way to a page leads back, too.
///     let way = request.cursor ?? [nil]
///     let reply = try await server.photos(next: way.last ?? nil)
///     return PageReply(
///         reply.photos, before: way.count == 1 ? .none : .some,
///         after: reply.isLast ? .none : .some, previous: way.dropLast(),
///         next: way + [reply.next])
/// }
/// try await photos.refresh()
/// print(photos.count, photos.state(at: .tail))  // 20 idle
/// ```
public struct KeyRequest<ID: Hashable & Sendable, Cursor: Sendable>: Sendable {
    /// Which items to ask for.
    ///
    /// ```swift
    /// let target = KeyRequest<Int, Never>.Target.after(7)
    /// if case .after(let id) = target { print("the items after", id) }  // the items after 7
    /// ```
    public enum Target: Sendable, Hashable {
        /// The first items.
        case first
        /// The last items.
        case last
        /// The items right after the one with this id.
        case after(ID)
        /// The items right before the one with this id.
        case before(ID)
        /// The items around the one with this id, for a refresh. A source that cannot do that
        /// replies with its first items.
        case around(ID)
        /// The items from a position on, for a jump; see ``PageStore/Settings/jumpDistance``.
        case position(Int)
    }

    /// Which items to ask for.
    public let target: Target
    /// The cursor that the reply with that item had: its ``PageReply/next`` for what comes after,
    /// its ``PageReply/previous`` for what comes before; nil if there was none. For what is around an
    /// item, the cursor that its page was asked for with: it leads to that page again. Nil if that
    /// had none, and for other targets.
    public let cursor: Cursor?
    /// The number of items to ask for. A reply can have any number.
    public let count: Int
    /// How many requests for this have failed in a row.
    public let attempt: Int
    /// Whether the reply will replace all that is loaded.
    public let isRefresh: Bool
}

/// What a source has answered to a request of a ``PageStore``.
///
/// ```swift
/// let reply = PageReply([Photo(id: 1), Photo(id: 2)], after: .some, next: "page2")
/// print(reply.items.count, reply.total as Any)  // 2 nil
/// ```
///
/// It can have any number of items, repeated ones as well. Tell what the source tells: a total gives
/// the list its length, and without any of it an empty reply is the end.
public struct PageReply<Item: Sendable, Cursor: Sendable>: Sendable {
    /// How many items the source has before or after those of a reply.
    ///
    /// ```swift
    /// var reply = PageReply([Photo(id: 1)], next: "page2")
    /// reply.before = .none
    /// reply.after = .count(99)
    /// print(reply.before == .count(0))  // true
    /// ```
    public enum Remainder: Sendable, Hashable {
        /// Not told.
        case unknown
        /// Some; how many is not told.
        case some
        /// This many, not negative.
        case count(Int)

        /// No items.
        public static var none: Remainder { .count(0) }
    }

    /// The items, in the order of the source.
    public var items: [Item]
    /// How many items the source has before these.
    public var before: Remainder
    /// How many items the source has after these.
    public var after: Remainder
    /// How many items the source has in all, if it tells.
    public var total: Int?
    /// What ``PageStore/Settings/costLimit`` limits, such as a size in bytes; not negative.
    public var cost: Int
    /// The cursor for what comes before these items.
    public var previous: Cursor?
    /// The cursor for what comes after these items.
    public var next: Cursor?

    /// Creates the reply of a source with cursors.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of the source.
    ///   - before: How many items the source has before these.
    ///   - after: How many items the source has after these.
    ///   - total: How many items the source has in all, if it tells.
    ///   - cost: What ``PageStore/Settings/costLimit`` limits, such as a size in bytes.
    ///   - previous: The cursor for what comes before these items.
    ///   - next: The cursor for what comes after these items.
    public init(
        _ items: [Item], before: Remainder = .unknown, after: Remainder = .unknown,
        total: Int? = nil, cost: Int = 0, previous: Cursor? = nil, next: Cursor? = nil
    ) {
        self.items = items
        self.before = before
        self.after = after
        self.total = total
        self.cost = cost
        self.previous = previous
        self.next = next
    }
}

extension PageReply where Cursor == Never {
    /// Creates the reply of a source without cursors.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of the source.
    ///   - before: How many items the source has before these.
    ///   - after: How many items the source has after these.
    ///   - total: How many items the source has in all, if it tells.
    ///   - cost: What ``PageStore/Settings/costLimit`` limits, such as a size in bytes.
    public init(
        _ items: [Item], before: Remainder = .unknown, after: Remainder = .unknown,
        total: Int? = nil, cost: Int = 0
    ) {
        self.init(
            items, before: before, after: after, total: total, cost: cost, previous: nil,
            next: nil)
    }
}
