import Testing

@testable import RangeCore

@MainActor
@Suite("The place of a lazy stack")
struct PlaceKeeperTests {
    typealias Behaviour = FakeLazyScrollView.Behaviour

    private struct Outcome {
        /// How far the rows are from where they were when the keeper is done, the user's way not counted.
        var slip: Double
        var restorations: Int
        var looks: Int
    }

    /// Inserts items above, and follows the keeper until it is done.
    private func insertAbove(
        _ behaviour: Behaviour, count: Int = 30, bias: Double = 0,
        movement: LazyListHost<Int>.Movement = .unknown, speed: Double = 0,
        knowsOffsets: Bool = true, isKeptBySystem: Bool? = nil,
        appScrollsBy way: Double = 0
    ) throws -> Outcome {
        var view = FakeLazyScrollView(behaviour, ids: Array(0..<200)) { id in
            Double(40 + (id * 37 + 1000) % 60)
        }
        view.bias = bias
        let host = LazyListHost<Int>(estimate: 60)
        host.controller.schedulesUpdates = false
        host.apply(view.ids)
        view.layOut(host)
        view.scroll(by: 2010)
        view.layOut(host)
        let before = view.shown
        view.insert(Array(-count..<0), at: 5)
        view.scroll(by: way)
        host.apply(view.ids)
        host.movement = movement
        let restoration = try #require(host.placeToRestore)
        var (outcome, user) = (Outcome(slip: 0, restorations: 0, looks: 0), 0.0)
        loop: while true {
            view.scroll(by: speed)
            user += speed
            view.layOut(host)
            outcome.looks += 1
            switch host.lookAtPlace(isKeptBySystem: isKeptBySystem ?? (behaviour != .loses)) {
            case .wait: continue
            case .done: break loop
            case .restore(let distance?, _) where knowsOffsets: view.set(view.offset + distance)
            case .restore(_, let fraction): view.align(restoration.id, fraction)
            }
            outcome.restorations += 1
        }
        let now = view.shown
        let slips = before.compactMap { id, start in now[id].map { abs($0 - start + user) } }
        outcome.slip = slips.max() ?? .infinity
        return outcome
    }

    @Test("A place that the stack keeps, at once or one layout later, is left alone")
    func kept() throws {
        for behaviour in [Behaviour.keeps, .keepsLate] {
            for isKeptBySystem in [true, false] where isKeptBySystem || behaviour == .keeps {
                let outcome = try insertAbove(behaviour, isKeptBySystem: isKeptBySystem)
                #expect(outcome.slip == 0 && outcome.restorations == 0 && outcome.looks <= 4)
            }
        }
    }

    @Test(
        "A place that the stack loses is restored to the point, whether offsets can be set or not",
        arguments: [1, 3, 30, 150], [true, false])
    func lost(count: Int, knowsOffsets: Bool) throws {
        for isKeptBySystem in [true, false] {
            let outcome = try insertAbove(
                .loses, count: count, knowsOffsets: knowsOffsets, isKeptBySystem: isKeptBySystem)
            #expect(outcome.slip < 0.001 && outcome.restorations == 1)
            // Where nothing keeps it, the first look is enough; the others see it kept.
            #expect(outcome.looks == (isKeptBySystem ? 5 : 4))
        }
    }

    @Test("A row that is visible, but not where it was, is put back", arguments: [true, false])
    func roughly(knowsOffsets: Bool) throws {
        let outcome = try insertAbove(.keepsRoughly, knowsOffsets: knowsOffsets)
        #expect(outcome.slip < 0.001 && outcome.restorations == 1)
    }

    @Test("If offsets begin elsewhere, the row is aligned instead", arguments: [-59, 59, 300])
    func bias(_ bias: Double) throws {
        let outcome = try insertAbove(.loses, count: 3, bias: bias, isKeptBySystem: true)
        #expect(outcome.slip < 0.001 && outcome.restorations == 2)
    }

    @Test("While the user scrolls, the user's part of the way stays", arguments: [-60, -7, 7, 60])
    func user(speed: Double) throws {
        for behaviour in Behaviour.allCases where behaviour != .keepsRoughly {
            let outcome = try insertAbove(
                behaviour, movement: .user, speed: speed, isKeptBySystem: true)
            #expect(outcome.slip < 0.001)
            #expect(outcome.restorations == (behaviour == .loses ? 1 : 0))
        }
    }

    @Test("Where the app scrolls to itself is left alone", arguments: [-2010, -500, 900])
    func app(way: Double) throws {
        for behaviour in [Behaviour.keeps, .loses] {
            let outcome = try insertAbove(behaviour, isKeptBySystem: true, appScrollsBy: way)
            #expect(outcome.restorations == 0)
        }
        let outcome = try insertAbove(.loses, movement: .program, isKeptBySystem: true)
        #expect(outcome.restorations == 0 && outcome.looks == 1)
    }

    @Test("A stack that does not scroll as it is told is asked twice")
    func stubborn() {
        let reading = PlaceKeeper.Reading(start: 500, extent: 50, offset: 400, length: 600)
        var (keeper, restorations, looks) = (
            PlaceKeeper(before: reading, isKeptBySystem: true), 0, 0
        )
        var row = reading
        row.start = 900
        loop: while true {
            looks += 1
            switch keeper.look(row, offset: 400, isUserDriven: false) {
            case .wait: continue
            case .done: break loop
            case .restore(let distance, let fraction):
                restorations += 1
                #expect(distance == (restorations == 1 ? 400 : nil))
                #expect(abs(fraction - 100.0 / 550) < 1e-12)
            }
        }
        #expect(restorations == 2 && looks == 6)
        // One that is never twice the same is not waited for.
        keeper = PlaceKeeper(before: reading, isKeptBySystem: true)
        for look in 1... {
            row.start += 10
            if keeper.look(row, offset: 400, isUserDriven: false) == .done {
                #expect(look == 11)
                break
            }
        }
    }

    @Test("The removal of what was on screen ends it")
    func removed() throws {
        var view = FakeLazyScrollView(.loses, ids: Array(0..<100)) { _ in 50 }
        let host = LazyListHost<Int>(estimate: 50)
        host.controller.schedulesUpdates = false
        host.apply(view.ids)
        view.scroll(by: 1000)
        view.layOut(host)
        #expect(host.lookAtPlace(isKeptBySystem: true) == .done)
        host.apply(Array(-3..<100))
        #expect(host.placeBefore?.id == 20)
        host.apply(Array(-3..<10))
        #expect(host.lookAtPlace(isKeptBySystem: true) == .done)
    }
}
