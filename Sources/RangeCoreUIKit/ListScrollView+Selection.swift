#if canImport(UIKit) && !os(watchOS)
import RangeCore
public import UIKit

/// A row of a ``ListScrollView`` that shows whether it is selected or highlighted.
///
/// ```swift
/// final class TitleRow: UILabel, SelectableRow {
///     func show(isSelected: Bool, isHighlighted: Bool) {
///         backgroundColor = isSelected || isHighlighted ? UIColor(white: 0.9, alpha: 1) : nil
///     }
/// }
/// ```
///
/// For the keyboard and the focus engine, also override `canBecomeFocused`.
@MainActor
public protocol SelectableRow: UIView {
    /// Shows a state; called when it changes, and when the row is to show another item.
    func show(isSelected: Bool, isHighlighted: Bool)
}

extension ListScrollView {
    /// The indices of the selected items, which follow their items through edits.
    ///
    /// Setting them does not call ``onSelect``. What ``selectionMode`` does not allow is left out.
    public var selectedItems: Set<Int> {
        get { selection.items }
        set {
            let count = controller.count
            showStates(of: selection.select(newValue.filter { (0..<count).contains($0) }))
        }
    }

    /// Returns the index of the item whose row a view is, or is in; nil if it is in none.
    public func item(of view: UIView) -> Int? {
        row(around: view).flatMap(host.item)
    }

    /// Has the row that a view is, or is in, measured again in this layout pass, since its contents have
    /// changed; a visible row keeps its start. Does nothing for any other view.
    ///
    /// A ``ListRowView`` calls it by itself.
    public func setNeedsMeasure(_ view: UIView) {
        guard let index = item(of: view) else { return }
        host.setNeedsMeasure(ofItem: index)
        host.update()
    }

    // The row that a view is in: a child of the container.
    func row(around view: UIView) -> UIView? {
        var row: UIView? = view
        while let it = row, it.superview !== rowContainer { row = it.superview }
        return row
    }

    func showStates(of items: Set<Int>) {
        for index in items {
            guard let row = host.view(ofItem: index) else { continue }
            showState(of: index, in: row)
        }
    }

    func showState(of index: Int, in row: UIView) {
        (row as? any SelectableRow)?.show(
            isSelected: selection.items.contains(index),
            isHighlighted: selection.highlighted == index)
    }

    func tap(_ index: Int) {
        showStates(of: selection.tap(index))
        onSelect?(index, selection.items.contains(index))
    }

    // -- touches that no view in a row has taken --

    // One that stops a fling, or is next to all rows, is the scroll view's own.
    func item(touchedBy touches: Set<UITouch>) -> Int? {
        guard selection.mode != .none, let view = touches.first?.view, view !== self else {
            return nil
        }
        return item(of: view)
    }

    func highlight(_ index: Int?) { showStates(of: selection.highlight(index)) }

    // -- the return key, and the button of a remote control --

    func item(pressedBy presses: Set<UIPress>) -> Int? {
        guard selection.mode != .none else { return nil }
        let isSelection = presses.contains {
            $0.type == .select || $0.key?.keyCode == .keyboardReturnOrEnter
                || $0.key?.keyCode == .keyboardSpacebar
        }
        return isSelection ? selection.focused[.system] : nil
    }
}
#endif
