/// One item of a source: a line of a file, an entry of a feed.
struct Item: Hashable, Sendable {
    /// What makes an item the same in two answers.
    enum ID: Hashable, Sendable {
        case number(Int64)
        case text(String)
    }

    var id: ID
    /// Shown bold above the text.
    var title: String?
    var text: String
}

/// What a source answers to a request for a page.
struct SourcePage: Sendable {
    var items: [Item]
    /// As far as the source tells.
    var totalPages: Int?
    var totalItems: Int?
    /// How much of the source lies before the end of this page, 0 … 1; nil where that is unknown.
    var fraction: Double?
}

/// Something long that can be read page by page.
protocol Source: Sendable {
    /// What the status line calls it.
    var name: String { get }
    /// Rows of an item before one was measured.
    var estimate: Double { get }
    /// Rows between two items.
    var spacing: Double { get }
    /// Whether two pages may hold the same item, as where items are added while one reads.
    var mayRepeat: Bool { get }
    /// Reads a page; the first is number 1. Pages are asked for in order, and any of them again.
    func page(_ number: Int) async throws -> SourcePage
}

/// Why a page could not be read, in words for the reader.
struct SourceError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
