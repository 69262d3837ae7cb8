import Testing

@testable import RangeCore

@Suite("Provisional extents and layouts")
struct LayoutTests {
    @Test("Provisional rows keep their extents until they are measured again")
    func provisional() throws {
        var engine = try ListEngine(estimate: 100)
        try engine.insertItems(count: 10, at: 0)
        try engine.setExtents([30, 40, 50], fromRow: 2)
        try engine.markProvisional(0..<10)
        #expect(engine.length == 820 && engine.measuredRowCount == 3)
        #expect(try engine.unmeasuredRows(ofItems: 0..<10) == 0..<10)
        #expect(
            try (1..<6).map { try engine.item(at: $0).isProvisional } == [
                false, true, true, true, false,
            ])
        try engine.setExtent(45, ofRow: 3)
        let item = try engine.item(at: 3)
        #expect(item.isMeasured && !item.isProvisional && item.extent == 45)
        #expect(try engine.unmeasuredRows(ofItems: 2..<10) == 2..<3)
        #expect(try engine.unmeasuredRows(ofItems: 3..<10) == 4..<10)
        try engine.validate()
    }

    @Test(
        "A host's own estimate counts as one: the row that begins before the viewport keeps its end"
    )
    func estimates() throws {
        var corrections: [Double] = []
        for isEstimate in [true, false] {
            var engine = try ListEngine(estimate: 100)
            try engine.insertItems(extents: Array(repeating: 80, count: 20), at: 0)
            if isEstimate { try engine.markProvisional(0..<20) }
            _ = try engine.update(ListViewport(offset: 200, length: 400))
            try engine.setExtent(90, ofRow: 2)
            corrections.append(try engine.update(ListViewport(offset: 200, length: 400)).correction)
        }
        #expect(corrections == [10, 0])
    }

    @Test("With other columns items keep their states, and the first visible one its place")
    func columns() throws {
        var engine = try ListEngine(columns: 2, estimate: 100)
        try engine.insertItems(count: 60, at: 0)
        try engine.setExtents(Array(repeating: 120, count: 30), fromRow: 0)
        var viewport = ListViewport(offset: 1200, length: 240)
        #expect(try engine.update(viewport).visible == 20..<24)
        let states = try engine.states(ofItems: 0..<60)
        try engine.setLayout(columns: 3, spacing: 10)
        #expect(engine.withChanges { $0.isEmpty })
        #expect(try engine.states(ofItems: 0..<60) == states)
        #expect(engine.length == 20 * 120 + 19 * 10)
        #expect(try engine.item(at: 20).isProvisional)
        let update = try engine.update(viewport)
        viewport.offset += update.correction
        #expect(try engine.item(at: 20).offset == viewport.offset)
        #expect(update.visible == 18..<24)
        try engine.setLayout(columns: 1, spacing: 0, keepingExtents: false)
        #expect(engine.measuredRowCount == 0 && engine.length == 6000)
        try engine.validate()
    }

    @Test("A layout that is not allowed is refused, and changes nothing")
    func refused() throws {
        var engine = try ListEngine(columns: 2, estimate: 100, spacing: 5)
        try engine.insertItems(count: 10, at: 0)
        for columns in [0, -1, .min] {
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.setLayout(columns: columns, spacing: 5)
            }
        }
        #expect(throws: RangeCoreError.limitExceeded) {
            try engine.setLayout(columns: 2, spacing: 4_000_000)
        }
        #expect(engine.length == 520)
        try engine.setLayout(columns: .max, spacing: 5)
        #expect(engine.length == 100)
    }

    @Test("Nodes stay with their items through layouts and edits, in any order")
    @MainActor
    func nodes() throws {
        let list = try TracedList(0..<60)
        let controller = try #require(list.controller)
        var viewport = ListViewport(offset: 2000, length: 300)
        viewport.offset += try controller.update(viewport).correction
        let first = try #require(controller.node(ofItem: 20))
        _ = list.trace.take()
        for columns in [3, 1, 4, 2] {
            list.items.insert(100 + columns, at: 0)
            try controller.insertItems(count: 1, at: 0)
            try controller.setLayout(columns: columns, spacing: Double(columns))
            list.items.remove(at: 5)
            try controller.removeItems(5..<6)
            viewport.offset += try controller.update(viewport).correction
            let index = try #require(list.items.firstIndex(of: 20))
            #expect(controller.node(ofItem: index) === first && list.isConsistent)
            let items = try controller.engine.items(
                in: viewport.offset..<viewport.offset + viewport.length)
            #expect(items.contains(index))
        }
        // It has never left the screen.
        #expect(!list.trace.take().contains { $0.hasPrefix("20 -visible") })
        try controller.setExtents([70, 80], fromRow: 0)
        let length = controller.engine.length
        try controller.markProvisional(0..<60)
        #expect(controller.engine.length == length && controller.node(ofItem: 20) === first)
        #expect(try controller.engine.unmeasuredRows(ofItems: 0..<60) == 0..<30)
        try controller.setLayout(columns: 3, spacing: 0)
        #expect(controller.engine.length == 70 + 80 + 18 * 100)
        try controller.setLayout(columns: 3, spacing: 0, keepingExtents: false)
        #expect(controller.engine.length == 2000)
    }

    @Test("The closure that makes a node must not change the layout")
    @MainActor
    func makingNodes() throws {
        let list = try TracedList(0..<10)
        list.decorate = { [unowned list] _ in
            #expect(throws: RangeCoreError.busy) { try list.controller.markProvisional(0..<1) }
            #expect(throws: RangeCoreError.busy) {
                try list.controller.setLayout(columns: 2, spacing: 0)
            }
        }
        _ = try list.controller.update(ListViewport(offset: 0, length: 300))
        #expect(list.made.count > 0 && list.controller.engine.length == 1000)
    }
}
