package import CRangeCore

/// Loads what items show, such as images, before they are visible, and drops it when they are far
/// away: for any number of lists, each id once.
///
/// ```swift
/// let photos = (0..<50).map { Photo(id: $0) }
/// let images = Preloader(cost: { $0.count }) { (id: Photo.ID, _) in
///     try await server.pixels(of: id)
/// }
/// let list = RangeController(estimate: 120) { index in PhotoNode(photos[index]) }
/// try list.insertItems(count: photos.count, at: 0)
/// try images.attach(to: list) { index in photos[index].id }
/// images.onReady = { id, pixels in print("show \(pixels.count) bytes of \(id)") }
/// print(images.settings.budget)  // 134217728
/// _ = try list.update(ListViewport(offset: 0, length: 480))
/// print(images.state(of: photos[0].id)!)  // loading
/// ```
///
/// At most so many bytes are held: 128 MiB, of which a value counts as what `cost` returns.
///
/// From then on each update of the list says which items are wanted: those that are visible, and
/// those that can be loaded before they are visible. That is ``ListSettings/foresight``, which
/// attaching turns on; without it, ``PreloadSettings/foresight`` being 0, those in the display range
/// or in the preload range are wanted, the nearest first. The preloader starts loads within its
/// ``PreloadSettings``, what is visible first. An item that becomes more urgent keeps its load, whose
/// priority rises. One that is not wanted any more is cancelled, after a moment, or at once if
/// something visible needs its place; and its value is kept while there is room.
///
/// A load is a task, which never runs on the main actor. It is cancelled when it is not wanted any
/// more, and when the preloader is released. If the closure throws a `CancellationError`, the next
/// update can start the load again; after any other error it is retried with exponential back-off
/// while the item is wanted, and for as long as it is visible. When the network is back, call
/// ``retry(_:)``.
@MainActor
public final class Preloader<ID: Hashable & Sendable, Value: Sendable> {
    /// Called when a value has arrived.
    public var onReady: (@MainActor (ID, Value) -> Void)?
    /// Called when a value was dropped, and is not in memory any more.
    public var onDrop: (@MainActor (ID) -> Void)?
    /// Called when a load in progress is more urgent than before, or has been less so for a moment,
    /// such as for `URLSessionTask.priority`.
    public var onPriority: (@MainActor (ID, PreloadPriority) -> Void)?
    /// Called when a load has failed.
    public var onFailure: (@MainActor (ID, any Error) -> Void)?

    /// The limits; see ``configure(_:)``.
    public private(set) var settings = PreloadSettings()

    struct Load {
        let token: UInt64
        var task: Task<Void, Never>?
    }

    var engine: TicketEngine
    let estimate: Int64
    let cost: (@MainActor (Value) -> Int)?
    let load: @concurrent @Sendable (ID, PreloadPriority) async throws -> Value

    // -- ids --

    // An id has a number while a list wants it, or it has a ticket.
    var numbers = IDNumbers<ID>()
    var values: [rc_id: Value] = [:]
    var loads: [rc_id: Load] = [:]

    // -- lists --

    var lists: [Int64: WeakList] = [:]
    // By number, for what is not needed any more.
    var wanted: [Int64: [rc_id]] = [:]
    var lastList: Int64 = 0

    // -- time --

    /// Runs what the preloader does later on the main thread; that of a list it is attached to, or tasks of
    /// the main actor, unless you set another.
    public var scheduler: ListScheduler {
        get {
            let list = lists.values.lazy.compactMap(\.list).first
            return ownScheduler ?? list?.scheduler ?? .mainActor
        }
        set { ownScheduler = newValue }
    }
    private var ownScheduler: ListScheduler?

    private(set) lazy var wakeUp = WakeUp { [weak self] in self?.update() }
    // For tests.
    var clock: @MainActor () -> Double = {
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        return { (clock.now - start) / .seconds(1) }
    }()

    /// Creates a preloader; nothing is loaded until a list is attached.
    ///
    /// - Parameters:
    ///   - settings: Its limits.
    ///   - estimatedCost: What a value costs that has not been loaded yet: 256 KiB unless you say more. The budgets are in the same unit.
    ///   - cost: A closure that returns what a value costs, not negative; nil if that is what was
    ///     estimated.
    ///   - load: A closure that loads the value of an id; never runs on the main actor. The priority
    ///     is that at the start; see ``onPriority``.
    /// - Precondition: No number is negative, nor NaN.
    public init(
        settings: PreloadSettings = PreloadSettings(), estimatedCost: Int = 256 << 10,
        cost: (@MainActor (Value) -> Int)? = nil,
        load: @escaping @concurrent @Sendable (ID, PreloadPriority) async throws -> Value
    ) {
        guard 0...Int64(RC_TICKETS_COST_MAX) ~= Int64(estimatedCost) else {
            trap(.argument("estimatedCost", estimatedCost))
        }
        do throws(RangeCoreError) { engine = try TicketEngine() } catch { trap(error) }
        (self.cost, self.load, estimate) = (cost, load, Int64(estimatedCost))
        must(try engine.configure(settings))
        self.settings = settings
    }

    deinit {
        for load in loads.values { load.task?.cancel() }
    }

    /// Changes the limits, with effect at once.
    ///
    /// - Parameter change: A closure that changes the current settings.
    /// - Precondition: No number is negative, infinite or NaN.
    public func configure(_ change: (inout PreloadSettings) -> Void) {
        var settings = settings
        change(&settings)
        must(try engine.configure(settings))
        self.settings = settings
        update()
    }

    // -- what there is --

    /// Returns the value of an id; nil if it is not in memory.
    ///
    /// - Complexity: O(1).
    public func value(for id: ID) -> Value? { numbers[id].flatMap { values[$0] } }

    /// Returns the state of an id; nil if no list wants it and nothing is known of it.
    public func state(of id: ID) -> PreloadState? {
        ticket(of: id).map { PreloadState(raw: $0.state.rawValue) }
    }

    /// Returns how urgent an id is, or last was; nil if no list wants it and nothing is known of it.
    public func priority(of id: ID) -> PreloadPriority? {
        ticket(of: id).map { PreloadPriority(raw: $0.band.rawValue) }
    }

    private func ticket(of id: ID) -> rc_ticket? { numbers[id].flatMap { engine.ticket($0) } }

    package var totals: rc_tickets_counters { engine.counters }

    /// Forgets the failures of an id, or of all of them, and loads what is wanted.
    ///
    /// - Parameter id: The id; nil for all.
    public func retry(_ id: ID? = nil) {
        if let id, numbers[id] == nil { return }
        engine.retry(id.flatMap { numbers[$0] } ?? noID)
        update()
    }

    /// Releases the value of an id, for example because its item was deleted. If a list wants the id,
    /// the value is loaded again. A load in progress goes on.
    public func forget(_ id: ID) {
        guard let number = numbers[id] else { return }
        values[number] = nil
        engine.forget(number)
        update()
    }
}

extension Preloader: @MainActor CustomStringConvertible {
    /// Such as `12 values, 3 loads, for 1 lists`.
    public var description: String {
        "\(values.count) values, \(loads.count) loads, for \(lists.count) lists"
    }
}
