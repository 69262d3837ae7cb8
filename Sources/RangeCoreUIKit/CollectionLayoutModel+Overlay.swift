import RangeCore

extension CollectionLayoutModel {
    /// What a debug overlay draws; nil before the first update. Loads are the app's own.
    var overlay: RangeOverlay? {
        guard let (update, viewport) = current else { return nil }
        return RangeOverlay(
            list.engine, update, length: viewport.length,
            insets: (viewport.insetStart, viewport.insetEnd),
            end: {
                let reason = ($0 == .tail ? update.tail : update.head).reason
                return Self.loadState(reason, isFetching: reason == .fetching)
            }, load: { _ in nil })
    }
}
