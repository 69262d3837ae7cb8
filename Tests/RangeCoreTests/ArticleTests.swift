import RangeCore
import Testing

// The articles' examples, as they stand there but for what the app would bring along.

private struct Photo: Identifiable, Sendable {
    let id: Int
}

private struct Server: Sendable {
    struct Reply: Sendable {
        var photos: [Photo]
        var isLast: Bool
        var totalPages: Int?
    }

    func photos(after count: Int) async throws -> Reply {
        let isLast = count >= 20
        return Reply(photos: (count..<count + 5).map { Photo(id: $0) }, isLast: isLast)
    }

    func page(_ page: Int) async throws -> Reply {
        Reply(photos: (page * 5..<page * 5 + 5).map { Photo(id: $0) }, isLast: false, totalPages: 2)
    }

    func fetch(_ completion: @escaping @Sendable ([Photo]) -> Void) {
        completion([Photo(id: 1)])
    }
}

private final class PhotoNode: RangeNode {
    let photo: Photo
    var log: [String] = []

    init(_ photo: Photo) { self.photo = photo }

    override func didEnterPreloadState() { log.append("download") }
    override func didEnterDisplayState() { log.append("decode") }
    override func didExitDisplayState() { log.append("drop pixels") }
    override func didExitPreloadState() { log.append("cancel") }
}

@MainActor
private final class Feed: BatchFetchingDelegate {
    let server = Server()
    var isOnline = true
    var photos: [Photo] = []
    private(set) var list: RangeController!

    init() throws {
        list = try RangeController { [unowned self] in PhotoNode(photos[$0]) }
        list.delegate = self
    }

    func shouldBatchFetch(for controller: RangeController, at end: BatchEnd) -> Bool {
        isOnline
    }

    nonisolated func willBeginBatchFetch(with context: BatchContext) {
        server.fetch { result in
            Task { @MainActor in
                self.insert(result)
                context.complete()
            }
        }
    }

    private func insert(_ result: [Photo]) {
        photos += result
        try? list.insertItems(count: result.count, at: list.count)
    }
}

@MainActor
@Suite("The articles' examples")
struct ArticleTests {
    @Test("Getting started")
    func gettingStarted() throws {
        var photos = (0..<100).map { Photo(id: $0) }
        let list = try RangeController(estimate: 120) { index in
            PhotoNode(photos[index])
        }
        try list.insertItems(count: photos.count, at: 0)
        var scrollOffset = 1000.0
        let update = try list.update(
            ListViewport(offset: scrollOffset, length: 400, isUserDriven: true))
        if let update { scrollOffset += update.correction }
        photos.remove(at: 3)
        try list.removeItems(3..<4)
        list.setNeedsUpdate()
        #expect(list.lastUpdate?.offset == 880)
        let new = Array(photos.reversed())
        let difference = new.map(\.id).difference(from: photos.map(\.id)).inferringMoves()
        photos = new
        try list.apply(difference)
        list.setNeedsUpdate()
        let told = list.indicesOfNodes.compactMap { list.node(at: $0) as? PhotoNode }
        #expect(zip(list.indicesOfNodes, told).allSatisfy { photos[$0].id == $1.photo.id })

        let lists = [list]
        let pager = try RangeController(tuning: .pager) { page in
            let node = RangeNode()
            node.controller = lists[page]
            return node
        }
        try pager.insertItems(count: 1, at: 0)
        _ = try pager.update(ListViewport(offset: 0, length: 100))
        #expect(list.presence == .onScreen)
        _ = try pager.update(ListViewport(offset: 1000, length: 100))
        #expect(list.presence == .away && list.indicesOfNodes == [])

        var engine = try ListEngine()
        try engine.insertItems(count: 1_000_000, at: 0)
        var count = 0
        _ = try engine.update(ListViewport(offset: 0, length: 800)) { update, changes in
            for position in changes.indices {
                let change = changes[position]
                count += change.items.count
            }
        }
        #expect(count > 18)
    }

    @Test("Ranges and modes")
    func ranges() throws {
        let list = try RangeController { _ in RangeNode() }
        try list.setTuning(RangeTuning(leading: 3, trailing: 1), for: .preload)
        try list.setTuning(RangeTuning(leading: 5, trailing: 5), for: .app0)
        #expect(list.tuning(for: .app0).leading == 5)
    }

    @Test("Batch fetching")
    func batches() async throws {
        let server = Server()
        var photos: [Photo] = []
        let list = try RangeController { _ in RangeNode() }
        list.fetchBatches { request in
            let response = try await server.photos(after: request.count)
            return Batch(response.photos, isLast: response.isLast)
        } insert: { new, list in
            photos += new
            try list.insertItems(count: new.count, at: list.count)
        }
        _ = try list.update(ListViewport(offset: 0, length: 2000))
        await eventually("all photos") { photos.count == 25 }

        let feed = try Feed()
        _ = try feed.list.update(ListViewport(offset: 0, length: 10))
        await eventually("a photo") { !feed.photos.isEmpty }
    }

    @Test("Pages")
    func pages() async throws {
        let server = Server()
        let feed = try Paginator { page in
            let reply = try await server.page(page)
            return FetchedPage(reply.photos, totalPages: reply.totalPages)
        }
        let list = try RangeController { PhotoNode(feed.items[$0]) }
        feed.loadingRowExtent = 60
        try feed.attach(to: list)
        _ = try list.update(ListViewport(offset: 0, length: 2000))
        await eventually("both pages") { feed.items.count == 10 && !feed.hasMore }
    }
}
