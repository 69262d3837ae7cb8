#if canImport(UIKit) && !os(watchOS)
public import RangeCore
public import UIKit

/// What an end of a ``ListScrollView`` shows while more is loaded there: a spinner or, after a failure, a
/// button that retries.
///
/// ```swift
/// rows.showsLoadStates = true
/// rows.makeLoadView = { _ in LoadStateView(retryTitle: "Try Again") }
/// ```
///
/// A subclass can override ``show(_:error:)`` to show anything else; it is as long as its constraints
/// make it.
@MainActor
open class LoadStateView: UIView {
    /// What the button does; the list sets it.
    public var retry: (() -> Void)?

    private let spinner = UIActivityIndicatorView(style: .medium)
    private let button: UIButton

    /// Creates the view.
    ///
    /// - Parameter retryTitle: What the button says.
    public init(retryTitle: String = "Try Again") {
        button = UIButton(primaryAction: nil)
        super.init(frame: .zero)
        button.setTitle(retryTitle, for: .normal)
        button.addAction(UIAction { [weak self] _ in self?.retry?() }, for: .primaryActionTriggered)
        for view in [spinner, button] {
            view.translatesAutoresizingMaskIntoConstraints = false
            addSubview(view)
            NSLayoutConstraint.activate([
                view.centerXAnchor.constraint(equalTo: centerXAnchor),
                view.centerYAnchor.constraint(equalTo: centerYAnchor),
            ])
        }
        NSLayoutConstraint.activate([
            heightAnchor.constraint(greaterThanOrEqualToConstant: 56),
            widthAnchor.constraint(greaterThanOrEqualToConstant: 56),
            heightAnchor.constraint(greaterThanOrEqualTo: button.heightAnchor),
        ])
        // Also in a subclass that does not call super.
        button.isHidden = true
        show(.idle, error: nil)
    }

    /// Not available: it comes from code.
    public required init?(coder: NSCoder) { nil }

    /// Shows what happens at the end.
    ///
    /// - Parameters:
    ///   - state: What happens.
    ///   - error: The error of the last fetch, if it has failed.
    open func show(_ state: LoadState, error: (any Error)?) {
        if state == .loading { spinner.startAnimating() } else { spinner.stopAnimating() }
        button.isHidden = state != .failed
    }
}

// What the view of an end was last laid out for.
struct EndState: Hashable {
    var state: LoadState
    var breadth: Double
}

extension ListScrollView {
    /// Shows at each end what happens there, in a row next to the first and the last item.
    func layOutEnds() {
        guard showsLoadStates, let update = controller.lastUpdate else {
            for view in loadViews.values { view.isHidden = true }
            return
        }
        for end in BatchEnd.allCases {
            let view = loadView(at: end)
            let state = controller.loadState(at: end)
            if endStates[end] != EndState(state: state, breadth: breadth) {
                view.show(state, error: controller.batchError(at: end))
                endStates[end] = EndState(state: state, breadth: breadth)
                endExtents[end] = fittingExtent(of: view, across: breadth)
            }
            let frame = EndRows.frame(at: end, settings: controller.settings, update: update)
            view.isHidden = frame == nil
            if let frame {
                UIView.performWithoutAnimation {
                    rowContainer.place(view, at: rectangle(of: frame))
                }
            }
        }
        reserve(tail: extraLength(at: .tail), head: extraLength(at: .head))
    }

    private func extraLength(at end: BatchEnd) -> Double {
        EndRows.extraLength(
            at: end, controller.loadState(at: end), isFetched: controller.hasBatchFetcher(at: end),
            count: controller.count, extent: endExtents[end] ?? 0)
    }

    // A store reserves it by itself; see `PageStore.attach(to:leadingScreens:loadingRowExtent:)`.
    private func reserve(tail: Double, head: Double) {
        let settings = controller.settings
        guard BatchEnd.allCases.contains(where: controller.hasBatchFetcher),
            settings.extraLengthAtTail != tail || settings.extraLengthAtHead != head
        else { return }
        controller.configure { ($0.extraLengthAtTail, $0.extraLengthAtHead) = (tail, head) }
        setNeedsLayout()
    }

    private func loadView(at end: BatchEnd) -> LoadStateView {
        if let view = loadViews[end] { return view }
        let view = makeLoadView(end)
        view.retry = { [weak self] in
            self?.controller.retryBatch(at: end)
            self?.update()
        }
        loadViews[end] = view
        rowContainer.addSubview(view)
        return view
    }
}
#endif
