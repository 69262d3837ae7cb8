import RangeCore

/// A source, scrolled: what the terminal shows and what a script plays.
///
/// It asks for nothing but what RangeCore offers everybody: edits and updates of a
/// `RangeController`, `RowNode`s that it makes, `PageCounts`, and a `BatchContext` per page. (Not
/// the `Paginator`: that keeps all items, and here they are dropped when they are far away.) Time
/// and pages come from a `Loader`, so that a script is played in virtual time.
@MainActor
final class Feed {
    /// What made an update.
    enum Cause: String {
        case start, scroll, fling, jump, page, failure, text, measure, clamp, time, size, screens
        case memory, hold, release, retry, reset
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

    /// Told of each update and of what changed in it.
    var onUpdate: ((Cause, ListUpdate, [Change]) -> Void)?

    // -- where the viewport is --

    private(set) var offset = 0.0
    private(set) var length: Double
    private(set) var wrapping: Wrapping
    private(set) var isHeld = false
    /// How much of the screen before and after the viewport is not in it.
    private(set) var inset = 0.0
    /// Whether the end is shown again after each page, until the user scrolls.
    private(set) var isFollowing = false
    private var lastAim = 0.0

    // -- what is there --

    private(set) lazy var controller = makeController()
    private(set) var pages = Feed.makePages()
    private var index: PageIndex
    private var cache = PageCache()
    /// The rows that wait for a page to be read again.
    private var wanted: [Int: Set<Int>] = [:]
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
        showsUnicode: Bool = true
    ) {
        self.source = source
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
        isFollowing = false
        let target = clamped(offset + rows)
        let moved = target - offset
        offset = target
        update(cause, isUser: true, velocity: velocity, landing: landing.map(clamped))
        return moved
    }

    /// Scrolls as the program.
    func jump(to row: Int, at alignment: ScrollAlignment) {
        isFollowing = false
        aim(at: row, alignment)
    }

    /// Scrolls to the end as the program, and again whenever a page arrives.
    func jumpToEnd() {
        isFollowing = pages.hasMore
        aim(at: controller.count - 1, .end)
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
        self.inset = inset
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
        wanted = [:]
        (failure, failureCount, fraction) = (nil, 0, nil)
        (offset, isFollowing) = (-inset, false)
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
        loader.load(request.page, after: 0) { [weak self] answer in
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
        try controller.insertItems(count: kept, at: controller.count)
        if pages.hasMore {
            context.complete()
        } else {
            setTail(0)
            context.completeAndExhaust()
        }
        follow(.page)
    }

    /// Updates; while following, shows the new end too and loads on.
    ///
    /// Ten times a second at most: rows that fly by unseen should be neither laid out nor measured.
    private func follow(_ cause: Cause) {
        guard isFollowing else { return update(cause) }
        isFollowing = pages.hasMore
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
        failure = (error as? SourceError)?.description ?? "\(error)"
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
        if wanted[page] == nil { read(page, after: 0) }
        wanted[page, default: []].insert(node.index)
        return nil
    }

    private func item(of row: Int, in items: [Item]) -> Item {
        index.item(of: row, in: items)
            ?? Item(id: .number(-1), title: nil, text: "(no longer in the source)")
    }

    private func read(_ page: Int, after delay: Int) {
        loader.load(page, after: delay) { [weak self, generation] answer in
            guard let self, generation == self.generation else { return }
            let rows = (wanted[page] ?? []).sorted().compactMap {
                controller.node(ofItem: $0) as? RowNode
            }
            let waiting = rows.filter { $0.item == nil && $0.interfaceState.contains(.preload) }
            if case .failure = answer, !waiting.isEmpty {
                read(page, after: 1000)
                return
            }
            wanted[page] = nil
            guard case .success(let answered) = answer else { return }
            cache[page] = answered.items
            for node in waiting { node.receive(item(of: node.index, in: answered.items)) }
            if !waiting.isEmpty { update(.text) }
        }
    }
}
