internal import CRangeCore

/// How urgent a load of a ``Preloader`` is.
///
/// ```swift
/// print(PreloadPriority.visible < .preload)  // true
/// ```
public enum PreloadPriority: UInt32, Sendable, Hashable, CaseIterable, Comparable {
    /// The item is on screen.
    case visible = 0
    /// The item is in the display range.
    case display = 1
    /// The item is in the preload range.
    case preload = 2

    /// Whether one is more urgent than another.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The limits of a ``Preloader``, which can be changed at any time.
///
/// ```swift
/// var settings = PreloadSettings()
/// settings.budget = 64 << 20  // bytes
/// settings.keepBudget = 16 << 20
/// print(settings.runningLimit, settings.grace)  // 6 0.25
/// ```
public struct PreloadSettings: Sendable, Hashable {
    /// How many loads run at a time; 0 for none. 6 by default.
    public var runningLimit = 6
    /// How many of these may be for items that are not visible, in lists without
    /// ``ListSettings/foresight``. Any number by default: places kept free for visible items would
    /// be needed sooner, by items about to be visible.
    public var aheadLimit = Int.max
    /// After how many failures in a row a load is not started again by itself until its item is
    /// visible; 0 for any number. 4 by default.
    public var attemptLimit = 4
    /// The most that all values and loads may cost, not negative; 128 MiB by default. What is visible
    /// is loaded even so.
    public var budget = 128 << 20
    /// What is not visible is loaded only if it and all that comes before it cost no more than
    /// this, not negative.
    public var aheadBudget = Int.max
    /// The most that values may cost once no list wants them any more, not negative.
    public var keepBudget = Int.max
    /// How long a load goes on that is not wanted any more, in seconds, not negative. 0.25 by
    /// default.
    public var grace = 0.25
    /// The ``ListSettings/foresight`` that attaching a list gives it, if it has none of its own; 0 for
    /// none. 0.85 by default.
    public var foresight = 0.85

    /// Creates the default settings.
    public init() {}

    /// The first that is not allowed.
    var refused: RefusedArgument? {
        let limits: KeyValuePairs = [
            "runningLimit": runningLimit, "aheadLimit": aheadLimit, "attemptLimit": attemptLimit,
            "budget": budget, "aheadBudget": aheadBudget, "keepBudget": keepBudget,
        ]
        if let it = limits.first(where: { $0.value < 0 }) { return (it.key, it.value) }
        let factors: KeyValuePairs = ["grace": grace, "foresight": foresight]
        return factors.first { !($0.value >= 0 && $0.value.isFinite) }.map { ($0.key, $0.value) }
    }

    var c: rc_tickets_settings {
        rc_tickets_settings(
            running_limit: UInt32(clamping: runningLimit),
            ahead_limit: UInt32(clamping: aheadLimit),
            attempt_limit: UInt32(clamping: attemptLimit), budget: Self.c(budget),
            ahead_budget: Self.c(aheadBudget), keep_budget: Self.c(keepBudget), grace: grace)
    }

    // Also where an `Int` has 32 bits, the greatest is no limit.
    private static func c(_ budget: Int) -> Int64 { budget == .max ? .max : Int64(budget) }
}

/// The state of an id of a ``Preloader`` that is wanted, or has a value.
///
/// ```swift
/// let images = Preloader { (id: Int, _) in "image \(id)" }
/// print(images.state(of: 7) == nil)  // true
/// ```
public enum PreloadState: UInt32, Sendable, Hashable, CaseIterable {
    /// It is wanted, and waits for its turn.
    case waiting = 0
    /// It is being loaded.
    case loading = 1
    /// Its value is there.
    case ready = 2
    /// Its last load failed, and it is wanted, or was until recently.
    case failed = 3
}
