import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("Sections of a collection view")
struct SectionTests {
    @Test("Each index has a path, and the path that index", arguments: [false, true])
    func paths(hasHeaders: Bool) {
        let twos = Array(repeating: 2, count: 40)
        for counts in [[], [0], [3], [0, 2, 0, 0, 1, 0], [1, 1, 1], twos] {
            let sections = SectionCounts(counts, hasHeaders: hasHeaders)
            var index = 0
            for (section, count) in counts.enumerated() {
                for item in (hasHeaders ? -1 : 0)..<count {
                    let path = ItemPath(section: section, item: item < 0 ? nil : item)
                    #expect(sections.index(of: path) == index)
                    #expect(sections.path(of: index) == path)
                    #expect(sections.indices(ofSection: section).contains(index))
                    index += 1
                }
                #expect(sections.index(of: ItemPath(section: section, item: count)) == nil)
                #expect(sections.index(of: ItemPath(section: section, item: -1)) == nil)
            }
            #expect(sections.itemCount == index)
            #expect(sections.index(of: ItemPath(section: counts.count, item: 0)) == nil)
            #expect(sections.index(of: ItemPath(section: -1, item: nil)) == nil)
        }
        let without = SectionCounts([2], hasHeaders: false)
        #expect(without.index(of: ItemPath(section: 0, item: nil)) == nil)
    }

    @Test("A batch keeps the extents of the items that stay or move", arguments: 0..<400)
    func batches(seed: UInt64) throws {
        var random = Generator(state: seed)
        var model = SectionModel(using: &random)
        var engine = try SectionedEngine(estimate: 1000, spacing: 0, hasHeaders: true)
        try engine.reset(to: model.counts)
        try model.measure(&engine)
        for _ in 0..<5 {
            let (updates, next) = model.batch(using: &random)
            let changes = try engine.apply(updates, counts: next.counts)
            for (index, id) in model.ids.enumerated() {
                #expect(changes.index(after: index) == next.ids.firstIndex(of: id))
            }
            try engine.engine.validate()
            let extents = try engine.engine.positions(ofRows: 0..<engine.engine.count).extents
            let known = Set(model.ids)
            #expect(
                extents == next.ids.map { known.contains($0) ? Double($0) : 1000 },
                "\(updates) of \(model.sections), to \(next.sections), seed \(seed)")
            model = next
            try model.measure(&engine)
        }
    }

    @Test("A batch that does not lead to the given sections changes nothing")
    func inconsistent() throws {
        var engine = try SectionedEngine(estimate: 10, spacing: 0, hasHeaders: false)
        try engine.reset(to: [3, 2])
        let item = ItemPath(section: 0, item: 0)
        let (other, last) = (ItemPath(section: 1, item: 0), ItemPath(section: 1, item: 5))
        let wrong: [([CollectionUpdate], [Int])] = [
            ([], [3, 3]), ([], [3]), ([.deleteItem(item)], [3, 2]), ([.insertItem(item)], [3, 2]),
            ([.deleteItem(ItemPath(section: 0, item: 3))], [2, 2]),
            ([.insertItem(ItemPath(section: 0, item: 4))], [4, 2]),
            ([.deleteSection(2)], [3]), ([.insertSection(7)], [3, 2, 0]),
            ([.moveItem(item, to: last)], [2, 3]),
            ([.moveItem(item, to: item), .moveItem(other, to: item)], [3, 1]),
            ([.reloadSection(4)], [3, 2]), ([.reloadItem(ItemPath(section: 9, item: 0))], [3, 2]),
        ]
        for (updates, counts) in wrong {
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.apply(updates, counts: counts)
            }
            #expect(engine.engine.count == 5 && engine.sections.itemCount == 5, "\(updates)")
        }
    }

    @Test("A reloaded item keeps its extent until it is measured again")
    func reload() throws {
        var engine = try SectionedEngine(estimate: 10, spacing: 0, hasHeaders: true)
        try engine.reset(to: [2])
        let item = ItemPath(section: 0, item: 1)
        #expect(try engine.setExtent(50, of: item))
        #expect(try !engine.setExtent(50, of: item))
        let first = ItemPath(section: 0, item: 0)
        try engine.apply([.reloadItem(item), .deleteItem(first)], counts: [1])
        let place = try #require(try engine.place(of: first))
        #expect(place.start == 10 && place.extent == 50)
        #expect(try engine.engine.item(at: 1).isProvisional)
        #expect(try !engine.setExtent(50, of: place.path))
        #expect(try !engine.engine.item(at: 1).isProvisional)
        #expect(throws: RangeCoreError.invalidArgument) { try engine.setExtent(1, of: item) }
        // All items of a reloaded section are new; its header is not.
        #expect(try engine.setExtent(20, of: ItemPath(section: 0, item: nil)))
        try engine.apply([.reloadSection(0)], counts: [3])
        #expect(try engine.engine.positions(ofRows: 0..<4).extents == [20, 10, 10, 10])
    }

    @Test("Items are prefetched once, and cancelled when they leave or are removed")
    func preload() throws {
        var engine = try SectionedEngine(estimate: 100, spacing: 0, hasHeaders: true)
        try engine.reset(to: [4, 20])
        func item(_ section: Int, _ item: Int) -> ItemPath {
            ItemPath(section: section, item: item)
        }
        var viewport = ListViewport(offset: 0, length: 200, isUserDriven: true)
        _ = try engine.update(viewport)
        viewport.offset = 1
        // 2.5 screenfuls ahead.
        let first = try engine.update(viewport)
        #expect(first.update[.preload] == 0..<8)
        viewport.offset = 101
        let second = try engine.update(viewport).preload
        #expect(second == .init(entered: [item(1, 2)]))
        viewport.isUserDriven = false
        #expect(try engine.update(viewport).preload.isEmpty)
        // An item that moves within the range is prefetched already. It moves to before the anchor:
        // the viewport follows by 100 points, and the range by an item.
        try engine.apply(
            [.deleteItem(item(0, 2)), .moveItem(item(1, 1), to: item(0, 0))], counts: [4, 19])
        let third = try engine.update(viewport)
        #expect(third.preload.removed == [item(0, 2)])
        #expect(third.preload.left == [] && third.preload.entered == [item(1, 2), item(1, 3)])
        #expect(third.update.correction == 100)
        viewport.offset = 1500
        let last = try engine.update(viewport).preload
        #expect(last.left.first == item(0, 0) && last.removed == [])
    }

    @Test("A header is pinned until the next one pushes it out")
    func pinning() throws {
        var engine = try SectionedEngine(estimate: 50, spacing: 0, hasHeaders: true)
        try engine.reset(to: [2, 0, 20])
        try engine.engine.configure { $0.pinsHeaders = true }
        for section in 0..<3 {
            #expect(try engine.setExtent(30, of: ItemPath(section: section, item: nil)))
        }
        // 0: 0 … 30, items to 130; 1: 130 … 160; 2: 160 … 190, items to 1190
        for (start, section, at) in [
            (0.0, 0, 0.0), (70, 0, 70), (110, 0, 100), (129, 0, 100), (130, 1, 130), (140, 1, 130),
            (160, 2, 160), (200, 2, 200), (300, 2, 300),
        ] {
            _ = try engine.update(ListViewport(offset: start, length: 100))
            let header = try #require(try engine.pinnedHeader())
            #expect(header.path == ItemPath(section: section, item: nil) && header.start == at)
        }
        _ = try engine.update(ListViewport(offset: 110, length: 90))
        let places = try engine.places(in: 110..<200)
        #expect(places.map(\.path.item) == [1, nil, nil, 0, nil])
        #expect(places.map(\.start) == [80, 130, 160, 190, 100])
        #expect(places.map(\.isPinned) == [false, false, false, false, true])
        // An edit ends it, until the next update.
        try engine.apply([.deleteItem(ItemPath(section: 0, item: 0))], counts: [1, 0, 20])
        #expect(try engine.pinnedHeader() == nil)
        try engine.engine.configure { $0.pinsHeaders = false }
        _ = try engine.update(ListViewport(offset: 110, length: 90))
        #expect(try engine.places(in: 110..<200).allSatisfy { !$0.isPinned })
    }

    @Test("Each section has its own columns, and a row is as long as its longest item")
    func columns() throws {
        var engine = try SectionedEngine(estimate: 50, spacing: 0, hasHeaders: true)
        engine.columns = { $0 == 0 ? 1 : $0 == 1 ? 3 : 2 }
        try engine.reset(to: [1, 4, 3])
        func item(_ section: Int, _ item: Int?) -> ItemPath {
            ItemPath(section: section, item: item)
        }
        // Rows: header, a; header, 3 items, 1 item; header, 2 items, 1 item.
        #expect(engine.engine.length == 8 * 50)
        #expect(try engine.setExtent(80, of: item(1, 0)))
        #expect(try !engine.setExtent(60, of: item(1, 1)))
        #expect(try engine.setExtent(90, of: item(1, 2)))
        let place = try #require(try engine.place(of: item(1, 2)))
        #expect(place == .init(path: item(1, 2), start: 150, extent: 90, column: 2, columns: 3))
        let places = try engine.places(in: 140..<250)
        #expect(
            places.map(\.path) == [item(1, nil), item(1, 0), item(1, 1), item(1, 2), item(1, 3)])
        #expect(places.map(\.column) == [0, 0, 1, 2, 0])
        #expect(places.map(\.columns) == [1, 3, 3, 3, 3])
        // A new section takes its columns, and the row that was measured its extent along.
        engine.columns = { $0 == 2 ? 3 : 1 }
        try engine.apply([.insertSection(0)], counts: [2, 1, 4, 3])
        #expect(try engine.place(of: item(2, 1))?.extent == 90)
        #expect(try engine.place(of: item(3, 2))?.columns == 1)
        engine.columns = { $0 == 2 ? 4 : 1 }
        try engine.formRows()
        #expect(try engine.place(of: item(2, 3))?.column == 3)
        engine.columns = { $0 == 2 ? 3 : 1 }
        try engine.formRows()
        #expect(try engine.setExtent(90, of: item(2, 1)))
        // Measured again, the row may be shorter.
        try engine.engine.markProvisional(0..<engine.engine.count)
        #expect(try engine.setExtent(70, of: item(2, 1)))
        // Without headers, all items have the same.
        var plain = try SectionedEngine(estimate: 50, spacing: 0, hasHeaders: false)
        plain.columns = { _ in 2 }
        try plain.reset(to: [5])
        #expect(plain.engine.length == 150)
    }

    @Test("A correction counts once, whether the view has applied it yet or not")
    func hostOffset() {
        var offset = HostOffset()
        #expect(offset.offset(reading: 500) == 500)
        offset.owe(40)
        #expect(offset.offset(reading: 500) == 540)
        offset.owe(2)
        #expect(offset.offset(reading: 500) == 542)
        #expect(offset.offset(reading: 542) == 542)
        // What waits for the end of the updates survives a change of the offset.
        offset.stage(8)
        #expect(offset.offset(reading: 600) == 608)
        #expect(offset.takeStaged() == 8 && offset.takeStaged() == 0)
        #expect(offset.offset(reading: 600) == 600)
    }
}
