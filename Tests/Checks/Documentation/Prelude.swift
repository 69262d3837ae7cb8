// What the examples of the documentation leave to the app.

import RangeCore
import Synchronization

struct Photo: Identifiable, Hashable, Sendable {
    let id: Int
    var day: Int { id / 7 }

    func startDownload() {}
    func cancelDownload() {}
    func decode() {}
    func dropPixels() {}
}

struct Server: Sendable {
    struct Reply: Sendable {
        var photos: [Photo]
        var isLast: Bool
        var totalPages: Int?
        var total: Int?
        var next: String?
    }

    func photos(at position: Int, count: Int) async throws -> Reply {
        let photos = (position..<min(position + count, 50)).map { Photo(id: $0) }
        return Reply(photos: photos, isLast: position + count >= 50, total: 50)
    }

    func load(_ request: PositionRequest) async throws -> PageReply<Photo, Never> {
        let reply = try await photos(at: request.position, count: request.count)
        return PageReply(reply.photos, total: reply.total)
    }

    func photos(next: String?) async throws -> Reply {
        let start = next.flatMap { Int($0) } ?? 0
        let reply = try await photos(at: start, count: 20)
        return Reply(
            photos: reply.photos, isLast: reply.isLast,
            next: reply.isLast ? nil : "\(start + 20)")
    }

    func photos(after count: Int) async throws -> Reply {
        Reply(photos: (count..<count + 5).map { Photo(id: $0) }, isLast: count >= 110)
    }

    func page(_ page: Int) async throws -> Reply {
        Reply(
            photos: (page * 5..<page * 5 + 5).map { Photo(id: $0) }, isLast: false, totalPages: 2,
            total: 10)
    }

    func pixels(of id: Photo.ID) async throws -> [UInt8] { [UInt8](repeating: 0, count: 100) }

    func fetch(_ completion: @escaping @Sendable ([Photo]) -> Void) {
        completion([Photo(id: 1)])
    }
}

@MainActor
class PhotoNode: RangeNode {
    init(_ photo: Photo) {}
}

@MainActor
final class ScrollView {
    var offset = 0.0 { didSet { didScroll() } }
    var (width, height, contentHeight) = (320.0, 480.0, 0.0)
    var (isTracking, isDecelerating) = (false, false)
    var didScroll: () -> Void = {}
}

final class Label {
    var text = ""
    var isHidden = false
    var (top, height) = (0.0, 0.0)
    func height(forWidth width: Double) -> Double { 80 }
}

/// A scroll view of 480 points whose rows are 80 points long.
final class Surface: ScrollSurface {
    var viewport = ListViewport(offset: 0, length: 480)
    var breadth = 320.0
    func setScrollLength(_ length: Double) {}
    func setOffset(_ offset: Double, animated: Bool) { viewport.offset = offset }
    func makeView(ofItem index: Int) -> Label { Label() }
    func measure(_ view: Label, ofItem index: Int, columns: Int) -> Double { 80 }
    func place(_ view: Label, at frame: ItemFrame) {}
    func recycle(_ view: Label) {}
}

/// The loop of a toolkit, which runs what is called on it.
final class Loop: Sendable {
    private let calls = Mutex<[@Sendable () -> Void]>([])

    func call(after seconds: Double, _ work: @escaping @Sendable () -> Void) {
        calls.withLock { $0.append(work) }
    }

    func run() {
        while let work = calls.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { work() }
    }
}

let loop = Loop()
let server = Server()
@MainActor let scrollView = ScrollView()
@MainActor var photos: [Photo] = []
@MainActor var list = makeList(photos.count)
@MainActor var carousels: [RangeController] = []

@MainActor
func makeList(_ count: Int) -> RangeController {
    do {
        let list = RangeController(estimate: 120) { _ in RangeNode() }
        try list.insertItems(count: count, at: 0)
        return list
    } catch {
        fatalError("\(error)")
    }
}

/// Each example starts from the same data.
@MainActor
func reset() {
    photos = (0..<100).map { Photo(id: $0) }
    list = makeList(photos.count)
    carousels = (0..<3).map { _ in makeList(4) }
    scrollView.offset = 0
}

final class Tasks: Sendable {
    func setPriority(_ priority: Float, of id: Int) {}
}
