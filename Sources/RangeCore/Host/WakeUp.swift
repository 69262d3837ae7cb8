/// One wake-up, at the time that was set last.
@MainActor
final class WakeUp {
    private let action: @MainActor () -> Void
    private var task: Task<Void, Never>?
    private var time = Double.infinity

    /// - Parameter action: What is done then. It must not own the wake-up.
    init(_ action: @escaping @MainActor () -> Void) { self.action = action }

    deinit {
        task?.cancel()
    }

    /// Wakes at a time, and at no other that was set before; never at infinity.
    ///
    /// The time may be any number: waking too early only repeats what a wake-up does.
    func set(_ time: Double, now: () -> Double) {
        if time == self.time { return }
        task?.cancel()
        task = nil
        self.time = time
        guard time.isFinite else { return }
        let seconds = min(max(time - now(), 0), 3600)
        task = Task { [weak self] in
            // Only a cancelled sleep throws.
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil, let self else { return }
            self.time = .infinity
            action()
        }
    }
}
