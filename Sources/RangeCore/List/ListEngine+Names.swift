internal import CRangeCore

extension ListEngine {
    /// Names items, so that changes tell which they are about.
    ///
    /// For a host that keeps its views, images or requests by id, not by index. A name is usually
    /// the item's id in the app's data, and can be any number but `Int64.min`; names are not compared
    /// with each other. A name stays with its item through edits, and ``Changes/names(at:)`` returns
    /// the names that removed items had.
    ///
    /// ```swift
    /// var engine = try ListEngine(estimate: 100)
    /// var ids: [Int64] = [70, 71, 72, 73]
    /// try engine.insertItems(count: ids.count, at: 0)
    /// let items = try engine.update(ListViewport(offset: 0, length: 400))[.preload]
    /// try engine.setNames(Array(ids[items]), ofItems: items)
    ///
    /// ids.remove(at: 2)
    /// try engine.removeItems(2..<3)
    /// _ = try engine.update(ListViewport(offset: 0, length: 400))
    /// engine.withChanges { changes in
    ///     for position in changes.removed { print("drop", changes.names(at: position)[0]!) }
    /// }
    /// // prints:
    /// // drop 72
    /// ```
    ///
    /// Each update drops the names of removed items and of those left with
    /// ``InterfaceState/measureLayout`` alone; they can still be read with its changes. So name the items of a range after
    /// each update, or those of its ``Changes/entered`` changes. Naming is not an edit: the changes
    /// remain.
    ///
    /// ``RangeController`` does not have names: it keeps a node for each item in range.
    ///
    /// - Parameters:
    ///   - names: A name per item; nil takes the item's name away.
    ///   - items: The indices of the items.
    /// - Throws: ``RangeCoreError/invalidArgument`` for items out of bounds, another number of
    ///   names, or `Int64.min` as a name; ``RangeCoreError/outOfMemory``.
    /// - Complexity: O(k + s (log e + h)), for k names given, h held, and s stretches of items that no
    ///   edit has separated.
    public mutating func setNames(
        _ names: [Int64?], ofItems items: Range<Int>
    ) throws(RangeCoreError) {
        guard names.count == items.count else { throw .argument("names.count", names.count) }
        guard !names.contains(noID) else { throw .argument("names", names) }
        try check(
            unsafe rc_list_set_names(
                list, Int64(items.lowerBound), Int64(items.upperBound),
                names.map { $0 ?? noID }),
            ("items", items))
    }
}
