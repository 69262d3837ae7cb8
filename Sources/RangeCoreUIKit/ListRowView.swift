#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A row of a ``ListScrollView`` that is as long as its contents, also when these change by themselves: a
/// label with another text, a picture that has arrived, SwiftUI in a `UIHostingConfiguration`.
///
/// ```swift
/// let row = rows.dequeue(ListRowView.self) ?? ListRowView(frame: .zero)
/// row.fill(with: UILabel(frame: .zero))
/// ```
///
/// A row of another class calls ``ListScrollView/setNeedsMeasure(_:)``, or its node's `setNeedsMeasure()`.
/// Either way the row is measured in the same layout pass, and keeps its start on screen.
@MainActor
open class ListRowView: UIView {
    /// What the row contains; nil for what a subclass adds with ``fill(with:)``.
    public var configuration: (any UIContentConfiguration)? {
        didSet {
            guard let configuration else { return }
            if let contents = contents as? any UIView & UIContentView,
                contents.supports(configuration)
            {
                contents.configuration = configuration
            } else {
                fill(with: configuration.makeContentView())
            }
        }
    }

    private var contents: UIView?
    // At the bottom and at the trailing edge.
    private var ends: [NSLayoutConstraint] = []
    private var sizing = RowSizing()

    /// Creates an empty row.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Not available: rows come from code.
    public required init?(coder: NSCoder) { nil }

    /// Makes a view the contents of the row, in place of what it had. Its constraints decide how long the
    /// row is.
    public func fill(with view: UIView) {
        contents?.removeFromSuperview()
        contents = view
        view.translatesAutoresizingMaskIntoConstraints = false
        addSubview(view)
        ends = [
            view.bottomAnchor.constraint(equalTo: bottomAnchor),
            view.trailingAnchor.constraint(equalTo: trailingAnchor),
        ]
        setPriorities()
        NSLayoutConstraint.activate(
            [
                view.topAnchor.constraint(equalTo: topAnchor),
                view.leadingAnchor.constraint(equalTo: leadingAnchor),
            ] + ends)
    }

    // Along the list the contents may be longer or shorter than the row, until that is measured again: more
    // than what makes a measured row as short as possible, less than what holds a label together. Neither
    // is required, since an installed constraint cannot cease to be.
    private func setPriorities() {
        let isHorizontal = listScrollView?.isHorizontal == true
        for (position, end) in ends.enumerated() {
            end.priority = UILayoutPriority(rawValue: (position == 1) == isHorizontal ? 51 : 999)
        }
    }

    open override func didMoveToSuperview() {
        super.didMoveToSuperview()
        setPriorities()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        guard let list = listScrollView, let contents, !isHidden, !list.isMeasuring else { return }
        let (content, extent) =
            list.isHorizontal
            ? (contents.frame.width, bounds.width) : (contents.frame.height, bounds.height)
        if sizing.needsMeasure(content: content, extent: extent) { list.setNeedsMeasure(self) }
    }

    private var listScrollView: ListScrollView? {
        var view = superview
        while let it = view, !(it is ListScrollView) { view = it.superview }
        return view as? ListScrollView
    }
}
#endif
