import Testing

@testable import RangeCore

@Suite("Headers and sections")
struct SectionTests {
    /// Two items, a section of five in 3 columns, and one of six in 2 columns.
    private func example() throws -> ListEngine {
        var engine = try ListEngine(estimate: 100)
        try engine.insertItems(count: 13, at: 0)
        try engine.markHeader(at: 2, columns: 3)
        try engine.markHeader(at: 7, columns: 2)
        return engine
    }

    @Test("Sections have items, rows and columns of their own")
    func sections() throws {
        let engine = try example()
        #expect(engine.sectionCount == 2 && engine.length == 900)
        let first = ListSection(ordinal: 0, items: 2..<7, rows: 2..<5, columns: 3)
        let second = ListSection(ordinal: 1, items: 7..<13, rows: 5..<9, columns: 2)
        #expect(try engine.section(0) == first && engine.section(1) == second)
        #expect(first.header == 2)
        for index in 0..<13 {
            let section = index < 2 ? nil : index < 7 ? first : second
            #expect(try engine.section(ofItem: index) == section)
        }
        #expect(
            try (0..<9).map { try engine.items(ofRow: $0).count } == [1, 1, 1, 3, 1, 1, 2, 2, 1])
        #expect(
            try (0..<13).map { try engine.row(ofItem: $0) } == [
                0, 1, 2, 3, 3, 3, 4, 5, 6, 6, 7, 7, 8,
            ])
    }

    @Test("Headers are marked, changed and unmarked")
    func marks() throws {
        var engine = try example()
        try engine.markHeader(at: 7)
        #expect(try engine.section(1).columns == 1)
        try engine.setLayout(columns: 5, spacing: 0)
        #expect(try engine.section(1).columns == 5 && engine.section(0).columns == 3)
        try engine.unmarkHeader(at: 2)
        try engine.unmarkHeader(at: 3)
        #expect(engine.sectionCount == 1)
        #expect(try engine.section(0).rows == 2..<4)
        try engine.validate()
    }

    @Test("Marks leave the changes of the last update")
    func changes() throws {
        var engine = try example()
        _ = try engine.update(ListViewport(offset: 0, length: 300))
        let count = engine.withChanges { $0.count }
        try engine.markHeader(at: 4)
        try engine.unmarkHeader(at: 4)
        #expect(count > 0 && engine.withChanges { $0.count } == count)
    }

    @Test("Index paths and indices are the same items")
    func indexPaths() throws {
        let engine = try example()
        let paths = try (0..<13).map { try engine.indexPath(of: $0) }
        #expect(paths[1] == ListIndexPath(section: nil, item: 1))
        #expect(paths[7] == ListIndexPath(section: 1, item: 0))
        #expect(paths[6] == ListIndexPath(section: 0, item: 4))
        #expect(paths == paths.sorted() && !(paths[3] < paths[3]))
        #expect(try paths.map { try engine.index(of: $0) } == Array(0..<13))
        for path in [
            ListIndexPath(section: nil, item: 2), ListIndexPath(section: 0, item: 5),
            ListIndexPath(section: 0, item: -1), ListIndexPath(section: 2, item: 0),
        ] {
            #expect(throws: RangeCoreError.invalidArgument) { try engine.index(of: path) }
        }
        let plain = try ListEngine()
        #expect(throws: RangeCoreError.invalidArgument) {
            try plain.index(of: ListIndexPath(section: nil, item: 0))
        }
    }

    @Test("What is out of bounds is refused")
    func refused() throws {
        var engine = try example()
        for index in [-1, 13] {
            #expect(throws: RangeCoreError.invalidArgument) { try engine.markHeader(at: index) }
            #expect(throws: RangeCoreError.invalidArgument) { try engine.unmarkHeader(at: index) }
            #expect(throws: RangeCoreError.invalidArgument) { try engine.section(index) }
            #expect(throws: RangeCoreError.invalidArgument) { try engine.section(ofItem: index) }
            #expect(throws: RangeCoreError.invalidArgument) { try engine.indexPath(of: index) }
            #expect(throws: RangeCoreError.invalidArgument) { try engine.row(ofItem: index) }
            #expect(throws: RangeCoreError.invalidArgument) { try engine.items(ofRow: index) }
        }
        for columns in [0, -1] {
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.markHeader(at: 2, columns: columns)
            }
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.insertItems(extents: [10], at: 4)
        }
        #expect(try engine.section(0).columns == 3)
    }

    @Test("A pinned header is pushed out by the next one, and visible until then")
    func pinned() throws {
        var engine = try example()
        #expect(engine.pinnedHeader == nil)
        try engine.configure { $0.pinsHeaders = true }
        _ = try engine.update(ListViewport(offset: 0, length: 100))
        #expect(engine.pinnedHeader == nil)
        let update = try engine.update(ListViewport(offset: 330, length: 100))
        #expect(engine.pinnedHeader == PinnedHeader(index: 2, offset: 330, covered: 100))
        #expect(update.visible == 3..<7 && engine.state(ofItem: 2).contains(.visible))
        _ = try engine.update(ListViewport(offset: 480, length: 100))
        #expect(engine.pinnedHeader == PinnedHeader(index: 2, offset: 400, covered: 20))
        #expect(try engine.setScrollTarget(10, at: .start) == 600)
    }

    @Test("Nodes stay with their items while sections change")
    @MainActor
    func nodes() throws {
        let list = try TracedList(0..<30)
        let controller = try #require(list.controller)
        controller.configure { $0.pinsHeaders = true }
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        let node = try #require(controller.node(ofItem: 1))
        try controller.markHeader(at: 0)
        try controller.markHeader(at: 5, columns: 3)
        #expect(controller.engine.sectionCount == 2)
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        #expect(controller.node(ofItem: 1) === node && list.isConsistent)
        #expect(try controller.engine.section(1).rows == 5..<14)
        #expect(try controller.engine.section(ofItem: 29)?.ordinal == 1)
        #expect(try controller.engine.indexPath(of: 6) == ListIndexPath(section: 1, item: 1))
        #expect(try controller.engine.index(of: ListIndexPath(section: 1, item: 1)) == 6)
        #expect(
            try controller.engine.row(ofItem: 6) == 6 && controller.engine.items(ofRow: 6) == 6..<9)
        _ = try controller.update(ListViewport(offset: 650, length: 300))
        #expect(controller.engine.pinnedHeader?.index == 5 && list.isConsistent)
        #expect(controller.node(ofItem: 5)?.interfaceState.contains(.visible) == true)
        try controller.unmarkHeader(at: 0)
        _ = try controller.update(ListViewport(offset: 0, length: 300))
        #expect(controller.engine.pinnedHeader == nil && list.isConsistent)
    }

    @Test("The closure that makes a node must not mark headers")
    @MainActor
    func makingNodes() throws {
        let list = try TracedList(0..<10)
        list.decorate = { [unowned list] _ in
            #expect(throws: RangeCoreError.busy) { try list.controller.markHeader(at: 0) }
            #expect(throws: RangeCoreError.busy) { try list.controller.unmarkHeader(at: 0) }
        }
        _ = try list.controller.update(ListViewport(offset: 0, length: 300))
        #expect(list.made.count > 0 && list.controller.engine.sectionCount == 0)
    }
}
