import Testing

@testable import RangeCore

@Suite("Collection differences")
struct DifferenceTests {
    // What the edits make of an array, and how many items have stayed; new items are taken from the
    // array that is to come out.
    private func applied(
        _ edits: [ListEdit], to old: [Int], becoming new: [Int]
    ) -> (items: [Int], stayed: Int) {
        var (items, stayed) = (old, old.count)
        for edit in edits {
            switch edit {
            case .insert(let range, let index):
                items.insert(contentsOf: new[range], at: index)
            case .remove(let range):
                items.removeSubrange(range)
                stayed -= range.count
            case .move(let range, let index):
                let moved = items[range]
                items.removeSubrange(range)
                items.insert(contentsOf: moved, at: index)
            }
        }
        return (items, stayed)
    }

    private func expectEdits(_ old: [Int], _ new: [Int], moves: Bool) throws {
        var difference = new.difference(from: old)
        if moves { difference = difference.inferringMoves() }
        let edits = try ListEdit.edits(of: difference, count: old.count)
        let (items, stayed) = applied(edits, to: old, becoming: new)
        #expect(items == new, "\(old) to \(new)")
        let kept = Set(old).intersection(new).count
        // With moves, whatever is in both stays.
        #expect(stayed == (moves ? kept : old.count - difference.removals.count))
        if moves {
            let byID = applied(try ListEdit.edits(from: old, to: new), to: old, becoming: new)
            #expect(byID.items == new && byID.stayed == kept, "\(old) to \(new)")
        }
    }

    @Test("What is inserted has the extents that the app knows; wrong ones change nothing")
    @MainActor
    func extents() throws {
        let list = RangeController(estimate: 10)
        try list.insertItems(count: 2, at: 0) { [11.0, 22][$0] }
        try list.apply(from: ["a", "b"], to: ["b", "x", "a", "y"]) { [0, 50, 0, 60][$0] }
        let extents = { (0..<list.count).map { list.item(at: $0).extent } }
        #expect(extents() == [22, 50, 11, 60])
        #expect((0..<4).allSatisfy { list.item(at: $0).isMeasured })
        try list.apply([5, 1, 6].difference(from: [1, 2, 3, 4])) { $0 == 0 ? 70 : 80 }
        #expect(extents() == [70, 22, 80])
        #expect(throws: RangeCoreError.argument("extent of item 2", -1.0)) {
            try list.apply(from: [1, 2, 3], to: [3, 4, 5]) { $0 == 2 ? -1 : 9 }
        }
        #expect(extents() == [70, 22, 80])
        var engine = try ListEngine(estimate: 10)
        try engine.apply(.insert(3..<5, at: 0)) { Double($0) }
        #expect(try engine.positions(ofRows: 0..<2).extents == [3, 4])
        #expect(throws: RangeCoreError.self) {
            try engine.apply(from: [1, 2], to: [7]) { _ in .infinity }
        }
        #expect(engine.count == 2)
    }

    @Test(
        "Every permutation of a subset of five items is reached by moves", arguments: [true, false])
    func exhaustive(moves: Bool) throws {
        // All sequences of distinct items of 0..<5, from two old collections.
        var all: [[Int]] = [[]]
        for sequence in all where sequence.isEmpty {
            var level = [sequence]
            for _ in 0..<5 {
                level = level.flatMap { prefix in
                    (0..<5).filter { !prefix.contains($0) }.map { prefix + [$0] }
                }
                all += level
            }
        }
        #expect(all.count == 326)
        for new in all {
            try expectEdits([0, 1, 2, 3], new, moves: moves)
            try expectEdits(new, [4, 3, 0, 1], moves: moves)
        }
    }

    @Test("Random differences", arguments: 1...40 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        for _ in 0..<20 {
            let pool = Array(0..<Int.random(in: 1...60, using: &random))
            let old = Array(
                pool.shuffled(using: &random).prefix(.random(in: 0...60, using: &random)))
            var new = old
            for _ in 0..<Int.random(in: 0...4, using: &random) where !new.isEmpty {
                // A block of neighbours moves.
                let lower = Int.random(in: 0..<new.count, using: &random)
                let upper = min(new.count, lower + Int.random(in: 1...6, using: &random))
                let block = new[lower..<upper]
                new.removeSubrange(lower..<upper)
                new.insert(contentsOf: block, at: .random(in: 0...new.count, using: &random))
            }
            new.removeAll { _ in Int.random(in: 0..<5, using: &random) == 0 }
            let fresh = Set(pool).subtracting(old)
            for item in fresh.sorted() where Bool.random(using: &random) {
                new.insert(item, at: .random(in: 0...new.count, using: &random))
            }
            try expectEdits(old, new, moves: true)
            try expectEdits(old, new, moves: false)
        }
    }

    @Test("Adjacent items with the same change are one edit")
    func coalesced() throws {
        func count(_ old: [Int], _ new: [Int]) throws -> Int {
            let difference = new.difference(from: old).inferringMoves()
            return try ListEdit.edits(of: difference, count: old.count).count
        }
        let items = Array(0..<100)
        #expect(try count(items, items) == 0)
        #expect(try count([], items) == 1)
        #expect(try count(items, []) == 1)
        #expect(try count(items, Array(items[..<20] + items[40...])) == 1)
        // A block of twenty that moves is fetched from the end in one piece.
        #expect(try count(items, Array(items[20..<90] + items[..<20] + items[90...])) == 2)
        // A block that moves to the very end is there at once.
        #expect(try count(items, Array(items[20...] + items[..<20])) == 1)
    }

    @Test("A difference of a collection of another length is refused")
    func refused() throws {
        let removal = [Int]().difference(from: [1, 2, 3])
        #expect(throws: RangeCoreError.invalidArgument) {
            try ListEdit.edits(of: removal, count: 2)
        }
        let insertion = [1, 2, 3].difference(from: [1, 2])
        #expect(throws: RangeCoreError.invalidArgument) {
            try ListEdit.edits(of: insertion, count: 1)
        }
        var engine = try ListEngine()
        #expect(throws: RangeCoreError.invalidArgument) { try engine.apply(removal) }
        #expect(engine.count == 0)
        try engine.insertItems(count: 2, at: 0)
        try engine.apply(insertion)
        #expect(engine.count == 3)
    }

    @Test("States, nodes and extents move with their items")
    @MainActor
    func travel() throws {
        let list = try TracedList(0..<20)
        for item in 0..<20 { try list.controller.setExtent(100 + Double(item), ofRow: item) }
        _ = try list.controller.update(ListViewport(offset: 0, length: 500))
        _ = list.trace.take()
        let nodes = (0..<3).map { list.controller.node(ofItem: $0) }
        let new = [2, 0, 50, 1] + Array(4..<20)
        try list.controller.apply(new.difference(from: list.items).inferringMoves())
        list.items = new
        #expect(list.controller.node(ofItem: 0) === nodes[2])
        #expect(list.controller.node(ofItem: 1) === nodes[0])
        #expect(list.controller.node(ofItem: 3) === nodes[1])
        #expect(list.controller.item(at: 0).extent == 102)
        #expect(list.controller.item(at: 3).extent == 101)
        list.controller.updateAgain()
        #expect(list.isConsistent)
        let changes = list.trace.takeChanges()
        #expect(changes.first == "3: 15→0" && changes.contains { $0.hasPrefix("50: 0→") })
    }
}
