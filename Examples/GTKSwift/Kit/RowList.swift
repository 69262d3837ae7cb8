import CGTK
import CMovement
import RangeCore

private let words =
    "nobody waits until the rain is over, and the light falls on the quiet fields of rye before "
    + "the harbour, where a boat comes in with the tide and another one leaves as it always does"

/// The label of a row, which is used again for other items.
public final class Row {
    let label = row_new()!
    var frame: ItemFrame?

    init(in view: UnsafeMutablePointer<GtkWidget>) {
        gtk_widget_add_css_class(label, "row")
        gtk_widget_set_parent(label, view)
    }
}

/// A list of texts in a GtkScrolledWindow, each as tall as GTK makes it.
public final class RowList: ScrollSurface {
    public let controller = RangeController(estimate: 60)
    public private(set) var host: ListHost<RowList>!
    /// The keys of the items, by index.
    public private(set) var keys: [Int] = []
    /// What GTK's widgets for it are: a viewport that leaves its layout to the list.
    public let view: UnsafeMutablePointer<GtkWidget>
    let adjustment: UnsafeMutablePointer<GtkAdjustment>
    private var movement: OpaquePointer?
    private var rows: [ObjectIdentifier: Row] = [:]
    private var spare: [Row] = []
    private var (width, height, length) = (0.0, 0.0, 0.0)
    private var isScrolled = false
    private var isDue = false
    /// The sum of what the list has changed the offset by, and whether it does so now.
    public private(set) var written = 0.0
    public private(set) var isWriting = false

    public init(in scroller: UnsafeMutablePointer<GtkWidget>) {
        let window = as_scrolled_window(scroller)!
        adjustment = gtk_scrolled_window_get_vadjustment(window)
        view = list_new()
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

    public var isHeld: Bool { rc_gtk_movement_is_held(movement) }

    // -- the surface --

    public var scheduler: ListScheduler { loop }

    public var viewport: ListViewport {
        ListViewport(
            offset: gtk_adjustment_get_value(adjustment), length: height,
            isUserDriven: isScrolled, isHeld: isHeld,
            isDragged: rc_gtk_movement_is_dragged(movement))
    }

    public var breadth: Double { width }

    public func setScrollLength(_ length: Double) {
        self.length = length
        write(gtk_adjustment_get_value(adjustment))
    }

    public func setOffset(_ offset: Double, animated: Bool) { write(offset) }

    private func write(_ offset: Double) {
        let before = gtk_adjustment_get_value(adjustment)
        isWriting = true
        rc_gtk_movement_set_scroll(movement, length, offset, height)
        isWriting = false
        written += gtk_adjustment_get_value(adjustment) - before
    }

    public func makeView(ofItem index: Int) -> Row {
        let row = spare.popLast() ?? Row(in: view)
        let key = keys[index]
        gtk_label_set_text(
            OpaquePointer(row.label), "\(key). \(words.prefix(key * 7919 % words.count))")
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
        let offset = gtk_adjustment_get_value(adjustment)
        for row in rows.values {
            guard let frame = row.frame else { continue }
            var place = graphene_point_t(x: 0, y: Float(frame.start - offset))
            gtk_widget_allocate(
                row.label, Int32(width), Int32(frame.extent), -1,
                gsk_transform_translate(nil, &place))
        }
    }
}

/// Calls a list where GTK calls back, which is on the main thread.
private func call(_ data: UnsafeMutableRawPointer?, _ body: @MainActor (RowList) -> Void) {
    guard let data else { return }
    let list = Unmanaged<RowList>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { body(list) }
}

private func asObject(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
}

// -- what GTK asks of the view --

private let measureNothing: GtkCustomMeasureFunc = { _, _, _, minimum, natural, low, high in
    minimum?.pointee = 0
    natural?.pointee = 0
    low?.pointee = -1
    high?.pointee = -1
}

private let allocate: GtkCustomAllocateFunc = { view, width, height, _ in
    call(g_object_get_data(asObject(view!), "list")) {
        $0.layOut(width: Double(width), height: Double(height))
    }
}
