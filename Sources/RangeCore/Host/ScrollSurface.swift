/// What a toolkit supplies to a ``ListHost``: a viewport that scrolls, and views for items.
///
/// ```swift
/// final class Label { var text = "", top = 0.0 }
///
/// final class Page: ScrollSurface {
///     var viewport = ListViewport(offset: 0, length: 100)
///     var breadth = 320.0
///     var scrollLength = 0.0
///     private var spare: [Label] = []
///
///     func setScrollLength(_ length: Double) { scrollLength = length }
///     func setOffset(_ offset: Double, animated: Bool) { viewport.offset = offset }
///
///     func makeView(ofItem index: Int) -> Label {
///         let label = spare.popLast() ?? Label()
///         label.text = "item \(index)"
///         return label
///     }
///     func measure(_ label: Label, ofItem index: Int, columns: Int) -> Double { 40 }
///     func place(_ label: Label, at frame: ItemFrame) { label.top = frame.start }
///     func recycle(_ label: Label) { spare.append(label) }
/// }
///
/// let page = Page()
/// let host = ListHost(surface: page, controller: list)
/// host.update()
/// print(page.scrollLength, host.view(ofItem: 2)?.top ?? 0)
/// // prints:
/// // 11680.0 80.0
/// ```
///
/// The axis is the list's own: for a horizontal list, offsets and lengths are widths, and `breadth`
/// is the height. In a list that runs from right to left offsets grow to the left. Such a surface
/// maps them, and can place its views in a container whose right edge is the start of the content:
/// then a new scroll length moves only the container.
///
/// The host calls the methods during ``ListHost/update()``. They must not insert, remove or move items.
/// A delegate that hears of the offset that the host has just set may call ``ListHost/update()``: nothing
/// happens then.
@MainActor
public protocol ScrollSurface: AnyObject {
    /// The view of an item.
    associatedtype ItemView: AnyObject

    /// The viewport as the toolkit has it now.
    ///
    /// ``ListViewport/offset`` is the toolkit's own, also outside the scrollable range in a bounce.
    /// The article <doc:ClientRules> has a table of when it is ``ListViewport/isUserDriven`` and
    /// ``ListViewport/isHeld``; ``ListHost/update()`` must also be called when it is no longer held.
    /// A length of 0 stands for a hidden list. The host ignores ``ListViewport/time`` and
    /// ``ListViewport/jitter`` unless its controller's ``RangeController/schedulesUpdates`` is
    /// false.
    var viewport: ListViewport { get }

    /// The length across the axis, in points: the width of a vertical list.
    ///
    /// When it changes, all rows are measured again. So a toolkit that tries several widths while it
    /// lays out returns the last one that it decided on. With 0 or less nothing is measured.
    var breadth: Double { get }

    /// Runs what the host's list does later, such as inserting what was fetched, on the toolkit's loop; in
    /// tasks of the main actor unless you have another.
    ///
    /// Outside Apple's systems GTK, Qt and SDL do not run these: see ``ListScheduler``.
    var scheduler: ListScheduler { get }

    /// Sets the length of what can be scrolled, in points, insets not included.
    ///
    /// Called before ``setOffset(_:animated:)``, so that an offset at the new end is not clamped.
    func setScrollLength(_ length: Double)

    /// Scrolls to an offset, which is within the scrollable range, or past it in a bounce.
    ///
    /// - Parameters:
    ///   - offset: The offset, in points.
    ///   - animated: Whether the movement is to be animated; then ``viewport`` is
    ///     ``ListViewport/isHeld`` until its end. True only where the app asks
    ///     for it, as in ``ListHost/scroll(toItem:at:animated:)``. A surface that cannot may jump.
    func setOffset(_ offset: Double, animated: Bool)

    /// Makes the view of an item, or takes a recycled one, and shows the item in it.
    ///
    /// Fill it with all that is to be seen, also where ``measure(_:ofItem:columns:)`` does so too: a row that comes
    /// back, and has its extent, is not measured again.
    ///
    /// - Parameter index: The index of the item; ``RangeController/node(ofItem:)`` returns its node, if
    ///   the item is in a range, which hears of its new state once all is measured.
    func makeView(ofItem index: Int) -> ItemView

    /// Measures an item, and returns its extent in points, finite and not negative.
    ///
    /// The extent of a row is the largest of its items.
    ///
    /// - Parameters:
    ///   - view: The view of the item.
    ///   - index: The index of the item.
    ///   - columns: How many items share the ``breadth``.
    func measure(_ view: ItemView, ofItem index: Int, columns: Int) -> Double

    /// Places the view of an item among the content, on screen or next to it.
    ///
    /// Called when its place has changed, not while the list only scrolls; for a pinned header also
    /// then.
    ///
    /// - Parameters:
    ///   - view: The view of the item.
    ///   - frame: Its place, in the coordinates of ``ListViewport/offset``.
    func place(_ view: ItemView, at frame: ItemFrame)

    /// Takes a view back, hides it, and may use it for another item.
    func recycle(_ view: ItemView)
}

extension ScrollSurface {
    /// Tasks of the main actor.
    public var scheduler: ListScheduler { .mainActor }
}

/// Where the view of an item is among the content of a ``ScrollSurface``.
///
/// ```swift
/// let frame = ItemFrame(start: 120, extent: 80, column: 1, columns: 3)
/// let width = 330 / Double(frame.columns)
/// print(Double(frame.column) * width, frame.start, width, frame.extent)  // 110.0 120.0 110.0 80.0
/// ```
public struct ItemFrame: Sendable, Hashable {
    /// Where its row starts, in points from scroll offset 0.
    public var start: Double
    /// The extent of its row, in points.
    public var extent: Double
    /// Its place in the row, in 0 ..< columns; in lanes, its lane.
    public var column: Int
    /// How many items a full row has; in lanes how many there are, and 1 for an item across all of them.
    public var columns: Int

    /// Whether it is the header that is pinned at the start of the viewport (see
    /// ``ListSettings/pinsHeaders``), to be drawn above all others. ``start`` then moves with the
    /// viewport.
    public var isPinned: Bool

    /// Creates a frame.
    public init(
        start: Double, extent: Double, column: Int = 0, columns: Int = 1, isPinned: Bool = false
    ) {
        (self.start, self.extent) = (start, extent)
        (self.column, self.columns) = (column, columns)
        self.isPinned = isPinned
    }
}
