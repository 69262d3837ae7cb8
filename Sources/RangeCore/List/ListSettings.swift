internal import CRangeCore

/// What can be changed at any time. Takes effect at the next update.
///
/// ```swift
/// var engine = try ListEngine()
/// try engine.configure {
///     $0.sticksToTail = true
///     $0.leadingScreensAtHead = 2
/// }
/// print(engine.settings.leadingScreensAtHead)  // 2.0
/// ```
public struct ListSettings: Sendable, Hashable {
    /// Whether the list as a whole is on screen; used for the states of its items.
    ///
    /// ```swift
    /// var engine = try ListEngine()
    /// try engine.configure { $0.presence = .near }  // behind a tab
    /// ```
    public enum Presence: UInt32, Sendable, Hashable, CaseIterable {
        /// On screen.
        case onScreen = 0
        /// About to be on screen: behind a tab, or in an item of an outer list that is preloaded.
        case near = 1
        /// Neither.
        case away = 2
    }

    /// How short of memory the system is. Remains in effect until the host changes it.
    ///
    /// ```swift
    /// var engine = try ListEngine()
    /// try engine.configure { $0.memoryPressure = .critical }
    /// print(try engine.update(ListViewport(offset: 0, length: 480)).mode)  // lowMemory
    /// ```
    public enum MemoryPressure: UInt32, Sendable, Hashable, CaseIterable {
        /// There is enough.
        case normal = 0
        /// The mode is visible only or stricter; low memory if the list is not on screen.
        case warning = 1
        /// The mode is low memory.
        case critical = 2
    }

    /// When content shorter than the viewport triggers a fetch at the tail.
    ///
    /// ```swift
    /// var engine = try ListEngine()
    /// try engine.configure { $0.shortContentPolicy = .never }
    /// let update = try engine.update(ListViewport(offset: 0, length: 480))
    /// print(update.tail.reason == .shortContentPolicy)  // true
    /// ```
    public enum ShortContentPolicy: UInt32, Sendable, Hashable, CaseIterable {
        /// At once, as in Texture.
        case fetch = 0
        /// Once the user has scrolled.
        case afterScroll = 1
        /// Never.
        case never = 2
    }

    /// How many other view controllers or pages of the app cover this one; not negative. With 1 the
    /// mode is minimum or stricter, with 2 visible only or stricter, with 3 or more low memory.
    public var depth: Int
    /// Whether the list is on screen.
    public var presence: Presence
    /// How short of memory the system is.
    public var memoryPressure: MemoryPressure
    /// When content shorter than the viewport triggers a fetch at the tail.
    public var shortContentPolicy: ShortContentPolicy
    /// An item keeps preload, display and the app's own bits while it overlaps their range extended
    /// by this many screenfuls on either side. Finite, not negative; 0 by default, as in Texture.
    public var slack: Double
    /// If above 0, what to preload follows from how the user scrolls, and this scales how far it
    /// reaches, 0.85 being usual; see ``Foresight``. Finite, not negative; 0 by default, and 0.85 once
    /// a ``Preloader`` is attached, as ``PreloadSettings/foresight`` says.
    public var foresight: Double
    /// How far the user must scroll back before leading and trailing swap, in points, not negative,
    /// so that finger jitter does not swap the two sides. 1 by default.
    public var directionThreshold: Double
    /// How many screenfuls before the tail its next batch is fetched; finite. 2 by default; 0 or
    /// less: no fetch by distance.
    public var leadingScreensAtTail: Double
    /// How many screenfuls before the head its next batch is fetched; finite. 0, the default, or
    /// less: no fetch by distance. A fetcher that is set for the head makes it 2.
    public var leadingScreensAtHead: Double
    /// The tail's next batch is also fetched when at most this many items lie beyond the visible
    /// ones, whatever the distance; not negative. 0 by default: only the screenfuls count.
    public var leadingItemsAtTail: Int
    /// The same for the head.
    public var leadingItemsAtHead: Int
    /// In the modes full and minimum, display and preload reach at least this many items past the
    /// visible ones at each end, and the rest of their rows; not negative. 0 by default: only the
    /// screenfuls count.
    public var overscanItems: Int
    /// Space after the last item, for example for a loading row, in points, not negative. No rule
    /// takes it into account.
    public var extraLengthAtTail: Double
    /// Space before the first item, for example for a header, in points, not negative. It shifts
    /// offsets; no rule takes it into account.
    public var extraLengthAtHead: Double
    /// A viewport within this many points of the tail, not negative, counts as being at it for
    /// ``sticksToTail``; capped at 1 after the user has scrolled backward. 1 by default.
    public var stickDistanceAtTail: Double
    /// A viewport within this many points of the head, not negative, counts as being at it for
    /// ``sticksToHead``. 1 by default.
    public var stickDistanceAtHead: Double
    /// Whether the app is in the background: the mode is visible only or stricter, low memory if
    /// the list is not on screen, and presence on screen counts as near.
    public var isInBackground: Bool
    /// Whether fetched items have yet to be inserted: neither end fetches.
    public var isInsertionPending: Bool
    /// Whether the batch decision of an end is *defer* while the viewport moves toward it.
    public var hostDecidesBatches: Bool
    /// Whether a viewport at the tail stays there through edits, measurements and resizing, as in a
    /// chat; content shorter than the viewport keeps its start. So a list begins at its end, unless it is
    /// scrolled elsewhere before it is shown: ``ListHost/scroll(toOffset:animated:)``.
    public var sticksToTail: Bool
    /// Whether a viewport at the head shows what is inserted before the first item.
    public var sticksToHead: Bool
    /// Whether each update sets the estimate to the mean of the measured rows.
    public var usesMeanEstimate: Bool
    /// Whether the header of the section at the viewport's start stays there until the next header
    /// pushes it out; see ``ListEngine/pinnedHeader``. A scroll target leaves space for it.
    public var pinsHeaders: Bool

    /// Creates the default settings.
    public init() {
        var settings = rc_list_settings()
        unsafe rc_list_settings_init(&settings)
        self.init(settings)
    }
}

/// The first of some numbers, by name, that is no length up to a limit.
func firstRefused(
    _ numbers: KeyValuePairs<String, Double>, upTo limit: Double = .greatestFiniteMagnitude
) -> RefusedArgument {
    let it = numbers.first { !(0...limit).contains($0.value) } ?? numbers[0]
    return (it.key, it.value)
}

extension ListSettings {
    /// What a list has refused of them.
    var refused: RefusedArgument {
        let counts: KeyValuePairs = [
            "depth": depth, "leadingItemsAtTail": leadingItemsAtTail,
            "leadingItemsAtHead": leadingItemsAtHead, "overscanItems": overscanItems,
        ]
        if let it = counts.first(where: { $0.value < 0 }) { return (it.key, it.value) }
        let screens: KeyValuePairs = [
            "leadingScreensAtTail": leadingScreensAtTail,
            "leadingScreensAtHead": leadingScreensAtHead,
        ]
        if let it = screens.first(where: { !$0.value.isFinite }) { return (it.key, it.value) }
        let factors: KeyValuePairs = ["slack": slack, "foresight": foresight]
        if let it = factors.first(where: { !($0.value >= 0 && $0.value.isFinite) }) {
            return (it.key, it.value)
        }
        return firstRefused(
            [
                "directionThreshold": directionThreshold, "extraLengthAtTail": extraLengthAtTail,
                "extraLengthAtHead": extraLengthAtHead, "stickDistanceAtTail": stickDistanceAtTail,
                "stickDistanceAtHead": stickDistanceAtHead,
            ], upTo: 2.3e12)
    }
}

extension ScrollAlignment {
    /// What a list has refused of it.
    var refused: RefusedArgument {
        shift.isFinite ? ("fraction", fraction) : ("shift", shift)
    }
}

extension ListViewport {
    /// What a list has refused of it.
    var refused: RefusedArgument {
        if let place, !place.start.isFinite { return ("place.start", place.start) }
        let offsets: KeyValuePairs = [
            "offset": place == nil ? offset : 0, "landingOffset": landingOffset ?? 0,
            "velocity": velocity, "time": time,
        ]
        if let it = offsets.first(where: { !$0.value.isFinite }) { return (it.key, it.value) }
        if let place, place.item < 0 { return ("place.item", place.item) }
        if !(0...1).contains(jitter) { return ("jitter", jitter) }
        let lengths: KeyValuePairs = [
            "length": length, "insetStart": insetStart, "insetEnd": insetEnd,
        ]
        if let it = lengths.first(where: { !(0...2.3e12).contains($0.value) }) {
            return (it.key, it.value)
        }
        return place.map { ("place.item", $0.item) } ?? ("offset", offset)
    }
}
