internal import CRangeCore

/// Whether a list is recorded.
enum Recording {
    /// Nothing but settings has changed it so far, so a recording can begin.
    case possible
    case impossible
    case running(ListRecorder)
}

/// Writes what a list is told, as the lines of a session.
///
/// A fetch is finished on any thread, but a recording has to say before which call. So the app
/// finishes fetches of another list, the stand-in, and the list's own are finished between two calls:
///
///     app ──finish, on any thread──▶ stand-in ──settle(), before a call──▶ list, and a line
package final class ListRecorder {
    private let sink: @Sendable (String) -> Void
    private var text = ""
    private var settings = ListSettings()
    private var viewport: ListViewport?

    // -- fetches --

    private var standIn: ListEngine
    private var fetchCount = 0
    private var fetches: [BatchEnd: (number: Int, real: BatchContext, watch: BatchContext.Watch)] =
        [:]

    // -- loads: of whom, by the numbers that ids have there --

    struct Load: Hashable {
        let owner: ObjectIdentifier
        let number: Int64
    }
    // Where items are that are wanted, from the last update on.
    private var items: [Load: Int] = [:]
    private var ordinals: [Load: Int] = [:]
    private var running: Set<Load> = []

    init(_ sink: @escaping @Sendable (String) -> Void) throws(RangeCoreError) {
        self.sink = sink
        standIn = try ListEngine()
    }

    deinit { flush() }

    func write(_ line: String) {
        text += line
        text += "\n"
        if text.utf8.count > 8192 { flush() }
    }

    package func flush() {
        if !text.isEmpty { sink(text) }
        text = ""
    }

    // -- settings --

    /// Writes what differs from the settings before.
    func note(_ new: ListSettings) {
        let old = sessionSettings(settings)
        let changed = zip(sessionSettings(new), old).filter { $0.value != $1.value }.map(\.0)
        settings = new
        // Something has to be set, so that there is a call.
        let all = changed.isEmpty ? Array(old.prefix(1)) : changed
        write("set" + all.map { " \($0.key) \($0.value)" }.joined())
    }

    func note(_ tuning: RangeTuning, for kind: RangeKind, in mode: RangeMode) {
        let (leading, trailing) =
            (whole(tuning.leading, .thousandths), whole(tuning.trailing, .thousandths))
        write(
            "tune \(sessionWord(mode)) \(sessionWord(kind)) "
                + (tuning.isEnabled ? "\(leading) \(trailing)" : "disabled"))
    }

    func note(_ new: ListViewport) {
        write(recorded(new, after: viewport))
        viewport = new
    }

    /// Notes what a host has done.
    func note(_ act: rc_host_act) {
        switch act.kind {
        case RC_HOST_ACT_KIND_UPDATE: note(ListViewport(act.viewport))
        case RC_HOST_ACT_KIND_ROW:
            write("set_row_extents \(act.lower) \(whole(act.extent, .ticks))")
        case RC_HOST_ACT_KIND_PROVISIONAL: write("mark_provisional \(act.lower) \(act.upper)")
        case RC_HOST_ACT_KIND_LAYOUT:
            write("set_layout \(act.columns) \(whole(act.extent, .ticks)) 1")
        case RC_HOST_ACT_KIND_LANES:
            write(
                "set_lanes \(act.columns) \(whole(act.extent, .ticks)) \(whole(act.shift, .ticks)) 1"
            )
        default:
            let alignment = ScrollAlignment(fraction: act.fraction, shift: act.shift)
            write("set_scroll_target \(act.lower) \(recorded(alignment))")
        }
    }

    // -- fetches --

    func begin(
        _ real: BatchContext,
        didFinish: @escaping @Sendable (BatchContext.Outcome, (any Error)?) -> Void
    ) throws(RangeCoreError) -> BatchContext {
        fetchCount += 1
        standIn.resetBatch(at: real.end)
        let context = try standIn.beginBatch(at: real.end, didFinish: didFinish)
        fetches[real.end] = (fetchCount, real, BatchContext.Watch(context))
        return context
    }

    /// Finishes the list's own fetches that the app has finished.
    func settle() {
        for end in BatchEnd.allCases {
            guard let fetch = fetches[end] else { continue }
            let outcome = fetch.watch.outcome
            if outcome == .fetching { continue }
            fetches[end] = nil
            fetch.real.finish(outcome, nil)
            write("finish \(fetch.number) \(outcome)")
        }
    }

    /// After the list's own fetch was cancelled.
    func reset(_ end: BatchEnd) {
        fetches[end] = nil
        standIn.resetBatch(at: end)
    }

    // -- loads --

    /// Notes which items show what has these numbers.
    func note(wanted: [(index: Int, number: Int64)], by owner: AnyObject) {
        let owner = ObjectIdentifier(owner)
        items = items.filter { $0.key.owner != owner }
        for each in wanted {
            let load = Load(owner: owner, number: each.number)
            if items[load] == nil { items[load] = each.index }
        }
    }

    func shift(_ edit: ListEdit) {
        if !items.isEmpty { items = items.compactMapValues(edit.newIndex) }
    }

    func noteBegin(of number: Int64, by owner: AnyObject, at time: Double) {
        let load = Load(owner: ObjectIdentifier(owner), number: number)
        guard let item = items[load] else { return }
        let ordinal = ordinals[load, default: ordinals.count]
        ordinals[load] = ordinal
        running.insert(load)
        write("load \(ordinal) \(item) \(whole(time, .microseconds))")
    }

    func noteEnd(
        of number: Int64, by owner: AnyObject, _ outcome: BatchContext.Outcome, at time: Double
    ) {
        let load = Load(owner: ObjectIdentifier(owner), number: number)
        guard running.remove(load) != nil, let ordinal = ordinals[load] else { return }
        write("loaded \(ordinal) \(outcome) \(whole(time, .microseconds))")
    }
}

// -- values as words --

/// What a number counts in a session.
enum SessionUnit: Double {
    case ticks = 960
    case thousandths = 1000
    case microseconds = 1_000_000
}

/// The nearest number of units, within ±2⁵³.
func whole(_ value: Double, _ unit: SessionUnit) -> Int64 {
    let most = 9_007_199_254_740_992.0
    let product = value * unit.rawValue
    // (Not `rounded()`, which would need libm.)
    return Int64(max(-most, min(most, product + (product < 0 ? -0.5 : 0.5))))
}

/// A case of an enumeration as a session writes it: `visibleOnly` as `visible_only`.
func sessionWord(_ value: some Any) -> String {
    "\(value)".reduce(into: "") { word, character in
        if character.isUppercase || character.isNumber { word += "_" }
        word += character.lowercased()
    }
}

private func sessionSettings(_ it: ListSettings) -> [(key: String, value: String)] {
    func screens(_ value: Double) -> String { "\(whole(value, .thousandths))" }
    func length(_ value: Double) -> String { "\(whole(value, .ticks))" }
    func flag(_ value: Bool) -> String { value ? "1" : "0" }
    return [
        ("depth", "\(it.depth)"),
        ("presence", sessionWord(it.presence)),
        ("pressure", sessionWord(it.memoryPressure)),
        ("short_content_policy", sessionWord(it.shortContentPolicy)),
        ("slack", screens(it.slack)),
        ("foresight", screens(it.foresight)),
        ("direction_threshold", length(it.directionThreshold)),
        ("leading_tail", screens(it.leadingScreensAtTail)),
        ("leading_head", screens(it.leadingScreensAtHead)),
        ("leading_items_tail", "\(it.leadingItemsAtTail)"),
        ("leading_items_head", "\(it.leadingItemsAtHead)"),
        ("overscan_items", "\(it.overscanItems)"),
        ("extra_tail", length(it.extraLengthAtTail)),
        ("extra_head", length(it.extraLengthAtHead)),
        ("stick_distance_tail", length(it.stickDistanceAtTail)),
        ("stick_distance_head", length(it.stickDistanceAtHead)),
        ("in_background", flag(it.isInBackground)),
        ("insertion_pending", flag(it.isInsertionPending)),
        ("host_decides_batches", flag(it.hostDecidesBatches)),
        ("sticks_tail", flag(it.sticksToTail)),
        ("sticks_head", flag(it.sticksToHead)),
        ("uses_mean_estimate", flag(it.usesMeanEstimate)),
        ("pins_headers", flag(it.pinsHeaders)),
    ]
}
