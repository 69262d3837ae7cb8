import RangeCore

/// A photo in range: its picture is downloaded in time, and dropped once it is far away.
final class PhotoNode: RangeNode {
    let photo: Photo
    private weak var row: Row?
    private var hasPicture = false
    private var download: Task<Void, Never>?

    init(_ photo: Photo) { self.photo = photo }

    override func didEnterPreloadState() {
        download = Task {
            guard (try? await photo.download()) != nil, !Task.isCancelled else { return }
            hasPicture = true
            row?.hasPicture = true
            setNeedsMeasure()
        }
    }

    override func didExitPreloadState() {
        download?.cancel()
        hasPicture = false
    }

    // The row is used for another photo then.
    override func didExitDisplayState() { row = nil }

    func show(in row: Row) {
        self.row = row
        (row.text, row.hasPicture) = (photo.title, hasPicture)
    }
}
