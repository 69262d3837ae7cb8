import RangeCore

/// What a key of `set` stands for.
struct SettingsKey {
    let name: String
    let read: (inout ListSettings, inout Line) throws(Refusal) -> Void
    let text: (ListSettings) -> String

    private init(
        _ name: String, _ read: @escaping (inout ListSettings, inout Line) throws(Refusal) -> Void,
        _ text: @escaping (ListSettings) -> String
    ) {
        (self.name, self.read, self.text) = (name, read, text)
    }

    private static func flag(
        _ name: String, _ path: WritableKeyPath<ListSettings, Bool>
    ) -> SettingsKey {
        SettingsKey(name) { (settings, line) throws(Refusal) in
            settings[keyPath: path] = try line.flag()
        } _: {
            $0[keyPath: path] ? "1" : "0"
        }
    }

    private static func number(
        _ name: String, _ path: WritableKeyPath<ListSettings, Double>, in unit: Double
    ) -> SettingsKey {
        SettingsKey(name) { (settings, line) throws(Refusal) in
            settings[keyPath: path] = Double(try line.integer()) / unit
        } _: {
            "\(whole($0[keyPath: path], unit))"
        }
    }

    private static func count(
        _ name: String, _ path: WritableKeyPath<ListSettings, Int>
    ) -> SettingsKey {
        SettingsKey(name) { (settings, line) throws(Refusal) in
            settings[keyPath: path] = try line.integer()
        } _: {
            "\($0[keyPath: path])"
        }
    }

    private static func choice<Value: CaseIterable>(
        _ name: String, _ path: WritableKeyPath<ListSettings, Value>
    ) -> SettingsKey {
        SettingsKey(name) { (settings, line) throws(Refusal) in
            settings[keyPath: path] = try line.value()
        } _: {
            wordOf($0[keyPath: path])
        }
    }

    static var all: [SettingsKey] {
        [
            count("depth", \.depth),
            choice("presence", \.presence),
            choice("pressure", \.memoryPressure),
            choice("short_content_policy", \.shortContentPolicy),
            number("slack", \.slack, in: 1000),
            number("foresight", \.foresight, in: 1000),
            number("direction_threshold", \.directionThreshold, in: 960),
            number("leading_tail", \.leadingScreensAtTail, in: 1000),
            number("leading_head", \.leadingScreensAtHead, in: 1000),
            count("leading_items_tail", \.leadingItemsAtTail),
            count("leading_items_head", \.leadingItemsAtHead),
            number("extra_tail", \.extraLengthAtTail, in: 960),
            number("extra_head", \.extraLengthAtHead, in: 960),
            number("stick_distance_tail", \.stickDistanceAtTail, in: 960),
            number("stick_distance_head", \.stickDistanceAtHead, in: 960),
            flag("in_background", \.isInBackground),
            flag("insertion_pending", \.isInsertionPending),
            flag("host_decides_batches", \.hostDecidesBatches),
            flag("sticks_tail", \.sticksToTail),
            flag("sticks_head", \.sticksToHead),
            flag("uses_mean_estimate", \.usesMeanEstimate),
            flag("pins_headers", \.pinsHeaders),
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
