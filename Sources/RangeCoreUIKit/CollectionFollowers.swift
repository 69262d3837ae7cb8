#if canImport(UIKit) && !os(watchOS)
public import RangeCore
public import UIKit

extension Impressions {
    /// Follows what a collection view shows, by the layout that it has.
    ///
    /// ```swift
    /// let impressions = Impressions<Int>()
    /// try impressions.attach(to: layout) { path in dataSource.itemIdentifier(for: path) }
    /// impressions.onEvent = { event in if event.kind == .seen { print("seen: \(event.id)") } }
    /// ```
    ///
    /// The layout holds the impressions, not the other way round. Headers and footers do not count; a header
    /// that is pinned covers what is under it.
    ///
    /// - Parameters:
    ///   - layout: The layout; if it is attached already, the closures are replaced.
    ///   - cross: Which part of the collection view's breadth is on screen, 0 … 1.
    ///   - id: A closure that returns the id of an item; nil for one that does not count, such as a placeholder.
    ///   - rule: A closure that returns the index of an item's rule; nil for 0.
    /// - Throws: `RangeCoreError.outOfMemory`.
    public func attach(
        to layout: ListCollectionLayout, cross: @escaping @MainActor () -> Double = { 1 },
        id: @escaping @MainActor (IndexPath) -> ID?, rule: (@MainActor (IndexPath) -> Int)? = nil
    ) throws(RangeCoreError) {
        try join(
            layout.following, cross: cross, id: layout.following.closure(id),
            rule: rule.map(layout.following.closure).map { rule in { rule($0) ?? 0 } }
        )
    }

    /// Follows a collection view no longer: for the impressions it shows nothing.
    public func detach(from layout: ListCollectionLayout) { leave(layout.following) }
}

extension Preloader {
    /// Loads what the items of a collection view show, by the layout that it has.
    ///
    /// ```swift
    /// let images = Preloader<Int, String> { photo, _ in "the pixels of \(photo)" }
    /// try images.attach(to: layout) { path in dataSource.itemIdentifier(for: path) }
    /// ```
    ///
    /// Use it instead of the layout's ``ListCollectionLayout/prefetching``. A list without foresight is given
    /// that of the preloader's settings.
    ///
    /// - Parameters:
    ///   - layout: The layout; if it is attached already, the closure is replaced.
    ///   - id: A closure that returns the id of an item; nil for one without anything to load.
    /// - Throws: `RangeCoreError.outOfMemory`.
    public func attach(
        to layout: ListCollectionLayout, id: @escaping @MainActor (IndexPath) -> ID?
    ) throws(RangeCoreError) {
        try follow(layout.following, id: layout.following.closure(id))
    }

    /// Ends what a collection view wants.
    public func detach(from layout: ListCollectionLayout) { leave(layout.following) }
}

extension CollectionFollowing {
    /// A closure by index instead of one by index path. It does not hold the layout.
    func closure<Result>(
        _ body: @escaping @MainActor (IndexPath) -> Result?
    ) -> @MainActor (Int) -> Result? {
        { [weak self] index in
            guard let path = self?.item(index), let item = path.item else { return nil }
            return body(IndexPath(item: item, section: path.section))
        }
    }
}
#endif
