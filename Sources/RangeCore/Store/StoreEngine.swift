internal import CRangeCore

/// The engine of a ``PageStore``: it has ids as numbers, and no items.
@safe
struct StoreEngine: ~Copyable {
    /// What an update asks for.
    struct Plan {
        let requests: [rc_store_request]
        let givenUp: [UInt64]
        let nextTime: Double
    }

    /// What a call did.
    struct Result {
        let edits: [PageEdit]
        // Of each id of the call; −1 if it is not held.
        let slots: [Int64]
        let droppedPages: [Int64]
        let page: Int64

        init(_ c: rc_store_result, count: Int) {
            edits = unsafe UnsafeBufferPointer(start: c.edits, count: c.edit_count).map(
                PageEdit.init)
            slots = unsafe Array(UnsafeBufferPointer(start: c.id_slots, count: count))
            droppedPages = unsafe Array(
                UnsafeBufferPointer(start: c.dropped, count: c.dropped_count))
            page = unsafe c.page
        }
    }

    // Destroyed with this, and used by nobody else. What it lends is copied at once.
    private let store: OpaquePointer

    init(_ options: rc_store_options) throws(RangeCoreError) {
        var options = options
        var store: OpaquePointer?
        let status = unsafe rc_store_create(&options, nil, &store)
        try unsafe self.init(adopting: created(store, status))
    }

    init(adopting store: OpaquePointer) {
        unsafe self.store = store
    }

    deinit {
        unsafe rc_store_destroy(store)
    }

    // -- requests --

    mutating func update(_ view: rc_store_view) throws(RangeCoreError) -> Plan {
        var view = view
        var plan = unsafe rc_store_plan()
        try check(unsafe rc_store_update(store, &view, &plan))
        return unsafe Plan(
            requests: Array(
                UnsafeBufferPointer(start: plan.requests, count: plan.request_count)),
            givenUp: Array(UnsafeBufferPointer(start: plan.given_up, count: plan.given_up_count)),
            nextTime: plan.next_time)
    }

    mutating func receive(
        _ token: UInt64, _ ids: [rc_id], before: Int64, after: Int64, total: Int64, cost: Int64,
        at time: Double
    ) throws(RangeCoreError) -> Result {
        var result = unsafe rc_store_result()
        let status = unsafe ids.withUnsafeBufferPointer { ids in
            var reply = unsafe rc_store_reply(
                ids: ids.baseAddress, count: ids.count, before: before, after: after, total: total,
                cost: cost, time: time)
            return unsafe rc_store_receive(store, token, &reply, &result)
        }
        try check(status)
        return unsafe Result(result, count: ids.count)
    }

    mutating func fail(_ token: UInt64, time: Double, jitter: Double) throws(RangeCoreError) {
        try check(unsafe rc_store_fail(store, token, time, jitter))
    }

    mutating func cancel(_ token: UInt64) throws(RangeCoreError) {
        try check(unsafe rc_store_cancel(store, token))
    }

    mutating func refresh(_ target: rc_store_target, _ value: Int64) throws(RangeCoreError) {
        try check(unsafe rc_store_refresh(store, target, value))
    }

    mutating func jump(to end: BatchEnd) throws(RangeCoreError) {
        try check(unsafe rc_store_jump(store, end.c))
    }

    mutating func open(_ end: BatchEnd) throws(RangeCoreError) {
        try check(unsafe rc_store_open(store, end.c))
    }

    mutating func retry() {
        mustSucceed(unsafe rc_store_retry(store))
    }

    mutating func expire(_ age: Double, at time: Double) throws(RangeCoreError) {
        guard (0..<Double.infinity).contains(age) else { throw .argument("age", age) }
        try check(unsafe rc_store_expire(store, time, age))
    }

    mutating func set(_ settings: rc_store_settings) throws(RangeCoreError) {
        var settings = settings
        try check(unsafe rc_store_set_settings(store, &settings))
    }

    /// The pairs of neighbours that separators are to answer for.
    func ask(_ separators: inout SeparatorEngine) throws(RangeCoreError) -> [rc_separator_pair] {
        try unsafe separators.ask(store)
    }

    // -- edits of the app's own --

    mutating func insert(_ ids: [rc_id], at slot: Int) throws(RangeCoreError) -> Result {
        var result = unsafe rc_store_result()
        try check(unsafe rc_store_insert(store, Int64(slot), ids, ids.count, &result))
        return unsafe Result(result, count: ids.count)
    }

    mutating func move(_ id: rc_id, to slot: Int) throws(RangeCoreError) -> Result {
        var result = unsafe rc_store_result()
        try check(unsafe rc_store_move(store, id, Int64(slot), &result))
        return unsafe Result(result, count: 0)
    }

    mutating func remove(_ id: rc_id) throws(RangeCoreError) -> Result {
        var result = unsafe rc_store_result()
        try check(unsafe rc_store_remove(store, id, &result))
        return unsafe Result(result, count: 0)
    }

    // -- queries --

    var counts: rc_store_counts {
        var counts = rc_store_counts()
        mustSucceed(unsafe rc_store_get_counts(store, &counts))
        return counts
    }

    /// What a slot holds; nil if there is no such slot.
    func slot(_ slot: Int) -> rc_store_slot? {
        var found = rc_store_slot()
        return unsafe rc_store_get_slot(store, Int64(slot), &found) == RC_STATUS_OK ? found : nil
    }

    func find(_ id: rc_id) -> Int? {
        var slot = Int64(0)
        return unsafe rc_store_find(store, id, &slot) == RC_STATUS_OK ? Int(clamping: slot) : nil
    }

    func load(at end: BatchEnd) -> rc_store_load {
        var load = rc_store_load()
        mustSucceed(unsafe rc_store_load_at_end(store, end.c, &load))
        return load
    }

    var refreshLoad: rc_store_load {
        var load = rc_store_load()
        mustSucceed(unsafe rc_store_load_of_refresh(store, &load))
        return load
    }

    /// The first invariant that is violated, for tests.
    var corruption: String? {
        var reason: UnsafePointer<CChar>?
        unsafe rc_store_validate(store, &reason)
        return unsafe reason.map { unsafe String(cString: $0) }
    }
}

extension PageEdit {
    init(_ c: rc_edit) {
        let slots = Range(rc_interval(lower: c.lower, upper: c.upper))
        switch c.kind {
        case RC_EDIT_KIND_INSERT: self = .insert(slots)
        case RC_EDIT_KIND_REMOVE: self = .remove(slots)
        case RC_EDIT_KIND_MOVE: self = .move(slots, to: Int(clamping: c.to))
        case RC_EDIT_KIND_FILL: self = .fill(slots)
        default: self = .clear(slots)
        }
    }
}

extension rc_store_load {
    var retryTime: Double? { retry_time.isFinite ? retry_time : nil }
}

extension LoadState {
    init(_ c: rc_store_load) {
        switch c.state {
        case RC_STORE_LOAD_STATE_MORE: self = .idle
        case RC_STORE_LOAD_STATE_LOADING: self = .loading
        case RC_STORE_LOAD_STATE_FAILED: self = .failed
        default: self = .exhausted
        }
    }
}
