import RangeCore

/// What a key of `set` stands for.
struct SettingsKey {
    let name: String
    let read: (inout ListSettings, inout Line) throws(Refusal) -> Void
    let text: (ListSettings) -> String

    private init<Value>(
        _ name: String, _ path: WritableKeyPath<ListSettings, Value>,
        _ read: @escaping (inout Line) throws(Refusal) -> Value,
        _ text: @escaping (Value) -> String
    ) {
        self.name = name
        self.read = { (settings, line) throws(Refusal) in
            settings[keyPath: path] = try read(&line)
        }
        self.text = { text($0[keyPath: path]) }
    }

    private init(_ name: String, _ path: WritableKeyPath<ListSettings, Bool>) {
        self.init(name, path, { line throws(Refusal) in try line.flag() }, { $0 ? "1" : "0" })
    }

    private init(_ name: String, _ path: WritableKeyPath<ListSettings, Int>) {
        self.init(name, path, { line throws(Refusal) in try line.integer() }, { "\($0)" })
    }

    private init(_ name: String, _ path: WritableKeyPath<ListSettings, Double>, in unit: Double) {
        self.init(
            name, path, { line throws(Refusal) in Double(try line.integer()) / unit },
            { "\(whole($0, unit))" })
    }

    private init(_ name: String, _ path: WritableKeyPath<ListSettings, some CaseIterable>) {
        self.init(name, path, { line throws(Refusal) in try line.value() }, { wordOf($0) })
    }

    static var all: [SettingsKey] {
        [
            .init("depth", \.depth),
            .init("presence", \.presence),
            .init("pressure", \.memoryPressure),
            .init("short_content_policy", \.shortContentPolicy),
            .init("slack", \.slack, in: 1000),
            .init("foresight", \.foresight, in: 1000),
            .init("direction_threshold", \.directionThreshold, in: 960),
            .init("leading_tail", \.leadingScreensAtTail, in: 1000),
            .init("leading_head", \.leadingScreensAtHead, in: 1000),
            .init("leading_items_tail", \.leadingItemsAtTail),
            .init("leading_items_head", \.leadingItemsAtHead),
            .init("overscan_items", \.overscanItems),
            .init("extra_tail", \.extraLengthAtTail, in: 960),
            .init("extra_head", \.extraLengthAtHead, in: 960),
            .init("stick_distance_tail", \.stickDistanceAtTail, in: 960),
            .init("stick_distance_head", \.stickDistanceAtHead, in: 960),
            .init("in_background", \.isInBackground),
            .init("insertion_pending", \.isInsertionPending),
            .init("host_decides_batches", \.hostDecidesBatches),
            .init("sticks_tail", \.sticksToTail),
            .init("sticks_head", \.sticksToHead),
            .init("uses_mean_estimate", \.usesMeanEstimate),
            .init("pins_headers", \.pinsHeaders),
        ]
    }
}

extension Line {
    mutating func read(into settings: inout ListSettings) throws(Refusal) {
        while !isAtEnd {
            let key = try word()
            guard let known = SettingsKey.all.first(where: { $0.name == key }) else {
                throw Refusal(text: "unknown key \(key)")
            }
            try known.read(&settings, &self)
        }
    }

    mutating func read(into viewport: inout ListViewport) throws(Refusal) {
        var start = viewport.place?.start ?? 0
        while !isAtEnd {
            switch try word() {
            case "user": viewport.isUserDriven = try flag()
            case "held": viewport.isHeld = try flag()
            case "dragged": viewport.isDragged = try flag()
            case "insets_are_fixed": viewport.insetsAreFixed = try flag()
            case "item": viewport.place = .init(item: try integer(), start: 0)
            case "item_place": start = try length()
            case "landing": viewport.landingOffset = try length()
            case "inset_start": viewport.insetStart = try length()
            case "inset_end": viewport.insetEnd = try length()
            case "velocity": viewport.velocity = try length()
            case "time": viewport.time = try seconds()
            case "jitter": viewport.jitter = try thousandths()
            case let key: throw Refusal(text: "unknown key \(key)")
            }
        }
        viewport.place?.start = start
    }

    /// A fraction in thousandths, or `nearest`; and a shift, if one follows.
    mutating func alignment() throws(Refusal) -> ScrollAlignment {
        let word = try word()
        guard let thousandths = word == "nearest" ? -1000 : Int(word) else {
            throw Refusal(text: "no integer: \(word)")
        }
        return ScrollAlignment(
            fraction: Double(thousandths) / 1000, shift: isAtEnd ? 0 : try length())
    }
}
