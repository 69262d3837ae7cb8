/// Fetches batches in Texture's way.
///
/// After an update that says so, ``shouldBatchFetch(for:at:)`` is asked on the main actor, and then
/// ``willBeginBatchFetch(with:)`` is called on another thread. Fetch there, insert what came on the
/// main actor, and finish the context.
@MainActor
public protocol BatchFetchingDelegate: AnyObject, Sendable {
    /// Whether to fetch now; asked after each *yes*. The default is true.
    ///
    /// - Returns: false for no in this update; the next one asks again.
    func shouldBatchFetch(for controller: RangeController, at end: BatchEnd) -> Bool

    /// Whether to fetch now, while the viewport moves toward an end; asked where
    /// ``ListSettings/hostDecidesBatches``. The default is the hint.
    ///
    /// - Parameters:
    ///   - controller: of the list.
    ///   - end: toward which the viewport moves.
    ///   - remaining: points to the content's end; negative past it.
    ///   - seconds: until the end is reached at this velocity.
    ///   - hint: what the distance rule says.
    func shouldFetchBatch(
        for controller: RangeController, at end: BatchEnd, remaining: Double, seconds: Double,
        hint: Bool
    ) -> Bool

    /// Begins to fetch; never called on the main actor.
    ///
    /// - Parameter context: to be finished, on any thread. One that is let go counts as cancelled.
    nonisolated func willBeginBatchFetch(with context: BatchContext)
}

extension BatchFetchingDelegate {
    /// Always.
    public func shouldBatchFetch(for controller: RangeController, at end: BatchEnd) -> Bool {
        true
    }

    /// What the distance rule says.
    public func shouldFetchBatch(
        for controller: RangeController, at end: BatchEnd, remaining: Double, seconds: Double,
        hint: Bool
    ) -> Bool {
        hint
    }
}

/// What a fetch is asked for.
public struct BatchRequest: Sendable {
    /// The end at which the items go.
    public let end: BatchEnd
    /// How many items the list held when it was asked.
    public let count: Int
}

/// What a fetch brought.
public struct Batch<Item> {
    /// The items, in the order of the list.
    public var items: [Item]
    /// Whether there is nothing more at this end.
    public var isLast: Bool

    /// What a fetch brought.
    ///
    /// - Parameters:
    ///   - items: in the order of the list.
    ///   - isLast: whether there is nothing more at this end.
    public init(_ items: [Item], isLast: Bool = false) {
        self.items = items
        self.isLast = isLast
    }
}

extension Batch: Sendable where Item: Sendable {}
