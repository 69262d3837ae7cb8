#if canImport(UIKit)
public import RangeCore
public import UIKit

/// A layout that puts the items of a collection view below each other, as a table does, with cells that
/// size themselves, headers that can be pinned, and prefetching.
///
/// ```swift
/// let layout = ListCollectionLayout(estimate: 80, hasHeaders: true)
/// layout.pinsHeaders = true
/// layout.prefetching = self
/// let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
/// ```
///
/// The collection view owns the cells; the layout is a host of a ``ListEngine``. What is on screen keeps
/// its place while cells above it are sized, inserted, removed or moved: through the
/// `contentOffsetAdjustment` of the layout's invalidation contexts, which does not end a drag or a fling,
/// and through `targetContentOffset(forProposedContentOffset:)` in batch updates. Updates are O(log n)
/// for a collection of n items, whatever its length, and for each update O(k) for k items that come,
/// go or move.
///
/// The layout needs nothing from a data source but the counts, so it works with
/// `UICollectionViewDiffableDataSource` too.
@MainActor
open class ListCollectionLayout: UICollectionViewLayout {
    /// Whether the header of the section at the top stays there until the next one pushes it out.
    open var pinsHeaders = false {
        didSet { invalidateLayout() }
    }

    /// Receives the items to prefetch, and those to cancel, in a call each per update; held weakly.
    ///
    /// They are those that enter and leave the preload range, ahead of the direction of scrolling. Set
    /// this instead of the collection view's `prefetchDataSource`, for which UIKit has ranges of its
    /// own. An item that is deleted is not cancelled by this.
    open weak var prefetching: (any UICollectionViewDataSourcePrefetching)?

    /// Called after each update, for example to fetch the next batch if the decision for an end is yes.
    open var onUpdate: ((ListUpdate) -> Void)?

    /// Called when the engine refuses a call, for example when out of memory.
    open var onError: ((RangeCoreError) -> Void)?

    // Nil if out of memory.
    private var list: SectionedEngine?
    private var offset = HostOffset()
    private var breadth: CGFloat?
    private var needsReset = true
    // Between the invalidation for updates and the call that tells what they are.
    private var isAwaitingUpdates = false
    private var isUpdating = false
    // The correction of the updates, and of a change of the bounds.
    private var targetCorrection = 0.0
    private var boundsCorrection = 0.0
    private let clock = ContinuousClock()
    private let start = ContinuousClock().now
    private var wake: Task<Void, Never>?
    private var wakeTime = Double.infinity

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - estimate: The height of cells and headers that have not been sized yet, in points.
    ///   - spacing: The gap between them, in points, not negative.
    ///   - hasHeaders: Whether each section has a header: a supplementary view of the kind
    ///     `UICollectionView.elementKindSectionHeader`.
    public init(estimate: Double = 44, spacing: Double = 0, hasHeaders: Bool = false) {
        super.init()
        attempt { () throws(RangeCoreError) in
            list = try SectionedEngine(
                estimate: estimate, spacing: spacing, hasHeaders: hasHeaders)
        }
    }

    /// Creates a layout without headers, whose estimate is 44 points.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        attempt { () throws(RangeCoreError) in
            list = try SectionedEngine(estimate: 44, spacing: 0, hasHeaders: false)
        }
    }

    deinit {
        wake?.cancel()
    }

    // -- settings --

    /// Changes the settings of the list, with effect from the next update.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for an invalid value; nothing has changed then.
    public func configure(_ change: (inout ListSettings) -> Void) throws(RangeCoreError) {
        try list?.engine.configure(change)
    }

    /// Sets how far a range reaches in a mode, with effect from the next update.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for a tuning that is NaN, infinite or negative.
    public func setTuning(
        _ tuning: RangeTuning, for kind: RangeKind, in mode: RangeMode = .full
    ) throws(RangeCoreError) {
        try list?.engine.setTuning(tuning, for: kind, in: mode)
    }

    /// Begins a fetch at one end; see ``ListEngine/beginBatch(at:didFinish:)``.
    ///
    /// - Throws: ``RangeCoreError/busy`` while one is in progress there,
    ///   ``RangeCoreError/notFound`` at an exhausted end.
    public func beginBatch(at end: BatchEnd = .tail) throws(RangeCoreError) -> BatchContext {
        guard let context = try list?.engine.beginBatch(at: end) else { throw .outOfMemory }
        return context
    }

    /// Updates the list as it is, for example once a batch is finished that has brought no items.
    ///
    /// Scrolling, sizing cells and batch updates of the collection view do so by themselves.
    public func updateAgain() {
        guard let view = collectionView, !isAwaitingUpdates, !isUpdating else { return }
        adjustOffset(by: update(view, at: view.bounds))
    }

    /// Measures all cells again, for example after a change of the text size. They keep their heights
    /// until then.
    public func remeasure() {
        attempt { () throws(RangeCoreError) in try list?.remeasure() }
        invalidateLayout()
    }

    // -- the layout --

    open override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }

    open override var collectionViewContentSize: CGSize {
        CGSize(width: width, height: list?.engine.length ?? 0)
    }

    open override func prepare() {
        super.prepare()
        guard let view = collectionView, !isAwaitingUpdates else { return }
        if needsReset {
            needsReset = false
            attempt { () throws(RangeCoreError) in try list?.reset(to: counts(of: view)) }
            // No item was on screen before. UIKit itself keeps the offset within the new length.
            _ = update(view, at: view.bounds)
        }
    }

    open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        if context.invalidateEverything { needsReset = true }
        // What comes next says what has changed; until then the counts are not those of the list.
        isAwaitingUpdates = context.invalidateDataSourceCounts && !context.invalidateEverything
        super.invalidateLayout(with: context)
    }

    open override func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
        guard let view = collectionView, !isAwaitingUpdates, rect.minY < rect.maxY else {
            return nil
        }
        let start: Double? = pinsHeaders ? view.bounds.minY + view.adjustedContentInset.top : nil
        var places: [SectionedEngine.Place] = []
        attempt { () throws(RangeCoreError) in
            places = try list?.places(in: rect.minY..<rect.maxY, pinningAt: start) ?? []
        }
        return places.map(attributes)
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        attributes(of: ItemPath(section: indexPath.section, item: indexPath.item))
    }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        guard elementKind == UICollectionView.elementKindSectionHeader else { return nil }
        return attributes(of: ItemPath(section: indexPath.section, item: nil))
    }

    // -- scrolling --

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let view = collectionView, !isAwaitingUpdates, !isUpdating else { return false }
        if breadth != newBounds.width, breadth != nil {
            attempt { () throws(RangeCoreError) in try list?.remeasure() }
        }
        boundsCorrection = update(
            view, at: newBounds,
            isUserDriven: view.isTracking || view.isDragging || view.isDecelerating)
        defer { breadth = newBounds.width }
        return boundsCorrection != 0 || pinsHeaders || breadth != newBounds.width
    }

    open override func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = super.invalidationContext(forBoundsChange: newBounds)
        context.contentOffsetAdjustment.y += boundsCorrection
        offset.owe(boundsCorrection)
        boundsCorrection = 0
        return context
    }

    // -- cells that size themselves --

    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool {
        // UIKit asks about views without an index path too.
        guard preferredAttributes.indexPath.count == 2 else { return false }
        var isNew = false
        attempt { () throws(RangeCoreError) in
            isNew =
                try list?.setExtent(
                    preferredAttributes.size.height, of: path(preferredAttributes)) ?? false
        }
        return isNew
    }

    open override func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = super.invalidationContext(
            forPreferredLayoutAttributes: preferredAttributes,
            withOriginalAttributes: originalAttributes)
        guard let view = collectionView else { return context }
        let correction = update(view, at: view.bounds)
        if isUpdating {
            // UIKit ignores adjustments during batch updates.
            offset.stage(correction)
        } else {
            offset.owe(correction)
            context.contentOffsetAdjustment.y += correction
        }
        return context
    }

    // -- batch updates --

    open override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
        super.prepare(forCollectionViewUpdates: updateItems)
        isAwaitingUpdates = false
        guard let view = collectionView else { return }
        isUpdating = true
        let counts = counts(of: view)
        do throws(RangeCoreError) {
            try list?.apply(updateItems.compactMap(CollectionUpdate.init), counts: counts)
        } catch {
            // What has come and gone is unknown: all items are new.
            onError?(error)
            attempt { () throws(RangeCoreError) in try list?.reset(to: counts) }
        }
        targetCorrection = update(view, at: view.bounds)
        offset.owe(targetCorrection)
    }

    open override func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint
    ) -> CGPoint {
        var target = super.targetContentOffset(forProposedContentOffset: proposedContentOffset)
        target.y += targetCorrection
        return target
    }

    open override func finalizeCollectionViewUpdates() {
        super.finalizeCollectionViewUpdates()
        (isUpdating, targetCorrection) = (false, 0)
        adjustOffset(by: offset.takeStaged())
    }

    private func adjustOffset(by correction: Double) {
        if correction == 0 { return }
        offset.owe(correction)
        let context = UICollectionViewLayoutInvalidationContext()
        context.contentOffsetAdjustment.y = correction
        invalidateLayout(with: context)
    }

    // -- the engine --

    // Updates the engine, tells what to prefetch, and returns the correction.
    private func update(
        _ view: UICollectionView, at bounds: CGRect, isUserDriven: Bool = false
    ) -> Double {
        let inset = view.adjustedContentInset
        let viewport = ListViewport(
            offset: offset.offset(reading: bounds.minY), length: bounds.height,
            insetStart: inset.top, insetEnd: inset.bottom, isUserDriven: isUserDriven,
            time: (clock.now - start) / .seconds(1), jitter: .random(in: 0...1))
        do throws(RangeCoreError) {
            guard let (update, preload) = try list?.update(viewport) else { return 0 }
            wakeUp(at: update.nextTime)
            let (entered, left) = (preload.entered.map(indexPath), preload.left.map(indexPath))
            if !entered.isEmpty { prefetching?.collectionView(view, prefetchItemsAt: entered) }
            if !left.isEmpty {
                prefetching?.collectionView?(view, cancelPrefetchingForItemsAt: left)
            }
            onUpdate?(update)
            return update.correction
        } catch {
            onError?(error)
            return 0
        }
    }

    // A failed fetch is decided on again when its time has come.
    private func wakeUp(at time: Double) {
        if time == wakeTime { return }
        wakeTime = time
        wake?.cancel()
        if time == .infinity { return }
        wake = Task { [weak self, clock, start] in
            try? await clock.sleep(until: start + .seconds(time))
            if !Task.isCancelled { self?.updateAgain() }
        }
    }

    private func attempt(_ body: () throws(RangeCoreError) -> Void) {
        do throws(RangeCoreError) { try body() } catch { onError?(error) }
    }

    private func counts(of view: UICollectionView) -> [Int] {
        (0..<view.numberOfSections).map(view.numberOfItems)
    }

    // -- attributes --

    private var width: CGFloat {
        guard let view = collectionView else { return 0 }
        let inset = view.adjustedContentInset
        return view.bounds.width - inset.left - inset.right
    }

    private func attributes(of path: ItemPath) -> UICollectionViewLayoutAttributes? {
        var place: SectionedEngine.Place?
        attempt { () throws(RangeCoreError) in place = try list?.place(of: path) }
        return place.map(attributes)
    }

    private func attributes(_ place: SectionedEngine.Place) -> UICollectionViewLayoutAttributes {
        let path = indexPath(place.path)
        let attributes =
            place.path.item == nil
            ? UICollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, with: path)
            : UICollectionViewLayoutAttributes(forCellWith: path)
        attributes.frame = CGRect(x: 0, y: place.start, width: width, height: place.extent)
        // Above the cells, which it covers while it is pinned.
        attributes.zIndex = place.path.item == nil ? 1 : 0
        return attributes
    }

    private func indexPath(_ path: ItemPath) -> IndexPath {
        IndexPath(item: path.item ?? 0, section: path.section)
    }

    private func path(_ attributes: UICollectionViewLayoutAttributes) -> ItemPath {
        let isCell = attributes.representedElementCategory == .cell
        return ItemPath(
            section: attributes.indexPath.section, item: isCell ? attributes.indexPath.item : nil)
    }
}

extension CollectionUpdate {
    // The updates of whole sections have no item.
    @MainActor
    fileprivate init?(_ item: UICollectionViewUpdateItem) {
        let (before, after) = (item.indexPathBeforeUpdate, item.indexPathAfterUpdate)
        func path(_ it: IndexPath) -> ItemPath { ItemPath(section: it.section, item: it.item) }
        switch (item.updateAction, before, after) {
        case (.insert, _, let it?):
            self = it.item == NSNotFound ? .insertSection(it.section) : .insertItem(path(it))
        case (.delete, let it?, _):
            self = it.item == NSNotFound ? .deleteSection(it.section) : .deleteItem(path(it))
        case (.reload, let it?, _):
            self = it.item == NSNotFound ? .reloadSection(it.section) : .reloadItem(path(it))
        case (.move, let from?, let to?):
            self =
                from.item == NSNotFound
                ? .moveSection(from.section, to: to.section) : .moveItem(path(from), to: path(to))
        default: return nil
        }
    }
}
#endif
