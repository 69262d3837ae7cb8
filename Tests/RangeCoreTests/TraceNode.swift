import RangeCore

/// What nodes were told, in order.
@MainActor
final class Trace {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    /// The lines since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// The lines since the last call that are of final values, such as `1: 1→15`.
    func takeChanges() -> [String] { take().filter { $0.contains("→") } }
}

/// Notes what it is told; `react` is called with each line.
@MainActor
final class TraceNode: RangeNode {
    let name: String
    let trace: Trace
    var react: ((TraceNode, String) -> Void)?

    init(_ name: String, _ trace: Trace) {
        self.name = name
        self.trace = trace
    }

    private func note(_ what: String) {
        // The new value is readable in every callback.
        trace.add("\(name) \(what) \(interfaceState.rawValue)")
        react?(self, what)
    }

    override func didEnterPreloadState() { note("+preload") }
    override func didExitPreloadState() { note("-preload") }
    override func didEnterDisplayState() { note("+display") }
    override func didExitDisplayState() { note("-display") }
    override func didEnterVisibleState() { note("+visible") }
    override func didExitVisibleState() { note("-visible") }

    override func interfaceStateDidChange(
        from oldState: InterfaceState, to newState: InterfaceState
    ) {
        let line = "\(oldState.rawValue)→\(newState.rawValue)"
        trace.add("\(name): \(line)")
        react?(self, line)
    }
}

/// A list of items of 100 points whose nodes are named by the item's value.
@MainActor
final class TracedList {
    let trace = Trace()
    var items: [Int]
    private(set) var controller: RangeController!
    var react: ((TraceNode, String) -> Void)?
    var decorate: ((TraceNode) -> Void)?
    private(set) var made: [Int] = []

    init(
        _ items: some Sequence<Int>, _ configure: (inout ListSettings) -> Void = { _ in }
    ) throws {
        self.items = Array(items)
        controller = RangeController(estimate: 100) {
            [unowned self] index in
            made.append(self.items[index])
            let node = TraceNode("\(self.items[index])", trace)
            node.react = react
            decorate?(node)
            return node
        }
        controller.schedulesUpdates = false
        controller.configure(configure)
        try controller.insertItems(count: self.items.count, at: 0)
    }

    /// The items that have a node, in the list's order.
    var itemsWithNodes: [Int] { controller.indicesOfNodes.map { items[$0] } }

    /// Whether each node is that of the item at its index, in the item's state.
    var isConsistent: Bool {
        items.indices.allSatisfy { index in
            let state = controller.state(ofItem: index)
            guard let node = controller.node(ofItem: index) as? TraceNode else {
                return !state.isInRange
            }
            return node.name == "\(items[index])" && node.interfaceState == state
        }
    }
}
