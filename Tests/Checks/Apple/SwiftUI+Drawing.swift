// -- drawing, for the overlay --

/// https://developer.apple.com/documentation/swiftui/path
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@frozen public struct Path: Equatable, Sendable {
    public init(_ rect: CGRect)
    public static func == (left: Path, right: Path) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/fillstyle
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@frozen public struct FillStyle: Equatable, Sendable {
    public init(eoFill: Bool = false, antialiased: Bool = true)
    public static func == (left: FillStyle, right: FillStyle) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/graphicscontext
@available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
@frozen public struct GraphicsContext {
    /// https://developer.apple.com/documentation/swiftui/graphicscontext/shading
    public struct Shading: Sendable {
        public static func color(_ color: Color) -> GraphicsContext.Shading
    }
    /// https://developer.apple.com/documentation/swiftui/graphicscontext/fill(_:with:style:)
    public func fill(
        _ path: Path, with shading: GraphicsContext.Shading, style: FillStyle = FillStyle())
    /// https://developer.apple.com/documentation/swiftui/graphicscontext/stroke(_:with:linewidth:)
    public func stroke(
        _ path: Path, with shading: GraphicsContext.Shading, lineWidth: CGFloat = 1)
}

/// https://developer.apple.com/documentation/swiftui/colorrenderingmode
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
public enum ColorRenderingMode: Sendable {
    case nonLinear
    case linear
    case extendedLinear
}

/// https://developer.apple.com/documentation/swiftui/canvas
@available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
public struct Canvas<Symbols: View>: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

extension Canvas where Symbols == EmptyView {
    /// https://developer.apple.com/documentation/swiftui/canvas/init(opaque:colormode:rendersasynchronously:renderer:)
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear,
        rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void)
}

/// https://developer.apple.com/documentation/swiftui/font
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@frozen public struct Font: Hashable, Sendable {
    /// https://developer.apple.com/documentation/swiftui/font/caption2
    @available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
    public static let caption2: Font
    public static func == (left: Font, right: Font) -> Bool
    public func hash(into hasher: inout Hasher)
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/font(_:)
    nonisolated public func font(_ font: Font?) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/background(alignment:content:)
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    nonisolated public func background<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/allowshittesting(_:)
    nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)
    @available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View
}

// -- apps --

/// https://developer.apple.com/documentation/swiftui/scene
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

/// https://developer.apple.com/documentation/swiftui/scenebuilder
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@resultBuilder public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content
}

/// https://developer.apple.com/documentation/swiftui/windowgroup
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct WindowGroup<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: () -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/app
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main()
}

// -- hosts --

#if canImport(UIKit) && !os(watchOS)
/// https://developer.apple.com/documentation/swiftui/uihostingcontroller
@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency open class UIHostingController<Content: View>: UIViewController {
    @MainActor @preconcurrency public init(rootView: Content)
    @MainActor @preconcurrency public required dynamic init?(coder aDecoder: NSCoder)
}
#elseif canImport(AppKit)
/// https://developer.apple.com/documentation/swiftui/nshostingview
@available(macOS 10.15, *)
@MainActor @preconcurrency open class NSHostingView<Content: View>: NSView {
    @MainActor @preconcurrency public required init(rootView: Content)
    @MainActor @preconcurrency public required dynamic init?(coder aDecoder: NSCoder)
}
#endif
