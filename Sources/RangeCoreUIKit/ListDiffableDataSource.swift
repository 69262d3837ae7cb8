#if canImport(UIKit) && !os(watchOS)
public import RangeCore
public import UIKit

/// Feeds a list with diffable snapshots, as `UICollectionViewDiffableDataSource` feeds a collection
/// view.
///
/// ```swift
/// let source = ListDiffableDataSource<Day, Int>(controller: list, hasHeaders: true)
/// var snapshot = source.snapshot()
/// snapshot.appendSections([.today])
/// snapshot.appendItems(photos.map(\.id), toSection: .today)
/// try source.apply(snapshot)
/// rows.update()
/// ```
///
/// Whatever is in the snapshots before and after keeps its state, its node and its extent; as few items
/// move as possible. Comparing them takes O(n log n) for n items.
///
/// It makes the edits of the list: the app makes none of its own. For a collection view with a
/// ``ListCollectionLayout`` use UIKit's data source: the layout learns from the collection view what
/// has changed.
@MainActor
public final class ListDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable> {
    /// A snapshot.
    public typealias Snapshot = NSDiffableDataSourceSnapshot<Section, Item>

    /// The list.
    public let controller: RangeController

    /// Whether each section begins with an item for its header.
    public let hasHeaders: Bool

    private var current = Snapshot()
    private var elements = SnapshotElements<Section, Item>()

    /// Creates the data source of a list, which must be empty.
    ///
    /// - Parameters:
    ///   - controller: The controller of the list.
    ///   - hasHeaders: Whether each section begins with an item for its header.
    public init(controller: RangeController, hasHeaders: Bool = false) {
        (self.controller, self.hasHeaders) = (controller, hasHeaders)
    }

    /// Returns what was applied last; empty at first.
    public func snapshot() -> Snapshot { current }

    /// Makes the list what a snapshot says. Update the list afterwards.
    ///
    /// Items and sections that the snapshot reloads, and items that it reconfigures, are measured again,
    /// and keep their extents until then; tell their nodes what else has changed.
    ///
    /// - Parameter snapshot: The snapshot.
    /// - Throws: As `RangeController.apply(from:to:)`.
    /// - Complexity: As `RangeController.apply(from:to:)`.
    public func apply(_ snapshot: Snapshot) throws(RangeCoreError) {
        let new = SnapshotElements(
            snapshot.sectionIdentifiers, hasHeaders: hasHeaders,
            items: snapshot.itemIdentifiers(inSection:))
        // Before the edits, which they follow: then one that fails leaves the snapshot as it was.
        let reloaded = snapshot.reloadedSectionIdentifiers
        for element in reloaded.map(SnapshotElement.header)
            + reloaded.flatMap(snapshot.itemIdentifiers(inSection:)).map(SnapshotElement.item)
            + snapshot.reloadedItemIdentifiers.map(SnapshotElement.item)
            + snapshot.reconfiguredItemIdentifiers.map(SnapshotElement.item)
        {
            guard let index = index(of: element) else { continue }
            try controller.markProvisional(index..<index + 1)
        }
        try controller.apply(from: elements.all, to: new.all)
        (current, elements) = (snapshot, new)
    }

    /// Returns what is at an index of the list; nil if the index is out of bounds.
    ///
    /// - Complexity: O(1).
    public func element(at index: Int) -> SnapshotElement<Section, Item>? {
        elements.all.indices.contains(index) ? elements.all[index] : nil
    }

    /// Returns the index of a header or an item in the list; nil if it is not in the snapshot.
    ///
    /// - Complexity: O(1).
    public func index(of element: SnapshotElement<Section, Item>) -> Int? {
        elements.index(of: element)
    }
}
#endif
