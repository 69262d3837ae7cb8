package import RangeCore

/// How many rows of a ``ListScrollView`` can be selected.
///
/// ```swift
/// rows.selectionMode = .multiple
/// rows.onSelect = { index, isSelected in show(index) }
/// ```
public enum RowSelectionMode: Sendable, Hashable, CaseIterable {
    /// None; rows are not highlighted either.
    case none
    /// One at most: another one takes its place.
    case single
    /// Any number: a tap on a selected row deselects it.
    case multiple
}

/// Which items of a list are selected, which one is highlighted, and which have the focus. They follow
/// their items through edits.
package struct RowSelection: Hashable {
    /// What has the focus: at most one row each.
    package enum Focus: Hashable, CaseIterable {
        case system, voiceOver
    }

    package private(set) var mode = RowSelectionMode.none
    package private(set) var items: Set<Int> = []
    /// The row under a finger.
    package private(set) var highlighted: Int?
    package private(set) var focused: [Focus: Int] = [:]
    /// Where a row with the focus was, that has been removed.
    package private(set) var lost: [Focus: Int] = [:]

    package init() {}

    /// Deselects what the mode does not allow, and returns what has changed.
    package mutating func setMode(_ mode: RowSelectionMode) -> Set<Int> {
        self.mode = mode
        // Both take the mode into account.
        let touched = highlight(highlighted)
        return select(items).union(touched)
    }

    /// Selects these items and no others, as far as the mode allows, and returns those that have changed.
    package mutating func select(_ wanted: Set<Int>) -> Set<Int> {
        let before = items
        switch mode {
        case .none: items = []
        case .single: items = Set(wanted.sorted().prefix(1))
        case .multiple: items = wanted
        }
        return items.symmetricDifference(before)
    }

    /// Takes a tap on a row or the return key, and returns what has changed.
    package mutating func tap(_ index: Int) -> Set<Int> {
        if mode == .multiple { return select(items.symmetricDifference([index])) }
        return select([index])
    }

    /// Highlights a row or none, and returns what has changed.
    package mutating func highlight(_ index: Int?) -> Set<Int> {
        let before = highlighted
        highlighted = mode == .none ? nil : index
        return before == highlighted ? [] : Set([before, highlighted].compactMap { $0 })
    }

    /// Moves a focus, and returns the items whose views are to be kept from now on, and no longer.
    package mutating func focus(_ focus: Focus, on index: Int?) -> (kept: Int?, released: Int?) {
        let old = focused[focus]
        focused[focus] = index
        lost[focus] = nil
        if old == index { return (nil, nil) }
        // The other one may be on the same row.
        return (index, old.flatMap { focused.values.contains($0) ? nil : $0 })
    }

    /// Follows an edit of the list.
    package mutating func follow(_ edit: ListEdit) {
        items = Set(items.compactMap(edit.newIndex))
        highlighted = highlighted.flatMap(edit.newIndex)
        for (focus, index) in focused {
            focused[focus] = edit.newIndex(ofItem: index)
            if case .remove(let gone) = edit, focused[focus] == nil {
                lost[focus] = gone.lowerBound
            }
        }
    }

    /// Returns the row that gets a focus whose row was removed, in a list of so many items; nil if
    /// none was.
    package mutating func takeLost(_ focus: Focus, count: Int) -> Int? {
        guard let index = lost.removeValue(forKey: focus), count > 0 else { return nil }
        return min(index, count - 1)
    }
}
