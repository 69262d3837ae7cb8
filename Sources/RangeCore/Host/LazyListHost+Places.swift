// Where the stack is to scroll: it aligns a row, and is looked at until that is where it belongs.

extension LazyListHost {
    /// Whether the place of a snapshot is yet to be found; see ``restore(_:key:)``.
    public var isRestoring: Bool { saved != nil }

    private var saved: (any Sendable)? { restoration?.snapshot ?? aim?.snapshot }

    /// Scrolls to an offset of the list's own, as far as the stack lets rows be aligned: exactly where
    /// ``extent`` is known, and otherwise to the row that is there by the extents so far.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>()
    /// host.extent = { id in id % 2 == 0 ? 40 : 80 }
    /// host.apply(Array(0..<1000))
    /// host.scroll(toOffset: 6030)
    /// if let place = host.placeToRestore { print(place.id) }  // 100
    /// ```
    ///
    /// Before there are items, it takes effect later. The stack is told by ``placeToRestore``.
    ///
    /// - Parameter offset: The offset of the viewport, in points; past an end of the list, and infinite, it is
    ///   that end.
    /// - Precondition: The offset is not NaN.
    public func scroll(toOffset offset: Double) {
        if offset.isNaN { trap(.argument("offset", offset)) }
        if controller.host != nil {
            (restoration, aim, wantedOffset) = (nil, nil, offset)
            return note(.settings)
        }
        restoration = Restored(snapshot: nil) { [unowned self] () throws(RangeCoreError) in
            if ids.isEmpty { return nil }
            let start = offset + viewport.insetStart
            if start <= 0 { return .start }
            if start >= controller.core.length { return .end }
            let item = try controller.core.item(atOffset: start)
            return .item(item.index, ScrollAlignment(fraction: 0, shift: start - item.offset))
        }
        if findPlace() { onPlaceToRestore?() }
    }

    /// Scrolls to an item, as far as the stack lets rows be aligned; before it is in the list, once it is.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>()
    /// host.apply(Array(0..<1000))
    /// host.scroll(to: 500)
    /// if let place = host.placeToRestore { print(place.id) }  // 500
    /// ```
    ///
    /// - Parameters:
    ///   - id: The id of the item.
    ///   - fraction: How much of the space left over in the viewport lies before the item, 0 … 1.
    public func scroll(to id: ID, at fraction: Double = 0) {
        let alignment = ScrollAlignment(fraction: min(max(fraction, 0), 1))
        restoration = Restored(snapshot: nil) { [unowned self] () throws(RangeCoreError) in
            indices[id].map { .item($0, alignment) }
        }
        if findPlace() { onPlaceToRestore?() }
    }

    /// Looks for the row to align; returns whether it is there.
    @discardableResult
    func findPlace() -> Bool {
        guard let restoration, let found = goal(restoration) else { return false }
        let (index, alignment): (Int, ScrollAlignment) =
            switch found {
            case .start: (0, .start)
            case .end: (ids.count - 1, .end)
            case .item(let index, let alignment): (index, alignment)
            }
        let aim = Aim(id: ids[index], alignment: alignment, snapshot: restoration.snapshot)
        (self.aim, self.restoration, placeBefore) = (aim, nil, nil)
        if let reading = reading(aim) { setPlaceToRestore(aim.id, reading) }
        if controller.host != nil { note(.settings) }
        return true
    }

    private func goal(_ restoration: Restored) -> SnapshotEngine.Goal? {
        do throws(RangeCoreError) {
            return try restoration.find()
        } catch {
            report(error)
            return nil
        }
    }

    /// Where the row is to be in the viewport, as long as it is as long as it is now.
    func reading(_ aim: Aim) -> PlaceKeeper.Reading? {
        guard let index = indices[aim.id] else { return nil }
        let extent = rows[aim.id]?.extent ?? controller.item(at: index).extent
        let (offset, length) = (
            viewport.offset + viewport.insetStart,
            max(viewport.length - viewport.insetStart - viewport.insetEnd, 0)
        )
        let distance = aim.alignment.fraction * (length - extent) - aim.alignment.shift
        return PlaceKeeper.Reading(
            start: offset + distance, extent: extent, offset: offset, length: length)
    }

    // -- extents --

    /// Measures the rows whose extents the app knows.
    func setKnownExtents() {
        if let extent { attempt(try setExtents(extent)) }
    }

    private func setExtents(_ extent: (ID) -> Double) throws(RangeCoreError) {
        let columns = controller.columns
        while true {
            let rows = try controller.core.unmeasuredRows(ofItems: 0..<controller.count)
            if rows.isEmpty { return }
            let extents = rows.map { row in
                let items = row * columns..<min((row + 1) * columns, ids.count)
                return ids[items].map(extent).max() ?? 0
            }
            try controller.core.setExtents(extents, fromRow: rows.lowerBound)
        }
    }
}

extension LazyListHost where ID: Codable {
    /// Notes where the stack is, and the extents of its measured rows, as of the last update.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>(estimate: 60)
    /// host.apply(Array(100..<200))
    /// host.setViewport(ListViewport(offset: 0, length: 120))
    /// host.flush()
    /// print(try host.snapshot()?.isAtStart ?? false)  // true
    /// ```
    ///
    /// While ``isRestoring`` it returns what is to be restored, so that the place is not lost meanwhile.
    /// Parameters and errors are those of ``RangeController/snapshot(key:capacity:id:)``.
    public func snapshot(
        key: Int = 0, capacity: Int = 10_000
    ) throws(RangeCoreError) -> ScrollSnapshot<ID>? {
        if let saved = saved as? ScrollSnapshot<ID> { return saved }
        return try controller.snapshot(key: key, capacity: capacity) { ids[$0] }
    }

    /// Scrolls to where the stack was, once an item that was on screen is among the ``ids``; unless the user
    /// scrolls before.
    ///
    /// The stack is told by ``placeToRestore``.
    ///
    /// ```swift
    /// let host = LazyListHost<Int>(estimate: 60)
    /// host.apply(Array(100..<200))
    /// host.setViewport(ListViewport(offset: 3000, length: 130))
    /// host.setFrame(of: 150, start: 3000, extent: 60)
    /// host.flush()
    /// let later = LazyListHost<Int>(estimate: 60)
    /// if let saved = try host.snapshot() { later.restore(saved) }
    /// later.apply(Array(120..<300))
    /// if let place = later.placeToRestore { print(place.id) }  // 150
    /// ```
    ///
    /// - Parameters:
    ///   - snapshot: What was noted.
    ///   - key: As it was noted with, or extents are not restored.
    public func restore(_ snapshot: ScrollSnapshot<ID>, key: Int = 0) {
        restoration = Restored(snapshot: snapshot) { [unowned self] () throws(RangeCoreError) in
            let length = viewport.length - viewport.insetStart - viewport.insetEnd
            return try controller.find(
                snapshot, key: key, length: max(length, 0), id: { self.ids[$0] })
        }
        if findPlace() { onPlaceToRestore?() }
    }
}
