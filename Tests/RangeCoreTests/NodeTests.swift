import RangeCore
import Testing

@MainActor
@Suite("Nodes")
struct NodeTests {
    @Test("A node receives exits, enters, and the change last; down to the deepest node")
    func order() throws {
        let list = try TracedList(0..<1) { $0.extraLengthAtTail = 10_000 }
        list.decorate = { node in
            let child = TraceNode("child", node.trace)
            child.addSubnode(TraceNode("grandchild", node.trace))
            node.addSubnode(child)
        }
        _ = try list.controller.update(ListViewport(offset: 0, length: 100))
        let enters = ["0", "child", "grandchild"].flatMap { name in
            let from = name == "0" ? 0 : 0
            return [
                "\(name) +preload 15", "\(name) +display 15", "\(name) +visible 15",
                "\(name): \(from)→15",
            ]
        }
        #expect(list.trace.take() == enters)

        // A change that clears a bit goes to children first.
        _ = try list.controller.update(ListViewport(offset: 1000, length: 100))
        let exits = ["grandchild", "child", "0"].flatMap { name in
            [
                "\(name) -visible 1", "\(name) -display 1", "\(name) -preload 1", "\(name): 15→1",
            ]
        }
        #expect(list.trace.take() == exits)
        #expect(list.controller.node(ofItem: 0) == nil)
    }

    @Test("A node without overrides follows its state")
    func plain() throws {
        let controller = RangeController(estimate: 100) { _ in RangeNode() }
        controller.schedulesUpdates = false
        try controller.insertItems(count: 20, at: 0)
        _ = try controller.update(ListViewport(offset: 0, length: 100))
        let node = try #require(controller.node(ofItem: 0))
        #expect(node.interfaceState == .inHierarchy)
        _ = try controller.update(ListViewport(offset: 1000, length: 100))
        #expect(node.interfaceState == .measureLayout && controller.node(ofItem: 0) == nil)
    }

    @Test("A change that clears one bit and sets another goes to children first, exits first")
    func mixed() throws {
        let list = try TracedList(0..<1) { $0.extraLengthAtTail = 10_000 }
        list.controller.setTuning(
            RangeTuning(leading: 10, trailing: 10), for: .app0, in: .minimum)
        list.decorate = { $0.addSubnode(TraceNode("child", $0.trace)) }
        list.controller.configure { $0.presence = .near }
        _ = try list.controller.update(ListViewport(offset: 0, length: 100))
        #expect(list.trace.takeChanges() == ["0: 0→7", "child: 0→7"])
        // Far away and on screen: preload and display go, the app's own range comes.
        list.controller.configure { $0.presence = .onScreen }
        _ = try list.controller.update(ListViewport(offset: 500, length: 100))
        #expect(
            list.trace.take() == [
                "child -display 17", "child -preload 17", "child: 7→17", "0 -display 17",
                "0 -preload 17", "0: 7→17",
            ])
        #expect(list.controller.node(ofItem: 0) != nil)
    }

    @Test("Exits come before enters if one change has both")
    func exitsBeforeEnters() throws {
        let list = try TracedList(0..<4)
        list.controller.setTuning(
            RangeTuning(leading: 3, trailing: 0), for: .display, in: .minimum)
        list.controller.setTuning(
            RangeTuning(leading: 3, trailing: 0), for: .preload, in: .visibleOnly)
        list.decorate = { $0.addSubnode(TraceNode("child of \($0.name)", $0.trace)) }
        _ = try list.controller.update(ListViewport(offset: 0, length: 100))
        // Item 3 ends three screens ahead: it is displayed, and too far to be preloaded.
        let changes = list.trace.takeChanges()
        #expect(changes.suffix(2) == ["3: 0→5", "child of 3: 0→5"])
        list.controller.setMode(.visibleOnly)
        list.controller.updateAgain()
        #expect(
            list.trace.take().suffix(6) == [
                "child of 3 -display 3", "child of 3 +preload 3", "child of 3: 5→3",
                "3 -display 3", "3 +preload 3", "3: 5→3",
            ])
    }

    @Test("A subnode added later takes the state at once, and leaves it when removed")
    func later() throws {
        let list = try TracedList(0..<1)
        _ = try list.controller.update(ListViewport(offset: 0, length: 100))
        let node = try #require(list.controller.node(ofItem: 0))
        _ = list.trace.take()
        let child = TraceNode("child", list.trace)
        child.addSubnode(TraceNode("grandchild", list.trace))
        node.addSubnode(child)
        #expect(list.trace.takeChanges() == ["child: 0→15", "grandchild: 0→15"])
        #expect(child.supernode === node && node.subnodes.first === child)
        child.removeFromSupernode()
        #expect(
            list.trace.take() == [
                "grandchild -visible 0", "grandchild -display 0", "grandchild -preload 0",
                "grandchild: 15→0", "child -visible 0", "child -display 0", "child -preload 0",
                "child: 15→0",
            ])
        #expect(child.supernode == nil && node.subnodes.isEmpty)
        child.removeFromSupernode()
        #expect(list.trace.take() == [])
    }

    @Test("A node outside a list receives no callbacks")
    func outside() {
        let trace = Trace()
        let (a, b) = (TraceNode("a", trace), TraceNode("b", trace))
        a.addSubnode(b)
        #expect(trace.take() == [] && b.interfaceState == [])
        b.removeFromSupernode()
        #expect(trace.take() == [])
    }

    @Test("A node is part of at most one node, and never of itself")
    func tree() throws {
        let list = try TracedList(0..<2)
        _ = try list.controller.update(ListViewport(offset: 0, length: 200))
        let nodes = try (0..<2).map { try #require(list.controller.node(ofItem: $0)) }
        _ = list.trace.take()
        let child = TraceNode("child", list.trace)
        nodes[0].addSubnode(child)
        nodes[0].addSubnode(TraceNode("other", list.trace))
        _ = list.trace.take()
        nodes[1].insertSubnode(child, at: 99)
        // Both are visible: there is nothing to tell.
        #expect(list.trace.take() == [])
        #expect(nodes[0].subnodes.count == 1 && nodes[1].subnodes.count == 1)
        child.addSubnode(nodes[1])
        child.addSubnode(child)
        #expect(child.subnodes.isEmpty && nodes[1].supernode == nil)
        nodes[0].insertSubnode(child, at: -1)
        #expect(nodes[0].subnodes.first === child)
    }

    @Test("A tree changed within a callback receives the remaining callbacks in order")
    func changedWithin() throws {
        let list = try TracedList(0..<1) { $0.extraLengthAtTail = 10_000 }
        let child = TraceNode("child", list.trace)
        let late = TraceNode("late", list.trace)
        list.decorate = { node in node.addSubnode(child) }
        child.react = { child, what in
            if what == "+preload" { child.removeFromSupernode() }
        }
        list.react = { node, what in
            if what == "+visible" { node.addSubnode(late) }
            if what == "-visible" { late.removeFromSupernode() }
        }
        _ = try list.controller.update(ListViewport(offset: 0, length: 100))
        #expect(
            list.trace.take() == [
                "0 +preload 15", "0 +display 15", "0 +visible 15",
                // Added within a callback: it takes the new state at once.
                "late +preload 15", "late +display 15", "late +visible 15", "late: 0→15",
                "0: 0→15",
                // Removed within its own: it hears all of the change, then its exits.
                "child +preload 15", "child +display 15", "child +visible 15", "child: 0→15",
                "child -visible 0", "child -display 0", "child -preload 0", "child: 15→0",
            ])
        _ = try list.controller.update(ListViewport(offset: 1000, length: 100))
        #expect(list.trace.takeChanges() == ["late: 15→1", "0: 15→1"])
        #expect(late.interfaceState == [])
    }
}
