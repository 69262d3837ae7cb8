import Foundation

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
    /// How many items the pages after this one have that were only counted.
    var counted: [Int] = []
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
    ///
    /// - Parameter counting: whether the pages after it are to be counted too, as far as that takes
    ///   no longer than reading a few; a source that has to read a page to count it does not.
    func page(_ number: Int, counting: Bool) async throws -> SourcePage
}

extension Source {
    func page(_ number: Int) async throws -> SourcePage {
        try await page(number, counting: false)
    }

    /// Finds the nearest item that has a text, from one of a page on; nil if there is none.
    ///
    /// - Parameter step: 1 to search forward, −1 backward.
    func find(_ pattern: Pattern, from start: ItemPlace, step: Int) async throws -> Found? {
        var (number, item) = (start.page, start.item)
        while number >= 1 {
            try Task.checkCancellation()
            let page = try await page(number)
            var places = Array(page.items.indices)
            if number == start.page { places.removeAll { ($0 - item) * step < 0 } }
            if step < 0 { places.reverse() }
            if let place = places.first(where: { pattern.matches(page.items[$0]) }) {
                return Found(place: ItemPlace(page: number, item: place), id: page.items[place].id)
            }
            if step > 0, page.items.isEmpty || number >= page.totalPages ?? .max { return nil }
            number += step
            item = 0
        }
        return nil
    }
}

/// An item that was searched for.
struct Found: Hashable, Sendable {
    var place: ItemPlace
    var id: Item.ID
}

/// Where an item is: the number of its page, and its index in that.
struct ItemPlace: Hashable, Sendable {
    var page: Int
    var item: Int
}

/// A text to search for: capitals matter if it has some.
struct Pattern: Sendable {
    let text: String
    private let options: String.CompareOptions

    init(_ text: String) {
        self.text = text
        options = text == text.lowercased() ? [.caseInsensitive] : []
    }

    func matches(_ item: Item) -> Bool {
        range(in: item.text[...]) != nil || item.title.map { range(in: $0[...]) != nil } == true
    }

    /// The first place of it in a text.
    func range(in text: Substring) -> Range<String.Index>? {
        text.range(of: self.text, options: options)
    }
}

/// Why a page could not be read, in words for the reader.
struct SourceError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
