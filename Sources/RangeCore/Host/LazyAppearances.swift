// Which rows a lazy stack shows, by what it says of rows that appear and disappear.
//
// None of it can be relied on. A row may appear late, twice or unnoticed, and disappear in the same
// ways; so the rows that have appeared and not disappeared can be scattered:
//
//     items       0 1 2 3 4 5 6 7 8 9 …                  500 501 502 503
//     appeared        x x   x                                x       x
//                     └ left behind by a jump ┘          └ the window ─┘
//
// The window is the cluster with most of the latest appearances.

struct LazyAppearances<ID: Hashable> {
    // The order of the last appearance of each row that has not disappeared since.
    private var orders: [ID: Int] = [:]
    private var count = 0
    // Appearances since the last row disappeared.
    private var unanswered = 0
    // The most rows that appeared before one disappeared, at first: about a screenful.
    private var screenful = 0

    // Rows are of one cluster if fewer items than this lie between them: their appearance was missed.
    static var gap: Int { 8 }
    // As many of the latest appearances have a say.
    static var voters: Int { 8 }

    mutating func add(_ id: ID) {
        count += 1
        orders[id] = count
        unanswered += 1
        dropSilent()
    }

    /// Returns whether the row had appeared.
    mutating func remove(_ id: ID) -> Bool {
        guard orders.removeValue(forKey: id) != nil else { return false }
        if screenful == 0 { screenful = max(orders.count, Self.voters) }
        unanswered = 0
        return true
    }

    mutating func removeAll(where isGone: (ID) -> Bool) {
        orders = orders.filter { !isGone($0.key) }
    }

    /// The indices of the rows in the window, ascending.
    func window(_ index: (ID) -> Int?) -> [Int] {
        let rows = orders.compactMap { id, order in index(id).map { (index: $0, order: order) } }
            .sorted { $0.index < $1.index }
        let votes = Set(rows.map(\.order).sorted().suffix(Self.voters))
        var best: (votes: Int, latest: Int, rows: ArraySlice<(index: Int, order: Int)>)?
        var lower = 0
        for upper in 1..<max(rows.count + 1, 1) {
            if upper < rows.count, rows[upper].index - rows[upper - 1].index <= Self.gap {
                continue
            }
            let cluster = rows[lower..<upper]
            let count = cluster.count { votes.contains($0.order) }
            let latest = cluster.map(\.order).max() ?? 0
            if best.map({ ($0.votes, $0.latest) < (count, latest) }) ?? true {
                best = (count, latest, cluster)
            }
            lower = upper
        }
        return best?.rows.map(\.index) ?? []
    }

    // A stack that says nothing of rows that disappear: only the latest are on screen.
    private mutating func dropSilent() {
        let most = max(screenful, Self.voters)
        guard screenful > 0 ? unanswered > 2 * most : orders.count > 8 * most else { return }
        let oldest = orders.values.sorted().suffix(most).first ?? 0
        orders = orders.filter { $0.value >= oldest }
        unanswered = 0
    }
}
