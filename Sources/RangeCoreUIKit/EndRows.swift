package import RangeCore

/// How much room the ends of a list have for a row that shows what loads there.
package enum EndRows {
    /// Returns the extra length of an end, in points.
    ///
    /// - Parameters:
    ///   - state: What happens there.
    ///   - isFetched: Whether anything is fetched there at all.
    ///   - count: How many items the list has: one that is empty loads at its tail alone.
    ///   - extent: The length of the row.
    package static func extraLength(
        at end: BatchEnd, _ state: LoadState, isFetched: Bool, count: Int, extent: Double
    ) -> Double {
        let isIdleHead = end == .head && count == 0
        return isFetched && state != .exhausted && !isIdleHead ? extent : 0
    }

    /// Returns where the row of an end is, in the coordinates of the scroll view; nil without room for it.
    package static func frame(
        at end: BatchEnd, settings: ListSettings, update: ListUpdate
    ) -> ItemFrame? {
        let extent =
            end == .tail ? settings.extraLengthAtTail : settings.extraLengthAtHead
        if extent <= 0 { return nil }
        let start = end == .tail ? update.scrollLength - extent : -update.pending
        return ItemFrame(start: start, extent: extent)
    }
}
