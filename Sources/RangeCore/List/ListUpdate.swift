/// What an update returns, besides the changes.
///
/// ```swift
/// var engine = try ListEngine(estimate: 100)
/// try engine.insertItems(count: 100, at: 0)
/// var viewport = ListViewport(offset: 1000, length: 400)
/// _ = try engine.update(viewport)
/// try engine.insertItems(extents: [30, 40], at: 0)
/// let update = try engine.update(viewport)
/// viewport.offset += update.correction  // otherwise the content would jump
/// print(update.visible, viewport.offset)  // 12..<16 1070.0
/// ```
public struct ListUpdate: Sendable, Hashable {
    /// The items that overlap the viewport.
    public let visible: Range<Int>
    let ranges: Ranges
    /// What the host must add to its scroll offset now, in points; a whole number of 1/960 points.
    /// Keeps the item at the start of the viewport in place on screen: its start or, if it begins
    /// before the viewport and is measured for the first time, its end. Not counted as scrolling. 0
    /// for a host that keeps its own place.
    public internal(set) var correction: Double
    /// What the host will have to add once it is no longer held, in points. Until then it draws rows
    /// shifted by −pending. As it comes to its lowest offset, what measurements have added is given
    /// up, so that the first item can be reached; what edits have added is left.
    public let pending: Double
    /// The scroll length for the host, in points: that of the list, less ``pending``.
    public let scrollLength: Double
    /// The offset that this update is for: the viewport's + pending + correction, in points.
    public let offset: Double
    /// The earliest host time, in seconds, at which the passing of time alone could change the
    /// results; infinity if none.
    public let nextTime: Double
    /// Whether to fetch at the tail.
    public let tail: BatchDecision
    /// Whether to fetch at the head.
    public let head: BatchDecision
    /// How far the ranges reach.
    public let mode: RangeMode
    /// The presence used for the states: near instead of on screen while in the background.
    public let presence: ListSettings.Presence
    /// The direction in which the user last scrolled; forward at first. It determines the leading
    /// side.
    public let direction: ScrollDirection

    struct Ranges: Sendable, Hashable {
        let display, preload, app0, app1, app2, app3: Range<Int>
    }

    /// The items in a range, whatever the presence.
    public subscript(kind: RangeKind) -> Range<Int> {
        switch kind {
        case .display: ranges.display
        case .preload: ranges.preload
        case .app0: ranges.app0
        case .app1: ranges.app1
        case .app2: ranges.app2
        case .app3: ranges.app3
        }
    }

    subscript(end: BatchEnd) -> BatchDecision { end == .tail ? tail : head }

    /// The scroll offset of the host once it has added the ``correction``, in points.
    public var hostOffset: Double { offset - pending }
}

extension ListUpdate: CustomStringConvertible {
    /// Such as `visible 0..<4 at 0.0 of 12000.0 points, correction 0.0, mode full, tail: …, head: …`, with
    /// the reasons of the two batch decisions.
    public var description: String {
        let owed = pending == 0 ? "" : ", pending \(pending)"
        return
            "visible \(visible) at \(offset) of \(scrollLength) points, correction \(correction)\(owed), "
            + "mode \(mode), tail: \(tail.reason), head: \(head.reason)"
    }
}
