#if canImport(UIKit) && !os(watchOS)
import RangeCore
import UIKit

extension ListScrollView {
    /// Animates what an update has moved after edits: from where it was on screen to where it belongs.
    func animateEdits() {
        let viewport = viewport
        let visible = viewport.offset...viewport.offset + viewport.length
        let motion = motion.endUpdate(visible: visible)
        if motion.isEmpty { return }
        let isSeen = window != nil
        let slides =
            isSeen && editAnimation.contains(.slide) && !UIAccessibility.isReduceMotionEnabled
        let fades = isSeen && editAnimation.contains(.fade)
        var targets: [(row: UIView, frame: CGRect)] = []
        var gone: [UIView] = []
        UIView.performWithoutAnimation {
            for row in rowContainer.subviews {
                let id = ObjectIdentifier(row)
                if slides, let from = motion.moved[id] {
                    targets.append((row, row.frame))
                    rowContainer.place(row, at: rectangle(of: from))
                } else if fades, motion.appeared.contains(id) {
                    row.alpha = 0
                    targets.append((row, row.frame))
                } else if fades, let from = motion.gone[id] {
                    rowContainer.place(row, at: rectangle(of: from))
                    rowContainer.sendSubviewToBack(row)
                    gone.append(row)
                } else if motion.gone[id] != nil || motion.released.contains(id) {
                    reuse(row)
                }
            }
        }
        if targets.isEmpty, gone.isEmpty { return }
        UIView.animate(
            withDuration: 0.3, delay: 0, options: [.allowUserInteraction],
            animations: {
                for (row, frame) in targets { (row.frame, row.alpha) = (frame, 1) }
                for row in gone { row.alpha = 0 }
            },
            completion: { [weak self] _ in
                for row in gone {
                    row.alpha = 1
                    self?.reuse(row)
                }
            })
    }
}
#endif
