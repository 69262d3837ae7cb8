// What is set here counts from the next update on.
extension RangeController {
    /// Changes the settings, all at once.
    ///
    /// - Throws: ``RangeCoreError/argument`` for a value that its field does not allow,
    ///   ``RangeCoreError/limit`` for a length past the limits; nothing has changed then.
    public func configure(_ settings: ListSettings) throws(RangeCoreError) {
        let old = self.settings
        self.settings = settings
        do throws(RangeCoreError) {
            try engine.configure(effectiveSettings)
        } catch {
            self.settings = old
            throw error
        }
    }

    // A list is nowhere nearer than the node that holds it.
    var effectiveSettings: ListSettings {
        var settings = settings
        if outerPresence.rawValue > settings.presence.rawValue {
            settings.presence = outerPresence
        }
        return settings
    }

    private func change<Value>(_ path: WritableKeyPath<ListSettings, Value>, to value: Value) {
        var settings = settings
        settings[keyPath: path] = value
        try? configure(settings)
    }

    /// Where the list is. A list in a node is nowhere nearer than its node.
    public var presence: Presence {
        get { effectiveSettings.presence }
        set { change(\.presence, to: newValue) }
    }

    /// How short of memory the system is; it stays until it is set to normal.
    public var memoryPressure: MemoryPressure {
        get { settings.memoryPressure }
        set { change(\.memoryPressure, to: newValue) }
    }

    /// Whether the app is in the background.
    public var isInBackground: Bool {
        get { settings.isInBackground }
        set { change(\.isInBackground, to: newValue) }
    }

    /// Screens on top of the list's own; a negative number is ignored.
    public var depth: Int {
        get { settings.depth }
        set { change(\.depth, to: newValue) }
    }

    /// How many screenfuls before the tail the next batch is fetched, 2 at first; 0 or less turns
    /// fetching off. One that is not finite is ignored.
    public var leadingScreensForBatching: Double {
        get { settings.leadingScreens.tail }
        set { change(\.leadingScreens.tail, to: newValue) }
    }

    /// How far a range reaches in a mode.
    public func rangeTuning(for kind: RangeKind, mode: RangeMode = .full) -> RangeTuning {
        settings.tunings[mode, kind]
    }

    /// Sets how far a range reaches in a mode.
    ///
    /// - Throws: ``RangeCoreError/argument`` for a tuning that is not finite or negative.
    public func setRangeTuning(
        _ tuning: RangeTuning, for kind: RangeKind, mode: RangeMode = .full
    ) throws(RangeCoreError) {
        var settings = settings
        settings.tunings[mode, kind] = tuning
        try configure(settings)
    }

    /// How far the ranges reached in the last update; minimum before the first.
    public var rangeMode: RangeMode { lastUpdate?.mode ?? .minimum }

    /// Sets an explicit range mode, until the next update that is the user's.
    public func setRangeMode(_ mode: RangeMode) { engine.setMode(mode) }

    /// Makes full the base mode, as the user's first scroll would.
    public func promote() { engine.promote() }
}
