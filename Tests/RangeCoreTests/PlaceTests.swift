import Foundation
import Testing

@testable import RangeCore

@Suite("Places of a host")
@MainActor
struct PlaceTests {
    private func list(at offset: Double) throws -> FakeList {
        let list = try FakeList(0..<500)
        list.surface.scrollView.insetStart = 30
        list.scrollView.contentOffset = offset
        list.host.update()
        return list
    }

    @Test("A place is that of the first visible row, and can be saved")
    func place() throws {
        let list = try list(at: 5000)
        let place = try #require(list.host.place)
        let item = list.controller.item(at: place.item)
        #expect(place.start <= 0 && place.start + item.extent > 0)
        #expect(abs(item.offset - list.scrollView.contentOffset - 30 - place.start) < 0.01)
        let saved = try JSONEncoder().encode(place)
        #expect(try JSONDecoder().decode(ListViewport.Place.self, from: saved) == place)
    }

    @Test("A list that was never measured shows a place exactly", arguments: [-37.0, 0, 55])
    func restore(_ start: Double) throws {
        let list = try FakeList(0..<500)
        list.scrollView.insetStart = 30
        list.host.update()
        list.host.scroll(to: ListViewport.Place(item: 300, start: start))
        let top = try #require(list.surface.screen[300])
        #expect(abs(top - 30 - start) < 0.01)
    }

    @Test("The end of the list is as far as it goes")
    func end() throws {
        let list = try list(at: 0)
        list.host.scroll(to: ListViewport.Place(item: 499, start: 0))
        #expect(list.scrollView.contentOffset == list.scrollView.highest)
        list.host.scroll(to: ListViewport.Place(item: 500, start: 0))
        #expect(list.host.error != nil)
    }

    @Test("The item of a view is found, after edits too")
    func items() throws {
        let list = try list(at: 5000)
        let index = try #require(list.host.place).item
        let cell = try #require(list.host.view(ofItem: index))
        #expect(list.host.item(of: cell) == index)
        try list.insert([1000, 1001], at: 0)
        #expect(list.host.item(of: cell) == index + 2)
        #expect(list.host.item(of: FakeCell()) == nil)
    }

    @Test("A row of other contents is measured again, and keeps its start")
    func measure() throws {
        let list = try list(at: 5000)
        let place = try #require(list.host.place)
        list.surface.extent = { _, _ in 77 }
        list.host.setNeedsMeasure(ofItem: place.item + 1)
        list.host.update()
        #expect(list.controller.item(at: place.item + 1).extent == 77)
        #expect(list.host.place == place)
    }

    @Test("A kept row has its view wherever it is, until it is removed")
    func kept() throws {
        let list = try list(at: 5000)
        let index = try #require(list.host.place).item
        let cell = try #require(list.host.view(ofItem: index))
        list.host.setKept(true, item: index)
        list.scrollView.contentOffset = 50_000
        #expect(list.host.view(ofItem: index) === cell)
        try list.remove(index..<index + 1)
        list.host.update()
        #expect(list.host.item(of: cell) == nil)
    }

    @Test("An item that the list keeps has its view and its state, off screen too")
    func keptByTheList() throws {
        let list = try list(at: 5000)
        let index = try #require(list.host.place).item
        let cell = try #require(list.host.view(ofItem: index))
        try list.controller.keepItem(index)
        try list.controller.keepItem(250)
        list.scrollView.contentOffset = 50_000
        #expect(list.host.view(ofItem: index) === cell)
        #expect(list.host.view(ofItem: 250) != nil)
        let state = list.controller.engine.state(ofItem: index)
        #expect(state == [.measureLayout, .preload, .display])
        #expect(list.controller.node(ofItem: index) != nil)
        try list.insert([1000], at: 0)
        #expect(list.controller.engine.keptItems == [index + 1, 251])
        try list.controller.keepItem(index + 1, with: [])
        list.host.update()
        #expect(list.host.item(of: cell) == nil)
    }
}
