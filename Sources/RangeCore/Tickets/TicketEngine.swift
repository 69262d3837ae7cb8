package import CRangeCore

/// The engine of a ``Preloader``: it has ids as numbers, and no values.
@safe
package struct TicketEngine: ~Copyable {
    // Destroyed with this, and used by nobody else. What it lends is copied at once.
    private let tickets: OpaquePointer

    package init() throws(RangeCoreError) {
        var tickets: OpaquePointer?
        let status = unsafe rc_tickets_create(nil, &tickets)
        try unsafe self.init(adopting: created(tickets, status))
    }

    init(adopting tickets: OpaquePointer) {
        unsafe self.tickets = tickets
    }

    deinit {
        unsafe rc_tickets_destroy(tickets)
    }

    package mutating func configure(_ settings: PreloadSettings) throws(RangeCoreError) {
        // Clamping would make them others.
        if let (name, value) = settings.refused { throw .argument(name, value) }
        var c = settings.c
        try check(unsafe rc_tickets_set_settings(tickets, &c))
    }

    package mutating func want(_ wants: [rc_ticket_want], by list: Int64) throws(RangeCoreError) {
        try check(unsafe rc_tickets_set_wants(tickets, list, wants, wants.count))
    }

    /// Never fails for a finite time.
    package mutating func update(_ time: Double) -> (orders: [rc_ticket_order], nextTime: Double) {
        var plan = unsafe rc_tickets_plan()
        mustSucceed(unsafe rc_tickets_update(tickets, time, &plan))
        let orders = unsafe UnsafeBufferPointer(start: plan.orders, count: plan.order_count)
        return unsafe (Array(orders), plan.next_time)
    }

    // Each ends a load that is in progress, and returns how long it took.

    package mutating func finish(
        _ id: rc_id, _ token: UInt64, cost: Int, at time: Double
    ) throws(RangeCoreError) -> Double {
        var seconds = 0.0
        try check(unsafe rc_tickets_finish(tickets, id, token, Int64(cost), time, &seconds))
        return seconds
    }

    mutating func fail(
        _ id: rc_id, _ token: UInt64, at time: Double, jitter: Double
    ) throws(RangeCoreError) -> Double {
        var seconds = 0.0
        try check(unsafe rc_tickets_fail(tickets, id, token, time, jitter, &seconds))
        return seconds
    }

    mutating func cancel(_ id: rc_id, _ token: UInt64) throws(RangeCoreError) {
        try check(unsafe rc_tickets_cancel(tickets, id, token))
    }

    mutating func retry(_ id: rc_id) { _ = unsafe rc_tickets_retry(tickets, id) }

    mutating func forget(_ id: rc_id) { _ = unsafe rc_tickets_forget(tickets, id) }

    package func ticket(_ id: rc_id) -> rc_ticket? {
        var ticket = rc_ticket()
        return unsafe rc_tickets_find(tickets, id, &ticket) == RC_STATUS_OK ? ticket : nil
    }

    package var counters: rc_tickets_counters {
        var counters = rc_tickets_counters()
        mustSucceed(unsafe rc_tickets_get_counters(tickets, &counters))
        return counters
    }
}

extension ListEngine {
    /// The items that the last update has left wanted, and maybe some between them, and the pinned
    /// header and kept items where they are apart; nil if the list has changed since.
    package var wantedItems: [Range<Int>]? {
        var items = rc_interval()
        guard unsafe rc_list_ticket_items(list, &items) == RC_STATUS_OK else { return nil }
        let others = Range(items)
        let (kept, header) = (keptItems, pinnedHeader?.index)
        if kept.isEmpty && header == nil { return [others] }
        var apart = Set(kept)
        if let header { apart.insert(header) }
        return [others] + apart.subtracting(others).sorted().map { $0..<$0 + 1 }
    }

    /// What the last update wants of some items, which have these ids and cost so much each.
    package func wants(
        of items: Range<Int>, ids: [rc_id], cost: Int64
    ) throws(RangeCoreError) -> [rc_ticket_want] {
        precondition(ids.count == items.count, "an id for each item")
        let costs = [Int64](repeating: cost, count: items.count)
        var wants = [rc_ticket_want](repeating: rc_ticket_want(), count: items.count)
        var count = 0
        try check(
            unsafe rc_list_copy_ticket_wants(
                list, Int64(items.lowerBound), Int64(items.upperBound), ids, costs, &wants, &count))
        wants.removeSubrange(count...)
        return wants
    }
}
