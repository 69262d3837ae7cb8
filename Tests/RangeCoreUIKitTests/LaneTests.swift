import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("The layout of a collection view in lanes")
struct LaneTests {
    // Sections of forty items, whose headers are theirs divided by 100.
    private func view(
        _ lanes: @escaping (Double) -> Int, isWide: @escaping (Int) -> Bool = { _ in false },
        kinds: SectionKinds = SectionKinds(hasHeaders: true)
    ) throws -> FakeCollectionView {
        let data = SectionModel((1...30).map { section in (0...40).map { section * 100 + $0 } })
        let view = try FakeCollectionView(data, spacing: 6, kinds: kinds)
        view.model.setLanes(lanes, isWide: isWide)
        view.layOut()
        return view
    }

    // Whether lanes are without overlaps, and no item is missing in between.
    private func faults(_ view: FakeCollectionView) -> [String] {
        var (faults, ends): ([String], [Int: Double]) = ([], [:])
        let shown = view.shown.sorted { ($0.value.start, $0.key) < ($1.value.start, $1.key) }
        for (id, it) in shown where !it.isPinned {
            if (it.path.item == nil) != (it.columns == 1) {
                faults.append("\(id) has \(it.columns)")
            }
            let lanes = it.columns == 1 ? Array(ends.keys) : [it.column]
            for lane in lanes {
                if let end = ends[lane], end > it.start + 0.01 { faults.append("\(id) is covered") }
                ends[lane] = it.start + it.extent
            }
            if it.columns == 1 { ends[0] = it.start + it.extent }
        }
        return faults + view.faults
    }

    @Test("Nothing jumps in any lane while cells size themselves, down and up again")
    func scrolling() throws {
        let view = try view { _ in 3 }
        view.scroll(to: 9000, isUserDriven: false)
        for step in [-35.0, 120, -250, -20] {
            for _ in 0..<40 {
                let (before, lanes) = (view.screen, view.shown.mapValues(\.column))
                view.scroll(to: view.geometry.offset + step)
                for (id, place) in view.screen {
                    guard let old = before[id] else { continue }
                    #expect(abs(place - old + step) < 1e-6 && view.shown[id]?.column == lanes[id])
                }
                #expect(faults(view) == [])
            }
        }
        #expect(Set(view.shown.values.map(\.column)) == [0, 1, 2])
    }

    @Test("Batch updates above leave what is on screen in place, each in its lane")
    func updates() throws {
        let view = try view { _ in 2 }
        view.scroll(to: 4000, isUserDriven: false)
        var next = view.data
        for round in 0..<10 {
            let (before, lanes) = (view.screen, view.shown.mapValues(\.column))
            next.sections[0].insert(10_000 + round, at: 1)
            next.sections[1].removeLast()
            let last = ItemPath(section: 1, item: view.data.sections[1].count - 2)
            view.perform(
                [.insertItem(ItemPath(section: 0, item: 0)), .deleteItem(last)], becoming: next)
            #expect(view.screen == before && view.shown.mapValues(\.column) == lanes)
            #expect(faults(view) == [])
        }
    }

    @Test("Their number follows the width, and columns come back")
    func widths() throws {
        let view = try view { $0 < 400 ? 2 : 5 }
        view.scroll(to: 3000)
        // What is read at the start of the screen: of the items there the one that begins last.
        let read = try #require(
            view.screen.filter { id, start in
                start <= 0 && start + (view.shown[id]?.extent ?? 0) > 0
            }.max { $0.value < $1.value })
        let path = try #require(view.shown[read.key]).path
        view.resize(length: 320, breadth: 600)
        let place = try #require(view.model.place(of: path))
        #expect(place.start - view.geometry.offset == read.value)
        #expect(view.shown.values.contains { $0.column == 4 })
        #expect(faults(view) == [])
        view.resize(length: 600, breadth: 320)
        #expect(view.shown.values.allSatisfy { $0.column < 2 } && faults(view) == [])
        view.model.setColumns { _, _ in 4 }
        #expect(view.shown.values.allSatisfy { $0.column < 2 })
        view.model.setLanes(nil) { _ in false }
        view.scroll(to: view.geometry.offset + 1)
        let rows = Dictionary(grouping: view.shown.values.filter { $0.columns > 1 }, by: \.start)
        #expect(rows.values.allSatisfy { $0.count <= 4 && $0[0].columns == 4 })
        #expect(rows.values.contains { $0.count == 4 } && view.faults == [])
        view.model.setLanes({ _ in 3 }, isWide: { _ in false })
        view.scroll(to: view.geometry.offset + 1)
        #expect(view.shown.values.contains { $0.column == 2 } && faults(view) == [])
    }

    @Test("A section is across all lanes, wherever it goes")
    func wide() throws {
        var wide: Set<Int> = [1]
        let view = try view({ _ in 2 }, isWide: { wide.contains($0) })
        func columns(_ section: Int) throws -> Set<Int> {
            let paths = (0..<40).map { ItemPath(section: section, item: $0) }
            return Set(try paths.map { try #require(view.model.place(of: $0)).columns })
        }
        #expect(try (0..<3).map(columns) == [[2], [1], [2]])
        wide = [0, 2]
        view.model.setLanes({ _ in 2 }, isWide: { wide.contains($0) })
        #expect(try (0..<3).map(columns) == [[1], [2], [1]])
        // It goes along where the layout is asked again.
        var next = view.data
        next.sections.swapAt(0, 1)
        wide = [1, 2]
        view.perform([.moveSection(0, to: 1)], becoming: next)
        #expect(try (0..<3).map(columns) == [[2], [1], [1]])
        try view.model.list.engine.validate()
    }

    @Test("Footers and space around sections are across all lanes", arguments: [false, true])
    func edges(hasHeaders: Bool) throws {
        var kinds = SectionKinds(hasHeaders: hasHeaders, hasFooters: true)
        kinds.insets = { _ in .init(top: 10, bottom: 20, leading: 8, trailing: 4) }
        let view = try view({ _ in 2 }, kinds: kinds)
        let footer = try #require(view.model.place(of: .footer(0)))
        let items = (0..<40).compactMap { view.model.place(of: ItemPath(section: 0, item: $0)) }
        let end = try #require(items.map { $0.start + $0.extent }.max())
        #expect(footer.columns == 1 && footer.start == end + 6 + 20)
        #expect(items.allSatisfy { $0.columns == 2 && $0.leading == 8 && $0.trailing == 4 })
        let next = try #require(view.model.place(of: ItemPath(section: 1, item: 0)))
        #expect(next.columns == 2)
    }
}
