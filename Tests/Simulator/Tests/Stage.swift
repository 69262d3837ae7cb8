#if canImport(UIKit) && !os(watchOS)
import RangeCore
import RangeCoreUIKit
import UIKit
import XCTest

/// A window around a view, without an app.
///
/// Tests of a package are hosted by no app: there is no `UIApplication`, no scene and no key window. A window
/// lays its views out all the same once it is not hidden, where `makeKeyAndVisible` may crash
/// (github.com/uber/ios-snapshot-test-case, docs/LibraryVsApplicationTestBundles.md; that SwiftUI's views
/// appear in it: github.com/duckduckgo/apple-browsers/pull/515). From iOS 18 on, animations that UIKit drives
/// itself, such as those of a scroll view, do not run, since `UIApplicationMain` would start them
/// (github.com/WebKit/WebKit/pull/37916).
@MainActor
final class Stage {
    static let portrait = CGSize(width: 390, height: 844)
    static let landscape = CGSize(width: 844, height: 390)
    let window: UIWindow

    init(_ controller: UIViewController) {
        window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        window.rootViewController = controller
        window.isHidden = false
        settle()
    }

    convenience init(_ view: UIView) { self.init(ViewController(view)) }

    deinit {
        MainActor.assumeIsolated {
            window.isHidden = true
            window.rootViewController = nil
        }
    }

    /// Lays out until there is nothing more to do, as some frames would.
    func settle() {
        for _ in 0..<4 {
            window.layoutIfNeeded()
            wait(0.02)
        }
    }

    func resize(to size: CGSize) {
        window.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
        settle()
    }

    /// Where a view starts in the window.
    func place(of view: UIView, isHorizontal: Bool = false) -> Double {
        let frame = view.convert(view.bounds, to: window)
        return isHorizontal ? frame.minX : frame.minY
    }
}

private final class ViewController: UIViewController {
    private let content: UIView

    init(_ content: UIView) {
        self.content = content
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() { view = content }
}

/// A row that wants to be so long, as a view with an intrinsic size or constraints does.
final class Row: UIView {
    var id = -1
    var extent = 0.0 {
        didSet { invalidateIntrinsicContentSize() }
    }

    override var intrinsicContentSize: CGSize { CGSize(width: extent, height: extent) }
}

/// A row with a text that wraps, in the size that the user has chosen.
final class TextRow: UIView {
    let label = UILabel(frame: .zero)
    var id = -1

    override init(frame: CGRect) {
        super.init(frame: frame)
        label.numberOfLines = 0
        label.font = .preferredFont(forTextStyle: .body)
        label.adjustsFontForContentSizeCategory = true
        label.fill(self)
    }

    required init?(coder: NSCoder) { nil }

    func show(_ id: Int) {
        (self.id, label.text) = (id, text(of: id))
    }
}

func text(of id: Int) -> String {
    "\(id)" + String(repeating: " and some words more", count: id % 7 * 3)
}

extension UIView {
    func fill(_ view: UIView) {
        translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(self)
        NSLayoutConstraint.activate([
            topAnchor.constraint(equalTo: view.topAnchor),
            bottomAnchor.constraint(equalTo: view.bottomAnchor),
            leadingAnchor.constraint(equalTo: view.leadingAnchor),
            trailingAnchor.constraint(equalTo: view.trailingAnchor),
        ])
    }
}

/// A list that can be told that it is in a fling: no public call starts one without a finger.
final class FlungList: ListScrollView {
    var isFlung = false
    override var isDecelerating: Bool { isFlung || super.isDecelerating }
}

final class FlungCollectionView: UICollectionView {
    var isFlung = false
    override var isDecelerating: Bool { isFlung || super.isDecelerating }
}
#endif
