#if canImport(UIKit) && !os(watchOS)
import RangeCore
import UIKit

/// What Objective-C sends to a ``ListScrollView``: as its delegate, and of the text size.
///
/// It passes everything on to the app's own delegate.
final class ScrollEvents: NSObject, UIScrollViewAccessibilityDelegate {
    weak var view: ListScrollView?
    // UIKit asks on the main thread what the delegate responds to.
    @safe nonisolated(unsafe) weak var next: (any UIScrollViewDelegate)?

    override func responds(to aSelector: Selector!) -> Bool {
        super.responds(to: aSelector) || next?.responds(to: aSelector) == true
    }

    override func forwardingTarget(for aSelector: Selector!) -> Any? { next }

    // -- the delegate --

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
        view?.state.beginDragging()
        next?.scrollViewWillBeginDragging?(scrollView)
    }

    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        // The app's delegate may choose another target.
        unsafe next?.scrollViewWillEndDragging?(
            scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
        guard let view else { return }
        view.state.endDragging(landingAt: view.position(of: unsafe targetContentOffset.pointee))
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { view?.didComeToRest() }
        next?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        view?.didComeToRest()
        next?.scrollViewDidEndDecelerating?(scrollView)
    }

    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
        view?.didComeToRest()
        next?.scrollViewDidEndScrollingAnimation?(scrollView)
    }

    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
        let scrolls = next?.scrollViewShouldScrollToTop?(scrollView) ?? true
        if scrolls, let view { view.state.beginAnimation(view.reading, at: view.now, isOwn: false) }
        return scrolls
    }

    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
        view?.didComeToRest()
        next?.scrollViewDidScrollToTop?(scrollView)
    }

    // -- VoiceOver --

    func accessibilityScrollStatus(for scrollView: UIScrollView) -> String? {
        let own = next as? any UIScrollViewAccessibilityDelegate
        return own?.accessibilityScrollStatus?(for: scrollView) ?? view?.scrollStatus
    }

    @objc private func didFocusElement(_ notification: NSNotification) {
        let element = notification.userInfo?[UIAccessibility.focusedElementUserInfoKey]
        view?.moveFocus(.voiceOver, to: element as? UIView)
    }

    // -- the text size --

    func observe(_ view: ListScrollView) {
        self.view = view
        NotificationCenter.default.addObserver(
            self, selector: #selector(didFocusElement),
            name: UIAccessibility.elementFocusedNotification, object: nil)
        if #available(iOS 17.0, tvOS 17.0, *) {
            // Also that of a window, a scene or a view.
            view.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
                (view: ListScrollView, _: UITraitCollection) in view.setNeedsMeasure()
            }
        } else {
            NotificationCenter.default.addObserver(
                self, selector: #selector(didChangeTextSize),
                name: UIContentSizeCategory.didChangeNotification, object: nil)
        }
    }

    @objc private func didChangeTextSize() { view?.setNeedsMeasure() }
}
#endif
