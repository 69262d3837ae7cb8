import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A REST source over HTTP that answers page by page, with `current_page`, `total_pages`,
/// `total_items` and `items`.
struct RESTSource: Source {
    let url: URL
    let pageSize: Int
    let estimate = 4.0
    let spacing = 1.0
    private let session: URLSession

    var name: String { url.absoluteString }

    init(url: URL, pageSize: Int) {
        self.url = url
        self.pageSize = pageSize
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 15
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        session = URLSession(configuration: configuration)
    }

    func page(_ number: Int) async throws -> SourcePage {
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true) ?? URLComponents()
        components.queryItems =
            (components.queryItems ?? []) + [
                URLQueryItem(name: "page", value: String(number)),
                URLQueryItem(name: "page_size", value: String(pageSize)),
            ]
        guard let address = components.url else { throw SourceError("cannot request \(url)") }
        let (data, response) = try await answer(to: URLRequest(url: address))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            let told = try? JSONDecoder().decode(Failure.self, from: data)
            throw SourceError("HTTP \(status)" + (told.map { ": \($0.error)" } ?? ""))
        }
        guard let reply = try? JSONDecoder().decode(Reply.self, from: data) else {
            throw SourceError("the reply is not a JSON object with \"items\"")
        }
        // The number of pages alone tells the total in the last one.
        let isLast = reply.totalPages.map { number >= $0 } ?? false
        let end = (number - 1) * pageSize + reply.items.count
        return SourcePage(
            items: reply.items.map(\.item), total: reply.totalItems ?? (isLast ? end : nil))
    }

    private func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        do {
            return try await session.data(for: request)
        } catch let error as URLError where error.code != .cancelled {
            let host = (url.host ?? "") + (url.port.map { ":\($0)" } ?? "")
            switch error.code {
            case .cannotConnectToHost: throw SourceError("cannot connect to \(host)")
            case .cannotFindHost, .dnsLookupFailed: throw SourceError("cannot find \(host)")
            case .timedOut: throw SourceError("\(host) did not reply in time")
            case .networkConnectionLost: throw SourceError("the connection to \(host) was lost")
            default: throw SourceError("no reply from \(host) (\(error.code.rawValue))")
            }
        }
    }
}

private struct Failure: Decodable {
    let error: String
}

// `current_page` is not read: the page that was asked for counts.
private struct Reply: Decodable {
    let totalPages: Int?
    let totalItems: Int?
    let items: [Element]

    private enum CodingKeys: String, CodingKey {
        case totalPages = "total_pages"
        case totalItems = "total_items"
        case items
    }

    struct Element: Decodable {
        let item: Item

        private enum CodingKeys: String, CodingKey { case id, title, body }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            let id: Item.ID
            if let number = try? values.decode(Int64.self, forKey: .id) {
                id = .number(number)
            } else {
                id = .text(try values.decode(String.self, forKey: .id))
            }
            item = Item(
                id: id, title: try values.decodeIfPresent(String.self, forKey: .title),
                text: try values.decodeIfPresent(String.self, forKey: .body) ?? "")
        }
    }
}
