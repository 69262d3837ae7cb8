#if canImport(UIKit)
public import RangeCore
public import UIKit

/// A scroll view that shows the rows of a list, with views that you make and it reuses.
///
/// ```swift
/// let list = try RangeController(estimate: 300) { index in PhotoNode(photos[index]) }
/// let view = ListScrollView(controller: list) { view, index in
///     let row = view.dequeue(PhotoRow.self) ?? PhotoRow()
///     row.show(photos[index], in: list.node(ofItem: index) as? PhotoNode)
///     return row
/// }
/// try list.insertItems(count: photos.count, at: 0)
/// view.update()  // after edits
/// ```
///
/// A row's extent is what Auto Layout makes of its view, or an override of
/// ``measure(_:ofItem:columns:)``. Rows keep their place on screen while others above them are measured,
/// inserted or removed. The view finds out by itself when it is scrolled or has another size, when the
/// user's text size changes, when memory is short and when the app is in the background.
///
/// While a finger or a fling moves the content, setting `contentOffset` would end that. So corrections
/// wait until it is over, and rows are drawn where they belong meanwhile; see
/// `ListViewport.isHeld`.
@MainActor
open class ListScrollView: UIScrollView, ScrollSurface {
    /// The list.
    public let controller: RangeController

    /// What keeps the rows in line with the list.
    public private(set) lazy var host = ListHost(surface: self, controller: controller)

    /// Whether the list scrolls sideways.
    public let isHorizontal: Bool

    // Its origin is the corner of the content at which the list begins.
    private let content = UIView(frame: .zero)
    private let makeRow: (ListScrollView, Int) -> UIView
    private var spareRows: [ObjectIdentifier: [UIView]] = [:]
    private let events = ScrollEvents()
    private var scrollLength = 0.0
    // Where a fling will come to rest.
    var landingOffset: CGPoint?
    private var isAnimating = false
    // A page that VoiceOver has turned is the user's, although nothing is tracked.
    private var isTurningPage = false

    /// Creates a scroll view for a list.
    ///
    /// - Parameters:
    ///   - controller: The controller of the list.
    ///   - isHorizontal: Whether the list scrolls sideways; from right to left in a view that is laid
    ///     out that way.
    ///   - makeRow: A closure that returns the view of the item at an index: a reused one, see
    ///     ``dequeue(_:)``, or a new one. It must not edit the list.
    public init(
        controller: RangeController, isHorizontal: Bool = false,
        makeRow: @escaping (_ view: ListScrollView, _ index: Int) -> UIView
    ) {
        (self.controller, self.isHorizontal, self.makeRow) = (controller, isHorizontal, makeRow)
        super.init(frame: .zero)
        addSubview(content)
        events.view = self
        events.observe()
        super.delegate = events
    }

    /// Not available: the list and its rows come from code.
    public required init?(coder: NSCoder) { nil }

    /// The app's own delegate, which is sent everything that it responds to.
    open override weak var delegate: (any UIScrollViewDelegate)? {
        get { events.next }
        set {
            events.next = newValue
            // UIKit remembers what a delegate responds to.
            super.delegate = nil
            super.delegate = events
        }
    }

    // -- rows --

    /// Returns a view of a class that is no longer needed by another row; nil if there is none.
    ///
    /// Views of subclasses are kept apart.
    public func dequeue<Row: UIView>(_ type: Row.Type) -> Row? {
        spareRows[ObjectIdentifier(type)]?.popLast() as? Row
    }

    /// Updates the list as it is now; call it after edits.
    public func update() { host.update() }

    /// Changes the settings of the list, and updates it.
    ///
    /// An invalid value changes nothing, and is reported to `ListHost.onError`.
    public func configure(_ change: (inout ListSettings) -> Void) {
        do throws(RangeCoreError) {
            try controller.configure(change)
        } catch {
            host.onError?(error)
        }
        host.update()
    }

    /// Scrolls to an item; see `ListHost.scroll(toItem:at:animated:)`.
    public func scroll(
        toItem index: Int, at alignment: ScrollAlignment = .nearest, animated: Bool = true
    ) {
        host.scroll(toItem: index, at: alignment, animated: animated)
    }

    // -- what UIKit calls --

    open override func layoutSubviews() {
        super.layoutSubviews()
        host.update()
    }

    open override func adjustedContentInsetDidChange() {
        super.adjustedContentInsetDidChange()
        setNeedsLayout()
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        let isOnScreen = window != nil
        configure { $0.presence = isOnScreen ? .onScreen : .near }
    }

    /// Scrolls by a page, as a scroll view does for VoiceOver; the list takes it for the user's.
    open override func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool {
        let before = contentOffset
        isTurningPage = true
        let scrolls = super.accessibilityScroll(direction)
        host.update()
        // An animation goes on until it comes to rest.
        isTurningPage = scrolls && contentOffset == before
        return scrolls
    }

    // A drag, a fling or an animation is over: what was held can be corrected.
    func didComeToRest() {
        (landingOffset, isAnimating, isTurningPage) = (nil, false, false)
        setNeedsLayout()
    }

    // -- the surface --

    private var axis: ScrollAxis {
        ScrollAxis(
            isHorizontal: isHorizontal,
            isRightToLeft: effectiveUserInterfaceLayoutDirection == .rightToLeft)
    }

    private var visible: Double { isHorizontal ? bounds.width : bounds.height }

    public var viewport: ListViewport {
        let (axis, inset) = (axis, adjustedContentInset)
        func offset(_ point: CGPoint) -> Double {
            axis.offset(ofX: point.x, y: point.y, visible: visible, length: scrollLength)
        }
        let isUserDriven = isTracking || isDragging || isDecelerating
        var viewport = ListViewport(
            offset: offset(contentOffset), length: visible, insetStart: inset.top,
            insetEnd: inset.bottom, isUserDriven: isUserDriven || isTurningPage,
            isHeld: isUserDriven || isAnimating, isDragged: isTracking)
        if isHorizontal {
            let insets: (Double, Double) = (inset.left, inset.right)
            (viewport.insetStart, viewport.insetEnd) =
                axis.isRightToLeft ? (insets.1, insets.0) : insets
        }
        if isDecelerating { viewport.landingOffset = landingOffset.map(offset) }
        // When the user taps the status bar.
        if #available(iOS 17.4, *), isScrollAnimating { viewport.isHeld = true }
        return viewport
    }

    public var breadth: Double {
        let inset = adjustedContentInset
        return isHorizontal
            ? bounds.height - inset.top - inset.bottom : bounds.width - inset.left - inset.right
    }

    public func setScrollLength(_ length: Double) {
        let offset = viewport.offset
        scrollLength = length
        contentSize =
            isHorizontal
            ? CGSize(width: length, height: breadth) : CGSize(width: breadth, height: length)
        content.frame = CGRect(origin: .zero, size: contentSize)
        guard isHorizontal, axis.isRightToLeft else { return }
        // The start of the list is the right edge, which has moved.
        content.bounds = CGRect(x: -length, y: 0, width: length, height: breadth)
        setOffset(offset, animated: false)
    }

    public func setOffset(_ offset: Double, animated: Bool) {
        var target = contentOffset
        let (x, y) = axis.position(ofOffset: offset, visible: visible, length: scrollLength)
        if isHorizontal { target.x = x } else { target.y = y }
        // Without a movement no end of the animation is told.
        isAnimating = animated && target != contentOffset
        setContentOffset(target, animated: animated)
    }

    public func makeView(ofItem index: Int) -> UIView {
        let row = makeRow(self, index)
        row.isHidden = false
        content.addSubview(row)
        return row
    }

    /// Measures a row with Auto Layout: as high as it wants to be at its width, or as wide at its
    /// height. Override it for rows that are measured otherwise.
    open func measure(_ view: UIView, ofItem index: Int, columns: Int) -> Double {
        let share = breadth / Double(columns)
        let least = UIView.layoutFittingCompressedSize
        if isHorizontal {
            return view.systemLayoutSizeFitting(
                CGSize(width: least.width, height: share),
                withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .required
            ).width
        }
        return view.systemLayoutSizeFitting(
            CGSize(width: share, height: least.height),
            withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
        ).height
    }

    public func place(_ view: UIView, at frame: ItemFrame) {
        let (x, y, width, height) = axis.rectangle(of: frame, breadth: breadth)
        view.frame = CGRect(x: x, y: y, width: width, height: height)
    }

    public func recycle(_ view: UIView) {
        view.isHidden = true
        spareRows[ObjectIdentifier(type(of: view)), default: []].append(view)
    }
}
#endif
