import RangeCore
import Testing

@testable import RangeCoreUIKit

@Suite("Headers, footers and the space around items")
struct SectionKindsTests {
    private func engine(
        _ kinds: SectionKinds, _ counts: [Int], spacing: Double = 0
    ) throws -> SectionedEngine {
        var engine = try SectionedEngine(estimate: 50, spacing: spacing, kinds: kinds)
        try engine.reset(to: counts)
        return engine
    }

    private func words(_ engine: borrowing SectionedEngine) throws -> [String] {
        try engine.places(in: 0..<10_000).map {
            let name = $0.path.item.map(String.init) ?? ($0.path.isFooter ? "footer" : "header")
            return "\($0.path.section).\(name) \(Int($0.start))+\(Int($0.extent))"
        }
    }

    @Test(
        "Paths and indices match, with any of the kinds", arguments: [false, true], [false, true])
    func paths(hasHeaders: Bool, hasFooters: Bool) {
        let counts = [2, 0, 3]
        let sections = SectionCounts(counts, hasHeaders: hasHeaders, hasFooters: hasFooters)
        var index = 0
        for section in counts.indices {
            var paths: [ItemPath] = []
            if hasHeaders { paths.append(ItemPath(section: section, item: nil)) }
            paths += (0..<counts[section]).map { ItemPath(section: section, item: $0) }
            if hasFooters { paths.append(.footer(section)) }
            #expect(sections.indices(ofSection: section) == index..<index + paths.count)
            for path in paths {
                #expect(sections.index(of: path) == index && sections.path(of: index) == path)
                index += 1
            }
            #expect(sections.index(of: ItemPath(section: section, item: counts[section])) == nil)
        }
        #expect(sections.itemCount == index)
        #expect((sections.index(of: .footer(0)) == nil) == !hasFooters)
    }

    @Test("Each kind has its estimate until it is sized")
    func estimates() throws {
        let kinds = SectionKinds(
            hasHeaders: true, hasFooters: true, headerEstimate: 20, footerEstimate: 10)
        var engine = try engine(kinds, [2, 1])
        #expect(
            try words(engine) == [
                "0.header 0+20", "0.0 20+50", "0.1 70+50", "0.footer 120+10", "1.header 130+20",
                "1.0 150+50", "1.footer 200+10",
            ])
        let item = try engine.engine.item(at: 3)
        #expect(item.isProvisional)
        #expect(try engine.setExtent(33, of: .footer(0)))
        #expect(try engine.place(of: ItemPath(section: 1, item: 0))?.start == 173)
        // What was sized stays, what comes is estimated.
        try engine.apply([.insertSection(1)], counts: [2, 3, 1])
        #expect(try words(engine)[3...5] == ["0.footer 120+33", "1.header 153+20", "1.0 173+50"])
        #expect(throws: RangeCoreError.self) {
            _ = try SectionedEngine(
                estimate: 50, spacing: 0, kinds: SectionKinds(hasHeaders: true, headerEstimate: -1))
        }
    }

    @Test("Space lies between the items and what is around them, and beside the items")
    func insets() throws {
        var kinds = SectionKinds(hasHeaders: true, hasFooters: true)
        kinds.insets = { .init(top: Double(5 + $0), bottom: 7, leading: 11, trailing: 13) }
        var engine = try engine(kinds, [1, 1])
        #expect(
            try words(engine) == [
                "0.header 0+50", "0.0 55+50", "0.footer 112+50", "1.header 162+50", "1.0 218+50",
                "1.footer 275+50",
            ])
        let place = try #require(try engine.place(of: ItemPath(section: 1, item: 0)))
        #expect(place.leading == 11 && place.trailing == 13)
        #expect(try engine.place(of: .footer(1))?.leading == 0)
        // A cell's own extent is without the space.
        #expect(try engine.setExtent(30, of: ItemPath(section: 0, item: nil)))
        #expect(try engine.place(of: ItemPath(section: 0, item: nil))?.extent == 30)
        #expect(try engine.place(of: ItemPath(section: 0, item: 0))?.start == 35)
    }

    @Test("Space needs no header and no footer, and no view is asked for there")
    func bareInsets() throws {
        var kinds = SectionKinds()
        kinds.insets = { _ in .init(top: 20, bottom: 30) }
        let engine = try engine(kinds, [2, 1], spacing: 4)
        #expect(try words(engine) == ["0.0 20+50", "0.1 74+50", "1.0 178+50"])
        #expect(engine.engine.length == 258)
        #expect(try engine.place(of: ItemPath(section: 0, item: nil)) == nil)
        #expect(try engine.place(of: .footer(0)) == nil)
    }

    @Test("Sections have columns of their own with footers alone, too")
    func columns() throws {
        var engine = try SectionedEngine(
            estimate: 50, spacing: 0, kinds: SectionKinds(hasFooters: true))
        engine.columns = { $0 + 1 }
        try engine.reset(to: [2, 3, 4])
        #expect(
            try words(engine) == [
                "0.0 0+50", "0.1 50+50", "0.footer 100+50", "1.0 150+50", "1.1 150+50",
                "1.2 200+50", "1.footer 250+50", "2.0 300+50", "2.1 300+50", "2.2 300+50",
                "2.3 350+50", "2.footer 400+50",
            ])
        try engine.apply([.insertItem(ItemPath(section: 1, item: 3))], counts: [2, 4, 4])
        #expect(try words(engine)[6] == "1.3 200+50")
    }

    @Test("Nothing jumps through updates and sizing, with all kinds", arguments: 0..<8)
    func updates(seed: UInt64) throws {
        var random = Generator(state: seed)
        let data = SectionModel(sections: 300, using: &random)
        var kinds = SectionKinds(hasHeaders: true, hasFooters: true, headerEstimate: 30)
        kinds.insets = { .init(top: Double($0 % 3) * 4, bottom: 6) }
        let view = try FakeCollectionView(data, kinds: kinds)
        view.adjustsAtOnce = seed % 2 == 0
        view.scroll(to: 20_000, isUserDriven: false)
        for _ in 0..<3 {
            for step in [-35.0, 120, -250] {
                let (before, offset) = (view.screen, view.geometry.offset)
                view.scroll(to: offset + step)
                for (id, place) in view.screen {
                    if let old = before[id] { #expect(abs(place - old + step) < 1e-6) }
                }
            }
            let (updates, next) = view.data.batch(using: &random)
            view.perform(updates, becoming: next)
            #expect(view.faults == [], "seed \(seed)")
            try view.model.list.engine.validate()
            let footers = view.shown.filter { $0.value.path.isFooter }
            for (id, place) in footers { #expect(place.extent == view.wanted(id, 320)) }
        }
    }

    @Test("A pinned header is its own length, and a footer is never pinned")
    func pinning() throws {
        var random = Generator(state: 3)
        var kinds = SectionKinds(hasHeaders: true, hasFooters: true)
        kinds.insets = { _ in .init(top: 25, bottom: 9) }
        let view = try FakeCollectionView(SectionModel(sections: 30, using: &random), kinds: kinds)
        view.model.pinsHeaders = true
        for _ in 0..<80 {
            view.scroll(to: view.geometry.offset + 17)
            for (id, place) in view.shown where place.isPinned {
                #expect(!place.path.isFooter && place.extent == view.wanted(id, 320))
                #expect(place.start <= view.geometry.offset)
            }
        }
        #expect(view.faults == [])
    }

    @Test("An item that appears begins where it ends on screen")
    func appearing() throws {
        var random = Generator(state: 5)
        let view = try FakeCollectionView(SectionModel(sections: 60, using: &random))
        view.scroll(to: 2000, isUserDriven: false)
        let (updates, next) = view.data.batch(using: &random)
        view.model.invalidate(everything: false, counts: true)
        let offset = view.geometry.offset
        view.model.apply(updates, counts: next.counts, view.geometry)
        let correction = view.model.target(offset) - offset
        #expect(correction != 0)
        let place = SectionedEngine.Place(
            path: ItemPath(section: 0, item: 0), start: 3000, extent: 10)
        #expect(view.model.appearing(place).start == 3000 - correction)
    }
}
