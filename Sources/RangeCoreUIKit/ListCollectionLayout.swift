#if canImport(UIKit) && !os(watchOS)
public import RangeCore
public import UIKit

/// A layout that puts the items of a collection view below each other, as a table does, or in columns of
/// each section's own, or sideways; with cells that size themselves, headers that can be pinned, footers,
/// space around the items of a section, and prefetching.
///
/// ```swift
/// let layout = ListCollectionLayout(estimate: 80, hasHeaders: true)
/// layout.pinsHeaders = true
/// layout.prefetching = prefetcher
/// view.addSubview(UICollectionView(frame: view.bounds, collectionViewLayout: layout))
/// ```
///
/// The collection view owns the cells; the layout is a host of a `ListEngine`. What is on screen keeps
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
    open var pinsHeaders: Bool {
        get { model.pinsHeaders }
        set {
            model.pinsHeaders = newValue
            invalidateLayout()
        }
    }

    /// Returns how many items of a section fit side by side; 1 while this is nil.
    ///
    /// It is asked again when the width changes, and after batch updates. Rows are as high as their
    /// highest cell. In a layout without headers, all items have the columns of section 0, and rows go
    /// on across sections. Where the width decides, set ``columnsForBreadth``: the collection view still has its
    /// old bounds when this is asked.
    open var columnsForSection: ((_ section: Int) -> Int)? {
        didSet { setColumns() }
    }

    /// Returns how many items of a section fit side by side at a width, in points; in a horizontal layout at a
    /// height. Asked as ``columnsForSection``, and in its place.
    ///
    /// ```swift
    /// layout.columnsForBreadth = { breadth, section in section == 0 ? 1 : max(Int(breadth / 180), 2) }
    /// ```
    ///
    /// The width is the collection view's, without its adjusted insets.
    open var columnsForBreadth: ((_ breadth: Double, _ section: Int) -> Int)? {
        didSet { setColumns() }
    }

    /// Returns how many lanes fit side by side at a width, in points, 1 … 16; nil for rows of columns.
    ///
    /// In lanes (masonry) each cell goes on where its own lane ends, and keeps its lane while others are sized,
    /// inserted or removed. Headers and footers are across all lanes, and so are the items of the sections that
    /// ``isWideSection`` names. Columns do not matter then. Asked as ``columnsForBreadth``.
    ///
    /// Index paths stay in the order of the data. Arrow keys and remote controls do not go by them: the focus engine
    /// goes [in their direction](https://developer.apple.com/forums/thread/27643), to the cell that is there on screen.
    ///
    /// ```swift
    /// layout.lanesForBreadth = { breadth in max(Int(breadth / 180), 2) }
    /// layout.isWideSection = { section in section == 0 }
    /// ```
    open var lanesForBreadth: ((_ breadth: Double) -> Int)? {
        didSet { setLanes() }
    }

    /// Returns whether the items of a section are across all lanes; none are while this is nil.
    open var isWideSection: ((_ section: Int) -> Bool)? {
        didSet { setLanes() }
    }

    /// Returns the space around the items of a section, in points, not negative; none while this is nil.
    ///
    /// It lies between the header and the items, and between these and the footer. Where there is no header or
    /// footer, space of less than the spacing counts as the spacing. It is asked when columns are. Set it
    /// before the collection view has data: otherwise all cells are sized again.
    open var insetsForSection: ((_ section: Int) -> NSDirectionalEdgeInsets)? {
        didSet {
            model.setInsets(
                insetsForSection.map { [isHorizontal] insets in
                    { SectionKinds.Insets(insets($0), isHorizontal: isHorizontal) }
                })
            invalidateLayout()
        }
    }

    /// Returns the height of an item's cell, in points, of which more than one in a row count by the highest; nil
    /// while cells size themselves.
    ///
    /// No cell is sized then, so the scroll bar is exact, and nothing is ever corrected. It is asked once for each
    /// item when it comes, when it is reloaded, when the width changes and after ``remeasure()``. Headers and
    /// footers size themselves.
    ///
    /// ```swift
    /// let heights = [80.0, 120, 96]
    /// layout.extentForItem = { path in heights[path.item] }
    /// ```
    open var extentForItem: ((IndexPath) -> Double)? {
        didSet {
            model.setExtents(
                extentForItem.map { extent in
                    { extent(IndexPath(item: $0.item ?? 0, section: $0.section)) }
                })
            invalidateLayout()
        }
    }

    /// Whether the layout scrolls sideways; from right to left where the collection view is laid out that way.
    /// Columns are rows then, and heights widths.
    public let isHorizontal: Bool

    /// Receives the items to prefetch, and those to cancel, in a call each per update; held weakly.
    ///
    /// They are those that enter and leave the preload range, ahead of the direction of scrolling. Set
    /// this instead of the collection view's `prefetchDataSource`, for which UIKit has ranges of its
    /// own. An item that is deleted is not cancelled by this. The calls come after UIKit's layout pass, so
    /// they may apply a snapshot.
    open weak var prefetching: (any UICollectionViewDataSourcePrefetching)?

    /// Called with the last update, once UIKit's layout pass is over; for example to fetch the next batch
    /// if the decision for an end is yes. It may apply a snapshot.
    open var onUpdate: ((ListUpdate) -> Void)?

    /// Whether a strip beside the content shows the ranges; false by default, for debugging.
    ///
    /// It shows the rows around the viewport by their range: visible, display, preload or none. In a
    /// release build nothing is shown unless the user default `RangeCoreOverlay` is true, as with the
    /// launch argument `-RangeCoreOverlay YES`.
    open var showsRangeOverlay = false {
        didSet {
            overlayView?.removeFromSuperview()
            overlayView = nil
            guard showsRangeOverlay, RangeOverlayView.isAllowed else { return }
            overlayView = RangeOverlayView(isHorizontal: isHorizontal) { [weak self] in
                self.flatMap { $0.model.overlay(followed: $0.following) }
            }
            invalidateLayout()
        }
    }

    /// Called when the engine refuses a call, for example when out of memory.
    open var onError: ((RangeCoreError) -> Void)?

    let model: CollectionLayoutModel
    private(set) lazy var following = CollectionFollowing(model) { [weak self] in
        self?.updateAgain()
    }
    private let spacing: Double
    private var content = ContentPosition()
    // What batch updates add to the position.
    private var targetDistance = 0.0
    private let clock = ContinuousClock()
    private let start = ContinuousClock().now
    private var wake: Task<Void, Never>?
    private var wakeTime = Double.infinity
    private var delivery: Task<Void, Never>?
    private var appEvents: AppEvents?
    private var overlayView: RangeOverlayView?

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - estimate: The height of cells that have not been sized yet, in points, more than 0.
    ///   - spacing: The gap between rows, and between columns, in points, not negative.
    ///   - hasHeaders: Whether each section has a header: a supplementary view of the kind
    ///     `UICollectionView.elementKindSectionHeader`.
    ///   - hasFooters: Whether each has a footer: `UICollectionView.elementKindSectionFooter`.
    ///   - headerEstimate: The height of headers that have not been sized yet; nil for that of cells.
    ///   - footerEstimate: The height of footers that have not been sized yet; nil for that of cells.
    ///   - isHorizontal: Whether it scrolls sideways; heights are widths then.
    public init(
        estimate: Double = 44, spacing: Double = 0, hasHeaders: Bool = false,
        hasFooters: Bool = false, headerEstimate: Double? = nil, footerEstimate: Double? = nil,
        isHorizontal: Bool = false
    ) {
        let kinds = SectionKinds(
            hasHeaders: hasHeaders, hasFooters: hasFooters, headerEstimate: headerEstimate,
            footerEstimate: footerEstimate)
        model = Self.makeModel(estimate, spacing, kinds)
        (self.spacing, self.isHorizontal) = (spacing, isHorizontal)
        super.init()
        connect()
    }

    private static func makeModel(
        _ estimate: Double, _ spacing: Double, _ kinds: SectionKinds
    ) -> CollectionLayoutModel {
        do throws(RangeCoreError) {
            return try CollectionLayoutModel(estimate: estimate, spacing: spacing, kinds: kinds)
        } catch {
            preconditionFailure(
                """
                ListCollectionLayout(estimate: \(estimate), spacing: \(spacing), headerEstimate: \
                \(kinds.headerEstimate ?? estimate), footerEstimate: \
                \(kinds.footerEstimate ?? estimate)): \(error)
                """)
        }
    }

    /// Creates a vertical layout without headers and footers, whose estimate is 44 points.
    public required init?(coder: NSCoder) {
        model = Self.makeModel(44, 0, SectionKinds())
        (spacing, isHorizontal) = (0, false)
        super.init(coder: coder)
        connect()
    }

    deinit {
        wake?.cancel()
    }

    private func connect() {
        model.time = { [clock, start] in
            ((clock.now - start) / .seconds(1), .random(in: 0...1))
        }
        model.onError = { [unowned self] in onError?($0) }
        model.onUpdate = { [unowned self] in didUpdate($0) }
        appEvents = AppEvents { [weak self] change in
            self?.configure(change)
            self?.updateAgain()
        }
    }

    // -- settings --

    /// Changes the settings of the list, with effect from the next update.
    ///
    /// - Precondition: Each has a value that its own documentation allows.
    public func configure(_ change: (inout ListSettings) -> Void) {
        model.configure(change)
    }

    /// Sets how far a range reaches in a mode, with effect from the next update.
    ///
    /// - Precondition: The tuning is finite, and not negative.
    public func setTuning(
        _ tuning: RangeTuning, for kind: RangeKind, in mode: RangeMode = .full
    ) {
        must(try model.list.engine.setTuning(tuning, for: kind, in: mode))
    }

    private func setColumns() {
        if let columnsForBreadth {
            model.setColumns { columnsForBreadth($1, $0) }
        } else {
            model.setColumns { [columnsForSection] section, _ in columnsForSection?(section) ?? 1 }
        }
        invalidateLayout()
    }

    private func setLanes() {
        model.setLanes(lanesForBreadth) { [isWideSection] in isWideSection?($0) ?? false }
        invalidateLayout()
    }

    // -- batches --

    /// Begins a fetch at one end; see `ListEngine.beginBatch(at:didFinish:)`.
    ///
    /// - Throws: `RangeCoreError.busy` while one is in progress there,
    ///   `RangeCoreError.notFound` at an exhausted end.
    public func beginBatch(at end: BatchEnd = .tail) throws(RangeCoreError) -> BatchContext {
        try model.beginBatch(at: end)
    }

    /// Returns what happens at an end, as of the last update, for a cell or a footer that shows it; look at it in
    /// ``onUpdate``.
    public func loadState(at end: BatchEnd = .tail) -> LoadState { model.loadState(at: end) }

    /// Ends back-off and pause at an end, so that the next update can decide to fetch.
    public func retryBatch(at end: BatchEnd = .tail) { model.list.engine.retryBatch(at: end) }

    /// Resets an end, for a refresh or a new filter: cancels the fetch in progress, and clears failures and
    /// exhaustion. The next update decides.
    public func resetBatch(at end: BatchEnd = .tail) { model.list.engine.resetBatch(at: end) }

    /// Updates the list as it is, for example once a batch is finished that has brought no items.
    ///
    /// Scrolling, sizing cells and batch updates of the collection view do so by themselves.
    public func updateAgain() {
        guard let view = collectionView else { return }
        adjustOffset(by: model.updateAgain(geometry(view, view.bounds)))
    }

    /// Measures all cells again, for example after a change of the text size. They keep their heights
    /// until then.
    public func remeasure() {
        model.remeasure()
        invalidateLayout()
    }

    // -- places --

    /// Scrolls to an offset, and arrives there, however cells on the way are sized.
    ///
    /// There the collection view rests until it is scrolled or edited, or has another width: cells that are sized
    /// elsewhere do not move it. Before it has data, this takes effect later.
    ///
    /// ```swift
    /// layout.scroll(toOffset: 5000)
    /// ```
    ///
    /// - Parameter offset: How far from the start of the content, in points, as
    ///   `UICollectionView.contentOffset` in a vertical layout; past an end, and infinite, it is that end.
    /// - Precondition: The offset is not NaN.
    public func scroll(toOffset offset: Double) {
        precondition(!offset.isNaN, "scroll(toOffset: \(offset))")
        model.scroll(toOffset: offset)
        scrollNow()
    }

    /// Whether the place of a snapshot is yet to be found; see ``restore(_:key:id:)``.
    public var isRestoring: Bool { model.isRestoring }

    /// Notes where the collection view is, and the heights of cells, to be there again tomorrow.
    ///
    /// While ``isRestoring`` it returns what is to be restored.
    ///
    /// ```swift
    /// activity.setPlace(try layout.snapshot { dataSource.itemIdentifier(for: $0) }, forKey: "feed")
    /// ```
    ///
    /// - Parameters:
    ///   - key: A number for what heights depend on, such as the width; with another one they are not restored.
    ///   - capacity: The most heights to keep, those at the end of the list.
    ///   - id: A closure that returns the id of an item; nil for one that has none.
    /// - Returns: Nil if there is nothing to note: keep the one before.
    /// - Precondition: `capacity` is not negative.
    /// - Throws: `RangeCoreError.limitExceeded` for the capacity; `RangeCoreError.outOfMemory`.
    /// - Complexity: O(n), with a call of the closure for each item.
    public func snapshot<ID>(
        key: Int = 0, capacity: Int = 10_000, id: (IndexPath) -> ID?
    ) throws(RangeCoreError) -> ScrollSnapshot<ID>? {
        try model.snapshot(key: key, capacity: capacity) { id(indexPath($0)) }
    }

    /// Scrolls to where the collection view was, as soon as an item that was on screen is there; unless the user
    /// scrolls before.
    ///
    /// The item is found whatever came or went meanwhile, and is where it was, to the point, also while no cell
    /// has been sized. With batch updates and a diffable data source it comes in the right place at once.
    ///
    /// ```swift
    /// if let place: ScrollSnapshot<Int> = activity.place(forKey: "feed") {
    ///     layout.restore(place) { dataSource.itemIdentifier(for: $0) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - snapshot: What was noted.
    ///   - key: As it was noted with, or heights are not restored.
    ///   - id: A closure that returns the id of an item; nil for one that has none, such as a placeholder. It must
    ///     not hold the layout. Called for each item in each update, until the place is found.
    public func restore<ID>(
        _ snapshot: ScrollSnapshot<ID>, key: Int = 0, id: @escaping (IndexPath) -> ID?
    ) {
        model.restore(snapshot, key: key) { path in
            id(IndexPath(item: path.item ?? 0, section: path.section))
        }
        scrollNow()
    }

    private func scrollNow() {
        guard let view = collectionView else { return }
        // Takes in the data, if it has yet to be.
        view.layoutIfNeeded()
        updateAgain()
    }

    // -- the layout --

    /// ``ListCollectionLayoutAttributes``, which cells need for their axis.
    open override class var layoutAttributesClass: AnyClass { ListCollectionLayoutAttributes.self }

    // A horizontal layout is laid out from right to left here, where offsets are known.
    open override var flipsHorizontallyInOppositeLayoutDirection: Bool { !isHorizontal }

    open override var collectionViewContentSize: CGSize {
        guard let view = collectionView else { return .zero }
        let (length, breadth) = (model.list.engine.length, breadth(of: view, view.bounds))
        return isHorizontal
            ? CGSize(width: length, height: breadth) : CGSize(width: breadth, height: length)
    }

    open override func prepare() {
        super.prepare()
        guard let view = collectionView else { return }
        content.axis = ScrollAxis(
            isHorizontal: isHorizontal,
            isRightToLeft: view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        model.prepare(geometry(view, view.bounds)) { counts(view) }
        overlayView?.cover(view, bounds: view.bounds)
    }

    open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        model.invalidate(
            everything: context.invalidateEverything, counts: context.invalidateDataSourceCounts)
        super.invalidateLayout(with: context)
    }

    open override func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
        let (lower, upper) = isHorizontal ? (rect.minX, rect.maxX) : (rect.minY, rect.maxY)
        guard let view = collectionView, lower < upper else { return nil }
        let offsets = content.offsets(
            Double(lower)..<Double(upper), length: model.list.engine.length)
        return model.places(in: offsets)?.map { attributes($0, view) }
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        attributes(of: ItemPath(section: indexPath.section, item: indexPath.item))
    }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        switch elementKind {
        case UICollectionView.elementKindSectionHeader:
            attributes(of: ItemPath(section: indexPath.section, item: nil))
        case UICollectionView.elementKindSectionFooter: attributes(of: .footer(indexPath.section))
        default: nil
        }
    }

    // -- scrolling --

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let view = collectionView else { return false }
        overlayView?.cover(view, bounds: newBounds)
        return model.boundsChange(
            to: geometry(view, newBounds),
            isUserDriven: view.isTracking || view.isDragging || view.isDecelerating)
    }

    open override func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = super.invalidationContext(forBoundsChange: newBounds)
        adjust(context, by: model.adjustment())
        return context
    }

    // -- cells that size themselves --

    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool {
        // UIKit asks about views without an index path too.
        guard preferredAttributes.indexPath.count == 2 else { return false }
        let isCell = preferredAttributes.representedElementCategory == .cell
        let kind = preferredAttributes.representedElementKind
        let path = ItemPath(
            section: preferredAttributes.indexPath.section,
            item: isCell ? preferredAttributes.indexPath.item : nil,
            isFooter: kind == UICollectionView.elementKindSectionFooter)
        let size = preferredAttributes.size
        return model.setExtent(isHorizontal ? size.width : size.height, of: path)
    }

    open override func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext {
        let context = super.invalidationContext(
            forPreferredLayoutAttributes: preferredAttributes,
            withOriginalAttributes: originalAttributes)
        guard let view = collectionView else { return context }
        adjust(context, by: model.correctionAfterSizing(geometry(view, view.bounds)))
        return context
    }

    // -- batch updates --

    open override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
        super.prepare(forCollectionViewUpdates: updateItems)
        guard let view = collectionView else { return }
        model.apply(
            updateItems.compactMap(CollectionUpdate.init), counts: counts(view),
            geometry(view, view.bounds))
        targetDistance = content.adjustment(for: model.target(0), length: model.list.engine.length)
    }

    open override func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint
    ) -> CGPoint {
        var target = super.targetContentOffset(forProposedContentOffset: proposedContentOffset)
        if isHorizontal { target.x += targetDistance } else { target.y += targetDistance }
        return target
    }

    // When a finger lets go: where the fling will end.
    open override func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint,
        withScrollingVelocity velocity: CGPoint
    ) -> CGPoint {
        let target = super.targetContentOffset(
            forProposedContentOffset: proposedContentOffset, withScrollingVelocity: velocity)
        if let view = collectionView {
            let (position, visible) =
                isHorizontal ? (target.x, view.bounds.width) : (target.y, view.bounds.height)
            model.landing = content.offset(of: position, visible: visible)
        }
        return target
    }

    /// Begins what appears in batch updates, or in a rotation, where it ends on screen: it fades in there.
    open override func initialLayoutAttributesForAppearingItem(
        at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        let attributes = super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
        let path = ItemPath(section: itemIndexPath.section, item: itemIndexPath.item)
        guard let attributes, let view = collectionView, let place = model.place(of: path) else {
            return attributes
        }
        attributes.frame = self.attributes(model.appearing(place), view).frame
        return attributes
    }

    open override func prepare(forAnimatedBoundsChange oldBounds: CGRect) {
        super.prepare(forAnimatedBoundsChange: oldBounds)
        model.beginAnimatedBoundsChange()
    }

    open override func finalizeAnimatedBoundsChange() {
        super.finalizeAnimatedBoundsChange()
        model.endAnimatedBoundsChange()
    }

    open override func finalizeCollectionViewUpdates() {
        super.finalizeCollectionViewUpdates()
        targetDistance = 0
        adjustOffset(by: model.finishUpdates())
    }

    private func adjustOffset(by correction: Double) {
        let isLonger = content.axis.isReversed && content.length != model.list.engine.length
        if correction == 0, !isLonger { return }
        let context = UICollectionViewLayoutInvalidationContext()
        adjust(context, by: correction)
        invalidateLayout(with: context)
    }

    private func adjust(
        _ context: UICollectionViewLayoutInvalidationContext, by correction: Double
    ) {
        let distance = content.adjustment(for: correction, length: model.list.engine.length)
        if isHorizontal {
            context.contentOffsetAdjustment.x += distance
        } else {
            context.contentOffsetAdjustment.y += distance
        }
    }

    // -- what the updates tell --

    // UIKit is in the middle of a layout: what the app does in reply must wait.
    private func didUpdate(_ update: ListUpdate) {
        wakeUp(at: update.nextTime)
        if delivery != nil { return }
        delivery = Task { [weak self] in
            self?.delivery = nil
            self?.deliver()
        }
    }

    private func deliver() {
        // The start of a layout from right to left, once it has items.
        adjustOffset(by: 0)
        // In the data that was taken in.
        if model.isToScroll { updateAgain() }
        let news = model.takeNews()
        let (entered, left) = (news.entered.map(indexPath), news.left.map(indexPath))
        if let view = collectionView, let prefetching {
            if !entered.isEmpty { prefetching.collectionView(view, prefetchItemsAt: entered) }
            if !left.isEmpty {
                prefetching.collectionView?(view, cancelPrefetchingForItemsAt: left)
            }
        }
        if let update = news.update {
            following.tellFollowers()
            onUpdate?(update)
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

    // -- from and to UIKit --

    private func geometry(
        _ view: UICollectionView, _ bounds: CGRect
    ) -> CollectionLayoutModel.Geometry {
        let inset = view.adjustedContentInset
        // A view that leaves its window tells nobody: this is seen with the next update.
        let presence: ListSettings.Presence = view.window == nil ? .near : .onScreen
        if model.list.engine.settings.presence != presence {
            configure { $0.presence = presence }
        }
        let (position, visible) =
            isHorizontal ? (bounds.minX, bounds.width) : (bounds.minY, bounds.height)
        var insets = isHorizontal ? (inset.left, inset.right) : (inset.top, inset.bottom)
        if content.axis.isReversed { insets = (insets.1, insets.0) }
        return CollectionLayoutModel.Geometry(
            offset: content.offset(of: position, visible: visible), length: visible,
            insetStart: insets.0, insetEnd: insets.1, breadth: breadth(of: view, bounds),
            isDragged: view.isTracking, isDecelerating: view.isDecelerating)
    }

    private func breadth(of view: UICollectionView, _ bounds: CGRect) -> CGFloat {
        let inset = view.adjustedContentInset
        return isHorizontal
            ? bounds.height - inset.top - inset.bottom : bounds.width - inset.left - inset.right
    }

    private func counts(_ view: UICollectionView) -> [Int] {
        (0..<view.numberOfSections).map(view.numberOfItems)
    }

    private func attributes(of path: ItemPath) -> UICollectionViewLayoutAttributes? {
        guard let view = collectionView else { return nil }
        return model.place(of: path).map { attributes($0, view) }
    }

    private func attributes(
        _ place: SectionedEngine.Place, _ view: UICollectionView
    ) -> UICollectionViewLayoutAttributes {
        let path = indexPath(place.path)
        let attributes =
            if place.path.item == nil {
                ListCollectionLayoutAttributes(
                    forSupplementaryViewOfKind: place.path.isFooter
                        ? UICollectionView.elementKindSectionFooter
                        : UICollectionView.elementKindSectionHeader, with: path)
            } else {
                ListCollectionLayoutAttributes(forCellWith: path)
            }
        unsafe attributes.isHorizontal = isHorizontal
        let gaps = spacing * Double(place.columns - 1) + place.leading + place.trailing
        let share = max(breadth(of: view, view.bounds) - gaps, 0) / Double(place.columns)
        let (across, breadth) = ScrollAxis.onPixels(
            place.leading + Double(place.column) * (share + spacing), share,
            scale: view.pixelsOfPoint)
        let along = content.position(
            ofOffset: place.start, extent: place.extent, length: model.list.engine.length)
        attributes.frame =
            isHorizontal
            ? CGRect(x: along, y: across, width: place.extent, height: breadth)
            : CGRect(x: across, y: along, width: breadth, height: place.extent)
        // Above the cells, which it covers while it is pinned.
        attributes.zIndex = place.path.item == nil ? 1 : 0
        return attributes
    }

    private func indexPath(_ path: ItemPath) -> IndexPath {
        IndexPath(item: path.item ?? 0, section: path.section)
    }
}

extension SectionKinds.Insets {
    // Along the layout and across it.
    fileprivate init(_ insets: NSDirectionalEdgeInsets, isHorizontal: Bool) {
        self.init(
            top: isHorizontal ? insets.leading : insets.top,
            bottom: isHorizontal ? insets.trailing : insets.bottom,
            leading: isHorizontal ? insets.top : insets.leading,
            trailing: isHorizontal ? insets.bottom : insets.trailing)
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
