@_exported import Foundation

/// https://developer.apple.com/documentation/uikit/uiimage
open class UIImage: NSObject, @unchecked Sendable {
    public init?(data: Data)
}

// Of what is used here, the watch has nothing else.
#if !os(watchOS)

// -- views --

/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject, Sendable {
    nonisolated public override init()
}

/// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
    public convenience override init()
    public init(frame: CGRect)
    public required init?(coder: NSCoder)
    open var frame: CGRect { get set }
    open var bounds: CGRect { get set }
    open var isHidden: Bool { get set }
    open var clipsToBounds: Bool { get set }
    open var contentMode: UIView.ContentMode { get set }
    /// https://developer.apple.com/documentation/uikit/uiview/contentmode-swift.enum
    public enum ContentMode: Int, Sendable {
        case scaleToFill
        case scaleAspectFit
        case scaleAspectFill
    }
    open var subviews: [UIView] { get }
    /// https://developer.apple.com/documentation/uikit/uiaccessibilityidentification
    @available(iOS 5.0, visionOS 1.0, *)
    open var accessibilityIdentifier: String? { get set }
    open func addSubview(_ view: UIView)
    open func removeFromSuperview()
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect
    open func sizeThatFits(_ size: CGSize) -> CGSize
    open func setNeedsLayout()
    open func layoutIfNeeded()
    open func layoutSubviews()
    /// https://developer.apple.com/documentation/uikit/uiview/performwithoutanimation(_:)
    @available(iOS 7.0, visionOS 1.0, *)
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void)
    open func didMoveToWindow()
    open var window: UIWindow? { get }
    /// https://developer.apple.com/documentation/uikit/uiview/semanticcontentattribute
    @available(iOS 9.0, visionOS 1.0, *)
    open var semanticContentAttribute: UISemanticContentAttribute { get set }
    /// https://developer.apple.com/documentation/uikit/uiview/intrinsiccontentsize
    @available(iOS 6.0, visionOS 1.0, *)
    open var intrinsicContentSize: CGSize { get }
    @available(iOS 6.0, visionOS 1.0, *)
    open func invalidateIntrinsicContentSize()
    /// https://developer.apple.com/documentation/uikit/uiview/effectiveuserinterfacelayoutdirection
    @available(iOS 10.0, visionOS 1.0, *)
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { get }
    /// https://developer.apple.com/documentation/uikit/uiview/layoutfittingcompressedsize
    @available(iOS 6.0, visionOS 1.0, *)
    public class var layoutFittingCompressedSize: CGSize { get }
    /// https://developer.apple.com/documentation/uikit/uiview/systemlayoutsizefitting(_:withhorizontalfittingpriority:verticalfittingpriority:)
    @available(iOS 8.0, visionOS 1.0, *)
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize,
        withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize
}

/// https://developer.apple.com/documentation/uikit/uitraitenvironment
@available(iOS 8.0, visionOS 1.0, *)
@objc @MainActor public protocol UITraitEnvironment: NSObjectProtocol {
    var traitCollection: UITraitCollection { get }
}

extension UIView: UITraitEnvironment {
    public var traitCollection: UITraitCollection { get }
}

/// https://developer.apple.com/documentation/uikit/uitraitcollection
@available(iOS 8.0, visionOS 1.0, *)
open class UITraitCollection: NSObject, @unchecked Sendable {
    open var displayScale: CGFloat { get }
}

/// https://developer.apple.com/documentation/uikit/uitraitdefinition
@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
public protocol UITraitDefinition {
    associatedtype Value
}

/// https://developer.apple.com/documentation/uikit/uitrait
@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
public typealias UITrait = any UITraitDefinition.Type

/// https://developer.apple.com/documentation/uikit/uitraitpreferredcontentsizecategory
@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
    public typealias Value = UIContentSizeCategory
}

/// https://developer.apple.com/documentation/uikit/uitraitchangeregistration
@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
@objc @MainActor public protocol UITraitChangeRegistration: NSObjectProtocol {}

/// https://developer.apple.com/documentation/uikit/uitraitchangeobservable
@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
@MainActor public protocol UITraitChangeObservable {}

@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
extension UIView: UITraitChangeObservable {}

@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
extension UITraitChangeObservable {
    /// https://developer.apple.com/documentation/uikit/uitraitchangeobservable-67e94/registerfortraitchanges(_:handler:)
    public typealias TraitChangeHandler<TraitChangeObservable> =
        (_ traitEnvironment: TraitChangeObservable, _ previousTraitCollection: UITraitCollection) ->
        Void
    @discardableResult
    public func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping TraitChangeHandler<Environment>
    ) -> any UITraitChangeRegistration
}

/// https://developer.apple.com/documentation/uikit/uimutabletraits-13ja5
@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
@MainActor public protocol UIMutableTraits {
    var preferredContentSizeCategory: UIContentSizeCategory { get set }
}

/// https://developer.apple.com/documentation/uikit/uitraitoverrides-swift.struct
@available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
@MainActor public struct UITraitOverrides: UIMutableTraits {
    public var preferredContentSizeCategory: UIContentSizeCategory { get set }
}

extension UIView {
    /// https://developer.apple.com/documentation/uikit/uiview/traitoverrides
    @available(iOS 17.0, tvOS 17.0, visionOS 1.0, *)
    public var traitOverrides: UITraitOverrides { get set }
}

extension UIView {
    /// https://developer.apple.com/documentation/uikit/uiview/translatesautoresizingmaskintoconstraints
    @available(iOS 6.0, visionOS 1.0, *)
    open var translatesAutoresizingMaskIntoConstraints: Bool { get set }
    /// https://developer.apple.com/documentation/uikit/uiview/topanchor
    @available(iOS 9.0, visionOS 1.0, *)
    open var topAnchor: NSLayoutYAxisAnchor { get }
    @available(iOS 9.0, visionOS 1.0, *)
    open var bottomAnchor: NSLayoutYAxisAnchor { get }
    @available(iOS 9.0, visionOS 1.0, *)
    open var leadingAnchor: NSLayoutXAxisAnchor { get }
    @available(iOS 9.0, visionOS 1.0, *)
    open var trailingAnchor: NSLayoutXAxisAnchor { get }
    @available(iOS 9.0, visionOS 1.0, *)
    open var widthAnchor: NSLayoutDimension { get }
    @available(iOS 9.0, visionOS 1.0, *)
    open var heightAnchor: NSLayoutDimension { get }
}

/// https://developer.apple.com/documentation/uikit/nslayoutanchor
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject, Sendable {
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint
}

/// https://developer.apple.com/documentation/uikit/nslayoutxaxisanchor
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// https://developer.apple.com/documentation/uikit/nslayoutyaxisanchor
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// https://developer.apple.com/documentation/uikit/nslayoutdimension
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint
    open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint
}

/// https://developer.apple.com/documentation/uikit/nslayoutconstraint
@available(iOS 6.0, visionOS 1.0, *)
@MainActor open class NSLayoutConstraint: NSObject, Sendable {
    /// https://developer.apple.com/documentation/uikit/nslayoutconstraint/isactive
    @available(iOS 8.0, visionOS 1.0, *)
    open var isActive: Bool { get set }
    /// https://developer.apple.com/documentation/uikit/nslayoutconstraint/activate(_:)
    @available(iOS 8.0, visionOS 1.0, *)
    open class func activate(_ constraints: [NSLayoutConstraint])
    /// https://developer.apple.com/documentation/uikit/nslayoutconstraint/axis
    public enum Axis: Int, Sendable {
        case horizontal
        case vertical
    }
}

/// https://developer.apple.com/documentation/uikit/uiimageview
@MainActor open class UIImageView: UIView {
    public init(image: UIImage?)
    public required init?(coder: NSCoder)
    open var image: UIImage? { get set }
}

/// https://developer.apple.com/documentation/uikit/uilabel
@MainActor open class UILabel: UIView {
    public override init(frame: CGRect)
    public required init?(coder: NSCoder)
    open var text: String? { get set }
    open var numberOfLines: Int { get set }
    open var font: UIFont! { get set }
    /// https://developer.apple.com/documentation/uikit/uicontentsizecategoryadjusting
    @available(iOS 10.0, visionOS 1.0, *)
    open var adjustsFontForContentSizeCategory: Bool { get set }
}

/// https://developer.apple.com/documentation/uikit/uistackview
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class UIStackView: UIView {
    public override init(frame: CGRect)
    public required init(coder: NSCoder)
    public convenience init(arrangedSubviews views: [UIView])
    open var axis: NSLayoutConstraint.Axis { get set }
    open var spacing: CGFloat { get set }
    open func addArrangedSubview(_ view: UIView)
}

/// https://developer.apple.com/documentation/uikit/uifont
open class UIFont: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/uikit/uifont/preferredfont(fortextstyle:)
    open class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont
    /// https://developer.apple.com/documentation/uikit/uifont/textstyle
    public struct TextStyle: Hashable, Sendable {
        public static let body: UIFont.TextStyle
    }
}

/// https://developer.apple.com/documentation/uikit/uisemanticcontentattribute
public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified
    case playback
    case spatial
    case forceLeftToRight
    case forceRightToLeft
}

/// https://developer.apple.com/documentation/uikit/uiuserinterfacelayoutdirection
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight
    case rightToLeft
}

/// https://developer.apple.com/documentation/uikit/uilayoutpriority
public struct UILayoutPriority: Hashable, RawRepresentable, Sendable {
    public init(rawValue: Float)
    public var rawValue: Float { get }
    public static let required: UILayoutPriority
    public static let fittingSizeLevel: UILayoutPriority
}

/// https://developer.apple.com/documentation/uikit/uiedgeinsets
public struct UIEdgeInsets: Equatable, Sendable {
    public var top: CGFloat { get set }
    public var left: CGFloat { get set }
    public var bottom: CGFloat { get set }
    public var right: CGFloat { get set }
    public static func == (left: UIEdgeInsets, right: UIEdgeInsets) -> Bool
}

/// https://developer.apple.com/documentation/uikit/uiscrollview
@MainActor open class UIScrollView: UIView {
    public override init(frame: CGRect)
    public required init?(coder: NSCoder)
    open var contentOffset: CGPoint { get set }
    open var contentSize: CGSize { get set }
    weak open var delegate: (any UIScrollViewDelegate)? { get set }
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool)
    open var isTracking: Bool { get }
    open var isDragging: Bool { get }
    open var isDecelerating: Bool { get }
    open var alwaysBounceVertical: Bool { get set }
    open var alwaysBounceHorizontal: Bool { get set }
    /// https://developer.apple.com/documentation/uikit/uiscrollview/scrollstotop
    @available(tvOS, unavailable)
    open var scrollsToTop: Bool { get set }
    /// https://developer.apple.com/documentation/uikit/uiscrollview/isscrollanimating
    @available(iOS 17.4, tvOS 17.4, visionOS 1.1, *)
    open var isScrollAnimating: Bool { get }
    /// https://developer.apple.com/documentation/uikit/uiscrollview/adjustedcontentinset
    @available(iOS 11.0, visionOS 1.0, *)
    open var adjustedContentInset: UIEdgeInsets { get }
    /// https://developer.apple.com/documentation/uikit/uiscrollview/adjustedcontentinsetdidchange()
    @available(iOS 11.0, visionOS 1.0, *)
    open func adjustedContentInsetDidChange()
    /// https://developer.apple.com/documentation/uikit/uiscrollview/refreshcontrol
    @available(iOS 10.0, visionOS 1.0, *)
    @available(tvOS, unavailable)
    open var refreshControl: UIRefreshControl? { get set }
}

/// https://developer.apple.com/documentation/uikit/uiscrollviewdelegate
@objc @MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    @objc optional func scrollViewDidScroll(_ scrollView: UIScrollView)
    @objc optional func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// https://developer.apple.com/documentation/uikit/uiscrollviewdelegate/scrollviewwillenddragging(_:withvelocity:targetcontentoffset:)
    @available(iOS 5.0, visionOS 1.0, *)
    @objc optional func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    @objc optional func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    @objc optional func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    @objc optional func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    @objc optional func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    @objc optional func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
}

/// https://developer.apple.com/documentation/uikit/uirefreshcontrol
@available(tvOS, unavailable)
@MainActor open class UIRefreshControl: UIControl {
    public convenience init()
    open func endRefreshing()
}

/// https://developer.apple.com/documentation/uikit/uicontrol
@MainActor open class UIControl: UIView {
    /// https://developer.apple.com/documentation/uikit/uicontrol/addaction(_:for:)
    @available(iOS 14.0, visionOS 1.0, *)
    open func addAction(_ action: UIAction, for controlEvents: UIControl.Event)
    /// https://developer.apple.com/documentation/uikit/uicontrol/event
    public struct Event: OptionSet, Sendable {
        public init(rawValue: UInt)
        public var rawValue: UInt { get }
        public static var valueChanged: UIControl.Event { get }
    }
}

/// https://developer.apple.com/documentation/uikit/uibutton
@MainActor open class UIButton: UIControl {
    /// https://developer.apple.com/documentation/uikit/uibutton/init(type:primaryaction:)
    @available(iOS 14.0, visionOS 1.0, *)
    public convenience init(primaryAction: UIAction?)
}

/// https://developer.apple.com/documentation/uikit/uiaction
@available(iOS 13.0, visionOS 1.0, *)
@MainActor open class UIAction: NSObject, Sendable {
    /// https://developer.apple.com/documentation/uikit/uiaction/init(title:subtitle:image:selectedimage:identifier:discoverabilitytitle:attributes:state:handler:)
    public convenience init(title: String = "", handler: @escaping (UIAction) -> Void)
}

// -- accessibility --

/// https://developer.apple.com/documentation/uikit/uiaccessibilityscrolldirection
@objc public enum UIAccessibilityScrollDirection: Int, Sendable {
    case right = 1
    case left
    case up
    case down
    case next
    case previous
}

extension NSObject {
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityscroll(_:)
    @available(iOS 4.2, visionOS 1.0, *)
    @MainActor @objc open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection)
        -> Bool
}

// -- the app --

/// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {
    public override init(frame: CGRect)
    public required init?(coder: NSCoder)
    /// https://developer.apple.com/documentation/uikit/uiwindow/init(windowscene:)
    @available(iOS 13.0, visionOS 1.0, *)
    public init(windowScene: UIWindowScene)
    open var rootViewController: UIViewController? { get set }
    open func makeKeyAndVisible()
}

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?)
    public required init?(coder: NSCoder)
    open var view: UIView! { get set }
    open var navigationItem: UINavigationItem { get }
    open var title: String? { get set }
    open func loadView()
    open func viewDidLoad()
}

/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: UIResponder {
    /// https://developer.apple.com/documentation/uikit/uiapplication/didreceivememorywarningnotification
    nonisolated public class var didReceiveMemoryWarningNotification: NSNotification.Name { get }
    /// https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification
    nonisolated public class var didEnterBackgroundNotification: NSNotification.Name { get }
    /// https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification
    nonisolated public class var willEnterForegroundNotification: NSNotification.Name { get }
}

/// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
@objc @MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    /// https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:configurationforconnecting:options:)
    @available(iOS 13.0, visionOS 1.0, *)
    @objc optional func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
}

/// https://developer.apple.com/documentation/uikit/uisceneconfiguration
@available(iOS 13.0, visionOS 1.0, *)
@MainActor open class UISceneConfiguration: NSObject, Sendable {
    public init(name: String?, sessionRole: UISceneSession.Role)
    open var delegateClass: AnyClass? { get set }
}

extension UIApplicationDelegate {
    /// https://developer.apple.com/documentation/uikit/uiapplicationdelegate/main()
    @available(iOS 14.0, visionOS 1.0, *)
    @MainActor public static func main()
}

/// https://developer.apple.com/documentation/uikit/uiscene
@available(iOS 13.0, visionOS 1.0, *)
@MainActor open class UIScene: UIResponder {
    /// https://developer.apple.com/documentation/uikit/uiscene/connectionoptions
    @MainActor open class ConnectionOptions: NSObject, Sendable {}
}

/// https://developer.apple.com/documentation/uikit/uiwindowscene
@available(iOS 13.0, visionOS 1.0, *)
@MainActor open class UIWindowScene: UIScene {}

/// https://developer.apple.com/documentation/uikit/uiscenesession
@available(iOS 13.0, visionOS 1.0, *)
@MainActor open class UISceneSession: NSObject, Sendable {
    open var role: UISceneSession.Role { get }
    /// https://developer.apple.com/documentation/uikit/uiscenesession/role-swift.struct
    public struct Role: Hashable, Sendable {
        public static func == (left: Role, right: Role) -> Bool
        public func hash(into hasher: inout Hasher)
    }
}

/// https://developer.apple.com/documentation/uikit/uiwindowscenedelegate
@available(iOS 13.0, visionOS 1.0, *)
@objc @MainActor public protocol UIWindowSceneDelegate: NSObjectProtocol {
    @objc optional var window: UIWindow? { get set }
    /// https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willconnectto:options:)
    @objc optional func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions)
}

/// https://developer.apple.com/documentation/uikit/uinavigationcontroller
@MainActor open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController)
    public required init?(coder: NSCoder)
}

/// https://developer.apple.com/documentation/uikit/uitabbarcontroller
@MainActor open class UITabBarController: UIViewController {
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?)
    public required init?(coder: NSCoder)
    open var viewControllers: [UIViewController]? { get set }
}

/// https://developer.apple.com/documentation/uikit/uinavigationitem
@MainActor open class UINavigationItem: NSObject, Sendable {
    open var rightBarButtonItem: UIBarButtonItem? { get set }
}

/// https://developer.apple.com/documentation/uikit/uibarbuttonitem
@MainActor open class UIBarButtonItem: NSObject, Sendable {
    /// https://developer.apple.com/documentation/uikit/uibarbuttonitem/init(primaryaction:)
    @available(iOS 14.0, visionOS 1.0, *)
    public convenience init(primaryAction: UIAction?)
}

/// https://developer.apple.com/documentation/uikit/uicontentsizecategory
public struct UIContentSizeCategory: Hashable, Sendable {
    /// https://developer.apple.com/documentation/uikit/uicontentsizecategory/didchangenotification
    public static let didChangeNotification: NSNotification.Name
    public static let accessibilityExtraExtraLarge: UIContentSizeCategory
}

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
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching
@objc @MainActor public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
    func collectionView(
        _ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
    @objc optional func collectionView(
        _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

/// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes
@MainActor open class UICollectionViewLayoutAttributes: NSObject, Sendable {
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
