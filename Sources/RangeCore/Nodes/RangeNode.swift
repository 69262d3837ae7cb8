/// A node in a tree, notified when to preload, when to display, and when it appears on screen.
///
/// ```swift
/// final class Row: RangeNode {
///     override func didEnterPreloadState() { print("load") }
///     override func didExitPreloadState() { print("drop") }
/// }
/// let list = RangeController(estimate: 100) { _ in Row() }
/// try list.insertItems(count: 1, at: 0)
/// _ = try list.update(ListViewport(offset: 0, length: 400))
/// try list.removeItems(0..<1)
/// _ = try list.update(ListViewport(offset: 0, length: 400))
/// // prints:
/// // load
/// // drop
/// ```
///
/// A ``RangeController`` makes the root of a tree for each item in range and sets it to the state
/// of the item; every node of the tree has that state. Override what you need; the default
/// implementations do nothing.
///
/// Each change calls the exits (visible, display, preload), then the enters (preload, display,
/// visible), and finally ``interfaceStateDidChange(from:to:)``, once. The new state is readable in
/// all of them. When a change clears any bit, subnodes are notified before their supernode;
/// otherwise supernodes come first. A node outside a list receives no callbacks.
///
/// Other classes, such as a view or a model, receive the callbacks as the ``delegate`` of a node.
@MainActor
open class RangeNode {
    /// What the node should be ready for; empty outside a list.
    public private(set) var interfaceState: InterfaceState = []

    /// The node that this one is a part of.
    public private(set) weak var supernode: RangeNode?

    /// The parts of this node, in the order of their callbacks.
    public private(set) var subnodes: [RangeNode] = []

    /// Receives the callbacks of this node, each after the node's own; held weakly.
    public weak var delegate: (any RangeNodeDelegate)?

    /// The controller of a list that this node shows, such as a carousel in a row.
    ///
    /// Its presence follows the state of this node: visible → on screen, preload or display → near,
    /// otherwise away. It is updated when that changes: before the callbacks of this node for a
    /// change that clears a bit, after them for any other. Set it before the first update of the
    /// nested list; until then only its own settings apply. If the list has a ``ListHost``, make that
    /// before, or call its ``ListHost/update()`` once, after setting this.
    ///
    /// Memory pressure, background and depth of the list that holds this node apply to the nested
    /// list too, unless its own settings are more restrictive.
    public var nestedController: RangeController? {
        didSet {
            if oldValue === nestedController { return }
            oldValue?.follow(RangeController.Surroundings(presence: .away))
            nestedController?.follow(surroundings(interfaceState), isNew: true)
        }
    }

    // -- the list --

    // Of the root of a tree; kept by the controller's map. The index is nil once the item is removed.
    final var listIndex: Int?
    final weak var list: RangeController?
    // What the list is to bring it to.
    final var nextState: InterfaceState = []

    // The state to change to after the callbacks of the previous change.
    private var wantedState: InterfaceState = []
    private var isTelling = false

    /// Creates a node outside a list, without subnodes.
    public init() {}

    /// Creates a node whose callbacks an object of any class receives.
    ///
    /// - Parameter delegate: The object, held weakly.
    public convenience init(delegate: any RangeNodeDelegate) {
        self.init()
        self.delegate = delegate
    }

    /// The controller of the list that this node, or the one that it is a part of, belongs to; nil
    /// outside a list.
    ///
    /// - Complexity: O(depth of the tree).
    public var controller: RangeController? { root?.list }

    /// The index of the item in its list, after all edits; nil outside a list, and once the item has
    /// been removed.
    ///
    /// - Complexity: O(depth of the tree).
    public var itemIndex: Int? { root?.listIndex }

    /// Asks for the extent of the item's row to be measured again, for example when a picture has
    /// arrived.
    ///
    /// The list is updated as by ``RangeController/updateAgain()``, in which a ``ListHost`` measures
    /// the row if it is visible; it keeps its start on screen, and so grows downward. Otherwise the row
    /// is provisional until it is measured (see ``RangeController/markProvisional(_:)``): other hosts
    /// find it with ``ListEngine/unmeasuredRows(ofItems:)``, or set the extent of a visible row
    /// themselves. Does nothing outside a list. Errors are reported to ``RangeController/onError``.
    ///
    /// - Complexity: O(log n), plus the update.
    public func setNeedsMeasure() {
        guard let root, let list = root.list, let index = root.listIndex else { return }
        if list.attempt(try list.measureAgain(ofItem: index)) { list.updateAgain() }
    }

    /// Sets the extent of the item's row, and updates the list as by
    /// ``RangeController/updateAgain()``.
    ///
    /// - Parameter extent: The extent, in points.
    /// - Precondition: It is finite, and not negative.
    /// - Throws: ``RangeCoreError/notFound`` outside a list; otherwise as
    ///   ``RangeController/setExtent(_:ofRow:)``.
    /// - Complexity: O(log n), plus the update.
    public func setExtent(_ extent: Double) throws(RangeCoreError) {
        guard let root, let list = root.list, let index = root.listIndex else { throw .notFound }
        try list.setExtent(extent, ofRow: must(try list.core.row(ofItem: index)))
        list.updateAgain()
    }

    // The node that the list made.
    private var root: RangeNode? {
        var node: RangeNode? = self
        while let current = node, current.list == nil { node = current.supernode }
        return node
    }

    final func leaveList() {
        listIndex = nil
        list = nil
    }

    /// Adds a subnode after the others; it takes this node's state at once, and leaves its previous
    /// supernode.
    ///
    /// - Parameter subnode: A node that is not this one and does not contain it; otherwise nothing
    ///   happens.
    public func addSubnode(_ subnode: RangeNode) {
        insertSubnode(subnode, at: subnodes.count)
    }

    /// Adds a subnode among the others; it takes this node's state at once, and leaves its previous
    /// supernode.
    ///
    /// - Parameters:
    ///   - subnode: A node that is not this one and does not contain it; otherwise nothing happens.
    ///   - index: The position among the subnodes, once it has left its previous supernode; clamped
    ///     to 0 … subnodes.count.
    public func insertSubnode(_ subnode: RangeNode, at index: Int) {
        var ancestor: RangeNode? = self
        while let node = ancestor {
            if node === subnode { return }
            ancestor = node.supernode
        }
        // Moving between two nodes of the same state causes no callbacks.
        subnode.detach()
        subnodes.insert(subnode, at: min(max(index, 0), subnodes.count))
        subnode.supernode = self
        subnode.take(interfaceState)
    }

    /// Removes this node from its supernode; its exits are called.
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

    /// Called when the node enters the preload range: fetch its content from the network or from
    /// disk.
    open func didEnterPreloadState() {}
    /// Called when the node leaves the preload range: drop what can be fetched again.
    open func didExitPreloadState() {}
    /// Called when the node enters the display range: rasterise its text, decode its images.
    open func didEnterDisplayState() {}
    /// Called when the node leaves the display range: drop what can be drawn again.
    open func didExitDisplayState() {}
    /// Called when the node comes on screen.
    open func didEnterVisibleState() {}
    /// Called when the node leaves the screen.
    open func didExitVisibleState() {}
    /// Called after the other callbacks of a change, and for changes of the app's own bits.
    ///
    /// - Parameters:
    ///   - oldState: The state before the change.
    ///   - newState: The state now, as in ``interfaceState``.
    open func interfaceStateDidChange(from oldState: InterfaceState, to newState: InterfaceState) {}

    // -- states --

    /// Brings this node and all below it to a state, with their callbacks.
    ///
    /// A callback may set yet another state, for example by removing the node from its supernode;
    /// its callbacks follow once those of the previous change are complete.
    func take(_ state: InterfaceState) {
        wantedState = state
        if isTelling { return }
        isTelling = true
        while interfaceState != wantedState {
            let (old, new) = (interfaceState, wantedState)
            if !old.isSubset(of: new) { give(new) }
            interfaceState = new
            tell(from: old, to: new)
            // To all if parents come first; otherwise only to those added meanwhile.
            give(new)
        }
        isTelling = false
    }

    private func give(_ state: InterfaceState) {
        for subnode in subnodes where subnode.supernode === self { subnode.take(state) }
        nestedController?.follow(surroundings(state))
    }

    // What a nested list gets from the list that it is in.
    private func surroundings(_ state: InterfaceState) -> RangeController.Surroundings {
        var surroundings = controller?.surroundings ?? RangeController.Surroundings()
        surroundings.presence = ListSettings.Presence(ofListIn: state)
        return surroundings
    }

    /// Passes pressure, background and depth of the list on to the lists in this tree.
    func passOnSurroundings() {
        for subnode in subnodes where subnode.supernode === self { subnode.passOnSurroundings() }
        nestedController?.follow(surroundings(interfaceState))
    }

    private func tell(from old: InterfaceState, to new: InterfaceState) {
        let (left, entered) = (old.subtracting(new), new.subtracting(old))
        // Joining or leaving a list alone causes no callback.
        if !left.union(entered).isInRange { return }
        if left.contains(.visible) {
            didExitVisibleState()
            delegate?.nodeDidExitVisibleState(self)
        }
        if left.contains(.display) {
            didExitDisplayState()
            delegate?.nodeDidExitDisplayState(self)
        }
        if left.contains(.preload) {
            didExitPreloadState()
            delegate?.nodeDidExitPreloadState(self)
        }
        if entered.contains(.preload) {
            didEnterPreloadState()
            delegate?.nodeDidEnterPreloadState(self)
        }
        if entered.contains(.display) {
            didEnterDisplayState()
            delegate?.nodeDidEnterDisplayState(self)
        }
        if entered.contains(.visible) {
            didEnterVisibleState()
            delegate?.nodeDidEnterVisibleState(self)
        }
        interfaceStateDidChange(from: old, to: new)
        delegate?.node(self, interfaceStateDidChangeFrom: old, to: new)
    }
}

extension ListSettings.Presence {
    // The presence of a list held by an item of an outer list.
    fileprivate init(ofListIn state: InterfaceState) {
        if state.contains(.visible) {
            self = .onScreen
        } else {
            self = state.isDisjoint(with: [.preload, .display]) ? .away : .near
        }
    }
}
