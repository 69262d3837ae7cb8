/// What a ``PageStore`` holds at one time.
///
/// ```swift
/// let photos = PageStore(total: 50, load: server.load)
/// try await photos.refresh()
/// for await snapshot in photos.snapshots {
///     print(snapshot.count, snapshot.items.count, snapshot[3] == nil, snapshot[20] == nil)
///     break
/// }
/// // prints: 50 20 false true
/// ```
public struct PageSnapshot<Item: Sendable>: Sendable {
    /// The number of slots.
    public let count: Int
    /// The items that are loaded, in the order of their slots.
    public let items: [Item]
    /// Their slots, ascending.
    public let slots: [Int]
    /// What happens before the first item.
    public let headState: LoadState
    /// What happens after the last item.
    public let tailState: LoadState
    /// What happens to the refresh; exhausted if none is pending.
    public let refreshState: LoadState

    /// Returns the item in a slot; nil for a placeholder.
    ///
    /// - Complexity: O(log items).
    public subscript(slot: Int) -> Item? {
        var (lower, upper) = (0, slots.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if slots[middle] < slot { lower = middle + 1 } else { upper = middle }
        }
        return lower < slots.count && slots[lower] == slot ? items[lower] : nil
    }
}
