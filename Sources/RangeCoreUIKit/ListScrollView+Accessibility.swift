#if canImport(UIKit) && !os(watchOS)
import RangeCore
import UIKit

extension ListScrollView {
    /// Keeps the view of the row that has a focus, so that scrolling and edits do not take it away.
    func moveFocus(_ focus: RowSelection.Focus, to view: UIView?) {
        let change = selection.focus(focus, on: view.flatMap(item))
        let count = controller.count
        if let kept = change.kept { host.setKept(true, item: kept) }
        if let old = change.released, old < count { host.setKept(false, item: old) }
    }

    /// Takes VoiceOver to the row that is now where one was removed. The focus engine finds one by itself.
    func restoreFocus() {
        guard let index = selection.takeLost(.voiceOver, count: controller.count),
            let row = host.view(ofItem: index)
        else { return }
        UIAccessibility.post(notification: .layoutChanged, argument: row)
    }

    /// Gives rows that are one element their number in the list, unless they have a value of their own; and has
    /// VoiceOver read them in this order in lanes, where that is not the order by place.
    func numberRows() {
        guard UIAccessibility.isVoiceOverRunning else { return }
        let inLanes = rowContainer.subviews.filter { controller.laneCount > 1 && !$0.isHidden }
        let numbered = inLanes.map { row in
            (row: row, number: host.item(of: row) ?? (row === loadViews[.head] ? -1 : .max))
        }
        rowContainer.accessibilityElements =
            inLanes.isEmpty ? nil : numbered.sorted { $0.number < $1.number }.map(\.row)
        for row in rowContainer.subviews where row.isAccessibilityElement && !row.isHidden {
            guard let index = host.item(of: row) else { continue }
            let id = ObjectIdentifier(row)
            if row.accessibilityValue == nil || row.accessibilityValue == numbers[id] {
                numbers[id] = rowsText(index...index, controller.count)
                row.accessibilityValue = numbers[id]
            }
        }
    }

    /// What VoiceOver says after it has scrolled.
    var scrollStatus: String? {
        guard let visible = controller.lastUpdate?.visible, let last = visible.last else {
            return nil
        }
        return rowsText(visible.lowerBound...last, controller.count)
    }
}
#endif
