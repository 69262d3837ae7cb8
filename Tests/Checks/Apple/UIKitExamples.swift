// What the examples of the documentation leave to the app; the rest is in Examples/UIKit.swiftpm.

import RangeCore
import RangeCoreUIKit
import UIKit

@MainActor let photos: [Photo] = []
@MainActor let view = UIView(frame: .zero)
@MainActor weak var prefetcher: (any UICollectionViewDataSourcePrefetching)?

@MainActor let activity = NSUserActivity(activityType: "org.example.feed")

enum Day { case today }
// swift-format-ignore: NeverForceUnwrap
@MainActor let list = RangeController()
@MainActor let rows = ListScrollView(controller: list) { _, _ in UIView(frame: .zero) }
@MainActor let layout = ListCollectionLayout()
@MainActor let source = ListDiffableDataSource<Day, Int>(controller: list)
@MainActor let dataSource = UICollectionViewDiffableDataSource<Int, Int>(
    collectionView: UICollectionView(frame: .zero, collectionViewLayout: layout)
) { _, _, _ in nil }
@MainActor let header = UICollectionView.SupplementaryRegistration<ListCollectionReusableView>(
    elementKind: UICollectionView.elementKindSectionHeader
) { _, _, _ in }
@MainActor let footer = UICollectionView.SupplementaryRegistration<ListCollectionReusableView>(
    elementKind: UICollectionView.elementKindSectionFooter
) { _, _, _ in }
@MainActor func load(_ path: IndexPath) {}
@MainActor func drop(_ path: IndexPath) {}
@MainActor func showTitle(of day: Day) {}
@MainActor func show(_ photo: Int) {}
