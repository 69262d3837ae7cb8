import RangeCore

/// A text, scrolled: what the terminal shows.
///
/// It asks for nothing but what RangeCore offers everybody: updates of a `RangeController`, the
/// `RowNode`s that this makes, and a `PageStore` that loads and drops the lines.
@MainActor
final class Feed {
    /// Where the reader wants to be, which is not loaded yet.
    enum Goal: Equatable {
        case end
        case item(Int, ScrollAlignment)
        /// A part of all items, 0 … 1.
        case fraction(Double)
        /// Where the reader was before.
        case place(ScrollSnapshot<Int>)
    }

    /// A place that is not loaded, and why.
    struct Missing {
        /// From 1 on.
        var page: Int
        var isLoading: Bool
        /// Why it failed, if it did, and when it is asked for again.
        var failure: String?
        var retryTime: Double
    }

    let text: TextSource
    var network: BadNetwork
    /// Told of whatever can be seen.
    var onChange: (() -> Void)?

    // -- where the viewport is --

    private(set) var offset = 0.0
    private(set) var length: Double
    private(set) var wrapping: Wrapping
    /// How much of the screen before and after the viewport is not in it.
    private(set) var inset = 0.0
    private(set) var goal: Goal?
    /// Where the store starts over.
    private var target = 0

    // -- what is there --

    private(set) lazy var controller = makeController()
    private(set) lazy var store = makeStore()
    let seen = SeenLines()
    private(set) var leadingScreens = 2.0
    /// How many pages are held.
    static let pageLimit = 64
    /// Whether all items are known.
    private(set) var isComplete = false
    /// Counts up to the goal, and how much of the text was counted.
    private var counting: Task<Void, Never>?
    private(set) var fraction = 0.0
    /// Waits until the text has more.
    private var waiting: Task<Void, Never>?
    private var didMeasure = false

    init(text: TextSource, network: BadNetwork = BadNetwork(), columns: Int, rows: Int) {
        (self.text, self.network) = (text, network)
        length = Double(rows)
        wrapping = Wrapping(columns: columns)
    }

    private func makeController() -> RangeController {
        allowed {
            let controller = RangeController(estimate: 1) { [unowned self] item in
                RowNode(store[item], feed: self)
            }
            controller.configure { $0.usesMeanEstimate = true }
            controller.schedulesUpdates = false
            return controller
        }
    }

    private func makeStore() -> PageStore<Line> {
        allowed {
            let store = PageStore(pageSize: text.pageSize) {
                [weak self, text] request in
                try await self?.network.pass()
                let page = try await text.page(request.pageNumbers().lowerBound)
                await self?.note(page)
                return PageReply(page.lines, total: page.total)
            }
            store.configure { $0.pageLimit = heldPages }
            store.onChange = { [unowned self] edits in
                if !edits.isEmpty { pursue() }
                onChange?()
            }
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
    private var heldPages: Int {
        controller.settings.memoryPressure == .normal ? Self.pageLimit : 1
    }

    /// The time, in seconds.
    var time: Double { store.clock() }

    // -- what the user and the program do --

    func start() {
        allowed {
            try store.attach(to: controller, leadingScreens: leadingScreens, loadingRowExtent: 1)
            try seen.attach(to: self)
        }
        update()
    }

    /// Scrolls as the user, no further than the content.
    func scroll(by rows: Double, velocity: Double) {
        stopGoing()
        offset = clamped(offset + rows)
        update(isUser: true, velocity: velocity)
    }

    /// Scrolls as the program to what may not be known yet: the text is counted up to there. If it
    /// cannot be, the end is shown, which loads on.
    func go(to goal: Goal) {
        stopGoing()
        self.goal = goal
        if place(of: goal) != nil { return pursue() }
        let item: Int? =
            switch goal {
            case .item(let item, _): item
            case .place(let saved): saved.index
            case .end, .fraction: nil
            }
        let page = item.map { $0 / text.pageSize + 2 } ?? .max
        counting = Task { [weak self, text] in
            var counted = try? await text.count(toPage: page)
            while !Task.isCancelled, let part = counted?.part {
                self?.fraction = part
                self?.onChange?()
                counted = try? await text.count(toPage: page)
            }
            guard let self, !Task.isCancelled else { return }
            counting = nil
            onChange?()
            guard let counted, counted.lines > 0 else { return pursue() }
            // The store starts over there, whatever lies between.
            target = min(item ?? .max, counted.lines - 1)
            try? await store.refresh(.position(target))
            pursue()
        }
    }

    /// Stops going to what is not known yet.
    func stopGoing() {
        counting?.cancel()
        (counting, goal, fraction) = (nil, nil, 0)
    }

    /// Where the reader is, by the numbers of the lines; nil while that is not known.
    var snapshot: ScrollSnapshot<Int>? {
        guard goal == nil, let visible = controller.lastUpdate?.visible, !visible.isEmpty,
            visible.allSatisfy({ $0 < controller.count && store[$0] != nil })
        else { return nil }
        return try? controller.snapshot(capacity: 0) { $0 }
    }

    /// Shows where the reader was.
    private func show(_ saved: ScrollSnapshot<Int>) {
        if controller.lastUpdate == nil { update() }
        let target = try? controller.restore(saved, length: length - 2 * inset) { $0 }
        if let target { offset = clamped(target) }
        update()
        try? store.settle()
    }

    private func aim(at item: Int, _ alignment: ScrollAlignment) {
        if controller.lastUpdate == nil { update() }
        let item = min(max(item, 0), controller.count - 1)
        if controller.count > 0 {
            let target = controller.setScrollTarget(item, at: alignment)
            let isEnd = alignment == .end && item == controller.count - 1
            // One row further, within what counts as having reached the target, the loading row
            // is seen.
            offset = clamped(isEnd ? target + controller.settings.extraLengthAtTail : target)
        }
        update()
        // It is no scroll bar that is dragged past pages.
        try? store.settle()
    }

    func setLeadingScreens(_ screens: Double) {
        leadingScreens = max(screens, 0)
        start()
    }

    func setMemoryPressure(_ pressure: ListSettings.MemoryPressure) {
        allowed {
            controller.configure { $0.memoryPressure = pressure }
            store.configure { $0.pageLimit = heldPages }
        }
        update()
    }

    /// Takes the size of the screen, in rows, and how much of it to leave out of the viewport at both
    /// ends, so that the rows around it are seen.
    func resize(columns: Int, rows: Int, inset: Double) {
        if offset <= -self.inset { offset = -inset }
        (length, self.inset) = (Double(rows), inset)
        if wrapping != Wrapping(columns: columns) {
            wrapping = Wrapping(columns: columns)
            try? controller.forgetExtents(of: 0..<controller.count)
            for item in controller.indicesOfNodes {
                (controller.node(ofItem: item) as? RowNode)?.layOut()
            }
        }
        update()
    }

    func retry() {
        store.retry()
        update()
    }

    // -- updates --

    /// Updates, and again as long as items are measured by it; also to be called at `nextTime`.
    func update(isUser: Bool = false, velocity: Double = 0) {
        var isUser = isUser
        // Each round measures items that no earlier one did.
        for _ in 0..<100 {
            didMeasure = false
            let viewport = ListViewport(
                offset: offset, length: length, insetStart: inset, insetEnd: inset,
                velocity: velocity, isUserDriven: isUser, time: time)
            guard let update = try? controller.update(viewport) else { return }
            offset += update.correction
            isUser = false
            onChange?()
            if didMeasure { continue }
            if abs(clamped(offset) - offset) <= 0.001 { return }
            offset = clamped(offset)
        }
    }

    /// An offset within the content.
    private func clamped(_ offset: Double) -> Double {
        min(max(offset, -inset), max(controller.engine.length - length + inset, -inset))
    }

    /// When an update could answer differently because of the time alone; infinity if it could not.
    var nextTime: Double { min(controller.lastUpdate?.nextTime ?? .infinity, store.nextTime) }

    /// Takes the number of rows of an item; where it is new, the update is followed by another.
    func measure(item: Int, _ rows: Int) {
        guard item < controller.count else { return }
        let known = controller.item(at: item)
        if known.isMeasured && known.extent == Double(rows) { return }
        try? controller.setExtent(Double(rows), ofRow: item)
        didMeasure = true
    }

    // -- pages --

    private func note(_ page: TextSource.Page) {
        isComplete = page.total != nil && page.openEnd == nil
        guard let end = page.openEnd, waiting == nil else { return }
        waiting = Task { [weak self, text] in
            await text.waitForMore(after: end)
            guard let self, !Task.isCancelled else { return }
            waiting = nil
            try? store.open(.tail)
            if goal == .end { go(to: .end) }
            onChange?()
        }
    }

    /// Updates; on the way to a goal, shows it once it is there, and until then the end.
    private func pursue() {
        guard let goal, counting == nil, store.refreshState == .exhausted else { return update() }
        guard let (item, alignment) = place(of: goal) else {
            return aim(at: controller.count - 1, .end)
        }
        if goal != .end || isComplete { self.goal = nil }
        if case .place(let saved) = goal { return show(saved) }
        aim(at: item, alignment)
    }

    /// The item of a goal; nil while it is not known.
    private func place(of goal: Goal) -> (Int, ScrollAlignment)? {
        let last = controller.count - 1
        switch goal {
        case .end: return isComplete ? (last, .end) : nil
        case .item(let item, let alignment):
            return item <= last ? (item, alignment) : isComplete ? (last, alignment) : nil
        case .place(let saved):
            let item = saved.index ?? 0
            return item <= last || isComplete ? (min(item, last), .start) : nil
        case .fraction(let fraction):
            guard isComplete else { return nil }
            let item = min(Int(fraction * Double(controller.count)), last)
            return (item, fraction < 1 ? .start : .end)
        }
    }

    /// The text of an item; empty if it is not loaded.
    func text(ofItem item: Int) -> String {
        item < controller.count ? store[item]?.text ?? "" : ""
    }

    var isLoading: Bool { store.requestCount > 0 }
    /// Whether the goal is still to be found.
    var isCounting: Bool { counting != nil }
    /// Whether the text may have more later.
    var isWaiting: Bool { waiting != nil }

    /// What is missing in an item; nil if its text is there.
    func missing(inItem item: Int) -> Missing? {
        store.state(ofSlot: item).map { state in
            missing(
                at: item, state, store.error(ofSlot: item),
                store.retryTime(ofSlot: item) ?? .infinity)
        }
    }

    /// What is missing after the last item; nil if nothing is.
    var missingTail: Missing? {
        let state = store.state(at: .tail)
        if state == .exhausted || controller.settings.extraLengthAtTail == 0 { return nil }
        return missing(
            at: controller.count, state, store.error(at: .tail),
            store.retryTime(at: .tail) ?? .infinity)
    }

    /// The first failure near the viewport, or that of what is gone to.
    var failure: Missing? {
        if store.refreshState == .failed {
            return missing(at: target, .failed, store.refreshError, nextTime)
        }
        let items = controller.lastUpdate?[.preload].clamped(to: 0..<controller.count) ?? 0..<0
        let found = items.lazy.compactMap { self.missing(inItem: $0) }.first { $0.failure != nil }
        return found ?? missingTail.flatMap { $0.failure == nil ? nil : $0 }
    }

    private func missing(
        at item: Int, _ state: LoadState, _ error: (any Error)?, _ retryTime: Double
    ) -> Missing {
        Missing(
            page: item / text.pageSize + 1, isLoading: state == .loading,
            failure: state == .failed ? error.map { "\($0)" } : nil, retryTime: retryTime)
    }
}
