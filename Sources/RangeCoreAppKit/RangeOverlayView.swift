#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import RangeCore

/// Draws a `RangeOverlay` at the trailing edge of a scroll view, or at the bottom of a horizontal one, ten
/// times a second if it has changed: loads end while nothing scrolls.
final class RangeOverlayView: NSView {
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
    private let read: () -> RangeOverlay?
    private let captions = NSTextField(labelWithString: "")
    private var overlay: RangeOverlay?
    private var timer: Task<Void, Never>?

    init(isHorizontal: Bool, _ read: @escaping () -> RangeOverlay?) {
        (self.isHorizontal, self.read) = (isHorizontal, read)
        super.init(frame: .zero)
        captions.font = NSFont.systemFont(ofSize: 9)
        addSubview(captions)
        timer = Task { [weak self] in
            while !Task.isCancelled {
                self?.look()
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    required init?(coder: NSCoder) { nil }

    deinit { timer?.cancel() }

    override var isFlipped: Bool { true }

    // Clicks and wheels are the list's.
    override func hitTest(_ point: NSPoint) -> NSView? { nil }

    /// Lies over the edge of a scroll view.
    func cover(_ view: NSScrollView) {
        if superview !== view { view.addSubview(self) }
        let (breadth, inset) = (RangeOverlay.breadth, view.contentInsets)
        var strip = view.contentView.frame
        if isHorizontal {
            strip.origin.y = view.isFlipped ? strip.maxY - inset.bottom - breadth : inset.bottom
            strip.size.height = breadth
        } else {
            if !isReversed { strip.origin.x = strip.maxX - inset.right - breadth }
            strip.size.width = breadth
        }
        frame = strip
    }

    private var isReversed: Bool { userInterfaceLayoutDirection == .rightToLeft }

    private func look() {
        let now = read()
        if now == overlay { return }
        overlay = now
        captions.stringValue = now?.captions.joined(separator: " ") ?? ""
        let size = captions.fittingSize
        captions.frame = NSRect(x: 0, y: 0, width: size.width, height: size.height)
        needsDisplay = true
    }

    override func draw(_ dirtyRect: NSRect) {
        guard let overlay else { return }
        NSColor(white: 1, alpha: 0.8).setFill()
        bounds.fill()
        let axis = ScrollAxis(isHorizontal: isHorizontal, isRightToLeft: isReversed)
        let length = isHorizontal ? bounds.width : bounds.height
        for (rectangle, role) in overlay.bars(length: length, along: axis) {
            let color = role.color
            NSColor(srgbRed: color.red, green: color.green, blue: color.blue, alpha: 1).setFill()
            NSRect(rectangle).fill()
        }
        NSColor(white: 0, alpha: 1).setFill()
        NSRect(overlay.viewport(length: length, along: axis)).frame()
    }
}

extension NSRect {
    fileprivate init(_ it: RangeOverlay.Rectangle) {
        self.init(x: it.x, y: it.y, width: it.width, height: it.height)
    }
}
#endif
