#if !os(watchOS)

// -- collection views --

extension IndexPath {
    /// https://developer.apple.com/documentation/foundation/indexpath/init(item:section:)
    public init(item: Int, section: Int)
    public var item: Int { get set }
    public var section: Int { get set }
}

/// https://developer.apple.com/documentation/uikit/uicollectionview
@MainActor open class UICollectionView: UIScrollView {
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout)
    public required init?(coder: NSCoder)
    /// https://developer.apple.com/documentation/uikit/uicollectionview/elementkindsectionheader
    nonisolated public class var elementKindSectionHeader: String { get }
    nonisolated public class var elementKindSectionFooter: String { get }
    /// https://developer.apple.com/documentation/uikit/uicollectionview/elementcategory
    public enum ElementCategory: UInt, Sendable {
        case cell
        case supplementaryView
        case decorationView
    }
    open var numberOfSections: Int { get }
    open func numberOfItems(inSection section: Int) -> Int
    open var visibleCells: [UICollectionViewCell] { get }
    /// https://developer.apple.com/documentation/uikit/uicollectionview/visiblesupplementaryviews(ofkind:)
    @available(iOS 9.0, visionOS 1.0, *)
    open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView]
    open func scrollToItem(
        at indexPath: IndexPath, at scrollPosition: UICollectionView.ScrollPosition, animated: Bool)
    /// https://developer.apple.com/documentation/uikit/uicollectionview/scrollposition
    public struct ScrollPosition: OptionSet, Sendable {
        public init(rawValue: UInt)
        public var rawValue: UInt { get }
        public static var top: UICollectionView.ScrollPosition { get }
    }
}

extension UICollectionView {
    /// https://developer.apple.com/documentation/uikit/uicollectionview/cellregistration
    @available(iOS 14.0, visionOS 1.0, *)
    @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) ->
            Void
        public init(handler: @escaping Handler)
    }
    /// https://developer.apple.com/documentation/uikit/uicollectionview/dequeueconfiguredreusablecell(using:for:item:)
    @available(iOS 14.0, visionOS 1.0, *)
    public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: UICollectionView.CellRegistration<Cell, Item>, for indexPath: IndexPath,
        item: Item?
    ) -> Cell where Cell: UICollectionViewCell
}

extension UICollectionView {
    /// https://developer.apple.com/documentation/uikit/uicollectionview/supplementaryregistration
    @available(iOS 14.0, visionOS 1.0, *)
    @MainActor public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        public typealias Handler = (
            _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
        ) -> Void
        public init(elementKind: String, handler: @escaping Handler)
    }
    /// https://developer.apple.com/documentation/uikit/uicollectionview/dequeueconfiguredreusablesupplementary(using:for:)
    @available(iOS 14.0, visionOS 1.0, *)
    public func dequeueConfiguredReusableSupplementary<Supplementary>(
        using registration: UICollectionView.SupplementaryRegistration<Supplementary>,
        for indexPath: IndexPath
    ) -> Supplementary where Supplementary: UICollectionReusableView
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewdiffabledatasource-9tqpa
@available(iOS 13.0, visionOS 1.0, *)
@preconcurrency @MainActor
open class UICollectionViewDiffableDataSource<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: NSObject {
    public typealias CellProvider = (
        _ collectionView: UICollectionView, _ indexPath: IndexPath,
        _ itemIdentifier: ItemIdentifierType
    ) -> UICollectionViewCell?
    public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider)
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType?
    @available(iOS 15.0, visionOS 1.0, *)
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true
    ) async
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        animatingDifferences: Bool = true, completion: (() -> Void)? = nil)
    public typealias SupplementaryViewProvider = (
        _ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath
    ) -> UICollectionReusableView?
    public var supplementaryViewProvider: SupplementaryViewProvider? { get set }
}

/// https://developer.apple.com/documentation/uikit/uicollectionreusableview
@MainActor open class UICollectionReusableView: UIView {
    public override init(frame: CGRect)
    public required init?(coder: NSCoder)
    /// https://developer.apple.com/documentation/uikit/uicollectionreusableview/preferredlayoutattributesfitting(_:)
    @available(iOS 8.0, visionOS 1.0, *)
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewcell
@MainActor open class UICollectionViewCell: UICollectionReusableView {
    public override init(frame: CGRect)
    public required init?(coder: NSCoder)
    open var contentView: UIView { get }
    /// https://developer.apple.com/documentation/uikit/uicollectionviewcell/contentconfiguration
    @available(iOS 14.0, visionOS 1.0, *)
    public var contentConfiguration: (any UIContentConfiguration)? { get set }
}

/// https://developer.apple.com/documentation/uikit/uicontentconfiguration
@available(iOS 14.0, visionOS 1.0, *)
@MainActor public protocol UIContentConfiguration {
    func makeContentView() -> any UIView & UIContentView
}

/// https://developer.apple.com/documentation/uikit/uilistcontentconfiguration
@available(iOS 14.0, tvOS 14.0, visionOS 1.0, *)
@MainActor public struct UIListContentConfiguration: UIContentConfiguration {
    public static func cell() -> UIListContentConfiguration
    public var text: String? { get set }
    public func makeContentView() -> any UIView & UIContentView
}

/// https://developer.apple.com/documentation/uikit/uicontentview
@available(iOS 14.0, visionOS 1.0, *)
@MainActor public protocol UIContentView: NSObjectProtocol {
    var configuration: any UIContentConfiguration { get set }
    /// https://developer.apple.com/documentation/uikit/uicontentview/supports(_:)
    @available(iOS 16.0, tvOS 16.0, visionOS 1.0, *)
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching
@objc @MainActor public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
    func collectionView(
        _ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
    @objc optional func collectionView(
        _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes
@MainActor open class UICollectionViewLayoutAttributes: NSObject, NSCopying, Sendable {
    nonisolated open func copy(with zone: NSZone? = nil) -> Any
    public convenience init(forCellWith indexPath: IndexPath)
    public convenience init(
        forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath)
    open var frame: CGRect { get set }
    open var size: CGSize { get set }
    open var zIndex: Int { get set }
    open var indexPath: IndexPath { get set }
    open var representedElementCategory: UICollectionView.ElementCategory { get }
    open var representedElementKind: String? { get }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutinvalidationcontext
@available(iOS 7.0, visionOS 1.0, *)
@MainActor open class UICollectionViewLayoutInvalidationContext: NSObject, Sendable {
    public override init()
    open var invalidateEverything: Bool { get }
    open var invalidateDataSourceCounts: Bool { get }
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutinvalidationcontext/contentoffsetadjustment
    @available(iOS 8.0, visionOS 1.0, *)
    open var contentOffsetAdjustment: CGPoint { get set }
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutinvalidationcontext/contentsizeadjustment
    @available(iOS 8.0, visionOS 1.0, *)
    open var contentSizeAdjustment: CGSize { get set }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewupdateitem
@MainActor open class UICollectionViewUpdateItem: NSObject, Sendable {
    open var indexPathBeforeUpdate: IndexPath? { get }
    open var indexPathAfterUpdate: IndexPath? { get }
    open var updateAction: UICollectionViewUpdateItem.Action { get }
    /// https://developer.apple.com/documentation/uikit/uicollectionviewupdateitem/action
    public enum Action: Int, Sendable {
        case insert
        case delete
        case reload
        case move
        case none
    }
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewlayout
@MainActor open class UICollectionViewLayout: NSObject, Sendable {
    public override init()
    public required init?(coder: NSCoder)
    open var collectionView: UICollectionView? { get }
    open var collectionViewContentSize: CGSize { get }
    open func prepare()
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]?
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes?
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes?
    open func invalidateLayout()
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/invalidatelayout(with:)
    @available(iOS 7.0, visionOS 1.0, *)
    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext)
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/invalidationcontext(forboundschange:)
    @available(iOS 7.0, visionOS 1.0, *)
    open func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/shouldinvalidatelayout(forpreferredlayoutattributes:withoriginalattributes:)
    @available(iOS 8.0, visionOS 1.0, *)
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/invalidationcontext(forpreferredlayoutattributes:withoriginalattributes:)
    @available(iOS 8.0, visionOS 1.0, *)
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/layoutattributesclass
    open class var layoutAttributesClass: AnyClass { get }
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/initiallayoutattributesforappearingitem(at:)
    open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
        -> UICollectionViewLayoutAttributes?
    open func prepare(forAnimatedBoundsChange oldBounds: CGRect)
    open func finalizeAnimatedBoundsChange()
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem])
    open func finalizeCollectionViewUpdates()
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/targetcontentoffset(forproposedcontentoffset:)
    @available(iOS 7.0, visionOS 1.0, *)
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint)
        -> CGPoint
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint,
        withScrollingVelocity velocity: CGPoint
    ) -> CGPoint
    /// https://developer.apple.com/documentation/uikit/uicollectionviewlayout/flipshorizontallyinoppositelayoutdirection
    @available(iOS 11.0, visionOS 1.0, *)
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { get }
}

/// https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct
@available(iOS 13.0, visionOS 1.0, *)
public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
    public init()
    public mutating func appendSections(_ identifiers: [SectionIdentifierType])
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType],
        toSection sectionIdentifier: SectionIdentifierType? = nil)
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType)
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType])
    public mutating func moveItem(
        _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType)
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType)
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType])
    public var sectionIdentifiers: [SectionIdentifierType] { get }
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType]
    /// https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reloadedsectionidentifiers
    @available(iOS 15.0, visionOS 1.0, *)
    public var reloadedSectionIdentifiers: [SectionIdentifierType] { get }
    /// https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reloadeditemidentifiers
    @available(iOS 15.0, visionOS 1.0, *)
    public var reloadedItemIdentifiers: [ItemIdentifierType] { get }
    /// https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct/reconfigureditemidentifiers
    @available(iOS 15.0, visionOS 1.0, *)
    public var reconfiguredItemIdentifiers: [ItemIdentifierType] { get }
}

#endif
