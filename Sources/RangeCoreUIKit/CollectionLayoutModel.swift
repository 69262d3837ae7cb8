import RangeCore

/// What the layout of a collection view decides, without the collection view.
///
/// A collection view calls its layout in this order, and the layout calls the model:
///
///     it is scrolled     boundsChange, then adjustment if that says so
///     a cell is sized    setExtent, then correctionAfterSizing if that says so
///     batch updates      invalidate, prepare, apply, target, cells are sized, finishUpdates
///     data is reloaded   invalidate, prepare
final class CollectionLayoutModel {
    /// What the collection view shows.
    struct Geometry {
        var offset: Double
        var length: Double
        var insetStart = 0.0
        var insetEnd = 0.0
        /// Without the insets across the layout.
        var breadth: Double
        var isDragged = false
        var isDecelerating = false
    }

    /// What an app is told of updates, once UIKit's layout pass is over: it may edit then.
    struct News {
        var update: ListUpdate?
        var entered: [ItemPath] = []
        var left: [ItemPath] = []
    }

    var list: SectionedEngine
    var pinsHeaders: Bool {
        get { list.engine.settings.pinsHeaders }
        set { configure { $0.pinsHeaders = newValue } }
    }
    /// The host's clock, in seconds, and a random number.
    var time: () -> (now: Double, jitter: Double) = { (0, 0) }
    /// Called in each update; see ``takeNews()``.
    var onUpdate: (ListUpdate) -> Void = { _ in }
    var onError: (RangeCoreError) -> Void = { _ in }

    // Between the invalidation for updates and the call that tells what they are, the counts are not
    // those of the list.
    private(set) var isAwaitingUpdates = false
    private(set) var isUpdating = false
    private var needsReset = true
    private var offset = HostOffset()
    /// Where a fling comes to rest, as far as the view has told; corrections move it.
    var landing: Double?
    /// An offset to be at, and whether the list was there already.
    private var goal: (offset: Double, isReached: Bool)?
    // What is to be restored, and how, until its place is found.
    private var restoration: Restoration?
    private struct Restoration {
        var snapshot: Any
        var find: (inout SectionedEngine, Double) throws(RangeCoreError) -> SnapshotEngine.Goal?
    }
    private var breadth: Double?
    private var boundsCorrection = 0.0
    private var targetCorrection = 0.0
    // Of the last bounds, and of those that are animated.
    private var lastAdjustment = 0.0
    private var animatedCorrection = 0.0
    private var latest: ListUpdate?
    /// The last update, and what it was of.
    private(set) var current: (update: ListUpdate, viewport: ListViewport)?
    // By index: whether an item has entered the preload range or left it, and nobody has been told.
    private var untold: [Int: Bool] = [:]
    // The fetch in progress at an end, or the last one; held by the app.
    private struct Fetch { weak var context: BatchContext? }
    private var fetches: [BatchEnd: Fetch] = [:]

    init(estimate: Double, spacing: Double, kinds: SectionKinds) throws(RangeCoreError) {
        list = try SectionedEngine(estimate: estimate, spacing: spacing, kinds: kinds)
    }

    // -- settings --

    // Memory is needed with foresight alone.
    func configure(_ change: (inout ListSettings) -> Void) {
        attempt { () throws(RangeCoreError) in try valid(try list.engine.configure(change)) }
    }

    // -- batches --

    func beginBatch(at end: BatchEnd) throws(RangeCoreError) -> BatchContext {
        let context = try list.engine.beginBatch(at: end)
        fetches[end] = Fetch(context: context)
        return context
    }

    /// What happens at an end, as of the last update.
    func loadState(at end: BatchEnd) -> LoadState {
        Self.loadState(
            (end == .tail ? current?.update.tail : current?.update.head)?.reason,
            isFetching: fetches[end]?.context?.isFetching == true)
    }

    static func loadState(_ reason: BatchDecision.Reason?, isFetching: Bool) -> LoadState {
        switch reason {
        case _ where isFetching: .loading
        case .exhausted: .exhausted
        case .paused: .paused
        case .backingOff: .failed
        default: .idle
        }
    }

    // -- invalidation --

    func invalidate(everything: Bool, counts: Bool) {
        if everything { needsReset = true }
        isAwaitingUpdates = counts && !everything
    }

    /// Takes in new data, if there is any.
    func prepare(_ geometry: Geometry, counts: () -> [Int]) {
        guard needsReset, !isAwaitingUpdates else { return }
        needsReset = false
        breadth = geometry.breadth
        attempt { () throws(RangeCoreError) in try list.reset(to: counts()) }
        untold = [:]
        if goal?.isReached == true { goal = nil }
        // No item was on screen before: there is nothing to keep in place, and a collection view
        // keeps its offset within a new length by itself.
        _ = update(geometry, mayScroll: false)
    }

    /// Sets how many items fit side by side in a section at a breadth, and forms the rows again.
    func setColumns(_ columns: @escaping (_ section: Int, _ breadth: Double) -> Int) {
        list.columns = { [unowned self] in columns($0, breadth ?? 0) }
        attempt { () throws(RangeCoreError) in try list.formRows() }
    }

    /// Sets how many lanes there are at a breadth, nil for none, and which sections are across all of them.
    func setLanes(
        _ lanes: ((_ breadth: Double) -> Int)?, isWide: @escaping (_ section: Int) -> Bool
    ) {
        list.lanes = lanes.map { lanes in { [unowned self] in lanes(breadth ?? 0) } }
        list.isWide = isWide
        attempt { () throws(RangeCoreError) in try list.formRows() }
    }

    /// Sets the space around the items of each section; the next ``prepare(_:counts:)`` takes in the data again.
    func setInsets(_ insets: ((_ section: Int) -> SectionKinds.Insets)?) {
        needsReset = true
        attempt { () throws(RangeCoreError) in try list.setInsets(insets) }
    }

    /// Marks all rows as to be measured again. They keep their extents until then.
    func remeasure() {
        attempt { () throws(RangeCoreError) in
            try list.engine.markProvisional(0..<list.engine.count)
            try list.setKnownExtents()
        }
    }

    /// Sets the extents of items that the app knows, or that none is known.
    func setExtents(_ extent: ((ItemPath) -> Double)?) {
        list.extent = extent
        remeasure()
    }

    // -- scrolling --

    /// Updates for a new offset or size, and returns whether the layout is to be invalidated.
    func boundsChange(to geometry: Geometry, isUserDriven: Bool) -> Bool {
        if isAwaitingUpdates || isUpdating {
            // What is owed may have been applied.
            _ = offset.offset(reading: geometry.offset)
            return pinsHeaders
        }
        lastAdjustment = 0
        let isNewBreadth = breadth != nil && breadth != geometry.breadth
        breadth = geometry.breadth
        if isNewBreadth {
            attempt { () throws(RangeCoreError) in try list.formRows() }
            remeasure()
            if goal?.isReached == true { goal = nil }
        }
        if geometry.offset != offset.seen { leaveGoal(geometry, isUserDriven: isUserDriven) }
        boundsCorrection = update(geometry, isUserDriven: isUserDriven)
        return boundsCorrection != 0 || isNewBreadth || pinsHeaders
    }

    /// Returns what the invalidation for the new bounds is to add to the offset.
    func adjustment() -> Double {
        defer { boundsCorrection = 0 }
        lastAdjustment = boundsCorrection
        owe(boundsCorrection)
        return boundsCorrection
    }

    /// Updates the list as it is, and returns what to add to the offset.
    func updateAgain(_ geometry: Geometry) -> Double {
        if isAwaitingUpdates || isUpdating { return 0 }
        let correction = update(geometry)
        owe(correction)
        return correction
    }

    /// Whether an update is due that scrolls in the data that was taken in.
    private(set) var isToScroll = false

    /// Scrolls to an offset; the next update does. There it rests, however cells are sized.
    func scroll(toOffset offset: Double) { (goal, restoration) = ((offset, false), nil) }

    // -- snapshots --

    var isRestoring: Bool { restoration != nil }

    func snapshot<ID>(
        key: Int, capacity: Int, id: (ItemPath) -> ID?
    ) throws(RangeCoreError) -> ScrollSnapshot<ID>? {
        if let saved = restoration?.snapshot as? ScrollSnapshot<ID> { return saved }
        if current == nil || isAwaitingUpdates { return nil }
        return try list.engine.snapshot(key: key, capacity: capacity) { [list = list.sections] in
            let path = list.path(of: $0)
            return path.item == nil ? nil : id(path)
        }
    }

    /// Scrolls to where the list was; the next update that finds the place does.
    func restore<ID>(
        _ snapshot: ScrollSnapshot<ID>, key: Int, id: @escaping (ItemPath) -> ID?
    ) {
        goal = nil
        restoration = Restoration(snapshot: snapshot) { list, length throws(RangeCoreError) in
            try list.engine.find(
                snapshot, key: key, length: length,
                id: { [sections = list.sections] in
                    let path = sections.path(of: $0)
                    return path.item == nil ? nil : id(path)
                })
        }
    }

    // Where to update: where the list is, or where it is to scroll.
    private func start(_ viewport: ListViewport) throws(RangeCoreError) -> Double {
        let length = viewport.length - viewport.insetStart - viewport.insetEnd
        if length > 0, let found = try restoration?.find(&list, length) {
            restoration = nil
            switch found {
            case .start: goal = (-.infinity, false)
            case .end: goal = (.infinity, false)
            case .item(let index, let alignment):
                return try list.engine.setScrollTarget(index, at: alignment)
            }
        }
        return rest(viewport) ?? viewport.offset
    }

    // The goal, within the content, if there is any.
    private func rest(_ viewport: ListViewport) -> Double? {
        guard let goal, list.engine.count > 0, viewport.length > 0 else { return nil }
        let lowest = -viewport.insetStart
        let highest = list.engine.length - viewport.length + viewport.insetEnd
        return min(max(goal.offset, lowest), max(highest, lowest))
    }

    // The user goes where they like, and so does the app.
    private func leaveGoal(_ geometry: Geometry, isUserDriven: Bool) {
        if isUserDriven {
            (goal, restoration) = (nil, nil)
        } else if goal?.isReached == true, let rest = rest(viewport(geometry)),
            abs(geometry.offset - rest) > 1
        {
            goal = nil
        }
    }

    private func owe(_ correction: Double) {
        offset.owe(correction)
        landing? += correction
    }

    // -- cells that size themselves --

    /// Sets the extent of a cell or header, and returns whether it was another.
    func setExtent(_ extent: Double, of path: ItemPath) -> Bool {
        var isNew = false
        attempt { () throws(RangeCoreError) in isNew = try list.setExtent(extent, of: path) }
        return isNew
    }

    /// Returns what the invalidation for a cell that was sized is to add to the offset.
    func correctionAfterSizing(_ geometry: Geometry) -> Double {
        let correction = update(geometry)
        if isUpdating {
            // A collection view ignores adjustments during batch updates.
            offset.stage(correction)
            return 0
        }
        owe(correction)
        return correction
    }

    // -- batch updates --

    /// Applies a batch of updates, after which the sections have so many items.
    func apply(_ updates: [CollectionUpdate], counts: [Int], _ geometry: Geometry) {
        (isAwaitingUpdates, isUpdating) = (false, true)
        if goal?.isReached == true { goal = nil }
        do throws(RangeCoreError) {
            let changes = try list.apply(updates, counts: counts)
            let moved = untold.compactMap { old, entered in
                changes.index(after: old).map { ($0, entered) }
            }
            untold = Dictionary(uniqueKeysWithValues: moved)
        } catch {
            // What has come and gone is unknown: all items are new.
            onError(error)
            untold = [:]
            attempt { () throws(RangeCoreError) in try list.reset(to: counts) }
        }
        targetCorrection = update(geometry)
        offset.owe(targetCorrection)
    }

    /// Returns the offset to scroll to with the updates, given the one that is proposed.
    func target(_ proposed: Double) -> Double { proposed + targetCorrection }

    /// Where an item that appears in the updates begins its animation: where it ends, as seen from the offset
    /// before. A collection view animates it together with the offset, so that it would slide in otherwise.
    func appearing(_ place: SectionedEngine.Place) -> SectionedEngine.Place {
        var place = place
        place.start -= targetCorrection + animatedCorrection
        return place
    }

    /// Begins the animation of new bounds, such as those of a rotation, which have corrected the offset.
    func beginAnimatedBoundsChange() { animatedCorrection = lastAdjustment }

    func endAnimatedBoundsChange() { animatedCorrection = 0 }

    /// Returns what to add to the offset once the updates are over.
    func finishUpdates() -> Double {
        (isUpdating, targetCorrection) = (false, 0)
        let correction = offset.takeStaged()
        owe(correction)
        return correction
    }

    // -- places --

    /// The places of what is between two offsets; nil if they are not known yet.
    func places(in offsets: Range<Double>) -> [SectionedEngine.Place]? {
        if isAwaitingUpdates { return nil }
        var places: [SectionedEngine.Place] = []
        attempt { () throws(RangeCoreError) in places = try list.places(in: offsets) }
        return places
    }

    /// The place of an item or a header; nil if there is none, or if they are not known yet.
    func place(of path: ItemPath) -> SectionedEngine.Place? {
        if isAwaitingUpdates { return nil }
        var place: SectionedEngine.Place?
        attempt { () throws(RangeCoreError) in place = try list.place(of: path) }
        return place
    }

    // -- the engine --

    private func update(
        _ geometry: Geometry, isUserDriven: Bool = false, mayScroll: Bool = true
    ) -> Double {
        var viewport = viewport(geometry)
        viewport.offset = offset.offset(reading: geometry.offset)
        viewport.isUserDriven = isUserDriven
        (viewport.time, viewport.jitter) = time()
        isToScroll = !mayScroll && (restoration != nil || goal != nil)
        do throws(RangeCoreError) {
            let before = viewport.offset
            if mayScroll { viewport.offset = try start(viewport) }
            var update = try step(viewport)
            if mayScroll, let rest = rest(viewport) {
                // What was measured corrects it.
                if abs(rest - viewport.offset - update.correction) > 0.001 {
                    viewport.offset = rest
                    update = try step(viewport)
                }
                goal?.isReached = true
            }
            onUpdate(update)
            return viewport.offset + update.correction - before
        } catch {
            onError(error)
            return 0
        }
    }

    private func viewport(_ geometry: Geometry) -> ListViewport {
        ListViewport(
            offset: geometry.offset, length: geometry.length, insetStart: geometry.insetStart,
            insetEnd: geometry.insetEnd, landingOffset: geometry.isDecelerating ? landing : nil,
            isDragged: geometry.isDragged)
    }

    private func step(_ viewport: ListViewport) throws(RangeCoreError) -> ListUpdate {
        let (update, preload) = try list.update(viewport)
        latest = update
        current = (update, viewport)
        note(preload.entered, entered: true)
        note(preload.left, entered: false)
        return update
    }

    private func note(_ paths: [ItemPath], entered: Bool) {
        for index in paths.compactMap(list.sections.index) {
            // There and back: nothing has happened.
            untold[index] = untold[index] == nil ? entered : nil
        }
    }

    /// Returns what has not been told yet, by the paths that items have now. What was removed is left out.
    func takeNews() -> News {
        defer { (latest, untold) = (nil, [:]) }
        func paths(_ entered: Bool) -> [ItemPath] {
            untold.filter { $0.value == entered }.keys.sorted().map(list.sections.path)
        }
        return News(update: latest, entered: paths(true), left: paths(false))
    }

    private func attempt(_ body: () throws(RangeCoreError) -> Void) {
        do throws(RangeCoreError) { try body() } catch { onError(error) }
    }
}
