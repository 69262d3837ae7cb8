internal import CRangeCore

extension ListEngine {
    /// Begins a recording; see `record(to:)` of RangeCoreParts.
    package mutating func beginRecording(
        to sink: @escaping @Sendable (String) -> Void
    ) throws(RangeCoreError) {
        guard case .possible = recording else {
            throw .invalidArgument.because("the list was edited or updated, or is recorded")
        }
        let recorder = try ListRecorder(sink)
        let preset = RangeTuning.Preset(raw: options.tuning_preset.rawValue)
        recorder.write(
            "create \(options.columns) \(whole(options.estimate, .ticks))"
                + " \(whole(options.spacing, .ticks)) \(preset) \(whole(options.quantum, .ticks))")
        recording = .running(recorder)
        if settings != ListSettings() { try configure { _ in } }
        let fresh = try ListEngine(tuning: preset)
        for mode in RangeMode.allCases {
            for kind in RangeKind.allCases {
                let tuning = tuning(for: kind, in: mode)
                if tuning == fresh.tuning(for: kind, in: mode) { continue }
                try setTuning(tuning, for: kind, in: mode)
            }
        }
    }

    package var recorder: ListRecorder? {
        if case .running(let recorder) = recording { return recorder }
        return nil
    }

    /// Records a call that has succeeded.
    mutating func note(_ line: @autoclosure () -> String, _ edit: ListEdit? = nil) {
        guard let recorder else {
            if case .possible = recording { recording = .impossible }
            return
        }
        recorder.write(line())
        if let edit { recorder.shift(edit) }
    }

    // -- what can be recorded: these return the value itself in a list that is not --

    func recordable(_ value: Double, _ unit: SessionUnit) -> Double {
        recorder == nil ? value : nearest(value, unit)
    }

    func recordable(_ lengths: [Double]) -> [Double] {
        recorder == nil ? lengths : lengths.map { nearest($0, .ticks) }
    }

    func recordable(_ it: ListViewport) -> ListViewport {
        recorder == nil ? it : it.recordable
    }

    func recordable(_ it: ScrollAlignment) -> ScrollAlignment {
        recorder == nil ? it : it.recordable
    }

    func recordable(_ it: RangeTuning) -> RangeTuning {
        if recorder == nil { return it }
        // A session does not say how far a disabled range would reach.
        if !it.isEnabled { return .disabled }
        var it = it
        it.leading = nearest(it.leading, .thousandths)
        it.trailing = nearest(it.trailing, .thousandths)
        return it
    }

    func recordable(_ it: ListSettings) -> ListSettings {
        if recorder == nil { return it }
        var it = it
        it.slack = nearest(it.slack, .thousandths)
        it.foresight = nearest(it.foresight, .thousandths)
        it.directionThreshold = nearest(it.directionThreshold, .ticks)
        it.leadingScreensAtTail = nearest(it.leadingScreensAtTail, .thousandths)
        it.leadingScreensAtHead = nearest(it.leadingScreensAtHead, .thousandths)
        it.extraLengthAtTail = nearest(it.extraLengthAtTail, .ticks)
        it.extraLengthAtHead = nearest(it.extraLengthAtHead, .ticks)
        it.stickDistanceAtTail = nearest(it.stickDistanceAtTail, .ticks)
        it.stickDistanceAtHead = nearest(it.stickDistanceAtHead, .ticks)
        return it
    }
}

extension ListViewport {
    var recordable: ListViewport {
        var it = self
        it.offset = place == nil ? nearest(offset, .ticks) : 0
        it.place = place.map { .init(item: $0.item, start: nearest($0.start, .ticks)) }
        it.length = nearest(length, .ticks)
        it.insetStart = nearest(insetStart, .ticks)
        it.insetEnd = nearest(insetEnd, .ticks)
        it.velocity = nearest(velocity, .ticks)
        it.landingOffset = landingOffset.map { nearest($0, .ticks) }
        it.time = nearest(time, .microseconds)
        it.jitter = nearest(jitter, .thousandths)
        return it
    }
}

extension ScrollAlignment {
    var recordable: ScrollAlignment {
        ScrollAlignment(
            fraction: RangeCore.nearest(fraction, .thousandths),
            shift: RangeCore.nearest(shift, .ticks))
    }
}

/// The nearest value that a session can hold. What no call accepts stays what it is.
func nearest(_ value: Double, _ unit: SessionUnit) -> Double {
    value.isFinite ? Double(whole(value, unit)) / unit.rawValue : value
}

// -- what is written --

/// The lines for some extents: a session's has at most 1000.
func recorded(_ extents: [Double], _ command: (Range<Int>) -> String) -> String {
    stride(from: 0, to: max(extents.count, 1), by: 1000).map { lower in
        let part = lower..<min(lower + 1000, extents.count)
        return command(part) + extents[part].map { " \(whole($0, .ticks))" }.joined()
    }.joined(separator: "\n")
}

func recorded(_ it: ScrollAlignment) -> String {
    (it.fraction < 0 ? "nearest" : "\(whole(it.fraction, .thousandths))")
        + (it.shift == 0 ? "" : " \(whole(it.shift, .ticks))")
}

/// The line for a viewport, which is shorter if the one before has the same length and parts.
func recorded(_ it: ListViewport, after last: ListViewport?) -> String {
    let (offset, length) = (whole(it.offset, .ticks), whole(it.length, .ticks))
    var old = ListViewport(offset: 0, length: it.length)
    var line = "update \(offset) \(length)"
    if let last, last.length == it.length, (last.place == nil) == (it.place == nil),
        (last.landingOffset == nil) == (it.landingOffset == nil)
    {
        old = last
        old.time = it.time
        line = "scroll \(offset) \(whole(it.time, .microseconds))"
    }
    func add(_ key: String, _ value: Int64?, _ old: Int64?) {
        if let value, value != old { line += " \(key) \(value)" }
    }
    func add(_ key: String, _ unit: SessionUnit, _ value: (ListViewport) -> Double?) {
        add(key, value(it).map { whole($0, unit) }, value(old).map { whole($0, unit) })
    }
    add("user", it.isUserDriven ? 1 : 0, old.isUserDriven ? 1 : 0)
    add("held", it.isHeld ? 1 : 0, old.isHeld ? 1 : 0)
    add("dragged", it.isDragged ? 1 : 0, old.isDragged ? 1 : 0)
    add("insets_are_fixed", it.insetsAreFixed ? 1 : 0, old.insetsAreFixed ? 1 : 0)
    add("item", it.place.map { Int64($0.item) }, old.place.map { Int64($0.item) })
    add("item_place", .ticks) { $0.place?.start }
    add("landing", .ticks) { $0.landingOffset }
    add("inset_start", .ticks) { $0.insetStart }
    add("inset_end", .ticks) { $0.insetEnd }
    add("velocity", .ticks) { $0.velocity }
    add("time", .microseconds) { $0.time }
    add("jitter", .thousandths) { $0.jitter }
    return line
}

extension RangeController {
    /// Records that a load for an item has begun or, with an outcome, ended.
    package func noteLoad(
        of number: Int64, by owner: AnyObject, _ outcome: BatchContext.Outcome? = nil
    ) {
        guard let recorder = core.recorder else { return }
        let now = schedulesUpdates ? time : viewport?.time ?? 0
        if let outcome {
            recorder.noteEnd(of: number, by: owner, outcome, at: now)
        } else {
            recorder.noteBegin(of: number, by: owner, at: now)
        }
    }
}
