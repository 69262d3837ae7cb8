package import RangeCore

/// What moves a `UIScrollView`, and what the list is told of it.
///
/// It needs no UIKit, so that all it decides can be tested anywhere. A *position* is the view's own,
/// from the left or the top edge of the content; an *offset* is the list's. They differ in a list that
/// runs from right to left.
///
/// `contentOffset = x` lets a fling go on from x, while `setContentOffset(x, animated: false)` ends it
/// (openradar.me/16724593, github.com/WebKit/WebKit/pull/58368). So corrections are assigned, and wait only
///
/// - under a finger, which may set the offset by where it has come down;
/// - while the content rubber-bands: they would end the bounce (github.com/WebKit/WebKit/pull/63183);
/// - during an animated scroll, whose offsets are those that it began with;
/// - for three seconds, if ten of them within 350 ms have led nowhere (the figures of
///   github.com/WebKit/WebKit/pull/61797).
package struct ScrollState {
    /// The scroll view as it is now, along the axis of the list.
    package struct Reading: Hashable {
        package var axis = ScrollAxis()
        package var position = 0.0
        /// The length of the view.
        package var visible = 0.0
        /// Those at the left or the top, and at the right or the bottom.
        package var insets = [0.0, 0.0]
        package var isTracking = false
        package var isDragging = false
        package var isDecelerating = false
        /// Whether UIKit says that an animated scroll runs.
        package var isAnimating = false

        package init() {}
    }

    private struct Animation {
        var isOwn: Bool
        // When it has last moved: UIKit does not tell of every end.
        var position: Double
        var time: Double
    }

    /// The length of the content.
    package private(set) var scrollLength = 0.0
    /// Where a fling comes to rest.
    package private(set) var landing: Double?
    /// A page that VoiceOver has turned is the user's, although nothing is tracked.
    package var isTurningPage = false
    private var wantedLength = 0.0
    private var animation: Animation?
    // What the last update has left: any other position was not set here.
    private var known: SettledScroll?
    private var corrections: [(time: Double, distance: Double)] = []
    private var brakedUntil = -Double.infinity

    package init() {}

    // -- what the list is told --

    /// The viewport of the list, at a time in seconds.
    package func viewport(_ reading: Reading, at time: Double) -> ListViewport {
        let insets = reading.axis.isReversed ? reading.insets.reversed() : reading.insets
        return ListViewport(
            offset: offset(reading, reading.position), length: reading.visible,
            insetStart: insets[0],
            insetEnd: insets[1],
            landingOffset: reading.isDecelerating ? landing.map { offset(reading, $0) } : nil,
            isUserDriven: isUserDriven(reading), isHeld: isHeld(reading, at: time),
            isDragged: reading.isTracking)
    }

    private func isUserDriven(_ reading: Reading) -> Bool {
        if reading.isTracking || reading.isDragging || reading.isDecelerating || isTurningPage {
            return true
        }
        // Keys, wheels and the focus engine just move the content.
        return animation?.isOwn != true
            && known?.isMovedAlone(in: settled(reading, reading.position)) == true
    }

    private func settled(_ reading: Reading, _ position: Double) -> SettledScroll {
        SettledScroll(
            position: position, visible: reading.visible, insets: reading.insets,
            scrollLength: scrollLength)
    }

    private func isHeld(_ reading: Reading, at time: Double) -> Bool {
        let lowest = -reading.insets[0]
        let highest = max(lowest, scrollLength + reading.insets[1] - reading.visible)
        let isOutside = reading.position < lowest || reading.position > highest
        return reading.isTracking || reading.isAnimating || animation != nil
            || reading.isDecelerating && isOutside || time < brakedUntil && !isUserDriven(reading)
    }

    private func offset(_ reading: Reading, _ position: Double) -> Double {
        reading.axis.offset(
            ofX: position, y: position, visible: reading.visible, length: scrollLength)
    }

    private func position(_ reading: Reading, ofOffset offset: Double) -> Double {
        let point = reading.axis.position(
            ofOffset: offset, visible: reading.visible, length: scrollLength)
        return reading.axis.isHorizontal ? point.x : point.y
    }

    // -- what the list sets --

    /// Sets the scroll length, and returns the position to assign; nil if it stays.
    ///
    /// The start of a list from right to left is the right edge, which moves with the length; while
    /// held, both wait.
    package mutating func setLength(_ length: Double, _ reading: Reading, at time: Double)
        -> Double?
    {
        wantedLength = length
        guard reading.axis.isReversed else {
            scrollLength = length
            return nil
        }
        return applyLength(reading, at: time)
    }

    /// Sets a length that has waited.
    package mutating func applyLength(_ reading: Reading, at time: Double) -> Double? {
        let distance = wantedLength - scrollLength
        if distance == 0 || isHeld(reading, at: time) { return nil }
        scrollLength = wantedLength
        landing? += distance
        return reading.position + distance
    }

    /// Returns the position to assign for an offset of the list.
    package mutating func setOffset(_ offset: Double, _ reading: Reading, at time: Double) -> Double
    {
        let position = position(reading, ofOffset: offset)
        landing? += position - reading.position
        if isUserDriven(reading) { corrections = [] }
        corrections.removeAll { $0.time < time - 0.35 }
        corrections.append((time, position - reading.position))
        let way = corrections.reduce(0) { $0 + abs($1.distance) }
        let distance = abs(corrections.reduce(0) { $0 + $1.distance })
        // Back and forth: what is measured depends on the offset that it leads to.
        if corrections.count >= 10, distance < way / 4 {
            (corrections, brakedUntil) = ([], time + 3)
        }
        known = settled(reading, position)
        return position
    }

    /// Returns the position to animate to for an offset of the list; nil if it is there.
    package mutating func animate(to offset: Double, _ reading: Reading, at time: Double) -> Double?
    {
        let position = position(reading, ofOffset: offset)
        // Without a movement no end of the animation is told.
        if position == reading.position { return nil }
        beginAnimation(reading, at: time, isOwn: true)
        return position
    }

    /// When corrections go on; nil if nothing stops them.
    package func brakeEnd(at time: Double) -> Double? { time < brakedUntil ? brakedUntil : nil }

    // -- what UIKit tells --

    package mutating func beginDragging() { (landing, animation, corrections) = (nil, nil, []) }

    package mutating func endDragging(landingAt position: Double) { landing = position }

    package mutating func beginAnimation(_ reading: Reading, at time: Double, isOwn: Bool) {
        animation = Animation(isOwn: isOwn, position: reading.position, time: time)
    }

    /// A drag, a fling or an animation is over.
    package mutating func comeToRest() { (landing, animation, isTurningPage) = (nil, nil, false) }

    /// Call it before the update of a layout.
    package mutating func willUpdate(_ reading: Reading, at time: Double) {
        guard let animation else { return }
        if animation.position != reading.position {
            self.animation?.position = reading.position
            self.animation?.time = time
        } else if reading.isTracking || !reading.isAnimating && time > animation.time + 0.5 {
            // A touch has stopped it, or it ran outside a window.
            self.animation = nil
        }
    }

    /// Call it after the update of a layout.
    package mutating func didUpdate(_ reading: Reading) {
        known = settled(reading, reading.position)
    }
}
