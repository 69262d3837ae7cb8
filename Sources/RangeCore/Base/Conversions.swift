// All conversions between C's values and Swift's. A Swift enum has C's raw values.

package import CRangeCore

extension RawRepresentable<UInt32> {
    /// The value with a raw value of C's. The core returns only those that have a name.
    init(raw: some BinaryInteger) {
        let value = Self(rawValue: UInt32(truncatingIfNeeded: raw))
        precondition(value != nil, "the core returned an unknown \(Self.self): \(raw)")
        self = value!
    }
}

extension RangeMode {
    var c: rc_range_mode { rc_range_mode(rc_range_mode.RawValue(rawValue)) }
}

extension RangeKind {
    var c: rc_range { rc_range(rc_range.RawValue(rawValue)) }
}

extension RangeTuning.Preset {
    var c: rc_tuning_preset { rc_tuning_preset(rc_tuning_preset.RawValue(rawValue)) }
}

extension ListSettings.Presence {
    package var c: rc_presence { rc_presence(rc_presence.RawValue(rawValue)) }
}

extension ListSettings.MemoryPressure {
    var c: rc_pressure { rc_pressure(rc_pressure.RawValue(rawValue)) }
}

extension ListSettings.ShortContentPolicy {
    package var c: rc_short_content_policy {
        rc_short_content_policy(rc_short_content_policy.RawValue(rawValue))
    }
}

extension ScrollDirection {
    package var c: rc_direction { rc_direction(rc_direction.RawValue(rawValue)) }
}

extension BatchEnd {
    package var c: rc_end { rc_end(rc_end.RawValue(rawValue)) }
}

extension BatchDecision.Reason {
    var c: rc_batch_reason { rc_batch_reason(rc_batch_reason.RawValue(rawValue)) }
}

extension BatchContext.Outcome {
    var c: rc_batch_outcome { rc_batch_outcome(rc_batch_outcome.RawValue(rawValue)) }
}

extension BatchDecision {
    package init(_ c: rc_batch_decision) {
        self.init(
            answer: Answer(raw: c.answer.rawValue), reason: Reason(raw: c.reason.rawValue),
            remaining: c.remaining, seconds: c.seconds, isNear: c.is_near)
    }
}

// C's `RC_ID_NONE`, a macro that is not imported.
let noID = rc_id.min

extension Range<Int> {
    // An empty interval may have upper < lower in C, never in Swift.
    package init(_ c: rc_interval) {
        let lower = Int(clamping: c.lower)
        self = lower..<Swift.max(lower, Int(clamping: c.upper))
    }
}

extension ListSection {
    init(_ c: rc_section) {
        self.init(
            ordinal: Int(clamping: c.ordinal), items: Range(c.items), rows: Range(c.rows),
            columns: Int(clamping: c.columns))
    }
}

extension PinnedHeader {
    init(_ c: rc_pinned_header) {
        self.init(index: Int(clamping: c.index), offset: c.offset, covered: c.covered)
    }
}

extension rc_interval {
    init(_ indices: Range<Int>) {
        self.init(lower: Int64(indices.lowerBound), upper: Int64(indices.upperBound))
    }

    package init(points: Range<Double>) throws(RangeCoreError) {
        self.init(
            lower: try rc_ticks(points: points.lowerBound),
            upper: try rc_ticks(points: points.upperBound))
    }
}

extension rc_ticks {
    package init(points: Double) throws(RangeCoreError) {
        self.init()
        try check(unsafe rc_ticks_from_points(points, &self))
    }
}

extension RangeTuning {
    init(_ c: rc_tuning) {
        self.init(leading: c.leading, trailing: c.trailing, isEnabled: c.is_enabled)
    }

    var c: rc_tuning { rc_tuning(leading: leading, trailing: trailing, is_enabled: isEnabled) }
}

extension ListItem {
    package init(_ c: rc_item) {
        self.init(
            index: Int(clamping: c.index), offset: c.offset, extent: c.extent,
            isMeasured: c.is_measured, isProvisional: c.is_provisional)
    }
}

extension ListViewport {
    init(_ c: rc_viewport) {
        self.init(
            offset: c.offset, length: c.length, insetStart: c.inset_start, insetEnd: c.inset_end,
            insetsAreFixed: c.insets_are_fixed, velocity: c.velocity,
            landingOffset: c.has_landing ? c.landing_offset : nil,
            isUserDriven: c.is_user_driven, isHeld: c.is_held, isDragged: c.is_dragged,
            time: c.time, jitter: c.jitter)
        if c.has_item { place = Place(item: Int(clamping: c.item), start: c.item_place) }
    }

    var c: rc_viewport {
        rc_viewport(
            offset: offset, length: length, inset_start: insetStart, inset_end: insetEnd,
            item: Int64(place?.item ?? 0), item_place: place?.start ?? 0,
            velocity: velocity, landing_offset: landingOffset ?? 0, time: time, jitter: jitter,
            is_user_driven: isUserDriven, is_held: isHeld, has_landing: landingOffset != nil,
            has_item: place != nil, insets_are_fixed: insetsAreFixed,
            is_dragged: isDragged)
    }
}

extension ListUpdate {
    // A whole number, so that sums are exact. (Not `rounded()`, which would need libm.)
    var correctionInTicks: rc_ticks {
        get {
            rc_ticks(correction * Double(RC_TICKS_PER_POINT) + (correction < 0 ? -0.5 : 0.5))
        }
        set { correction = rc_ticks_to_points(newValue) }
    }

    /// No update.
    init() { unsafe self.init(rc_update()) }

    init(_ update: rc_update) {
        // All but its changes.
        @safe let c = unsafe update
        visible = Range(c.visible)
        ranges = Ranges(
            display: Range(c.ranges.0), preload: Range(c.ranges.1), app0: Range(c.ranges.2),
            app1: Range(c.ranges.3), app2: Range(c.ranges.4), app3: Range(c.ranges.5))
        (correction, pending, offset) = (c.correction, c.pending, c.offset)
        scrollLength = c.scroll_length
        nextTime = c.next_time
        (tail, head) = (BatchDecision(c.batches.0), BatchDecision(c.batches.1))
        mode = RangeMode(raw: c.mode.rawValue)
        presence = ListSettings.Presence(raw: c.presence.rawValue)
        direction = ScrollDirection(raw: c.direction.rawValue)
    }
}

extension ListEngine.Change {
    init(_ c: rc_change) {
        self.init(
            items: Range(rc_interval(lower: c.lower, upper: c.upper)), distance: c.distance,
            before: InterfaceState(rawValue: c.before), after: InterfaceState(rawValue: c.after))
    }
}

extension ListSettings {
    init(_ c: rc_list_settings) {
        depth = Int(c.depth)
        presence = Presence(raw: c.presence.rawValue)
        memoryPressure = MemoryPressure(raw: c.pressure.rawValue)
        shortContentPolicy = ShortContentPolicy(raw: c.short_content_policy.rawValue)
        slack = c.slack
        foresight = c.foresight
        directionThreshold = c.direction_threshold
        (leadingScreensAtTail, leadingScreensAtHead) = c.leading_screens
        leadingItemsAtTail = Int(clamping: c.leading_items.0)
        leadingItemsAtHead = Int(clamping: c.leading_items.1)
        overscanItems = Int(clamping: c.overscan_items)
        (extraLengthAtTail, extraLengthAtHead) = c.extra_lengths
        (stickDistanceAtTail, stickDistanceAtHead) = c.stick_distances
        isInBackground = c.in_background
        isInsertionPending = c.insertion_pending
        hostDecidesBatches = c.host_decides_batches
        (sticksToTail, sticksToHead) = c.sticks
        usesMeanEstimate = c.uses_mean_estimate
        pinsHeaders = c.pins_headers
    }

    var c: rc_list_settings {
        rc_list_settings(
            slack: slack, foresight: foresight, direction_threshold: directionThreshold,
            leading_screens: (leadingScreensAtTail, leadingScreensAtHead),
            leading_items: (Int64(leadingItemsAtTail), Int64(leadingItemsAtHead)),
            overscan_items: Int64(overscanItems),
            extra_lengths: (extraLengthAtTail, extraLengthAtHead),
            stick_distances: (stickDistanceAtTail, stickDistanceAtHead),
            depth: Int32(clamping: depth), presence: presence.c, pressure: memoryPressure.c,
            short_content_policy: shortContentPolicy.c, in_background: isInBackground,
            insertion_pending: isInsertionPending, host_decides_batches: hostDecidesBatches,
            sticks: (sticksToTail, sticksToHead), uses_mean_estimate: usesMeanEstimate,
            pins_headers: pinsHeaders)
    }
}
