import RangeCore

extension CollectionLayoutModel {
    /// What a debug overlay draws; nil before the first update. Loads are those of what follows the list.
    @MainActor
    func overlay(followed: CollectionFollowing) -> RangeOverlay? {
        guard let (update, viewport) = current else { return nil }
        return RangeOverlay(
            list.engine, update, length: viewport.length,
            insets: (viewport.insetStart, viewport.insetEnd),
            end: {
                let reason = ($0 == .tail ? update.tail : update.head).reason
                return Self.loadState(reason, isFetching: reason == .fetching)
            }, load: { index in followed.followers.lazy.compactMap { $0.load(index) }.first })
    }
}
