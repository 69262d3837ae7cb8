import RangeCore

/// A scroll view with a lazy stack, whose coordinates begin at the first row: an edit above moves the rows,
/// and what becomes of the offset is up to the toolkit.
@MainActor
struct FakeLazyScrollView {
    /// What happens to the offset when items are inserted above.
    enum Behaviour: CaseIterable {
        /// It follows the rows.
        case keeps
        /// It follows the rows one layout later.
        case keepsLate
        /// It follows until the row at the top is visible, which it then aligns.
        case keepsRoughly
        /// It stays.
        case loses
    }

    static let length = 600.0
    let behaviour: Behaviour
    /// Where the toolkit takes an offset that is set to be; SwiftUI does not say whether the inset counts.
    var bias = 0.0
    private(set) var ids: [Int]
    private let extent: (Int) -> Double
    private(set) var offset = 0.0
    private var owed = 0.0
    private var told: [Int: Double] = [:]

    init(_ behaviour: Behaviour, ids: [Int], extent: @escaping (Int) -> Double) {
        (self.behaviour, self.ids, self.extent) = (behaviour, ids, extent)
    }

    private var starts: [Double] {
        ids.reduce(into: [0]) { $0.append($0[$0.count - 1] + extent($1)) }
    }

    private func rows(_ starts: [Double]) -> Range<Int> {
        let shown = ids.indices.filter {
            starts[$0 + 1] > offset - 50 && starts[$0] < offset + Self.length + 50
        }
        return (shown.first ?? 0)..<(shown.last ?? -1) + 1
    }

    /// The visible rows, and where each is on screen.
    var shown: [Int: Double] {
        let starts = starts
        return ids.indices.reduce(into: [:]) { shown, index in
            if starts[index + 1] > offset, starts[index] < offset + Self.length {
                shown[ids[index]] = starts[index] - offset
            }
        }
    }

    mutating func scroll(by distance: Double) {
        let most = (starts.last ?? 0) - Self.length
        offset = min(max(offset + distance, 0), max(most, 0))
    }

    /// Sets the offset, as the toolkit understands it.
    mutating func set(_ offset: Double) { scroll(by: offset + bias - self.offset) }

    /// Scrolls until a fraction of a row is at the same fraction of the viewport.
    mutating func align(_ id: Int, _ fraction: Double) {
        guard let index = ids.firstIndex(of: id) else { return }
        scroll(by: starts[index] - fraction * (Self.length - extent(id)) - offset)
    }

    mutating func insert(_ new: [Int], at index: Int) {
        let way = new.reduce(0) { $0 + extent($1) }
        let first = starts.lastIndex { $0 <= offset } ?? 0
        let isAbove = index <= first
        ids.insert(contentsOf: new, at: index)
        switch behaviour {
        case _ where !isAbove: break
        case .loses: break
        case .keeps: offset += way
        case .keepsLate: owed = way
        case .keepsRoughly: offset = starts[first + new.count]
        }
    }

    /// Lays out, and tells what has changed.
    mutating func layOut(_ host: LazyListHost<Int>) {
        let starts = starts
        let rows = rows(starts)
        let now = Dictionary(uniqueKeysWithValues: rows.map { (ids[$0], starts[$0]) })
        for (id, start) in now where told[id] != start {
            host.setFrame(of: id, start: start, extent: extent(id))
        }
        for id in told.keys where now[id] == nil && id % 2 == 0 { host.noteDisappearance(of: id) }
        told = now
        host.setViewport(ListViewport(offset: offset, length: Self.length))
        offset += owed
        owed = 0
        host.flush()
    }
}
