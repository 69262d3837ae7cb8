#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A cell that is as high as its constraints make it at the width that a ``ListCollectionLayout`` gives it.
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

/// A header that is as high as its constraints make it at the width that a ``ListCollectionLayout`` gives
/// it.
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
    /// Measures a view with Auto Layout at the width of its attributes, and returns these with the height.
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
    ///   - view: The view whose constraints decide: a cell's `contentView`, or a header itself.
    ///   - attributes: What the layout proposes, which UIKit has copied for the cell: they get the height.
    public static func fit(
        _ view: UIView, to attributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        attributes.size.height =
            view.systemLayoutSizeFitting(
                CGSize(
                    width: attributes.size.width, height: UIView.layoutFittingCompressedSize.height),
                withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
            ).height
        return attributes
    }
}
#endif
