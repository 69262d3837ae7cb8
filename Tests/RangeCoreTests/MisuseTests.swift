import RangeCoreParts
import Testing

@testable import RangeCore

/// A number that is not allowed, and why, where a place takes points of either sign.
struct BadNumber: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: Double
    let error: RangeCoreError

    static let notNumbers = [
        BadNumber(testDescription: "NaN", value: .nan, error: .invalidArgument),
        BadNumber(testDescription: "−NaN", value: -.nan, error: .invalidArgument),
        BadNumber(testDescription: "signalling NaN", value: .signalingNaN, error: .invalidArgument),
        BadNumber(
            testDescription: "NaN with a payload",
            value: Double(nan: 0x5a5a, signaling: false), error: .invalidArgument),
        BadNumber(testDescription: "∞", value: .infinity, error: .invalidArgument),
        BadNumber(testDescription: "−∞", value: -.infinity, error: .invalidArgument),
    ]
    static let far =
        notNumbers + [
            BadNumber(
                testDescription: "largest", value: .greatestFiniteMagnitude, error: .limitExceeded),
            BadNumber(testDescription: "too long", value: 2.4e12, error: .limitExceeded),
        ]
    static let lengths =
        far + [
            BadNumber(testDescription: "−1", value: -1, error: .invalidArgument),
            BadNumber(
                testDescription: "least", value: -.leastNonzeroMagnitude, error: .invalidArgument),
            BadNumber(
                testDescription: "−largest", value: -.greatestFiniteMagnitude,
                error: .invalidArgument),
        ]
}

@Suite("Misuse throws the right error, and changes nothing")
struct MisuseTests {
    private func engine(_ count: Int = 10) throws -> ListEngine {
        var engine = try ListEngine(estimate: 100)
        try engine.insertItems(count: count, at: 0)
        _ = try engine.update(ListViewport(offset: 0, length: 400))
        return engine
    }

    private func isAsBefore(_ engine: inout ListEngine) throws -> Bool {
        try engine.validate()
        let update = try engine.update(ListViewport(offset: 200, length: 400))
        return engine.count == 10 && engine.length == 1000 && update.visible == 2..<6
            && update.correction == 0
    }

    @Test("Lengths", arguments: BadNumber.lengths)
    func lengths(_ bad: BadNumber) throws {
        var engine = try engine()
        let value = bad.value
        #expect(throws: bad.error) { try engine.setEstimate(value) }
        #expect(throws: bad.error) { try engine.setExtents([1, value], fromRow: 3) }
        #expect(throws: bad.error) { try engine.insertItems(extents: [value, 1], at: 3) }
        #expect(throws: bad.error) { try engine.update(ListViewport(offset: 0, length: value)) }
        #expect(throws: bad.error) {
            _ = try engine.update(ListViewport(offset: 0, length: 400, insetStart: value))
        }
        #expect(throws: bad.error) {
            _ = try engine.update(ListViewport(offset: 0, length: 400, insetEnd: value))
        }
        #expect(throws: bad.error) { _ = try ListEngine(estimate: value) }
        #expect(throws: bad.error) { _ = try ListEngine(spacing: value) }
        #expect(throws: bad.error) { try engine.setLayout(columns: 2, spacing: value) }
        #expect(throws: bad.error) { _ = try ListExtents(estimate: value) }
        #expect(throws: bad.error) { _ = try ListExtents(spacing: value) }
        #expect(try isAsBefore(&engine))
    }

    @Test("Offsets", arguments: BadNumber.far)
    func offsets(_ bad: BadNumber) throws {
        var engine = try engine()
        #expect(throws: bad.error) {
            try engine.update(ListViewport(offset: bad.value, length: 400))
        }
        #expect(throws: bad.error) {
            _ = try engine.update(ListViewport(offset: 0, length: 700, landingOffset: bad.value))
        }
        #expect(throws: bad.error) { try engine.item(atOffset: bad.value) }
        #expect(throws: bad.error) { try Int64(points: bad.value) }
        #expect(try isAsBefore(&engine))
    }

    @Test("Numbers", arguments: BadNumber.notNumbers)
    func numbers(_ bad: BadNumber) throws {
        var engine = try engine()
        #expect(throws: RangeCoreError.invalidArgument) {
            _ = try engine.update(ListViewport(offset: 0, length: 400, velocity: bad.value))
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            _ = try engine.update(ListViewport(offset: 0, length: 400, time: bad.value))
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            _ = try engine.update(ListViewport(offset: 0, length: 400, jitter: bad.value))
        }
        for change: (inout ListSettings) -> Void in [
            { $0.slack = bad.value },
            { $0.directionThreshold = bad.value },
            { $0.leadingScreensAtTail = bad.value },
            { $0.leadingScreensAtHead = bad.value },
            { $0.extraLengthAtTail = bad.value },
            { $0.extraLengthAtHead = bad.value },
        ] {
            var settings = ListSettings()
            change(&settings)
            #expect(throws: RangeCoreError.invalidArgument) {
                try engine.configure { $0 = settings }
            }
        }
        #expect(try isAsBefore(&engine))
    }

    @Test("Indices", arguments: [-1, .min, .min + 1, 11, 1 << 31 + 10, 1 << 32, .max])
    func indices(_ index: Int) throws {
        var engine = try engine()
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.insertItems(count: 1, at: index)
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.insertItems(extents: [1], at: index)
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.setExtents([1], fromRow: index)
        }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.moveItems(2..<4, to: index) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.item(at: index) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.setScrollTarget(index) }
        #expect(engine.state(ofItem: index) == [])
        let items = min(index, 3)..<max(index, 3)
        #expect(throws: RangeCoreError.invalidArgument) { try engine.removeItems(items) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.forgetExtents(of: items) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.markProvisional(items) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.moveItems(items, to: 0) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.positions(ofRows: items) }
        #expect(throws: RangeCoreError.invalidArgument) { try engine.states(ofItems: items) }
        #expect(try isAsBefore(&engine))
    }

    @Test("Counts that no list can hold", arguments: [1 << 32, 1 << 53, .max])
    func counts(_ count: Int) throws {
        var engine = try engine()
        #expect(throws: RangeCoreError.limitExceeded) {
            try engine.insertItems(count: count, at: 0)
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            try engine.insertItems(count: -count, at: 0)
        }
        #expect(try isAsBefore(&engine))
    }

    @Test("A fetch is finished once, whatever happened to its list")
    func fetches() throws {
        var owned: ListEngine? = try engine()
        let first = try owned!.beginBatch(at: .tail)
        #expect(throws: RangeCoreError.busy) { try owned!.beginBatch(at: .tail) }
        #expect(first.complete() && !first.complete() && !first.fail() && !first.cancel())
        let second = try owned!.beginBatch(at: .tail)
        #expect(!first.completeAndExhaust() && second.isFetching)
        owned!.resetBatch(at: .tail)
        #expect(!second.complete() && second.outcome == .cancelled)
        let third = try owned!.beginBatch(at: .tail)
        owned = nil
        #expect(!third.complete() && third.outcome == .cancelled)
    }
}
