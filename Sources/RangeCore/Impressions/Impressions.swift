internal import CRangeCore

/// Tells which items were really seen, and for how long: each once, whatever lists they are in.
///
/// ```swift
/// let photos = (0..<50).map { Photo(id: $0) }
/// let list = RangeController(estimate: 120) { index in PhotoNode(photos[index]) }
/// try list.insertItems(count: photos.count, at: 0)
/// let impressions = Impressions<Photo.ID>(rules: [.display])
/// try impressions.attach(to: list) { index in photos[index].id }
/// let events = impressions.events()
/// Task {
///     for await event in events where event.kind == .seen {
///         print("photo \(event.id) was seen for \(event.seconds) s")
///     }
/// }
/// _ = try list.update(ListViewport(offset: 0, length: 480))
/// print(impressions.isSeen(photos[0].id))  // false
/// ```
///
/// That an item was on screen says little: a fling shows hundreds. An item counts as *seen* once so much of it
/// has been on screen for so long without a break, by its ``ImpressionRule``; less what bars and pinned
/// headers cover, and only while the app is in the foreground (``ListSettings/isInBackground``) and
/// ``isActive`` is true. It counts once in a session, which ``reset()`` ends.
///
/// Edits, recycled views and pages that are dropped make no difference, as items are known by their ids.
/// What is told has its exact time, however late an update is.
@MainActor
public final class Impressions<ID: Hashable & Sendable> {
    /// The rules, which a closure of ``attach(to:cross:id:rule:)`` chooses from by index.
    public let rules: [ImpressionRule]
    /// See ``Impression/Kind/crossed(level:fraction:)``.
    public let thresholds: [Double]

    /// Whether anybody can look: false for example while something covers the whole screen, or until the user
    /// has touched it.
    public var isActive = true {
        didSet { update() }
    }

    /// Called when something has happened, in the order in which it did; as ``events()``, at once.
    public var onEvent: (@MainActor (Impression<ID>) -> Void)?

    private var engine: ImpressionEngine
    private var streams: [Int: AsyncStream<Impression<ID>>.Continuation] = [:]
    private var lastStream = 0

    // An id has a number while it is on screen, or was seen.
    private var numbers = IDNumbers<ID>()

    private var lists: [Int64: WeakList] = [:]
    // By number, for what is not needed any more.
    private var shown: [Int64: [rc_id]] = [:]
    private var lastList: Int64 = 0

    /// Runs the wake-ups on the main thread; that of a list it is attached to, or tasks of the main actor,
    /// unless you set another.
    public var scheduler: ListScheduler {
        get {
            let list = lists.values.lazy.compactMap(\.list).first
            return ownScheduler ?? list?.scheduler ?? .mainActor
        }
        set { ownScheduler = newValue }
    }
    private var ownScheduler: ListScheduler?

    private lazy var wakeUp = WakeUp { [weak self] in self?.update() }
    private let start = ContinuousClock.now
    // For tests.
    lazy var clock: @MainActor () -> Double = { [start] in
        (ContinuousClock.now - start) / .seconds(1)
    }

    /// Creates impressions; nothing is told until a list is attached.
    ///
    /// - Parameters:
    ///   - rules: One to four.
    ///   - thresholds: Fractions of an item, 0 … 1, ascending, 32 at most: ``Impression/Kind/crossed(level:fraction:)``
    ///     is told when an item comes to reach more or fewer of them, as an `IntersectionObserver` does.
    /// - Precondition: They are as said.
    public init(rules: [ImpressionRule] = [.display], thresholds: [Double] = []) {
        (self.rules, self.thresholds) = (rules, thresholds)
        do throws(RangeCoreError) {
            engine = try ImpressionEngine(rules: rules, thresholds: thresholds)
        } catch {
            trap(error)
        }
    }

    deinit {
        for stream in streams.values { stream.finish() }
    }

    /// Returns what happens from now on; each call another sequence, which ends with the impressions.
    public func events() -> AsyncStream<Impression<ID>> {
        lastStream += 1
        let number = lastStream
        let (stream, continuation) = AsyncStream.makeStream(of: Impression<ID>.self)
        streams[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.streams[number] = nil }
        }
        return stream
    }

    /// Whether an item was seen in this session, as of the last update.
    public func isSeen(_ id: ID) -> Bool {
        guard let number = numbers[id] else { return false }
        return engine.isSeen(number)
    }

    /// Begins a new session: what was seen may be seen again. What is due is told before.
    public func reset() {
        engine.reset()
        update()
    }

    /// Forgets that items were seen: those that will not come back, or shall count again. One that is being
    /// seen is not forgotten.
    public func forget(_ ids: some Sequence<ID>) {
        engine.forget(ids.compactMap { numbers[$0] })
    }

    // -- lists --

    /// Follows what a list shows, from its last update on.
    ///
    /// The controller holds the impressions, not the other way round. When it is released, the list shows
    /// nothing any more.
    ///
    /// - Parameters:
    ///   - controller: The controller of any list; if it is attached already, the closures are replaced.
    ///   - cross: Which part of the list's breadth is on screen, 0 … 1: less for a carousel that is scrolled
    ///     partly out of the list that it is in.
    ///   - id: A closure that returns the id for an index of the list; nil for an item that does not count,
    ///     such as a placeholder. Must not change the list.
    ///   - rule: A closure that returns the index of an item's rule; nil for 0.
    /// - Throws: ``RangeCoreError/outOfMemory``.
    public func attach(
        to controller: RangeController, cross: @escaping @MainActor () -> Double = { 1 },
        id: @escaping @MainActor (Int) -> ID?, rule: (@MainActor (Int) -> Int)? = nil
    ) throws(RangeCoreError) {
        try join(controller, cross: cross, id: id, rule: rule)
    }

    /// Follows a list from its last update on.
    package func join(
        _ list: some FollowedList, cross: @escaping @MainActor () -> Double = { 1 },
        id: @escaping @MainActor (Int) -> ID?, rule: (@MainActor (Int) -> Int)? = nil
    ) throws(RangeCoreError) {
        follow(list, cross: cross, id: id, rule: rule)
        if let number = number(of: list) { try show(list, number, cross(), id, rule) }
    }

    private func number(of list: some FollowedList) -> Int64? {
        lists.first { $0.value.list === list }?.key
    }

    /// Follows a list from its next update on, and returns whether it did not yet.
    @discardableResult
    package func follow(
        _ list: some FollowedList, cross: @escaping @MainActor () -> Double = { 1 },
        id: @escaping @MainActor (Int) -> ID?, rule: (@MainActor (Int) -> Int)? = nil
    ) -> Bool {
        let known = number(of: list)
        lastList += 1
        let number = known ?? lastList
        let didUpdate: @MainActor (any FollowedList) -> Void = { [unowned self] list in
            do throws(RangeCoreError) {
                try show(list, number, cross(), id, rule)
            } catch {
                list.report(error)
            }
        }
        if let attachment = list.followers.first(where: { $0.serves(self) }) {
            attachment.didUpdate = didUpdate
        } else {
            lists[number] = WeakList(list: list)
            list.followers.append(
                ListAttachment(
                    self, by: list.scheduler, didUpdate: didUpdate,
                    end: { [weak self] in self?.end(number) }))
        }
        return known == nil
    }

    /// Follows what a host's list shows; the same for its controller.
    public func attach<Surface>(
        to host: ListHost<Surface>, id: @escaping @MainActor (Int) -> ID?,
        rule: (@MainActor (Int) -> Int)? = nil
    ) throws(RangeCoreError) {
        try attach(to: host.controller, id: id, rule: rule)
    }

    /// Follows what a lazy stack shows, whose ids these are.
    ///
    /// ```swift
    /// let stack = LazyListHost<Int>(estimate: 60)
    /// let impressions = Impressions<Int>()
    /// try impressions.attach(to: stack)
    /// ```
    ///
    /// - Parameters:
    ///   - host: The host of the stack.
    ///   - cross: As in ``attach(to:cross:id:rule:)``.
    ///   - rule: A closure that returns the index of the rule for an id; nil for 0.
    public func attach(
        to host: LazyListHost<ID>, cross: @escaping @MainActor () -> Double = { 1 },
        rule: (@MainActor (ID) -> Int)? = nil
    ) throws(RangeCoreError) {
        let id = ids(of: host)
        try join(host.controller, cross: cross, id: id, rule: rule.map { byIndex(id, $0) })
    }

    /// Follows a lazy stack from its next update on, and returns whether it did not yet.
    @discardableResult
    package func follow(
        _ host: LazyListHost<ID>, rule: (@MainActor (ID) -> Int)? = nil
    ) -> Bool {
        let id = ids(of: host)
        return follow(host.controller, id: id, rule: rule.map { byIndex(id, $0) })
    }

    // The list holds the impressions, so these must not hold the list.
    private func ids(of host: LazyListHost<ID>) -> @MainActor (Int) -> ID? {
        { [weak host] in host?.ids[$0] }
    }

    private func byIndex(
        _ id: @escaping @MainActor (Int) -> ID?, _ rule: @escaping @MainActor (ID) -> Int
    ) -> @MainActor (Int) -> Int {
        { index in id(index).map { rule($0) } ?? 0 }
    }

    /// Follows a list no longer: for the impressions it shows nothing.
    public func detach(from controller: RangeController) { leave(controller) }

    /// Follows a list no longer.
    package func leave(_ list: some FollowedList) {
        list.followers.removeAll { $0.serves(self) }
        for (number, each) in lists where each.list === list { end(number) }
    }

    private func show(
        _ list: any FollowedList, _ number: Int64, _ cross: Double,
        _ id: @MainActor (Int) -> ID?, _ rule: (@MainActor (Int) -> Int)?
    ) throws(RangeCoreError) {
        // A list that has changed is about to be updated.
        guard let visible = list.lastUpdate?.visible else { return }
        let views = try list.withEngine { engine throws(RangeCoreError) in
            try engine.impressionViews(
                of: visible, cross: cross,
                id: { index in
                    let chosen = rule?(index) ?? 0
                    guard rules.indices ~= chosen else { trap(.argument("rule", chosen)) }
                    return (id(index).map { numbers.number(of: $0) } ?? noID, UInt32(chosen))
                })
        }
        guard let views else { return }
        try engine.show(views, in: number)
        shown[number] = views.map(\.id)
        update()
        sweep()
    }

    private func end(_ list: Int64) {
        guard lists.removeValue(forKey: list) != nil else { return }
        shown[list] = nil
        // Without views there is nothing to allocate.
        try? engine.show([], in: list)
        update()
    }

    // -- updates --

    private func update() {
        let (events, nextTime) = engine.update(clock(), isActive: isActive)
        wakeUp.set(nextTime, by: scheduler, now: clock)
        for event in events {
            guard let id = numbers.ids[event.id] else { continue }
            tell(
                Impression(
                    id: id, kind: kind(of: event), instant: start + .seconds(event.time),
                    seconds: event.seconds, rule: Int(event.rule)))
        }
    }

    private func kind(of event: rc_impression) -> Impression<ID>.Kind {
        switch event.kind {
        case RC_IMPRESSION_KIND_SEEN: .seen
        case RC_IMPRESSION_KIND_LEFT: .left
        default: .crossed(level: Int(event.level), fraction: event.fraction)
        }
    }

    private func tell(_ event: Impression<ID>) {
        for stream in streams.values { stream.yield(event) }
        onEvent?(event)
    }

    private func sweep() {
        guard numbers.isToBeSwept else { return }
        let shown = Set(self.shown.values.joined())
        numbers.sweep { shown.contains($0) || engine.isSeen($0) }
    }
}
