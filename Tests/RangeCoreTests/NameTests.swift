import Testing

@testable import RangeCore

@Suite("Names through edits")
struct NameTests {
    private let viewport = ListViewport(offset: 0, length: 400)

    // The names of all changes of the last update, by section.
    private func names(_ engine: borrowing ListEngine) -> [[Int64?]] {
        engine.withChanges { changes in
            var sections: [[Int64?]] = []
            for section in [changes.removed, changes.left, changes.entered] {
                sections.append([])
                for position in section {
                    sections[sections.count - 1] += changes.names(at: position)
                }
            }
            return sections
        }
    }

    @Test("Names stay with their items, and changes have those of their items")
    func changes() throws {
        var engine = try ListEngine(estimate: 100)
        try engine.insertItems(count: 20, at: 0)
        _ = try engine.update(viewport)
        #expect(names(engine) == [[], [], Array(repeating: nil, count: 6)])
        try engine.setNames([10, 11, nil, 13, 14, 15], ofItems: 0..<6)
        // Naming is no edit.
        #expect(names(engine) == [[], [], [10, 11, nil, 13, 14, 15]])
        try engine.moveItems(3..<4, to: 0)
        try engine.removeItems(1..<3)
        try engine.insertItems(count: 1, at: 0)
        try engine.setNames([99], ofItems: 0..<1)
        _ = try engine.update(viewport)
        let sections = names(engine)
        #expect(sections[0] == [10, 11] && sections[2].contains(99))
        try engine.setNames([nil], ofItems: 1..<2)
        // All leave, and are still known by name.
        _ = try engine.update(ListViewport(offset: 1500, length: 100))
        let left = names(engine)[1].compactMap(\.self)
        #expect(Set(left) == [99, 14, 15])
        _ = try engine.update(viewport)
        #expect(names(engine).joined().allSatisfy { $0 == nil })
        try engine.validate()
    }

    @Test("Names that are not allowed are refused, and change nothing")
    func refused() throws {
        var engine = try ListEngine(estimate: 100)
        try engine.insertItems(count: 4, at: 0)
        _ = try engine.update(viewport)
        try engine.setNames([.max, -1, 0, .min + 1], ofItems: 0..<4)
        for (bad, items) in [
            ([1], 0..<2), ([], 0..<1), ([1], 4..<5), ([1], -1..<0), ([.min], 0..<1), ([], 9..<9),
        ] as [([Int64?], Range<Int>)] {
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.setNames(bad, ofItems: items)
            }
        }
        try engine.setNames([], ofItems: 2..<2)
        #expect(names(engine)[2] == [.max, -1, 0, .min + 1])
    }
}
