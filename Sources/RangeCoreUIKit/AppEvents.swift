#if canImport(UIKit) && !os(watchOS)
import RangeCore
import UIKit

/// What the app and its system tell every list: how much memory there is, and whether it is seen.
@MainActor
final class AppEvents: NSObject {
    typealias Change = @MainActor (inout ListSettings) -> Void
    private let tell: (Change) -> Void
    // UIKit's own notification has no end.
    private let pressure: MemoryPressureSource

    init(_ tell: @escaping (Change) -> Void) {
        self.tell = tell
        pressure = MemoryPressureSource { level in tell { $0.memoryPressure = level } }
        super.init()
        for (name, selector) in [
            (UIApplication.didEnterBackgroundNotification, #selector(didEnterBackground)),
            (UIApplication.willEnterForegroundNotification, #selector(willEnterForeground)),
        ] {
            NotificationCenter.default.addObserver(
                self, selector: selector, name: name, object: nil)
        }
    }

    @objc private func didEnterBackground() { tell { $0.isInBackground = true } }

    @objc private func willEnterForeground() { tell { $0.isInBackground = false } }
}
#endif
