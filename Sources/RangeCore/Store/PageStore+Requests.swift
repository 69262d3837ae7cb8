internal import CRangeCore

/// Makes a request; hides the type of the cursors.
typealias PageLoad<Item: Identifiable & Sendable> =
    @concurrent @Sendable (ErasedRequest<Item.ID>) async throws -> ErasedReply<Item>
where Item.ID: Sendable

struct ErasedRequest<ID: Hashable & Sendable>: Sendable {
    let c: rc_store_request
    let id: ID?
    let cursor: (any Sendable)?
}

struct ErasedReply<Item: Sendable>: Sendable {
    let items: [Item]
    let before, after, total, cost: Int64
    let previous, next: (any Sendable)?
    // Of a field that is not allowed.
    let error: RangeCoreError?

    init<Cursor>(_ reply: PageReply<Item, Cursor>) {
        let numbers: KeyValuePairs = [
            "before": reply.before.count, "after": reply.after.count, "total": reply.total,
            "cost": reply.cost,
        ]
        error = numbers.first { $0.value ?? 0 < 0 }.map { .argument($0.key, $0.value ?? 0) }
        items = reply.items
        (before, after) = (reply.before.c, reply.after.c)
        total = reply.total.map(Int64.init) ?? Int64(RC_STORE_UNKNOWN)
        cost = Int64(reply.cost)
        (previous, next) = (reply.previous, reply.next)
    }
}

extension PageReply.Remainder {
    fileprivate var c: Int64 {
        switch self {
        case .unknown: Int64(RC_STORE_UNKNOWN)
        case .some: Int64(RC_STORE_SOME)
        case .count(let count): Int64(count)
        }
    }

    fileprivate var count: Int? {
        if case .count(let count) = self { count } else { nil }
    }
}

extension KeyRequest {
    init(_ request: ErasedRequest<ID>) {
        let c = request.c
        target =
            switch (c.kind, request.id) {
            case (RC_STORE_REQUEST_KIND_AFTER, let id?): .after(id)
            case (RC_STORE_REQUEST_KIND_BEFORE, let id?): .before(id)
            case (RC_STORE_REQUEST_KIND_AT, let id?): .around(id)
            case (RC_STORE_REQUEST_KIND_AT, nil): .position(Int(clamping: c.position))
            case (RC_STORE_REQUEST_KIND_LAST, _): .last
            default: .first
            }
        cursor = request.cursor as? Cursor
        count = Int(clamping: c.count)
        attempt = Int(c.attempt)
        isRefresh = c.is_refresh
    }
}

extension rc_store_options {
    init(
        source: rc_store_source, pageSize: Int, total: Int?, hasPlaceholders: Bool,
        looksAhead: Bool, firstPages: Int = 1
    ) throws(RangeCoreError) {
        guard (1...Int64(Int32.max)).contains(Int64(pageSize)) else {
            throw .argument("pageSize", pageSize)
        }
        guard (1...Int64(Int32.max) / Int64(pageSize)).contains(Int64(firstPages)) else {
            throw .argument("firstPages", firstPages)
        }
        guard (0...Int64(RC_ITEM_COUNT_MAX)).contains(Int64(total ?? 0)) else {
            throw .argument("total", total ?? 0)
        }
        self.init()
        unsafe rc_store_options_init(&self)
        self.source = source
        page_size = Int64(pageSize)
        if let total { self.total = Int64(total) }
        has_placeholders = hasPlaceholders
        looks_ahead = looksAhead
        first_pages = UInt32(firstPages)
    }
}

/// A request in progress.
struct PageTask: Sendable {
    /// What a request is for.
    struct Purpose: Hashable {
        let kind: UInt32
        let position: Int64
        let id: rc_id
        let isRefresh: Bool
    }

    let request: rc_store_request
    let cursor: (any Sendable)?
    var task: Task<Void, Never>?

    var purpose: Purpose {
        Purpose(
            kind: UInt32(request.kind.rawValue), position: request.position, id: request.id,
            isRefresh: request.is_refresh)
    }
}

/// What is visible, and what is wanted around it.
struct PageView: Equatable {
    var visible = 0..<0
    var wanted = 0..<0
    var direction = ScrollDirection.forward
}

extension PageStore {
    /// Begins the requests that are to be made now, and cancels those given up.
    func ask(isSettled: Bool = false) throws(RangeCoreError) {
        let slots = 0..<Int(clamping: engine.counts.slot_count)
        let (visible, wanted) = (view.visible.clamped(to: slots), view.wanted.clamped(to: slots))
        let plan = try engine.update(
            rc_store_view(
                visible: rc_interval(visible), wanted: rc_interval(wanted), time: clock(),
                direction: view.direction.c, is_settled: isSettled))
        isOutdated = false
        for token in plan.givenUp { tasks.removeValue(forKey: token)?.task?.cancel() }
        for request in plan.requests { begin(request) }
        let isNew =
            plan.nextTime != plannedTime || !plan.requests.isEmpty || !plan.givenUp.isEmpty
        plannedTime = plan.nextTime
        let isDriven = controller?.schedulesUpdates == false
        wakeUp.set(isDriven ? .infinity : plannedTime, by: scheduler, now: clock)
        if isNew { announce([]) }
    }

    private func begin(_ c: rc_store_request) {
        let page = table.pages[c.page]
        let cursor =
            switch c.kind {
            case RC_STORE_REQUEST_KIND_AFTER: page?.next
            case RC_STORE_REQUEST_KIND_BEFORE: page?.previous
            default: page?.asked
            }
        let request = ErasedRequest(
            c: c, id: c.id == noID ? nil : table.id(of: c.id), cursor: cursor)
        let new = PageTask(request: c, cursor: cursor)
        let (refusal, scheduler) = (refused[new.purpose], scheduler)
        tasks[c.token] = new
        // Weak, so that the store can be released meanwhile.
        tasks[c.token]?.task = startTask { [weak self, load] in
            let result: Result<ErasedReply<Item>, any Error>
            do {
                if let refusal { throw refusal }
                result = .success(try await load(request))
            } catch {
                result = .failure(error)
            }
            scheduler.schedule { [weak self] in self?.finish(c.token, result) }
        }
    }

    /// Asks where nobody handles an error; there is none but a lack of memory, which may be over the
    /// next time.
    func askAgain() {
        do throws(RangeCoreError) {
            try ask()
        } catch {
            isOutdated = true
            controller?.report(error)
        }
    }

    // -- replies --

    private func finish(_ token: UInt64, _ result: Result<ErasedReply<Item>, any Error>) {
        // Otherwise it was given up.
        guard let task = tasks.removeValue(forKey: token) else { return }
        let request = task.request
        switch result {
        case .success(let reply):
            do throws(RangeCoreError) {
                let edits = try mutate { () throws(RangeCoreError) in
                    try receive(reply, to: task)
                }
                if request.is_refresh, LoadState(engine.refreshLoad) == .exhausted {
                    unpinRefresh()
                    refreshes.resume()
                }
                apply(edits)
            } catch {
                if error == .limitExceeded { refused[task.purpose] = error }
                fail(request, error)
            }
        case .failure(let error): fail(request, error)
        }
    }

    private func receive(
        _ reply: ErasedReply<Item>, to task: PageTask
    ) throws(RangeCoreError) -> [PageEdit] {
        if let error = reply.error { throw error }
        let request = task.request
        let numbers = table.intern(reply.items.lazy.map(\.id))
        // Those of a reply that is refused.
        defer { table.release(numbers) }
        let costs = request.is_refresh ? 0 : engine.counts.cost
        let result: StoreEngine.Result
        do throws(RangeCoreError) {
            result = try engine.receive(
                request.token, numbers, before: reply.before, after: reply.after,
                total: reply.total, cost: reply.cost, at: clock())
        } catch {
            guard error == .limitExceeded else { throw error }
            throw error.because(
                costs.addingReportingOverflow(reply.cost).overflow
                    ? "cost is \(reply.cost), and more than 2^63 − 1 with all others"
                    : "items would be more than \(RC_ITEM_COUNT_MAX), the most in a list")
        }
        let changed = take(reply.items, numbers, result)
        remember(reply, numbers, task, result)
        table.drop(result.droppedPages)
        return result.edits + changed
    }

    // Returns the edits for items that have other content than before.
    func take(_ items: [Item], _ numbers: [rc_id], _ result: StoreEngine.Result) -> [PageEdit] {
        let pages = result.slots.map { engine.slot(Int(clamping: $0))?.page ?? 0 }
        let changed = table.take(items, numbers, pages: pages)
        var reloads: [Range<Int>] = []
        for slot in changed.map({ Int(clamping: result.slots[$0]) }).sorted() {
            if let last = reloads.last, slot <= last.upperBound {
                reloads[reloads.count - 1] = last.lowerBound..<slot + 1
            } else {
                reloads.append(slot..<slot + 1)
            }
        }
        return reloads.map { .reload($0) }
    }

    // Which ids the engine remembers beside those that are held: of a source of keys the first and
    // last of each page, as the keys of further requests; of a source of positions that looks ahead,
    // the one that must follow.
    private func remember(
        _ reply: ErasedReply<Item>, _ numbers: [rc_id], _ task: PageTask,
        _ result: StoreEngine.Result
    ) {
        let request = task.request
        if isKeyed {
            guard result.page != 0, let first = numbers.first, let last = numbers.last else {
                return
            }
            table.remember(
                .init(
                    previous: reply.previous, next: reply.next, asked: task.cursor,
                    remembered: [first, last]),
                for: result.page)
            return
        }
        guard looksAhead else { return }
        let cell = Int(clamping: request.position) / pageSize
        if !request.is_refresh {
            let page = result.page != 0 ? result.page : table.pagesOfCells[Int64(cell)] ?? 0
            let ahead = numbers.suffix(numbers.count > pageSize ? 1 : 0)
            if page != 0 { remember(ahead, cell, page) }
            return
        }
        // A page for each of its cells that the reply fills, the last one with all the rest.
        let cells = (Int(clamping: request.count) - 1) / pageSize
        let placed = numbers.count > cells * pageSize ? numbers.count - 1 : numbers.count
        let made = min(cells, (placed + pageSize - 1) / pageSize)
        for index in 0..<(result.page == 0 ? 0 : made) {
            let end = index + 1 == made ? placed : (index + 1) * pageSize
            let ahead = numbers[end...].prefix(1)
            remember(ahead, cell + index, result.page - Int64(made - 1 - index))
        }
    }

    private func remember(_ ahead: ArraySlice<rc_id>, _ cell: Int, _ page: Int64) {
        table.remember(.init(remembered: Array(ahead), cell: Int64(cell)), for: page)
    }

    private func fail(_ request: rc_store_request, _ error: any Error) {
        var isCancelled = false
        do throws(RangeCoreError) {
            try mutate { () throws(RangeCoreError) in
                try engine.fail(request.token, time: clock(), jitter: jitter())
                note(error, request.token)
            }
        } catch {
            // It was given up as pages were dropped, and the next update would have told so; or there
            // is no memory to remember the failure.
            if error != .stale {
                try? engine.cancel(request.token)
                isCancelled = true
            }
        }
        if request.is_refresh { refreshes.resume(throwing: error) }
        announce([])
        // Another may take its turn. After a cancellation it would be the same one, at once.
        isOutdated = true
        if !isCancelled { askAgain() }
    }

    private func note(_ error: any Error, _ token: UInt64) {
        errors[token] = error
        // Places that nobody has come back to; the engine forgets them only then.
        if errors.count > 100, let oldest = errors.keys.min() { errors[oldest] = nil }
    }

    // -- what follows --

    /// Makes the view, the list and the observers follow some edits, and asks for what is missing
    /// then.
    func apply(_ edits: [PageEdit]) {
        isOutdated = true
        for edit in edits {
            view.visible = edit.following(view.visible)
            view.wanted = edit.following(view.wanted)
        }
        let rowEdits = followRows(edits)
        applyToList(rowEdits)
        announce(edits)
        rows?.didChange(rowEdits)
        if let controller, controller.schedulesUpdates { controller.updateAgain() }
        // Without a list, or before its first update.
        if isOutdated { askAgain() }
    }

    /// Tells of edits, or of load states alone.
    func announce(_ edits: [PageEdit]) {
        if edits.isEmpty { try? mutate { () throws(RangeCoreError) in } }
        updateLoadingRow()
        onChange?(edits)
        if streams.isEmpty { return }
        let snapshot = snapshot
        for stream in streams.values { stream.yield(snapshot) }
    }

    /// What is held now.
    ///
    /// - Complexity: O(items × log items).
    public var snapshot: PageSnapshot<Item> {
        access(\.count)
        access(\.refreshState)
        var found = table.held.compactMap { number in
            engine.find(number).flatMap { slot in table[number].map { (slot: slot, item: $0) } }
        }
        found.sort { $0.slot < $1.slot }
        return PageSnapshot(
            count: Int(clamping: engine.counts.slot_count), items: found.map(\.item),
            slots: found.map(\.slot), headState: LoadState(engine.load(at: .head)),
            tailState: LoadState(engine.load(at: .tail)),
            refreshState: LoadState(engine.refreshLoad))
    }

    /// What is held, now and after each change, for an observer that may be slower: it gets the
    /// newest.
    ///
    /// Ends when the store is released.
    ///
    /// - Complexity: O(items × log items) for each snapshot, while there is an observer.
    public var snapshots: AsyncStream<PageSnapshot<Item>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PageSnapshot<Item>.self, bufferingPolicy: .bufferingNewest(1))
        streamCount += 1
        let id = streamCount
        streams[id] = continuation
        continuation.onTermination = { [weak self, scheduler] _ in
            scheduler.schedule { [weak self] in self?.streams[id] = nil }
        }
        continuation.yield(snapshot)
        return stream
    }
}
