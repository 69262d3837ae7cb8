import Combine
@_exported import Foundation

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

// -- views, https://developer.apple.com/documentation/swiftui/view --

@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/emptyview
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct EmptyView: View {
    nonisolated public init()
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/anyview
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct AnyView: View {
    nonisolated public init<V: View>(_ view: V)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/tupleview
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct TupleView<T>: View {
    nonisolated public init(_ value: T)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/group
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct Group<Content: View>: View {
    nonisolated public init(@ViewBuilder content: () -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content
    public static func buildBlock() -> EmptyView
    public static func buildBlock<Content: View>(_ content: Content) -> Content
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)>
    public static func buildIf<Content: View>(_ content: Content?) -> Content?
    public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent>
    public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent>
    @available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView
}

/// https://developer.apple.com/documentation/swiftui/viewmodifier
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
    typealias Content = _ViewModifier_Content<Self>
}

@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/modifiedcontent
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct ModifiedContent<Content, Modifier> {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/modifier(_:)
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T>
}

// -- state --

/// https://developer.apple.com/documentation/swiftui/dynamicproperty
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public protocol DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/state
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value)
    public var wrappedValue: Value { get nonmutating set }
    public var projectedValue: Binding<Value> { get }
}

extension State: Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/binding
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
    /// https://developer.apple.com/documentation/swiftui/binding/init(get:set:)
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void)
    public static func constant(_ value: Value) -> Binding<Value>
    public var wrappedValue: Value { get nonmutating set }
    public var projectedValue: Binding<Value> { get }
    public subscript<Subject>(
        dynamicMember keyPath: WritableKeyPath<Value, Subject>
    ) -> Binding<Subject> { get }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/scenestorage
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@propertyWrapper public struct SceneStorage<Value>: DynamicProperty {
    public var wrappedValue: Value { get nonmutating set }
    public var projectedValue: Binding<Value> { get }
}

@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
extension SceneStorage where Value: ExpressibleByNilLiteral {
    public init(_ key: String) where Value == Data?
}

/// https://developer.apple.com/documentation/swiftui/stateobject
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency @propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType)
    @MainActor @preconcurrency public var wrappedValue: ObjectType { get }
}

/// https://developer.apple.com/documentation/swiftui/observedobject
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    public init(wrappedValue: ObjectType)
    @MainActor @preconcurrency public var wrappedValue: ObjectType { get set }
}

/// https://developer.apple.com/documentation/swiftui/environment
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>)
    public var wrappedValue: Value { get }
}

extension Environment: Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/environmentkey
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct EnvironmentValues {
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value { get set }
    @available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
    public var scenePhase: ScenePhase { get set }
    public var layoutDirection: LayoutDirection { get set }
    /// https://developer.apple.com/documentation/swiftui/environmentvalues/refresh
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    public var refresh: RefreshAction? { get }
}

/// https://developer.apple.com/documentation/swiftui/refreshaction
@available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
public struct RefreshAction: Sendable {}

/// https://developer.apple.com/documentation/swiftui/scenephase
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
public enum ScenePhase: Comparable, Hashable, Sendable {
    case background
    case inactive
    case active
}

/// https://developer.apple.com/documentation/swiftui/layoutdirection
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    case leftToRight
    case rightToLeft
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/environment(_:_:)
    nonisolated public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
    ) -> some View
}

// -- geometry --

/// https://developer.apple.com/documentation/swiftui/axis
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@frozen public enum Axis: Int8, CaseIterable, Sendable {
    case horizontal
    case vertical
    /// https://developer.apple.com/documentation/swiftui/axis/set
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8)
        public static let horizontal: Axis.Set
        public static let vertical: Axis.Set
    }
}

/// https://developer.apple.com/documentation/swiftui/edge
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@frozen public enum Edge: Int8, CaseIterable, Sendable {
    case top
    case leading
    case bottom
    case trailing
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8)
        public static let all: Edge.Set
        public static let horizontal: Edge.Set
        public static let vertical: Edge.Set
    }
}

/// https://developer.apple.com/documentation/swiftui/edgeinsets
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct EdgeInsets: Equatable, Sendable {
    public var top: CGFloat
    public var leading: CGFloat
    public var bottom: CGFloat
    public var trailing: CGFloat
    public static func == (left: EdgeInsets, right: EdgeInsets) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/unitpoint
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct UnitPoint: Hashable, Sendable {
    public init(x: CGFloat, y: CGFloat)
    public static let top: UnitPoint
    public static let leading: UnitPoint
    public static let topLeading: UnitPoint
    public static func == (left: UnitPoint, right: UnitPoint) -> Bool
    public func hash(into hasher: inout Hasher)
}

/// https://developer.apple.com/documentation/swiftui/horizontalalignment
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading: HorizontalAlignment
    public static let center: HorizontalAlignment
    public static func == (left: HorizontalAlignment, right: HorizontalAlignment) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/verticalalignment
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct VerticalAlignment: Equatable, Sendable {
    public static let top: VerticalAlignment
    public static let bottom: VerticalAlignment
    public static let center: VerticalAlignment
    public static func == (left: VerticalAlignment, right: VerticalAlignment) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/alignment
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct Alignment: Equatable, Sendable {
    public static let center: Alignment
    public static let leading: Alignment
    public static let top: Alignment
    public static let topTrailing: Alignment
    public static let bottomLeading: Alignment
    public static func == (left: Alignment, right: Alignment) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/coordinatespace
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public enum CoordinateSpace {
    case global
    case local
    case named(AnyHashable)
}

/// https://developer.apple.com/documentation/swiftui/geometryproxy
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct GeometryProxy {
    public var size: CGSize { get }
    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/coordinatespace(name:)
    @available(iOS, introduced: 13.0, deprecated: 100000.0, message: "use coordinateSpace(_:)")
    @available(macOS, introduced: 10.15, deprecated: 100000.0, message: "use coordinateSpace(_:)")
    @available(visionOS, introduced: 1.0, deprecated: 100000.0, message: "use coordinateSpace(_:)")
    nonisolated public func coordinateSpace<T: Hashable>(name: T) -> some View

    /// https://developer.apple.com/documentation/swiftui/view/ongeometrychange(for:of:action:)
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
    @preconcurrency nonisolated public func onGeometryChange<T: Equatable & Sendable>(
        for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T,
        action: @escaping (_ newValue: T) -> Void
    ) -> some View
}

// -- life cycle --

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View

    /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View

    /// https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View

    /// https://developer.apple.com/documentation/swiftui/view/refreshable(action:)
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    @preconcurrency nonisolated public func refreshable(
        action: @escaping @Sendable () async -> Void
    ) -> some View
}

// -- scrolling --

/// https://developer.apple.com/documentation/swiftui/scrollview
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct ScrollView<Content: View>: View {
    nonisolated public init(
        _ axes: Axis.Set = .vertical, showsIndicators: Bool = true,
        @ViewBuilder content: () -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/scrollviewproxy
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
public struct ScrollViewProxy {
    /// https://developer.apple.com/documentation/swiftui/scrollviewproxy/scrollto(_:anchor:)
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil)
}

/// https://developer.apple.com/documentation/swiftui/scrollviewreader
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct ScrollViewReader<Content: View>: View {
    nonisolated public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/scrollposition
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct ScrollPosition: Equatable, Sendable {
    /// https://developer.apple.com/documentation/swiftui/scrollposition/init(idtype:)
    public init(idType: (some Hashable & Sendable).Type = Never.self)
    /// https://developer.apple.com/documentation/swiftui/scrollposition/scrollto(id:anchor:)
    public mutating func scrollTo(id: some Hashable & Sendable, anchor: UnitPoint? = nil)
    /// https://developer.apple.com/documentation/swiftui/scrollposition/scrollto(x:)
    public mutating func scrollTo(x: CGFloat)
    /// https://developer.apple.com/documentation/swiftui/scrollposition/scrollto(y:)
    public mutating func scrollTo(y: CGFloat)
    public static func == (left: ScrollPosition, right: ScrollPosition) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/scrollcontentoffsetadjustmentbehavior
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct ScrollContentOffsetAdjustmentBehavior {
    public static var automatic: ScrollContentOffsetAdjustmentBehavior { get }
    public static var disabled: ScrollContentOffsetAdjustmentBehavior { get }
}

/// https://developer.apple.com/documentation/swiftui/transaction
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@frozen public struct Transaction {
    public init()
    /// https://developer.apple.com/documentation/swiftui/transaction/disablesanimations
    public var disablesAnimations: Bool { get set }
    /// https://developer.apple.com/documentation/swiftui/transaction/scrollpositionupdatepreservesvelocity
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    public var scrollPositionUpdatePreservesVelocity: Bool { get set }
    /// https://developer.apple.com/documentation/swiftui/transaction/scrollcontentoffsetadjustmentbehavior
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    public var scrollContentOffsetAdjustmentBehavior: ScrollContentOffsetAdjustmentBehavior {
        get set
    }
}

/// https://developer.apple.com/documentation/swiftui/withtransaction(_:_:)
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public func withTransaction<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result

/// https://developer.apple.com/documentation/swiftui/scrollgeometry
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct ScrollGeometry: Equatable, Sendable {
    public var contentOffset: CGPoint
    public var contentSize: CGSize
    public var contentInsets: EdgeInsets
    public var containerSize: CGSize
    public var visibleRect: CGRect { get }
    public static func == (left: ScrollGeometry, right: ScrollGeometry) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/scrollphase
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@frozen public enum ScrollPhase: Equatable {
    case idle
    case tracking
    case interacting
    case decelerating
    case animating
    public var isScrolling: Bool { get }
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/scrolltargetlayout(isenabled:)
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    nonisolated public func scrollTargetLayout(isEnabled: Bool = true) -> some View

    /// https://developer.apple.com/documentation/swiftui/view/scrollposition(id:anchor:)
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    nonisolated public func scrollPosition(
        id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil
    ) -> some View

    /// https://developer.apple.com/documentation/swiftui/view/scrollposition(_:anchor:)
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    nonisolated public func scrollPosition(
        _ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil
    ) -> some View

    /// https://developer.apple.com/documentation/swiftui/view/onscrollgeometrychange(for:of:action:)
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    nonisolated public func onScrollGeometryChange<T: Equatable>(
        for type: T.Type, of transform: @escaping (ScrollGeometry) -> T,
        action: @escaping (_ oldValue: T, _ newValue: T) -> Void
    ) -> some View

    /// https://developer.apple.com/documentation/swiftui/view/onscrollphasechange(_:)
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    nonisolated public func onScrollPhaseChange(
        _ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void
    ) -> some View
}

// -- stacks --

/// https://developer.apple.com/documentation/swiftui/foreach
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
}

extension ForEach: View where Content: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content)
    nonisolated public init(
        _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where ID == Data.Element.ID, Data.Element: Identifiable
}

/// https://developer.apple.com/documentation/swiftui/pinnedscrollableviews
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32)
}

/// https://developer.apple.com/documentation/swiftui/lazyvstack
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct LazyVStack<Content: View>: View {
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/lazyhstack
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct LazyHStack<Content: View>: View {
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/griditem
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    public init(
        _ size: GridItem.Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil)
}

/// https://developer.apple.com/documentation/swiftui/lazyvgrid
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct LazyVGrid<Content: View>: View {
    nonisolated public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/list
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency
public struct List<SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

extension List where SelectionValue == Never {
    nonisolated public init(@ViewBuilder content: () -> Content)
    nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable
}

/// https://developer.apple.com/documentation/swiftui/section
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct Section<Parent, Content, Footer> {}

extension Section: View where Parent: View, Content: View, Footer: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(
        _ title: S, @ViewBuilder content: () -> Content)
}

/// https://developer.apple.com/documentation/swiftui/vstack
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct VStack<Content: View>: View {
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/hstack
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct HStack<Content: View>: View {
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/horizontaledge
@available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
@frozen public enum HorizontalEdge: Int8, CaseIterable, Sendable {
    case leading
    case trailing
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/swipeactions(edge:allowsfullswipe:content:)
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    @available(tvOS, unavailable)
    nonisolated public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true,
        @ViewBuilder content: () -> T
    ) -> some View
}

// -- controls and shapes, for the samples --

/// https://developer.apple.com/documentation/swiftui/text
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct Text: View, Equatable, Sendable {
    public init(verbatim content: String)
    public init(_ key: LocalizedStringKey)
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
    public static func == (left: Text, right: Text) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/localizedstringkey
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String)
    public init(stringInterpolation: StringInterpolation)
    public static func == (left: LocalizedStringKey, right: LocalizedStringKey) -> Bool
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int)
        public mutating func appendLiteral(_ literal: String)
        public mutating func appendInterpolation(_ string: String)
        public mutating func appendInterpolation(_ value: Int)
    }
}

/// https://developer.apple.com/documentation/swiftui/button
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct Button<Label: View>: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

extension Button {
    /// https://developer.apple.com/documentation/swiftui/button/init(action:label:)
    @preconcurrency nonisolated public init(
        action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label)
}

extension Button where Label == Text {
    @preconcurrency nonisolated public init(
        _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void)
}

/// https://developer.apple.com/documentation/swiftui/progressview
@available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView
}

/// https://developer.apple.com/documentation/swiftui/color
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct Color: View, Hashable, Sendable {
    public static let black: Color
    public static let gray: Color
    public static let white: Color
    public static let clear: Color
    /// https://developer.apple.com/documentation/swiftui/color/rgbcolorspace
    public enum RGBColorSpace: Sendable {
        case sRGB
        case sRGBLinear
        case displayP3
    }
    /// https://developer.apple.com/documentation/swiftui/color/init(_:red:green:blue:opacity:)
    public init(
        _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
        opacity: Double = 1)
    public func opacity(_ opacity: Double) -> Color
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
    public static func == (left: Color, right: Color) -> Bool
    public func hash(into hasher: inout Hasher)
}

/// https://developer.apple.com/documentation/swiftui/image
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
public struct Image: View, Equatable, Sendable {
    public func resizable() -> Image
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
    public static func == (left: Image, right: Image) -> Bool
}

/// https://developer.apple.com/documentation/swiftui/asyncimagephase
@available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
public enum AsyncImagePhase: Sendable {
    case empty
    case success(Image)
    case failure(any Error)
    public var image: Image? { get }
    public var error: (any Error)? { get }
}

/// https://developer.apple.com/documentation/swiftui/asyncimage
@available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct AsyncImage<Content: View>: View {
    /// https://developer.apple.com/documentation/swiftui/asyncimage/init(url:scale:transaction:content:)
    nonisolated public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content)
    public typealias Body = Never
    @MainActor @preconcurrency public var body: Never { get }
}

/// https://developer.apple.com/documentation/swiftui/contentmode
@available(macOS 10.15, iOS 13.0, visionOS 1.0, *)
@frozen public enum ContentMode: Hashable, CaseIterable, Sendable {
    case fit
    case fill
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/aspectratio(_:contentmode:)
    nonisolated public func aspectRatio(
        _ aspectRatio: CGFloat? = nil, contentMode: ContentMode
    ) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/id(_:)
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/clipped(antialiased:)
    nonisolated public func clipped(antialiased: Bool = false) -> some View
    /// https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
    @available(macOS 12.0, iOS 15.0, visionOS 1.0, *)
    nonisolated public func overlay<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View
}
