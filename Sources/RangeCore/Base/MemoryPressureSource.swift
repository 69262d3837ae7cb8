#if canImport(ObjectiveC)
import Dispatch

/// What the system says of its memory, on the main queue, for as long as this is held.
package final class MemoryPressureSource {
    private let source = DispatchSource.makeMemoryPressureSource(
        eventMask: [.normal, .warning, .critical], queue: .main)

    package init(_ tell: @escaping @MainActor (ListSettings.MemoryPressure) -> Void) {
        source.setEventHandler { [weak source] in
            guard let event = source?.data else { return }
            let level: ListSettings.MemoryPressure =
                event.contains(.critical)
                ? .critical : event.contains(.warning) ? .warning : .normal
            MainActor.assumeIsolated { tell(level) }
        }
        source.activate()
    }

    deinit { source.cancel() }
}
#endif
