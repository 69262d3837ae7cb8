import Foundation

/// One item of a source: a line of a file, an entry of a feed.
struct Item: Identifiable, Hashable, Sendable {
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
    /// How many items the source has, as far as it tells.
    var total: Int?
    /// Waits until there may be more than the total; nil if there never will be.
    var more: (@Sendable () async -> Void)?
}

/// Something long that can be read page by page, in any order.
protocol Source: Sendable {
    /// What the status line calls it.
    var name: String { get }
    /// Rows of an item before one was measured.
    var estimate: Double { get }
    /// Rows between two items.
    var spacing: Double { get }
    /// Items of a page; only the last page has fewer.
    var pageSize: Int { get }
    /// Reads a page; the first is number 1. After the last one it has no items.
    func page(_ number: Int) async throws -> SourcePage
    /// Counts the items up to an index, or all of them, without keeping any; nil where that would
    /// take as long as reading them.
    ///
    /// - Parameter report: told at times how much of the source lies before what was counted, 0 … 1.
    func count(to index: Int?, _ report: @Sendable (Double) async -> Void) async throws -> Int?
}

extension Source {
    func count(to index: Int?, _ report: @Sendable (Double) async -> Void) -> Int? { nil }

    /// Finds the nearest item that has a text, from an index on; nil if there is none.
    ///
    /// - Parameter step: 1 to search forward, −1 backward.
    func find(_ pattern: Pattern, from start: Int, step: Int) async throws -> Found? {
        var number = start / pageSize + 1
        while number >= 1 {
            try Task.checkCancellation()
            let page = try await page(number)
            let first = (number - 1) * pageSize
            var indices = page.items.indices.filter { (first + $0 - start) * step >= 0 }
            if step < 0 { indices.reverse() }
            if let index = indices.first(where: { pattern.matches(page.items[$0]) }) {
                return Found(index: first + index, id: page.items[index].id)
            }
            let isEnd = page.items.isEmpty || first + page.items.count >= page.total ?? .max
            if step > 0, isEnd { return nil }
            number += step
        }
        return nil
    }
}

/// An item that was searched for, and where it was.
struct Found: Hashable, Sendable {
    var index: Int
    var id: Item.ID
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
