/// Where one item is; in columns, where its row is.
@frozen
public struct ItemGeometry: Sendable, Hashable {
    /// The item.
    public var index: Int
    /// Where it starts, in points.
    public var offset: Double
    /// How long it is, in points; the estimate where it is not measured.
    public var extent: Double
    /// Whether its extent was measured.
    public var isMeasured: Bool

    /// A place of an item.
    @inlinable
    public init(index: Int, offset: Double, extent: Double, isMeasured: Bool) {
        self.index = index
        self.offset = offset
        self.extent = extent
        self.isMeasured = isMeasured
    }
}

/// Where to put an item that is scrolled to.
@frozen
public enum ScrollAlignment: UInt32, Sendable, Hashable, CaseIterable {
    /// At the viewport's start.
    case start = 0
    /// In its middle.
    case center = 1
    /// At its end.
    case end = 2
    /// No further than needed to show it whole; not at all where it is.
    case nearest = 3
}

/// What an update answers, besides the ``Changes``.
@frozen
public struct Update: Sendable, Hashable {
    /// The items that overlap the viewport.
    public var visible: Range<Int>
    @usableFromInline var ranges: ItemsByRange
    /// What the host adds to its scroll offset now, in points; a whole number of ticks. It is no
    /// movement. The item at the viewport's start then stays where it was on the screen.
    public var correction: Double
    /// What the host will have to add when the user lets go, in points; until then it draws its
    /// rows moved by −pending.
    public var pending: Double
    /// The offset at which everything was answered: the host's + pending + correction, in points.
    public var offset: Double
    /// The earliest host time at which another update could answer differently by time alone, in
    /// seconds; infinity where none could.
    public var nextTime: Double
    /// Whether to fetch at the tail.
    public var tail: BatchDecision
    /// Whether to fetch at the head.
    public var head: BatchDecision
    /// How far the ranges reached.
    public var mode: RangeMode
    /// As the items see it: in the background, on screen reads as near.
    public var presence: Presence
    /// The remembered direction of the user's scrolling: its side is the leading one.
    public var direction: ScrollDirection

    /// The items in a range, whatever the presence.
    ///
    /// - Complexity: O(1).
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

    /// Whether to fetch at one end.
    ///
    /// - Complexity: O(1).
    public subscript(end: BatchEnd) -> BatchDecision { end == .tail ? tail : head }

    /// The offset that the host has once it has added the ``correction``, in points.
    @inlinable
    public var hostOffset: Double { offset - pending }
}

// The items in each range; no array, so that an update of the engine allocates nothing.
@frozen
@usableFromInline
struct ItemsByRange: Sendable, Hashable {
    @usableFromInline var display, preload, app0, app1, app2, app3: Range<Int>

    @inlinable
    init(
        _ display: Range<Int>, _ preload: Range<Int>, _ app0: Range<Int>, _ app1: Range<Int>,
        _ app2: Range<Int>, _ app3: Range<Int>
    ) {
        (self.display, self.preload) = (display, preload)
        (self.app0, self.app1, self.app2, self.app3) = (app0, app1, app2, app3)
    }
}
