internal import CRangeCore

extension RangeOverlay {
    /// Creates the overlay of a list's last update; nil before the first, and while it is hidden.
    ///
    /// Loads are those of the preloaders and the store that are attached to it.
    ///
    /// - Complexity: O(log n + rows of the strip).
    @MainActor
    package init?(_ list: RangeController, reach: Double = 3) {
        guard list.hasUpdated, let viewport = list.viewport else { return nil }
        self.init(
            list.engine, list.latest, length: viewport.length,
            insets: (viewport.insetStart, viewport.insetEnd), reach: reach,
            end: { list.loadState(at: $0) }, load: { list.load(ofItem: $0) })
        let counters = list.followers.compactMap { $0.count?() }
        if !counters.isEmpty {
            lateCount = counters.reduce(0) { $0 + Int($1.late) }
            wastedCount = counters.reduce(0) { $0 + Int($1.wasted) }
        }
    }
}

extension RangeController {
    // The most urgent of what loads for an item.
    fileprivate func load(ofItem index: Int) -> RangeOverlay.Role? {
        for follower in followers {
            if let load = follower.load(index) { return load }
        }
        return pages.flatMap { RangeOverlay.Role($0.state(ofSlot: index)) }
    }
}

extension Preloader {
    /// What the load of an id does; nil if no list wants it and nothing is known of it.
    func load(of id: ID) -> RangeOverlay.Role? {
        guard let number = numbers[id], let ticket = engine.ticket(number) else { return nil }
        switch PreloadState(raw: ticket.state.rawValue) {
        case .waiting: return .waiting
        case .failed: return .failed
        case .loading: return ticket.is_wanted ? .loading : .unwanted
        case .ready: return .ready
        }
    }
}
