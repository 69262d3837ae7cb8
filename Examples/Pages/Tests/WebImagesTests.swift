import Foundation
import RangeCore
import Testing

@testable import PageSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server that never replies to what it is asked while it is closed.
final class SlowServer: URLProtocol {
    nonisolated(unsafe) static var isOpen = false
    static let lock = NSLock()

    static func open(_ isOpen: Bool) { lock.withLock { self.isOpen = isOpen } }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let url = request.url, Self.lock.withLock({ Self.isOpen }) else { return }
        let status = url.lastPathComponent == "16" ? 404 : 200
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
    private func url(_ index: Int) -> URL {
        URL(string: "https://images.example/\(index)").unsafelyUnwrapped
    }

    private func eventually(_ what: String, _ condition: () -> Bool) async {
        for _ in 0..<5000 {
            if condition() { return }
            try? await Task.sleep(for: .milliseconds(2))
        }
        Issue.record("never: \(what)")
    }

    @Test("Images arrive, and the priorities of tasks follow their items")
    func priorities() async throws {
        SlowServer.open(false)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [SlowServer.self]
        let images = WebImages(session: URLSession(configuration: configuration))
        let preloader = try images.preloader()
        let list = try RangeController(estimate: 100)
        try list.insertItems(count: 20, at: 0)
        list.markScrolled()
        try preloader.attach(to: list) { [self] in url($0) }
        _ = try list.update(ListViewport(offset: 600, length: 200))
        await eventually("the task") { images.priority(of: url(6)) != nil }
        await eventually("the next") { images.priority(of: url(8)) != nil }
        #expect(images.priority(of: url(6)) == URLSessionTask.highPriority)
        #expect(images.priority(of: url(8)) == URLSessionTask.defaultPriority)
        _ = try list.update(ListViewport(offset: 700, length: 200))
        #expect(images.priority(of: url(8)) == URLSessionTask.highPriority)
        var refused: [URL] = []
        preloader.onFailure = { url, error in
            if error as? WebImages.Refusal == WebImages.Refusal(status: 404) { refused.append(url) }
        }
        SlowServer.open(true)
        _ = try list.update(ListViewport(offset: 1500, length: 200))
        await eventually("the image") { preloader.value(for: url(15)) == Data("15".utf8) }
        await eventually("the refusal") { refused == [url(16)] }
        #expect(images.priority(of: url(15)) == nil)
    }
}
