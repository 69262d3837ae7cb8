// Between C's values and Swift's: here and nowhere else. A Swift enum has C's raw values, and C
// answers no value that it does not name, so the defaults after `??` are never taken.

public import CRangeCore

extension RangeMode {
    @inlinable init(_ c: rc_range_mode) {
        self = RangeMode(rawValue: UInt32(truncatingIfNeeded: c.rawValue)) ?? .lowMemory
    }

    var c: rc_range_mode { rc_range_mode(rc_range_mode.RawValue(rawValue)) }
}

extension RangeKind {
    var c: rc_range { rc_range(rc_range.RawValue(rawValue)) }
}

extension Presence {
    @inlinable init(_ c: rc_presence) {
        self = Presence(rawValue: UInt32(truncatingIfNeeded: c.rawValue)) ?? .away
    }

    var c: rc_presence { rc_presence(rc_presence.RawValue(rawValue)) }
}

extension MemoryPressure {
    init(_ c: rc_pressure) {
        self = MemoryPressure(rawValue: UInt32(truncatingIfNeeded: c.rawValue)) ?? .critical
    }

    var c: rc_pressure { rc_pressure(rc_pressure.RawValue(rawValue)) }
}

extension ScrollDirection {
    @inlinable init(_ c: rc_direction) {
        self = ScrollDirection(rawValue: UInt32(truncatingIfNeeded: c.rawValue)) ?? .none
    }

    var c: rc_direction { rc_direction(rc_direction.RawValue(rawValue)) }
}

extension ScrollAlignment {
    var c: rc_alignment { rc_alignment(rc_alignment.RawValue(rawValue)) }
}

extension BatchEnd {
    @usableFromInline var c: rc_end { rc_end(rc_end.RawValue(rawValue)) }
}

extension BatchAnswer {
    @inlinable init(_ c: rc_batch_answer) {
        self = BatchAnswer(rawValue: UInt32(truncatingIfNeeded: c.rawValue)) ?? .no
    }
}

extension BatchReason {
    @inlinable init(_ c: rc_batch_reason) {
        self = BatchReason(rawValue: UInt32(truncatingIfNeeded: c.rawValue)) ?? .off
    }

    var c: rc_batch_reason { rc_batch_reason(rc_batch_reason.RawValue(rawValue)) }
}

extension BatchOutcome {
    init(_ c: rc_batch_outcome) {
        self = BatchOutcome(rawValue: UInt32(truncatingIfNeeded: c.rawValue)) ?? .stale
    }

    var c: rc_batch_outcome { rc_batch_outcome(rc_batch_outcome.RawValue(rawValue)) }
}

extension ShortContentPolicy {
    init(_ c: rc_short_content_policy) {
        self = ShortContentPolicy(rawValue: UInt32(truncatingIfNeeded: c.rawValue)) ?? .never
    }

    var c: rc_short_content_policy {
        rc_short_content_policy(rc_short_content_policy.RawValue(rawValue))
    }
}

extension BatchDecision {
    @inlinable init(_ c: rc_batch_decision) {
        self.init(
            answer: BatchAnswer(c.answer), reason: BatchReason(c.reason), remaining: c.remaining,
            seconds: c.seconds, isNear: c.is_near)
    }
}

extension Range<Int> {
    // An empty interval may have upper < lower in C, never in Swift.
    @inlinable init(_ c: rc_interval) {
        let lower = Int(clamping: c.lower)
        self = lower..<Swift.max(lower, Int(clamping: c.upper))
    }
}

extension Range<Ticks> {
    var c: rc_interval { rc_interval(lower: lowerBound.rawValue, upper: upperBound.rawValue) }
}

extension RangeTuning {
    init(_ c: rc_tuning) {
        self.init(leading: c.leading, trailing: c.trailing)
        isEmpty = c.enabled == 0
    }

    var c: rc_tuning {
        rc_tuning(leading: leading, trailing: trailing, enabled: isEmpty ? 0 : 1, reserved: 0)
    }
}

extension RangeTuningTable {
    init(_ c: rc__tuning_table) {
        tunings = withUnsafeBytes(of: c.tunings) { bytes in
            bytes.bindMemory(to: rc_tuning.self).map { RangeTuning($0) }
        }
    }

    var c: rc__tuning_table {
        var table = rc__tuning_table()
        withUnsafeMutableBytes(of: &table.tunings) { bytes in
            let slots = bytes.bindMemory(to: rc_tuning.self)
            for (slot, tuning) in zip(slots.indices, tunings) { slots[slot] = tuning.c }
        }
        return table
    }
}

extension RangeModeState {
    var c: rc__mode_state {
        rc__mode_state(
            explicit_mode: (explicitMode ?? .full).c, presence: presence.c,
            pressure: memoryPressure.c, depth: Int32(clamping: depth),
            has_explicit_mode: explicitMode != nil, user_has_scrolled: userHasScrolled,
            in_background: isInBackground, reserved: 0)
    }
}

extension ItemGeometry {
    @inlinable init(_ c: rc_item) {
        self.init(
            index: Int(clamping: c.index), offset: c.offset, extent: c.extent,
            isMeasured: c.is_measured)
    }
}

extension Viewport {
    @inlinable var c: rc_viewport {
        rc_viewport(
            struct_size: UInt32(MemoryLayout<rc_viewport>.size), is_user: isUser, is_held: isHeld,
            has_landing: landingOffset != nil, reserved: 0, offset: offset, length: length,
            inset_start: insetStart, inset_end: insetEnd, velocity: velocity,
            landing_offset: landingOffset ?? 0, time: time, jitter: jitter)
    }
}

extension ListOptions {
    var c: rc_list_options {
        rc_list_options(
            struct_size: UInt32(MemoryLayout<rc_list_options>.size),
            columns: UInt32(clamping: columns), estimate: estimate, spacing: spacing)
    }
}

extension ListSettings {
    init(_ c: rc_list_settings) {
        depth = Int(c.depth)
        presence = Presence(c.presence)
        memoryPressure = MemoryPressure(c.pressure)
        shortContentPolicy = ShortContentPolicy(c.short_content_policy)
        tunings = RangeTuningTable(c.tunings)
        slack = c.slack
        directionThreshold = c.direction_threshold
        leadingScreens = BatchEnds(tail: c.leading_screens.0, head: c.leading_screens.1)
        extraLengths = BatchEnds(tail: c.extra_lengths.0, head: c.extra_lengths.1)
        isInBackground = c.in_background
        isInsertionPending = c.insertion_pending
        hostDecidesBatches = c.host_decides_batches
        sticksToEnd = c.sticks_to_end
        usesMeanEstimate = c.uses_mean_estimate
    }

    var c: rc_list_settings {
        rc_list_settings(
            struct_size: UInt32(MemoryLayout<rc_list_settings>.size),
            depth: Int32(clamping: depth), presence: presence.c, pressure: memoryPressure.c,
            short_content_policy: shortContentPolicy.c, reserved: 0, tunings: tunings.c,
            slack: slack, direction_threshold: directionThreshold,
            leading_screens: (leadingScreens.tail, leadingScreens.head),
            extra_lengths: (extraLengths.tail, extraLengths.head), in_background: isInBackground,
            insertion_pending: isInsertionPending, host_decides_batches: hostDecidesBatches,
            sticks_to_end: sticksToEnd, uses_mean_estimate: usesMeanEstimate,
            reserved_bytes: (0, 0, 0))
    }
}
