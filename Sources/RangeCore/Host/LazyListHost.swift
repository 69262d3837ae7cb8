/// Connects a list to a lazy stack: a view that lays out rows by itself, keeps its own place, and
/// speaks of items by their ids.
///
/// ```swift
/// let host = LazyListHost<Int>(estimate: 60)
/// host.onStateChanges = { changes in print("load", changes.entered(.preload)) }
/// host.apply(Array(100..<200))
/// host.setViewport(ListViewport(offset: 0, length: 120))
/// for (position, id) in [100, 101].enumerated() {
///     host.setFrame(of: id, start: Double(position) * 60, extent: 60)
/// }
/// host.flush()
/// print(host.visibleIDs, host.state(of: 102).contains(.preload))
/// // prints:
/// // load [100, 101, 102]
/// // [100, 101] true
/// ```
///
/// The stack tells the host what it knows, in any order and as often as it likes:
///
/// - ``apply(_:)``: the ids of all items, whenever they may have changed.
/// - ``setViewport(_:)`` and ``setFrame(of:start:extent:)``: where the viewport and the rows are. This
///   alone is exact.
/// - ``setVisible(_:)`` and ``setFirstVisible(_:at:)``: which rows are on screen, if the stack knows
///   that, but not where.
/// - ``noteAppearance(of:)`` and ``noteDisappearance(of:)``: hints, which may come late, twice, in any
///   order or not at all.
///
/// It updates at the end of the main actor's turn, or at ``flush()``. The best of what it has been told
/// determines the viewport; nothing is ever corrected, since the stack keeps its own place.
///
/// In complexities, n is the number of items, and *rows* that of rows the stack has told of and that
/// have not disappeared, a few screenfuls.
@MainActor
public final class LazyListHost<ID: Hashable & Sendable> {
    /// The controller of the list, for its settings. Edits come through ``apply(_:)`` only, and its
    /// `onUpdate`, `onError` and `makeNode` are the host's.
    public let controller: RangeController

    /// The ids of the items, in the order of the list.
    public private(set) var ids: [ID] = []
    private(set) var indices: [ID: Int] = [:]
    // What the ids were last taken from.
    private var items: Any?

    // -- what the stack has told --

    package internal(set) var viewport = ListViewport(offset: 0, length: 0)
    var rows: [ID: Row] = [:]
    // Extents to set by the next update.
    var measured: [ID: Double] = [:]
    var visible: [ID] = []
    var first: (id: ID, start: Double)?
    var appearances = LazyAppearances<ID>()
    // Of the updates; tells which frames are of the latest layout.
    private(set) var generation = 0
    var news: Set<News> = []
    private var isScheduled = false

    // What the stack has told of since the last update.
    enum News { case ids, length, movement, settings }

    /// Who moves the viewport. Set it as the toolkit says; if it says nothing, leave it.
    public var movement = Movement.unknown {
        didSet { if controller.host != nil, movement != oldValue { note(.movement) } }
    }

    /// Who moves the viewport of a lazy stack.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>()
    /// host.movement = .program  // until the animated scroll has ended
    /// ```
    public enum Movement: Sendable, Hashable, CaseIterable {
        /// The user, unless the viewport moves together with an edit or a new length.
        case unknown
        /// The user, also by a fling.
        case user
        /// The program, for example by an animated scroll.
        case program
    }

    /// What was on screen before the last edit that changed the indices there, for a stack that does
    /// not keep its place through edits; or where ``restore(_:key:)`` and ``scroll(toOffset:)`` have it scroll.
    /// Nil before one of these, or if no frames were known.
    public private(set) var placeToRestore: Restoration?

    /// What was on screen before that edit, until it is known what has become of it.
    var placeBefore: (id: ID, reading: PlaceKeeper.Reading, keeper: PlaceKeeper?)?

    // What is to be restored, and how, until an item of it is there; then the row to align, until it is laid out.
    struct Restored {
        var snapshot: (any Sendable)?
        var find: @MainActor () throws(RangeCoreError) -> SnapshotEngine.Goal?
    }
    struct Aim {
        let id: ID
        let alignment: ScrollAlignment
        let snapshot: (any Sendable)?
        var isLaidOut = false
    }
    var restoration: Restored?
    var aim: Aim?
    // Of a surface, which can be set to any.
    var wantedOffset: Double?
    private var placeCount = 0
    /// Called when ``placeToRestore`` is another without an edit.
    package var onPlaceToRestore: (@MainActor () -> Void)?

    /// Where an item was on screen before an edit, or is to be.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>(estimate: 60)
    /// host.apply([1, 2, 3])
    /// host.setViewport(ListViewport(offset: 0, length: 90))
    /// host.setFrame(of: 1, start: 0, extent: 60)
    /// host.apply([-1, 0, 1, 2, 3])
    /// if let place = host.placeToRestore { print(place.id, place.fraction) }  // 1 0.0
    /// ```
    public struct Restoration: Sendable, Hashable {
        /// The id of the item, which is still in the list.
        public let id: ID
        /// The fraction of the item that was at the same fraction of the viewport, without its insets.
        /// Aligning the two again, as `scrollTo(_:anchor:)` of SwiftUI does, restores the place. In
        /// 0 … 1 if such an item was on screen.
        public let fraction: Double
        // Different each time, so that a view can act once on each.
        let number: Int
    }

    // -- what the host tells --

    /// Called once per update with the items whose state changed, if any, nearest first.
    public var onStateChanges: (@MainActor (LazyStateChanges<ID>) -> Void)?
    private var changes: [LazyStateChanges<ID>.Change] = []

    /// Called before one of the observed properties changes.
    public var willChange: (@MainActor (Observed) -> Void)?
    /// Called after one of the observed properties has changed.
    public var didChange: (@MainActor (Observed) -> Void)?

    /// Called when an edit, an extent or an update fails, for example when out of memory or
    /// for a row of more than 4,000,000 points. The list goes on without it.
    public var onError: (@MainActor (RangeCoreError) -> Void)?

    /// A property whose changes are announced by ``willChange`` and ``didChange``.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>()
    /// host.willChange = { property in print(property) }
    /// host.apply([1, 2, 3])
    /// host.flush()  // prints: visibleIDs
    /// ```
    public enum Observed: Sendable, Hashable, CaseIterable {
        /// ``LazyListHost/visibleIDs``.
        case visibleIDs
        /// ``LazyListHost/loadState(at:)`` of the tail.
        case tailState
        /// ``LazyListHost/loadState(at:)`` of the head.
        case headState
        /// ``LazyListHost/isRefreshing``.
        case isRefreshing
    }

    /// The ids of the visible items as of the last update, in the order of the list.
    public private(set) var visibleIDs: [ID] = []
    var loadStates = RangeController.PerEnd(tail: LoadState.idle, head: .idle)
    /// Whether a ``refresh(_:)`` is in progress.
    public internal(set) var isRefreshing = false

    /// Returns the extent of an item that the app knows; nil while rows are measured as they are laid out.
    ///
    /// Then the list is as long as it says, whatever has been laid out; frames say where the viewport is, and
    /// nothing else. It is asked once for each item when it comes, and of all after ``invalidateExtents()`` and new
    /// columns. Of the items in a row the longest counts.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>()
    /// host.extent = { id in id % 2 == 0 ? 40 : 80 }
    /// host.apply(Array(0..<1000))
    /// print(host.controller.engine.length)  // 60000.0
    /// ```
    public var extent: (@MainActor (ID) -> Double)? {
        didSet { if oldValue == nil, extent != nil { invalidateExtents() } }
    }

    /// Returns whether an item goes across all lanes; nil if none does. Asked of all items whenever one comes.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>()
    /// host.isWide = { id in id % 10 == 0 }
    /// host.setLanes(2, spacing: 8)
    /// host.apply(Array(0..<100))
    /// print(try host.controller.engine.places(ofItems: 9..<11).map(\.isWide))  // [false, true]
    /// ```
    public var isWide: (@MainActor (ID) -> Bool)? {
        didSet { if (oldValue == nil) != (isWide == nil) { setSpans(isWide ?? { _ in false }) } }
    }

    // -- loading --

    var snapshotCount = 0
    // For so long a batch waits for its items to come back as ids.
    var patience = Duration.milliseconds(500)
    var waits: [Int: @MainActor () -> Void] = [:]
    var waitCount = 0

    // -- nodes --

    /// Creates a node for an item that enters a range, if set; it has the state of the item. It must
    /// not edit the list.
    public var makeNode: (@MainActor (ID) -> RangeNode)?
    private var nested: [ID: WeakController] = [:]

    private struct WeakController {
        weak var controller: RangeController?
    }

    /// Creates a host without items.
    ///
    /// - Parameters:
    ///   - estimate: The extent of rows that the stack has not told of, in points.
    ///   - spacing: The gap between adjacent rows, in points; that of the stack.
    ///   - tuning: How far the ranges reach at first.
    /// - Precondition: The lengths are in 0 … 4,000,000.
    public init(
        estimate: Double = 44, spacing: Double = 0, tuning: RangeTuning.Preset = .list
    ) {
        controller = RangeController(estimate: estimate, spacing: spacing, tuning: tuning)
        controller.makeNode = { [weak self] index in self?.makeRoot(index) ?? RangeNode() }
        // The stack keeps its own place: corrections are not applied, but not held back either.
        controller.onUpdate = { [weak self] _ in self?.publish() }
        // Otherwise it would keep an error for a caller who can handle it.
        controller.onError = { [weak self] in self?.report($0) }
    }

    // -- items --

    /// Takes in the ids of all items. Items whose ids stay keep their state, node and extent.
    ///
    /// An id that occurs again is ignored. Does nothing if the ids are the same as before.
    ///
    /// - Parameter new: The ids, in the order of the list.
    /// - Complexity: O(n log n) if the ids have changed, otherwise O(n).
    public func apply(_ new: some Collection<ID>) {
        items = nil
        if ids.elementsEqual(new) { return }
        guard attempt(try controller.checkItemsEditable()) else { return }
        var (unique, indices): ([ID], [ID: Int]) = ([], [:])
        indices.reserveCapacity(new.count)
        for id in new where indices[id] == nil {
            indices[id] = unique.count
            unique.append(id)
        }
        let kept = placeToKeep { indices[$0] != nil }
        if !attempt(try controller.apply(from: ids, to: unique)) {
            // Some of the edits may have been made: an empty list is one that both agree on.
            attempt(try controller.removeItems(0..<controller.count))
            (unique, indices) = ([], [:])
        }
        if let kept, let index = indices[kept.id], index != self.indices[kept.id] {
            setPlaceToRestore(kept.id, kept.reading)
            placeBefore = (kept.id, kept.reading, nil)
        }
        (ids, self.indices) = (unique, indices)
        forgetRemoved()
        setSpans(isWide)
        setKnownExtents()
        findPlace()
        snapshotCount += 1
        // What the stack tells from now on is of a later layout.
        generation += 1
        endWaits()
        note(.ids)
    }

    /// Takes in all items, for a view that does so whenever it is evaluated; see ``apply(_:)``.
    ///
    /// - Parameters:
    ///   - new: The items, in the order of the list.
    ///   - id: Where an item has its id, which never changes.
    /// - Complexity: O(1) for the array of the last call, as ``apply(_:)`` for any other.
    public func apply<Items: Collection>(_ new: Items, id: KeyPath<Items.Element, ID>) {
        // The host holds the last array too, so that it cannot have been changed in place.
        if let items = items as? Items, items.sharesStorage(with: new) { return }
        apply(new.map { $0[keyPath: id] })
        items = new
    }

    func setPlaceToRestore(_ id: ID, _ reading: PlaceKeeper.Reading) {
        placeCount += 1
        placeToRestore = Restoration(id: id, fraction: reading.fraction(), number: placeCount)
    }

    private func forgetRemoved() {
        rows = rows.filter { indices[$0.key] != nil }
        measured = measured.filter { indices[$0.key] != nil }
        nested = nested.filter { indices[$0.key] != nil && $0.value.controller != nil }
        appearances.removeAll { indices[$0] == nil }
        visible.removeAll { indices[$0] == nil }
        if let id = first?.id, indices[id] == nil { first = nil }
        if let id = placeBefore?.id, indices[id] == nil { placeBefore = nil }
        if let id = aim?.id, indices[id] == nil { aim = nil }
    }

    /// Returns the index of an item; nil if there is none with this id.
    ///
    /// - Complexity: O(1).
    public func index(of id: ID) -> Int? { indices[id] }

    /// Returns the state of an item as of the last update; empty if there is none with this id.
    ///
    /// - Complexity: O(log e) for e edits since the last update.
    public func state(of id: ID) -> InterfaceState {
        indices[id].map(controller.state(ofItem:)) ?? []
    }

    // -- nodes --

    /// Returns the node that ``makeNode`` has created for an item; nil if the item is in no range.
    ///
    /// - Complexity: O(log nodes).
    public func node(of id: ID) -> RangeNode? { root(of: id)?.subnodes.first }

    private func root(of id: ID) -> RangeNode? {
        indices[id].flatMap(controller.node(ofItem:))
    }

    /// Makes the presence of another list follow the state of an item, for example of a carousel in a
    /// row. The list is held weakly; nil ends this.
    ///
    /// - Parameters:
    ///   - controller: The controller of the other list.
    ///   - id: The id of the item.
    public func setNestedController(_ controller: RangeController?, of id: ID) {
        guard indices[id] != nil else { return }
        nested[id] = controller.map { WeakController(controller: $0) }
        root(of: id)?.nestedController = controller
    }

    private func makeRoot(_ index: Int) -> RangeNode {
        let id = ids[index]
        let root = LazyRootNode { [weak self] old, new in
            self?.changes.append((id: id, oldState: old, newState: new))
        }
        if let node = makeNode?(id) { root.addSubnode(node) }
        root.nestedController = nested[id]?.controller
        return root
    }

    // -- updates --

    /// Records that something has changed, and updates at the end of the main thread's turn.
    func note(_ what: News) {
        news.insert(what)
        guard controller.schedulesUpdates, !isScheduled else { return }
        isScheduled = true
        // Weak, so that a list that is gone is not updated.
        controller.scheduler.schedule { [weak self] in self?.flush() }
    }

    /// Updates now, if the stack has told anything since the last update.
    ///
    /// - Complexity: O((1 + changes) log n + rows), besides the callbacks.
    public func flush() {
        isScheduled = false
        guard !news.isEmpty, controller.phase == .idle else { return }
        if let host = controller.host { return update(by: host) }
        setExtents()
        let place = place()
        var viewport = viewport
        if movement == .user, news.contains(.movement) { (restoration, aim) = (nil, nil) }
        if let place {
            (viewport.place, viewport.length) = (place.place, place.length)
            let isMovedAlone = controller.lastUpdate != nil && news == [.movement]
            viewport.isUserDriven = movement == .unknown ? isMovedAlone : movement == .user
        } else if controller.lastUpdate == nil {
            // The stack has yet to tell where it is: at the start, for its length or that of a row.
            viewport.offset = 0
            if viewport.length <= 0 { viewport.length = max(controller.core.estimate, 1) }
        }
        // For a stack that does not say that rows disappear.
        if rows.count >= 500 { rows = rows.filter { overlaps($1, margin: 4 * viewport.length) } }
        news = []
        generation += 1
        // Where nothing is known of the new layout, the engine keeps the last place by itself.
        if place == nil, controller.lastUpdate != nil { return controller.updateAgain() }
        if attempt(try controller.update(viewport)) { publish() }
    }

    func report(_ error: RangeCoreError) { onError?(error) }

    func change(_ property: Observed, _ body: () -> Void) {
        willChange?(property)
        body()
        didChange?(property)
    }

    // Announces and sets what an update has changed.
    package func publish() {
        guard let update = controller.lastUpdate else { return }
        let isOnScreen = update.presence == .onScreen
        let items = isOnScreen ? update.visible.clamped(to: ids.indices) : 0..<0
        // In lanes not all in between are on screen.
        let visible =
            controller.laneCount > 1
            ? ids[items].filter { state(of: $0).contains(.visible) }[...] : ids[items]
        if !visible.elementsEqual(visibleIDs) {
            change(.visibleIDs) { visibleIDs = Array(visible) }
        }
        publishLoadStates()
        if changes.isEmpty { return }
        let told = LazyStateChanges(changes: changes)
        changes = []
        onStateChanges?(told)
    }
}

extension LazyListHost: @MainActor CustomStringConvertible {
    /// That of its controller.
    public var description: String { controller.description }
}

// A stack does not handle errors.
extension LazyListHost: ErrorReporter {}

extension Collection {
    // Whether two collections that are both alive are the same array; false if that is not known.
    fileprivate func sharesStorage(with other: Self) -> Bool {
        let shares = withContiguousStorageIfAvailable { own in
            other.withContiguousStorageIfAvailable { others in
                unsafe own.baseAddress == others.baseAddress && own.count == others.count
            }
        }
        return shares == true
    }
}

/// Notes the changes of an item; what the app makes for the item is its subnode.
private final class LazyRootNode: RangeNode {
    let note: @MainActor (InterfaceState, InterfaceState) -> Void

    init(note: @escaping @MainActor (InterfaceState, InterfaceState) -> Void) { self.note = note }

    override func interfaceStateDidChange(
        from oldState: InterfaceState, to newState: InterfaceState
    ) {
        note(oldState, newState)
    }
}

/// The items whose state an update has changed.
///
/// ```swift
/// let host = LazyListHost<Int>()
/// host.onStateChanges = { changes in
///     for id in changes.left(.preload) { photos[id].cancelDownload() }
///     for id in changes.entered(.preload) { photos[id].startDownload() }
/// }
/// ```
public struct LazyStateChanges<ID: Hashable & Sendable>: Sendable {
    /// An item, its state before and now.
    public typealias Change = (id: ID, oldState: InterfaceState, newState: InterfaceState)

    /// Each item that changed, once: removed ones first, then those that left a range, then those that
    /// entered one, visible ones and then the nearest first.
    public let changes: [Change]

    /// Creates changes, for testing an app.
    public init(changes: [Change]) { self.changes = changes }

    /// The ids of the items that have entered a state with any of the given bits, nearest first.
    public func entered(_ bits: InterfaceState) -> [ID] {
        changes.filter { !$0.newState.subtracting($0.oldState).isDisjoint(with: bits) }.map(\.id)
    }

    /// The ids of the items that have left a state with any of the given bits, removed ones included.
    public func left(_ bits: InterfaceState) -> [ID] {
        changes.filter { !$0.oldState.subtracting($0.newState).isDisjoint(with: bits) }.map(\.id)
    }
}
