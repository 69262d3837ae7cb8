/// Receives the callbacks of a ``RangeNode``, for a class that cannot inherit from it: a view, a cell, a
/// model.
///
/// ```swift
/// final class Post: RangeNodeDelegate {
///     func nodeDidEnterPreloadState(_ node: RangeNode) { print("load", node.itemIndex!) }
/// }
/// let posts = [Post(), Post()]
/// let list = RangeController(estimate: 100) { index in RangeNode(delegate: posts[index]) }
/// try list.insertItems(count: posts.count, at: 0)
/// _ = try list.update(ListViewport(offset: 0, length: 400))
/// // prints:
/// // load 0
/// // load 1
/// ```
///
/// The methods have the order and the meaning of those of ``RangeNode``; the default implementations
/// do nothing. A node holds its delegate weakly.
@MainActor
public protocol RangeNodeDelegate: AnyObject {
    /// Called when the node enters the preload range: fetch its content from the network or from
    /// disk.
    func nodeDidEnterPreloadState(_ node: RangeNode)
    /// Called when the node leaves the preload range: drop what can be fetched again.
    func nodeDidExitPreloadState(_ node: RangeNode)
    /// Called when the node enters the display range: rasterise its text, decode its images.
    func nodeDidEnterDisplayState(_ node: RangeNode)
    /// Called when the node leaves the display range: drop what can be drawn again.
    func nodeDidExitDisplayState(_ node: RangeNode)
    /// Called when the node comes on screen.
    func nodeDidEnterVisibleState(_ node: RangeNode)
    /// Called when the node leaves the screen.
    func nodeDidExitVisibleState(_ node: RangeNode)
    /// Called after the other callbacks of a change, and for changes of the app's own bits.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - oldState: The state before the change.
    ///   - newState: The state now.
    func node(
        _ node: RangeNode, interfaceStateDidChangeFrom oldState: InterfaceState,
        to newState: InterfaceState)
}

extension RangeNodeDelegate {
    /// Does nothing.
    public func nodeDidEnterPreloadState(_ node: RangeNode) {}
    /// Does nothing.
    public func nodeDidExitPreloadState(_ node: RangeNode) {}
    /// Does nothing.
    public func nodeDidEnterDisplayState(_ node: RangeNode) {}
    /// Does nothing.
    public func nodeDidExitDisplayState(_ node: RangeNode) {}
    /// Does nothing.
    public func nodeDidEnterVisibleState(_ node: RangeNode) {}
    /// Does nothing.
    public func nodeDidExitVisibleState(_ node: RangeNode) {}
    /// Does nothing.
    public func node(
        _ node: RangeNode, interfaceStateDidChangeFrom oldState: InterfaceState,
        to newState: InterfaceState
    ) {}
}
