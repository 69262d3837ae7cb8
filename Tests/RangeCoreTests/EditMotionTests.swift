import RangeCoreUIKit
import Testing

@testable import RangeCore

@Suite("What edits move on screen")
@MainActor
struct EditMotionTests {
    private func list(at offset: Double) throws -> FakeList {
        let list = try FakeList(0..<200, estimate: 100)
        list.surface.extent = { _, _ in 100 }
        list.surface.motion.isOn = true
        list.controller.afterEdit = { [unowned list] _ in list.surface.motion.noteEdit() }
        list.scrollView.contentOffset = offset
        list.host.update()
        _ = end(list)
        return list
    }

    private func end(_ list: FakeList) -> EditMotion<Int>.Motion {
        let (offset, length) = (list.scrollView.contentOffset, list.scrollView.length)
        return list.surface.motion.endUpdate(visible: offset...offset + length)
    }

    private func update(_ list: FakeList) -> EditMotion<Int>.Motion {
        list.host.update()
        return end(list)
    }

    @Test("Without edits nothing moves, however the list is scrolled and measured")
    func scrolling() throws {
        let list = try list(at: 3000)
        for step in [700.0, -250, 5000, -9000] {
            list.scrollView.move(by: step)
            #expect(end(list).isEmpty)
        }
    }

    @Test("An insertion above moves nothing, in a list that shows nothing before its first row")
    func above() throws {
        let list = try list(at: 3000)
        try list.insert([1000, 1001], at: 0)
        #expect(update(list).isEmpty)
        #expect(list.scrollView.contentOffset == 3200)
    }

    @Test("Below an insertion rows come from where they were, and the new one appears")
    func insertion() throws {
        let list = try list(at: 3000)
        try list.insert([1000], at: 33)
        let motion = update(list)
        #expect(motion.appeared == [1000])
        #expect(motion.moved[33]?.start == 3300)
        #expect(motion.moved.keys.allSatisfy { $0 >= 33 })
        #expect(motion.gone.isEmpty)
    }

    @Test("A removed row goes from where it was, and those below close the gap")
    func removal() throws {
        let list = try list(at: 3000)
        try list.remove(33..<34)
        let motion = update(list)
        #expect(motion.gone.mapValues(\.start) == [33: 3300])
        #expect(motion.moved[34]?.start == 3400)
        #expect(motion.moved[32] == nil)
    }

    @Test("A correction moves the places along, so that the kept row stays")
    func correction() throws {
        let list = try list(at: 3050)
        // Row 30 is cut off, and stays in place.
        try list.move(32..<33, to: 2)
        let motion = update(list)
        #expect(list.scrollView.contentOffset == 3150)
        #expect(motion.moved[30] == nil && motion.moved[31] == nil)
        #expect(motion.moved[33]?.start == 3400)
        try list.remove(31..<33)
        #expect(update(list).moved.values.allSatisfy { !$0.isPinned })
    }

    @Test("What is kept in place never moves, whatever is edited", arguments: 0..<20)
    func anchor(_ seed: UInt64) throws {
        var random = Random(seed: seed)
        let list = try list(at: 6000)
        for round in 0..<30 {
            list.scrollView.contentOffset = Double(3000 + random.next(6000))
            _ = update(list)
            let place = try #require(list.host.place)
            let key = list.surface.keys[place.item]
            let top = try #require(list.surface.screen[key])
            let count = list.surface.keys.count
            try list.insert([1000 + round], at: random.next(count))
            let gone = random.next(count)
            if list.surface.keys[gone] != key { try list.remove(gone..<gone + 1) }
            let moved = random.next(count)
            if list.surface.keys[moved] != key {
                try list.move(moved..<moved + 1, to: random.next(count))
            }
            let motion = update(list)
            #expect(list.surface.screen[key] == top)
            #expect(motion.moved[key] == nil && !motion.appeared.contains(key))
            // All others move by as much as they have on screen.
            for (key, from) in motion.moved {
                let now = list.surface.cells.values.first { $0.key == key }?.frame
                #expect(now?.start != from.start)
            }
        }
    }

    @Test("Turned off, nothing is followed")
    func off() throws {
        let list = try list(at: 3000)
        list.surface.motion.isOn = false
        try list.remove(33..<34)
        #expect(update(list).isEmpty)
    }
}
