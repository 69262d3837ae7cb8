import RangeCore

extension CollectionLayoutModel {
    /// What a debug overlay draws; nil before the first update. Loads are the app's own.
    var overlay: RangeOverlay? {
        guard let (update, viewport) = current else { return nil }
        return RangeOverlay(
            list.engine, update, length: viewport.length,
            insets: (viewport.insetStart, viewport.insetEnd),
            end: { Self.loadState($0 == .tail ? update.tail : update.head) }, load: { _ in nil })
    }

    private static func loadState(_ decision: BatchDecision) -> LoadState {
        switch decision.reason {
        case .fetching: .loading
        case .backingOff: .failed
        case .paused: .paused
        case .exhausted: .exhausted
        default: .idle
        }
    }
}
