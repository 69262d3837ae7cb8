import CRangeCore
import RangeCore
import SessionKit

/// How a recording is played; nil for what was recorded.
struct PlaySettings: Equatable {
    var foresight: Double?
    /// How far the preload range reaches in the mode full, in screenfuls.
    var ranges: RangeTuning?
    /// What each load takes, in seconds.
    var latency: Double?
    /// Loads at a time.
    var limit = 6
    var seed: UInt64 = 1
    /// Whether loads begin in the order in which items entered the range, as in Texture, not the nearest
    /// first; what is visible comes first in any case, and then what is to be displayed.
    var isFirstInFirstOut = false

    /// As Texture does it; its ranges are the engine's own without foresight.
    var texture: PlaySettings {
        var it = self
        (it.foresight, it.ranges) = (0, RangeTuning(leading: 2.5, trailing: 1.5))
        it.isFirstInFirstOut = true
        return it
    }
}

/// What playing a recording has shown.
struct Played {
    /// One update.
    struct Frame {
        let time: Double
        let viewport: Range<Double>
        let preload: Range<Double>
    }
    /// A load, or an item that was late; at its place then, in points.
    struct Bar {
        let item: Int64
        let place: Range<Double>
        var start: Double
        var end: Double
        var isCancelled = false
    }

    var counters = PlayCounters()
    /// When the session started, if this is a part of it.
    var start: Double?
    var frames: [Frame] = []
    var loads: [Bar] = []
    var late: [Bar] = []
}

/// What was late, and what was loaded in vain. They can be added.
struct PlayCounters: Equatable {
    /// How many times an item came on screen for 50 ms or more, without the first screen.
    var appearances = 0
    /// Of these, those before whose load had ended; and 100 ms later not yet; and on screen for 300 ms.
    var (late, noticed, missed) = (0, 0, 0)
    /// Items that were seen, however briefly; and those of which a load was begun, seen and never seen.
    var (seen, useful, wasted) = (0, 0, 0)

    static func + (a: Self, b: Self) -> Self {
        Self(
            appearances: a.appearances + b.appearances, late: a.late + b.late,
            noticed: a.noticed + b.noticed, missed: a.missed + b.missed, seen: a.seen + b.seen,
            useful: a.useful + b.useful, wasted: a.wasted + b.wasted)
    }

    /// Of 100 appearances.
    var lateness: Double { appearances == 0 ? 0 : 100 * Double(late) / Double(appearances) }
    /// For 100 items that were seen.
    var waste: Double { seen == 0 ? 0 : 100 * Double(wasted) / Double(seen) }
}

/// Plays a recording: the list is told what was recorded, except for what loads, which is decided again.
final class Player {
    private let recording: Recording
    private let settings: PlaySettings
    private let session: Session
    private var tickets: TicketEngine
    private var numbers = ItemNumbers()
    private var played = Played()

    private struct Load {
        let token: UInt64
        let end: Double
        let bar: Int
    }
    private var loads: [Int64: Load] = [:]
    private var attempts: [Int64: UInt64] = [:]
    private var nextTime = Double.infinity
    private var now = -Double.infinity

    private struct Appearance {
        let time: Double
        var late: Played.Bar?
    }
    private var visible: [Int64: Appearance] = [:]
    // Where those are that the last update wants.
    private var wanted: [Int64: Int] = [:]
    private var entries: [Int64: Int64] = [:]
    private var entryCount: Int64 = 0
    private var isFirstScreen = true
    private var firstScreen: Set<Int64> = []
    private var (seen, requested): (Set<Int64>, Set<Int64>) = ([], [])

    private init(_ recording: Recording, _ settings: PlaySettings) throws(RangeCoreError) {
        (self.recording, self.settings) = (recording, settings)
        session = try Session()
        tickets = try TicketEngine()
        var limits = PreloadSettings()
        limits.runningLimit = settings.limit
        try tickets.configure(limits)
    }

    /// - Throws: a ``Problem`` that names the file and the line.
    static func play(_ recording: Recording, _ settings: PlaySettings) throws -> Played {
        let player = try Player(recording, settings)
        for (number, line) in recording.lines {
            do throws(Refusal) {
                try player.carryOut(line)
            } catch {
                throw Problem(text: "\(recording.name):\(number): \(error.text)")
            }
        }
        player.leave()
        return player.played
    }

    private func carryOut(_ line: Line) throws(Refusal) {
        var rest = line
        switch line.words[0] {
        case "create":
            leave()
            (numbers, isFirstScreen) = (ItemNumbers(), true)
            try tell(line)
            if let foresight = settings.foresight {
                try tell(Line("set foresight \(Int((foresight * 1000).rounded()))"))
            }
            if let it = settings.ranges {
                let reach = [it.leading, it.trailing].map { "\(Int(($0 * 1000).rounded()))" }
                try tell(Line("tune full preload \(reach[0]) \(reach[1])"))
            }
        case "insert":
            let (index, count) = (try rest.integer(), try rest.integer())
            if try tell(line) { numbers.insert(count, at: index) }
        case "remove":
            if try tell(line) { numbers.remove(try rest.interval()) }
        case "move":
            if try tell(line) { numbers.move(try rest.interval(), to: try rest.integer()) }
        case "set": try tell(settings.foresight == nil ? line : line.without("foresight"))
        case "tune":
            if settings.ranges == nil || !line.words.starts(with: ["tune", "full", "preload"]) {
                try tell(line)
            }
        // What took how long follows from these settings.
        case "preload_time", "load", "loaded": break
        case "update", "scroll":
            // What ends before this update is known to it.
            advance(to: try time(of: line))
            if try tell(line), let update = session.update { try note(update) }
        default: try tell(line)
        }
    }

    /// Has the list told something, and returns whether it took it.
    @discardableResult
    private func tell(_ line: Line) throws(Refusal) -> Bool {
        var line = line
        return try !session.carryOut(String(line.words[0]), &line).hasPrefix("error")
    }

    // -- time --

    /// Ends the loads that end until then, and begins those that follow.
    private func advance(to time: Double) {
        while true {
            let first = loads.min { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
            let next = min(first?.value.end ?? .infinity, nextTime)
            guard next <= time else { break }
            now = max(now, next)
            if let (item, load) = first, load.end <= now { finish(item, load) }
            update()
        }
        now = max(now, time)
    }

    private func finish(_ item: Int64, _ load: Load) {
        loads[item] = nil
        played.loads[load.bar].end = now
        if visible[item]?.late?.end == .infinity { visible[item]?.late?.end = now }
        guard let seconds = try? tickets.finish(item, load.token, cost: 1, at: now) else { return }
        _ = try? tell(Line("preload_time \(Int((seconds * 1_000_000).rounded()))"))
    }

    private func update() {
        let plan = tickets.update(now)
        nextTime = plan.nextTime
        for order in plan.orders {
            switch order.kind {
            case RC_TICKET_ORDER_KIND_START: begin(order.id, order.token)
            case RC_TICKET_ORDER_KIND_CANCEL:
                guard let load = loads.removeValue(forKey: order.id) else { continue }
                played.loads[load.bar].end = now
                played.loads[load.bar].isCancelled = true
            default: break
            }
        }
    }

    private func begin(_ item: Int64, _ token: UInt64) {
        let attempt = attempts[item, default: 0]
        attempts[item] = attempt + 1
        requested.insert(item)
        loads[item] = Load(
            token: token, end: now + latency(of: item, attempt), bar: played.loads.count)
        played.loads.append(
            .init(item: item, place: place(of: item), start: now, end: .infinity))
    }

    /// The same for the same load of an item, whatever the settings.
    private func latency(of item: Int64, _ attempt: UInt64) -> Double {
        if let latency = settings.latency { return latency }
        guard !recording.latencies.isEmpty else { return 0.2 }
        var luck = SplitMix(state: settings.seed &+ UInt64(item) &* 1_000_003 &+ attempt << 40)
        return recording.latencies[luck.below(recording.latencies.count)]
    }

    // -- what an update shows --

    private func note(_ update: ListUpdate) throws(Refusal) {
        // So many cannot be meant, and would take hours.
        let most = max(update.visible.count, update[.preload].count, update[.display].count)
        guard most <= 10_000 else {
            throw Refusal(text: "\(most) items in range: too many to play")
        }
        do throws(RangeCoreError) {
            let viewport = update.offset..<update.offset + session.viewport.length
            played.frames.append(
                .init(time: now, viewport: viewport, preload: try place(of: update[.preload])))
            if let parts = session.list.wantedItems {
                wanted = [:]
                var wants: [rc_ticket_want] = []
                for items in parts {
                    let numbers = numbers(items)
                    for (index, number) in zip(items, numbers) { wanted[number] = index }
                    wants += try session.list.wants(of: items, ids: numbers, cost: 1)
                }
                if settings.isFirstInFirstOut { queue(&wants) }
                try tickets.want(wants, by: 1)
            }
        } catch {
            throw Refusal(text: "\(error)")
        }
        self.update()
        let isShown = session.list.settings.presence == .onScreen && !update.visible.isEmpty
        show(isShown ? numbers(update.visible) : [])
    }

    /// Ranks items by when they came into range.
    private func queue(_ wants: inout [rc_ticket_want]) {
        let old = entries
        entries = [:]
        for position in wants.indices.sorted(by: { wants[$0].rank < wants[$1].rank }) {
            let id = wants[position].id
            entryCount += 1
            let entry = old[id] ?? entryCount
            entries[id] = entry
            wants[position].rank = Int64(wants[position].band.rawValue) << 40 + entry
        }
    }

    private func show(_ items: [Int64]) {
        let new = Set(items)
        for (item, appearance) in visible where !new.contains(item) { end(item, appearance) }
        for item in items where visible[item] == nil {
            let isReady = tickets.ticket(item)?.state == RC_TICKET_STATE_READY
            let late = Played.Bar(
                item: item, place: place(of: item), start: now, end: .infinity)
            visible[item] = Appearance(time: now, late: isReady || isFirstScreen ? nil : late)
            seen.insert(item)
            if isFirstScreen { firstScreen.insert(item) }
        }
        if !items.isEmpty { isFirstScreen = false }
    }

    private func end(_ item: Int64, _ appearance: Appearance) {
        visible[item] = nil
        let wasFirst = firstScreen.remove(item) != nil
        let length = now - appearance.time
        if wasFirst || length < 0.05 { return }
        played.counters.appearances += 1
        guard var late = appearance.late else { return }
        late.end = min(late.end, now)
        played.late.append(late)
        played.counters.late += 1
        guard late.end - late.start >= 0.1 else { return }
        played.counters.noticed += 1
        if length >= 0.3 { played.counters.missed += 1 }
    }

    /// Ends what is visible and what is loaded, with the list.
    private func leave() {
        show([])
        for load in loads.values { played.loads[load.bar].end = now }
        loads = [:]
        try? tickets.want([], by: 1)
        played.counters.seen += seen.count
        played.counters.useful += requested.intersection(seen).count
        played.counters.wasted += requested.subtracting(seen).count
        (seen, requested) = ([], [])
    }

    private func place(of item: Int64) -> Range<Double> {
        guard let index = wanted[item] else { return 0..<0 }
        return (try? place(of: index..<index + 1)) ?? 0..<0
    }

    private func place(of items: Range<Int>) throws(RangeCoreError) -> Range<Double> {
        guard let last = items.last else { return 0..<0 }
        let start = try session.list.item(at: items.lowerBound).offset
        let end = try session.list.item(at: last)
        return start..<max(start, end.offset + end.extent)
    }

    private func time(of line: Line) throws(Refusal) -> Double {
        var line = line
        _ = try line.length()
        if line.words[0] == "scroll" { return try line.seconds() }
        _ = try line.length()
        while !line.isAtEnd {
            if try line.word() == "time" { return try line.seconds() }
            _ = try line.word()
        }
        return 0
    }
}

extension Line {
    /// The line without a key and its value.
    fileprivate func without(_ key: Substring) -> Line {
        var words = words
        if let position = words.firstIndex(of: key) {
            words.removeSubrange(position..<min(position + 2, words.count))
        }
        return Line(words.joined(separator: " ")[...])
    }
}

/// SplitMix64: the same everywhere.
struct SplitMix {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
