import Foundation
import RangeCore
import RangeCoreParts
import Testing

@testable import PageSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server of images within the process; that of slow.example never replies.
final class ImageServer: URLProtocol {
    static var session: URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ImageServer.self]
        return URLSession(configuration: configuration)
    }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let url = request.url, url.host != "slow.example" else { return }
        let status = url.lastPathComponent == "1" ? 404 : 200
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(url.lastPathComponent.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}

@MainActor
@Suite("Images by URLSession", .serialized)
struct WebImagesTests {
    private func url(_ index: Int, of host: String) -> URL {
        URL(string: "https://\(host)/\(index)").unsafelyUnwrapped
    }

    private func eventually(_ what: String, _ condition: () -> Bool) async {
        for _ in 0..<5000 {
            if condition() { return }
            try? await Task.sleep(for: .milliseconds(2))
        }
        Issue.record("never: \(what)")
    }

    private func list(of count: Int) throws -> RangeController {
        let list = RangeController(estimate: 100)
        try list.insertItems(count: count, at: 0)
        list.markScrolled()
        return list
    }

    @Test("The priorities of tasks follow their items")
    func priorities() async throws {
        let images = WebImages(session: ImageServer.session)
        var settings = PreloadSettings()
        // It would begin nothing ahead of what is visible, which never arrives here.
        settings.foresight = 0
        let preloader = images.preloader(settings: settings)
        let list = try list(of: 20)
        let url = { self.url($0, of: "slow.example") }
        try preloader.attach(to: list) { url($0) }
        _ = try list.update(ListViewport(offset: 600, length: 200))
        await eventually("the task") { images.priority(of: url(6)) != nil }
        await eventually("the next") { images.priority(of: url(8)) != nil }
        #expect(images.priority(of: url(6)) == URLSessionTask.highPriority)
        #expect(images.priority(of: url(8)) == URLSessionTask.defaultPriority)
        _ = try list.update(ListViewport(offset: 700, length: 200))
        #expect(images.priority(of: url(8)) == URLSessionTask.highPriority)
    }

    @Test("Images arrive, and refusals are failures")
    func values() async throws {
        let images = WebImages(session: ImageServer.session)
        let preloader = images.preloader()
        let list = try list(of: 2)
        let url = { self.url($0, of: "images.example") }
        var refused: [URL] = []
        preloader.onFailure = { url, error in
            if error as? WebImages.Refusal == WebImages.Refusal(status: 404) { refused.append(url) }
        }
        try preloader.attach(to: list) { url($0) }
        _ = try list.update(ListViewport(offset: 0, length: 200))
        await eventually("the image") { preloader.value(for: url(0)) == Data("0".utf8) }
        await eventually("the refusal") { refused == [url(1)] }
        #expect(images.priority(of: url(0)) == nil)
    }
}
