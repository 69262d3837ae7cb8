#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// The attributes of a ``ListCollectionLayout``, which say along which axis a cell is as long as it wants to be.
///
/// ```swift
/// let attributes = ListCollectionLayoutAttributes(forCellWith: IndexPath(item: 0, section: 0))
/// attributes.isHorizontal = true
/// ```
@MainActor
public final class ListCollectionLayoutAttributes: UICollectionViewLayoutAttributes {
    /// Whether the layout scrolls sideways: then the height is given, and the width is the cell's.
    ///
    /// UIKit uses attributes on the main thread alone. All those of a layout have the same axis.
    public nonisolated(unsafe) var isHorizontal = false

    /// Copies the axis along.
    public nonisolated override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        unsafe (copy as? ListCollectionLayoutAttributes)?.isHorizontal = isHorizontal
        return copy
    }
}
#endif
