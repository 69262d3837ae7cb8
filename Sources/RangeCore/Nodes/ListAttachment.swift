internal import CRangeCore

/// That something follows the updates of a list, such as a ``Preloader``; held by the list's controller.
@MainActor
final class ListAttachment {
    private let follower: AnyObject
    private let didUpdate: @MainActor (RangeController) -> Void
    /// What the load of an item does, to be drawn; nil if it needs none.
    let load: @MainActor (Int) -> RangeOverlay.Role?
    /// What has become of loads; nil for a follower that loads nothing.
    let count: (@MainActor () -> rc_tickets_counters)?
    private let end: @MainActor @Sendable () -> Void
    private var scheduler: ListScheduler

    init(
        _ follower: AnyObject, by scheduler: ListScheduler,
        didUpdate: @escaping @MainActor (RangeController) -> Void,
        load: @escaping @MainActor (Int) -> RangeOverlay.Role? = { _ in nil },
        count: (@MainActor () -> rc_tickets_counters)? = nil,
        end: @escaping @MainActor @Sendable () -> Void
    ) {
        (self.follower, self.didUpdate, self.end) = (follower, didUpdate, end)
        self.scheduler = scheduler
        (self.load, self.count) = (load, count)
    }

    deinit {
        // The controller was released, on whatever thread.
        scheduler.schedule(end)
    }

    /// Called after each update of the list.
    func listDidUpdate(_ controller: RangeController) {
        scheduler = controller.scheduler
        didUpdate(controller)
    }

    /// Whether it is that object that follows.
    func serves(_ object: AnyObject) -> Bool { follower === object }
}

struct WeakController {
    weak var controller: RangeController?
}
