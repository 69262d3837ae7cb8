// What the examples of the documentation leave to the app.

import AppKit
import RangeCore
import RangeCoreAppKit

struct Photo {}

final class PhotoNode: RangeNode {
    init(_ photo: Photo) {}
}

final class PhotoRow: NSView {
    var photo: Photo?
}

@MainActor let photos: [Photo] = []
