// A list in GTK 4, in one file to be copied: what is of this app are the rows, and the edits of their keys.

import CGTK
import CMovement
import Dispatch
import Glibc
import RangeCore

/// The label of a row, which is used again for other items.
public final class Row {
    let label = row_new()!
    var frame: ItemFrame?

    init(in view: UnsafeMutablePointer<GtkWidget>) {
        gtk_widget_add_css_class(label, "row")
        gtk_widget_set_parent(label, view)
    }

    func show(_ key: Int) {
        let text = String(repeating: "A boat leaves with the tide. ", count: key * 7919 % 8)
        gtk_label_set_text(OpaquePointer(label), "\(key). \(text)")
    }
}

/// A list of texts in a GtkScrolledWindow, each as tall as GTK makes it.
open class RowList: ScrollSurface {
    public let controller = RangeController(estimate: 60)
    public private(set) var host: ListHost<RowList>!
    /// The keys of the items, by index.
    public private(set) var keys: [Int] = []
    /// What GTK's widgets for it are: a viewport that leaves its layout to the list.
    public let view = list_new()!
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>
    private var movement: OpaquePointer?
    private var rows: [ObjectIdentifier: Row] = [:]
    private var spare: [Row] = []
    private var (width, height, length) = (0.0, 0.0, 0.0)
    private var (isScrolled, isDue) = (false, false)

    public init(in scroller: UnsafeMutablePointer<GtkWidget>) {
        let window = as_scrolled_window(scroller)!
        adjustment = gtk_scrolled_window_get_vadjustment(window)
        host = ListHost(surface: self, controller: controller)
        host.onError = { fatalError("\($0)") }
        let data = Unmanaged.passUnretained(self).toOpaque()
        g_object_set_data(asObject(view), "list", data)
        gtk_widget_set_layout_manager(view, gtk_custom_layout_new(nil, measureNothing, allocate))
        gtk_scrolled_window_set_child(window, view)
        movement = rc_gtk_movement_create(
            window,
            { data, isScrolled in call(data) { $0.didMove(isScrolled: isScrolled) } }, data)
    }

    /// Ends it, before the end of its scrolled window.
    public func close() {
        rc_gtk_movement_destroy(movement)
        movement = nil
        for row in Array(rows.values) + spare { gtk_widget_unparent(row.label) }
        (rows, spare) = ([:], [])
        g_object_set_data(asObject(view), "list", nil)
    }

    // -- edits --

    public func insert(_ new: [Int], at index: Int) throws {
        try controller.insertItems(count: new.count, at: index)
        keys.insert(contentsOf: new, at: index)
        setNeedsUpdate()
    }

    public func remove(_ items: Range<Int>) throws {
        try controller.removeItems(items)
        keys.removeSubrange(items)
        setNeedsUpdate()
    }

    // One update for all edits of a turn of the loop.
    private func setNeedsUpdate() {
        if isDue { return }
        isDue = true
        scheduler.schedule { [weak self] in
            self?.isDue = false
            self?.update()
        }
    }

    public func update() {
        if movement == nil { return }
        host.update()
        tellPlaces()
        gtk_widget_queue_allocate(view)
    }

    // Assistive technology goes through the rows in the order of the widgets.
    private func tellPlaces() {
        let placed = rows.values.compactMap { row in host.item(of: row).map { ($0, row.label) } }
        var last: UnsafeMutablePointer<GtkWidget>?
        for (index, label) in placed.sorted(by: { $0.0 < $1.0 }) {
            tell_place(label, Int32(index), Int32(keys.count))
            if gtk_widget_get_prev_sibling(label) != last {
                gtk_widget_insert_after(label, view, last)
            }
            last = label
        }
    }

    private func didMove(isScrolled: Bool) {
        self.isScrolled = isScrolled
        update()
        self.isScrolled = false
    }

    /// A finger comes or goes, where there is no touchscreen.
    public func touch(_ isTouched: Bool) { rc_gtk_movement_touch(movement, isTouched) }

    // -- the surface --

    public var scheduler: ListScheduler { loop }

    public var viewport: ListViewport {
        ListViewport(
            offset: offset, length: height, isUserDriven: isScrolled,
            isHeld: rc_gtk_movement_is_held(movement),
            isDragged: rc_gtk_movement_is_dragged(movement))
    }

    public var offset: Double { gtk_adjustment_get_value(adjustment) }

    public var breadth: Double { width }

    public func setScrollLength(_ length: Double) {
        self.length = length
        setOffset(offset, animated: false)
    }

    open func setOffset(_ offset: Double, animated: Bool) {
        rc_gtk_movement_set_scroll(movement, length, offset, height)
    }

    public func makeView(ofItem index: Int) -> Row {
        let row = spare.popLast() ?? Row(in: view)
        row.show(keys[index])
        gtk_widget_set_visible(row.label, 1)
        rows[ObjectIdentifier(row)] = row
        // Its place is yet to be told, also of one that the host makes ahead by itself.
        setNeedsUpdate()
        return row
    }

    public func measure(_ row: Row, ofItem index: Int, columns: Int) -> Double {
        var height: Int32 = 0
        gtk_widget_measure(
            row.label, GTK_ORIENTATION_VERTICAL, Int32(width), nil, &height, nil, nil)
        return Double(height)
    }

    public func place(_ row: Row, at frame: ItemFrame) { row.frame = frame }

    public func recycle(_ row: Row) {
        gtk_widget_set_visible(row.label, 0)
        row.frame = nil
        rows[ObjectIdentifier(row)] = nil
        spare.append(row)
    }

    // Rows are made and measured before: while GTK lays out, a text that changes can leave a widget
    // without its place. But a new size is known only now.
    fileprivate func layOut(width: Double, height: Double) {
        if (width, height) != (self.width, self.height) {
            (self.width, self.height) = (width, height)
            host.update()
        }
        for row in rows.values {
            guard let frame = row.frame else { continue }
            var place = graphene_point_t(x: 0, y: Float(frame.start - offset))
            gtk_widget_allocate(
                row.label, Int32(width), Int32(frame.extent), -1,
                gsk_transform_translate(nil, &place))
        }
    }
}

// -- what GTK calls, which is on the main thread --

private func call(_ data: UnsafeMutableRawPointer?, _ body: @MainActor (RowList) -> Void) {
    guard let data else { return }
    let list = Unmanaged<RowList>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { body(list) }
}

private func asObject(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
}

private let measureNothing: GtkCustomMeasureFunc = { _, _, _, _, _, _, _ in }

private let allocate: GtkCustomAllocateFunc = { view, width, height, _ in
    call(g_object_get_data(asObject(view!), "list")) {
        $0.layOut(width: Double(width), height: Double(height))
    }
}

// -- GTK's loop --

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
