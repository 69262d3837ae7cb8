// It needs nothing of SwiftUI, so that it can be tested anywhere.

import RangeCore

#if canImport(Combine)
import Combine
#endif

/// The scroll view of a list in lanes: where its rows are to be placed, and where it is to be scrolled.
///
/// A `Layout` makes all of its subviews at once (developer.apple.com/documentation/swiftui/layoutsubview), so it
/// is given only the rows that the list has near; and it may run on any thread (developer.apple.com/wwdc25/266),
/// so it cannot ask the list. It places rows by what was published before, and the lengths that it finds are told
/// afterwards: a row that comes on screen unmeasured is placed by its estimate, and not drawn, until they are.
@MainActor
final class LaneSurface<ID: Hashable & Sendable>: ScrollSurface {
    /// A row that the list has near.
    final class Row {
        let id: ID
        var frame: ItemFrame?
        // As it was laid out last, maybe at another breadth: then it is told again.
        var extent: Double?

        init(_ id: ID) { self.id = id }
    }

    /// A row in its place.
    struct Placement: Hashable {
        let id: ID
        let index: Int
        let frame: ItemFrame
        /// Whether it is known how long it is, or was at another breadth.
        let isMeasured: Bool
    }

    private let list: LazyListHost<ID>
    private var host: ListHost<LaneSurface>?
    private var rows: [ID: Row] = [:]
    private(set) var breadth = 0.0
    private(set) var scrollLength = 0.0
    // Whether what was published is not what there is.
    private var isStale = false

    // -- the offset --

    /// Scrolls to a content offset, in the scroll view's own coordinates; nil until it can be.
    var scroll: (@MainActor (Double) -> Void)? { didSet { scrollToTarget() } }
    // What the scroll view has told last.
    private var contentOffset = 0.0
    // The content offset to scroll to, and the list's offset there.
    private var target: (contentOffset: Double, offset: Double)?
    // Where the scroll view is to be before it tells.
    private var written: (contentOffset: Double, offset: Double)?
    private var tries = 0
    // By how much the scroll view takes an offset otherwise than it tells one.
    private var bias = 0.0
    // A wheel and keys need not have a phase.
    private var isMoving = false
    private var moves = 0

    /// How long what moves without a phase is held after its last movement, in seconds.
    static var calm: Double { 0.15 }

    init(_ list: LazyListHost<ID>) {
        self.list = list
        host = list.show(on: self) { [unowned self] in publish() }
    }

    /// The rows to be placed, in the order of the list.
    var placements: [Placement] {
        rows.values.compactMap { row in
            guard let frame = row.frame, let index = list.index(of: row.id) else { return nil }
            let isMeasured = list.controller.item(at: index).isMeasured
            return Placement(id: row.id, index: index, frame: frame, isMeasured: isMeasured)
        }
        .sorted { $0.index < $1.index }
    }

    // -- what the views tell --

    /// Takes in the breadth of all lanes.
    func setBreadth(_ breadth: Double) {
        if breadth == self.breadth { return }
        self.breadth = breadth
        list.setNeedsUpdate()
    }

    /// Takes in how long a row is, as it is laid out.
    func setExtent(_ extent: Double, of id: ID) {
        guard let row = rows[id], extent.isFinite, extent >= 0 else { return }
        (row.extent, isStale) = (extent, true)
        host?.setExtent(extent, of: row)
        list.setNeedsUpdate()
    }

    /// Takes in where the scroll view is.
    func setGeometry(_ viewport: ListViewport, contentOffset: Double) {
        var viewport = viewport
        self.contentOffset = contentOffset
        if let written {
            let miss = contentOffset - written.contentOffset
            // It is rounded to pixels.
            if abs(miss) < 1 {
                (viewport.offset, tries) = (written.offset, 2)
            } else if list.movement == .unknown, tries < 2, abs(abs(miss) - viewport.insetStart) < 1
            {
                // Whether the inset counts in an offset that is set is not documented.
                (bias, tries, target) = (bias - miss, tries + 1, written)
                return scrollToTarget()
            }
        }
        if viewport.offset != written?.offset { written = nil }
        if viewport.offset != list.viewport.offset { noteMovement() }
        list.setViewport(viewport)
    }

    private func noteMovement() {
        (isMoving, moves) = (true, moves + 1)
        list.controller.scheduler.schedule(after: Self.calm) { [weak self, moves] in
            guard let self, moves == self.moves else { return }
            isMoving = false
            list.setNeedsUpdate()
        }
    }

    // -- ScrollSurface --

    var viewport: ListViewport {
        var viewport = list.viewport
        viewport.isUserDriven = list.movement != .program
        viewport.isHeld = list.movement != .unknown || isMoving
        return viewport
    }

    func setScrollLength(_ length: Double) { (scrollLength, isStale) = (length, true) }

    func setOffset(_ offset: Double, animated: Bool) {
        target = (contentOffset + offset - list.viewport.offset, offset)
        contentOffset += offset - list.viewport.offset
        list.noteOffset(offset)
        (tries, isStale) = (0, true)
    }

    func makeView(ofItem index: Int) -> Row {
        let row = Row(list.ids[index])
        rows[row.id] = row
        return row
    }

    func measure(_ row: Row, ofItem index: Int, columns: Int) -> Double {
        row.extent ?? ListHost<LaneSurface>.later
    }

    func place(_ row: Row, at frame: ItemFrame) { (row.frame, isStale) = (frame, true) }

    func recycle(_ row: Row) {
        if rows[row.id] === row { rows[row.id] = nil }
        isStale = true
    }

    // Rows and offset at once, so that no frame has one without the other.
    private func publish() {
        if !isStale { return }
        isStale = false
        #if canImport(Combine)
        objectWillChange.send()
        #endif
        scrollToTarget()
    }

    private func scrollToTarget() {
        guard let scroll, let target else { return }
        (self.target, written) = (nil, target)
        scroll(target.contentOffset + bias)
    }
}

#if canImport(Combine)
extension LaneSurface: ObservableObject {}
#endif

/// Where a lane is across the list.
struct LaneSpan: Hashable, Sendable {
    let start: Double
    let breadth: Double

    init(of lane: Int, of count: Int, breadth: Double, spacing: Double) {
        self.breadth = max((breadth - Double(count - 1) * spacing) / Double(count), 0)
        start = Double(lane) * (self.breadth + spacing)
    }
}
