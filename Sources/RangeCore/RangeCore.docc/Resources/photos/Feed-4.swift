import RangeCore

/// A list of photos in a scroll view.
final class Feed: ScrollSurface {
    let scrollView = ScrollView()
    private(set) var photos: [Photo]
    let list: RangeController
    private(set) lazy var host = ListHost(surface: self, controller: list)
    private var spare: [Row] = []

    init(_ photos: [Photo]) throws(RangeCoreError) {
        self.photos = photos
        list = RangeController(estimate: 60, spacing: 8)
        list.makeNode = { [unowned self] index in PhotoNode(self.photos[index]) }
        try list.insertItems(count: photos.count, at: 0)
        scrollView.didScroll = { [unowned self] in host.update() }
        host.update()
    }

    /// Fetches more photos near the end. Failures are retried with exponential back-off.
    func fetchBatches() {
        list.setBatchFetcher { [weak self] _ in
            let photos = try await Photo.page(after: self?.photos.last?.id ?? 46)
            return (photos, photos.isEmpty)
        } insert: { [weak self] new, list in
            self?.photos += new
            try list.insertItems(count: new.count, at: list.count)
        }
    }

    /// Starts over. Photos that are still there keep their rows, and so their pictures.
    func refresh() async throws {
        let newest = try await Photo.page(after: 46)
        list.resetBatch(at: .tail)
        try replace(with: newest)
    }

    /// Inserts photos above. What is on screen keeps its place.
    func insert(_ new: [Photo]) throws { try replace(with: new + photos) }

    private func replace(with new: [Photo]) throws {
        try list.apply(from: photos.map(\.id), to: new.map(\.id))
        photos = new
        host.update()
    }

    var viewport: ListViewport {
        ListViewport(
            offset: scrollView.offset, length: scrollView.length,
            isUserDriven: scrollView.isDragged)
    }
    var breadth: Double { scrollView.breadth }

    func setScrollLength(_ length: Double) { scrollView.contentLength = length }
    func setOffset(_ offset: Double, animated: Bool) { scrollView.offset = offset }

    func makeView(ofItem index: Int) -> Row {
        let row = spare.popLast() ?? Row()
        (list.node(ofItem: index) as? PhotoNode)?.show(in: row)
        scrollView.rows.append(row)
        return row
    }
    func measure(_ row: Row, ofItem index: Int, columns: Int) -> Double {
        row.fittingExtent(forBreadth: breadth)
    }
    func place(_ row: Row, at frame: ItemFrame) {
        (row.start, row.extent) = (frame.start, frame.extent)
    }
    func recycle(_ row: Row) {
        scrollView.rows.removeAll { $0 === row }
        spare.append(row)
    }
}
