public import CRangeCore

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
public struct Update {
    // As C answers it: what a host does not look at is not converted. The changes that it points to
    // are never looked at, so it may outlive them.
    @usableFromInline var c: rc_update

    @inlinable
    init(c: rc_update) {
        self.c = c
    }

    /// The items that overlap the viewport.
    @inlinable
    public var visible: Range<Int> { Range(c.visible) }

    /// What the host adds to its scroll offset now, in points; a whole number of ticks. It is no
    /// movement. The item at the viewport's start then stays where it was on the screen.
    public internal(set) var correction: Double {
        @inlinable get { c.correction }
        set { c.correction = newValue }
    }

    /// What the host will have to add when the user lets go, in points; until then it draws its
    /// rows moved by −pending.
    @inlinable
    public var pending: Double { c.pending }

    /// The offset at which everything was answered: the host's + pending + correction, in points.
    @inlinable
    public var offset: Double { c.offset }

    /// The earliest host time at which another update could answer differently by time alone, in
    /// seconds; infinity where none could.
    @inlinable
    public var nextTime: Double { c.next_time }

    /// Whether to fetch at the tail.
    @inlinable
    public var tail: BatchDecision { BatchDecision(c.batches.0) }

    /// Whether to fetch at the head.
    @inlinable
    public var head: BatchDecision { BatchDecision(c.batches.1) }

    /// How far the ranges reached.
    @inlinable
    public var mode: RangeMode { RangeMode(c.mode) }

    /// As the items see it: in the background, on screen reads as near.
    @inlinable
    public var presence: Presence { Presence(c.presence) }

    /// The remembered direction of the user's scrolling: its side is the leading one.
    @inlinable
    public var direction: ScrollDirection { ScrollDirection(c.direction) }

    /// The items in a range, whatever the presence.
    ///
    /// - Complexity: O(1).
    @inlinable
    public subscript(kind: RangeKind) -> Range<Int> {
        switch kind {
        case .display: Range(c.ranges.0)
        case .preload: Range(c.ranges.1)
        case .app0: Range(c.ranges.2)
        case .app1: Range(c.ranges.3)
        case .app2: Range(c.ranges.4)
        case .app3: Range(c.ranges.5)
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

// Its pointer is never followed.
extension Update: @unchecked Sendable {}

extension Update: Hashable {
    /// Whether two updates answer the same, whatever they changed.
    public static func == (a: Update, b: Update) -> Bool {
        a.visible == b.visible && RangeKind.allCases.allSatisfy { a[$0] == b[$0] }
            && a.correction == b.correction && a.pending == b.pending && a.offset == b.offset
            && a.nextTime == b.nextTime && a.tail == b.tail && a.head == b.head
            && a.mode == b.mode && a.presence == b.presence && a.direction == b.direction
    }

    /// Feeds all that the update answers to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(visible)
        for kind in RangeKind.allCases { hasher.combine(self[kind]) }
        for length in [correction, pending, offset, nextTime] { hasher.combine(length) }
        hasher.combine(tail)
        hasher.combine(head)
        hasher.combine(mode)
        hasher.combine(presence)
        hasher.combine(direction)
    }
}
