import RangeCore
import Testing

/// What a program that stopped has said last.
private func words(_ result: ExitTest.Result?) -> Substring? {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    return text.split(separator: "\n").first { $0.contains("Fatal error: ") }?
        .split(separator: "Fatal error: ").last
}

@Suite("A mistake of the program stops it, and is named")
struct TrapTests {
    @MainActor
    private static func list() throws -> RangeController {
        let list = RangeController(estimate: 100)
        try list.insertItems(count: 10, at: 0)
        return list
    }

    @Test("Settings")
    func settings() async {
        var result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { @MainActor in LazyListHost<Int>().configure { $0.depth = -1 } }
        #expect(words(result) == "invalid argument: depth is -1")
        result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { @MainActor in
            _ = PageStore<PageRow>(pageSize: 0) { _ in PageReply([], total: 0) }
        }
        #expect(words(result) == "invalid argument: pageSize is 0")
    }

    @Test("An edit while the engine is lent")
    func lent() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { @MainActor in
            let list = try TrapTests.list()
            _ = try list.update(ListViewport(offset: 0, length: 400))
            try list.engine.withChanges { (_) throws(RangeCoreError) in
                try list.removeItems(0..<1)
            }
        }
        #expect(words(result) == "busy: the engine is lent, in withChanges(_:)")
    }

    @Test("What data, memory or a store are the reason for is an error")
    @MainActor
    func errors() async throws {
        let list = try TrapTests.list()
        #expect(throws: RangeCoreError.limitExceeded) { try list.setExtent(5_000_000, ofRow: 0) }
        #expect(throws: RangeCoreError.limitExceeded) {
            try list.insertItems(count: 5_000_000_000, at: 0)
        }
        #expect(throws: RangeCoreError.invalidArgument) {
            try list.apply(from: Array(0..<10), to: [1, 1])
        }
        #expect(list.count == 10)
    }
}
