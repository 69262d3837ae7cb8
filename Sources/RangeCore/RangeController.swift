/// What an app uses of a list: makes a ``Node`` for each item in range, tells it what happens to
/// it, and fetches batches.
///
/// Edit the list as its data changes, and update it as its viewport moves. A node is made when its
/// item comes into a range, and released after its exits when the item leaves them all.
///
/// Nodes are told after the engine's call has ended. An edit made in such a callback counts at
/// once, so that indices always mean the list as the app has it; an update made in one runs when all
/// nodes have been told, in order.
///
/// A controller that is let go tells its nodes nothing more. Each controller is told of memory
/// pressure and background by the host; only the presence of a nested list follows its node.
@MainActor
public final class RangeController {
    // One engine call at a time, and never one across a callback.
    var engine: ListEngine
    var nodes = NodeMap()
    let makeNode: @MainActor (Int) -> Node

    // -- delivery --

    enum Phase { case idle, makingNodes, telling }
    var phase = Phase.idle
    // Updates asked for while nodes are told; nil stands for the viewport as it was.
    var queue: [Viewport?] = []
    var scratch: [Change] = []

    /// The answer of the last update.
    public internal(set) var lastUpdate: Update?
    /// The viewport of the last update, with its correction applied, at rest and not the user's.
    public internal(set) var viewport: Viewport?

    /// Called after each update that the controller ran by itself: after a batch, at
    /// ``Update/nextTime``, or because the node that holds this list has a new state.
    ///
    /// The host applies its ``Update/correction`` and draws.
    public var onUpdate: (@MainActor (Update) -> Void)?

    // -- settings --

    /// What can be changed about the list; see ``configure(_:)``.
    public internal(set) var settings: ListSettings
    // Where the node is that holds this list.
    var outerPresence = Presence.onScreen

    // -- batches --

    /// Who fetches batches, in Texture's way; for another see ``fetchBatches(at:fetch:insert:)``.
    public weak var delegate: (any BatchFetchingDelegate)?
    /// Called when a batch was finished, before the update that follows.
    public var onBatchFinish: (@MainActor (BatchEnd, BatchOutcome) -> Void)?
    var fetchers = BatchEnds<Fetcher?>(tail: nil, head: nil)
    var flights = BatchEnds(tail: Flight(), head: Flight())
    var fetches = BatchEnds<Task<Void, any Error>?>(tail: nil, head: nil)

    // -- time --

    /// Whether the controller updates by itself after a batch and at ``Update/nextTime``, and puts
    /// its own time and jitter into each viewport. It does at first.
    ///
    /// Where it does not, the host gives ``Viewport/time`` and ``Viewport/jitter`` and updates by
    /// itself, so that the same calls always give the same answers.
    public var schedulesUpdates = true {
        didSet { scheduleUpdate() }
    }
    let clock = ContinuousClock()
    let start = ContinuousClock().now
    var wake: Task<Void, Never>?

    /// Makes the controller of an empty list.
    ///
    /// - Parameters:
    ///   - options: what the list is made with, for life.
    ///   - settings: what can be changed later.
    ///   - makeNode: makes the node of an item that comes into range, by its index. It must not edit
    ///     this list.
    /// - Throws: ``RangeCoreError/argument`` for a value that is not allowed,
    ///   ``RangeCoreError/limit``, ``RangeCoreError/noMemory``.
    public init(
        _ options: ListOptions = ListOptions(), settings: ListSettings = ListSettings(),
        makeNode: @escaping @MainActor (Int) -> Node
    ) throws(RangeCoreError) {
        engine = try ListEngine(options, settings: settings)
        self.settings = settings
        self.makeNode = makeNode
    }

    deinit {
        wake?.cancel()
        fetches.tail?.cancel()
        fetches.head?.cancel()
    }

    // -- nodes --

    /// The node of an item; nil while it is in no range.
    ///
    /// - Complexity: O(log nodes).
    public func node(at index: Int) -> Node? { nodes.node(at: index) }

    /// The items that have a node, ascending.
    ///
    /// - Complexity: O(nodes).
    public var indicesOfNodes: [Int] { nodes.entries.map(\.index) }

    // -- updates --

    /// Moves the viewport, takes all edits since the last update into account, tells the nodes,
    /// and begins the batches that are due.
    ///
    /// - Parameter viewport: where the viewport is.
    /// - Returns: the answer of the last update that ran, its correction being what the host adds
    ///   to the offset that it gave last; nil when called in a callback, where the update runs
    ///   after all nodes were told.
    /// - Throws: ``RangeCoreError/argument`` and ``RangeCoreError/limit`` as
    ///   ``ListEngine/update(_:_:)``, in a callback too; ``RangeCoreError/noMemory``, where not even
    ///   the first update ran. One made in a callback that finds no memory is dropped: the next tells
    ///   what it would have.
    /// - Complexity: O((1 + changes) log n + runs + nodes log nodes), and the callbacks. Where items
    ///   change, it allocates in proportion to the changed ones, besides their nodes.
    @discardableResult
    public func update(_ viewport: Viewport) throws(RangeCoreError) -> Update? {
        try enqueue(viewport)
    }

    /// Updates with the viewport as it was, after edits or changes of the settings.
    ///
    /// - Returns: the answer; nil before the first update with a viewport, and in a callback.
    /// - Throws: as ``update(_:)``.
    /// - Complexity: as ``update(_:)``.
    @discardableResult
    public func update() throws(RangeCoreError) -> Update? {
        try enqueue(nil)
    }

    /// Finds the scroll offset at which an item is where it should be, and aims at it.
    ///
    /// The offset is for the last viewport that was not empty, kept within the content, and without
    /// the correction that the next update will give. Until the user scrolls, or the program scrolls
    /// away from it once it was reached, the item is the anchor: later corrections keep the offset
    /// right while what lies between is measured.
    ///
    /// - Parameters:
    ///   - index: of the item.
    ///   - alignment: where to put it.
    /// - Returns: the offset, in points, for the host to scroll to.
    /// - Throws: ``RangeCoreError/argument`` for an index out of bounds.
    /// - Complexity: O(log n).
    public func scroll(
        to index: Int, at alignment: ScrollAlignment = .nearest
    ) throws(RangeCoreError) -> Double {
        try engine.scroll(to: index, at: alignment)
    }
}
