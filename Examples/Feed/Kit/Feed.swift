import RangeCore

/// A source, scrolled: what the terminal shows and what a script plays.
///
/// It asks for nothing but what RangeCore offers everybody: updates of a `RangeController`, the
/// `RowNode`s that this makes, and a `PageStore` that loads and drops their texts. Time and the fate of
/// requests come from a `Loader`, so that a script is played in virtual time.
@MainActor
final class Feed {
    /// What made an update.
    enum Cause: String {
        case start, scroll, fling, jump, page, failure, measure, clamp, time, size, screens, memory
        case hold, release, retry, reset
    }

    /// Where the reader wants to be, which is not loaded yet.
    enum Goal: Equatable {
        case end
        case row(Int)
        /// A part of all rows, 0 … 1.
        case fraction(Double)
        case found(Found)
    }

    /// A place that is not loaded, and why.
    struct Missing {
        /// From 1 on.
        var page: Int
        var isLoading: Bool
        /// Why it failed, if it did, and when it is asked for again.
        var failure: String?
        var retryTime = Double.infinity
    }

    let source: any Source
    let loader: any Loader
    private let network: BadNetwork
    private let pageLimit: Int

    /// Told of each update and of what changed in it.
    var onUpdate: ((Cause, ListUpdate, [ListEngine.Change]) -> Void)?
    /// Told of what else can be seen, as that a page is being loaded.
    var onChange: (() -> Void)?

    // -- where the viewport is --

    private(set) var offset = 0.0
    private(set) var length: Double
    private(set) var wrapping: Wrapping
    private(set) var isHeld = false
    /// How much of the screen before and after the viewport is not in it.
    private(set) var inset = 0.0
    private(set) var goal: Goal?
    /// Where the store starts over.
    private var target = 0

    // -- what is there --

    private(set) lazy var controller = makeController()
    private(set) lazy var store = makeStore()
    private(set) var leadingScreens = 2.0
    /// Whether the source has told how long it is, and will not be longer.
    private var tellsEnd = false
    /// Replies to requests from before a reset are ignored.
    private var generation = 0
    private var failureCount = 0
    private var didFail = false
    /// Counts up to the goal, and how much of the source lies before what was counted.
    private var counting: Task<Void, Never>?
    private(set) var fraction = 0.0
    /// Waits until the source has more.
    private var waiting: Task<Void, Never>?
    private var didMeasure = false
    private var changes: [ListEngine.Change] = []

    init(
        source: any Source, loader: any Loader, network: BadNetwork, columns: Int, rows: Int,
        showsUnicode: Bool = true, pageLimit: Int = Options.pages
    ) {
        self.source = source
        self.loader = loader
        self.network = network
        self.pageLimit = pageLimit
        length = Double(rows)
        wrapping = Wrapping(columns: columns, showsUnicode: showsUnicode)
    }

    private func makeController() -> RangeController {
        allowed {
            let controller = try RangeController(
                estimate: source.estimate, spacing: source.spacing
            ) { [unowned self] row in
                RowNode(store[row], feed: self)
            }
            try controller.configure { $0.usesMeanEstimate = true }
            controller.schedulesUpdates = false
            controller.onChanges = { [unowned self] in changes = $0 }
            return controller
        }
    }

    private func makeStore() -> PageStore<Item> {
        allowed {
            let store = try PageStore(pageSize: source.pageSize) {
                [weak self, source, loader, generation] request in
                let number = request.pageNumbers().lowerBound
                do {
                    try await loader.pass(number)
                    let page = try await source.page(number)
                    await self?.note(page, generation)
                    return PageReply(page.items, total: page.total)
                } catch {
                    await self?.note(error, generation)
                    throw error
                }
            }
            try store.configure { $0.pageLimit = heldPages }
            store.clock = { [loader] in loader.time }
            store.jitter = { [unowned self] in network.jitter(failureCount) }
            store.onChange = { [unowned self] in follow($0) }
            return store
        }
    }

    /// What cannot fail with the constants of this program.
    private func allowed<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch {
            fatalError("it is allowed, and there is memory: \(error)")
        }
    }

    // With little memory, from the next page on no more is held than has to be.
    private var heldPages: Int { controller.settings.memoryPressure == .normal ? pageLimit : 1 }

    private func attach() {
        allowed {
            try store.attach(to: controller, leadingScreens: leadingScreens, loadingRowExtent: 1)
        }
    }

    // -- what the user and the program do --

    func start() {
        attach()
        update(.start)
    }

    /// Scrolls as the user, and returns by how much; less where the content ends.
    @discardableResult
    func scroll(
        by rows: Double, velocity: Double, landing: Double? = nil, cause: Cause = .scroll
    ) -> Double {
        stopGoing()
        let target = clamped(offset + rows)
        let moved = target - offset
        offset = target
        update(cause, isUser: true, velocity: velocity, landing: landing.map(clamped))
        return moved
    }

    /// Scrolls as the program.
    func jump(to row: Int, at alignment: ScrollAlignment) {
        stopGoing()
        aim(at: row, alignment)
    }

    /// Scrolls as the program to what may not be known yet: the source counts up to there. If it
    /// cannot, the end is shown, which loads on.
    func go(to goal: Goal) {
        stopGoing()
        self.goal = goal
        if place(of: goal) != nil { return pursue(.jump) }
        let index: Int? =
            switch goal {
            case .row(let row): row
            case .found(let found): found.index
            case .end, .fraction: nil
            }
        let report: @Sendable (Double) async -> Void = { [weak self] in
            await self?.note(fraction: $0)
        }
        counting = Task { [weak self, source] in
            let count = try? await source.count(to: index, report)
            guard let self, !Task.isCancelled else { return }
            counting = nil
            onChange?()
            guard let count, count > 0 else { return pursue(.jump) }
            // The store starts over there, whatever lies between.
            target = min(index ?? .max, count - 1)
            try? await store.refresh(.position(target))
        }
    }

    /// Stops going to what is not known yet.
    func stopGoing() {
        counting?.cancel()
        (counting, goal, fraction) = (nil, nil, 0)
    }

    private func aim(at row: Int, _ alignment: ScrollAlignment) {
        if controller.lastUpdate == nil { update(.start) }
        let row = min(max(row, 0), controller.count - 1)
        if let target = try? controller.setScrollTarget(row, at: alignment) {
            let isEnd = alignment == .end && row == controller.count - 1
            // One row further, within what counts as having reached the target, the loading row
            // is seen.
            offset = clamped(isEnd ? target + controller.settings.extraLengthAtTail : target)
        }
        update(.jump)
        // It is no scroll bar that is dragged past pages.
        try? store.settle()
    }

    func setHeld(_ held: Bool) {
        isHeld = held
        update(held ? .hold : .release)
    }

    func setLeadingScreens(_ screens: Double) {
        leadingScreens = max(screens, 0)
        attach()
        update(.screens)
    }

    func setMemoryPressure(_ pressure: ListSettings.MemoryPressure) {
        allowed {
            try controller.configure { $0.memoryPressure = pressure }
            try store.configure { $0.pageLimit = heldPages }
        }
        update(.memory)
    }

    /// Leaves a part of the screen out of the viewport, so that the rows around it are seen.
    func setInset(_ inset: Double) {
        let isAtStart = offset <= -self.inset
        self.inset = inset
        if isAtStart { offset = -inset }
        update(.size)
    }

    func resize(columns: Int, rows: Int) {
        length = Double(rows)
        let wrapping = Wrapping(columns: columns, showsUnicode: wrapping.showsUnicode)
        if wrapping != self.wrapping {
            self.wrapping = wrapping
            try? controller.forgetExtents(of: 0..<controller.count)
            for row in controller.indicesOfNodes {
                (controller.node(ofItem: row) as? RowNode)?.layOut()
            }
        }
        update(.size)
    }

    func retry() {
        store.retry()
        update(.retry)
    }

    /// To be called at `nextTime`.
    func timePassed() {
        update(.time)
    }

    /// Begins again at the first page.
    func reset() {
        generation += 1
        stopGoing()
        waiting?.cancel()
        target = 0
        (waiting, tellsEnd) = (nil, false)
        store.detach()
        allowed { try controller.removeItems(0..<controller.count) }
        store = makeStore()
        offset = -inset
        attach()
        update(.reset)
    }

    // -- updates --

    /// Updates, and again as long as rows are measured by it.
    func update(_ cause: Cause, isUser: Bool = false, velocity: Double = 0, landing: Double? = nil)
    {
        var (cause, isUser, landing) = (cause, isUser, landing)
        // Each round measures rows that no earlier one did; the bound is for a source that lies.
        for _ in 0..<100 {
            didMeasure = false
            changes = []
            let viewport = ListViewport(
                offset: offset, length: length, insetStart: inset, insetEnd: inset,
                velocity: velocity, landingOffset: landing, isUserDriven: isUser, isHeld: isHeld,
                isDragged: isHeld, time: loader.time)
            guard let update = try? controller.update(viewport) else { return }
            offset += update.correction
            landing = landing.map { $0 + update.correction }
            onUpdate?(cause, update, changes)
            isUser = false
            if didMeasure {
                cause = .measure
            } else if !isHeld, abs(clamped(offset) - offset) > 0.001 {
                offset = clamped(offset)
                cause = .clamp
            } else {
                return
            }
        }
    }

    /// An offset within the content.
    func clamped(_ offset: Double) -> Double {
        min(max(offset, -inset), max(controller.length - length + inset, -inset))
    }

    /// When an update could answer differently because of the time alone; infinity if it could not.
    var nextTime: Double { min(controller.lastUpdate?.nextTime ?? .infinity, store.nextTime) }

    /// Takes the number of lines of a row; where it is new, the update is followed by another.
    func measure(row: Int, _ lines: Int) {
        guard let known = try? controller.item(at: row) else { return }
        if known.isMeasured && known.extent == Double(lines) { return }
        try? controller.setExtent(Double(lines), ofRow: row)
        didMeasure = true
    }

    // -- pages --

    private func note(_ page: SourcePage, _ generation: Int) {
        guard generation == self.generation else { return }
        tellsEnd = page.total != nil && page.more == nil
        guard let more = page.more, waiting == nil else { return }
        waiting = Task { [weak self] in
            await more()
            guard let self, !Task.isCancelled else { return }
            waiting = nil
            if goal == .end { go(to: .end) } else { try? store.open(.tail) }
            onChange?()
        }
    }

    private func note(_ error: any Error, _ generation: Int) {
        if generation != self.generation || error is CancellationError { return }
        failureCount += 1
        didFail = true
    }

    private func note(fraction: Double) {
        self.fraction = fraction
        onChange?()
    }

    /// Follows the store, whose edits the list has made already.
    private func follow(_ edits: [PageEdit]) {
        if !edits.isEmpty {
            pursue(.page)
        } else if didFail {
            didFail = false
            update(.failure)
        }
        onChange?()
    }

    /// Updates; on the way to a goal, shows it once it is there, and until then the end.
    private func pursue(_ cause: Cause) {
        guard let goal, counting == nil, store.refreshState == .exhausted else {
            return update(cause)
        }
        guard let (row, alignment) = place(of: goal) else {
            return aim(at: controller.count - 1, .end)
        }
        let isThere =
            switch goal {
            case .end: isComplete
            case .row, .fraction: true
            case .found: store[row] != nil
            }
        if isThere { self.goal = nil }
        aim(at: row, alignment)
    }

    /// The row of a goal; nil while it is not known.
    private func place(of goal: Goal) -> (Int, ScrollAlignment)? {
        let last = controller.count - 1
        switch goal {
        case .end: return isComplete ? (last, .end) : nil
        case .row(let row): return row <= last ? (row, .start) : isComplete ? (last, .start) : nil
        case .fraction(let fraction):
            guard isComplete else { return nil }
            let row = min(Int(fraction * Double(controller.count)), last)
            return (row, fraction < 1 ? .start : .end)
        case .found(let found):
            let row = store.slot(of: found.id) ?? found.index
            return row <= last ? (row, .center) : isComplete ? (last, .end) : nil
        }
    }

    /// Whether all rows are known.
    var isComplete: Bool {
        tellsEnd || store.state(at: .tail) == .exhausted && !isWaiting && controller.count > 0
    }
    var isLoading: Bool { store.requestCount > 0 }
    /// Whether the goal is still to be found.
    var isCounting: Bool { counting != nil }
    /// Whether the source may have more later.
    var isWaiting: Bool { waiting != nil }

    /// What is missing in a row; nil if its text is there.
    func missing(inRow row: Int) -> Missing? {
        guard let state = store.state(ofSlot: row) else { return nil }
        return Missing(
            page: row / source.pageSize + 1, isLoading: state == .loading,
            failure: state == .failed ? store.error(ofSlot: row).map(words) : nil,
            retryTime: store.retryTime(ofSlot: row) ?? .infinity)
    }

    /// What is missing after the last row; nil if nothing is.
    var missingTail: Missing? {
        let state = store.state(at: .tail)
        if state == .exhausted || controller.settings.extraLengthAtTail == 0 { return nil }
        return Missing(
            page: controller.count / source.pageSize + 1, isLoading: state == .loading,
            failure: state == .failed ? store.error(at: .tail).map(words) : nil,
            retryTime: store.retryTime(at: .tail) ?? .infinity)
    }

    /// The first failure near the viewport, or that of what is gone to.
    var failure: Missing? {
        if store.refreshState == .failed {
            return Missing(
                page: target / source.pageSize + 1, isLoading: false,
                failure: store.refreshError.map(words), retryTime: nextTime)
        }
        let rows = controller.lastUpdate?[.preload].clamped(to: 0..<controller.count) ?? 0..<0
        let inRow = rows.lazy.compactMap { self.missing(inRow: $0) }.first { $0.failure != nil }
        return inRow ?? missingTail.flatMap { $0.failure == nil ? nil : $0 }
    }

    private func words(for error: any Error) -> String {
        (error as? SourceError)?.description ?? "\(error)"
    }
}
