// What the examples of the documentation leave to the app.

import RangeCore

struct Photo: Identifiable, Hashable, Sendable {
    let id: Int

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
    }

    func photos(after count: Int) async throws -> Reply {
        Reply(photos: (count..<count + 5).map { Photo(id: $0) }, isLast: count >= 110)
    }

    func page(_ page: Int) async throws -> Reply {
        Reply(photos: (page * 5..<page * 5 + 5).map { Photo(id: $0) }, isLast: false, totalPages: 2)
    }

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

let server = Server()
@MainActor let scrollView = ScrollView()
@MainActor var photos: [Photo] = []
@MainActor var list = makeList(photos.count)
@MainActor var carousels: [RangeController] = []

@MainActor
func makeList(_ count: Int) -> RangeController {
    do {
        let list = try RangeController(estimate: 120) { _ in RangeNode() }
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
