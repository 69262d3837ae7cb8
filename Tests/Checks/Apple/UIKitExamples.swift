// What the examples of the documentation leave to the app; the rest is in Examples/UIKit.swiftpm.

import RangeCore
import RangeCoreUIKit
import UIKit

@MainActor let photos: [Photo] = []
@MainActor let view = UIView(frame: .zero)
@MainActor weak var prefetcher: (any UICollectionViewDataSourcePrefetching)?

enum Day { case today }
// swift-format-ignore: NeverForceUnwrap
@MainActor let list = RangeController()
@MainActor let rows = ListScrollView(controller: list) { _, _ in UIView(frame: .zero) }
@MainActor let source = ListDiffableDataSource<Day, Int>(controller: list)
@MainActor func showTitle(of day: Day) {}
@MainActor func show(_ photo: Int) {}
