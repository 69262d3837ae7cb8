import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("Rows of a scroll view")
struct RowTests {
    @Test("A mode allows so many rows to be selected")
    func modes() {
        var it = RowSelection()
        var changed = [it.tap(3), it.highlight(3), it.setMode(.single)]
        #expect(changed == [[], [], []])
        changed = [it.tap(3), it.tap(3), it.tap(5)]
        #expect(changed == [[3], [], [3, 5]] && it.items == [5])
        changed = [it.setMode(.multiple), it.tap(7), it.tap(5), it.select([1, 2, 7])]
        #expect(changed == [[], [7], [5], [1, 2]] && it.items == [1, 2, 7])
        changed = [it.highlight(2), it.highlight(4), it.highlight(4)]
        #expect(changed == [[2], [2, 4], []])
        changed = [it.setMode(.single)]
        #expect(changed == [[2, 7]] && it.items == [1])
        changed = [it.setMode(.none)]
        #expect(changed == [[1, 4]] && it.highlighted == nil)
    }

    @Test("A selection follows its items through edits")
    func edits() {
        var it = RowSelection()
        _ = it.setMode(.multiple)
        _ = it.select([2, 5, 9])
        _ = it.highlight(5)
        it.follow(.insert(0..<3, at: 4))
        #expect(it.items == [2, 8, 12] && it.highlighted == 8)
        it.follow(.move(8..<9, to: 0))
        #expect(it.items == [3, 0, 12] && it.highlighted == 0)
        it.follow(.remove(0..<1))
        #expect(it.items == [2, 11] && it.highlighted == nil)
    }

    @Test("A row with a focus is kept, and once it is removed its neighbour gets it")
    func focus() {
        var it = RowSelection()
        func words(_ change: (kept: Int?, released: Int?)) -> String {
            "\(change.kept ?? -1) \(change.released ?? -1)"
        }
        var changes = [
            it.focus(.system, on: 4), it.focus(.voiceOver, on: 4), it.focus(.system, on: 6),
            it.focus(.voiceOver, on: 5), it.focus(.voiceOver, on: 5),
        ]
        #expect(changes.map(words) == ["4 -1", "4 -1", "6 -1", "5 4", "-1 -1"])
        it.follow(.insert(0..<2, at: 0))
        #expect(it.focused == [.system: 8, .voiceOver: 7])
        it.follow(.remove(7..<8))
        #expect(it.focused == [.system: 7])
        var lost = [it.takeLost(.system, count: 9), it.takeLost(.voiceOver, count: 9)]
        #expect(lost == [nil, 7] && it.lost.isEmpty)
        it.follow(.remove(5..<9))
        lost = [it.takeLost(.system, count: 5), it.takeLost(.system, count: 5)]
        #expect(lost == [4, nil])
        changes = [it.focus(.voiceOver, on: 3)]
        it.follow(.remove(0..<5))
        lost = [it.takeLost(.voiceOver, count: 0)]
        #expect(lost == [nil] && words(changes[0]) == "3 -1")
    }

    @Test("A row asks to be measured once for each size of its contents")
    func sizing() {
        var it = RowSizing()
        let asks = [
            (100.0, 100.0), (140, 100), (140, 100), (140, 140), (100, 140), (140, 100),
            (140.1, 140),
        ].map { it.needsMeasure(content: $0.0, extent: $0.1) }
        #expect(asks == [false, true, false, false, true, true, false])
    }

    @Test("An end has room for its row while there may be more")
    func ends() {
        func length(_ end: BatchEnd, _ state: LoadState, _ isFetched: Bool = true, _ count: Int = 9)
            -> Double
        {
            EndRows.extraLength(
                at: end, state, isFetched: isFetched, count: count, extent: 50)
        }
        #expect(LoadState.allCases.map { length(.tail, $0) } == [50, 50, 50, 50, 0])
        #expect(length(.tail, .loading, false) == 0)
        #expect(length(.head, .loading) == 50 && length(.head, .loading, true, 0) == 0)
        #expect(length(.tail, .loading, true, 0) == 50)
    }

    @Test("The rows of the ends are before the first item and after the last")
    func endFrames() throws {
        var engine = try ListEngine(estimate: 100)
        try engine.insertItems(count: 20, at: 0)
        try engine.configure { ($0.extraLengthAtHead, $0.extraLengthAtTail) = (40, 60) }
        let update = try engine.update(ListViewport(offset: 300, length: 400))
        let settings = engine.settings
        let head = EndRows.frame(at: .head, settings: settings, update: update)
        #expect(head == ItemFrame(start: 0, extent: 40))
        let tail = EndRows.frame(at: .tail, settings: settings, update: update)
        #expect(tail == ItemFrame(start: 2040, extent: 60))
        // While held, all rows are drawn where they are less what is pending.
        try engine.insertItems(count: 2, at: 0)
        let held = try engine.update(ListViewport(offset: 300, length: 400, isHeld: true))
        #expect(held.pending == 200)
        #expect(EndRows.frame(at: .head, settings: settings, update: held)?.start == -200)
        #expect(EndRows.frame(at: .tail, settings: settings, update: held)?.start == 2040)
        #expect(EndRows.frame(at: .tail, settings: ListSettings(), update: held) == nil)
    }
}
