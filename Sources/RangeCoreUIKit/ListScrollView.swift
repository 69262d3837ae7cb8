#if canImport(UIKit) && !os(watchOS)
public import RangeCore
public import UIKit

/// A scroll view that shows the rows of a list, with views that you make and it reuses.
///
/// ```swift
/// let list = RangeController(estimate: 300) { index in PhotoNode(photos[index]) }
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

    // -- selection --

    /// How many rows can be selected; none by default.
    ///
    /// A tap selects a row, unless a view in it takes the touch, and so does the return key, the space bar
    /// or the button of a remote control on a row that has the focus. A ``SelectableRow`` shows it.
    open var selectionMode: RowSelectionMode {
        get { selection.mode }
        set { showStates(of: selection.setMode(newValue)) }
    }

    /// Called when the user has selected or deselected an item, or has selected one again.
    open var onSelect: ((_ index: Int, _ isSelected: Bool) -> Void)?

    // -- edits --

    /// How rows that edits insert, remove or move are animated; not at all by default.
    open var editAnimation: RowAnimation = [] {
        didSet {
            motion.isOn = !editAnimation.isEmpty
            for row in rowContainer.subviews {
                guard let index = host.item(of: row), let frame = host.frame(ofItem: index) else {
                    continue
                }
                motion.place(ObjectIdentifier(row), at: frame)
            }
        }
    }

    // -- what loads at the ends --

    /// Whether each end with a batch fetcher shows a spinner while more is loaded, and a button that retries
    /// after a failure; false by default.
    ///
    /// The list's extra lengths are the view's then. Where a `PageStore` provides the items, attach it with
    /// a `loadingRowExtent` as long as the view.
    open var showsLoadStates = false {
        didSet {
            if oldValue, !showsLoadStates {
                configure { ($0.extraLengthAtTail, $0.extraLengthAtHead) = (0, 0) }
            }
            setNeedsLayout()
        }
    }

    /// Makes the view of an end; a ``LoadStateView`` unless you set this first.
    open var makeLoadView: (BatchEnd) -> LoadStateView = { _ in LoadStateView() }

    // -- accessibility --

    /// Returns what VoiceOver says of rows, such as "3 of 40" of one, which a row that is one element without
    /// a value gets, and "5 to 12 of 40" after a page. Set it for other languages.
    open var rowsText: (_ rows: ClosedRange<Int>, _ count: Int) -> String = { rows, count in
        let (first, last) = (rows.lowerBound + 1, rows.upperBound + 1)
        return first == last ? "\(first) of \(count)" : "\(first) to \(last) of \(count)"
    }

    // -- debugging --

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
            setNeedsLayout()
        }
    }

    private var overlayView: RangeOverlayView?
    var selection = RowSelection()
    var motion = EditMotion<ObjectIdentifier>()
    var loadViews: [BatchEnd: LoadStateView] = [:]
    var endStates: [BatchEnd: EndState] = [:]
    var endExtents: [BatchEnd: Double] = [:]
    // What rows have been given as their value.
    var numbers: [ObjectIdentifier: String] = [:]
    // A row that is laid out to be measured is not to ask for it.
    private(set) var isMeasuring = false
    let rowContainer: RowContainer
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
        rowContainer = RowContainer(isHorizontal: isHorizontal)
        super.init(frame: .zero)
        addSubview(rowContainer)
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
        controller.afterEdit = { [weak self] edit in
            self?.selection.follow(edit)
            self?.motion.noteEdit()
        }
        controller.afterUpdate = { [weak self] in self?.didUpdate() }
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
    /// - Precondition: Each has a value that its own documentation allows.
    public func configure(_ change: (inout ListSettings) -> Void) {
        controller.configure(change)
        host.update()
    }

    /// Scrolls to an item; see `ListHost.scroll(toItem:at:animated:)`.
    public func scroll(
        toItem index: Int, at alignment: ScrollAlignment = .nearest, animated: Bool = true
    ) {
        endFling()
        host.scroll(toItem: index, at: alignment, animated: animated)
    }

    /// Scrolls to an offset, and arrives there, however rows on the way are measured; see
    /// `ListHost.scroll(toOffset:animated:)`.
    public func scroll(toOffset offset: Double, animated: Bool = true) {
        endFling()
        host.scroll(toOffset: offset, animated: animated)
    }

    /// Where the first visible item is, to be saved with the item's id; nil if none is visible.
    public var place: ListViewport.Place? { host.place }

    /// Scrolls to where an item was; see `ListHost.scroll(to:animated:)`.
    public func scroll(to place: ListViewport.Place, animated: Bool = false) {
        endFling()
        host.scroll(to: place, animated: animated)
    }

    // The list assigns offsets, and a fling would go on from there.
    private func endFling() {
        guard isDecelerating else { return }
        setContentOffset(contentOffset, animated: false)
        state.comeToRest()
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
        overlayView?.cover(self, bounds: bounds)
        if brake == nil, let end = state.brakeEnd(at: now) { updateAgain(at: end) }
    }

    private func didUpdate() {
        animateEdits()
        layOutEnds()
        restoreFocus()
        numberRows()
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
        endStates = [:]
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

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
        if let index = item(touchedBy: touches) { highlight(index) }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        let index = item(touchedBy: touches)
        if let index, index == selection.highlighted { tap(index) }
        highlight(nil)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesCancelled(touches, with: event)
        highlight(nil)
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let index = item(pressedBy: presses) else {
            return super.pressesBegan(presses, with: event)
        }
        highlight(index)
    }

    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let index = item(pressedBy: presses) else {
            return super.pressesEnded(presses, with: event)
        }
        tap(index)
        highlight(nil)
    }

    open override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
        super.didUpdateFocus(in: context, with: coordinator)
        moveFocus(.system, to: context.nextFocusedView)
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
        rowContainer.start = axis.isReversed ? length : 0
        rowContainer.breadth = breadth
        if let position { contentOffset = point(at: position) }
    }

    public func setOffset(_ offset: Double, animated: Bool) {
        if animated {
            guard let position = state.animate(to: offset, reading, at: now) else { return }
            setContentOffset(point(at: position), animated: true)
        } else {
            motion.correct(by: offset - viewport.offset)
            contentOffset = point(at: state.setOffset(offset, reading, at: now))
        }
    }

    public func makeView(ofItem index: Int) -> UIView {
        let row = makeRow(self, index)
        row.translatesAutoresizingMaskIntoConstraints = true
        row.isHidden = false
        rowContainer.addSubview(row)
        newRows.insert(ObjectIdentifier(row))
        showState(of: index, in: row)
        return row
    }

    /// Measures a row with Auto Layout: as high as it wants to be at its width, or as wide at its
    /// height. Override it for rows that are measured otherwise.
    open func measure(_ view: UIView, ofItem index: Int, columns: Int) -> Double {
        fittingExtent(
            of: view, across: ScrollAxis.share(of: breadth, columns: columns, scale: pixelsOfPoint))
    }

    func fittingExtent(of view: UIView, across share: Double) -> Double {
        (isMeasuring, view.translatesAutoresizingMaskIntoConstraints) = (true, true)
        defer { isMeasuring = false }
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

    func rectangle(of frame: ItemFrame) -> CGRect {
        let it = axis.rectangle(of: frame, breadth: breadth, scale: pixelsOfPoint)
        return CGRect(x: it.x, y: it.y, width: it.width, height: it.height)
    }

    public func place(_ view: UIView, at frame: ItemFrame) {
        let rectangle = rectangle(of: frame)
        motion.place(ObjectIdentifier(view), at: frame)
        guard newRows.remove(ObjectIdentifier(view)) != nil else {
            return rowContainer.place(view, at: rectangle)
        }
        // In the animation of a rotation or a keyboard it would fly in from where it was last.
        isMeasuring = true
        UIView.performWithoutAnimation {
            rowContainer.place(view, at: rectangle)
            view.layoutIfNeeded()
        }
        isMeasuring = false
    }

    public func recycle(_ view: UIView) {
        newRows.remove(ObjectIdentifier(view))
        // It stays while it fades out.
        if !motion.recycle(ObjectIdentifier(view)) { reuse(view) }
    }

    func reuse(_ row: UIView) {
        row.isHidden = true
        if let number = numbers.removeValue(forKey: ObjectIdentifier(row)),
            row.accessibilityValue == number
        {
            row.accessibilityValue = nil
        }
        spareRows[ObjectIdentifier(type(of: row)), default: []].append(row)
    }
}
#endif
