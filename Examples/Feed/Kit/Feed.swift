import RangeCore

/// A source, scrolled: what the terminal shows and what a script plays.
///
/// It asks for nothing but what RangeCore offers everybody: edits and updates of a
/// `RangeController`, `RowNode`s that it makes, `PageCounts`, and a `BatchContext` per page. Time
/// and pages come from a `Loader`, so that a script is played in virtual time.
@MainActor
final class Feed {
    /// What made an update.
    enum Cause: String {
        case start, scroll, fling, jump, page, failure, text, measure, clamp, time, size, screens
        case memory, hold, release, retry, reset
    }

    /// Where the reader wants to be, which is not loaded yet.
    enum Goal: Equatable {
        case end
        case row(Int)
        /// A part of all rows, 0 … 1.
        case fraction(Double)
        case found(Found)
    }

    /// A page that is read again.
    struct Rereading {
        /// The rows that wait for it.
        var rows: Set<Int> = []
        /// Why it failed, and when it is tried again.
        var failure: String?
        var retryTime = 0.0
        /// Which attempt it is; replies to earlier ones are ignored.
        var attempt = 0
    }

    /// Adjacent rows with the same change of state.
    struct Change: Equatable {
        var rows: Range<Int>
        var before: InterfaceState
        var after: InterfaceState
    }

    let source: any Source
    let loader: any Loader
    private let network: BadNetwork
    /// Whether pages on the way to a goal are counted rather than read, where the source can.
    private let countsPages: Bool

    /// Told of each update and of what changed in it.
    var onUpdate: ((Cause, ListUpdate, [Change]) -> Void)?
    /// Told when a page could not be read again.
    var onRereading: (() -> Void)?

    // -- where the viewport is --

    private(set) var offset = 0.0
    private(set) var length: Double
    private(set) var wrapping: Wrapping
    private(set) var isHeld = false
    /// How much of the screen before and after the viewport is not in it.
    private(set) var inset = 0.0
    /// Whether the end is shown again after each page, until the user scrolls.
    var isFollowing: Bool { goal == .end }
    private(set) var goal: Goal?
    private var lastAim = 0.0

    // -- what is there --

    private(set) lazy var controller = makeController()
    private(set) var pages = Feed.makePages()
    private var index: PageIndex
    private var cache = PageCache()
    /// The pages that were dropped and are read again.
    private(set) var rereadings: [Int: Rereading] = [:]
    /// Replies to requests from before a reset are ignored.
    private var generation = 0
    /// How much of the source lies before the end of the last page, where that is known.
    private(set) var fraction: Double?
    /// Why the last request failed; nil since one succeeded.
    private(set) var failure: String?
    private(set) var failureCount = 0
    private var didMeasure = false
    private var changes: [Change] = []

    init(
        source: any Source, loader: any Loader, network: BadNetwork, columns: Int, rows: Int,
        showsUnicode: Bool = true, countsPages: Bool = false
    ) {
        self.source = source
        self.countsPages = countsPages
        self.loader = loader
        self.network = network
        length = Double(rows)
        wrapping = Wrapping(columns: columns, showsUnicode: showsUnicode)
        index = PageIndex(mayRepeat: source.mayRepeat)
    }

    private func makeController() -> RangeController {
        do {
            let controller = try RangeController(
                estimate: source.estimate, spacing: source.spacing
            ) { [unowned self] row in
                RowNode(index: row, feed: self)
            }
            try controller.configure {
                $0.usesMeanEstimate = true
                $0.extraLengthAtTail = 1
            }
            controller.schedulesUpdates = false
            return controller
        } catch {
            fatalError("the list's options are constants and allowed: \(error)")
        }
    }

    // -- what the user and the program do --

    func start() {
        update(.start)
    }

    /// Scrolls as the user, and returns by how much; less where the content ends.
    @discardableResult
    func scroll(
        by rows: Double, velocity: Double, landing: Double? = nil, cause: Cause = .scroll
    ) -> Double {
        goal = nil
        let target = clamped(offset + rows)
        let moved = target - offset
        offset = target
        update(cause, isUser: true, velocity: velocity, landing: landing.map(clamped))
        return moved
    }

    /// Scrolls as the program.
    func jump(to row: Int, at alignment: ScrollAlignment) {
        goal = nil
        aim(at: row, alignment)
    }

    /// Scrolls as the program to what may not be loaded yet, and loads up to there.
    func go(to goal: Goal) {
        if goal == .end { return jumpToEnd() }
        self.goal = goal
        follow(.jump)
    }

    /// Stops loading toward a goal.
    func stopGoing() {
        goal = nil
    }

    /// Scrolls to the end as the program, and again whenever a page arrives.
    func jumpToEnd() {
        goal = pages.hasMore ? .end : nil
        aim(at: controller.count - 1, .end)
        if countsPages, goal == .end, !isLoading { beginBatch() }
    }

    private func aim(at row: Int, _ alignment: ScrollAlignment, cause: Cause = .jump) {
        if controller.lastUpdate == nil { update(.start) }
        let row = min(max(row, 0), controller.count - 1)
        if let target = try? controller.setScrollTarget(row, at: alignment) {
            let isEnd = alignment == .end && row == controller.count - 1
            // One row further, within what counts as having reached the target, the loading row
            // is seen.
            offset = clamped(isEnd ? target + controller.settings.extraLengthAtTail : target)
        }
        lastAim = loader.time
        update(cause)
    }

    func setHeld(_ held: Bool) {
        isHeld = held
        update(held ? .hold : .release)
    }

    func setLeadingScreens(_ screens: Double) {
        configure { $0.leadingScreensAtTail = max(screens, 0) }
        update(.screens)
    }

    func setMemoryPressure(_ pressure: ListSettings.MemoryPressure) {
        configure { $0.memoryPressure = pressure }
        if pressure != .normal { cache.removeAll() }
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
        controller.retryBatch()
        for (page, rereading) in rereadings where rereading.failure != nil { read(page) }
        follow(.retry)
    }

    /// To be called at `nextTime`.
    func timePassed() {
        follow(.time)
    }

    /// Begins again at the first page.
    func reset() {
        generation += 1
        controller.resetBatch()
        try? controller.removeItems(0..<controller.count)
        pages = Self.makePages()
        index = PageIndex(mayRepeat: source.mayRepeat)
        cache.removeAll()
        rereadings = [:]
        (failure, failureCount, fraction) = (nil, 0, nil)
        (offset, goal) = (-inset, nil)
        setTail(1)
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
                time: loader.time, jitter: network.jitter(failureCount))
            guard let update = try? controller.update(viewport) else { return }
            offset += update.correction
            landing = landing.map { $0 + update.correction }
            if update.tail.answer == .yes { beginBatch() }
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
    var nextTime: Double { controller.lastUpdate?.nextTime ?? .infinity }

    var isLoading: Bool { controller.isFetchingBatch() }

    /// Notes that a row was told a new state.
    func note(row: Int, from before: InterfaceState, to after: InterfaceState) {
        if let last = changes.last, last.before == before, last.after == after {
            if last.rows.upperBound == row {
                changes[changes.count - 1].rows = last.rows.lowerBound..<row + 1
                return
            }
            if last.rows.lowerBound == row + 1 {
                changes[changes.count - 1].rows = row..<last.rows.upperBound
                return
            }
        }
        changes.append(Change(rows: row..<row + 1, before: before, after: after))
    }

    /// Takes the number of lines of a row; where it is new, the update is followed by another.
    func measure(row: Int, _ lines: Int) {
        guard let known = try? controller.item(at: row) else { return }
        if known.isMeasured && known.extent == Double(lines) { return }
        try? controller.setExtent(Double(lines), ofRow: row)
        didMeasure = true
    }

    // -- pages --

    private static func makePages() -> PageCounts {
        do {
            return try PageCounts()
        } catch {
            fatalError("the first page is a constant and allowed: \(error)")
        }
    }

    private func beginBatch() {
        guard let context = try? controller.beginBatch(at: .tail) else { return }
        guard let request = try? pages.begin() else {
            context.completeAndExhaust()
            return
        }
        loader.load(request.page, counting: countsPages && goal != nil, after: 0) {
            [weak self] answer in
            // After a reset nobody waits for it.
            guard let self, context.isFetching else { return }
            do {
                try take(try answer.get(), of: request, for: context)
            } catch {
                fail(error, of: request, for: context)
            }
        }
    }

    private func take(
        _ page: SourcePage, of request: PageCounts.Request, for context: BatchContext
    ) throws {
        let kept = index.countNew(page.items)
        try pages.receive(
            itemCount: page.items.count, droppedCount: page.items.count - kept,
            totalPages: page.totalPages, totalItems: page.totalItems, for: request)
        index.append(page.items)
        cache[request.page] = page.items
        (failure, failureCount, fraction) = (nil, 0, page.fraction)
        for count in page.counted {
            try pages.receive(itemCount: count, totalPages: page.totalPages, for: pages.begin())
        }
        index.append(counts: page.counted)
        let count = page.counted.reduce(kept, +)
        try controller.insertItems(count: count, at: controller.count)
        if pages.hasMore {
            context.complete()
        } else {
            setTail(0)
            context.completeAndExhaust()
        }
        follow(.page)
    }

    /// Updates; on the way to a goal, shows it once it is loaded, and loads on until then.
    private func follow(_ cause: Cause) {
        guard let goal else { return update(cause) }
        guard goal != .end else { return followEnd(cause) }
        if let (row, alignment) = rowOfGoal(goal) {
            self.goal = nil
            return aim(at: row, alignment, cause: cause)
        }
        update(cause)
        if !isLoading { beginBatch() }
    }

    /// The row of a goal; nil while more pages are needed to tell.
    private func rowOfGoal(_ goal: Goal) -> (Int, ScrollAlignment)? {
        let last = controller.count - 1
        switch goal {
        case .end: return pages.hasMore ? nil : (last, .end)
        case .row(let row): return row <= last || !pages.hasMore ? (row, .start) : nil
        case .fraction(let fraction):
            guard !pages.hasMore else {
                guard let total = pages.totalItems else { return nil }
                return rowOfGoal(.row(Int(fraction * Double(total))))
            }
            let row = min(Int(fraction * Double(controller.count)), last)
            return (row, fraction < 1 ? .start : .end)
        case .found(let found):
            if let row = index.row(of: found) { return (row, .center) }
            return pages.hasMore ? nil : (last, .end)
        }
    }

    /// Shows the new end, and loads on.
    ///
    /// Ten times a second at most: rows that fly by unseen should be neither laid out nor measured.
    private func followEnd(_ cause: Cause) {
        goal = pages.hasMore ? .end : nil
        if isFollowing, cause == .page, loader.time - lastAim < 0.1 {
            update(cause)
            if !isLoading { beginBatch() }
        } else {
            aim(at: controller.count - 1, .end, cause: cause)
        }
    }

    private func fail(_ error: any Error, of request: PageCounts.Request, for context: BatchContext)
    {
        try? pages.fail(request)
        failure = Self.words(for: error)
        failureCount += 1
        context.fail(error)
        update(.failure)
    }

    private func setTail(_ length: Double) {
        configure { $0.extraLengthAtTail = length }
    }

    private func configure(_ change: (inout ListSettings) -> Void) {
        do {
            try controller.configure(change)
        } catch {
            fatalError("the settings are within their bounds: \(error)")
        }
    }

    // -- texts --

    /// The text of a row, or nil if its page must be read again; then the node is told later.
    func text(of node: RowNode) -> Item? {
        let page = index.page(of: node.index)
        if let items = cache[page] { return item(of: node.index, in: items) }
        if rereadings[page] == nil {
            rereadings[page] = Rereading()
            read(page)
        }
        rereadings[page]?.rows.insert(node.index)
        return nil
    }

    /// Where the item of a row is, and the row of one that was found; nil if it is not loaded yet.
    func place(of row: Int) -> ItemPlace { index.place(of: row) }
    func row(of found: Found) -> Int? { index.row(of: found) }

    /// The page of a row that could not be read again, and why.
    func rereadingFailure(ofRow row: Int) -> (page: Int, reason: String, retryTime: Double)? {
        let page = index.page(of: row)
        guard let rereading = rereadings[page], let failure = rereading.failure else { return nil }
        return (page, failure, rereading.retryTime)
    }

    private func item(of row: Int, in items: [Item]) -> Item {
        index.item(of: row, in: items)
            ?? Item(id: .number(-1), title: nil, text: "(no longer in the source)")
    }

    private func read(_ page: Int, after delay: Int = 0) {
        rereadings[page]?.attempt += 1
        let attempt = rereadings[page]?.attempt
        loader.load(page, counting: false, after: delay) { [weak self, generation] answer in
            guard let self, generation == self.generation, let rereading = rereadings[page],
                rereading.attempt == attempt
            else { return }
            let rows = rereading.rows.sorted().compactMap {
                controller.node(ofItem: $0) as? RowNode
            }
            let waiting = rows.filter { $0.item == nil && $0.interfaceState.contains(.preload) }
            if case .failure(let error) = answer, !waiting.isEmpty {
                rereadings[page]?.failure = Self.words(for: error)
                rereadings[page]?.retryTime = loader.time + 1
                read(page, after: 1000)
                onRereading?()
                return
            }
            rereadings[page] = nil
            guard case .success(let answered) = answer else { return }
            cache[page] = answered.items
            for node in waiting { node.receive(item(of: node.index, in: answered.items)) }
            if !waiting.isEmpty { update(.text) }
        }
    }

    private static func words(for error: any Error) -> String {
        (error as? SourceError)?.description ?? "\(error)"
    }
}
