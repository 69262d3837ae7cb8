import Testing

@testable import RangeCore

@Suite("Names and indices through edits")
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

    @Test("An index at the update before leads to the item now, or to nil if it was removed")
    func indices() throws {
        var engine = try ListEngine()
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.currentIndex(ofPreviousIndex: 0)
        }
        var random = SplitMix(state: 7)
        var (items, next) = ([Int](), 0)
        for _ in 0..<200 {
            let before = items
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let lower = Int.random(in: 0...items.count, using: &random)
                let upper = min(items.count, lower + 3)
                if Bool.random(using: &random) {
                    items.insert(contentsOf: [next, next + 1], at: lower)
                    next += 2
                    try engine.insertItems(count: 2, at: lower)
                } else {
                    items.removeSubrange(lower..<upper)
                    try engine.removeItems(lower..<upper)
                }
            }
            // The same before the update and after it.
            for _ in 0..<2 where items != before {
                for (index, item) in before.enumerated() {
                    let current = try engine.currentIndex(ofPreviousIndex: index)
                    #expect(current == items.firstIndex(of: item))
                }
                for index in [-1, before.count, .min, .max] {
                    #expect(throws: RangeCoreError.invalidArgument) {
                        try engine.currentIndex(ofPreviousIndex: index)
                    }
                }
                _ = try engine.update(viewport)
            }
            _ = try engine.update(viewport)
        }
    }
}
