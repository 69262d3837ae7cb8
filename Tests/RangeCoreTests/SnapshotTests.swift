import Foundation
import Testing

@testable import RangeCore

@Suite("Snapshots")
@MainActor
struct SnapshotTests {
    private func list(_ ids: Range<Int>, at offset: Double = 0) throws -> FakeList {
        let list = try FakeList(ids)
        list.scrollView.contentOffset = offset
        list.host.update()
        return list
    }

    private func snapshot(of list: FakeList, key: Int = 0) throws -> ScrollSnapshot<Int> {
        try #require(try list.host.snapshot(key: key) { list.surface.keys[$0] })
    }

    private func expectSame(_ list: FakeList, as before: FakeList) {
        let (now, then) = (list.surface.screen, before.surface.screen)
        for index in before.controller.latest.visible {
            let id = before.surface.keys[index]
            // In lanes not all in between are on screen.
            guard let place = then[id] else { continue }
            #expect(abs((now[id] ?? .nan) - place) < 0.01, "item \(id)")
        }
    }

    @Test("A list that was never measured is where it was")
    func exact() throws {
        let before = try list(0..<500, at: 9000)
        let saved = try snapshot(of: before)
        let now = try FakeList(0..<500)
        now.host.restore(saved) { now.surface.keys[$0] }
        #expect(!now.host.isRestoring)
        expectSame(now, as: before)
    }

    @Test("The place is found once it has come, and is not lost meanwhile")
    func later() throws {
        let before = try list(100..<600, at: 9000)
        let saved = try snapshot(of: before)
        let now = try FakeList(0..<0)
        now.host.restore(saved) { now.surface.keys[$0] }
        #expect(now.host.isRestoring)
        #expect(try snapshot(of: now) == saved)
        try now.insert(Array(0..<150), at: 0)
        now.host.update()
        #expect(now.host.isRestoring)
        try now.insert(Array(150..<600), at: 150)
        now.host.update()
        #expect(!now.host.isRestoring)
        expectSame(now, as: before)
    }

    @Test("A user who scrolls goes where they like")
    func user() throws {
        let saved = try snapshot(of: try list(0..<500, at: 9000))
        let now = try FakeList(1000..<1100)
        now.host.restore(saved) { now.surface.keys[$0] }
        #expect(now.host.isRestoring)
        now.scrollView.touch()
        now.scrollView.move(by: 200)
        #expect(!now.host.isRestoring)
    }

    @Test("The start is the start of what has come")
    func start() throws {
        let saved = try snapshot(of: try list(0..<500))
        #expect(saved.isAtStart && saved.description.hasPrefix("at start"))
        let now = try list(900..<1400, at: 500)
        now.host.restore(saved) { now.surface.keys[$0] }
        #expect(now.scrollView.contentOffset == now.scrollView.lowest)
    }

    @Test("The end is that of a list that sticks to it")
    func end() throws {
        let before = try list(0..<500)
        before.host.scroll(toOffset: .infinity)
        let saved = try snapshot(of: before)
        #expect(saved.isAtEnd)
        let now = try FakeList(400..<700)
        now.controller.configure { $0.sticksToTail = true }
        now.host.restore(saved) { now.surface.keys[$0] }
        #expect(now.scrollView.contentOffset == now.scrollView.highest)
        let other = try FakeList(400..<700)
        other.host.restore(saved) { other.surface.keys[$0] }
        expectSame(other, as: before)
    }

    @Test("Extents come back with their key")
    func extents() throws {
        let before = try list(0..<500, at: 9000)
        let measured = before.controller.engine.measuredRowCount
        let saved = try snapshot(of: before, key: 320)
        for key in [320, 321] {
            let now = try FakeList(0..<500)
            _ = try now.controller.restore(saved, key: key) { now.surface.keys[$0] }
            #expect(now.controller.engine.measuredRowCount == (key == 320 ? measured : 0))
        }
    }

    @Test("Items come back in their lanes")
    func lanes() throws {
        let before = try FakeList(0..<3000)
        before.host.lanesForBreadth = { _ in 3 }
        before.host.scroll(toItem: 1500, at: .start)
        for _ in 0..<9 { before.scrollView.move(by: 230) }
        let saved = try snapshot(of: before)
        let now = try FakeList(0..<3000)
        now.host.lanesForBreadth = { _ in 3 }
        now.host.restore(saved) { now.surface.keys[$0] }
        #expect(!now.host.isRestoring)
        expectSame(now, as: before)
        for index in before.controller.latest.visible
        where before.surface.screen[before.surface.keys[index]] != nil {
            let column = before.host.frame(ofItem: index)?.column
            #expect(now.host.frame(ofItem: index)?.column == column)
        }
    }

    @Test("What is decoded is what was encoded, and what is damaged is refused")
    func coding() throws {
        let saved = try snapshot(of: try list(0..<500, at: 9000))
        let data = try JSONEncoder().encode(saved)
        let read = try JSONDecoder().decode(ScrollSnapshot<Int>.self, from: data)
        #expect(read == saved && read.visibleIDs == saved.visibleIDs)
        #expect(read.index == saved.visibleIDs.first)
        let text = String(decoding: data, as: UTF8.self)
        let damaged = [
            text.replacingOccurrences(of: "5243534e01", with: "5243534e02"),
            text.replacingOccurrences(of: "5243534e", with: "5243534f"),
            text.replacingOccurrences(of: "5243534e", with: "5243534"),
            text.replacingOccurrences(of: "5243534e", with: "5243534X"),
            text.replacingOccurrences(of: "\"ids\":[", with: "\"ids\":[7,"),
        ]
        for text in damaged {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(ScrollSnapshot<Int>.self, from: Data(text.utf8))
            }
        }
    }

    @Test("Without anything to show there is none")
    func none() throws {
        let list = RangeController(estimate: 100)
        #expect(try list.snapshot { $0 } == nil)
        _ = try list.update(ListViewport(offset: 0, length: 480))
        #expect(try list.snapshot { $0 } == nil)
        try list.insertItems(count: 9, at: 0)
        #expect(try list.snapshot { $0 } == nil)
        _ = try list.update(ListViewport(offset: 0, length: 480))
        #expect(try list.snapshot { $0 }?.isAtStart == true)
        #expect(try list.snapshot { _ in Int?.none }?.visibleIDs == [])
    }
}
