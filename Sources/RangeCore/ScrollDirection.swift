internal import CRangeCore

/// A direction along the list's axis.
@frozen
public enum ScrollDirection: UInt32, Sendable, Hashable, CaseIterable {
    /// Neither way.
    case none = 0
    /// Toward higher indices.
    case forward = 1
    /// Toward lower indices.
    case backward = 2
}

/// Remembers in which direction the user scrolls along one axis.
///
/// At first forward. It flips when the user has moved back from the furthest point reached by more
/// than the threshold, so that a trembling finger swaps nothing.
@frozen
public struct ScrollDirectionTracker: Sendable, Hashable {
    /// How far back the user must move; a negative one counts as 0.
    public var threshold: Ticks
    /// How far back from the furthest point the user is.
    public private(set) var back = Ticks.zero
    /// Forward or backward.
    public private(set) var direction = ScrollDirection.forward

    /// Forward, with a threshold of 1 point unless another is given.
    public init(threshold: Ticks = Ticks(rawValue: Limits.ticksPerPoint)) {
        self.threshold = threshold
    }

    /// Takes note of a movement by the user. Scrolls by the program are not told.
    ///
    /// - Parameter movement: forward positive.
    /// - Returns: the direction remembered now.
    /// - Complexity: O(1).
    @discardableResult
    public mutating func move(by movement: Ticks) -> ScrollDirection {
        var tracker = rc__direction_tracker(
            threshold: threshold.rawValue, back: back.rawValue, direction: direction.c, reserved: 0)
        direction = ScrollDirection(rc__direction_tracker_move(&tracker, movement.rawValue))
        back = Ticks(rawValue: tracker.back)
        return direction
    }
}
