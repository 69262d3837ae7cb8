#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A cell that is as high as its constraints make it at the width that a ``ListCollectionLayout`` gives it; in
/// a horizontal one as wide at its height.
///
/// ```swift
/// final class TextCell: ListCollectionViewCell {
///     let label = UILabel()
/// }
/// ```
///
/// UIKit's own cell is measured with both axes free: a text that wraps would be one line. Call super in
/// `prepareForReuse`. A cell of another class does the same with
/// ``ListCollectionLayout/fit(_:to:)``.
open class ListCollectionViewCell: UICollectionViewCell {
    /// Returns the attributes with the height that the content view needs.
    open override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        ListCollectionLayout.fit(contentView, to: layoutAttributes)
    }
}

/// A header or a footer that is as high as its constraints make it at the width that a
/// ``ListCollectionLayout`` gives it; in a horizontal one as wide at its height.
///
/// ```swift
/// final class DayHeader: ListCollectionReusableView {
///     let label = UILabel()
/// }
/// ```
open class ListCollectionReusableView: UICollectionReusableView {
    /// Returns the attributes with the height that the view needs.
    open override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        ListCollectionLayout.fit(self, to: layoutAttributes)
    }
}

extension ListCollectionLayout {
    /// Measures a view with Auto Layout at the width of its attributes, and returns these with the height; in a
    /// horizontal layout at the height, with the width.
    ///
    /// For the `preferredLayoutAttributesFitting(_:)` of cells that are not a ``ListCollectionViewCell``:
    ///
    /// ```swift
    /// final class OwnCell: UICollectionViewCell {
    ///     override func preferredLayoutAttributesFitting(
    ///         _ attributes: UICollectionViewLayoutAttributes
    ///     ) -> UICollectionViewLayoutAttributes {
    ///         ListCollectionLayout.fit(contentView, to: attributes)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - view: The view whose constraints decide: a cell's `contentView`, or a header or footer itself.
    ///   - attributes: What the layout proposes, which UIKit has copied for the cell: they get its extent.
    public static func fit(
        _ view: UIView, to attributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        let (size, least) = (attributes.size, UIView.layoutFittingCompressedSize)
        if unsafe (attributes as? ListCollectionLayoutAttributes)?.isHorizontal == true {
            attributes.size.width =
                view.systemLayoutSizeFitting(
                    CGSize(width: least.width, height: size.height),
                    withHorizontalFittingPriority: .fittingSizeLevel,
                    verticalFittingPriority: .required
                ).width
        } else {
            attributes.size.height =
                view.systemLayoutSizeFitting(
                    CGSize(width: size.width, height: least.height),
                    withHorizontalFittingPriority: .required,
                    verticalFittingPriority: .fittingSizeLevel
                ).height
        }
        return attributes
    }
}
#endif
