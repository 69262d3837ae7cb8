import Foundation
import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("Where the layout of a collection view scrolls to")
struct CollectionPlaceTests {
    /// Sections of a header and nine items, with ids from `first` on.
    private func data(_ first: Int = 1, sections: Int = 40) -> SectionModel {
        SectionModel(
            (0..<sections).map { section in
                [-first - section * 10] + (0..<9).map { first + section * 10 + $0 }
            })
    }

    private func view(_ data: SectionModel, adjustsAtOnce: Bool = true) throws
        -> FakeCollectionView
    {
        let view = try FakeCollectionView(data)
        view.adjustsAtOnce = adjustsAtOnce
        return view
    }

    private func snapshot(of view: FakeCollectionView) throws -> ScrollSnapshot<Int> {
        let saved = try view.model.snapshot(key: 0, capacity: 0) { view.data.id(of: $0) }
        let bytes = try JSONEncoder().encode(try #require(saved))
        return try JSONDecoder().decode(ScrollSnapshot<Int>.self, from: bytes)
    }

    // How far what is on screen is from where it was.
    private func distance(_ view: FakeCollectionView, from before: [Int: Double]) -> Double {
        let both = view.screen.filter { before[$0.key] != nil }
        return both.isEmpty ? .infinity : both.map { abs($1 - before[$0]!) }.max() ?? 0
    }

    @Test(
        "A new view is at the same item and point, nothing of which was sized",
        arguments: [true, false])
    func restored(adjustsAtOnce: Bool) throws {
        let old = try view(data())
        old.scroll(to: 9000, isUserDriven: false)
        old.scroll(to: 8900)
        let saved = try snapshot(of: old)
        let new = try view(data(), adjustsAtOnce: adjustsAtOnce)
        new.model.restore(saved, key: 0) { new.data.id(of: $0) }
        new.updateAgain()
        #expect(!new.model.isRestoring && new.faults == [])
        #expect(distance(new, from: old.screen) < 0.01)
    }

    @Test("It is looked for in data that comes later, in updates and anew")
    func later() throws {
        let old = try view(data(201))
        old.scroll(to: 3333)
        let saved = try snapshot(of: old)
        for isReloaded in [false, true] {
            let new = try view(data(1, sections: 3))
            new.model.restore(saved, key: 0) { new.data.id(of: $0) }
            new.updateAgain()
            #expect(new.model.isRestoring && new.geometry.offset == 0)
            let kept = try new.model.snapshot(key: 0, capacity: 0) { new.data.id(of: $0) }
            #expect(kept == saved)
            let next = data(1, sections: 70)
            if isReloaded {
                new.reload(next)
            } else {
                new.perform((3..<70).map { .insertSection($0) }, becoming: next)
            }
            #expect(!new.model.isRestoring && new.faults == [])
            #expect(distance(new, from: old.screen) < 0.01, "reloaded: \(isReloaded)")
        }
    }

    @Test("A user who scrolls goes where they like")
    func user() throws {
        let old = try view(data())
        old.scroll(to: 3333)
        let new = try view(data(5001))
        new.model.restore(try snapshot(of: old), key: 0) { new.data.id(of: $0) }
        new.updateAgain()
        #expect(new.model.isRestoring)
        new.scroll(to: 50)
        #expect(!new.model.isRestoring)
    }

    @Test(
        "It arrives at an offset, and rests there, however cells are sized",
        arguments: [true, false])
    func offset(adjustsAtOnce: Bool) throws {
        let view = try view(data(), adjustsAtOnce: adjustsAtOnce)
        for goal in [9000.0, 1234, -.infinity, .infinity, 777] {
            view.model.scroll(toOffset: goal)
            view.updateAgain()
            let highest = view.model.list.engine.length - view.geometry.length
            #expect(abs(view.geometry.offset - min(max(goal, 0), highest)) < 0.01)
        }
        // Cells that are sized above it, ahead of the user.
        _ = view.model.setExtent(500, of: ItemPath(section: 0, item: 8))
        view.updateAgain()
        #expect(view.geometry.offset == 777 && view.faults == [])
        // The app's own scrolling, and then the place is kept as ever.
        view.scroll(to: 5000, isUserDriven: false)
        let before = view.screen
        _ = view.model.setExtent(700, of: ItemPath(section: 0, item: 8))
        view.updateAgain()
        #expect(distance(view, from: before) < 0.01 && view.geometry.offset > 5000)
    }

    @Test("Before there is data, it takes effect later")
    func early() throws {
        let view = try view(SectionModel([]))
        view.model.scroll(toOffset: 2000)
        view.updateAgain()
        view.reload(data())
        #expect(view.geometry.offset == 2000)
        view.reload(data())
        view.scroll(to: 2000, isUserDriven: false)
        let before = view.screen
        _ = view.model.setExtent(900, of: ItemPath(section: 0, item: 0))
        view.updateAgain()
        #expect(distance(view, from: before) < 0.01)
    }

    @Test(
        "Where extents are known, the length is right at once, and no cell is sized",
        arguments: [1, 3])
    func known(columns: Int) throws {
        let view = try view(data())
        var asked = 0
        view.model.setColumns { section, _ in section == 1 ? columns : 1 }
        view.model.setExtents { [unowned view] path in
            asked += 1
            return view.wanted(view.data.id(of: path), 320)
        }
        view.layOut()
        // Headers are sized.
        for section in 0..<40 {
            let header = ItemPath(section: section, item: nil)
            _ = view.model.setExtent(view.wanted(view.data.id(of: header), 320), of: header)
        }
        #expect(asked == 360)
        var length = 0.0
        for (section, ids) in view.data.sections.enumerated() {
            length += view.wanted(ids[0], 320)
            let perRow = section == 1 ? columns : 1
            for first in stride(from: 1, to: ids.count, by: perRow) {
                length +=
                    ids[first..<min(first + perRow, ids.count)]
                    .map { view.wanted($0, 320) }.max() ?? 0
            }
        }
        #expect(view.model.list.engine.length == length)
        #expect(!view.model.setExtent(5, of: ItemPath(section: 0, item: 0)))
        // What comes is asked, and what is reloaded, and nothing else.
        asked = 0
        var next = view.data
        next.sections[2].append(100_000)
        view.perform(
            [
                .insertItem(ItemPath(section: 2, item: 9)),
                .reloadItem(ItemPath(section: 0, item: 1)),
            ],
            becoming: next)
        #expect(asked == 2 && view.faults == [])
        #expect(view.model.list.engine.length == length + view.wanted(100_000, 320))
        asked = 0
        view.resize(length: 600, breadth: 400)
        #expect(asked == 361)
    }
}
