@_exported import Foundation

/// https://developer.apple.com/documentation/uikit/uiimage
open class UIImage: NSObject, @unchecked Sendable {
    public init?(data: Data)
    /// https://developer.apple.com/documentation/uikit/uiimage/preparingfordisplay()
    @available(iOS 15.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    open func preparingForDisplay() -> UIImage?
}

// Of what is used here, the watch has nothing else.
#if !os(watchOS)

// -- views --

/// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject, Sendable {
    public override init()
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?)
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?)
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?)
    /// https://developer.apple.com/documentation/uikit/uiresponder/pressesbegan(_:with:)
    @available(iOS 9.0, visionOS 1.0, *)
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?)
    @available(iOS 9.0, visionOS 1.0, *)
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?)
}

/// https://developer.apple.com/documentation/uikit/uievent
@MainActor open class UIEvent: NSObject, Sendable {}

/// https://developer.apple.com/documentation/uikit/uitouch
@MainActor open class UITouch: NSObject, Sendable {
    open var view: UIView? { get }
}

/// https://developer.apple.com/documentation/uikit/uipressesevent
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class UIPressesEvent: UIEvent {}

/// https://developer.apple.com/documentation/uikit/uipress
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class UIPress: NSObject, Sendable {
    open var type: UIPress.PressType { get }
    /// https://developer.apple.com/documentation/uikit/uipress/key
    @available(iOS 13.4, tvOS 13.4, visionOS 1.0, *)
    open var key: UIKey? { get }
    /// https://developer.apple.com/documentation/uikit/uipress/presstype
    public enum PressType: Int, Sendable {
        case upArrow
        case downArrow
        case leftArrow
        case rightArrow
        case select
    }
}

/// https://developer.apple.com/documentation/uikit/uikey
@available(iOS 13.4, tvOS 13.4, visionOS 1.0, *)
@MainActor open class UIKey: NSObject, Sendable {
    open var keyCode: UIKeyboardHIDUsage { get }
}

/// https://developer.apple.com/documentation/uikit/uikeyboardhidusage
@available(iOS 13.4, tvOS 13.4, visionOS 1.0, *)
public enum UIKeyboardHIDUsage: Int, Sendable {
    case keyboardReturnOrEnter = 40
    case keyboardSpacebar = 44
}

/// https://developer.apple.com/documentation/uikit/uifocusupdatecontext
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class UIFocusUpdateContext: NSObject, Sendable {
    weak open var nextFocusedView: UIView? { get }
}

/// https://developer.apple.com/documentation/uikit/uifocusanimationcoordinator
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class UIFocusAnimationCoordinator: NSObject, Sendable {}

/// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
    public convenience override init()
    public init(frame: CGRect)
    public required init?(coder: NSCoder)
    open var frame: CGRect { get set }
    open var bounds: CGRect { get set }
    open var isHidden: Bool { get set }
    open var alpha: CGFloat { get set }
    open var clipsToBounds: Bool { get set }
    open var contentMode: UIView.ContentMode { get set }
    /// https://developer.apple.com/documentation/uikit/uiview/contentmode-swift.enum
    public enum ContentMode: Int, Sendable {
        case scaleToFill
        case scaleAspectFit
        case scaleAspectFill
        case redraw
    }
    open var isOpaque: Bool { get set }
    open var backgroundColor: UIColor? { get set }
    open var isUserInteractionEnabled: Bool { get set }
    open var superview: UIView? { get }
    open var subviews: [UIView] { get }
    /// https://developer.apple.com/documentation/uikit/uiaccessibilityidentification
    @available(iOS 5.0, visionOS 1.0, *)
    open var accessibilityIdentifier: String? { get set }
    open func addSubview(_ view: UIView)
    open func bringSubviewToFront(_ view: UIView)
    open func sendSubviewToBack(_ view: UIView)
    open func removeFromSuperview()
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect
    open func draw(_ rect: CGRect)
    open func setNeedsDisplay()
    open func sizeThatFits(_ size: CGSize) -> CGSize
    open func setNeedsLayout()
    open func layoutIfNeeded()
    open func layoutSubviews()
    /// https://developer.apple.com/documentation/uikit/uiview/performwithoutanimation(_:)
    @available(iOS 7.0, visionOS 1.0, *)
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void)
    /// https://developer.apple.com/documentation/uikit/uiview/animate(withduration:delay:options:animations:completion:)
    @available(iOS 4.0, visionOS 1.0, *)
    open class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval,
        options: UIView.AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil)
    /// https://developer.apple.com/documentation/uikit/uiview/animationoptions
    public struct AnimationOptions: OptionSet, Sendable {
        public init(rawValue: UInt)
        public var rawValue: UInt { get }
        public static var allowUserInteraction: UIView.AnimationOptions { get }
    }
    /// https://developer.apple.com/documentation/uikit/uiview/canbecomefocused
    @available(iOS 9.0, visionOS 1.0, *)
    open var canBecomeFocused: Bool { get }
    /// https://developer.apple.com/documentation/uikit/uifocusenvironment/didupdatefocus(in:with:)
    @available(iOS 9.0, visionOS 1.0, *)
    open func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator)
    open func didMoveToSuperview()
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
    open var centerXAnchor: NSLayoutXAxisAnchor { get }
    @available(iOS 9.0, visionOS 1.0, *)
    open var centerYAnchor: NSLayoutYAxisAnchor { get }
    @available(iOS 9.0, visionOS 1.0, *)
    open var widthAnchor: NSLayoutDimension { get }
    @available(iOS 9.0, visionOS 1.0, *)
    open var heightAnchor: NSLayoutDimension { get }
}

/// https://developer.apple.com/documentation/uikit/nslayoutanchor
@available(iOS 9.0, visionOS 1.0, *)
@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject, Sendable {
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint
    open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>)
        -> NSLayoutConstraint
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
    open var priority: UILayoutPriority { get set }
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
    open var textColor: UIColor! { get set }
}

// -- drawing --

/// https://developer.apple.com/documentation/uikit/uicolor
open class UIColor: NSObject, @unchecked Sendable {
    public init(white: CGFloat, alpha: CGFloat)
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat)
    open func set()
    open func setFill()
}

/// https://developer.apple.com/documentation/uikit/uirectfill(_:)
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFill(_ rect: CGRect)

/// https://developer.apple.com/documentation/uikit/uirectframe(_:)
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFrame(_ rect: CGRect)

extension CGRect {
    /// https://developer.apple.com/documentation/corefoundation/cgrect/inset(by:)
    public func inset(by insets: UIEdgeInsets) -> CGRect
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
    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont
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

/// https://developer.apple.com/documentation/uikit/nsdirectionaledgeinsets
@available(iOS 11.0, visionOS 1.0, *)
public struct NSDirectionalEdgeInsets: Equatable, Sendable {
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat)
    public var top: CGFloat { get set }
    public var leading: CGFloat { get set }
    public var bottom: CGFloat { get set }
    public var trailing: CGFloat { get set }
    public static func == (left: NSDirectionalEdgeInsets, right: NSDirectionalEdgeInsets) -> Bool
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
        /// https://developer.apple.com/documentation/uikit/uicontrol/event/primaryactiontriggered
        @available(iOS 9.0, visionOS 1.0, *)
        public static var primaryActionTriggered: UIControl.Event { get }
    }
    /// https://developer.apple.com/documentation/uikit/uicontrol/state-swift.struct
    public struct State: OptionSet, Sendable {
        public init(rawValue: UInt)
        public var rawValue: UInt { get }
        public static var normal: UIControl.State { get }
    }
}

/// https://developer.apple.com/documentation/uikit/uiactivityindicatorview
@MainActor open class UIActivityIndicatorView: UIView {
    public init(style: UIActivityIndicatorView.Style)
    public required init(coder: NSCoder)
    open func startAnimating()
    open func stopAnimating()
    /// https://developer.apple.com/documentation/uikit/uiactivityindicatorview/style-swift.enum
    public enum Style: Int, Sendable {
        @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
        case medium = 100
        @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
        case large = 101
    }
}

/// https://developer.apple.com/documentation/uikit/uibutton
@MainActor open class UIButton: UIControl {
    /// https://developer.apple.com/documentation/uikit/uibutton/init(type:primaryaction:)
    @available(iOS 14.0, visionOS 1.0, *)
    public convenience init(primaryAction: UIAction?)
    open func setTitle(_ title: String?, for state: UIControl.State)
}

/// https://developer.apple.com/documentation/uikit/uiaction
@available(iOS 13.0, visionOS 1.0, *)
@MainActor open class UIAction: UIMenuElement {
    /// https://developer.apple.com/documentation/uikit/uiaction/init(title:subtitle:image:selectedimage:identifier:discoverabilitytitle:attributes:state:handler:)
    public convenience init(title: String = "", handler: @escaping (UIAction) -> Void)
}

// -- menus and gestures --

/// https://developer.apple.com/documentation/uikit/uimenuelement
@available(iOS 13.0, visionOS 1.0, *)
@MainActor open class UIMenuElement: NSObject, Sendable {}

/// https://developer.apple.com/documentation/uikit/uimenu
@available(iOS 13.0, visionOS 1.0, *)
@MainActor open class UIMenu: UIMenuElement {
    /// https://developer.apple.com/documentation/uikit/uimenu/init(title:subtitle:image:identifier:options:preferredelementsize:children:)
    public convenience init(title: String = "", children: [UIMenuElement] = [])
}

/// https://developer.apple.com/documentation/uikit/uiinteraction
@available(iOS 11.0, visionOS 1.0, *)
@objc @MainActor public protocol UIInteraction: NSObjectProtocol {}

/// https://developer.apple.com/documentation/uikit/uicontextmenuinteraction
@available(iOS 13.0, tvOS 17.0, visionOS 1.0, *)
@MainActor open class UIContextMenuInteraction: NSObject, UIInteraction {
    public init(delegate: any UIContextMenuInteractionDelegate)
}

/// https://developer.apple.com/documentation/uikit/uicontextmenuinteractiondelegate
@available(iOS 13.0, tvOS 17.0, visionOS 1.0, *)
@objc @MainActor public protocol UIContextMenuInteractionDelegate: NSObjectProtocol {
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?
}

/// https://developer.apple.com/documentation/uikit/uicontextmenuconfiguration
@available(iOS 13.0, tvOS 17.0, visionOS 1.0, *)
@MainActor open class UIContextMenuConfiguration: NSObject, Sendable {
    public convenience init(
        identifier: (any NSCopying)? = nil,
        previewProvider: (() -> UIViewController?)? = nil,
        actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil)
}

/// https://developer.apple.com/documentation/uikit/uigesturerecognizer
@MainActor open class UIGestureRecognizer: NSObject, Sendable {
    public init(target: Any?, action: Selector?)
}

/// https://developer.apple.com/documentation/uikit/uiswipegesturerecognizer
@MainActor open class UISwipeGestureRecognizer: UIGestureRecognizer {
    public override init(target: Any?, action: Selector?)
    open var direction: UISwipeGestureRecognizer.Direction { get set }
    /// https://developer.apple.com/documentation/uikit/uiswipegesturerecognizer/direction-swift.struct
    public struct Direction: OptionSet, Sendable {
        public init(rawValue: UInt)
        public var rawValue: UInt { get }
        public static var left: UISwipeGestureRecognizer.Direction { get }
    }
}

extension UIView {
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer)
    /// https://developer.apple.com/documentation/uikit/uiview/addinteraction(_:)
    @available(iOS 11.0, visionOS 1.0, *)
    open func addInteraction(_ interaction: any UIInteraction)
}

// -- accessibility --

/// https://developer.apple.com/documentation/uikit/uiaccessibilitycustomaction
@available(iOS 8.0, visionOS 1.0, *)
@MainActor open class UIAccessibilityCustomAction: NSObject, Sendable {
    /// https://developer.apple.com/documentation/uikit/uiaccessibilitycustomaction/init(name:actionhandler:)
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    public typealias Handler = (UIAccessibilityCustomAction) -> Bool
    @available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
    public init(name: String, actionHandler: UIAccessibilityCustomAction.Handler?)
}

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

extension NSObject {
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/isaccessibilityelement
    @MainActor @objc open var isAccessibilityElement: Bool { get set }
    @MainActor @objc open var accessibilityLabel: String? { get set }
    @MainActor @objc open var accessibilityValue: String? { get set }
    @MainActor public var accessibilityTraits: UIAccessibilityTraits { get set }
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitycustomactions
    @available(iOS 8.0, visionOS 1.0, *)
    @MainActor @objc open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get
        set
    }
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityelements
    @available(iOS 8.0, visionOS 1.0, *)
    @MainActor @objc open var accessibilityElements: [Any]? { get set }
    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitycontainertype
    @available(iOS 11.0, visionOS 1.0, *)
    @MainActor @objc open var accessibilityContainerType: UIAccessibilityContainerType { get set }
}

/// https://developer.apple.com/documentation/uikit/uiaccessibilitytraits
public struct UIAccessibilityTraits: OptionSet, Sendable {
    public init(rawValue: UInt64)
    public var rawValue: UInt64 { get }
    public static let button: UIAccessibilityTraits
    public static let selected: UIAccessibilityTraits
}

/// https://developer.apple.com/documentation/uikit/uiaccessibilitycontainertype
@available(iOS 11.0, visionOS 1.0, *)
@objc public enum UIAccessibilityContainerType: Int, Sendable {
    case none
    case dataTable
    case list
    case landmark
}

/// https://developer.apple.com/documentation/uikit/uiaccessibility-swift.struct
public struct UIAccessibility: Sendable {
    @MainActor public static var isVoiceOverRunning: Bool { get }
    @MainActor public static var isReduceMotionEnabled: Bool { get }
    /// https://developer.apple.com/documentation/uikit/uiaccessibility-swift.struct/elementfocusednotification
    public static let elementFocusedNotification: NSNotification.Name
    public static let focusedElementUserInfoKey: String
    /// https://developer.apple.com/documentation/uikit/uiaccessibility-swift.struct/post(notification:argument:)
    @MainActor public static func post(
        notification: UIAccessibility.Notification, argument: Any?)
    /// https://developer.apple.com/documentation/uikit/uiaccessibility-swift.struct/notification
    public struct Notification: Hashable, RawRepresentable, Sendable {
        public init(rawValue: UInt32)
        public var rawValue: UInt32 { get }
        public static let layoutChanged: UIAccessibility.Notification
    }
}

/// https://developer.apple.com/documentation/uikit/uiscrollviewaccessibilitydelegate
@objc @MainActor public protocol UIScrollViewAccessibilityDelegate: UIScrollViewDelegate {
    @objc optional func accessibilityScrollStatus(for scrollView: UIScrollView) -> String?
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

#endif
