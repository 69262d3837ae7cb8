import Foundation
import RangeCore
import Testing

@testable import PageSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server of 95 photos, within the process.
final class FakeServer: URLProtocol {
    static var session: URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [FakeServer.self]
        return URLSession(configuration: configuration)
    }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let url = request.url,
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return }
        func number(_ name: String) -> Int? {
            parts.queryItems?.first { $0.name == name }?.value.flatMap { Int($0) }
        }
        var headers: [String: String] = [:]
        var status = 200
        let limit = number("limit") ?? 10
        let start = number("offset") ?? number("cursor") ?? number("page").map { $0 * limit } ?? 0
        let photos = (start..<max(start, min(start + limit, 95))).map { Photo(id: $0) }
        var body: any Encodable = photos
        switch parts.path {
        case "/offsets": headers["X-Total-Count"] = "95"
        case "/cursors":
            struct Page: Encodable {
                let items: [Photo]
                let next: String?
            }
            body = Page(items: photos, next: start + limit < 95 ? "\(start + limit)" : nil)
        case "/links":
            let page = start / limit
            var links: [String] = []
            if start + limit < 95 { links.append("</links?page=\(page + 1)>; rel=\"next\"") }
            if page > 0 { links.append("</links?page=\(page - 1)>; rel=prev") }
            headers["Link"] = links.joined(separator: ", ")
        default: status = 404
        }
        guard let data = try? JSONEncoder().encode(body),
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: headers)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: data)
        client?.urlProtocolDidFinishLoading(self)
    }
}

@MainActor
@Suite("Pages of a server")
struct WebSourceTests {
    private func source(_ path: String) throws -> WebSource<Photo> {
        WebSource(
            url: try #require(URL(string: "http://localhost/\(path)")), session: FakeServer.session)
    }

    // Scrolls to the end.
    private func readAll(_ photos: PageStore<Photo>) async throws {
        try await photos.refresh()
        try await readTail(photos)
    }

    private func readTail(_ photos: PageStore<Photo>) async throws {
        for _ in 0..<20 where photos.state(at: .tail) != .exhausted {
            let count = photos.itemCount
            try photos.update(visible: count - 1..<count, wanted: count - 1..<photos.count)
            await eventually("more") {
                photos.itemCount > count || photos.state(at: .tail) == .exhausted
            }
        }
        #expect(photos.snapshot.items.map(\.id) == Array(0..<95))
    }

    @Test("With offsets and a total")
    func offsets() async throws {
        let photos = PageStore(load: try source("offsets").offsets)
        try await photos.refresh()
        #expect(photos.count == 95)
        try await readAll(photos)
    }

    @Test("With cursors")
    func cursors() async throws {
        let photos = PageStore<Photo>(
            cursors: [String].self, hasPlaceholders: false, load: try source("cursors").cursors)
        try await readAll(photos)
        // A refresh in the middle shows the same photos, and leads on to both sides.
        try photos.update(visible: 62..<66, wanted: 62..<66)
        try await photos.refresh()
        #expect(photos.slot(of: 62) != nil && photos.itemCount < 95)
        for _ in 0..<20 where photos.state(at: .head) != .exhausted {
            let count = photos.itemCount
            try photos.update(visible: 0..<1, wanted: 0..<1)
            await eventually("more") {
                photos.itemCount > count || photos.state(at: .head) == .exhausted
            }
        }
        try await readTail(photos)
    }

    @Test("With Link headers")
    func links() async throws {
        try await readAll(
            PageStore<Photo>(
                cursors: URL.self, hasPlaceholders: false, load: try source("links").links))
        let base = try #require(URL(string: "http://localhost/a"))
        let links = WebSource<Photo>.links(
            #"<b?ids=1,2>; title="x"; rel="next last", </c>;rel=prev"#, of: base)
        #expect(
            links.mapValues(\.absoluteString) == [
                "next": "http://localhost/b?ids=1,2", "last": "http://localhost/b?ids=1,2",
                "prev": "http://localhost/c",
            ])
    }

    @Test("A refusal is an error of the refresh")
    func refusal() async throws {
        let photos = PageStore(load: try source("nothing").offsets)
        await #expect(throws: WebSource<Photo>.Refusal(status: 404)) { try await photos.refresh() }
        #expect(photos.refreshState == .failed)
    }
}
