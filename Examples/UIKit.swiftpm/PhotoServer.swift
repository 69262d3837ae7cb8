import Foundation

/// Answers the sample's requests within the app, so that it runs without a server.
///
/// Photos come newest first, the pictures of some fail now and then, and every fifth has others like it.
nonisolated final class PhotoServer: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.host == "example.org"
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url else { return }
        let id = Int(url.lastPathComponent)
        if let id, id % 10 == 3, Bool.random() {
            client?.urlProtocol(self, didFailWithError: URLError(.timedOut))
            return
        }
        let data = id.map(Self.picture) ?? Self.photos(url.query ?? "")
        let response = URLResponse(
            url: url, mimeType: id == nil ? "application/json" : "image/bmp",
            expectedContentLength: data.count, textEncodingName: nil)
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .allowed)
        client?.urlProtocol(self, didLoad: data)
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}

    // offset=N: twenty photos after the N newest of a thousand; before=ID: five that are newer.
    private static func photos(_ query: String) -> Data {
        let words = query.split(separator: "=")
        let value = words.last.flatMap { Int($0) } ?? 0
        let ids =
            words.first == "before"
            ? (value + 1...value + 5).reversed()
            : Array(stride(from: 1_000 - value, to: max(980 - value, 0), by: -1))
        return Data(json(of: ids, others: true).utf8)
    }

    private static func json(of ids: [Int], others: Bool) -> String {
        let photos = ids.map { id in
            let similar = others && id % 5 == 0 ? Array(id * 100..<id * 100 + 10) : []
            return """
                {"id": \(id), "title": "Photo \(id)", "url": "https://example.org/pictures/\(id)",
                "similar": \(json(of: similar, others: false))}
                """
        }
        return "[" + photos.joined(separator: ",") + "]"
    }

    // A pixel of a color of its own, as a bitmap.
    private static func picture(of id: Int) -> Data {
        let header: [UInt8] = [
            0x42, 0x4D, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0,
            40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0,
            4, 0, 0, 0, 19, 11, 0, 0, 19, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ]
        let color = [id * 37, id * 59, id * 83].map { UInt8(100 + $0 % 150) }
        return Data(header + color + [0])
    }
}
