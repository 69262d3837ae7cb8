import RangeCore
import Testing

@testable import RangeCore
@testable import RangeCoreUIKit

/// Five sections of a header of 20 points and four items of 100, whose ids are tens and ones.
@MainActor
private final class Setup {
    var time = 0.0
    let view: FakeCollectionView
    let list: CollectionFollowing

    init(sections: Int = 5) throws {
        let data = SectionModel((0..<sections).map { [-$0 - 1] + Array($0 * 10..<$0 * 10 + 4) })
        view = try FakeCollectionView(data)
        view.wanted = { id, _ in id < 0 ? 20 : 100 }
        list = CollectionFollowing(view.model) {}
        // Measures again.
        view.resize(length: 300, breadth: 320)
    }

    func id(_ index: Int) -> Int? { list.item(index).map { $0.section * 10 + ($0.item ?? 0) } }

    func show(_ offset: Double) {
        view.scroll(to: offset)
        list.tellFollowers()
    }
}

@Suite("What follows the layout of a collection view")
@MainActor
struct CollectionFollowingTests {
    @Test("What stays on screen is seen, once, and no header is")
    func impressions() throws {
        let setup = try Setup()
        let impressions = Impressions<Int>()
        var told: [String] = []
        impressions.clock = { setup.time }
        impressions.onEvent = { told.append("\($0.kind) \($0.id) +\($0.seconds)") }
        impressions.follow(setup.list, id: setup.id)
        setup.show(0)
        setup.time = 1
        setup.show(150)
        // The header of 20 points was above them.
        #expect(told == ["seen 0 +1.0", "seen 1 +1.0", "seen 2 +1.0", "left 0 +1.0"])
        #expect(impressions.isSeen(2) && !impressions.isSeen(3))
        setup.time = 2
        setup.show(150)
        #expect(told.dropFirst(4) == ["seen 3 +1.0"])
        impressions.leave(setup.list)
        #expect(told.dropFirst(5) == ["left 1 +2.0", "left 2 +2.0", "left 3 +1.0"])
        #expect(setup.list.followers.isEmpty && setup.view.faults == [])
    }

    @Test("Attached again, it has other closures, and goes on")
    func again() throws {
        let setup = try Setup()
        let impressions = Impressions<Int>(rules: [.display, .video])
        var told: [Int] = []
        impressions.clock = { setup.time }
        impressions.onEvent = { told.append($0.rule * 100 + $0.id) }
        var isNew = impressions.follow(setup.list, id: setup.id)
        #expect(isNew)
        setup.show(0)
        setup.time = 0.5
        isNew = impressions.follow(setup.list, id: setup.id, rule: { $0 == 1 ? 0 : 1 })
        #expect(!isNew)
        #expect(setup.list.followers.count == 1)
        setup.show(0)
        setup.time = 1
        setup.show(0)
        // It has been on screen for a second, whatever was attached meanwhile.
        #expect(told == [0])
        setup.time = 2.5
        setup.show(0)
        // Another rule begins again.
        #expect(told == [0, 101, 102])
    }

    @Test("What is in range is loaded, and its load goes by the item's id through updates")
    func preloads() async throws {
        let setup = try Setup()
        let preloader = Preloader<Int, Int> { id, _ in id }
        try preloader.follow(setup.list, id: setup.id)
        #expect(setup.list.settings.foresight > 0)
        setup.show(0)
        #expect(preloader.state(of: 0) == .loading && preloader.state(of: 2) == .loading)
        var ready = Set<Int>()
        await withCheckedContinuation { done in
            preloader.onReady = { id, _ in
                ready.insert(id)
                if ready.isSuperset(of: [0, 1, 2]) {
                    preloader.onReady = nil
                    done.resume()
                }
            }
        }
        #expect(preloader.value(for: 1) == 1)
        let overlay = try #require(setup.view.model.overlay(followed: setup.list))
        #expect(overlay.loads.contains { $0.role == .ready })
    }
}
