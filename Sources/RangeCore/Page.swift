/// One page of a source, as it arrived.
public struct Page<Item> {
    /// The items, in the source's order.
    public var items: [Item]
    /// The number of pages, where the source tells.
    public var totalPages: Int?
    /// The number of items, where the source tells.
    public var totalItems: Int?

    /// A page.
    ///
    /// - Parameters:
    ///   - items: in the source's order.
    ///   - totalPages: the number of pages, where the source tells.
    ///   - totalItems: the number of items, where the source tells.
    public init(_ items: [Item], totalPages: Int? = nil, totalItems: Int? = nil) {
        self.items = items
        self.totalPages = totalPages
        self.totalItems = totalItems
    }
}

extension Page: Sendable where Item: Sendable {}

/// What a loading row shows.
public enum LoadingState: Sendable {
    /// Nothing is in flight, and more is to come.
    case idle
    /// A page is in flight.
    case loading
    /// The last request failed with an error; the same page is asked for again.
    case failed(any Error)
    /// Everything was loaded: there is no loading row.
    case finished
}
