// Converts a difference to edits. Each edit but the last leaves a list that is neither the old
// collection nor the new one, so the edits need an order in which every index is known:
//
//     1. from the last item to the first: what goes is removed, what moves is parked at the end
//            old   A b C d E          b, d go; C and E move
//                  A C' E'            ' is parked, in the order of the new collection
//     2. from the first place to the last: what comes is inserted, what was parked is fetched
//            new   E x A C            all before the place is as in the new collection,
//                                     and the next to be fetched is the first that is parked
//
// So a moved item is moved twice, but never has to be searched for.

extension ListEdit {
    // Adjacent items that are handled the same way.
    private struct Run {
        var offset: Int
        var count: Int
        // Where moved items go to, or come from.
        var partner: Int?
    }

    /// The edits that change a list as a difference changes a collection.
    ///
    /// - Parameter count: The number of items in the list.
    static func edits<Element>(
        of difference: CollectionDifference<Element>, count: Int
    ) throws(RangeCoreError) -> [ListEdit] {
        let (removals, insertions) = (difference.removals, difference.insertions)
        let newCount = count - removals.count + insertions.count
        // A difference holds distinct, ascending offsets, none negative: checking the last is
        // enough.
        guard (removals.last?.place.offset ?? -1) < count,
            (insertions.last?.place.offset ?? -1) < newCount
        else { throw .invalidArgument.because("the difference is not of \(count) items") }

        var edits: [ListEdit] = []
        var parked: [Run] = []
        var parkedCount = 0
        var currentCount = count
        for run in runs(removals).reversed() {
            let items = run.offset..<run.offset + run.count
            guard let target = run.partner else {
                edits.append(.remove(items))
                currentCount -= run.count
                continue
            }
            let rank = parked.firstIndex { $0.offset > target } ?? parked.count
            let before = parked[..<rank].reduce(0) { $0 + $1.count }
            let place = currentCount - parkedCount - run.count + before
            if place != run.offset { edits.append(.move(items, to: place)) }
            parked.insert(Run(offset: target, count: run.count), at: rank)
            parkedCount += run.count
        }
        for run in runs(insertions) {
            if run.partner == nil {
                edits.append(.insert(run.offset..<run.offset + run.count, at: run.offset))
                currentCount += run.count
            } else {
                let first = currentCount - parkedCount
                if first != run.offset {
                    edits.append(.move(first..<first + run.count, to: run.offset))
                }
                parkedCount -= run.count
            }
        }
        return edits
    }

    // Consecutive changes as runs, ascending.
    private static func runs<Element>(
        _ changes: [CollectionDifference<Element>.Change]
    ) -> [Run] {
        var runs: [Run] = []
        for change in changes {
            let (offset, partner) = change.place
            if let last = runs.last, offset == last.offset + last.count,
                partner == last.partner.map({ $0 + last.count })
            {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(offset: offset, count: 1, partner: partner))
            }
        }
        return runs
    }
}

extension CollectionDifference.Change {
    fileprivate var place: (offset: Int, partner: Int?) {
        switch self {
        case .insert(let offset, _, let partner), .remove(let offset, _, let partner):
            (offset, partner)
        }
    }
}
