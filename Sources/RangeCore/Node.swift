/// A node of a tree that is told when it should preload, display, and when it is on screen.
///
/// A ``RangeController`` makes the root of a tree for each item in range and tells it the item's
/// state; every node of the tree has that state. Override what you need; the default
/// implementations do nothing.
///
/// For each change a node is told exits (visible, display, preload), then enters (preload, display,
/// visible), then ``interfaceStateDidChange(from:to:)`` once, always last. The new value is
/// readable in all of them. A change that clears a bit goes to children first, any other to parents
/// first. A node outside a list is told nothing.
@MainActor
open class Node {
    /// What the node should be ready for; empty outside a list.
    public private(set) var interfaceState: InterfaceState = []

    /// The node that this one is a part of.
    public private(set) weak var supernode: Node?

    /// The parts of this node, in the order in which they are told.
    public private(set) var subnodes: [Node] = []

    /// The controller of a list that this node shows, such as a carousel in a row.
    ///
    /// Its presence follows this node's state: visible → on screen, preload or display → near, else
    /// away; and it is updated when that changes, before this node is told of a change that clears a
    /// bit, after it of any other. Give the node its list before the list's first update: until then
    /// the list is where its own ``RangeController/presence`` says.
    public var controller: RangeController? {
        didSet {
            if oldValue === controller { return }
            oldValue?.follow(.away)
            controller?.follow(Presence(ofListIn: interfaceState), isNew: true)
        }
    }

    // The state to be in once all of the change before was told.
    private var wantedState: InterfaceState = []
    private var isTelling = false

    /// A node outside a list, without subnodes.
    public init() {}

    /// Adds a subnode after the others; it takes this node's state at once.
    ///
    /// It leaves the node that it was a part of.
    ///
    /// - Parameter subnode: neither this node nor one that this is a part of; else nothing happens.
    public func addSubnode(_ subnode: Node) {
        insertSubnode(subnode, at: subnodes.count)
    }

    /// Adds a subnode among the others; it takes this node's state at once.
    ///
    /// It leaves the node that it was a part of.
    ///
    /// - Parameters:
    ///   - subnode: neither this node nor one that this is a part of; else nothing happens.
    ///   - index: where, once it left; kept within 0 … subnodes.count.
    public func insertSubnode(_ subnode: Node, at index: Int) {
        var ancestor: Node? = self
        while let node = ancestor {
            if node === subnode { return }
            ancestor = node.supernode
        }
        // Between two nodes of the same state it is told nothing.
        subnode.detach()
        subnodes.insert(subnode, at: min(max(index, 0), subnodes.count))
        subnode.supernode = self
        subnode.take(interfaceState)
    }

    /// Takes this node out of the one that it is a part of; it is told its exits.
    public func removeFromSupernode() {
        guard supernode != nil else { return }
        detach()
        take([])
    }

    private func detach() {
        supernode?.subnodes.removeAll { $0 === self }
        supernode = nil
    }

    // -- callbacks --

    /// The node came into the preload range: fetch its content, from network or disk.
    open func didEnterPreloadState() {}
    /// The node left the preload range: drop what can be fetched again.
    open func didExitPreloadState() {}
    /// The node came into the display range: rasterise its text, decode its images.
    open func didEnterDisplayState() {}
    /// The node left the display range: drop what can be drawn again.
    open func didExitDisplayState() {}
    /// The node came on screen.
    open func didEnterVisibleState() {}
    /// The node left the screen.
    open func didExitVisibleState() {}
    /// The state changed; told after the other callbacks, also for the app's own bits.
    ///
    /// - Parameters:
    ///   - oldState: the state before.
    ///   - newState: the same as ``interfaceState``.
    open func interfaceStateDidChange(from oldState: InterfaceState, to newState: InterfaceState) {}

    // -- states --

    /// Brings this node and all below it to a state, and tells them.
    ///
    /// A callback may give the node yet another state, by taking it out of its supernode, say; it
    /// hears of that when it has heard all of the change before.
    func take(_ state: InterfaceState) {
        wantedState = state
        if isTelling { return }
        isTelling = true
        while interfaceState != wantedState {
            let (old, new) = (interfaceState, wantedState)
            if !old.isSubset(of: new) { give(new) }
            interfaceState = new
            tell(from: old, to: new)
            // To all where parents come first; else to those that came meanwhile.
            give(new)
        }
        isTelling = false
    }

    private func give(_ state: InterfaceState) {
        for subnode in subnodes where subnode.supernode === self { subnode.take(state) }
        controller?.follow(Presence(ofListIn: state))
    }

    private func tell(from old: InterfaceState, to new: InterfaceState) {
        let (left, entered) = (old.subtracting(new), new.subtracting(old))
        // That an item is in a list is nothing to be told of.
        if !left.union(entered).isInRange { return }
        if left.contains(.visible) { didExitVisibleState() }
        if left.contains(.display) { didExitDisplayState() }
        if left.contains(.preload) { didExitPreloadState() }
        if entered.contains(.preload) { didEnterPreloadState() }
        if entered.contains(.display) { didEnterDisplayState() }
        if entered.contains(.visible) { didEnterVisibleState() }
        interfaceStateDidChange(from: old, to: new)
    }
}

extension Presence {
    // Where a list is that an item of an outer list holds.
    fileprivate init(ofListIn state: InterfaceState) {
        if state.contains(.visible) {
            self = .onScreen
        } else {
            self = state.isDisjoint(with: [.preload, .display]) ? .away : .near
        }
    }
}
