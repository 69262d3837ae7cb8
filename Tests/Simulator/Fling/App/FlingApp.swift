import RangeCore
import RangeCoreUIKit
import UIKit

/// A list whose rows are longer than estimated, in the middle, and a label that says what came of a fling.
@main
final class FlingApp: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, configurationForConnecting session: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
        configuration.delegateClass = FlingScene.self
        return configuration
    }
}

final class FlingScene: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        window = UIWindow(windowScene: scene)
        window?.rootViewController = try? FlingController()
        window?.makeKeyAndVisible()
    }
}

final class Row: UIView {
    var index = -1
    override var intrinsicContentSize: CGSize { CGSize(width: 100, height: 150) }
}

@MainActor
final class Rows {
    var made: Set<Row> = []
}

/// Tells of each layout, in which the list has corrected its offset.
final class MeasuredList: ListScrollView {
    var didLayOut: (() -> Void)?

    override func layoutSubviews() {
        super.layoutSubviews()
        didLayOut?()
    }
}

final class FlingController: UIViewController, UIScrollViewDelegate {
    private let list: MeasuredList
    private let result = UILabel(frame: CGRect(x: 20, y: 60, width: 300, height: 30))
    private let rows: Rows
    private var places: [Int: Double] = [:]
    private var (predicted, travelled, largest) = (0.0, 0.0, 0.0)
    private var flingCount = 0

    init() throws {
        let controller = RangeController(estimate: 100, spacing: 1)
        try controller.insertItems(count: 10_000, at: 0)
        let rows = Rows()
        list = MeasuredList(controller: controller) { view, index in
            let row = view.dequeue(Row.self) ?? Row(frame: .zero)
            row.index = index
            rows.made.insert(row)
            return row
        }
        self.rows = rows
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        list.frame = view.bounds
        list.delegate = self
        view.addSubview(list)
        view.addSubview(result)
        list.update()
        list.scroll(toItem: 5_000, at: .start, animated: false)
        list.didLayOut = { [unowned self] in measure() }
    }

    // All that is on screen moves alike, and a fling moves it as far as was predicted, if nothing cuts it short.
    private func measure() {
        var now: [Int: Double] = [:]
        for row in rows.made where !row.isHidden {
            now[row.index] = row.convert(row.bounds, to: view).minY
        }
        let moves = now.compactMap { index, place in places[index].map { place - $0 } }
        if let first = moves.first {
            travelled += first
            largest = max(largest, moves.map { abs($0 - first) }.max() ?? 0)
        }
        places = now
    }

    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        predicted = scrollView.contentOffset.y - targetContentOffset.pointee.y
        (travelled, largest) = (0, 0)
        measure()
        travelled = 0
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        flingCount += 1
        result.accessibilityIdentifier = "fling \(flingCount)"
        result.text = "\(predicted) \(travelled) \(largest)"
    }
}
