@_exported import Foundation

/// https://developer.apple.com/documentation/foundation/nspoint
public typealias NSPoint = CGPoint
/// https://developer.apple.com/documentation/foundation/nssize
public typealias NSSize = CGSize
/// https://developer.apple.com/documentation/foundation/nsrect
public typealias NSRect = CGRect

/// https://developer.apple.com/documentation/foundation/nsedgeinsets
public struct NSEdgeInsets: Sendable {
    public var top: CGFloat { get set }
    public var left: CGFloat { get set }
    public var bottom: CGFloat { get set }
    public var right: CGFloat { get set }
}

// -- events --

/// https://developer.apple.com/documentation/appkit/nsresponder
@MainActor open class NSResponder: NSObject, Sendable {
    public override init()
    public required init?(coder: NSCoder)
}

/// https://developer.apple.com/documentation/appkit/nsapplication
@MainActor open class NSApplication: NSResponder {
    open class var shared: NSApplication { get }
    open var currentEvent: NSEvent? { get }
}

/// https://developer.apple.com/documentation/appkit/nsevent
open class NSEvent: NSObject {
    open var type: NSEvent.EventType { get }
    /// https://developer.apple.com/documentation/appkit/nsevent/eventtype
    public enum EventType: UInt, Sendable {
        case leftMouseDown = 1
        case leftMouseDragged = 6
    }
}

// -- views --

/// https://developer.apple.com/documentation/appkit/nsview
@MainActor open class NSView: NSResponder {
    public convenience override init()
    public init(frame frameRect: NSRect)
    public required init?(coder: NSCoder)
    open var frame: NSRect { get set }
    open var bounds: NSRect { get set }
    open var isHidden: Bool { get set }
    open var isFlipped: Bool { get }
    open var isHiddenOrHasHiddenAncestor: Bool { get }
    /// https://developer.apple.com/documentation/appkit/nsview/viewdidhide()
    @available(macOS 10.5, *)
    open func viewDidHide()
    /// https://developer.apple.com/documentation/appkit/nsview/viewdidunhide()
    @available(macOS 10.5, *)
    open func viewDidUnhide()
    open var superview: NSView? { get }
    open var needsDisplay: Bool { get set }
    open func draw(_ dirtyRect: NSRect)
    open func hitTest(_ point: NSPoint) -> NSView?
    /// https://developer.apple.com/documentation/appkit/nsview/translatesautoresizingmaskintoconstraints
    @available(macOS 10.7, *)
    open var translatesAutoresizingMaskIntoConstraints: Bool { get set }
    open var window: NSWindow? { get }
    /// https://developer.apple.com/documentation/appkit/nsview/intrinsiccontentsize
    @available(macOS 10.7, *)
    open var intrinsicContentSize: NSSize { get }
    @available(macOS 10.7, *)
    open func invalidateIntrinsicContentSize()
    open func addSubview(_ view: NSView)
    open func removeFromSuperview()
    /// https://developer.apple.com/documentation/appkit/nsview/layoutsubtreeifneeded()
    @available(macOS 10.7, *)
    open func layoutSubtreeIfNeeded()
    open func setBoundsOrigin(_ newOrigin: NSPoint)
    open func viewDidMoveToWindow()
    open var postsBoundsChangedNotifications: Bool { get set }
    /// https://developer.apple.com/documentation/appkit/nsview/boundsdidchangenotification
    nonisolated public class var boundsDidChangeNotification: NSNotification.Name { get }
    /// https://developer.apple.com/documentation/appkit/nsview/userinterfacelayoutdirection
    @available(macOS 10.8, *)
    open var userInterfaceLayoutDirection: NSUserInterfaceLayoutDirection { get set }
    /// https://developer.apple.com/documentation/appkit/nsview/fittingsize
    @available(macOS 10.7, *)
    open var fittingSize: NSSize { get }
    /// https://developer.apple.com/documentation/appkit/nsview/widthanchor
    @available(macOS 10.11, *)
    open var widthAnchor: NSLayoutDimension { get }
    /// https://developer.apple.com/documentation/appkit/nsview/heightanchor
    @available(macOS 10.11, *)
    open var heightAnchor: NSLayoutDimension { get }
    /// https://developer.apple.com/documentation/appkit/nsanimatablepropertycontainer/animator()
    @available(macOS 10.5, *)
    open func animator() -> Self
}

/// https://developer.apple.com/documentation/appkit/nswindow
@MainActor open class NSWindow: NSResponder {
    public init(
        contentRect: NSRect, styleMask style: NSWindow.StyleMask,
        backing backingStoreType: NSWindow.BackingStoreType, defer flag: Bool)
    open var contentView: NSView? { get set }
    open var isReleasedWhenClosed: Bool { get set }
    open func orderFront(_ sender: Any?)
    /// https://developer.apple.com/documentation/appkit/nswindow/layoutifneeded()
    @available(macOS 10.7, *)
    open func layoutIfNeeded()
    /// https://developer.apple.com/documentation/appkit/nswindow/stylemask-swift.struct
    public struct StyleMask: OptionSet, Sendable {
        public init(rawValue: UInt)
        public var rawValue: UInt { get }
        public static var titled: NSWindow.StyleMask { get }
        public static var resizable: NSWindow.StyleMask { get }
    }
    /// https://developer.apple.com/documentation/appkit/nswindow/backingstoretype
    public enum BackingStoreType: UInt, Sendable {
        case buffered = 2
    }
    /// https://developer.apple.com/documentation/appkit/nswindow/occlusionstate-swift.property
    @available(macOS 10.9, *)
    open var occlusionState: NSWindow.OcclusionState { get }
    /// https://developer.apple.com/documentation/appkit/nswindow/didchangeocclusionstatenotification
    @available(macOS 10.9, *)
    nonisolated public class var didChangeOcclusionStateNotification: NSNotification.Name { get }
    /// https://developer.apple.com/documentation/appkit/nswindow/occlusionstate-swift.struct
    public struct OcclusionState: OptionSet, Sendable {
        public init(rawValue: UInt)
        public var rawValue: UInt { get }
        public static var visible: NSWindow.OcclusionState { get }
    }
}

/// https://developer.apple.com/documentation/appkit/nsuserinterfacelayoutdirection
public enum NSUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight
    case rightToLeft
}

/// https://developer.apple.com/documentation/appkit/nslayoutdimension
@available(macOS 10.11, *)
open class NSLayoutDimension: NSObject {
    open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint
}

/// https://developer.apple.com/documentation/appkit/nslayoutconstraint
@available(macOS 10.7, *)
open class NSLayoutConstraint: NSObject {
    /// https://developer.apple.com/documentation/appkit/nslayoutconstraint/isactive
    @available(macOS 10.10, *)
    open var isActive: Bool { get set }
}

// -- drawing, for the overlay --

/// https://developer.apple.com/documentation/appkit/nscolor
open class NSColor: NSObject, @unchecked Sendable {
    public init(white: CGFloat, alpha: CGFloat)
    public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat)
    open func setFill()
}

/// https://developer.apple.com/documentation/appkit/nsfont
open class NSFont: NSObject, @unchecked Sendable {
    open class func systemFont(ofSize fontSize: CGFloat) -> NSFont
}

/// https://developer.apple.com/documentation/appkit/nscontrol
@MainActor open class NSControl: NSView {
    open var stringValue: String { get set }
    open var font: NSFont? { get set }
}

/// https://developer.apple.com/documentation/appkit/nstextfield
@MainActor open class NSTextField: NSControl {
    /// https://developer.apple.com/documentation/appkit/nstextfield/init(labelwithstring:)
    @available(macOS 10.12, *)
    public convenience init(labelWithString stringValue: String)
}

extension NSRect {
    /// https://developer.apple.com/documentation/corefoundation/cgrect/fill(using:)
    public func fill(using operation: NSCompositingOperation = .sourceOver)
    /// https://developer.apple.com/documentation/corefoundation/cgrect/frame(withwidth:using:)
    public func frame(
        withWidth width: CGFloat = 1, using operation: NSCompositingOperation = .sourceOver)
}

/// https://developer.apple.com/documentation/appkit/nscompositingoperation
public enum NSCompositingOperation: UInt, Sendable {
    case clear
    case copy
    case sourceOver
}

// -- scrolling --

/// https://developer.apple.com/documentation/appkit/nsclipview
@MainActor open class NSClipView: NSView {
    public override init(frame frameRect: NSRect)
    public required init?(coder: NSCoder)
    open func scroll(to newOrigin: NSPoint)
}

/// https://developer.apple.com/documentation/appkit/nsscrollview
@MainActor open class NSScrollView: NSView {
    public override init(frame frameRect: NSRect)
    public required init?(coder: NSCoder)
    open var contentView: NSClipView { get set }
    open var documentView: NSView? { get set }
    open var hasVerticalScroller: Bool { get set }
    open var hasHorizontalScroller: Bool { get set }
    open func reflectScrolledClipView(_ cView: NSClipView)
    open func tile()
    /// https://developer.apple.com/documentation/appkit/nsscrollview/contentinsets
    @available(macOS 10.10, *)
    open var contentInsets: NSEdgeInsets { get set }
    /// https://developer.apple.com/documentation/appkit/nsscrollview/willstartlivescrollnotification
    @available(macOS 10.9, *)
    nonisolated public class var willStartLiveScrollNotification: NSNotification.Name { get }
    /// https://developer.apple.com/documentation/appkit/nsscrollview/didendlivescrollnotification
    @available(macOS 10.9, *)
    nonisolated public class var didEndLiveScrollNotification: NSNotification.Name { get }
}

/// https://developer.apple.com/documentation/appkit/nsanimationcontext
@available(macOS 10.5, *)
open class NSAnimationContext: NSObject {
    /// https://developer.apple.com/documentation/appkit/nsanimationcontext/runanimationgroup(_:completionhandler:)
    @available(macOS 10.7, *)
    open class func runAnimationGroup(
        _ changes: (NSAnimationContext) -> Void,
        completionHandler: (@Sendable () -> Void)? = nil)
}
