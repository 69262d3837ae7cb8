import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("The layout of a collection view")
struct CollectionLayoutTests {
    private func view(
        sections: Int, seed: UInt64, adjustsAtOnce: Bool, spacing: Double = 4
    ) throws -> (FakeCollectionView, Generator) {
        var random = Generator(state: seed)
        let data = SectionModel(sections: sections, using: &random)
        let view = try FakeCollectionView(data, spacing: spacing)
        view.adjustsAtOnce = adjustsAtOnce
        return (view, random)
    }

    // How far what was on screen before has moved on it, beyond the movement of the user.
    private func worstJump(_ before: [Int: Double], _ view: FakeCollectionView, by step: Double)
        -> Double
    {
        view.screen.map { id, place in before[id].map { abs(place - $0 + step) } ?? 0 }.max() ?? 0
    }

    @Test("Nothing jumps while cells size themselves, down and up again", arguments: [true, false])
    func scrolling(adjustsAtOnce: Bool) throws {
        let (view, _) = try view(sections: 600, seed: 1, adjustsAtOnce: adjustsAtOnce)
        // To the middle, past what has not been measured, and up.
        view.scroll(to: 50_000, isUserDriven: false)
        var worst = 0.0
        for step in [-35.0, 120, -250, -20] {
            for _ in 0..<40 {
                let before = view.screen
                let offset = view.geometry.offset
                view.scroll(to: offset + step)
                worst = max(worst, worstJump(before, view, by: step))
            }
        }
        #expect(worst < 1e-6)
        #expect(view.faults == [])
        // The top can be reached, and lies at 0.
        while view.geometry.offset > 0 { view.scroll(to: max(view.geometry.offset - 300, 0)) }
        #expect(view.geometry.offset == 0 && view.top == view.data.sections[0][0])
    }

    @Test("Batch updates keep the top item in place", arguments: 0..<12)
    func updates(seed: UInt64) throws {
        // Where the viewport starts in a gap, it is the item before it that keeps its place.
        var (view, random) = try view(
            sections: 300, seed: seed, adjustsAtOnce: seed % 2 == 0, spacing: 0)
        view.scroll(to: 20_000, isUserDriven: false)
        for _ in 0..<3 {
            // Shuffled sections may leave the viewport near an end, where it is kept inside.
            let wanted = view.geometry.offset + .random(in: -300...300, using: &random)
            let highest = view.model.list.engine.length - 1200
            view.scroll(to: min(max(wanted, 600), highest))
            let (updates, next) = view.data.batch(using: &random)
            let (top, before) = (try #require(view.top), view.screen)
            let isMoved = updates.contains {
                guard case .moveItem(let from, _) = $0 else {
                    if case .moveSection = $0 { return true } else { return false }
                }
                return view.data.id(of: from) == top
            }
            view.perform(updates, becoming: next)
            // What came or went at the top changes which item that is.
            if let place = view.screen[top], !isMoved {
                #expect(abs(place - before[top]!) < 1e-6, "seed \(seed)")
            }
            #expect(view.faults == [], "seed \(seed)")
            #expect(view.model.list.sections == SectionCounts(next.counts, hasHeaders: true))
        }
    }

    @Test(
        "Prefetched is what is in the preload range, however late the app is told",
        arguments: [1, 3, 7])
    func prefetching(interval: Int) throws {
        var (view, random) = try view(sections: 40, seed: 7, adjustsAtOnce: true)
        for round in 0..<60 {
            view.scroll(to: max(view.geometry.offset + .random(in: -200...400, using: &random), 0))
            if round % 5 == 0 {
                let (updates, next) = view.data.batch(using: &random)
                view.perform(updates, becoming: next)
            }
            if round % interval > 0 { continue }
            view.deliver()
            let inRange = (0..<view.model.list.engine.count).filter {
                view.model.list.engine.state(ofItem: $0).contains(.preload)
            }
            let items = inRange.map(view.model.list.sections.path).filter { $0.item != nil }
            #expect(view.prefetched == Set(items.map(view.data.id)))
            #expect(view.faults == [])
        }
    }

    @Test("A new width measures what is shown again, and keeps the top item")
    func rotation() throws {
        let (view, _) = try view(sections: 40, seed: 3, adjustsAtOnce: true)
        view.scroll(to: 3000, isUserDriven: false)
        view.scroll(to: 3100)
        let top = try #require(view.top)
        let path = try #require(view.shown[top]?.path)
        func start() throws -> Double {
            try #require(view.model.place(of: path)).start - view.geometry.offset
        }
        let before = try start()
        let isMeasured = try view.model.list.engine.unmeasuredRows(ofItems: 0..<1).isEmpty
        #expect(isMeasured)
        for (length, breadth) in [(320.0, 600.0), (600, 320)] {
            view.resize(length: length, breadth: breadth)
            #expect(try start() == before && view.faults == [])
            for (id, place) in view.shown { #expect(place.extent == view.wanted(id, breadth)) }
            // What is off screen is to be measured again too.
            #expect(try view.model.list.engine.item(at: 0).isProvisional)
        }
    }

    @Test("Columns are asked with the new width, also before the view has scrolled")
    func columns() throws {
        let (view, _) = try view(sections: 3, seed: 4, adjustsAtOnce: true)
        view.model.setColumns { section, breadth in section == 0 ? 1 : Int(breadth / 100) }
        view.layOut()
        func columns() -> [Int?] {
            (0..<3).map { view.model.place(of: ItemPath(section: $0, item: 0))?.columns }
        }
        #expect(columns() == [1, 3, 3])
        view.resize(length: 320, breadth: 600)
        #expect(columns() == [1, 6, 6] && view.faults == [])
        for (id, place) in view.shown where place.path.section == 0 {
            #expect(place.extent == view.wanted(id, 600))
        }
    }

    @Test("The state of an end is that of its fetch, which a reset or a retry lets begin again")
    func batches() throws {
        let (view, _) = try view(sections: 1, seed: 6, adjustsAtOnce: true)
        let model = view.model
        model.time = { (0, 1) }
        func update() -> BatchDecision.Answer? {
            _ = model.updateAgain(view.geometry)
            return model.current?.update.tail.answer
        }
        #expect(update() == .yes && model.loadState(at: .tail) == .idle)
        var batch = try model.beginBatch(at: .tail)
        #expect(throws: RangeCoreError.busy) { try model.beginBatch(at: .tail) }
        #expect(update() == .no && model.loadState(at: .tail) == .loading)
        batch.fail()
        #expect(update() == .no && model.loadState(at: .tail) == .failed)
        // That is when the layout updates again.
        #expect(model.current?.update.nextTime == 2)
        model.list.engine.retryBatch(at: .tail)
        #expect(update() == .yes && model.loadState(at: .tail) == .idle)
        batch = try model.beginBatch(at: .tail)
        batch.decline()
        #expect(update() == .no && model.loadState(at: .tail) == .paused)
        model.list.engine.resetBatch(at: .tail)
        batch = try model.beginBatch(at: .tail)
        batch.completeAndExhaust()
        #expect(update() == .no && model.loadState(at: .tail) == .exhausted)
        #expect(throws: RangeCoreError.notFound) { try model.beginBatch(at: .tail) }
        model.list.engine.resetBatch(at: .tail)
        #expect(update() == .yes && model.loadState(at: .tail) == .idle)
        #expect(model.loadState(at: .head) == .idle)
    }

    @Test("At the very top the items on screen stay, or what is inserted above is shown")
    func insertionAtTheTop() throws {
        for sticks in [false, true] {
            let (view, _) = try view(sections: 30, seed: 8, adjustsAtOnce: true)
            view.model.configure { $0.sticksToHead = sticks }
            view.scroll(to: 40)
            view.scroll(to: 0)
            var next = view.data
            next.sections.insert([100_001, 100_002], at: 0)
            view.perform([.insertSection(0)], becoming: next)
            #expect((view.geometry.offset == 0) == sticks && view.faults == [])
            #expect((view.top == 100_001) == sticks)
        }
    }

    @Test("A pinned header is shown while its section is, and invalidates each scroll")
    func pinning() throws {
        let (view, _) = try view(sections: 40, seed: 5, adjustsAtOnce: true)
        #expect(!view.model.boundsChange(to: view.geometry, isUserDriven: false))
        view.model.pinsHeaders = true
        view.geometry.insetStart = 50
        #expect(view.model.boundsChange(to: view.geometry, isUserDriven: false))
        for offset in stride(from: 100.0, to: 3000, by: 37) {
            view.scroll(to: offset)
            let start = view.geometry.offset + 50
            let pinned = try #require(view.shown.values.first { $0.isPinned })
            let first = try view.model.list.engine.item(atOffset: start).index
            let section = view.model.list.sections.section(of: first)
            #expect(pinned.path == ItemPath(section: section, item: nil))
            #expect(pinned.start <= start && pinned.start + pinned.extent >= start)
            // One place for it, whoever asks.
            #expect(view.model.place(of: pinned.path) == pinned)
        }
        #expect(view.faults == [])
    }

    @Test("Corrections of cells that are sized during updates wait until these are over")
    func staging() throws {
        let model = try CollectionLayoutModel(
            estimate: 50, spacing: 0, kinds: SectionKinds())
        var geometry = CollectionLayoutModel.Geometry(offset: 0, length: 400, breadth: 320)
        var offset = 0.0
        model.onUpdate = { offset = $0.offset }
        model.invalidate(everything: true, counts: true)
        model.prepare(geometry) { [100] }
        geometry.offset = 1000
        #expect(!model.boundsChange(to: geometry, isUserDriven: false))
        model.invalidate(everything: false, counts: true)
        #expect(model.place(of: ItemPath(section: 0, item: 3)) == nil)
        model.apply([.insertItem(ItemPath(section: 0, item: 0))], counts: [101], geometry)
        #expect(model.target(1000) == 1050)
        // UIKit sizes cells near the screen too, before it has scrolled.
        #expect(model.setExtent(70, of: ItemPath(section: 0, item: 18)))
        #expect(model.correctionAfterSizing(geometry) == 0)
        #expect(offset == 1070)
        geometry.offset = 1050
        #expect(!model.boundsChange(to: geometry, isUserDriven: false))
        #expect(model.finishUpdates() == 20)
        geometry.offset = 1070
        #expect(!model.boundsChange(to: geometry, isUserDriven: false))
        #expect(model.target(1070) == 1070 && model.updateAgain(geometry) == 0)
    }

    @Test("Inconsistent updates are reported, and all items are new")
    func inconsistent() throws {
        let (view, _) = try view(sections: 3, seed: 2, adjustsAtOnce: true)
        var next = view.data
        next.sections.removeLast()
        view.perform([], becoming: next)
        #expect(view.faults == ["\(RangeCoreError.invalidArgument)"])
        #expect(view.model.list.sections == SectionCounts(next.counts, hasHeaders: true))
    }
}
