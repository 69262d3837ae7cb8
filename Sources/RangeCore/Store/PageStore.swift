internal import CRangeCore
public import Observation

/// The items of a server or a database, loaded in pages as they come near the screen, and dropped as
/// they go.
///
/// ```swift
/// let photos = PageStore { request in
///     let reply = try await server.photos(at: request.position, count: request.count)
///     return PageReply(reply.photos, total: reply.total)
/// }
/// let list = RangeController(estimate: 120) { index in
///     photos[index].map { PhotoNode($0) } ?? RangeNode()  // a placeholder
/// }
/// try photos.attach(to: list)
/// _ = try list.update(ListViewport(offset: 0, length: 480))
/// ```
///
/// A store has *slots*, which are the items of its list. Each holds an item, or is a placeholder for
/// one that is known to be there. When placeholders come near the screen, the store requests the
/// pages that they are in, the nearest first, and no item twice at once; when a limit is exceeded,
/// it drops the pages that are furthest away. No item is ever in two slots, whatever the source does
/// meanwhile: an item that arrives again keeps its slot, and gets the new content.
///
/// A source is asked by *positions*, as here, or by *keys*: for what comes after or before an item,
/// with a cursor of any type; see ``init(cursors:pageSize:total:hasPlaceholders:firstPages:load:)``.
///
/// A request is a task. It is cancelled when it is given up: by a refresh, to make way for what is
/// visible, or because the store is released. After an error that the closure throws, a
/// `CancellationError` of its own included, it is retried with exponential back-off, while other requests
/// go on. A request has no time limit: one that never ends keeps its place, and one of
/// ``Settings/requestLimit``, until it is given up, so let the closure end by itself, as `URLSession` does.
///
/// A reply of more items than a list can have is not taken: its place fails with
/// ``RangeCoreError/limitExceeded``, and is not requested again before a ``retry()`` or a refresh.
///
/// For a view, the store is `Observable` where the system has that, and ``snapshots`` are a sequence.
@MainActor
public final class PageStore<Item: Identifiable & Sendable> where Item.ID: Sendable {
    /// Limits, which can be changed at any time.
    ///
    /// ```swift
    /// let photos = PageStore(load: server.load)
    /// photos.configure { $0.pageLimit = 64 }
    /// print(photos.settings.requestLimit)  // 3
    /// ```
    public struct Settings: Sendable, Hashable {
        /// How many requests are in progress at a time; 0 for none. 3 by default.
        public var requestLimit = 3
        /// The most pages to hold; 0, the default, for any number. Pages that are wanted are never
        /// dropped.
        public var pageLimit = 0
        /// The most items to hold; 0, the default, for any number.
        public var itemLimit = 0
        /// The most that the costs of the pages may add up to; 0, the default, for any number.
        public var costLimit = 0
        /// Of a source of keys: how many slots the user can jump away from what is loaded until the
        /// store starts over there, with a ``KeyRequest/Target/position(_:)``; 0, the default, for
        /// never.
        public var jumpDistance = 0
        /// How long after a jump nothing is requested, in seconds, so that dragging a scroll bar
        /// requests only what it stops at. 0.1 by default.
        public var settlingTime = 0.1
        /// After how many seconds what is visible is refreshed by itself, in the background; 0, the
        /// default, for never.
        public var maximumAge = 0.0

        func c() throws(RangeCoreError) -> rc_store_settings {
            guard let requestLimit = UInt32(exactly: requestLimit) else {
                throw .argument("requestLimit", self.requestLimit)
            }
            let limits: KeyValuePairs = [
                "pageLimit": pageLimit, "itemLimit": itemLimit, "costLimit": costLimit,
                "jumpDistance": jumpDistance,
            ]
            for (name, value) in limits where value < 0 { throw .argument(name, value) }
            let times: KeyValuePairs = ["settlingTime": settlingTime, "maximumAge": maximumAge]
            for (name, value) in times where !(0..<Double.infinity).contains(value) {
                throw .argument(name, value)
            }
            return rc_store_settings(
                request_limit: requestLimit, page_limit: Int64(pageLimit),
                item_limit: Int64(itemLimit), cost_limit: Int64(costLimit),
                jump_distance: Int64(jumpDistance), settle: settlingTime,
                max_age: maximumAge)
        }
    }

    /// Where a refresh is.
    ///
    /// ```swift
    /// let photos = PageStore(load: server.load)
    /// try await photos.refresh(.position(40))
    /// print(photos.count, photos[39] == nil, photos[40] == nil)  // 50 true false
    /// ```
    public enum RefreshTarget: Sendable {
        /// What is visible.
        case visible
        /// The start of the source.
        case first
        /// The end of the source.
        case last
        /// A position of the source, from 0 on.
        case position(Int)
        /// Around an item; only for a source of keys.
        case id(Item.ID)
    }

    /// Called after slots or load states have changed, with the edits; before the callbacks of the
    /// nodes of an attached list.
    public var onChange: (@MainActor ([PageEdit]) -> Void)?

    /// The limits; see ``configure(_:)``.
    public private(set) var settings = Settings()

    /// The time, in seconds, which never goes back; that of the system unless you set another, for
    /// example in a test.
    ///
    /// A list whose ``RangeController/schedulesUpdates`` is false drives its store: this is not woken
    /// by itself, but goes on in updates of the list, of which one is due at ``nextTime``.
    public var clock: @MainActor () -> Double = {
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        return { (clock.now - start) / .seconds(1) }
    }()

    /// A number in 0 … 1 for each failure, which spreads the retries of many clients; random unless
    /// you set another.
    public var jitter: @MainActor () -> Double = { .random(in: 0...1) }

    /// When something may be requested because of the time alone, in seconds of the ``clock``;
    /// infinity for never.
    public var nextTime: Double {
        access(\.refreshState)
        return plannedTime
    }
    var plannedTime = Double.infinity

    var engine: StoreEngine
    var table = PageTable<Item>()
    let load: PageLoad<Item>
    let pageSize: Int
    let isKeyed: Bool
    let looksAhead: Bool

    // -- requests --

    var tasks: [UInt64: PageTask] = [:]
    // Why requests failed, by token, for the places where they did.
    var errors: [UInt64: any Error] = [:]
    // By what was asked for, why the reply cannot be taken.
    var refused: [PageTask.Purpose: RangeCoreError] = [:]
    // The id that a refresh is to be around.
    var refreshID: rc_id?
    var refreshes = PageWaiters()
    var refreshCount = 0
    var view = PageView()
    // Whether there may be something to request that an update of the same view would find.
    var isOutdated = true
    private(set) lazy var wakeUp = WakeUp { [weak self] in self?.askAgain() }
    // For tests.
    var startTask:
        @MainActor (@escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> =
            { operation in Task { @concurrent in await operation() } }

    /// Runs what the store does later on the main thread; that of the list it is attached to, or tasks of the
    /// main actor, unless you set another.
    public var scheduler: ListScheduler {
        get { ownScheduler ?? controller?.scheduler ?? .mainActor }
        set { ownScheduler = newValue }
    }
    private var ownScheduler: ListScheduler?

    // -- the list --

    weak var controller: RangeController?
    // What the list has for the slots, if there are separators between them.
    weak var rows: (any PageRows)?
    var leadingScreens = 2.0
    var loadingRowExtent = 0.0

    // -- observers --

    var streams: [Int: AsyncStream<PageSnapshot<Item>>.Continuation] = [:]
    var streamCount = 0
    // The registrar of Observation, which the oldest systems do not have.
    private var registrar: (any Sendable)?

    /// Creates the store of a source that is asked for positions; nothing is requested yet.
    ///
    /// - Parameters:
    ///   - pageSize: The number of items per request, 1 … 2³¹ − 1.
    ///   - total: The number of items of the source, if it is known beforehand.
    ///   - hasPlaceholders: Whether items that are known to be there have slots before they arrive.
    ///     Otherwise the list grows as the user scrolls, and all slots hold items.
    ///   - looksAhead: Whether to request one item more than needed. So the store notices items that
    ///     were lost between two pages because the source shifted between their replies, and
    ///     requests them.
    ///   - firstPages: How many pages the first request is for, to fill the screen at once, and each
    ///     refresh elsewhere than at what is visible: 1 … (2³¹ − 1) ÷ `pageSize`.
    ///   - load: A closure that makes a request; never runs on the main actor.
    /// - Precondition: `pageSize` and `firstPages` are in these bounds, and `total` not negative.
    public convenience init(
        pageSize: Int = 20, total: Int? = nil, hasPlaceholders: Bool = true,
        looksAhead: Bool = false, firstPages: Int = 1,
        load:
            @escaping @concurrent @Sendable (PositionRequest) async throws ->
            PageReply<Item, Never>
    ) {
        let options = must(
            try rc_store_options(
                source: RC_STORE_SOURCE_OFFSETS, pageSize: pageSize, total: total,
                hasPlaceholders: hasPlaceholders, looksAhead: looksAhead, firstPages: firstPages))
        self.init(options) { request in
            let first = request.c.position / options.page_size
            let count = (request.c.count - (looksAhead ? 1 : 0)) / options.page_size
            let reply = try await load(
                PositionRequest(
                    position: Int(clamping: request.c.position),
                    count: Int(clamping: request.c.count), attempt: Int(request.c.attempt),
                    isRefresh: request.c.is_refresh,
                    pages: Int(clamping: first)..<Int(clamping: first + count)))
            return ErasedReply(reply)
        }
    }

    /// Creates the store of a source that is asked for what comes after or before an item; nothing is
    /// requested yet.
    ///
    /// - Parameters:
    ///   - cursors: The type of the source's cursors, such as `String.self`; `Never.self` for a
    ///     source that is asked by ids alone.
    ///   - pageSize: The number of items per request, 1 … 2³¹ − 1.
    ///   - total: The number of items of the source, if it is known beforehand.
    ///   - hasPlaceholders: Whether items that are known to be there have slots before they arrive.
    ///     In any case there is a placeholder between two pages that do not adjoin.
    ///   - firstPages: How many pages the first request is for, to fill the screen at once, and each
    ///     refresh elsewhere than at what is visible: 1 … (2³¹ − 1) ÷ `pageSize`.
    ///   - load: A closure that makes a request; never runs on the main actor.
    /// - Precondition: `pageSize` and `firstPages` are in these bounds, and `total` not negative.
    public convenience init<Cursor: Sendable>(
        cursors: Cursor.Type, pageSize: Int = 20, total: Int? = nil, hasPlaceholders: Bool = true,
        firstPages: Int = 1,
        load:
            @escaping @concurrent @Sendable (KeyRequest<Item.ID, Cursor>) async throws ->
            PageReply<Item, Cursor>
    ) {
        let options = must(
            try rc_store_options(
                source: RC_STORE_SOURCE_KEYS, pageSize: pageSize, total: total,
                hasPlaceholders: hasPlaceholders, looksAhead: false, firstPages: firstPages))
        self.init(options) { request in
            ErasedReply(try await load(KeyRequest(request)))
        }
    }

    private init(_ options: rc_store_options, load: @escaping PageLoad<Item>) {
        do throws(RangeCoreError) { engine = try StoreEngine(options) } catch { trap(error) }
        pageSize = Int(clamping: options.page_size)
        isKeyed = options.source == RC_STORE_SOURCE_KEYS
        looksAhead = options.looks_ahead
        self.load = load
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            registrar = ObservationRegistrar()
        }
    }

    deinit {
        for task in tasks.values { task.task?.cancel() }
        for stream in streams.values { stream.finish() }
    }

    /// Changes the limits, with effect from the next reply or update.
    ///
    /// - Parameter change: A closure that changes the current settings.
    /// - Precondition: No value is negative, infinite or NaN.
    public func configure(_ change: (inout Settings) -> Void) {
        var settings = settings
        change(&settings)
        must(try engine.set(try settings.c()))
        self.settings = settings
        isOutdated = true
    }

    // -- contents --

    /// The number of slots, which is that of the items in the list.
    public var count: Int {
        access(\.count)
        return Int(clamping: engine.counts.slot_count)
    }

    /// Returns the item in a slot; nil for a placeholder, and for a slot that there is not.
    ///
    /// - Complexity: O(log p) for p pages.
    public subscript(slot: Int) -> Item? {
        access(\.count)
        return engine.slot(slot).flatMap { table[$0.id] }
    }

    /// Finds the slot of an item.
    ///
    /// - Complexity: O(log p), plus the size of its page.
    public func slot(of id: Item.ID) -> Int? {
        access(\.count)
        return table.number(of: id).flatMap { engine.find($0) }
    }

    /// The number of items that are loaded.
    public var itemCount: Int {
        access(\.count)
        return Int(clamping: engine.counts.item_count)
    }

    /// The number of pages that are loaded.
    public var pageCount: Int {
        access(\.count)
        return Int(clamping: engine.counts.page_count)
    }

    /// By how much the total of the source exceeds the slots: items that no slot shows, such as new
    /// ones before the first; 0 for a source of keys, and without placeholders.
    public var hiddenCount: Int {
        access(\.count)
        return Int(clamping: engine.counts.hidden_count)
    }

    /// How many pages came after a placeholder of theirs had been visible, or the end of the list
    /// where they belong.
    public var latePageCount: Int { Int(clamping: engine.counts.late_page_count) }

    /// For how many seconds such a placeholder or end has been visible. What a refresh loads
    /// is not counted.
    public var stallTime: Double { engine.counts.stall }

    // -- load states --

    /// Returns what happens at an end: idle if more can be loaded, exhausted if there is nothing.
    public func state(at end: BatchEnd) -> LoadState {
        access(\.refreshState)
        return LoadState(engine.load(at: end))
    }

    /// Returns what happens in a slot; nil if it holds an item, or does not exist.
    public func state(ofSlot slot: Int) -> LoadState? {
        access(\.refreshState)
        return engine.slot(slot).flatMap { $0.id == noID ? LoadState($0.load) : nil }
    }

    /// What happens to the refresh; exhausted if none is pending.
    public var refreshState: LoadState {
        access(\.refreshState)
        return LoadState(engine.refreshLoad)
    }

    /// The number of requests in progress.
    public var requestCount: Int {
        access(\.refreshState)
        return tasks.count
    }

    /// Returns the error of the last request at an end; nil if it has not failed.
    public func error(at end: BatchEnd) -> (any Error)? {
        access(\.refreshState)
        return errors[engine.load(at: end).failed_token]
    }

    /// Returns the error of the last request for what belongs in a slot; nil if it has not failed.
    public func error(ofSlot slot: Int) -> (any Error)? {
        access(\.refreshState)
        return engine.slot(slot).flatMap { errors[$0.load.failed_token] }
    }

    /// Returns when the failed request at an end is made again, while it is wanted, in seconds of the
    /// ``clock``; nil if it has not failed.
    public func retryTime(at end: BatchEnd) -> Double? {
        access(\.refreshState)
        return engine.load(at: end).retryTime
    }

    /// Returns when the failed request for what belongs in a slot is made again, while it is wanted, in
    /// seconds of the ``clock``; nil if it has not failed.
    public func retryTime(ofSlot slot: Int) -> Double? {
        access(\.refreshState)
        return engine.slot(slot)?.load.retryTime
    }

    /// The error of the last refresh; nil if it has not failed.
    public var refreshError: (any Error)? {
        access(\.refreshState)
        return errors[engine.refreshLoad.failed_token]
    }

    // -- observation --

    func access<Value>(_ property: KeyPath<PageStore, Value>) {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
            (registrar as? ObservationRegistrar)?.access(self, keyPath: property)
        }
    }

    /// Makes a change that observers are told of.
    func mutate<Value>(_ change: () throws(RangeCoreError) -> Value) throws(RangeCoreError) -> Value
    {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *),
            let registrar = registrar as? ObservationRegistrar
        else { return try change() }
        registrar.willSet(self, keyPath: \.count)
        registrar.willSet(self, keyPath: \.refreshState)
        defer {
            registrar.didSet(self, keyPath: \.count)
            registrar.didSet(self, keyPath: \.refreshState)
        }
        return try change()
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PageStore: Observable {}

extension PageStore: @MainActor CustomStringConvertible {
    /// Such as `50 slots, 20 items in 1 pages, 0 requests`.
    public var description: String {
        "\(count) slots, \(itemCount) items in \(pageCount) pages, \(requestCount) requests"
    }
}
