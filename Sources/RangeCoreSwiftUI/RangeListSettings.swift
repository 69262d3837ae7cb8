// It needs nothing of SwiftUI, so that it can be tested anywhere.

import RangeCore

/// What a modifier sets in a list, and how that is taken back.
@MainActor
struct RangeListSetting<ID: Hashable & Sendable> {
    /// What it sets: of several modifiers for the same, the last applies.
    let key: AnyHashable
    /// Sets it; called whenever the view is evaluated.
    let set: @MainActor (LazyListHost<ID>) -> Void
    /// Notes how it is before it is first set, and returns what restores that.
    let undo: @MainActor (LazyListHost<ID>) -> @MainActor (LazyListHost<ID>) -> Void

    init(
        _ key: AnyHashable, set: @escaping @MainActor (LazyListHost<ID>) -> Void,
        undo: @escaping @MainActor (LazyListHost<ID>) -> @MainActor (LazyListHost<ID>) -> Void
    ) {
        (self.key, self.set, self.undo) = (key, set, undo)
    }

    /// Sets a property of the settings.
    init<Value: Equatable>(_ property: WritableKeyPath<ListSettings, Value>, _ value: Value) {
        self.init(property) { host in
            host.set(property, to: value)
        } undo: { host in
            let old = host.controller.settings[keyPath: property]
            return { $0.set(property, to: old) }
        }
    }

    /// Sets a property of the list.
    private init<Value>(
        of property: ReferenceWritableKeyPath<LazyListHost<ID>, Value>, _ value: Value
    ) {
        self.init(property) {
            $0[keyPath: property] = value
        } undo: { host in
            let old = host[keyPath: property]
            return { $0[keyPath: property] = old }
        }
    }

    /// Fetches at an end.
    init<Item: Sendable>(
        fetcherAt end: BatchEnd,
        fetch: @escaping @concurrent @Sendable (Int) async throws -> (items: [Item], isLast: Bool),
        insert: @escaping @MainActor ([Item]) throws -> Void
    ) {
        self.init("fetch \(end)") { host in
            host.setBatchFetcher(at: end, fetch: fetch, insert: insert)
        } undo: { _ in
            { $0.controller.removeBatchFetcher(at: end) }
        }
    }

    /// Fetches at the head within one screenful, unless that is set; one of the first.
    static var screenAtHead: Self {
        let property = \ListSettings.leadingScreensAtHead
        return Self(property) { host in
            if host.controller.settings.leadingScreensAtHead == 0 { host.set(property, to: 1) }
        } undo: {
            Self(property, 1).undo($0)
        }
    }

    /// Tells impressions what is on screen.
    init(impressions: Impressions<ID>, rule: (@MainActor (ID) -> Int)?) {
        self.init(ObjectIdentifier(impressions)) { host in
            // What is told must wait until the view has been evaluated.
            if impressions.follow(host, rule: rule) { host.configure { _ in } }
        } undo: { _ in
            { impressions.leave($0.controller) }
        }
    }

    /// Gives items the extents that the app knows.
    init(extent: @escaping @MainActor (ID) -> Double) {
        self.init(of: \.extent, extent)
    }

    /// Makes items go across all lanes.
    init(wide isWide: @escaping @MainActor (ID) -> Bool) {
        self.init(of: \.isWide, isWide)
    }

    /// Creates a node for each item in range.
    init(node make: @escaping @MainActor (ID) -> RangeNode) {
        self.init(of: \.makeNode, make)
    }

    /// Tells of changes of states.
    init(changes actions: [@MainActor (LazyStateChanges<ID>) -> Void]) {
        self.init("changes") { host in
            host.onStateChanges = { told in for act in actions { act(told) } }
        } undo: { host in
            let old = host.onStateChanges
            return { $0.onStateChanges = old }
        }
    }
}

/// What the modifiers of a list have set: what a later evaluation of the view sets no more is taken back.
@MainActor
struct AppliedSettings<ID: Hashable & Sendable> {
    private var undos: [AnyHashable: @MainActor (LazyListHost<ID>) -> Void] = [:]

    /// Applies settings to a list.
    mutating func apply(_ settings: [RangeListSetting<ID>], to host: LazyListHost<ID>) {
        let last = Dictionary(settings.indices.map { (settings[$0].key, $0) }) { $1 }
        for (key, undo) in undos where last[key] == nil {
            undo(host)
            undos[key] = nil
        }
        for (index, setting) in settings.enumerated() where last[setting.key] == index {
            if undos[setting.key] == nil { undos[setting.key] = setting.undo(host) }
            setting.set(host)
        }
    }
}

extension LazyListHost {
    // Set whenever the view is evaluated, so an update only if it is new.
    func set<Value: Equatable>(
        _ property: WritableKeyPath<ListSettings, Value>, to value: Value
    ) {
        if controller.settings[keyPath: property] == value { return }
        configure { $0[keyPath: property] = value }
    }
}
