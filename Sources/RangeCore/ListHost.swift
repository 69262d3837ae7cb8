/// Keeps the views of a scroll view, or of anything that scrolls, in line with a list.
///
/// ```swift
/// let surface = Surface()  // a scroll view, as a ScrollSurface
/// let host = ListHost(surface: surface, controller: list)
/// host.update()  // and whenever it scrolls or is laid out
/// try list.insertItems(count: 5, at: 0)
/// host.update()  // and after edits
/// print(surface.viewport.offset)  // 520.0
/// ```
///
/// It is the loop that every client of the list needs (see <doc:ClientRules>). Each ``update()`` reads
/// the surface's viewport, updates the controller, measures the rows that are visible, and updates
/// again until all are measured; then it gives the surface the scroll length, the offset, and the
/// places of the views. After that it measures rows ahead, within ``measuringBudget``.
///
/// An item gets a view when it becomes visible, or earlier when it is measured ahead, and keeps it,
/// wherever edits move it, until it leaves the display range; its node's exit callbacks come before
/// ``ScrollSurface/recycle(_:)``.
///
/// While the viewport is held (a finger, a fling), offsets are left alone, and views are placed
/// where they belong with respect to the held offset; the first update after that catches up.
///
/// The host makes all updates of its controller: ``RangeController/updateAgain()``, batches that have
/// arrived, and retries end in ``update()``. So ``RangeController/onUpdate`` is not called, and
/// ``RangeController/update(_:)`` must not be. Edits go to the controller.
///
/// Scrolling allocates nothing but the views and nodes that are made.
@MainActor
public final class ListHost<Surface: ScrollSurface> {
    /// The list.
    public let controller: RangeController

    /// The surface, which is held weakly, since it usually owns the host. Without it updates do
    /// nothing.
    public private(set) weak var surface: Surface?

    /// How long one update may measure rows that are in the display range but not visible, nearest
    /// first; 4 ms by default.
    ///
    /// The rest is measured in an update of the host's own, after a pause of the same length. With
    /// zero, rows are measured only when they become visible.
    public var measuringBudget: Duration = .milliseconds(4)

    /// Returns how many items fit side by side, for a new breadth. While this is nil, the number of
    /// columns stays.
    public var columnsForBreadth: (@MainActor (Double) -> Int)?

    /// Called after each update, when everything has been placed. Its correction has been applied.
    public var onUpdate: (@MainActor (ListUpdate) -> Void)?

    /// Called when an update fails, for example when out of memory, or when the surface measures
    /// NaN.
    public var onError: (@MainActor (RangeCoreError) -> Void)?

    /// The error of the last update; nil if it succeeded.
    public internal(set) var error: RangeCoreError?

    // What was last read from the surface, or told to it. Nil: not yet.
    var breadth: Double?
    var scrollLength: Double?
    // An offset that the host set, as the toolkit then had it: the user has not scrolled there.
    var own: (toolkit: Double, exact: Double)?

    // For what there is nothing left to measure, and for what the views are placed.
    var searched: Searched?
    var placed: Placed?
    var done = Done()
    // Of rows, and the positions of views that have moved; kept for their memory.
    var offsets: [Double] = []
    var extents: [Double] = []
    var moved: [Int] = []
    var isRetired = false
    var isUpdating = false
    // While the surface's offset or scroll length is set.
    var isWriting = false
    // Whether an update has been asked for during one.
    var isOutdated = false
    var requestedScroll: (index: Int, alignment: ScrollAlignment, isAnimated: Bool)?
    // During an update that scrolls to it.
    var target: Int?

    /// Creates the host of a list, and takes over the updates of its controller.
    ///
    /// A controller has one host: the last one created. The views of an earlier one are recycled, and
    /// its updates do nothing. Keep the host for as long as the surface shows the list.
    ///
    /// Call ``update()`` once the surface has its size. The host of a list in a node's
    /// ``RangeNode/nestedController`` updates by itself whenever the node's state changes.
    ///
    /// - Parameters:
    ///   - surface: The surface.
    ///   - controller: The controller of the list.
    public init(surface: Surface, controller: RangeController) {
        (self.surface, self.controller) = (surface, controller)
        controller.take(host: self)
    }

    // -- views --

    /// Returns the view of an item; nil if it has none.
    ///
    /// - Complexity: O(log nodes).
    public func view(ofItem index: Int) -> Surface.ItemView? {
        guard !isRetired, let node = controller.node(ofItem: index) else { return nil }
        return view(of: node)
    }

    /// Returns where the view of an item was last placed; nil if it has none.
    ///
    /// - Complexity: O(log nodes).
    public func frame(ofItem index: Int) -> ItemFrame? {
        isRetired ? nil : controller.nodes.frame(ofItem: index)
    }

    // The controller's nodes hold the views, so that edits need to move them only once.
    func view(of node: RangeNode) -> Surface.ItemView? {
        guard let view = node.hostView else { return nil }
        return unsafeDowncast(view, to: Surface.ItemView.self)
    }

    // -- requests --

    /// Scrolls to an item.
    ///
    /// Rows on the way that are measured meanwhile do not shift the target. Within a callback it takes
    /// effect when the update is complete. Errors are those of
    /// ``RangeController/setScrollTarget(_:at:)``.
    ///
    /// - Parameters:
    ///   - index: The index of the item.
    ///   - alignment: Where to align it.
    ///   - animated: Whether the surface animates the movement.
    public func scroll(
        toItem index: Int, at alignment: ScrollAlignment = .nearest, animated: Bool = false
    ) {
        requestedScroll = (index, alignment, animated)
        // The target depends on the viewport.
        update()
    }

    /// Begins the movement that was requested before or during an update.
    func beginScroll(on surface: Surface) {
        guard let (index, alignment, isAnimated) = requestedScroll else { return }
        requestedScroll = nil
        do throws(RangeCoreError) {
            let offset = try controller.setScrollTarget(index, at: alignment)
            if isAnimated {
                surface.setOffset(offset, animated: true)
            } else {
                write(offset, to: surface)
                target = index
                update()
                target = nil
            }
        } catch {
            report(error)
        }
    }

    /// Measures all rows again, visible ones at once, for example after a change of the text size.
    ///
    /// They keep their extents until then. A new ``ScrollSurface/breadth`` needs no call.
    public func remeasure() {
        do throws(RangeCoreError) {
            try controller.markProvisional(0..<controller.count)
        } catch {
            report(error)
        }
        update()
    }

    func report(_ error: RangeCoreError) {
        self.error = error
        onError?(error)
    }
}
