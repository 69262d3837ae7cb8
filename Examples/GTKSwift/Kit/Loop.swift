import CGTK
import Dispatch
import Glibc
import RangeCore

private final class Call {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

/// Calls what a list does later on GTK's loop; a frame that is due comes first, since it may move the list.
public let loop = ListScheduler { seconds, work in
    g_timeout_add_full(
        GDK_PRIORITY_REDRAW + 1, guint((seconds * 1000).rounded(.up)),
        { call in
            Unmanaged<Call>.fromOpaque(call!).takeUnretainedValue().work()
            return 0
        }, Unmanaged.passRetained(Call(work)).toOpaque(),
        { Unmanaged<Call>.fromOpaque($0!).release() })
}

/// Has GTK's loop run the app's own tasks of the main actor too. A list needs none.
@MainActor
public func runMainActorTasks() {
    g_unix_fd_add(
        _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
        { handle, _, _ in
            // Otherwise the loop would not sleep again.
            var count: UInt64 = 0
            read(handle, &count, 8)
            _dispatch_main_queue_callback_4CF(nil)
            return 1
        }, nil)
}
