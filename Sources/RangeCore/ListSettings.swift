internal import CRangeCore

/// What a list is made with, for life.
@frozen
public struct ListOptions: Sendable, Hashable {
    /// Items a row, at least 1; row = item ÷ columns.
    public var columns: Int
    /// The extent of a row that is not measured, in points.
    public var estimate: Double
    /// Between each two rows, in points, not negative.
    public var spacing: Double

    /// Options; one column, an estimate of 44 points and no spacing unless given.
    ///
    /// - Parameters:
    ///   - columns: items a row, at least 1.
    ///   - estimate: the extent of a row that is not measured, in points.
    ///   - spacing: between each two rows, in points, not negative.
    @inlinable
    public init(columns: Int = 1, estimate: Double = 44, spacing: Double = 0) {
        self.columns = columns
        self.estimate = estimate
        self.spacing = spacing
    }
}

/// A value for each end of a list.
@frozen
public struct BatchEnds<Value> {
    /// The one after the last item.
    public var tail: Value
    /// The one before the first.
    public var head: Value

    /// A value for each end.
    @inlinable
    public init(tail: Value, head: Value) {
        self.tail = tail
        self.head = head
    }

    /// The value for one end.
    @inlinable
    public subscript(end: BatchEnd) -> Value {
        get { end == .tail ? tail : head }
        set { if end == .tail { tail = newValue } else { head = newValue } }
    }
}

extension BatchEnds: Sendable where Value: Sendable {}
extension BatchEnds: Equatable where Value: Equatable {}
extension BatchEnds: Hashable where Value: Hashable {}

/// What a host can change about a list at any time; it counts from the next update on.
@frozen
public struct ListSettings: Sendable, Hashable {
    /// Screens on top of the list's own: 0 caps the mode at nothing, 1 at minimum, 2 at visible
    /// only, 3 and more at low memory.
    public var depth: Int
    /// Where the list is.
    public var presence: Presence
    /// How short of memory the system is; it stays until it is set to normal.
    public var memoryPressure: MemoryPressure
    /// When content that is shorter than the viewport makes the tail fetch.
    public var shortContentPolicy: ShortContentPolicy
    /// How far each range reaches in each mode.
    public var tunings: RangeTuningTable
    /// A bit of preload, display or the app's own stays while the item overlaps its range widened
    /// by this many screenfuls to either side; 0 is exactly Texture. Finite, not negative.
    public var slack: Double
    /// By how much the user must scroll back before leading and trailing swap, in points.
    public var directionThreshold: Double
    /// How many screenfuls before an end its next batch is fetched: 2 at the tail, 0 at the head;
    /// 0 or less turns an end off. Finite.
    public var leadingScreens: BatchEnds<Double>
    /// Room before the first item and after the last that belongs to no item, such as a header or
    /// a loading row, in points. It shifts offsets and counts in no rule.
    public var extraLengths: BatchEnds<Double>
    /// Whether the app is in the background.
    public var isInBackground: Bool
    /// Whether fetched items are still to be inserted: no end asks for more.
    public var isInsertionPending: Bool
    /// Whether the batch decision is *defer* while the viewport moves toward an end.
    public var hostDecidesBatches: Bool
    /// Whether a viewport that is within a point of the content's end stays there through edits,
    /// as a chat does; content shorter than the viewport keeps its start instead.
    public var sticksToEnd: Bool
    /// Whether the estimate becomes the mean of what is measured, at each update.
    public var usesMeanEstimate: Bool

    /// The defaults that the properties name.
    public init() {
        var settings = rc_list_settings()
        rc_list_settings_init(&settings)
        self.init(settings)
    }

    /// The defaults of a pager, which shows one item a screen.
    public static var pager: ListSettings {
        var settings = ListSettings()
        settings.tunings = .pager
        return settings
    }
}
