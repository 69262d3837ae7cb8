/// Runs what a list does later on the main thread: taking in what was fetched, and waking up when time alone
/// changes something.
///
/// ```swift
/// let scheduler = ListScheduler { seconds, work in
///     loop.call(after: seconds, work)  // g_timeout_add, QTimer, SDL_AddTimer and an event
/// }
/// list.scheduler = scheduler
/// list.setBatchFetcher { count in
///     let reply = try await server.photos(after: count)
///     return (reply.photos, reply.isLast)
/// } insert: { new, list in
///     try list.insertItems(count: new.count, at: list.count)
/// }
/// scheduler.schedule { print("on the main thread") }
/// loop.run()  // prints: on the main thread
/// ```
///
/// The default, ``mainActor``, is right on Apple's systems, and wherever the main dispatch queue runs: in an
/// `async` `main`, with `RunLoop.main` and with `dispatchMain()`. On the loop of GTK, Qt or SDL nothing that was
/// fetched would ever arrive: see <doc:OtherLoops>.
public struct ListScheduler: Sendable {
    /// Runs work in tasks of the main actor.
    public static let mainActor = ListScheduler { seconds, work in
        Task { @MainActor in
            // Only a cancelled sleep throws.
            if seconds > 0 { try? await Task.sleep(for: .seconds(seconds)) }
            work()
        }
    }

    private let body: @Sendable (Double, @escaping @Sendable () -> Void) -> Void

    /// Creates a scheduler.
    ///
    /// - Parameter body: A closure that has the loop call its second argument once on the main thread, in so
    ///   many seconds or later, never within the closure itself. Called on any thread; the seconds are finite,
    ///   and not negative. With 0, work must run in the order in which it came.
    public init(_ body: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void) {
        self.body = body
    }

    /// Runs work on the main thread, for example to insert there what a thread of the app's own has fetched.
    ///
    /// Can be called on any thread.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait at least, finite and not negative.
    ///   - work: What to do then.
    public func schedule(
        after seconds: Double = 0, _ work: @escaping @MainActor @Sendable () -> Void
    ) {
        body(seconds) { MainActor.assumeIsolated(work) }
    }
}

/// One wake-up, at the time that was set last.
@MainActor
final class WakeUp {
    private let action: @MainActor () -> Void
    private var time = Double.infinity
    // Whatever was scheduled before it is not due any more.
    private var number = 0

    /// - Parameter action: What is done then. It must not own the wake-up.
    init(_ action: @escaping @MainActor () -> Void) { self.action = action }

    /// Wakes at a time, and at no other that was set before; never at infinity.
    ///
    /// The time may be any number: waking too early only repeats what a wake-up does.
    func set(_ time: Double, by scheduler: @autoclosure () -> ListScheduler, now: () -> Double) {
        if time == self.time { return }
        self.time = time
        number += 1
        guard time.isFinite else { return }
        let seconds = min(max(time - now(), 0), 3600)
        scheduler().schedule(after: seconds) { [weak self, number] in
            guard let self, self.number == number else { return }
            self.time = .infinity
            action()
        }
    }
}
