/// What observes a list, until it is released.
///
/// ```swift
/// @MainActor
/// final class Prefetcher {
///     private var observation: ListObservation?
///
///     func follow(_ list: RangeController) {
///         observation = list.observe { [weak self] update, changes in self?.load(changes) }
///     }
///
///     private func load(_ changes: [ListEngine.Change]) { print("changes:", changes.count) }
/// }
/// let prefetcher = Prefetcher()
/// prefetcher.follow(list)
/// _ = try list.update(ListViewport(offset: 0, length: 480))
/// // prints:
/// // changes: 3
/// ```
@MainActor
public final class ListObservation {
    // Nil once it is cancelled.
    private(set) var body: (@MainActor (ListUpdate, [ListEngine.Change]) -> Void)?

    init(_ body: @escaping @MainActor (ListUpdate, [ListEngine.Change]) -> Void) {
        self.body = body
    }

    /// Ends the observation now.
    public func cancel() { body = nil }
}

/// That a list holds of its observations.
struct WeakObservation {
    weak var observation: ListObservation?
}
