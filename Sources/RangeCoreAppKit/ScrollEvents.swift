#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import RangeCore

/// What Objective-C sends to a ``ListScrollView``, as an observer of notifications.
@MainActor
final class ScrollEvents: NSObject {
    weak var view: ListScrollView?

    func observe(_ view: ListScrollView) {
        self.view = view
        view.contentView.postsBoundsChangedNotifications = true
        for (name, selector, object) in [
            (NSView.boundsDidChangeNotification, #selector(boundsDidChange), view.contentView),
            (NSScrollView.willStartLiveScrollNotification, #selector(willStartScrolling), view),
            (NSScrollView.didEndLiveScrollNotification, #selector(didEndScrolling), view),
            (NSWindow.didChangeOcclusionStateNotification, #selector(didChangeOcclusion), nil),
        ] as [(NSNotification.Name, Selector, NSView?)] {
            NotificationCenter.default.addObserver(
                self, selector: selector, name: name, object: object)
        }
    }

    @objc private func boundsDidChange() { view?.didMove() }

    // Of any window: a view may change it.
    @objc private func didChangeOcclusion() { view?.didChangeVisibility() }

    @objc private func willStartScrolling() { view?.willStartScrolling() }

    @objc private func didEndScrolling() { view?.didComeToRest() }
}
#endif
