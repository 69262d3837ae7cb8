// -- layouts of an app's own --

/// https://developer.apple.com/documentation/swiftui/animatable
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public protocol Animatable {}

/// https://developer.apple.com/documentation/swiftui/proposedviewsize
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
@frozen public struct ProposedViewSize: Equatable, Sendable {
    public var width: CGFloat?
    public var height: CGFloat?
    public init(width: CGFloat?, height: CGFloat?)
}

/// https://developer.apple.com/documentation/swiftui/layoutvaluekey
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public protocol LayoutValueKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

/// https://developer.apple.com/documentation/swiftui/layoutsubview
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public struct LayoutSubview: Equatable {
    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value { get }
    /// https://developer.apple.com/documentation/swiftui/layoutsubview/place(at:anchor:proposal:)
    public func place(
        at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize)
    public static func == (left: LayoutSubview, right: LayoutSubview) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/layoutsubviews
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public struct LayoutSubviews: RandomAccessCollection, Equatable, Sendable {
    public typealias Index = Int
    public typealias Element = LayoutSubview
    public var startIndex: Int { get }
    public var endIndex: Int { get }
    public subscript(index: Int) -> LayoutSubview { get }
    public static func == (left: LayoutSubviews, right: LayoutSubviews) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/layout
@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public protocol Layout: Animatable, Sendable {
    associatedtype Cache = Void
    typealias Subviews = LayoutSubviews
    func makeCache(subviews: Self.Subviews) -> Self.Cache
    func sizeThatFits(
        proposal: ProposedViewSize, subviews: Self.Subviews, cache: inout Self.Cache
    ) -> CGSize
    func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Self.Subviews,
        cache: inout Self.Cache)
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension Layout where Self.Cache == () {
    public func makeCache(subviews: Self.Subviews)
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension Layout {
    /// https://developer.apple.com/documentation/swiftui/layout/callasfunction(_:)
    public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View
}

/// https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let contain: AccessibilityChildBehavior
    public static func == (
        left: AccessibilityChildBehavior, right: AccessibilityChildBehavior
    ) -> Bool
    public func hash(into hasher: inout Hasher)
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/layoutvalue(key:value:)
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
    nonisolated public func layoutValue<K: LayoutValueKey>(
        key: K.Type, value: K.Value
    ) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/opacity(_:)
    nonisolated public func opacity(_ opacity: Double) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/accessibilitysortpriority(_:)
    @available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
    nonisolated public func accessibilitySortPriority(_ sortPriority: Double) -> some View
}
