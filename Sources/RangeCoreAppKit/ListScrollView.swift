#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import RangeCore

/// A scroll view that shows the rows of a list, with views that you make and it reuses.
///
/// ```swift
/// let list = RangeController(estimate: 300) { index in PhotoNode(photos[index]) }
/// let view = ListScrollView(controller: list) { view, index in
///     let row = view.dequeue(PhotoRow.self) ?? PhotoRow()
///     row.photo = photos[index]
///     return row
/// }
/// try list.insertItems(count: photos.count, at: 0)
/// view.update()  // after edits
/// ```
///
/// A row's extent is what Auto Layout makes of its view, or an override of
/// ``measure(_:ofItem:columns:)``. Rows keep their place on screen while others above them are measured,
/// inserted or removed. The view finds out by itself when it is scrolled or has another size, when memory
/// is short and when it or its window cannot be seen. macOS has no Dynamic Type
/// (developer.apple.com/design/human-interface-guidelines/typography): if the app itself changes the size of
/// its text, call `markProvisional(0..<controller.count)` of the controller, then ``update()``.
///
/// While a gesture or an animation moves the content, scrolling elsewhere would end that. So corrections
/// wait until it is over, and rows are drawn where they belong meanwhile; see
/// ``ListViewport/isHeld``. They do not wait while the thumb of a scroller is dragged.
@MainActor
open class ListScrollView: NSScrollView, ScrollSurface {
    /// The list.
    public let controller: RangeController

    /// What keeps the rows in line with the list.
    public private(set) lazy var host = ListHost(surface: self, controller: controller)

    /// Whether the list scrolls sideways.
    public let isHorizontal: Bool

    // Its origin is the corner of the content at which the list begins.
    private let content = FlippedView(frame: .zero)
    private let makeRow: (ListScrollView, Int) -> NSView
    private var spareRows: [ObjectIdentifier: [NSView]] = [:]
    private let events = ScrollEvents()
    // Of the content as it is, and as the list wants it.
    private var scrollLength = 0.0
    private var wantedLength = 0.0
    private var isLiveScrolling = false
    private var isThumb = false
    private var isAnimating = false
    // What the last update has left: whoever has moved it from there is the user.
    private var known: SettledScroll?
    private var pressure: MemoryPressureSource?
    private var overlayView: RangeOverlayView?

    /// Creates a scroll view for a list, with a scroller.
    ///
    /// - Parameters:
    ///   - controller: The controller of the list.
    ///   - isHorizontal: Whether the list scrolls sideways; from right to left in a view that is laid
    ///     out that way.
    ///   - makeRow: A closure that returns the view of the item at an index: a reused one, see
    ///     ``dequeue(_:)``, or a new one. It must not edit the list.
    public init(
        controller: RangeController, isHorizontal: Bool = false,
        makeRow: @escaping (_ view: ListScrollView, _ index: Int) -> NSView
    ) {
        (self.controller, self.isHorizontal, self.makeRow) = (controller, isHorizontal, makeRow)
        super.init(frame: .zero)
        documentView = content
        hasVerticalScroller = !isHorizontal
        hasHorizontalScroller = isHorizontal
        events.observe(self)
        pressure = MemoryPressureSource { [weak self] level in
            self?.configure { $0.memoryPressure = level }
            if level != .normal { self?.dropSpareRows() }
        }
    }

    private func dropSpareRows() {
        for row in spareRows.values.joined() { row.removeFromSuperview() }
        spareRows = [:]
    }

    /// Not available: the list and its rows come from code.
    public required init?(coder: NSCoder) { nil }

    // -- rows --

    /// Returns a view of a class that is no longer needed by another row; nil if there is none.
    ///
    /// Views of subclasses are kept apart.
    public func dequeue<Row: NSView>(_ type: Row.Type) -> Row? {
        spareRows[ObjectIdentifier(type)]?.popLast() as? Row
    }

    /// Updates the list as it is now; call it after edits.
    public func update() { host.update() }

    /// Changes the settings of the list, and updates it.
    ///
    /// - Precondition: Each has a value that its own documentation allows.
    public func configure(_ change: (inout ListSettings) -> Void) {
        controller.configure(change)
        host.update()
    }

    /// Whether a strip beside the rows shows the ranges and what loads; false by default, for debugging.
    ///
    /// It shows the rows around the viewport by their range: visible, display, preload or none; beside each
    /// what its load does, if a `Preloader` or a `PageStore` loads for the list: waiting, in progress, done,
    /// failed, late or not wanted any more; and the fetches at the ends. In a release build nothing is shown
    /// unless the user default `RangeCoreOverlay` is true, as with the launch argument
    /// `-RangeCoreOverlay YES`.
    open var showsRangeOverlay = false {
        didSet {
            overlayView?.removeFromSuperview()
            overlayView = nil
            guard showsRangeOverlay, RangeOverlayView.isAllowed else { return }
            overlayView = RangeOverlayView(isHorizontal: isHorizontal) { [controller] in
                RangeOverlay(controller)
            }
            overlayView?.cover(self)
        }
    }

    /// Scrolls to an item; see ``ListHost/scroll(toItem:at:animated:)``.
    public func scroll(
        toItem index: Int, at alignment: ScrollAlignment = .nearest, animated: Bool = true
    ) {
        host.scroll(toItem: index, at: alignment, animated: animated)
    }

    /// Scrolls to an offset, and arrives there, however rows on the way are measured; see
    /// ``ListHost/scroll(toOffset:animated:)``.
    public func scroll(toOffset offset: Double, animated: Bool = true) {
        host.scroll(toOffset: offset, animated: animated)
    }

    // -- what AppKit calls --

    open override func tile() {
        super.tile()
        // AppKit does so before there is content too.
        if documentView != nil { didMove() }
        overlayView?.cover(self)
    }

    open override func viewDidHide() {
        super.viewDidHide()
        didChangeVisibility()
    }

    open override func viewDidUnhide() {
        super.viewDidUnhide()
        didChangeVisibility()
    }

    open override func viewDidMoveToWindow() {
        super.viewDidMoveToWindow()
        didChangeVisibility()
    }

    // In a window or not, as in a tab; a window that is hidden, miniaturized or covered is seen by nobody.
    func didChangeVisibility() {
        let isOnScreen =
            !isHiddenOrHasHiddenAncestor && window?.occlusionState.contains(.visible) == true
        configure { $0.presence = isOnScreen ? .onScreen : .near }
    }

    // It was scrolled, or laid out.
    func didMove() {
        host.update()
        known = settled
    }

    // A gesture, or the thumb of a scroller: only the thumb takes a correction.
    func willStartScrolling() {
        let event = NSApplication.shared.currentEvent?.type
        (isLiveScrolling, isThumb) = (true, event == .leftMouseDown || event == .leftMouseDragged)
    }

    // A gesture or an animation is over: what was held can be corrected.
    func didComeToRest() {
        (isLiveScrolling, isAnimating) = (false, false)
        applyLength()
        didMove()
    }

    // -- the surface --

    private var axis: ScrollAxis {
        ScrollAxis(
            isHorizontal: isHorizontal, isRightToLeft: userInterfaceLayoutDirection == .rightToLeft)
    }

    private var visible: Double {
        isHorizontal ? contentView.bounds.width : contentView.bounds.height
    }

    private var settled: SettledScroll {
        let (origin, inset) = (contentView.bounds.origin, contentInsets)
        return SettledScroll(
            position: isHorizontal ? origin.x : origin.y, visible: visible,
            insets: isHorizontal ? [inset.left, inset.right] : [inset.top, inset.bottom],
            scrollLength: scrollLength)
    }

    private var isHeld: Bool { (isLiveScrolling && !isThumb) || isAnimating }

    public var viewport: ListViewport {
        let (axis, inset, origin) = (axis, contentInsets, contentView.bounds.origin)
        // The steps of a wheel and keys are not announced as live scrolling.
        let isStep = !isAnimating && known?.isMovedAlone(in: settled) == true
        var viewport = ListViewport(
            offset: axis.offset(ofX: origin.x, y: origin.y, visible: visible, length: scrollLength),
            length: visible, insetStart: inset.top, insetEnd: inset.bottom,
            isUserDriven: isLiveScrolling || isStep,
            isHeld: isHeld,
            isDragged: isLiveScrolling && isThumb)
        if isHorizontal {
            let insets: (Double, Double) = (inset.left, inset.right)
            (viewport.insetStart, viewport.insetEnd) =
                axis.isRightToLeft ? (insets.1, insets.0) : insets
        }
        return viewport
    }

    public var breadth: Double {
        let (bounds, inset) = (contentView.bounds, contentInsets)
        return isHorizontal
            ? bounds.height - inset.top - inset.bottom : bounds.width - inset.left - inset.right
    }

    public func setScrollLength(_ length: Double) {
        wantedLength = length
        // The start of such a list is the right edge, which moves with the length: that ends a gesture.
        if axis.isReversed, isHeld { return }
        applyLength()
    }

    private func applyLength() {
        let (offset, length) = (viewport.offset, wantedLength)
        let isNew = length != scrollLength
        scrollLength = length
        let size =
            isHorizontal
            ? NSSize(width: length, height: breadth) : NSSize(width: breadth, height: length)
        content.frame = NSRect(origin: .zero, size: size)
        guard axis.isReversed else { return }
        content.bounds = NSRect(x: -length, y: 0, width: length, height: breadth)
        if isNew { setOffset(offset, animated: false) }
    }

    public func setOffset(_ offset: Double, animated: Bool) {
        var target = contentView.bounds.origin
        let (x, y) = axis.position(ofOffset: offset, visible: visible, length: scrollLength)
        if isHorizontal { target.x = x } else { target.y = y }
        guard animated, target != contentView.bounds.origin else {
            contentView.scroll(to: target)
            known = settled
            return reflectScrolledClipView(contentView)
        }
        isAnimating = true
        NSAnimationContext.runAnimationGroup { _ in
            contentView.animator().setBoundsOrigin(target)
        } completionHandler: { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.reflectScrolledClipView(self.contentView)
                self.didComeToRest()
            }
        }
    }

    public func makeView(ofItem index: Int) -> NSView {
        let row = makeRow(self, index)
        row.isHidden = false
        content.addSubview(row)
        return row
    }

    /// Measures a row with Auto Layout: as high as it wants to be at its width, or as wide at its
    /// height. Override it for rows that are measured otherwise.
    open func measure(_ view: NSView, ofItem index: Int, columns: Int) -> Double {
        let share = breadth / Double(columns)
        // The constraints that AppKit makes of a frame would contradict this one, and hold the other length as
        // it is. A text field wraps at the width that it was last laid out with.
        view.translatesAutoresizingMaskIntoConstraints = false
        defer { view.translatesAutoresizingMaskIntoConstraints = true }
        if isHorizontal { view.frame.size.height = share } else { view.frame.size.width = share }
        let constraint = (isHorizontal ? view.heightAnchor : view.widthAnchor)
            .constraint(equalToConstant: share)
        constraint.isActive = true
        defer { constraint.isActive = false }
        view.layoutSubtreeIfNeeded()
        return isHorizontal ? view.fittingSize.width : view.fittingSize.height
    }

    public func place(_ view: NSView, at frame: ItemFrame) {
        let (x, y, width, height) = axis.rectangle(of: frame, breadth: breadth)
        view.frame = NSRect(x: x, y: y, width: width, height: height)
    }

    public func recycle(_ view: NSView) {
        view.isHidden = true
        spareRows[ObjectIdentifier(type(of: view)), default: []].append(view)
    }
}

/// A view whose y grows downward, as the offsets of a list do.
private final class FlippedView: NSView {
    override var isFlipped: Bool { true }
}
#endif
