internal import CRangeCore

extension PageStore {
    /// Tells which slots are on screen, and makes the requests that follow from it; for a view
    /// without a ``RangeController``.
    ///
    /// Until the next call, both ranges follow the edits.
    ///
    /// ```swift
    /// let photos = PageStore(load: server.load)
    /// try await photos.refresh()
    /// try photos.update(visible: 10..<18)
    /// print(photos.state(ofSlot: 20) == .loading)  // true
    /// ```
    ///
    /// - Parameters:
    ///   - visible: The slots that are on screen.
    ///   - wanted: The slots to load, which contain the visible ones; two screenfuls more on each
    ///     side if you leave it out.
    ///   - direction: The direction of scrolling.
    ///   - isSettled: Whether the view has come to rest, so that nothing more has to be waited for.
    /// - Throws: ``RangeCoreError/invalidArgument`` for slots that do not exist;
    ///   ``RangeCoreError/outOfMemory``.
    public func update(
        visible: Range<Int>, wanted: Range<Int>? = nil,
        toward direction: ScrollDirection = .forward, isSettled: Bool = false
    ) throws(RangeCoreError) {
        let slots = 0..<Int(clamping: engine.counts.slot_count)
        guard visible.clamped(to: slots) == visible else { throw .argument("visible", visible) }
        let reach = 2 * visible.count
        let around =
            max(0, visible.lowerBound - reach)..<min(slots.count, visible.upperBound + reach)
        let wanted = wanted ?? around
        guard wanted.clamped(to: slots) == wanted,
            visible.isEmpty || visible.clamped(to: wanted) == visible
        else { throw .argument("wanted", wanted) }
        view = PageView(visible: visible, wanted: wanted, direction: direction)
        try ask(isSettled: isSettled)
    }

    /// Ends the wait after a jump, for example when the scroll bar is released.
    public func settle() throws(RangeCoreError) { try ask(isSettled: true) }

    // -- refresh --

    /// Replaces all that is loaded by what the source has now, and returns when that has arrived.
    ///
    /// Until then everything stays as it is, and nothing else is requested. Items that are there
    /// before and after keep their nodes and extents, so that what is on screen stays in place.
    ///
    /// - Parameter target: Where to begin; at what is visible unless you pass another.
    /// - Throws: The error of the request; the refresh is still pending then, and is retried.
    ///   `CancellationError` if this task is cancelled.
    ///   ``RangeCoreError/invalidArgument`` for a position out of bounds, or for an id if the source
    ///   is asked for positions.
    public func refresh(_ target: RefreshTarget = .visible) async throws {
        refreshCount += 1
        let (id, scheduler) = (refreshCount, scheduler)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do throws(RangeCoreError) {
                    try takeRefresh(target)
                    refreshes.add(continuation, id)
                    apply([])
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            scheduler.schedule { self.refreshes.cancel(id) }
        }
    }

    /// Begins a refresh, without waiting for what arrives: ``refreshState`` and ``refreshError`` tell. For a
    /// program that runs no tasks of the main actor, and otherwise as ``refresh(_:)``.
    ///
    /// ```swift
    /// let photos = PageStore(load: server.load)
    /// try photos.beginRefresh(.first)
    /// print(photos.refreshState)  // loading
    /// ```
    ///
    /// - Parameter target: Where to begin; at what is visible unless you pass another.
    /// - Throws: ``RangeCoreError/invalidArgument`` for a position out of bounds, or for an id if the source
    ///   is asked for positions; ``RangeCoreError/outOfMemory``.
    public func beginRefresh(_ target: RefreshTarget = .visible) throws(RangeCoreError) {
        try takeRefresh(target)
        apply([])
    }

    private func takeRefresh(_ target: RefreshTarget) throws(RangeCoreError) {
        if case .position(let position) = target,
            !(0..<Int64(RC_ITEM_COUNT_MAX)).contains(Int64(position))
        {
            throw .argument("position", position)
        }
        if case .id(let id) = target, !isKeyed { throw .argument("id", id) }
        var number: rc_id?
        if case .id(let id) = target {
            number = table.intern([id])[0]
            if let number { table.pin(number) }
        }
        do throws(RangeCoreError) {
            try mutate { () throws(RangeCoreError) in
                switch target {
                case .visible: try engine.refresh(RC_STORE_TARGET_ANCHOR, 0)
                case .first: try engine.refresh(RC_STORE_TARGET_FIRST, 0)
                case .last: try engine.refresh(RC_STORE_TARGET_LAST, 0)
                case .position(let position):
                    try engine.refresh(RC_STORE_TARGET_POSITION, Int64(position))
                case .id: try engine.refresh(RC_STORE_TARGET_ID, number ?? noID)
                }
            }
        } catch {
            if let number { table.unpin(number) }
            throw error
        }
        unpinRefresh()
        refreshID = number
        (errors, refused) = ([:], [:])
    }

    func unpinRefresh() {
        if let refreshID { table.unpin(refreshID) }
        refreshID = nil
    }

    // -- what the app wants --

    /// Requests the first or last items of a source of keys, such as the newest messages. What is
    /// loaded stays, with a placeholder between if items are missing there.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for a source of positions: scroll there, or
    ///   refresh.
    public func jump(to end: BatchEnd) throws(RangeCoreError) {
        if !isKeyed { throw .argument("end", end) }
        try mutate { () throws(RangeCoreError) in try engine.jump(to: end) }
        apply([])
    }

    /// Says that there may be more at an end after all, as when polling.
    ///
    /// - Throws: ``RangeCoreError/invalidArgument`` for the head of a source of positions;
    ///   ``RangeCoreError/outOfMemory``.
    public func open(_ end: BatchEnd) throws(RangeCoreError) {
        if !isKeyed, end == .head { throw .argument("end", end) }
        try mutate { () throws(RangeCoreError) in try engine.open(end) }
        apply([])
    }

    /// Makes requests that have failed again at once.
    public func retry() {
        try? mutate { () throws(RangeCoreError) -> Void in engine.retry() }
        (errors, refused) = ([:], [:])
        apply([])
    }

    /// Refreshes what is visible of that which arrived long ago, and the rest once it is visible; for
    /// when the app comes to the foreground, or is online again: then call ``retry()`` too.
    ///
    /// - Parameter age: In seconds: what arrived longer ago.
    /// - Precondition: `age` is finite, and not negative.
    public func expire(olderThan age: Double) {
        must(try mutate { () throws(RangeCoreError) in try engine.expire(age, at: clock()) })
        apply([])
    }

    /// Inserts items of the app's own, such as a message that the user has sent.
    ///
    /// - Parameters:
    ///   - items: The items, of which none is loaded.
    ///   - slot: The slot of the first one afterwards, 0 … ``count``.
    /// - Throws: ``RangeCoreError/invalidArgument``; ``RangeCoreError/notFound`` where something is
    ///   missing beside the slot: the items will be found where they belong;
    ///   ``RangeCoreError/limitExceeded``; ``RangeCoreError/outOfMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    public func insert(_ items: [Item], at slot: Int) throws(RangeCoreError) {
        try checkEditable()
        guard slot >= 0, slot <= engine.counts.slot_count else { throw .argument("slot", slot) }
        let numbers = table.intern(items.lazy.map(\.id))
        defer { table.release(numbers) }
        let edits = try mutate { () throws(RangeCoreError) in
            let result: StoreEngine.Result
            do throws(RangeCoreError) {
                result = try engine.insert(numbers, at: slot)
            } catch {
                guard error == .invalidArgument else { throw error }
                throw error.because("items have an id twice, or one that is loaded")
            }
            let changed = take(items, numbers, result)
            if isKeyed, result.page != 0, let first = numbers.first, let last = numbers.last {
                table.remember(.init(remembered: [first, last]), for: result.page)
            }
            return result.edits + changed
        }
        apply(edits)
    }

    /// Moves an item, such as one that the user has dragged. It keeps its node and its extent, and this place
    /// until a refresh says otherwise.
    ///
    /// - Parameters:
    ///   - id: The item, which is loaded.
    ///   - slot: Its slot afterwards, 0 … ``count`` − 1.
    /// - Throws: ``RangeCoreError/notFound`` if it is not loaded, or something is missing beside the slot;
    ///   ``RangeCoreError/invalidArgument``; ``RangeCoreError/outOfMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    public func move(_ id: Item.ID, to slot: Int) throws(RangeCoreError) {
        try checkEditable()
        guard slot >= 0, slot < engine.counts.slot_count else { throw .argument("slot", slot) }
        guard let number = table.number(of: id) else { throw .notFound }
        let edits = try mutate { () throws(RangeCoreError) in
            let result = try engine.move(number, to: slot)
            table.move(number, to: engine.slot(slot)?.page ?? 0)
            return result.edits
        }
        apply(edits)
    }

    /// Removes an item.
    ///
    /// - Throws: ``RangeCoreError/notFound`` if it is not loaded; ``RangeCoreError/outOfMemory``;
    ///   ``RangeCoreError/busy`` while a node is made.
    public func remove(_ id: Item.ID) throws(RangeCoreError) {
        try checkEditable()
        guard let number = table.number(of: id) else { throw .notFound }
        let edits = try mutate { () throws(RangeCoreError) in
            let result = try engine.remove(number)
            table.remove(number)
            return result.edits
        }
        apply(edits)
    }

    /// Replaces the content of an item that is loaded, such as a message that was edited.
    ///
    /// - Throws: ``RangeCoreError/notFound`` if it is not loaded; ``RangeCoreError/busy`` while a
    ///   node is made.
    public func replace(_ item: Item) throws(RangeCoreError) {
        try checkEditable()
        guard let number = table.number(of: item.id), let slot = engine.find(number) else {
            throw .notFound
        }
        let isChanged = try mutate { () throws(RangeCoreError) in table.replace(item, number) }
        if isChanged { apply([.reload(slot..<slot + 1)]) }
    }

    private func checkEditable() throws(RangeCoreError) {
        if controller?.phase == .makingNodes { throw .busy }
    }
}

/// Those who wait for a refresh.
struct PageWaiters {
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]

    mutating func add(_ continuation: CheckedContinuation<Void, any Error>, _ id: Int) {
        waiting[id] = continuation
    }

    mutating func resume() {
        for continuation in waiting.values { continuation.resume() }
        waiting = [:]
    }

    mutating func resume(throwing error: any Error) {
        for continuation in waiting.values { continuation.resume(throwing: error) }
        waiting = [:]
    }

    mutating func cancel(_ id: Int) {
        waiting.removeValue(forKey: id)?.resume(throwing: CancellationError())
    }
}
