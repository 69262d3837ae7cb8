internal import CRangeCore

/// An end of a list.
///
/// ```swift
/// var engine = try ListEngine()
/// engine.markExhausted(at: .head)  // the first item of the source is in the list
/// ```
public enum BatchEnd: UInt32, Sendable, Hashable, CaseIterable {
    /// After the last item.
    case tail = 0
    /// Before the first item.
    case head = 1
}

/// Whether to fetch at one end now, and why.
///
/// ```swift
/// var engine = try ListEngine()
/// let decision = try engine.update(ListViewport(offset: 0, length: 480)).tail
/// if decision.answer == .yes { print("fetch:", decision.reason) }
/// // prints:
/// // fetch: content shorter than the viewport
/// ```
public struct BatchDecision: Sendable, Hashable {
    /// The outcome of a batch decision.
    ///
    /// ```swift
    /// let decision = BatchDecision(answer: .no, reason: .farFromEnd, remaining: 2000)
    /// print(decision.answer)  // no
    /// ```
    public enum Answer: UInt32, Sendable, Hashable, CaseIterable {
        /// Do not fetch now. The next update decides again.
        case no = 0
        /// Fetch.
        case yes = 1
        /// The host decides, by the other properties; see ``ListSettings/hostDecidesBatches``.
        case `defer` = 2
    }

    /// The rule that determined a batch decision. Rules are tried in this order, but
    /// ``hostDecides`` before ``nearEnd``.
    ///
    /// ```swift
    /// var engine = try ListEngine()
    /// engine.markExhausted(at: .tail)
    /// let update = try engine.update(ListViewport(offset: 0, length: 480))
    /// print(update.tail.reason == .exhausted)  // true
    /// ```
    public enum Reason: UInt32, Sendable, Hashable, CaseIterable {
        /// No: a fetch is in progress at this end.
        case fetching = 0
        /// No: nothing more exists at this end.
        case exhausted = 1
        /// No: the last fetch was declined, cancelled, or the third or later in succession that
        /// completed without an insertion. An insertion or removal, a new scroll or a retry resumes
        /// it.
        case paused = 2
        /// No: the last fetch failed, and it is too early to retry.
        case backingOff = 3
        /// No: fetched items have yet to be inserted.
        case insertionPending = 4
        /// No: the leading screens of this end are 0 or less.
        case disabled = 5
        /// No: the viewport has no length.
        case emptyViewport = 6
        /// No: an empty list fetches at its tail only.
        case noItems = 7
        /// Yes: the content is shorter than the viewport.
        case shortContent = 8
        /// No: the content is shorter than the viewport, but the policy does not allow a fetch.
        case shortContentPolicy = 9
        /// No: the list is not on screen.
        case notOnScreen = 10
        /// No: the viewport is moving away from this end.
        case movingAway = 11
        /// Yes: at most the leading screens remain to this end.
        case nearEnd = 12
        /// No: more than the leading screens remain to this end.
        case farFromEnd = 13
        /// Defer: the viewport is moving toward this end, and the host decides.
        case hostDecides = 14
    }

    /// Whether to fetch.
    public var answer: Answer
    /// The rule that determined it.
    public var reason: Reason
    /// Points from the edge of the viewport, or of where it will land, to the end of the content;
    /// negative past it. 0 unless the rule is
    /// ``Reason/nearEnd``, ``Reason/farFromEnd`` or ``Reason/hostDecides``.
    public var remaining: Double
    /// ``remaining`` ÷ velocity, in seconds; 0 unless deferred.
    public var seconds: Double
    /// Whether at most the leading screens remain; false if ``remaining`` was not computed.
    public var isNear: Bool

    /// Creates a decision, for testing a host.
    public init(
        answer: Answer, reason: Reason, remaining: Double = 0, seconds: Double = 0,
        isNear: Bool = false
    ) {
        self.answer = answer
        self.reason = reason
        self.remaining = remaining
        self.seconds = seconds
        self.isNear = isNear
    }
}

extension BatchDecision.Reason: CustomStringConvertible {
    /// A short description, for logs.
    public var description: String { unsafe String(cString: rc_batch_reason_text(c)) }
}
