import RangeCore
import RangeCoreUIKit
import UIKit

nonisolated struct Photo: Decodable, Sendable {
    let id: Int
    let title: String
    let url: URL
    let similar: [Photo]

    // Whatever the default isolation of the app, nothing is decoded on the main thread.
    @concurrent static func load(_ query: String) async throws -> [Photo] {
        guard let url = URL(string: "https://example.org/photos?\(query)") else { return [] }
        let (data, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode([Photo].self, from: data)
    }
}

/// A photo in range: its picture is downloaded in time, and dropped once it is far away.
final class PhotoNode: RangeNode {
    let photo: Photo
    weak var row: PhotoRow?
    private(set) var picture: UIImage?
    private var download: Task<Void, Never>?
    /// The photos like this one, in a row of their own.
    private(set) lazy var carousel = nestedController.map { list in
        ListScrollView(controller: list, isHorizontal: true) { [photo] view, index in
            let row = view.dequeue(PhotoRow.self) ?? PhotoRow(side: 120)
            row.show(photo.similar[index], in: list.node(ofItem: index) as? PhotoNode)
            return row
        }
    }

    init(_ photo: Photo) {
        self.photo = photo
        super.init()
        guard !photo.similar.isEmpty else { return }
        let list = RangeController(estimate: 120, spacing: 8) { index in
            PhotoNode(photo.similar[index])
        }
        nestedController = list
        try? list.insertItems(count: photo.similar.count, at: 0)
    }

    override func didEnterPreloadState() { startDownload() }

    override func didExitPreloadState() {
        download?.cancel()
        picture = nil
    }

    func startDownload() {
        download = Task {
            let data = try? await URLSession.shared.data(from: photo.url).0
            if Task.isCancelled { return }
            picture = data.flatMap(UIImage.init(data:))
            row?.showPicture(of: self, failed: picture == nil)
        }
    }
}

final class FeedController: UIViewController {
    private var photos: [Photo] = []
    private let list = RangeController(estimate: 340, spacing: 12)
    private lazy var rows = ListScrollView(controller: list) { [unowned self] view, index in
        let row = view.dequeue(PhotoRow.self) ?? PhotoRow()
        row.show(photos[index], in: list.node(ofItem: index) as? PhotoNode)
        return row
    }

    init() {
        super.init(nibName: nil, bundle: nil)
        list.makeNode = { [unowned self] index in PhotoNode(photos[index]) }
        // Failures are retried with exponential back-off.
        list.setBatchFetcher { count in
            let photos = try await Photo.load("offset=\(count)")
            return (photos, photos.isEmpty)
        } insert: { [weak self] new, _ in
            if let self { try show(photos + new) }
        }
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() { view = rows }

    override func viewDidLoad() {
        super.viewDidLoad()
        // A spinner at the end, and a button after a failure.
        rows.showsLoadStates = true
        rows.refreshControl = UIRefreshControl()
        let refresh = UIAction(title: "Refresh") { [weak self] _ in Task { await self?.refresh() } }
        rows.refreshControl?.addAction(refresh, for: .valueChanged)
        let newest = UIAction(title: "New Photos") { [weak self] _ in
            Task { await self?.insertNewest() }
        }
        navigationItem.rightBarButtonItem = UIBarButtonItem(primaryAction: newest)
    }

    // Without a connection, the photos stay. From the reset on nothing waits: a batch that began meanwhile
    // would be one after the old photos.
    private func refresh() async {
        if let new = try? await Photo.load("offset=0") {
            list.resetBatch(at: .tail)
            try? show(new)
        }
        rows.refreshControl?.endRefreshing()
    }

    // What is on screen keeps its place.
    private func insertNewest() async {
        guard let first = photos.first, let new = try? await Photo.load("before=\(first.id)")
        else { return }
        try? show(new + photos)
    }

    // If the list refuses the edits, the photos stay as well. Of those that come twice, as when the server has
    // got new ones between two batches, the first one counts: ids must differ.
    private func show(_ new: [Photo]) throws {
        var ids: Set<Int> = []
        let unique = new.filter { ids.insert($0.id).inserted }
        try list.apply(from: photos.map(\.id), to: unique.map(\.id))
        photos = unique
        rows.update()
    }
}
