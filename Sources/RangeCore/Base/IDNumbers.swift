internal import CRangeCore

/// A number for each id that the core is told of, until it is swept away.
struct IDNumbers<ID: Hashable> {
    private(set) var numbers: [ID: rc_id] = [:]
    private(set) var ids: [rc_id: ID] = [:]
    private(set) var last: rc_id = 0
    private var sweepCount = 1024

    /// The number of an id; nil if it has none.
    subscript(id: ID) -> rc_id? { numbers[id] }

    /// The number of an id, which gets one if it has none.
    mutating func number(of id: ID) -> rc_id {
        if let number = numbers[id] { return number }
        last += 1
        numbers[id] = last
        ids[last] = id
        return last
    }

    /// Whether there are twice as many as the last sweep has left.
    var isToBeSwept: Bool { ids.count > sweepCount }

    /// Forgets numbers that nothing needs.
    mutating func sweep(where isNeeded: (rc_id) -> Bool) {
        for (number, id) in ids where !isNeeded(number) {
            ids[number] = nil
            numbers[id] = nil
        }
        sweepCount = max(1024, 2 * ids.count)
    }
}
