import RangeCore
import Testing

/// A view or a model: any class, with the callbacks of a node.
@MainActor
private final class Model: RangeNodeDelegate {
    let trace: Trace
    init(_ trace: Trace) { self.trace = trace }

    private func note(_ what: String, _ node: RangeNode) {
        trace.add("\(what) \(node.itemIndex ?? -1) \(node.interfaceState.rawValue)")
    }

    func nodeDidEnterPreloadState(_ node: RangeNode) { note("+preload", node) }
    func nodeDidExitPreloadState(_ node: RangeNode) { note("-preload", node) }
    func nodeDidEnterDisplayState(_ node: RangeNode) { note("+display", node) }
    func nodeDidExitDisplayState(_ node: RangeNode) { note("-display", node) }
    func nodeDidEnterVisibleState(_ node: RangeNode) { note("+visible", node) }
    func nodeDidExitVisibleState(_ node: RangeNode) { note("-visible", node) }
    func node(
        _ node: RangeNode, interfaceStateDidChangeFrom oldState: InterfaceState,
        to newState: InterfaceState
    ) {
        note("\(oldState.rawValue)→\(newState.rawValue)", node)
    }
}

@MainActor
private final class Models {
    var byIndex: [Int: any RangeNodeDelegate]
    init(_ byIndex: [Int: any RangeNodeDelegate]) { self.byIndex = byIndex }
}

/// Every method is the default one.
@MainActor
private final class Silent: RangeNodeDelegate {}

@MainActor
@Suite("Nodes and their list")
struct NodeListTests {
    @Test("An object of any class hears what its node hears, after the node, and may go away")
    func delegates() throws {
        let trace = Trace()
        let models = Models([0: Model(trace), 1: Silent()])
        let list = RangeController(estimate: 100)
        list.schedulesUpdates = false
        list.makeNode = { index in
            let node = TraceNode("node", trace)
            node.delegate = models.byIndex[index % 3]
            return node
        }
        list.configure { $0.extraLengthAtTail = 10_000 }
        try list.insertItems(count: 2, at: 0)
        _ = try list.update(ListViewport(offset: 0, length: 100))
        #expect(
            trace.take().prefix(8) == [
                "node +preload 15", "+preload 0 15", "node +display 15", "+display 0 15",
                "node +visible 15", "+visible 0 15", "node: 0→15", "0→15 0 15",
            ])
        try list.insertItems(count: 3, at: 0)
        _ = try list.update(ListViewport(offset: 2000, length: 100))
        let exits = trace.take().filter { !$0.hasPrefix("node") }
        #expect(exits == ["-visible 3 1", "-display 3 1", "-preload 3 1", "15→1 3 1"])
        _ = try list.update(ListViewport(offset: 300, length: 200))
        _ = try list.update(ListViewport(offset: 2000, length: 100))
        _ = trace.take()
        _ = try list.update(ListViewport(offset: 300, length: 200))
        models.byIndex = [:]
        _ = try list.update(ListViewport(offset: 2000, length: 100))
        #expect(trace.take().filter { $0.hasPrefix("-") } == [])
        #expect(RangeNode(delegate: Silent()).delegate == nil)
    }

    @Test("A node knows its index through all edits, its list, and when it has left")
    func indices() throws {
        let list = try TracedList(0..<100)
        _ = try list.controller.update(ListViewport(offset: 1000, length: 400))
        let node = try #require(list.controller.node(ofItem: 12))
        let child = RangeNode()
        node.addSubnode(child)
        #expect(node.itemIndex == 12 && child.itemIndex == 12)
        #expect(child.controller === list.controller)
        try list.controller.insertItems(count: 5, at: 3)
        #expect(node.itemIndex == 17)
        try list.controller.removeItems(0..<4)
        #expect(node.itemIndex == 13)
        try list.controller.moveItems(13..<14, to: 40)
        #expect(child.itemIndex == 40)
        try list.controller.moveItems(50..<60, to: 2)
        #expect(node.itemIndex == 50)
        try list.controller.removeItems(48..<53)
        #expect(node.itemIndex == nil && node.controller === list.controller)
        _ = try list.controller.update(ListViewport(offset: 1000, length: 400))
        #expect(node.controller == nil && child.controller == nil)
        #expect(RangeNode().itemIndex == nil)
        // One that has left all ranges is no longer the list's.
        let other = try #require(list.controller.node(ofItem: 20))
        _ = try list.controller.update(ListViewport(offset: 7000, length: 400))
        #expect(other.itemIndex == nil && other.controller == nil)
    }

    @Test("In the exits of nodes that leave, their indices follow the edits of other callbacks")
    func indicesWhileLeaving() throws {
        let list = try TracedList(0..<40) { $0.extraLengthAtTail = 10_000 }
        var indices: [String: Int?] = [:]
        var edits: [() throws -> Void] = []
        list.react = { node, what in
            guard what == "-preload" else { return }
            indices[node.name] = node.itemIndex
            if !edits.isEmpty { try? edits.removeFirst()() }
        }
        _ = try list.controller.update(ListViewport(offset: 0, length: 500))
        edits = [
            { try list.controller.insertItems(count: 10, at: 0) },
            { try list.controller.moveItems(12..<13, to: 0) },
            { try list.controller.removeItems(14..<15) },
        ]
        _ = try list.controller.update(ListViewport(offset: 9000, length: 500))
        #expect(indices["0"] == .some(0) && indices["1"] == .some(11))
        #expect(indices["2"] == .some(0))
        // 3 is at 13; 4, at 14, has been removed; 5 has moved up.
        #expect(indices["3"] == .some(13) && indices["4"] == .some(nil))
        #expect(indices["5"] == .some(14))
    }

    @Test("All changes of an update come in one call, before the callbacks of the nodes")
    func changes() throws {
        let list = try TracedList(0..<50)
        var calls: [String] = []
        let observation = list.controller.observe { [unowned list] _, changes in
            if changes.isEmpty { return }
            #expect(list.controller.node(ofItem: 0) != nil)
            for change in changes {
                if change.enters(.preload) { calls.append("prefetch \(change.items)") }
                if change.leaves(.preload) { calls.append("cancel \(change.items)") }
            }
            calls.append("told \(list.trace.take().count)")
        }
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        #expect(calls == ["prefetch 0..<4", "prefetch 4..<5", "prefetch 5..<6", "told 0"])
        #expect(!list.trace.take().isEmpty)
        calls = []
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        #expect(calls == [])
        try list.controller.removeItems(1..<3)
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        #expect(calls.first == "cancel 1..<3" && calls.last == "told 0")
        observation.cancel()
        calls = []
        try list.controller.removeItems(1..<3)
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        #expect(calls == [])
    }

    @Test("Observers are called in order, in each update, until they are released")
    func observers() throws {
        let list = RangeController(estimate: 100)
        try list.insertItems(count: 10, at: 0)
        var calls: [String] = []
        let first = list.observe { calls.append("first \($0.visible) \($1.count)") }
        var second: ListObservation? = list.observe { calls.append("second \($1.count)") }
        #expect(second != nil)
        _ = try list.update(ListViewport(offset: 0, length: 400))
        #expect(calls == ["first 0..<4 3", "second 3"])
        second = nil
        calls = []
        list.onUpdate = { _ in calls.append("told") }
        list.updateAgain()
        #expect(calls == ["first 0..<4 0", "told"])
        first.cancel()
        _ = try list.update(ListViewport(offset: 100, length: 400))
        #expect(calls.count == 2)
    }

    @Test("Pressure, background and depth reach nested lists, also new ones; the stricter wins")
    func surroundings() throws {
        let trace = Trace()
        func nested(_ name: String) throws -> RangeController {
            let list = RangeController(estimate: 100) { TraceNode("\(name).\($0)", trace) }
            list.schedulesUpdates = false
            try list.insertItems(count: 4, at: 0)
            _ = try list.update(ListViewport(offset: 0, length: 200))
            return list
        }
        let inner = [try nested("a"), try nested("b"), try nested("c")]
        let list = try TracedList(0..<30)
        list.decorate = { node in
            // The second is deeper in the tree.
            if node.name == "0" { node.nestedController = inner[0] }
            if node.name == "1" {
                let child = RangeNode()
                child.nestedController = inner[1]
                node.addSubnode(child)
            }
            if node.name == "20" { node.nestedController = inner[2] }
        }
        let viewport = ListViewport(offset: 0, length: 400)
        _ = try list.controller.update(viewport)
        list.controller.configure { $0.memoryPressure = .warning }
        inner[1].configure { $0.memoryPressure = .critical }
        _ = try list.controller.update(viewport)
        #expect(inner[0].lastUpdate?.mode == .visibleOnly)
        #expect(inner[1].lastUpdate?.mode == .lowMemory)
        // Made later.
        list.controller.configure {
            $0.memoryPressure = .normal
            $0.depth = 3
        }
        _ = try list.controller.update(ListViewport(offset: 1900, length: 400))
        #expect(inner[2].presence == .onScreen && inner[2].lastUpdate?.mode == .lowMemory)
        #expect(inner[2].settings.depth == 0)
        list.controller.configure {
            $0.depth = 0
            $0.isInBackground = true
        }
        list.controller.updateAgain()
        #expect(inner[2].lastUpdate?.presence == .near && inner[2].lastUpdate?.mode == .lowMemory)
        list.controller.configure { $0.isInBackground = false }
        list.controller.updateAgain()
        #expect(inner[2].lastUpdate?.presence == .onScreen && inner[2].lastUpdate?.mode == .minimum)
        // Out of the list: only its own settings count.
        list.controller.configure { $0.memoryPressure = .critical }
        let node = try #require(list.controller.node(ofItem: 20))
        node.nestedController = nil
        inner[2].configure { $0.presence = .onScreen }
        inner[2].updateAgain()
        #expect(inner[2].lastUpdate?.mode == .minimum)
    }

    @Test(
        "Lists nested ten deep hear of a change from the outermost in, and from the innermost out")
    func deep() throws {
        let trace = Trace()
        var lists: [RangeController] = []
        defer { lists = [] }
        for depth in 0..<10 {
            let list = RangeController(estimate: 100)
            list.schedulesUpdates = false
            list.makeNode = { item in
                let node = TraceNode("\(depth).\(item)", trace)
                if item == 0, depth < 9 { node.nestedController = lists[depth + 1] }
                return node
            }
            list.configure { $0.extraLengthAtTail = 10_000 }
            try list.insertItems(count: 2, at: 0)
            lists.append(list)
        }
        for list in lists.reversed() {
            list.configure { $0.presence = .away }
            _ = try list.update(ListViewport(offset: 0, length: 100))
            list.configure { $0.presence = .onScreen }
        }
        _ = trace.take()
        _ = try lists[0].update(ListViewport(offset: 0, length: 100))
        let firsts = { trace.takeChanges().filter { $0.contains(".0:") } }
        #expect(firsts() == (0..<10).map { "\($0).0: 1→15" })
        _ = try lists[0].update(ListViewport(offset: 5000, length: 100))
        #expect(firsts() == (0..<10).reversed().map { "\($0).0: 15→1" })
        #expect(lists.allSatisfy { $0.indicesOfNodes.isEmpty })
    }

    @Test("Nodes can be made by an object that is complete only later")
    func makerLater() throws {
        @MainActor
        final class Owner {
            let list: RangeController
            var made: [Int] = []
            init() throws {
                list = RangeController(estimate: 100)
                list.schedulesUpdates = false
                list.makeNode = { [unowned self] index in
                    made.append(index)
                    return RangeNode()
                }
            }
        }
        let owner = try Owner()
        try owner.list.insertItems(count: 3, at: 0)
        _ = try owner.list.update(ListViewport(offset: 0, length: 200))
        #expect(owner.made == [0, 1, 2])
        let plain = RangeController()
        try plain.insertItems(count: 3, at: 0)
        _ = try plain.update(ListViewport(offset: 0, length: 200))
        #expect(plain.node(ofItem: 0)?.interfaceState == .inHierarchy)
    }
}
