// Which items a row holds. All code that deals with rows asks here.
extension RangeController {
    /// The row of an item, or of the index after the last.
    func row(ofItem index: Int) -> Int { index / columns }

    /// The rows that hold some items.
    func rows(ofItems items: Range<Int>) -> Range<Int> {
        let first = row(ofItem: items.lowerBound)
        return items.isEmpty ? first..<first : first..<row(ofItem: items.upperBound - 1) + 1
    }

    /// The items of a row; none at or after the number of rows.
    func items(ofRow row: Int) -> Range<Int> {
        let lower = min(row * columns, count)
        return lower..<min(lower + columns, count)
    }

    /// The place of an item in its row, and how many a full row there has.
    func column(ofItem index: Int) -> (index: Int, count: Int) { (index % columns, columns) }

    /// Finds the last row to measure among those that hold some items.
    ///
    /// - Complexity: O(s log n), for s stretches of rows to measure; the first is found at once.
    func lastUnmeasuredRow(ofItems items: Range<Int>) throws(RangeCoreError) -> Int? {
        var items = items
        var last: Int?
        while true {
            let rows = try engine.unmeasuredRows(ofItems: items)
            if rows.isEmpty { return last }
            last = rows.upperBound - 1
            let next = self.items(ofRow: rows.upperBound).lowerBound
            if next >= items.upperBound { return last }
            items = next..<items.upperBound
        }
    }
}
