import CRangeCore
import Foundation
import Testing

@testable import RangeCore

/// A call with the value that is wrong.
private typealias Call = @MainActor (Double) async throws -> Void

private let viewport = ListViewport(offset: 0, length: 400)

/// Makes a call on a list of ten items.
private func onList(_ call: (inout ListEngine) throws -> Void) throws {
    var list = try ListEngine()
    try list.insertItems(count: 10, at: 0)
    _ = try list.update(viewport)
    try call(&list)
    #expect(list.count == 10)
}

private func update(_ change: (inout ListViewport) -> Void) throws {
    var viewport = viewport
    change(&viewport)
    try onList { _ = try $0.update(viewport) }
}

private func tune(_ change: (inout RangeTuning) -> Void) throws {
    try onList {
        var tuning = $0.tuning(for: .display)
        change(&tuning)
        try $0.setTuning(tuning, for: .display)
    }
}

/// Makes a call on a host, in a step that asks for extents.
@MainActor
private func onHost(_ call: (HostEngine) throws -> Void) throws {
    try onList {
        let host = try unsafe HostEngine(&$0, of: nil)
        #expect(try unsafe host.begin(viewport, breadth: 320).asks.count > 0)
        try call(host)
    }
}

private func tickets(_ change: (inout PreloadSettings) -> Void) throws {
    var tickets = try TicketEngine()
    var settings = PreloadSettings()
    change(&settings)
    try tickets.configure(settings)
}

private typealias Store = PageStore<PageRow>

private func set(_ change: (inout Store.Settings) -> Void) throws {
    var settings = Store.Settings()
    change(&settings)
    _ = try settings.c()
}

@discardableResult
private func options(
    pageSize: Int = 20, firstPages: Int = 1, total: Int? = nil
) throws -> rc_store_options {
    try rc_store_options(
        source: RC_STORE_SOURCE_OFFSETS, pageSize: pageSize, total: total, hasPlaceholders: true,
        looksAhead: false, firstPages: firstPages)
}

@MainActor
private func store() -> Store { Store { _ in PageReply([], total: 0) } }

@MainActor
private func reply(
    _ change: @escaping @Sendable (inout PageReply<PageRow, String>) -> Void
) async throws {
    let store = Store(cursors: String.self) { _ in
        var reply = PageReply<PageRow, String>([PageRow(id: 1)])
        change(&reply)
        return reply
    }
    try await store.refresh()
}

@MainActor
private func edits() -> [String: Call] {
    var calls: [String: Call] = [:]
    calls["create columns"] = { _ = try ListEngine(columns: Int($0)) }
    calls["create estimate"] = { _ = try ListEngine(estimate: $0) }
    calls["create spacing"] = { _ = try ListEngine(spacing: $0) }
    calls["create quantum"] = { _ = try ListEngine(quantum: $0) }
    calls["insert index"] = { it in try onList { try $0.insertItems(count: 1, at: Int(it)) } }
    calls["insert count"] = { it in try onList { try $0.insertItems(count: Int(it), at: 0) } }
    calls["insert extents[1]"] = { it in
        try onList { try $0.insertItems(extents: [1, it], at: 0) }
    }
    calls["remove lower"] = { it in try onList { try $0.removeItems(Int(it)..<11) } }
    calls["remove upper"] = { it in try onList { try $0.removeItems(2..<Int(it)) } }
    calls["move lower"] = { it in try onList { try $0.moveItems(Int(it)..<2, to: 0) } }
    calls["move upper"] = { it in try onList { try $0.moveItems(8..<Int(it), to: 0) } }
    calls["move to"] = { it in try onList { try $0.moveItems(0..<2, to: Int(it)) } }
    calls["forget upper"] = { it in try onList { try $0.forgetExtents(of: 2..<Int(it)) } }
    calls["set_row_extents row"] = { it in
        try onList { try $0.setExtents([1], fromRow: Int(it)) }
    }
    calls["set_row_extents extents[1]"] = { it in
        try onList { try $0.setExtents([1, it], fromRow: 0) }
    }
    calls["mark_provisional upper"] = { it in
        try onList { try $0.markProvisional(2..<Int(it)) }
    }
    calls["set_layout columns"] = { it in
        try onList { try $0.setLayout(columns: Int(it), spacing: 0) }
    }
    calls["set_layout spacing"] = { it in
        try onList { try $0.setLayout(columns: 1, spacing: it) }
    }
    calls["set_estimate estimate"] = { it in try onList { try $0.setEstimate(it) } }
    calls["set_lanes lanes"] = { it in try onList { try $0.setLanes(Int(it), spacing: 0) } }
    calls["set_lanes spacing"] = { it in try onList { try $0.setLanes(2, spacing: it) } }
    calls["set_lanes tolerance"] = { it in
        try onList { try $0.setLanes(2, spacing: 0, tolerance: it) }
    }
    calls["set_span upper"] = { it in try onList { try $0.setSpan(.lane, ofItems: 2..<Int(it)) } }
    calls["mark_header index"] = { it in try onList { try $0.markHeader(at: Int(it)) } }
    calls["mark_header columns"] = { it in
        try onList { try $0.markHeader(at: 0, columns: Int(it)) }
    }
    calls["unmark_header index"] = { it in try onList { try $0.unmarkHeader(at: Int(it)) } }
    calls["apply old_ids"] = { _ in try onList { try $0.apply(from: [1, 2], to: []) } }
    calls["apply new_ids"] = { _ in
        try onList { try $0.apply(from: Array(0..<10), to: [1, 1]) }
    }
    calls["keep index"] = { it in try onList { try $0.keepItem(Int(it)) } }
    calls["keep bits"] = { it in
        try onList { try $0.keepItem(0, with: InterfaceState(rawValue: UInt8(it))) }
    }
    calls["set_names lower"] = { it in
        try onList { try $0.setNames([], ofItems: Int(it)..<Int(it)) }
    }
    calls["set_names names"] = { _ in try onList { try $0.setNames([1, 2], ofItems: 9..<10) } }
    return calls
}

@MainActor
private func updates() -> [String: Call] {
    var calls: [String: Call] = [:]
    calls["update offset"] = { it in try update { $0.offset = it } }
    calls["update length"] = { it in try update { $0.length = it } }
    calls["update inset_start"] = { it in try update { $0.insetStart = it } }
    calls["update inset_end"] = { it in try update { $0.insetEnd = it } }
    calls["update item"] = { it in try update { $0.place = .init(item: Int(it), start: 0) } }
    calls["update item_place"] = { it in try update { $0.place = .init(item: 1, start: it) } }
    calls["update velocity"] = { it in try update { $0.velocity = it } }
    calls["update landing_offset"] = { it in try update { $0.landingOffset = it } }
    calls["update time"] = { it in try update { $0.time = it } }
    calls["update jitter"] = { it in try update { $0.jitter = it } }
    calls["set_scroll_target index"] = { it in
        try onList { _ = try $0.setScrollTarget(Int(it)) }
    }
    calls["set_scroll_target fraction"] = { it in
        try onList { _ = try $0.setScrollTarget(0, at: .init(fraction: it)) }
    }
    calls["set_scroll_target shift"] = { it in
        try onList { _ = try $0.setScrollTarget(0, at: .init(fraction: 0, shift: it)) }
    }
    calls["set_settings slack"] = { it in try onList { try $0.configure { $0.slack = it } } }
    calls["set_settings foresight"] = { it in
        try onList { try $0.configure { $0.foresight = it } }
    }
    calls["set_settings direction_threshold"] = { it in
        try onList { try $0.configure { $0.directionThreshold = it } }
    }
    calls["set_settings leading_screens[1]"] = { it in
        try onList { try $0.configure { $0.leadingScreensAtHead = it } }
    }
    calls["set_settings overscan_items"] = { it in
        try onList { try $0.configure { $0.overscanItems = Int(it) } }
    }
    calls["set_settings leading_items[0]"] = { it in
        try onList { try $0.configure { $0.leadingItemsAtTail = Int(it) } }
    }
    calls["set_settings extra_lengths[1]"] = { it in
        try onList { try $0.configure { $0.extraLengthAtHead = it } }
    }
    calls["set_settings stick_distances[0]"] = { it in
        try onList { try $0.configure { $0.stickDistanceAtTail = it } }
    }
    calls["set_settings depth"] = { it in
        try onList { try $0.configure { $0.depth = Int(it) } }
    }
    calls["set_tuning leading"] = { it in try tune { $0.leading = it } }
    calls["set_tuning trailing"] = { it in try tune { $0.trailing = it } }
    calls["add_preload_time seconds"] = { it in try onList { try $0.addPreloadTime(it) } }
    return calls
}

@MainActor
private func queries() -> [String: Call] {
    var calls: [String: Call] = [:]
    calls["item index"] = { it in try onList { _ = try $0.item(at: Int(it)) } }
    calls["item_at offset"] = { it in try onList { _ = try $0.item(atOffset: it) } }
    calls["items_in upper"] = { it in try onList { _ = try $0.items(in: 0..<it) } }
    calls["rows lower"] = { it in try onList { _ = try $0.positions(ofRows: Int(it)..<10) } }
    calls["rows upper"] = { it in try onList { _ = try $0.positions(ofRows: 0..<Int(it)) } }
    calls["places upper"] = { it in try onList { _ = try $0.places(ofItems: 0..<Int(it)) } }
    calls["unmeasured_rows upper"] = { it in
        try onList { _ = try $0.unmeasuredRows(ofItems: 0..<Int(it)) }
    }
    calls["states lower"] = { it in try onList { _ = try $0.states(ofItems: Int(it)..<10) } }
    calls["states upper"] = { it in try onList { _ = try $0.states(ofItems: 0..<Int(it)) } }
    calls["section ordinal"] = { it in try onList { _ = try $0.section(Int(it)) } }
    calls["section_of_item index"] = { it in try onList { _ = try $0.section(ofItem: Int(it)) } }
    calls["row_of_item index"] = { it in try onList { _ = try $0.row(ofItem: Int(it)) } }
    calls["items_of_row row"] = { it in try onList { _ = try $0.items(ofRow: Int(it)) } }
    calls["host_begin offset"] = { it in
        let viewport = ListViewport(offset: it, length: 400)
        try onHost { _ = try $0.begin(viewport, breadth: 320) }
    }
    calls["host_begin breadth"] = { it in
        try onHost { _ = try $0.begin(viewport, breadth: it) }
    }
    calls["host_measured extents[0]"] = { it in
        try onHost { _ = try $0.measured(it, time: 0) }
    }
    calls["host_measured time"] = { it in
        try onHost { _ = try $0.measured(1, time: it) }
    }
    calls["host_set_extents extents[0]"] = { it in
        try onHost { _ = try $0.setExtent(it, ofNode: 0) }
    }
    calls["host_scroll_to index"] = { it in
        try onHost { try $0.scroll(toItem: Int(it), at: .nearest, animated: false) }
    }
    calls["host_scroll_to fraction"] = { it in
        try onHost { try $0.scroll(toItem: 0, at: .init(fraction: it), animated: false) }
    }
    calls["host_scroll_to shift"] = { it in
        let alignment = ScrollAlignment(fraction: 0, shift: it)
        try onHost { try $0.scroll(toItem: 0, at: alignment, animated: false) }
    }
    calls["host_scroll_to_offset offset"] = { it in
        try onHost { try $0.scroll(toOffset: it, animated: false) }
    }
    return calls
}

@MainActor
private func loads() -> [String: Call] {
    var calls: [String: Call] = [:]
    calls["store page_size"] = { try options(pageSize: Int($0)) }
    calls["store first_pages"] = { try options(firstPages: Int($0)) }
    calls["store total"] = { try options(total: Int($0)) }
    calls["store_settings request_limit"] = { it in try set { $0.requestLimit = Int(it) } }
    calls["store_settings page_limit"] = { it in try set { $0.pageLimit = Int(it) } }
    calls["store_settings item_limit"] = { it in try set { $0.itemLimit = Int(it) } }
    calls["store_settings cost_limit"] = { it in try set { $0.costLimit = Int(it) } }
    calls["store_settings jump_distance"] = { it in try set { $0.jumpDistance = Int(it) } }
    calls["store_settings max_age"] = { it in try set { $0.maximumAge = it } }
    calls["store_expire age"] = { it in
        var engine = try StoreEngine(try options())
        try engine.expire(it, at: 0)
    }
    calls["store_settings settle"] = { it in try set { $0.settlingTime = it } }
    calls["store_reply total"] = { it in try await reply { $0.total = Int(it) } }
    calls["store_reply before"] = { it in try await reply { $0.before = .count(Int(it)) } }
    calls["store_reply after"] = { it in try await reply { $0.after = .count(Int(it)) } }
    calls["store_reply cost"] = { it in try await reply { $0.cost = Int(it) } }
    calls["store_refresh position"] = { try await store().refresh(.position(Int($0))) }
    calls["store_insert slot"] = { try store().insert([PageRow(id: 5)], at: Int($0)) }
    calls["store_attach leading_screens"] = {
        try store().attach(to: RangeController(), leadingScreens: $0)
    }
    calls["preloader_settings running_limit"] = { it in
        try tickets { $0.runningLimit = Int(it) }
    }
    calls["preloader_settings ahead_limit"] = { it in try tickets { $0.aheadLimit = Int(it) } }
    calls["preloader_settings attempt_limit"] = { it in
        try tickets { $0.attemptLimit = Int(it) }
    }
    calls["preloader_settings budget"] = { it in try tickets { $0.budget = Int(it) } }
    calls["preloader_settings ahead_budget"] = { it in try tickets { $0.aheadBudget = Int(it) } }
    calls["preloader_settings keep_budget"] = { it in try tickets { $0.keepBudget = Int(it) } }
    calls["preloader_settings grace"] = { it in try tickets { $0.grace = it } }
    calls["preloader_settings foresight"] = { it in try tickets { $0.foresight = it } }
    return calls
}

/// A list of ten items, above the engine.
@MainActor
private func controller() -> RangeController {
    let list = RangeController()
    must(try list.insertItems(count: 10, at: 0))
    _ = must(try list.update(viewport))
    return list
}

/// Calls above the engine, whose errors stop the program.
private func trapping() -> [String: Call] {
    var calls: [String: Call] = [:]
    calls["create estimate"] = { _ = RangeController(estimate: $0) }
    calls["insert index"] = { try controller().insertItems(count: 1, at: Int($0)) }
    calls["insert count"] = { try controller().insertItems(count: Int($0), at: 0) }
    calls["remove upper"] = { try controller().removeItems(2..<Int($0)) }
    calls["move to"] = { try controller().moveItems(0..<2, to: Int($0)) }
    calls["set_layout columns"] = { try controller().setLayout(columns: Int($0), spacing: 0) }
    calls["mark_header index"] = { try controller().markHeader(at: Int($0)) }
    calls["update jitter"] = { it in
        var viewport = viewport
        viewport.jitter = it
        _ = try controller().update(viewport)
    }
    calls["update item"] = { it in
        var viewport = viewport
        viewport.place = .init(item: Int(it), start: 0)
        _ = try controller().update(viewport)
    }
    calls["set_scroll_target fraction"] = {
        _ = controller().setScrollTarget(0, at: .init(fraction: $0))
    }
    calls["set_settings stick_distances[0]"] = { it in
        controller().configure { $0.stickDistanceAtTail = it }
    }
    calls["preloader estimated_cost"] = {
        _ = Preloader<Int, Int>(estimatedCost: Int($0)) { id, _ in id }
    }
    calls["preloader_settings keep_budget"] = { it in
        Preloader<Int, Int> { id, _ in id }.configure { $0.keepBudget = Int(it) }
    }
    return calls
}

/// A line of Tests/wrong-calls.txt, which says what it has.
private struct Line: Sendable, CustomStringConvertible {
    let key: String
    let name: String
    let values: [String]
    var description: String { key }
    var isMade: Bool { name != "none" && name != "type" }

    static let all: [Line] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let table = try? String(
            contentsOf: tests.appendingPathComponent("wrong-calls.txt"), encoding: .utf8)
        return (table ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map(Line.init)
    }()

    init(_ line: Substring) {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let others = parts[3].split(separator: ";").map { $0.split(separator: ":") }
        let here = others.first { $0[1].split(separator: " ").contains("swift") }?[0]
        let words = parts[1].split(separator: "_")
        key = "\(parts[0]) \(parts[1])"
        name =
            here?.trimmingCharacters(in: .whitespaces)
            ?? words[0] + words.dropFirst().map(\.capitalized).joined()
        values = parts[2].split(separator: " ").map(String.init)
    }

    /// Whether a text names what was refused, and its value.
    func isNamed(_ text: String, _ value: String) -> Bool {
        if value == "-" { return text.hasPrefix(name + " ") }
        guard text.hasPrefix(name + " is ") else { return false }
        let shown = text.dropFirst(name.count + 4).split {
            !($0.isNumber || "-.nainf".contains($0))
        }
        return shown.flatMap { $0.split(separator: "..") }.contains {
            Double($0).map { "\($0)" } == Double(value).map { "\($0)" }
        }
    }
}

@MainActor
@Suite("The calls of Tests/wrong-calls.txt: what was refused is named")
struct WrongCallTests {
    private static let calls = [edits(), updates(), queries(), loads()].reduce(into: [:]) {
        $0.merge($1) { call, _ in call }
    }

    @Test("Each error has the name and the value", arguments: Line.all.filter(\.isMade))
    private func names(_ line: Line) async throws {
        // Above the engine alone: see the next test.
        if line.key == "preloader estimated_cost" { return }
        let call = try #require(Self.calls[line.key], "no call")
        for value in line.values {
            let error = await #expect(throws: RangeCoreError.self, "\(value)") {
                try await call(Double(value) ?? 0)
            }
            let detail = error?.detail ?? "nothing"
            #expect(line.isNamed(detail, value), "\(value): \(detail)")
        }
    }

    @Test("Each mistake that stops the program does too", arguments: trapping().keys.sorted())
    func stops(_ key: String) async throws {
        let line = try #require(Line.all.first { $0.key == key })
        let value = line.values[0]
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { @MainActor [key = key as String, value = value as String] in
            try await trapping()[key]?(Double(value) ?? 0)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let said = text.components(separatedBy: "Fatal error: invalid argument: ").last ?? ""
        #expect(line.isNamed(said.components(separatedBy: "\n")[0], value), "\(said)")
    }

    @Test("Each call has a line")
    func lines() {
        let keys = Set(Line.all.filter(\.isMade).map(\.key))
        #expect(keys == Set(Self.calls.keys).union(["preloader estimated_cost"]))
    }
}
