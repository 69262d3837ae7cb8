package import CRangeCore
public import RangeCore

/// What a `Preloader` has done since it was created.
///
/// ```swift
/// let images = Preloader { (id: Int, _) in "image \(id)" }
/// print(images.counters.started, images.counters.loadTime)  // 0 0.3
/// ```
public struct PreloadCounters: Sendable, Hashable {
    /// Loads that have been started.
    public let started: Int
    /// Loads that have succeeded.
    public let done: Int
    /// Loads that have failed.
    public let failed: Int
    /// Loads that were cancelled.
    public let cancelled: Int
    /// Values that were dropped.
    public let dropped: Int
    /// Loads whose items have become visible.
    public let useful: Int
    /// Cancelled loads whose items have become visible after all.
    public let churn: Int
    /// Loads whose items were never visible, and which nobody remembers any more.
    public let wasted: Int
    /// Loads of which it is not known yet.
    public let open: Int
    /// How many times an item became visible, for 50 ms or more, after a list's first update.
    public let appearances: Int
    /// Of the appearances, those that began without a value.
    public let late: Int
    /// Of these, those without a value for 100 ms or more.
    public let noticed: Int
    /// Of these, those that lasted 300 ms or more.
    public let missed: Int
    /// The mean time that loads take, in seconds.
    public let loadTime: Double
    /// The mean deviation of that, in seconds.
    public let loadDeviation: Double

    package init(_ c: rc_tickets_counters) {
        (started, done, failed) = (Int(c.started), Int(c.done), Int(c.failed))
        (cancelled, dropped) = (Int(c.cancelled), Int(c.dropped))
        (useful, churn, wasted, open) = (Int(c.useful), Int(c.churn), Int(c.wasted), Int(c.open))
        (appearances, late) = (Int(c.appearances), Int(c.late))
        (noticed, missed) = (Int(c.noticed), Int(c.missed))
        (loadTime, loadDeviation) = (c.load_time, c.load_deviation)
    }
}

extension Preloader {
    /// What has happened so far.
    public var counters: PreloadCounters { PreloadCounters(totals) }
}
