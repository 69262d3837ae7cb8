/// How an update has left a scroll view, which tells whose a movement is that nothing announces.
///
/// The steps of a wheel, keys and the focus engine just move the content. So does a new size, which is not
/// the user's; and what the list has set itself is where it was left.
package struct SettledScroll: Hashable, Sendable {
    private let position, visible, scrollLength: Double
    private let insets: [Double]

    /// Creates one after an update, or after the list has scrolled.
    ///
    /// - Parameters:
    ///   - position: Where the view is, along the axis of the list.
    ///   - visible: The length of the view.
    ///   - insets: Those at both ends.
    ///   - scrollLength: The length of the content.
    package init(position: Double, visible: Double, insets: [Double], scrollLength: Double) {
        (self.position, self.visible) = (position, visible)
        (self.insets, self.scrollLength) = (insets, scrollLength)
    }

    /// Whether the view is elsewhere now, and nothing else has changed: then the user has moved it, unless
    /// an animation of the list has.
    package func isMovedAlone(in now: Self) -> Bool {
        position != now.position && visible == now.visible && insets == now.insets
            && scrollLength == now.scrollLength
    }
}
