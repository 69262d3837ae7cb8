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

    private static let breadth = 30.0
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
            strip.origin.y = strip.maxY - Self.breadth
            strip.size.height = Self.breadth
        } else {
            if !isReversed { strip.origin.x = strip.maxX - Self.breadth }
            strip.size.width = Self.breadth
        }
        UIView.performWithoutAnimation { frame = strip }
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        guard let overlay = overlay() else { return }
        UIColor(white: 1, alpha: 0.8).setFill()
        UIRectFill(bounds)
        for bar in overlay.rows { fill(bar, 0.1...0.5) }
        for bar in overlay.loads { fill(bar, 0.6...0.9) }
        for bar in overlay.ends { fill(bar, 0...1, least: 3) }
        // A frame takes the color of strokes.
        UIColor(white: 0, alpha: 1).set()
        UIRectFrame(rectangle(overlay.viewport, 0...1))
        captions.text = overlay.captions.joined(separator: "\n")
        let size = captions.sizeThatFits(CGSize(width: 100, height: 100))
        let x = isHorizontal ? 0 : isReversed ? bounds.width : -size.width
        captions.frame = CGRect(
            x: x, y: isHorizontal ? -size.height : 0, width: size.width, height: size.height)
    }

    private func fill(
        _ bar: RangeOverlay.Bar, _ lane: ClosedRange<Double>, least: Double = 1
    ) {
        let color = bar.role.color
        UIColor(red: color.red, green: color.green, blue: color.blue, alpha: 1).setFill()
        var it = rectangle(bar.span, lane)
        // A gap between rows, and no row without a length.
        if isHorizontal {
            it.size.width = max(it.width - 1, least)
        } else {
            it.size.height = max(it.height - 1, least)
        }
        UIRectFill(it)
    }

    private var isReversed: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    // A part of the strip: along the list, and across it.
    private func rectangle(_ span: ClosedRange<Double>, _ lane: ClosedRange<Double>) -> CGRect {
        let (start, length) = (span.lowerBound, span.upperBound - span.lowerBound)
        let (side, breadth) = (lane.lowerBound, lane.upperBound - lane.lowerBound)
        if isHorizontal {
            return CGRect(
                x: (isReversed ? 1 - start - length : start) * bounds.width,
                y: side * bounds.height, width: length * bounds.width,
                height: breadth * bounds.height)
        }
        return CGRect(
            x: side * bounds.width, y: start * bounds.height, width: breadth * bounds.width,
            height: length * bounds.height)
    }
}
#endif
