import Testing

@testable import RangeCore

/// What rows show: ids, `-` for a placeholder, and days with a colon.
@MainActor
private func text(_ rows: PageSeparators<PageRow, Int>, _ range: Range<Int>? = nil) -> String {
    (range ?? 0..<rows.count).map { row in
        switch rows[row] {
        case .item(let item): "\(item.id)"
        case .placeholder: "-"
        case .separator(let day): "\(day):"
        }
    }.joined(separator: " ")
}

@MainActor
@Suite("Separators between the items of a store")
struct PageSeparatorsTests {
    private func days(_ store: PageStore<PageRow>) -> PageSeparators<PageRow, Int> {
        PageSeparators(of: store) { before, after in
            guard let after else { return nil }
            return before.map { $0.id / 10 } == after.id / 10 ? nil : after.id / 10
        }
    }

    @Test("A header is before each first item of a day that is loaded")
    func headers() async throws {
        let source = ScriptedSource(8..<30)
        let store = PageStore(pageSize: 5, load: source.positions)
        let rows = days(store)
        #expect(rows.count == 0)
        var edits: [PageEdit] = []
        rows.onChange = { edits += $0 }
        try await store.refresh()
        #expect(text(rows, 0..<9) == "0: 8 9 1: 10 11 12 - -")
        #expect(rows.count == 24 && store.count == 22)
        #expect(edits == [.insert(0..<22), .insert(0..<1), .insert(3..<4)])
        #expect(rows.row(of: 1) == 3 && rows.row(of: 2) == nil)
        #expect(rows.slot(ofRow: 4) == 2 && rows.slot(ofRow: 3) == nil && rows.row(ofSlot: 2) == 4)
        #expect(rows.slots(ofRows: 3..<4) == 2..<3)
        // An item of another day is another header's, and its content is what is asked about.
        edits = []
        try store.remove(10)
        try store.remove(11)
        try store.remove(12)
        #expect(text(rows, 0..<5) == "0: 8 9 - -")
        #expect(edits.last == .remove(3..<5))
    }

    @Test("Separators follow pages that are dropped, and come back with them")
    func dropped() async throws {
        let source = ScriptedSource(0..<50)
        let store = PageStore(pageSize: 5, load: source.positions)
        store.configure { ($0.pageLimit, $0.settlingTime) = (2, 0) }
        let rows = days(store)
        let list = RangeController(estimate: 100) { _ in RangeNode() }
        try rows.attach(to: list, leadingScreens: 0)
        try await store.refresh()
        #expect(list.count == 51)
        _ = try list.update(ListViewport(offset: 0, length: 300))
        #expect(store.view.visible == 0..<2)
        // The separator is no slot that is visible or wanted.
        _ = try list.update(ListViewport(offset: 3000, length: 300, isUserDriven: true))
        #expect(store.view.visible == 29..<32)
        await eventually("a page") { store[30] != nil }
        await eventually("another") { store.tasks.isEmpty && store.pageCount == 2 }
        #expect(rows.row(of: 0) == nil && rows.row(of: 3) != nil)
        #expect(list.count == rows.count && rows.count == 50 + (rows.row(of: 2) == nil ? 1 : 2))
        _ = try list.update(ListViewport(offset: 0, length: 300, isUserDriven: true))
        await eventually("the first") { store[0] != nil && store.tasks.isEmpty }
        #expect(rows.row(of: 0) == 0)
        #expect(list.count == rows.count)
    }

    @Test("A header whose day has older items keeps its node")
    func identity() async throws {
        let source = ScriptedSource(13..<40)
        let store = PageStore(cursors: String.self, pageSize: 5, load: source.keys)
        let rows = days(store)
        let trace = Trace()
        let list = RangeController(estimate: 50) { row in
            if case .separator(let day) = rows[row] { return TraceNode("day \(day)", trace) }
            return TraceNode("item", trace)
        }
        try rows.attach(to: list)
        try await store.refresh(.id(15))
        _ = try list.update(ListViewport(offset: 0, length: 500))
        await eventually("the start") { store.state(at: .head) == .exhausted }
        _ = try list.update(ListViewport(offset: 0, length: 500))
        let row = try #require(rows.row(of: 1))
        let node = try #require(list.node(ofItem: row))
        source.rows.withLock { $0.insert(contentsOf: 10..<13, at: 0) }
        try store.insert([PageRow(id: 12)], at: 0)
        _ = try list.update(ListViewport(offset: 0, length: 500))
        let now = try #require(rows.row(of: 1))
        #expect(text(rows, now..<now + 3) == "1: 12 13")
        #expect(list.node(ofItem: now) === node)
    }

    @Test("An item that is moved keeps its node, and the headers follow")
    func moved() async throws {
        let source = ScriptedSource(8..<14)
        let store = PageStore(pageSize: 6, load: source.positions)
        let rows = days(store)
        let trace = Trace()
        let list = RangeController(estimate: 50) { row in
            if case .item(let item) = rows[row] { return TraceNode("\(item.id)", trace) }
            return TraceNode("", trace)
        }
        try rows.attach(to: list)
        try await store.refresh()
        _ = try list.update(ListViewport(offset: 0, length: 500))
        #expect(text(rows) == "0: 8 9 1: 10 11 12 13")
        let node = try #require(list.node(ofItem: 1))
        try store.move(8, to: 1)
        #expect(text(rows) == "0: 9 8 1: 10 11 12 13" && list.node(ofItem: 2) === node)
        try store.move(9, to: 5)
        #expect(text(rows) == "0: 8 1: 10 11 12 13 9" && store[5]?.id == 9)
        #expect(throws: RangeCoreError.notFound) { try store.move(99, to: 0) }
        #expect(throws: RangeCoreError.invalidArgument) { try store.move(9, to: 6) }
    }

    @Test("Separators can be headers, which a list pins")
    func headersOfSections() async throws {
        let source = ScriptedSource(0..<40)
        let store = PageStore(pageSize: 20, load: source.positions)
        let rows = days(store)
        let list = RangeController(estimate: 50) { _ in RangeNode() }
        list.configure { $0.pinsHeaders = true }
        try rows.attach(to: list, marksHeaders: true)
        try await store.refresh()
        #expect(list.engine.sectionCount == 2)
        _ = try list.update(ListViewport(offset: 300, length: 200, isUserDriven: true))
        #expect(list.engine.pinnedHeader?.index == 0)
    }

    @Test("Items that are replaced, and a rule that changes, are asked about again")
    func renewed() async throws {
        let source = ScriptedSource(0..<6)
        let store = PageStore(pageSize: 6, load: source.positions)
        try await store.refresh()
        let list = RangeController(estimate: 50) { _ in RangeNode() }
        try store.attach(to: list)
        var read = 2
        let rows = PageSeparators(of: store) { before, after -> String? in
            if after?.text == "ad" { return "ad" }
            return before?.id == read && after != nil ? "new" : nil
        }
        // The list has them at once.
        #expect(list.count == 7 && rows.row(of: "new") == 3)
        read = 4
        rows.renew()
        #expect(rows.row(of: "new") == 5 && list.count == 7)
        try store.replace(PageRow(id: 1, text: "ad"))
        #expect(rows.row(of: "ad") == 1 && list.count == 8)
        read = 9
        rows.renew()
        #expect(rows.row(of: "new") == nil && list.count == 7)
        #expect(list.state(ofItem: 0) == list.state(ofItem: 0))
        store.detach()
        try list.removeItems(0..<7)
    }
}
