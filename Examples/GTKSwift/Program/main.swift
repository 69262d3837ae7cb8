// Ten thousand texts, and more from a server that fails at first, in GTK 4.

import CGTK
import GTKRows
import RangeCore

struct ServerError: Error {}

actor Server {
    private var requests = 0

    func next() throws -> Int {
        requests += 1
        if requests % 3 == 1 { throw ServerError() }
        return 20
    }
}

gtk_init()
runMainActorTasks()
let style = gtk_css_provider_new()!
gtk_css_provider_load_from_data(
    style, ".row { padding: 12px; border-bottom: 1px solid #8884; }", -1)
gtk_style_context_add_provider_for_display(
    gdk_display_get_default(), OpaquePointer(style), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
let scroller = gtk_scrolled_window_new()!
let rows = RowList(in: scroller)
try rows.insert(Array(0..<10_000), at: 0)

let server = Server()
rows.controller.setBatchFetcher { _ in
    try await Task.sleep(for: .milliseconds(300))
    return (Array(repeating: (), count: try await server.next()), false)
} insert: { new, list in
    try rows.insert(Array(list.count..<list.count + new.count), at: list.count)
}

let window = gtk_window_new()!
gtk_window_set_default_size(as_window(window), 480, 640)
gtk_window_set_child(as_window(window), scroller)
gtk_window_present(as_window(window))
gtk_widget_grab_focus(rows.view)

// A task of the app's own, on the main actor.
Task {
    while true {
        gtk_window_set_title(as_window(window), "\(rows.controller.count) rows in Swift")
        try await Task.sleep(for: .milliseconds(200))
    }
}
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
