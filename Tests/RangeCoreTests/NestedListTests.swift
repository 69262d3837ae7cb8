import RangeCore
import Testing

// An outer list of pages of 300 points, each of which holds a list of 100-point items.
@MainActor
private final class Pager {
    let trace = Trace()
    private(set) var outer: RangeController!
    private(set) var inner: [Int: RangeController] = [:]

    init() throws {
        outer = RangeController(estimate: 300, tuning: .pager) { [unowned self] page in
            let node = TraceNode("page\(page)", trace)
            node.nestedController = inner[page]
            return node
        }
        outer.schedulesUpdates = false
        for page in 0..<20 {
            let list = RangeController(estimate: 100) { [trace] item in
                TraceNode("page\(page).\(item)", trace)
            }
            list.schedulesUpdates = false
            try list.insertItems(count: 3, at: 0)
            list.configure { $0.leadingScreensAtTail = 0 }
            inner[page] = list
            // A list whose node is in no range yet; the node's state will say where it is.
            list.configure { $0.presence = .away }
            _ = try list.update(ListViewport(offset: 0, length: 300))
            list.configure { $0.presence = .onScreen }
        }
        try outer.insertItems(count: 20, at: 0)
        _ = trace.take()
    }
}

@MainActor
@Suite("Nested lists")
struct NestedListTests {
    private func carousel(_ trace: Trace, _ name: String) throws -> RangeController {
        let list = RangeController(estimate: 100) { item in
            TraceNode("\(name).\(item)", trace)
        }
        list.schedulesUpdates = false
        list.configure { $0.presence = .away }
        try list.insertItems(count: 4, at: 0)
        _ = try list.update(ListViewport(offset: 0, length: 200))
        list.configure { $0.presence = .onScreen }
        return list
    }

    @Test("A nested list follows its node: near, on screen, near, away")
    func follows() throws {
        let list = try TracedList(0..<100)
        let nested = try carousel(list.trace, "n")
        list.decorate = { node in if node.name == "5" { node.nestedController = nested } }
        // Item 5 is preloaded: in reach, not on screen.
        _ = try list.controller.update(ListViewport(offset: 0, length: 400))
        #expect(list.controller.state(ofItem: 5) == [.measureLayout, .preload])
        #expect(nested.presence == .near)
        #expect(
            list.trace.takeChanges().suffix(4) == ["5: 0→3", "n.0: 1→7", "n.1: 1→7", "n.2: 1→3"])

        // Visible: the node first, then its list.
        _ = try list.controller.update(ListViewport(offset: 200, length: 400))
        #expect(nested.presence == .onScreen && nested.state(ofItem: 0) == .inHierarchy)
        var changes = list.trace.takeChanges().filter { $0.hasPrefix("5:") || $0.hasPrefix("n") }
        #expect(changes.prefix(3) == ["5: 3→15", "n.0: 7→15", "n.1: 7→15"])

        // A step away: its list first, then the node.
        _ = try list.controller.update(ListViewport(offset: 600, length: 400))
        #expect(nested.presence == .near)
        changes = list.trace.takeChanges().filter { $0.hasPrefix("5:") || $0.hasPrefix("n") }
        #expect(changes.contains("n.0: 15→7") && changes.last == "5: 15→7")

        // Out of all ranges: every nested item is back to 1, its node released; then the node.
        weak let inner = nested.node(ofItem: 0)
        _ = try list.controller.update(ListViewport(offset: 5000, length: 400))
        #expect(nested.presence == .away && nested.indicesOfNodes == [] && inner == nil)
        changes = list.trace.takeChanges().filter { $0.hasPrefix("5:") || $0.hasPrefix("n") }
        #expect(changes.contains("n.0: 7→1") && changes.last == "5: 7→1")
    }

    @Test("A list in a node that is displayed and not preloaded is near")
    func displayedAlone() throws {
        let list = try TracedList(0..<10)
        list.controller.setTuning(
            RangeTuning(leading: 3, trailing: 0), for: .display, in: .minimum)
        let nested = try carousel(list.trace, "n")
        list.decorate = { node in if node.name == "3" { node.nestedController = nested } }
        _ = try list.controller.update(ListViewport(offset: 0, length: 100))
        #expect(list.controller.state(ofItem: 3) == [.measureLayout, .display])
        #expect(nested.presence == .near)
    }

    @Test("In a pager of lists each list follows its page")
    func pager() throws {
        let pager = try Pager()
        _ = try pager.outer.update(ListViewport(offset: 0, length: 300))
        #expect(pager.inner[0]?.presence == .onScreen)
        // Minimum mode: one page to either side is preloaded.
        #expect(pager.inner[1]?.presence == .near)
        for page in 1..<20 {
            _ = try pager.outer.update(
                ListViewport(offset: Double(page) * 300, length: 300, isUserDriven: true))
            #expect(pager.inner[page]?.state(ofItem: 0) == .inHierarchy)
            #expect(pager.inner[page - 1]?.presence == .near)
            #expect(
                pager.inner[page - 1]?.state(ofItem: 0) == [.measureLayout, .preload, .display])
            if page > 3 { #expect(pager.inner[page - 4]?.indicesOfNodes == []) }
        }
    }

    @Test("A list set on a node takes its presence, and is away once removed")
    func given() throws {
        let list = try TracedList(0..<3)
        let nested = try carousel(list.trace, "n")
        _ = try list.controller.update(ListViewport(offset: 0, length: 300))
        let node = try #require(list.controller.node(ofItem: 0))
        _ = list.trace.take()
        var updates = 0
        nested.onUpdate = { _ in updates += 1 }
        node.nestedController = nested
        #expect(nested.presence == .onScreen && updates == 1)
        #expect(list.trace.takeChanges().prefix(2) == ["n.0: 1→15", "n.1: 1→15"])
        node.nestedController = nil
        #expect(nested.presence == .away && nested.indicesOfNodes == [] && updates == 2)
    }

    @Test("A list is never nearer than its node or its settings")
    func capped() throws {
        let list = try TracedList(0..<3) { $0.extraLengthAtTail = 10_000 }
        let nested = try carousel(list.trace, "n")
        nested.configure { $0.presence = .near }
        _ = try list.controller.update(ListViewport(offset: 0, length: 300))
        try #require(list.controller.node(ofItem: 0)).nestedController = nested
        #expect(nested.presence == .near)
        nested.configure { $0.presence = .onScreen }
        #expect(nested.presence == .onScreen)
        _ = try list.controller.update(ListViewport(offset: 5000, length: 300))
        #expect(nested.presence == .away && nested.settings.presence == .onScreen)
    }

    @Test("Three levels of nested lists are updated down to the deepest item")
    func deep() throws {
        let list = try TracedList(0..<100)
        let trace = list.trace
        let innermost = try carousel(trace, "inner")
        let middle = RangeController(estimate: 100) { item in
            let node = TraceNode("middle.\(item)", trace)
            if item == 0 { node.nestedController = innermost }
            return node
        }
        middle.schedulesUpdates = false
        middle.configure { $0.presence = .away }
        try middle.insertItems(count: 1, at: 0)
        _ = try middle.update(ListViewport(offset: 0, length: 200))
        middle.configure { $0.presence = .onScreen }
        list.decorate = { node in if node.name == "0" { node.nestedController = middle } }
        _ = try list.controller.update(ListViewport(offset: 0, length: 100))
        #expect(
            trace.takeChanges().prefix(4) == [
                "0: 0→15", "middle.0: 1→15", "inner.0: 1→15", "inner.1: 1→15",
            ])
        _ = try list.controller.update(ListViewport(offset: 5000, length: 100))
        let exits = trace.takeChanges().filter { $0.hasSuffix("→1") && !$0.hasPrefix("1:") }
        #expect(
            exits == [
                "inner.0: 15→1", "inner.1: 15→1", "inner.2: 7→1", "middle.0: 15→1", "0: 15→1",
            ])
        #expect(innermost.indicesOfNodes == [])
    }
}
