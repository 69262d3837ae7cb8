import CRangeCore
import Testing

@testable import RangeCore

/// What a call throws; nil if it does not.
@MainActor
private func refusal(_ call: () throws -> Void) -> RangeCoreError? {
    do {
        try call()
        return nil
    } catch {
        return error as? RangeCoreError
    }
}

@MainActor
private func expectRefusal(_ text: String, _ call: () throws -> Void) {
    let error = refusal(call)
    #expect(error?.detail == text)
    #expect(error == .invalidArgument && error.map { "\($0)" } == "invalid argument: \(text)")
}

@MainActor
@Suite("The errors of a store")
struct PageErrorTests {
    private func store(_ source: ScriptedSource) throws -> PageStore<PageRow> {
        PageStore(pageSize: 5, load: source.positions)
    }

    @Test("Errors are equal by their kind, and have their C number")
    func kinds() {
        #expect(RangeCoreError.busy == RangeCoreError.busy.because("of it"))
        #expect(RangeCoreError.busy.hashValue == RangeCoreError.busy.because("of it").hashValue)
        #expect(RangeCoreError.busy != .stale && "\(RangeCoreError.busy)" == "busy")
        #expect("\(RangeCoreError.busy.because("of it"))" == "busy: of it")
        #expect(RangeCoreError(rawValue: 0) == nil && RangeCoreError(rawValue: 8) == nil)
        #expect(RangeCoreError.allCases.map(\.rawValue) == Array(1...7))
    }

    @Test(
        "A page size that is not allowed is named",
        arguments: [0, -1, 1 << 31, Int.min, Int.max])
    func sizes(_ size: Int) {
        expectRefusal("pageSize is \(size)") {
            _ = try rc_store_options(
                source: RC_STORE_SOURCE_KEYS, pageSize: size, total: 7, hasPlaceholders: true,
                looksAhead: false)
        }
    }

    @Test("A total that is not allowed is named", arguments: [-1, -5, 4_294_967_295, Int.max])
    func totals(_ total: Int) {
        expectRefusal("total is \(total)") {
            _ = try rc_store_options(
                source: RC_STORE_SOURCE_OFFSETS, pageSize: 5, total: total, hasPlaceholders: true,
                looksAhead: false)
        }
    }

    @Test("A setting that is not allowed is named, whatever the others are")
    func settings() throws {
        let store = try store(ScriptedSource(0..<50))
        typealias Settings = PageStore<PageRow>.Settings
        var usual = Settings()
        (usual.requestLimit, usual.pageLimit, usual.itemLimit) = (0, 9, 8)
        (usual.costLimit, usual.jumpDistance, usual.settlingTime) = (7, 6, 0.25)
        let fields: [(String, WritableKeyPath<Settings, Int>)] = [
            ("requestLimit", \.requestLimit), ("pageLimit", \.pageLimit),
            ("itemLimit", \.itemLimit), ("costLimit", \.costLimit),
            ("jumpDistance", \.jumpDistance),
        ]
        for (name, field) in fields {
            for value in [-1, Int.min] {
                var settings = usual
                settings[keyPath: field] = value
                expectRefusal("\(name) is \(value)") { _ = try settings.c() }
            }
        }
        for value in [-1.0, .infinity, .nan] {
            var settings = usual
            settings.settlingTime = value
            expectRefusal("settlingTime is \(value)") { _ = try settings.c() }
            settings = usual
            settings.maximumAge = value
            expectRefusal("maximumAge is \(value)") { _ = try settings.c() }
        }
        var many = usual
        many.requestLimit = 1 << 32
        expectRefusal("requestLimit is 4294967296") { _ = try many.c() }
        #expect(store.settings == Settings())
        store.configure { $0 = usual }
        #expect(store.settings == usual)
    }

    @Test("A field of a reply that is not allowed is named, and the request is made again")
    func replies() async throws {
        let wrong: [(String, @Sendable (inout PageReply<PageRow, String>) -> Void)] = [
            ("total is -5", { $0.total = -5 }), ("total is -1", { $0.total = -1 }),
            ("before is -2", { $0.before = .count(-2) }),
            ("after is -1", { $0.after = .count(-1) }),
            ("cost is -3", { $0.cost = -3 }),
        ]
        for (text, change) in wrong {
            let store = PageStore<PageRow>(cursors: String.self) { _ in
                var reply = PageReply<PageRow, String>(
                    [PageRow(id: 1)], before: .count(0), after: .count(6), total: 7, cost: 4)
                change(&reply)
                return reply
            }
            // It would be made again after a second.
            store.clock = { 0 }
            let error = await #expect(throws: RangeCoreError.self) { try await store.refresh() }
            #expect(error == .invalidArgument && error?.detail == text)
            #expect((store.refreshError as? RangeCoreError)?.detail == text)
            #expect(store.count == 0 && store.refreshState == .failed)
        }
    }

    @Test("An argument of a call that is not allowed is named")
    func calls() async throws {
        let source = ScriptedSource(0..<50)
        let store = try store(source)
        expectRefusal("visible is 80..<90") { try store.update(visible: 80..<90) }
        try await store.refresh()
        expectRefusal("visible is -1..<3") { try store.update(visible: -1..<3) }
        expectRefusal("wanted is -1..<3") {
            try store.update(visible: 0..<3, wanted: -1..<3)
        }
        expectRefusal("wanted is 1..<3") {
            try store.update(visible: 0..<3, wanted: 1..<3)
        }
        expectRefusal("end is tail") { try store.jump(to: .tail) }
        expectRefusal("end is head") { try store.open(.head) }
        let mine = PageRow(id: -7)
        expectRefusal("slot is -1") { try store.insert([mine], at: -1) }
        expectRefusal("slot is 51") { try store.insert([mine], at: 51) }
        expectRefusal("items have an id twice, or one that is loaded") {
            try store.insert([PageRow(id: 3)], at: 0)
        }
        for (target, text) in [
            (PageStore<PageRow>.RefreshTarget.position(-1), "position is -1"),
            (.position(4_294_967_294), "position is 4294967294"), (.id(3), "id is 3"),
        ] {
            let error = await #expect(throws: RangeCoreError.self) {
                try await store.refresh(target)
            }
            #expect(error == .invalidArgument && error?.detail == text)
        }
        let list = RangeController()
        for value in [-1.0, .infinity, .nan] {
            expectRefusal("leadingScreens is \(value)") {
                try store.attach(to: list, leadingScreens: value)
            }
            expectRefusal("loadingRowExtent is \(value)") {
                try store.attach(to: list, loadingRowExtent: value)
            }
        }
        try list.insertItems(count: 3, at: 0)
        expectRefusal("the list has 3 items of its own") { try store.attach(to: list) }
        try list.removeItems(0..<3)
        try store.attach(to: list)
    }

    @Test("A reply of more items than a list can have fails its place, and is not asked for again")
    func tooMany() async throws {
        let most = 4_294_967_294
        let source = ScriptedSource([])
        let asks = Locked<[Int]>([])
        let isFull = Locked(true)
        let store = PageStore(pageSize: 20, total: most) { request in
            asks.withLock { $0.append(request.position) }
            let isLast = request.position == most - most % 20
            let count = isLast && isFull.withLock({ $0 }) ? 40 : isLast ? most % 20 : 20
            return PageReply(
                (0..<count).map { PageRow(id: request.position + $0) }, total: most)
        }
        var time = 0.0
        store.clock = { time }
        store.jitter = { 0 }
        try await store.refresh()
        let end = most - 5..<most
        try store.update(visible: end, wanted: end, isSettled: true)
        await eventually("the failure") { store.state(ofSlot: most - 1) == .failed }
        let error = store.error(ofSlot: most - 1) as? RangeCoreError
        #expect(error == .limitExceeded)
        #expect(error?.detail == "items would be more than 4294967294, the most in a list")
        let count = asks.withLock { $0.count }
        // When it is due it fails again, and the source is not asked.
        for (now, next) in [(1.0, 3.0), (3, 7)] {
            time = now
            await eventually("the next") { store.retryTime(ofSlot: most - 1) == next }
        }
        #expect(asks.withLock { $0.count } == count && store.state(ofSlot: most - 1) == .failed)
        #expect(store.error(ofSlot: most - 1) as? RangeCoreError == .limitExceeded)
        isFull.withLock { $0 = false }
        store.retry()
        await eventually("the page") { store[most - 1] != nil }
        #expect(asks.withLock { $0.count } == count + 1 && source.asks.isEmpty)
    }

    @Test("Costs of more than a number can hold fail their place")
    func tooDear() async throws {
        let store = PageStore<PageRow>(pageSize: 5) { request in
            PageReply((0..<5).map { PageRow(id: request.position + $0) }, total: 50, cost: .max)
        }
        try await store.refresh()
        try store.update(visible: 0..<8, wanted: 0..<10)
        await eventually("the failure") { store.state(ofSlot: 5) == .failed }
        let error = store.error(ofSlot: 5) as? RangeCoreError
        #expect(error == .limitExceeded && error?.detail?.hasPrefix("cost is ") == true)
        // A refresh replaces them all.
        try await store.refresh()
    }
}

@MainActor
@Suite("The cursors of a store")
struct PageCursorTests {
    /// A source that only goes on from a cursor: a row, as text.
    @concurrent
    private static func load(
        _ request: KeyRequest<Int, String>
    ) async throws -> PageReply<PageRow, String> {
        let first = request.cursor.flatMap { Int($0) } ?? 0
        return PageReply(
            (first..<first + 20).map { PageRow(id: $0) }, before: first == 0 ? .none : .some,
            after: .some, previous: first < 20 ? nil : "\(first - 20)", next: "\(first + 20)")
    }

    @Test("A refresh in the middle comes with the cursor that its page was asked with")
    func around() async throws {
        let asked = Locked<[String]>([])
        let store = PageStore<PageRow>(cursors: String.self, hasPlaceholders: false) {
            request in
            if request.isRefresh {
                asked.withLock { $0.append("\(request.target) \(request.cursor ?? "none")") }
            }
            return try await Self.load(request)
        }
        try await store.refresh()
        for end in stride(from: 10, through: 120, by: 10) {
            try store.update(visible: end - 10..<end)
            await eventually("pages") { store.requestCount == 0 && store.count > end + 20 }
        }
        // Twice, since the page is another one after a refresh.
        for _ in 0..<2 {
            let slot = try #require(store.slot(of: 116))
            try store.update(visible: slot..<slot + 4, isSettled: true)
            await eventually("rest") { store.requestCount == 0 }
            try await store.refresh()
            #expect(asked.withLock { $0.last } == "around(116) 100")
            await eventually("rest") { store.requestCount == 0 }
            let now = try #require(store.slot(of: 116))
            #expect(store[now + 1]?.id == 117 && now > 0 && store[now - 1]?.id == 115)
        }
        try await store.refresh(.first)
        try await store.refresh(.id(3))
        #expect(asked.withLock { $0.last } == "around(3) none")
    }
}
