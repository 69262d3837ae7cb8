/// Manages one list: creates a ``RangeNode`` for each item in range, notifies it when its state
/// changes, and fetches batches.
///
/// ```swift
/// let list = try RangeController(estimate: 120) { index in PhotoNode(photos[index]) }
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
/// After the controller is deallocated its nodes receive no callbacks. The host sets memory
/// pressure and background for each controller; only the presence of a nested list follows its
/// node.
@MainActor
public final class RangeController {
    // One engine call at a time, and never one across a callback.
    var engine: ListEngine
    var nodes = NodeMap()
    let makeNode: @MainActor (Int) -> RangeNode

    // -- updates --

    enum Phase { case idle, makingNodes, telling }
    var phase = Phase.idle
    var needsUpdate = false
    var scratch: [ListEngine.Change] = []
    // The error of an update of the controller's own, if ``onError`` was nil.
    var failure: RangeCoreError?
    // The viewport of the last update, with its correction applied, at rest and not user-driven.
    var viewport: ListViewport?

    /// The last update.
    public internal(set) var lastUpdate: ListUpdate?

    /// Called with each update that was not requested by ``update(_:)``: after
    /// ``updateAgain()``, after a batch, at ``ListUpdate/nextTime``, and when the node that
    /// holds this list has a new state.
    ///
    /// The host adds its ``ListUpdate/correction`` and draws. While this is nil, corrections are
    /// held back as ``ListUpdate/pending``, and the next ``update(_:)`` returns them.
    public var onUpdate: (@MainActor (ListUpdate) -> Void)?

    /// Called when an update that was not requested by ``update(_:)`` fails, for example when out
    /// of memory; nothing has changed then. While this is nil, the next ``update(_:)`` throws the
    /// error.
    public var onError: (@MainActor (RangeCoreError) -> Void)?

    // -- settings --

    /// The settings of the list; see ``configure(_:)``.
    public internal(set) var settings = ListSettings()
    // The presence of the node that holds this list.
    var outerPresence = ListSettings.Presence.onScreen

    // -- batches --

    /// Called when a fetch has finished, before the update that follows.
    public var onBatchFinish: (@MainActor (BatchEnd, BatchContext.Outcome) -> Void)?
    var fetchers = PerEnd<Fetcher?>(tail: nil, head: nil)
    var requests = PerEnd(tail: Request(), head: Request())

    // -- time --

    /// Whether the controller updates by itself after a batch and at ``ListUpdate/nextTime``, and
    /// sets the time and jitter of each viewport. True by default.
    ///
    /// If false, the host sets ``ListViewport/time`` and ``ListViewport/jitter`` and makes all
    /// updates, so that the same calls always have the same results.
    public var schedulesUpdates = true {
        didSet { scheduleUpdate() }
    }
    let clock = ContinuousClock()
    let start = ContinuousClock().now
    var wake: Task<Void, Never>?

    /// Creates the controller of an empty list. Columns and spacing can be changed later with
    /// ``setLayout(columns:spacing:keepingExtents:)``.
    ///
    /// - Parameters:
    ///   - columns: Items per row, at least 1; the row of an item is its index ÷ columns.
    ///   - estimate: The extent of unmeasured rows, in points.
    ///   - spacing: The gap between adjacent rows, in points, not negative.
    ///   - quantum: The least step of the host's offsets, in points, not negative; 0 for none.
    ///   - tuning: How far the ranges reach at first.
    ///   - makeNode: A closure that creates the node for the item at the given index when that item
    ///     enters a range. It must not edit this list.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an invalid value,
    ///   ``RangeCoreError/limitExceeded``, ``RangeCoreError/outOfMemory``.
    public init(
        columns: Int = 1, estimate: Double = 44, spacing: Double = 0, quantum: Double = 0,
        tuning: RangeTuning.Preset = .list, makeNode: @escaping @MainActor (Int) -> RangeNode
    ) throws(RangeCoreError) {
        engine = try ListEngine(
            columns: columns, estimate: estimate, spacing: spacing, quantum: quantum,
            tuning: tuning)
        self.makeNode = makeNode
    }

    deinit {
        wake?.cancel()
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
    /// - Parameter change: A closure that changes the current settings.
    /// - Throws: ``RangeCoreError/invalidArgument`` for an invalid value,
    ///   ``RangeCoreError/limitExceeded`` for a length past the limits; nothing has changed then.
    public func configure(_ change: (inout ListSettings) -> Void) throws(RangeCoreError) {
        var settings = settings
        change(&settings)
        try applySettings(settings)
        self.settings = settings
    }

    func applySettings(_ settings: ListSettings) throws(RangeCoreError) {
        let presence = presence(settings)
        try engine.configure {
            $0 = settings
            $0.presence = presence
        }
    }

    // A list is never closer to the screen than the node that holds it.
    private func presence(_ settings: ListSettings) -> ListSettings.Presence {
        settings.presence.rawValue > outerPresence.rawValue ? settings.presence : outerPresence
    }

    /// The presence of the list: that of its settings, but never closer to the screen than the node
    /// that holds it.
    public var presence: ListSettings.Presence { presence(settings) }

    /// Returns how far a range reaches in one mode, full unless you pass another.
    public func tuning(for kind: RangeKind, in mode: RangeMode = .full) -> RangeTuning {
        engine.tuning(for: kind, in: mode)
    }

    /// Sets how far a range reaches in one mode, full unless you pass another.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for a tuning that is NaN, infinite or negative.
    public func setTuning(
        _ tuning: RangeTuning, for kind: RangeKind, in mode: RangeMode = .full
    ) throws(RangeCoreError) {
        try engine.setTuning(tuning, for: kind, in: mode)
    }

    /// Sets an explicit base mode, which applies until the next user-driven update.
    public func setMode(_ mode: RangeMode) { engine.setMode(mode) }

    /// Switches the base mode to full, as the first user scroll does.
    public func markScrolled() { engine.markScrolled() }
}
