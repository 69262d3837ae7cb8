#if canImport(UIKit) && !os(watchOS)
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
/// inserted or removed, also in a fling, which goes on. The view finds out by itself when it is scrolled
/// or has another size, when the user's text size changes, when memory is short and when the app is in the
/// background.
///
/// Under a finger, in a bounce and in an animated scroll corrections wait until it is over, and rows are
/// drawn where they belong meanwhile; see `ListViewport.isHeld`.
///
/// A vertical list bounces however short it is, so that it can be pulled to refresh, and is the one that a
/// tap on the status bar scrolls to the top: horizontal ones in its rows leave that to it.
@MainActor
open class ListScrollView: UIScrollView, ScrollSurface {
    /// The list.
    public let controller: RangeController

    /// What keeps the rows in line with the list.
    public private(set) lazy var host = ListHost(surface: self, controller: controller)

    /// Whether the list scrolls sideways.
    public let isHorizontal: Bool

    private let content: RowContainer
    private let makeRow: (ListScrollView, Int) -> UIView
    private var spareRows: [ObjectIdentifier: [UIView]] = [:]
    // Those that have yet to be placed for the item that they show.
    private var newRows: Set<ObjectIdentifier> = []
    private let events = ScrollEvents()
    private var appEvents: AppEvents?
    private let start = ContinuousClock.now
    var state = ScrollState()
    private var needsMeasure = false
    private var brake: Task<Void, Never>?

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
        content = RowContainer(isHorizontal: isHorizontal)
        super.init(frame: .zero)
        addSubview(content)
        (alwaysBounceVertical, alwaysBounceHorizontal) = (!isHorizontal, isHorizontal)
        #if !os(tvOS)
        scrollsToTop = !isHorizontal
        #endif
        events.observe(self)
        appEvents = AppEvents { [weak self] change in
            self?.configure(change)
            self?.dropSpareRows()
        }
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
        // The list assigns offsets, and a fling would go on from there.
        if isDecelerating {
            setContentOffset(contentOffset, animated: false)
            state.comeToRest()
        }
        host.scroll(toItem: index, at: alignment, animated: animated)
    }

    // -- what UIKit calls --

    open override func layoutSubviews() {
        super.layoutSubviews()
        state.willUpdate(reading, at: now)
        if let position = state.applyLength(reading, at: now) { showLength(position) }
        if needsMeasure {
            needsMeasure = false
            host.remeasure()
        } else {
            host.update()
        }
        state.didUpdate(reading)
        if brake == nil, let end = state.brakeEnd(at: now) { updateAgain(at: end) }
    }

    private func updateAgain(at time: Double) {
        brake = Task { [weak self] in
            try? await Task.sleep(for: .seconds(time - (self?.now ?? time)))
            self?.brake = nil
            self?.setNeedsLayout()
        }
    }

    // Labels take in another text size when they are laid out.
    func setNeedsMeasure() {
        needsMeasure = true
        setNeedsLayout()
    }

    private func dropSpareRows() {
        if controller.settings.memoryPressure == .normal { return }
        for row in spareRows.values.joined() { row.removeFromSuperview() }
        spareRows = [:]
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
        state.isTurningPage = true
        let scrolls = super.accessibilityScroll(direction)
        host.update()
        // An animation goes on until it comes to rest.
        state.isTurningPage = scrolls && contentOffset == before
        return scrolls
    }

    // A drag, a fling or an animation is over: what was held can be corrected.
    func didComeToRest() {
        state.comeToRest()
        setNeedsLayout()
    }

    // -- the surface --

    var now: Double { (ContinuousClock.now - start) / .seconds(1) }

    private var axis: ScrollAxis {
        ScrollAxis(
            isHorizontal: isHorizontal,
            isRightToLeft: effectiveUserInterfaceLayoutDirection == .rightToLeft)
    }

    func position(of point: CGPoint) -> Double { isHorizontal ? point.x : point.y }

    private func point(at position: Double) -> CGPoint {
        var point = contentOffset
        if isHorizontal { point.x = position } else { point.y = position }
        return point
    }

    var reading: ScrollState.Reading {
        let inset = adjustedContentInset
        var reading = ScrollState.Reading()
        (reading.axis, reading.position) = (axis, position(of: contentOffset))
        reading.visible = isHorizontal ? bounds.width : bounds.height
        reading.insets = isHorizontal ? [inset.left, inset.right] : [inset.top, inset.bottom]
        (reading.isTracking, reading.isDragging) = (isTracking, isDragging)
        reading.isDecelerating = isDecelerating
        if #available(iOS 17.4, tvOS 17.4, visionOS 1.1, *) {
            reading.isAnimating = isScrollAnimating
        }
        return reading
    }

    public var viewport: ListViewport { state.viewport(reading, at: now) }

    public var breadth: Double {
        let inset = adjustedContentInset
        return isHorizontal
            ? bounds.height - inset.top - inset.bottom : bounds.width - inset.left - inset.right
    }

    public func setScrollLength(_ length: Double) {
        showLength(state.setLength(length, reading, at: now))
    }

    private func showLength(_ position: Double?) {
        let length = state.scrollLength
        contentSize =
            isHorizontal
            ? CGSize(width: length, height: breadth) : CGSize(width: breadth, height: length)
        // A list from right to left starts at the right edge, which has moved.
        content.start = axis.isReversed ? length : 0
        content.breadth = breadth
        if let position { contentOffset = point(at: position) }
    }

    public func setOffset(_ offset: Double, animated: Bool) {
        if animated {
            guard let position = state.animate(to: offset, reading, at: now) else { return }
            setContentOffset(point(at: position), animated: true)
        } else {
            contentOffset = point(at: state.setOffset(offset, reading, at: now))
        }
    }

    public func makeView(ofItem index: Int) -> UIView {
        let row = makeRow(self, index)
        row.translatesAutoresizingMaskIntoConstraints = true
        row.isHidden = false
        content.addSubview(row)
        newRows.insert(ObjectIdentifier(row))
        return row
    }

    /// Measures a row with Auto Layout: as high as it wants to be at its width, or as wide at its
    /// height. Override it for rows that are measured otherwise.
    open func measure(_ view: UIView, ofItem index: Int, columns: Int) -> Double {
        let share = ScrollAxis.share(of: breadth, columns: columns, scale: pixelsOfPoint)
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
        let (x, y, width, height) = axis.rectangle(
            of: frame, breadth: breadth, scale: pixelsOfPoint)
        let rectangle = CGRect(x: x, y: y, width: width, height: height)
        guard newRows.remove(ObjectIdentifier(view)) != nil else {
            return content.place(view, at: rectangle)
        }
        // In the animation of a rotation or a keyboard it would fly in from where it was last.
        UIView.performWithoutAnimation {
            content.place(view, at: rectangle)
            view.layoutIfNeeded()
        }
    }

    public func recycle(_ view: UIView) {
        view.isHidden = true
        newRows.remove(ObjectIdentifier(view))
        spareRows[ObjectIdentifier(type(of: view)), default: []].append(view)
    }
}
#endif
