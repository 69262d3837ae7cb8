#if canImport(UIKit)
import RangeCore
import UIKit

/// What Objective-C sends to a ``ListScrollView``: as its delegate, and as an observer of the app.
///
/// It passes everything on to the app's own delegate.
final class ScrollEvents: NSObject, UIScrollViewDelegate {
    weak var view: ListScrollView?
    // UIKit asks on the main thread what the delegate responds to.
    nonisolated(unsafe) weak var next: (any UIScrollViewDelegate)?

    override func responds(to aSelector: Selector!) -> Bool {
        super.responds(to: aSelector) || next?.responds(to: aSelector) == true
    }

    override func forwardingTarget(for aSelector: Selector!) -> Any? { next }

    // -- the delegate --

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
        view?.landingOffset = nil
        next?.scrollViewWillBeginDragging?(scrollView)
    }

    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        // The app's delegate may choose another target.
        next?.scrollViewWillEndDragging?(
            scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
        view?.landingOffset = targetContentOffset.pointee
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

    func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
        view?.didComeToRest()
        next?.scrollViewDidScrollToTop?(scrollView)
    }

    // -- the app --

    func observe() {
        for (name, selector) in [
            (UIApplication.didReceiveMemoryWarningNotification, #selector(didReceiveMemoryWarning)),
            (UIApplication.didEnterBackgroundNotification, #selector(didEnterBackground)),
            (UIApplication.willEnterForegroundNotification, #selector(willEnterForeground)),
            (UIContentSizeCategory.didChangeNotification, #selector(didChangeTextSize)),
        ] {
            NotificationCenter.default.addObserver(
                self, selector: selector, name: name, object: nil)
        }
    }

    @objc private func didReceiveMemoryWarning() {
        view?.configure { $0.memoryPressure = .warning }
    }

    @objc private func didEnterBackground() { view?.configure { $0.isInBackground = true } }

    // Memory was freed meanwhile.
    @objc private func willEnterForeground() {
        view?.configure { ($0.isInBackground, $0.memoryPressure) = (false, .normal) }
    }

    @objc private func didChangeTextSize() { view?.host.remeasure() }
}
#endif
