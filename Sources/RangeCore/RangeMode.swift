internal import CRangeCore

/// How far the ranges reach, from the most generous to the most restrictive.
@frozen
public enum RangeMode: UInt32, Sendable, Hashable, CaseIterable {
    /// The user scrolls, or has scrolled.
    case full = 0
    /// At first, until the user's first scroll.
    case minimum = 1
    /// Only what is on screen.
    case visibleOnly = 2
    /// What is on screen keeps its content, nothing is displayed ahead.
    case lowMemory = 3
}

extension RangeMode: Comparable {
    /// Whether one mode is more generous than another.
    @inlinable
    public static func < (a: RangeMode, b: RangeMode) -> Bool { a.rawValue < b.rawValue }
}

/// Where a list is, as its items see it.
@frozen
public enum Presence: UInt32, Sendable, Hashable, CaseIterable {
    /// On the screen.
    case onScreen = 0
    /// About to be: behind a tab, in a cell of an outer list that is preloaded or displayed.
    case near = 1
    /// Nowhere near it.
    case away = 2
}

/// How short of memory the system is; it stays until the host says ``normal``.
@frozen
public enum MemoryPressure: UInt32, Sendable, Hashable, CaseIterable {
    /// There is enough.
    case normal = 0
    /// The ranges shrink to what is visible.
    case warning = 1
    /// Everything that is not needed now is given back.
    case critical = 2
}

/// All that the range mode depends on; a pure value, for hosts that want the rule alone.
///
/// The mode is the most restrictive of four: the base (an explicit mode; else full once the user
/// has scrolled; else minimum), the depth, the memory pressure and the background.
@frozen
public struct RangeModeState: Sendable, Hashable {
    /// A mode set by hand, until the next update that is the user's.
    public var explicitMode: RangeMode?
    /// What the host says of the list.
    public var presence = Presence.onScreen
    /// How short of memory the system is.
    public var memoryPressure = MemoryPressure.normal
    /// Screens on top of the list's own: 0 caps nothing, 1 at minimum, 2 at visible only, 3 and
    /// more at low memory.
    public var depth = 0
    /// Whether the user has scrolled, or the mode was promoted.
    public var userHasScrolled = false
    /// Whether the app is in the background.
    public var isInBackground = false

    /// On screen, nothing explicit, no pressure, depth 0.
    public init() {}

    /// Takes note of an update by the user, which ends an explicit mode.
    ///
    /// - Parameter moved: whether the user scrolled in it; then the base is full from now on.
    /// - Complexity: O(1).
    public mutating func noteUser(moved: Bool) {
        explicitMode = nil
        if moved { userHasScrolled = true }
    }

    /// The mode that results.
    ///
    /// - Complexity: O(1).
    public var mode: RangeMode {
        withUnsafePointer(to: c) { RangeMode(rc__mode_state_mode($0)) }
    }

    /// The presence as items see it: in the background, on screen reads as near.
    ///
    /// - Complexity: O(1).
    public var seenPresence: Presence {
        withUnsafePointer(to: c) { Presence(rc__mode_state_presence($0)) }
    }
}
