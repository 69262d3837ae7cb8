#if canImport(UIKit) && !os(watchOS)
import RangeCore
import UIKit

/// Draws a `RangeOverlay` at the trailing edge of a scroll view, or at the bottom of a horizontal one:
/// with each layout, and ten times a second, as loads end while nothing scrolls.
final class RangeOverlayView: UIView {
    /// Whether an overlay that was asked for is shown: in release builds only if the user default
    /// `RangeCoreOverlay` is set.
    static var isAllowed: Bool {
        #if DEBUG
        true
        #else
        UserDefaults.standard.bool(forKey: "RangeCoreOverlay")
        #endif
    }

    private let isHorizontal: Bool
    private let overlay: () -> RangeOverlay?
    private let captions = UILabel(frame: .zero)
    private var timer: Task<Void, Never>?

    init(isHorizontal: Bool, _ overlay: @escaping () -> RangeOverlay?) {
        (self.isHorizontal, self.overlay) = (isHorizontal, overlay)
        super.init(frame: .zero)
        (isOpaque, isUserInteractionEnabled, contentMode) = (false, false, .redraw)
        (captions.numberOfLines, captions.font) = (0, .systemFont(ofSize: 10))
        captions.backgroundColor = UIColor(white: 1, alpha: 0.8)
        captions.textColor = UIColor(white: 0, alpha: 1)
        addSubview(captions)
        timer = Task { [weak self] in
            while !Task.isCancelled {
                self?.setNeedsDisplay()
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    required init?(coder: NSCoder) { nil }

    deinit { timer?.cancel() }

    /// Lies above all else in a scroll view with these bounds.
    func cover(_ view: UIScrollView, bounds: CGRect) {
        if superview !== view { view.addSubview(self) }
        view.bringSubviewToFront(self)
        var strip = bounds.inset(by: view.adjustedContentInset)
        if isHorizontal {
            strip.origin.y = strip.maxY - RangeOverlay.breadth
            strip.size.height = RangeOverlay.breadth
        } else {
            if !isReversed { strip.origin.x = strip.maxX - RangeOverlay.breadth }
            strip.size.width = RangeOverlay.breadth
        }
        UIView.performWithoutAnimation { frame = strip }
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        guard let overlay = overlay() else { return }
        UIColor(white: 1, alpha: 0.8).setFill()
        UIRectFill(bounds)
        let axis = ScrollAxis(isHorizontal: isHorizontal, isRightToLeft: isReversed)
        let length = isHorizontal ? bounds.width : bounds.height
        for (rectangle, role) in overlay.bars(length: length, along: axis) {
            let color = role.color
            UIColor(red: color.red, green: color.green, blue: color.blue, alpha: 1).setFill()
            UIRectFill(CGRect(rectangle))
        }
        // A frame takes the color of strokes.
        UIColor(white: 0, alpha: 1).set()
        UIRectFrame(CGRect(overlay.viewport(length: length, along: axis)))
        captions.text = overlay.captions.joined(separator: "\n")
        let size = captions.sizeThatFits(CGSize(width: 100, height: 100))
        let x = isHorizontal ? 0 : isReversed ? bounds.width : -size.width
        captions.frame = CGRect(
            x: x, y: isHorizontal ? -size.height : 0, width: size.width, height: size.height)
    }

    private var isReversed: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }
}

extension CGRect {
    fileprivate init(_ it: RangeOverlay.Rectangle) {
        self.init(x: it.x, y: it.y, width: it.width, height: it.height)
    }
}
#endif
