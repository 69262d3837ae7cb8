import RangeCore
import RangeCoreUIKit
import UIKit

final class PhotoRow: UIStackView {
    private let picture = UIImageView(image: nil)
    private let title = UILabel(frame: .zero)
    private weak var node: PhotoNode?
    private lazy var retry = UIButton(
        primaryAction: UIAction(title: "Try Again") { [weak self] _ in self?.node?.startDownload() }
    )

    init(side: Double = 300) {
        super.init(frame: .zero)
        (axis, spacing, title.numberOfLines) = (.vertical, 8, 0)
        (picture.contentMode, picture.clipsToBounds) = (.scaleAspectFill, true)
        picture.heightAnchor.constraint(equalToConstant: side).isActive = true
        picture.widthAnchor.constraint(greaterThanOrEqualToConstant: side).isActive = true
        for view in [picture, retry, title] { addArrangedSubview(view) }
    }

    required init(coder: NSCoder) { fatalError("rows are made in code") }

    func show(_ photo: Photo, in node: PhotoNode?) {
        if self.node?.row === self { self.node?.row = nil }
        self.node?.carousel?.removeFromSuperview()
        (self.node, title.text) = (node, photo.title)
        node?.row = self
        if let carousel = node?.carousel {
            carousel.heightAnchor.constraint(equalToConstant: 160).isActive = true
            addArrangedSubview(carousel)
        }
        picture.image = node?.picture
        retry.isHidden = true
    }

    func showPicture(of node: PhotoNode, failed: Bool) {
        guard node === self.node else { return }
        picture.image = node.picture
        retry.isHidden = !failed
        // The button makes the row longer.
        node.setNeedsMeasure()
    }
}
