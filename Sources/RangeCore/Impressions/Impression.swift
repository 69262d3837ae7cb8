/// When an item counts as seen: so much of it on screen, for so long, without a break.
///
/// ```swift
/// let banner = ImpressionRule(fraction: 0.5, seconds: 1)
/// print(banner == .display, ImpressionRule.video.seconds)  // true 2.0
/// ```
///
/// An item that is longer than the screen counts by what can be seen of it.
public struct ImpressionRule: Sendable, Hashable {
    /// How much of the item, 0 … 1; with 0, the least bit of it is enough.
    public var fraction: Double
    /// For how long, finite and not negative.
    public var seconds: Double

    /// Creates a rule.
    public init(fraction: Double, seconds: Double) {
        (self.fraction, self.seconds) = (fraction, seconds)
    }

    /// Half of it for a second: what the Media Rating Council asks of a display advertisement.
    public static let display = ImpressionRule(fraction: 0.5, seconds: 1)
    /// Half of it for two seconds, as for a video.
    public static let video = ImpressionRule(fraction: 0.5, seconds: 2)
    /// Three tenths of it for a second, as for a display advertisement of 242,500 pixels and more.
    public static let largeDisplay = ImpressionRule(fraction: 0.3, seconds: 1)
}

/// Something that ``Impressions`` tell of an item.
///
/// ```swift
/// let seen = Impression(id: 7, kind: .seen, instant: .now, seconds: 1)
/// print(seen.id, seen.kind)  // 7 seen
/// ```
public struct Impression<ID: Hashable & Sendable>: Sendable, Hashable {
    /// What has happened.
    ///
    /// ```swift
    /// func text(_ kind: Impression<Int>.Kind) -> String {
    ///     switch kind {
    ///     case .seen: "seen"
    ///     case .left: "left"
    ///     case .crossed(let level, let fraction): "level \(level): \(Int(fraction * 100)) %"
    ///     }
    /// }
    /// print(text(.crossed(level: 2, fraction: 0.5)))  // level 2: 50 %
    /// ```
    public enum Kind: Sendable, Hashable {
        /// The item has been on screen as much and as long as its rule says; once in a session.
        case seen
        /// It is no longer, after it was seen; or by another rule.
        case left
        /// It reaches so many of the thresholds now, with such a fraction of it on screen.
        case crossed(level: Int, fraction: Double)
    }

    /// The item.
    public var id: ID
    /// What has happened to it.
    public var kind: Kind
    /// When; for ``Kind/seen`` this may be before it is told.
    public var instant: ContinuousClock.Instant
    /// For ``Kind/seen`` and ``Kind/left``: how long it had been on screen by then. Otherwise 0.
    public var seconds: Double
    /// For ``Kind/seen`` and ``Kind/left``: the index of the rule that counted. Otherwise 0.
    public var rule: Int

    /// Creates an impression, as for a test of what an app does with it.
    public init(
        id: ID, kind: Kind, instant: ContinuousClock.Instant, seconds: Double = 0, rule: Int = 0
    ) {
        (self.id, self.kind, self.instant) = (id, kind, instant)
        (self.seconds, self.rule) = (seconds, rule)
    }
}
