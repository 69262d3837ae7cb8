import RangeCore
import RangeCoreParts
import RangeCoreUIKit

/// A scroll view that behaves as others have found UIScrollView to (see `ScrollState`), along one axis.
///
/// Setting `contentOffset` tells the delegate at once, and is not clamped. A deceleration goes on from
/// there, but a bounce ends. `setContentOffset(_:animated: false)` ends both. Setting the content's length
/// clamps nothing. The user can drag it past its ends; it bounces back.
@MainActor
final class FakeScrollView {
    var length = 800.0
    var breadth = 400.0
    var (insetStart, insetEnd) = (0.0, 0.0)
    var contentLength = 0.0
    /// Called whenever it has moved, but not within itself: then it is called once more.
    var layout: (() -> Void)?
    var willDrag: (() -> Void)?
    var willDecelerate: (() -> Void)?
    var didEndDecelerating: (() -> Void)?

    private(set) var isTracking = false
    private(set) var isDecelerating = false
    private(set) var velocity = 0.0
    private(set) var animationTarget: Double?
    /// Whether setting `contentOffset` ends a deceleration too, as in most other toolkits.
    var endsFlings = false
    /// How often the program has cut a deceleration short.
    private(set) var cutCount = 0
    /// How far the user has moved the content in all.
    private(set) var travelled = 0.0

    private var offset = 0.0
    var contentOffset: Double {
        get { offset }
        set {
            if isDecelerating, endsFlings || overshoot != 0 { stop() }
            offset = newValue
            setNeedsLayout()
        }
    }

    private var needsLayout = false
    private var isLayingOut = false

    func setNeedsLayout() {
        needsLayout = true
        if isLayingOut { return }
        isLayingOut = true
        while needsLayout {
            needsLayout = false
            layout?()
        }
        isLayingOut = false
    }

    func setContentOffset(_ target: Double, animated: Bool) {
        if animated {
            (animationTarget, isDecelerating) = (target, true)
        } else {
            stop()
            contentOffset = target
        }
    }

    private func stop() {
        if isDecelerating { cutCount += 1 }
        (isDecelerating, velocity, animationTarget) = (false, 0, nil)
    }

    var lowest: Double { -insetStart }
    var highest: Double { max(lowest, contentLength + insetEnd - length) }
    /// How far past an end it is.
    var overshoot: Double { offset - min(max(offset, lowest), highest) }

    /// Where a deceleration would come to rest, within the scrollable range.
    var landing: Double { min(max(offset + velocity / 3, lowest), highest) }

    func touch() {
        isTracking = true
        willDrag?()
    }

    /// A finger or a wheel; past an end the finger moves it half as far.
    func move(by distance: Double) {
        let target = offset + distance
        if isTracking {
            slide(to: target < lowest || target > highest ? offset + distance / 2 : target)
        } else {
            slide(to: min(max(target, lowest), highest))
        }
    }

    /// Lets go; it goes on by itself with `frame()`, or stops.
    func lift(velocity: Double) {
        isTracking = false
        self.velocity = velocity
        isDecelerating = velocity != 0 || overshoot != 0
        if isDecelerating { willDecelerate?() }
        if !isDecelerating { didEndDecelerating?() }
    }

    /// A sixtieth of a second of a deceleration, and of the way back from a bounce.
    func frame() {
        guard isDecelerating else { return }
        // The scroll view sets each offset of an animation itself.
        if let target = animationTarget {
            slide(to: abs(target - offset) < 40 ? target : (offset + target) / 2)
            if offset != target { return }
            animationTarget = nil
            isDecelerating = false
            didEndDecelerating?()
            return
        }
        if overshoot != 0 {
            velocity = 0
            let back = abs(overshoot) < 1 ? overshoot : overshoot / 2
            slide(to: offset - back)
            if overshoot != 0 { return }
        } else {
            slide(to: offset + velocity / 60)
            velocity *= 0.95
            if abs(velocity) >= 30 || overshoot != 0 { return }
        }
        (isDecelerating, velocity) = (false, 0)
        didEndDecelerating?()
    }

    /// As VoiceOver scrolls: by a page, at once, with no finger.
    func scrollPage(_ direction: Double) {
        slide(to: min(max(offset + direction * length, lowest), highest))
    }

    private func slide(to target: Double) {
        travelled += target - offset
        offset = target
        setNeedsLayout()
    }
}

/// A row's view. It remembers what it was placed for.
@MainActor
final class FakeCell {
    var key = -1
    var frame: ItemFrame?
    /// In the container of a list that runs from right to left: where it starts on the left.
    var left = 0.0
}

/// The adapter of a `FakeScrollView`, with an app's data behind it: rows are known by keys.
@MainActor
final class FakeSurface: ScrollSurface {
    let scrollView = FakeScrollView()
    var keys: [Int]
    /// The extent of a row at a breadth.
    var extent: (_ key: Int, _ breadth: Double) -> Double = { key, breadth in
        Double(20 + (key * 7919) % 401) * 400 / breadth
    }
    var isRightToLeft = false
    var state = ScrollState()
    var time = 0.0
    /// Whether offsets are written that the toolkit would lose: none must be.
    private(set) var writesWhileHeld = 0
    private var wasHeld = false
    private(set) var made: [Int: Int] = [:]
    private(set) var measured = 0
    private(set) var placed = 0
    private(set) var cells: [ObjectIdentifier: FakeCell] = [:]
    private var spare: [FakeCell] = []
    /// Follows the rows by their keys, as the adapter does by their views.
    var motion = EditMotion<Int>()
    var onMeasure: ((Int) -> Void)?
    var onPlace: (() -> Void)?

    init(_ keys: some Sequence<Int>) { self.keys = Array(keys) }

    private var reading: ScrollState.Reading {
        var reading = ScrollState.Reading()
        reading.axis = ScrollAxis(isHorizontal: isRightToLeft, isRightToLeft: isRightToLeft)
        (reading.position, reading.visible) = (scrollView.contentOffset, scrollView.length)
        reading.insets = [scrollView.insetStart, scrollView.insetEnd]
        reading.isTracking = scrollView.isTracking
        reading.isAnimating = scrollView.animationTarget != nil
        reading.isDecelerating = scrollView.isDecelerating && !reading.isAnimating
        return reading
    }

    /// Updates whenever the scroll view is laid out, as the adapter does.
    func connect(_ update: @escaping () -> Void) {
        scrollView.layout = { [unowned self] in
            state.willUpdate(reading, at: time)
            show(state.applyLength(reading, at: time))
            update()
            state.didUpdate(reading)
        }
        scrollView.willDrag = { [unowned self] in state.beginDragging() }
        scrollView.willDecelerate = { [unowned self] in
            state.endDragging(landingAt: scrollView.landing)
        }
        scrollView.didEndDecelerating = { [unowned self] in
            state.comeToRest()
            scrollView.setNeedsLayout()
        }
    }

    // -- ScrollSurface --

    var viewport: ListViewport {
        var viewport = state.viewport(reading, at: time)
        // A wheel is the user's, and so is all that moves it but an animation.
        viewport.isUserDriven = !reading.isAnimating
        viewport.velocity = isRightToLeft ? -scrollView.velocity : scrollView.velocity
        if scrollView.endsFlings, scrollView.isDecelerating { viewport.isHeld = true }
        wasHeld = viewport.isHeld
        return viewport
    }

    var breadth: Double { scrollView.breadth }

    func setScrollLength(_ length: Double) {
        show(state.setLength(length, reading, at: time))
    }

    private func show(_ position: Double?) {
        scrollView.contentLength = state.scrollLength
        if let position { scrollView.contentOffset = position }
    }

    func setOffset(_ offset: Double, animated: Bool) {
        if animated {
            guard let position = state.animate(to: offset, reading, at: time) else { return }
            scrollView.setContentOffset(position, animated: true)
        } else {
            if wasHeld { writesWhileHeld += 1 }
            motion.correct(by: offset - viewport.offset)
            scrollView.contentOffset = state.setOffset(offset, reading, at: time)
        }
    }

    func makeView(ofItem index: Int) -> FakeCell {
        let cell = spare.popLast() ?? FakeCell()
        cell.key = keys[index]
        made[cell.key, default: 0] += 1
        cells[ObjectIdentifier(cell)] = cell
        return cell
    }

    func measure(_ cell: FakeCell, ofItem index: Int, columns: Int) -> Double {
        measured += 1
        precondition(cell.key == keys[index], "the view of another item")
        onMeasure?(index)
        return extent(cell.key, breadth / Double(columns))
    }

    func place(_ cell: FakeCell, at frame: ItemFrame) {
        placed += 1
        motion.place(cell.key, at: frame)
        cell.frame = frame
        cell.left = -frame.start - frame.extent
        onPlace?()
    }

    func recycle(_ cell: FakeCell) {
        _ = motion.recycle(cell.key)
        cell.frame = nil
        cells[ObjectIdentifier(cell)] = nil
        spare.append(cell)
    }

    // -- what is on the screen --

    /// Where the rows on screen begin, from the start of the viewport, by key.
    var screen: [Int: Double] {
        var screen: [Int: Double] = [:]
        for cell in cells.values {
            guard let frame = cell.frame else { continue }
            var top = frame.start - scrollView.contentOffset
            if isRightToLeft {
                let left = scrollView.contentLength + cell.left - scrollView.contentOffset
                top = scrollView.length - left - frame.extent
            }
            if top < scrollView.length, top + frame.extent > 0 { screen[cell.key] = top }
        }
        return screen
    }

    /// Whether rows fill the viewport without a gap, as far as the content goes.
    func isFilled(_ host: ListHost<FakeSurface>) -> Bool {
        let pending = host.controller.lastUpdate?.pending ?? 0
        let offset = viewport.offset
        var end = max(offset, -pending)
        let limit = min(offset + scrollView.length, host.controller.engine.length - pending)
        // Extents are rounded to 1/960 point.
        for frame in cells.values.compactMap({ $0.frame }).sorted(by: { $0.start < $1.start })
        where frame.start <= end + 0.01 {
            end = max(end, frame.start + frame.extent)
        }
        return end >= limit - 0.01
    }
}

/// A list in a fake scroll view.
@MainActor
final class FakeList {
    let surface: FakeSurface
    let controller: RangeController
    let host: ListHost<FakeSurface>
    /// The furthest that a row has moved on screen without the user, in points.
    private(set) var worstJump = 0.0

    var scrollView: FakeScrollView { surface.scrollView }

    init(
        _ keys: some Sequence<Int>, columns: Int = 1, estimate: Double = 60,
        _ configure: (inout ListSettings) -> Void = { _ in },
        recordedTo recording: (@Sendable (String) -> Void)? = nil
    ) throws {
        surface = FakeSurface(keys)
        controller = RangeController(columns: columns, estimate: estimate)
        controller.schedulesUpdates = false
        if let recording { try controller.record(to: recording) }
        controller.configure(configure)
        try controller.insertItems(count: surface.keys.count, at: 0)
        host = ListHost(surface: surface, controller: controller)
        surface.connect { [unowned self] in host.update() }
    }

    func insert(_ keys: [Int], at index: Int) throws {
        surface.keys.insert(contentsOf: keys, at: index)
        try controller.insertItems(count: keys.count, at: index)
    }

    func remove(_ items: Range<Int>) throws {
        surface.keys.removeSubrange(items)
        try controller.removeItems(items)
    }

    func move(_ items: Range<Int>, to index: Int) throws {
        let moved = Array(surface.keys[items])
        surface.keys.removeSubrange(items)
        surface.keys.insert(contentsOf: moved, at: index)
        try controller.moveItems(items, to: index)
    }

    /// The user moves the list by so many points.
    func drag(by distance: Double) { watch { scrollView.move(by: distance) } }

    /// Lets go, and waits until nothing moves.
    func settle() {
        scrollView.lift(velocity: 0)
        while scrollView.isDecelerating { scrollView.frame() }
    }

    /// Runs an action, and notes how far rows that were on screen and still are have moved, other
    /// than by the user.
    ///
    /// While held, a movement toward the start gives up the share of what is pending that it covers
    /// of the way to the lowest offset; that much is no jump.
    func watch(except pinned: Set<Int> = [], _ action: () throws -> Void) rethrows {
        let (before, way, pending) = (surface.screen, scrollView.travelled, pending)
        let room = scrollView.contentOffset - scrollView.lowest
        try action()
        let moved = (scrollView.travelled - way) * (surface.isRightToLeft ? -1 : 1)
        let largest = max(abs(pending), abs(self.pending))
        let givenUp = moved < 0 && largest > 0 ? largest * min(1, -moved / room) + 0.01 : 0
        for (key, top) in surface.screen {
            guard let old = before[key], !pinned.contains(key) else { continue }
            worstJump = max(worstJump, abs(top - (old - moved)) - givenUp)
        }
    }

    private var pending: Double { controller.lastUpdate?.pending ?? 0 }
}

/// Random numbers that a seed repeats.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    /// One of 0 ..< count.
    mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(count, 1)))
    }
}
