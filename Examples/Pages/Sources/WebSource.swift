import Foundation
import RangeCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server of JSON, asked in one of three ways. Errors and cancellation are those of `URLSession`.
public struct WebSource<Item: Decodable & Identifiable & Sendable>: Sendable
where Item.ID: Sendable {
    /// A reply that is not one of success.
    public struct Refusal: Error, Equatable {
        public let status: Int
    }

    private struct Page: Decodable {
        let items: [Item]
        let next: String?
    }

    public let url: URL
    public let session: URLSession

    public init(url: URL, session: URLSession = .shared) {
        (self.url, self.session) = (url, session)
    }

    /// `?offset=40&limit=20`: an array, and in `X-Total-Count` how many there are.
    @concurrent
    public func offsets(_ request: PositionRequest) async throws -> PageReply<Item, Never> {
        let (items, response) = try await get(
            [Item].self,
            url(["offset": "\(request.position)", "limit": "\(request.count)"]))
        return PageReply(items, total: total(response))
    }

    /// `?cursor=abc&limit=20`: `{"items": […], "next": "def"}`, without `next` at the end.
    ///
    /// A page is known by all cursors on the way to it, as the server has none that lead back.
    @concurrent
    public func cursors(
        _ request: KeyRequest<Item.ID, [String]>
    ) async throws -> PageReply<Item, [String]> {
        let way = request.cursor ?? []
        var query = ["limit": "\(request.count)"]
        query["cursor"] = way.last
        let (page, _) = try await get(Page.self, url(query))
        return PageReply(
            page.items, before: way.isEmpty ? .none : .some,
            after: page.next == nil ? .none : .some, previous: way.dropLast(),
            next: page.next.map { way + [$0] })
    }

    /// An array, with the addresses of other pages in the header:
    /// `Link: <https://…?page=3>; rel="next", <https://…?page=1>; rel="prev"`.
    @concurrent
    public func links(
        _ request: KeyRequest<Item.ID, URL>
    ) async throws -> PageReply<Item, URL> {
        let (items, response) = try await get([Item].self, request.cursor ?? url)
        let links = Self.links(response.value(forHTTPHeaderField: "Link") ?? "", of: url)
        return PageReply(
            items, before: links["prev"] == nil ? .none : .some,
            after: links["next"] == nil ? .none : .some, total: total(response),
            previous: links["prev"], next: links["next"])
    }

    // -- HTTP --

    private func url(_ query: [String: String]) -> URL {
        url.appending(
            queryItems: query.sorted { $0.key < $1.key }.map { .init(name: $0, value: $1) })
    }

    private func get<Value: Decodable>(
        _ type: Value.Type, _ url: URL
    ) async throws -> (Value, HTTPURLResponse) {
        let (data, response) = try await session.data(from: url)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        guard response.statusCode == 200 else { throw Refusal(status: response.statusCode) }
        return (try JSONDecoder().decode(type, from: data), response)
    }

    private func total(_ response: HTTPURLResponse) -> Int? {
        response.value(forHTTPHeaderField: "X-Total-Count").flatMap { Int($0) }.map { max($0, 0) }
    }

    /// The addresses of a `Link` header by their `rel`.
    static func links(_ header: String, of base: URL) -> [String: URL] {
        var links: [String: URL] = [:]
        // A comma can be in an address too.
        for match in header.matches(of: #/<([^>]*)>((?:\s*;[^,<]*)*)/#) {
            guard let url = URL(string: String(match.1), relativeTo: base)?.absoluteURL,
                let rel = match.2.firstMatch(of: #/;\s*rel="?([^";]*)"?/#)?.1
            else { continue }
            for name in rel.split(separator: " ") { links[name.lowercased()] = url }
        }
        return links
    }
}
