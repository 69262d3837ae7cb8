/// Manages one list: creates a ``RangeNode`` for each item in range, notifies it when its state
/// changes, and fetches batches.
///
/// ```swift
/// let list = RangeController(estimate: 120) { index in PhotoNode(photos[index]) }
/// try list.insertItems(count: photos.count, at: 0)
/// let viewport = ListViewport(offset: scrollView.offset, length: 480, isUserDriven: true)
/// scrollView.offset += try list.update(viewport).correction
/// list.onUpdate = { update in scrollView.offset += update.correction }
/// print(list.node(ofItem: 0)?.interfaceState == .inHierarchy)  // true
/// ```
///
/// Edit the list as its data changes, and update it as its viewport moves. A node is made when its
/// item enters a range, and released after its exits when the item has left all ranges.
///
/// Callbacks of nodes run after the engine's call has returned. Edits made in them take effect at
/// once, so that indices always match the app's data; call ``updateAgain()`` after them.
///
/// In complexities, e is the number of insertions, removals and moves since the last update.
///
/// After the controller is deallocated its nodes receive no callbacks. A list that is held by a node
/// (``RangeNode/nestedController``) follows that node's presence, and the memory pressure, the
/// background and the depth of the node's list: for each the more restrictive of that and its own.
///
/// A ``ListHost`` makes the updates, measures and places views.
@MainActor
public final class RangeController {
    // One call of the engine or the map of nodes at a time, and never one across a callback: what Swift
    // would check at run time, here and below, in a third of the time of a step without news. Safe: while
    // `engine` lends it, edits trap.
    @safe @exclusivity(unchecked) package var core: ListEngine
    @safe @exclusivity(unchecked) var nodes = NodeMap()
    // How often it is lent just now, which no edit may interrupt.
    @safe @exclusivity(unchecked) private(set) var lends = 0

    /// Creates the node for the item at the given index when that item enters a range. It must not
    /// edit this list.
    ///
    /// If it is to use the object that owns the controller, it can be set after that object's
    /// initialiser, before the first update. Nodes that have been made stay.
    public var makeNode: @MainActor (Int) -> RangeNode

    // Makes the updates, if there is one.
    weak var host: (any ControllerHost)?
    // When it wants to be woken, in the controller's time.
    var hostTime = Double.infinity

    /// The number of items per row.
    public internal(set) var columns: Int
    /// The number of lanes; 1 for a list in columns.
    public internal(set) var laneCount = 1
    /// The gap between adjacent rows, in points.
    public internal(set) var spacing: Double

    /// The engine of the list, to be read: its sections and rows, the ranges' tunings, where items are.
    ///
    /// ```swift
    /// print(list.engine.length, try list.engine.items(in: 200..<300))  // 12000.0 1..<3
    /// ```
    ///
    /// Edits, settings and updates go to the controller. While ``ListEngine/withChanges(_:)`` lends the
    /// changes of an update, they trap.
    public var engine: ListEngine {
        _read {
            lends += 1
            defer { lends -= 1 }
            yield core
        }
    }

    /// Traps while the engine is lent.
    func checkIsNotLent() {
        if lends > 0 { trap(.busy.because("the engine is lent, in withChanges(_:)")) }
    }

    // -- updates --

    // While the host calls its surface it is `hosting`, or `setting` the offset or the length.
    enum Phase { case idle, hosting, setting, makingNodes, telling }
    @safe @exclusivity(unchecked) var phase = Phase.idle
    var needsUpdate = false
    // Of an update, and the nodes to call; kept for their memory.
    var changes: [ListEngine.Change] = []
    var deliveries: [RangeNode?] = []
    // The error of an update of the controller's own, if ``onError`` was nil.
    var failure: RangeCoreError?
    // The viewport of the last update, with its correction applied, at rest and not user-driven.
    @safe @exclusivity(unchecked) var viewport: ListViewport?

    /// The last update.
    public var lastUpdate: ListUpdate? { hasUpdated ? latest : nil }
    // Not an optional: its fields are read where a copy would take as long as the core.
    @safe @exclusivity(unchecked) var latest = ListUpdate()
    var hasUpdated = false

    /// Called with each update that was not requested by ``update(_:)``: after
    /// ``updateAgain()``, after a batch, at ``ListUpdate/nextTime``, and when the node that
    /// holds this list has a new state.
    ///
    /// The host adds its ``ListUpdate/correction`` and draws. While this is nil, corrections are
    /// held back as ``ListUpdate/pending``, and the next ``update(_:)`` returns them. With a
    /// ``ListHost`` it is not called: the host makes these updates, and calls its own
    /// ``ListHost/onUpdate``.
    public var onUpdate: (@MainActor (ListUpdate) -> Void)?

    // In the order in which they began.
    var observers: [WeakObservation] = []

    /// Calls a closure in each update, of any cause, with all that has entered or left a range, in the
    /// order of ``ListEngine/Changes``.
    ///
    /// The nodes have been made, and are notified afterwards. Any number of observers can follow one
    /// list: each is called until its observation is released, so keep that where the closure's owner
    /// is. They have nothing to do with the ``ListUpdate/correction``: that is for ``onUpdate``. For
    /// prefetching in one call:
    ///
    /// ```swift
    /// let observation = list.observe { _, changes in
    ///     for change in changes where change.enters(.preload) { print("prefetch", change.items) }
    /// }
    /// _ = try list.update(ListViewport(offset: 0, length: 480))
    /// observation.cancel()
    /// // prints:
    /// // prefetch 0..<4
    /// // prefetch 4..<5
    /// // prefetch 5..<6
    /// ```
    ///
    /// - Parameter body: A closure that may edit the list, and is not called again before the next
    ///   update.
    /// - Returns: The observation, which ends when it is released.
    public func observe(
        _ body: @escaping @MainActor (ListUpdate, [ListEngine.Change]) -> Void
    ) -> ListObservation {
        observers.removeAll { $0.observation?.body == nil }
        let observation = ListObservation(body)
        observers.append(WeakObservation(observation: observation))
        return observation
    }

    /// Called when an update that was not requested by ``update(_:)`` fails, for example when out
    /// of memory; nothing has changed then. While this is nil, the next ``update(_:)`` throws the
    /// error. A ``ListHost`` has an ``ListHost/onError`` of its own for its updates.
    public var onError: (@MainActor (RangeCoreError) -> Void)?

    // -- settings --

    /// The settings of the list; see ``configure(_:)``.
    public internal(set) var settings = ListSettings()
    // Those of the list that holds this one, in a node.
    var outer = Surroundings()
    // Whether the nested lists have yet to be told of new ones.
    var hasNewSurroundings = false

    // -- batches --

    /// Called when a fetch has finished, before the update that follows.
    public var onBatchFinish: (@MainActor (BatchEnd, BatchContext.Outcome) -> Void)?
    var fetchers = PerEnd<Fetcher?>(tail: nil, head: nil)
    var requests = PerEnd(tail: Request(), head: Request())

    // -- pages --

    // What provides the items, if they come in pages.
    var pages: (any ControllerPages)?
    // While these edit the items, which nobody else may.
    var isEditedByPages = false
    // What loads for the items.
    package var followers: [ListAttachment] = []
    /// Called after each update and each edit, for the adapter that shows the list: all else is the app's.
    package var afterUpdate: (@MainActor () -> Void)?
    package var afterEdit: (@MainActor (ListEdit) -> Void)?
    // Nodes of items whose contents are others now; the next update makes new ones.
    var outdatedNodes: [RangeNode] = []

    // -- time --

    /// Whether the controller updates by itself after a batch and at ``ListUpdate/nextTime``, and
    /// sets the time and jitter of each viewport. True by default.
    ///
    /// If false, the host sets ``ListViewport/time`` and ``ListViewport/jitter`` and makes all
    /// updates, so that the same calls always have the same results.
    /// A ``PageStore`` goes on in these updates then, in the time of its ``PageStore/clock``.
    public var schedulesUpdates = true {
        didSet { scheduleUpdate() }
    }
    /// Runs what the controller does later on the main thread; that of the surface of its host, or tasks of
    /// the main actor, unless you set another.
    public var scheduler: ListScheduler {
        get { ownScheduler ?? host?.scheduler ?? .mainActor }
        set { ownScheduler = newValue }
    }
    private var ownScheduler: ListScheduler?
    let clock = ContinuousClock()
    let start = ContinuousClock().now
    private(set) lazy var wakeUp = WakeUp { [weak self] in self?.updateAgain() }
    // To fetches time and chance matter only while one is in progress or backs off.
    var needsTime = false

    /// Creates the controller of an empty list. Columns and spacing can be changed later with
    /// ``setLayout(columns:spacing:keepingExtents:)``.
    ///
    /// - Parameters:
    ///   - columns: Items per row; the row of an item is its index ÷ columns.
    ///   - estimate: The extent of unmeasured rows, in points.
    ///   - spacing: The gap between adjacent rows, in points.
    ///   - quantum: The least step of the host's offsets, in points; 0 for none.
    ///   - tuning: How far the ranges reach at first.
    ///   - makeNode: A closure that creates the node for the item at the given index when that item
    ///     enters a range. It must not edit this list. It can be set later: ``makeNode``.
    /// - Precondition: `columns` is at least 1; the lengths are in 0 … 4,000,000.
    public init(
        columns: Int = 1, estimate: Double = 44, spacing: Double = 0, quantum: Double = 0,
        tuning: RangeTuning.Preset = .list,
        makeNode: @escaping @MainActor (Int) -> RangeNode = { _ in RangeNode() }
    ) {
        do throws(RangeCoreError) {
            core = try ListEngine(
                columns: columns, estimate: estimate, spacing: spacing, quantum: quantum,
                tuning: tuning)
        } catch {
            trap(error)
        }
        self.makeNode = makeNode
        (self.columns, self.spacing) = (columns, spacing)
    }

    // -- nodes --

    /// Returns the node of an item; nil if it is not in any range.
    ///
    /// - Complexity: O(log nodes).
    public func node(ofItem index: Int) -> RangeNode? { nodes.node(ofItem: index) }

    /// The indices of the items that have a node, in ascending order.
    ///
    /// - Complexity: O(nodes).
    public var indicesOfNodes: [Int] { nodes.entries.map(\.index) }

    // -- settings, with effect from the next update --

    /// Changes the settings.
    ///
    /// When out of memory, which it needs with foresight alone, it changes nothing, and calls ``onError``.
    ///
    /// - Parameter change: A closure that changes the current settings.
    /// - Precondition: Each has a value that its own documentation allows.
    public func configure(_ change: (inout ListSettings) -> Void) {
        var settings = settings
        change(&settings)
        if applySettings(settings) { self.settings = settings }
    }

    // Returns whether they are valid from now on.
    @discardableResult
    func applySettings(_ settings: ListSettings) -> Bool {
        // Another list's depth must not hide it.
        if settings.depth < 0 { trap(.argument("depth", settings.depth)) }
        let surroundings = Surroundings(settings).stricter(with: outer)
        do throws(RangeCoreError) {
            try core.configure {
                $0 = settings
                $0.presence = surroundings.presence
                $0.memoryPressure = surroundings.memoryPressure
                $0.isInBackground = surroundings.isInBackground
                $0.depth = surroundings.depth
            }
        } catch {
            guard error == .outOfMemory else { trap(error) }
            report(error)
            return false
        }
        hasNewSurroundings = true
        return true
    }

    // The settings that apply to nested lists too.
    struct Surroundings: Equatable {
        var presence = ListSettings.Presence.onScreen
        var memoryPressure = ListSettings.MemoryPressure.normal
        var isInBackground = false
        var depth = 0
    }

    var surroundings: Surroundings { Surroundings(settings).stricter(with: outer) }

    /// The presence of the list: that of its settings, but never closer to the screen than the node
    /// that holds it.
    public var presence: ListSettings.Presence { surroundings.presence }

    /// Sets how far a range reaches in one mode, full unless you pass another.
    ///
    /// - Precondition: The tuning is finite, and not negative.
    public func setTuning(
        _ tuning: RangeTuning, for kind: RangeKind, in mode: RangeMode = .full
    ) {
        must(try core.setTuning(tuning, for: kind, in: mode))
    }

    /// Sets an explicit base mode, which applies until the next user-driven update.
    public func setMode(_ mode: RangeMode) { core.setMode(mode) }

    /// Switches the base mode to full, as the first user scroll does.
    public func markScrolled() { core.markScrolled() }
}

extension RangeController: @MainActor CustomStringConvertible {
    /// Such as `100 items of 12000.0 points, visible 0..<4, 6 nodes`.
    public var description: String {
        let visible = hasUpdated ? "visible \(latest.visible)" : "not updated yet"
        return "\(count) items of \(core.length) points, \(visible), \(nodes.entries.count) nodes"
    }
}

extension RangeController.Surroundings {
    init(_ settings: ListSettings) {
        self.init(
            presence: settings.presence, memoryPressure: settings.memoryPressure,
            isInBackground: settings.isInBackground, depth: settings.depth)
    }

    // Of each the more restrictive, which is the larger.
    func stricter(with other: Self) -> Self {
        Self(
            presence: presence.rawValue > other.presence.rawValue ? presence : other.presence,
            memoryPressure: memoryPressure.rawValue > other.memoryPressure.rawValue
                ? memoryPressure : other.memoryPressure,
            isInBackground: isInBackground || other.isInBackground,
            depth: max(depth, other.depth))
    }
}
