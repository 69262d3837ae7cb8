// Which items a row holds. All code of the host that deals with rows asks here.
extension RangeController {
    /// The row that holds an item; of the index after the last item the row after the last.
    func row(holding item: Int) -> Int {
        if let row = try? engine.row(ofItem: item) { return row }
        return count == 0 ? 0 : row(holding: count - 1) + 1
    }

    /// The rows that hold some items.
    func rows(holding items: Range<Int>) -> Range<Int> {
        let first = row(holding: items.lowerBound)
        return items.isEmpty ? first..<first : first..<row(holding: items.upperBound - 1) + 1
    }

    /// The items in a row; none in the row after the last.
    func items(inRow row: Int) -> Range<Int> { (try? engine.items(ofRow: row)) ?? count..<count }

    /// The place of an item in its row, and how many items a full row has there.
    func column(of item: Int) -> (index: Int, count: Int) {
        guard engine.sectionCount > 0, let section = try? engine.section(ofItem: item) else {
            return (item - items(inRow: row(holding: item)).lowerBound, columns)
        }
        // A header has a row of its own.
        if item == section.header { return (0, 1) }
        return ((item - section.header - 1) % section.columns, section.columns)
    }

    /// The pinned header, asked for only where there can be one: this is on every scroll step's path.
    var pinned: PinnedHeader? { settings.pinsHeaders ? engine.pinnedHeader : nil }

    /// Finds the last row to measure among those that hold some items.
    ///
    /// - Complexity: O(s log n), for s stretches of rows to measure.
    func lastUnmeasuredRow(holding items: Range<Int>) throws(RangeCoreError) -> Int? {
        var last: Int?
        var rows = try engine.unmeasuredRows(ofItems: items)
        while let row = rows.last {
            last = row
            let next = self.items(inRow: row + 1).lowerBound
            rows = 0..<0
            if next < items.upperBound {
                rows = try engine.unmeasuredRows(ofItems: next..<items.upperBound)
            }
        }
        return last
    }
}
