import RangeCoreUIKit
import UIKit

/// A title that can be selected, with a context menu and a swipe that delete it. Both are the row's own: the
/// list only keeps the rows in place.
final class MenuRow: ListRowView, SelectableRow, UIContextMenuInteractionDelegate {
    var onDelete: (() -> Void)?
    private let title = UILabel(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        title.numberOfLines = 0
        fill(with: title)
        addInteraction(UIContextMenuInteraction(delegate: self))
        let swipe = UISwipeGestureRecognizer(target: self, action: #selector(remove))
        swipe.direction = .left
        addGestureRecognizer(swipe)
        // One element, which VoiceOver can delete too.
        isAccessibilityElement = true
        accessibilityCustomActions = [
            UIAccessibilityCustomAction(name: "Delete") { [weak self] _ in
                self?.remove()
                return true
            }
        ]
    }

    required init?(coder: NSCoder) { nil }

    // For the keyboard.
    override var canBecomeFocused: Bool { true }

    func show(_ text: String) {
        (title.text, accessibilityLabel) = (text, text)
    }

    func show(isSelected: Bool, isHighlighted: Bool) {
        backgroundColor = isSelected || isHighlighted ? UIColor(white: 0.9, alpha: 1) : nil
        accessibilityTraits = isSelected ? [.button, .selected] : .button
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
        UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
            UIMenu(title: "", children: [UIAction(title: "Delete") { _ in self?.remove() }])
        }
    }

    @objc private func remove() { onDelete?() }
}
