internal import CRangeCore

/// An end of a list.
@frozen
public enum BatchEnd: UInt32, Sendable, Hashable, CaseIterable {
    /// After the last item.
    case tail = 0
    /// Before the first.
    case head = 1
}

/// What a batch decision comes to.
@frozen
public enum BatchAnswer: UInt32, Sendable, Hashable, CaseIterable {
    /// Do not fetch now; the next update asks again.
    case no = 0
    /// Fetch.
    case yes = 1
    /// The host asked to decide by itself; the decision holds what it needs for that.
    case `defer` = 2
}

/// The rule that gave a batch decision its answer, in the order in which the rules are asked.
@frozen
public enum BatchReason: UInt32, Sendable, Hashable, CaseIterable {
    /// No: a fetch of this end is in flight.
    case inFlight = 0
    /// No: there is nothing more at this end.
    case ended = 1
    /// No: a fetch brought nothing or was cancelled; edits, a new scroll or a retry release it.
    case latched = 2
    /// No: a fetch failed and the time to try again has not come.
    case backingOff = 3
    /// No: the host says that fetched items are still to be inserted.
    case insertionPending = 4
    /// No: leading screens are 0 or less, which turns this end off.
    case off = 5
    /// No: the viewport has no length.
    case emptyViewport = 6
    /// No: a list without items asks at its tail only.
    case noItems = 7
    /// Yes: the content is shorter than the viewport.
    case shortContent = 8
    /// No: the content is shorter than the viewport, and the policy says not to fetch for that.
    case shortContentPolicy = 9
    /// No: the list is not on screen.
    case notOnScreen = 10
    /// No: the viewport moves away from this end.
    case movingAway = 11
    /// Yes: what remains to this end is at most the leading screens.
    case nearEnd = 12
    /// No: more remains to this end than the leading screens.
    case farFromEnd = 13
    /// Defer: the host decides while the viewport moves toward this end.
    case hostDecides = 14
}

extension BatchReason: CustomStringConvertible {
    /// The reason in a few words, for logs.
    public var description: String { String(cString: rc_batch_reason_text(c)) }
}

/// When content that is shorter than the viewport makes the tail fetch.
@frozen
public enum ShortContentPolicy: UInt32, Sendable, Hashable, CaseIterable {
    /// At once, as Texture.
    case fetches = 0
    /// Not before the user's first scroll.
    case afterScroll = 1
    /// Never by itself.
    case never = 2
}

/// The answer to "fetch now?", and why.
@frozen
public struct BatchDecision: Sendable, Hashable {
    /// What it comes to.
    public var answer: BatchAnswer
    /// The rule that said so.
    public var reason: BatchReason
    /// Points from the viewport's (or the landing) edge to the content's end; negative past it. 0
    /// where a rule before the distance answered.
    public var remaining: Double
    /// ``remaining`` divided by the velocity, in seconds; 0 unless deferred.
    public var seconds: Double
    /// What the distance rule said; false where it was not asked.
    public var isNear: Bool

    /// A decision made elsewhere, for tests of a host.
    @inlinable
    public init(
        answer: BatchAnswer, reason: BatchReason, remaining: Double = 0, seconds: Double = 0,
        isNear: Bool = false
    ) {
        self.answer = answer
        self.reason = reason
        self.remaining = remaining
        self.seconds = seconds
        self.isNear = isNear
    }
}

/// How a flight stands.
@frozen
public enum BatchOutcome: UInt32, Sendable, Hashable, CaseIterable {
    /// Not finished.
    case fetching = 0
    /// Finished, with or without new items.
    case completed = 1
    /// Finished by `complete(false)`: ask no more until something changes.
    case declined = 2
    /// An error; tried again after a while.
    case failed = 3
    /// Cancelled by the app, by a reset, or with its list.
    case cancelled = 4
    /// Finished, and there is nothing more at this end.
    case ended = 5
    /// Another flight of this end has begun since.
    case stale = 6
}
