import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("Snapshots")
struct SnapshotTests {
    private typealias Elements = SnapshotElements<String, Int>

    @Test("Sections and items become one row, in which each has its index")
    func elements() {
        let items = ["a": [1, 2], "b": [], "c": [3]]
        let with = Elements(["a", "b", "c"], hasHeaders: true) { items[$0]! }
        #expect(
            with.all == [.header("a"), .item(1), .item(2), .header("b"), .header("c"), .item(3)])
        #expect(with.all.indices.allSatisfy { with.index(of: with.all[$0]) == $0 })
        #expect(with.index(of: .item(4)) == nil && with.index(of: .header("d")) == nil)
        let without = Elements(["c", "a"]) { items[$0]! }
        #expect(without.all == [.item(3), .item(1), .item(2)])
        #expect(without.index(of: .header("a")) == nil)
        #expect(Elements().all.isEmpty)
    }

    @Test("A section that moves takes its header and its items along")
    func moves() throws {
        let items = ["a": [1, 2], "b": [3]]
        let old = Elements(["a", "b"], hasHeaders: true) { items[$0]! }
        let new = Elements(["b", "a"], hasHeaders: true) { items[$0]! }
        var engine = try ListEngine(estimate: 10)
        try engine.insertItems(extents: [30, 1, 2, 31, 3], at: 0)
        try engine.apply(from: old.all, to: new.all)
        #expect(try engine.positions(ofRows: 0..<5).extents == [31, 3, 30, 1, 2])
    }
}
