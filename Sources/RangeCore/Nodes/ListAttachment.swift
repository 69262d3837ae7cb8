internal import CRangeCore

/// A list whose updates can be followed: a controller's, or one that a toolkit's layout is the host of.
@MainActor
package protocol FollowedList: AnyObject {
    /// What follows it: each is to be told of each update, once nothing keeps it from editing the list.
    var followers: [ListAttachment] { get set }
    var scheduler: ListScheduler { get }
    var settings: ListSettings { get }
    /// Nil before the first.
    var lastUpdate: ListUpdate? { get }
    func configure(_ change: (inout ListSettings) -> Void)
    func updateAgain()
    func addPreloadTime(_ seconds: Double)
    func report(_ error: RangeCoreError)
    /// Tells who records the list that a load has begun or, with an outcome, ended.
    func noteLoad(of number: Int64, by owner: AnyObject, _ outcome: BatchContext.Outcome?)
    /// Lends the engine.
    func withEngine<Result>(
        _ body: (borrowing ListEngine) throws(RangeCoreError) -> Result
    ) throws(RangeCoreError) -> Result
}

extension FollowedList {
    /// Tells all that follows the list of an update.
    package func tellFollowers() {
        for follower in followers { follower.listDidUpdate(self) }
    }
}

extension RangeController: FollowedList {
    package func withEngine<Result>(
        _ body: (borrowing ListEngine) throws(RangeCoreError) -> Result
    ) throws(RangeCoreError) -> Result { try body(core) }
}

/// That something follows the updates of a list, such as a ``Preloader``; held by the list.
@MainActor
package final class ListAttachment {
    private let follower: AnyObject
    /// Replaced by that of another attachment of the same follower.
    var didUpdate: @MainActor (any FollowedList) -> Void
    /// What the load of an item does, to be drawn; nil if it needs none.
    package let load: @MainActor (Int) -> RangeOverlay.Role?
    /// What has become of loads; nil for a follower that loads nothing.
    let count: (@MainActor () -> rc_tickets_counters)?
    private let end: @MainActor @Sendable () -> Void
    private var scheduler: ListScheduler

    init(
        _ follower: AnyObject, by scheduler: ListScheduler,
        didUpdate: @escaping @MainActor (any FollowedList) -> Void,
        load: @escaping @MainActor (Int) -> RangeOverlay.Role? = { _ in nil },
        count: (@MainActor () -> rc_tickets_counters)? = nil,
        end: @escaping @MainActor @Sendable () -> Void
    ) {
        (self.follower, self.didUpdate, self.end) = (follower, didUpdate, end)
        self.scheduler = scheduler
        (self.load, self.count) = (load, count)
    }

    deinit {
        // The list was released, on whatever thread.
        scheduler.schedule(end)
    }

    /// Called after each update of the list.
    func listDidUpdate(_ list: any FollowedList) {
        scheduler = list.scheduler
        didUpdate(list)
    }

    /// Whether it is that object that follows.
    func serves(_ object: AnyObject) -> Bool { follower === object }
}

struct WeakList {
    weak var list: (any FollowedList)?
}
