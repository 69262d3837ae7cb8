internal import CRangeCore

/// The loop of a client's frame, without a toolkit: the host of `rangecore_host.h`, whose sentences
/// say what each call does, and for how long a step lends what it refers to.
///
/// It makes the updates of its list from then on: ``ListEngine/update(_:)`` is `busy`.
@safe
package final class HostEngine {
    /// An item that is near, and its view.
    package struct Node {
        let c: rc_host_node

        package var number: Int { Int(c.node) }
        package var index: Int { Int(clamping: c.index) }
        package var columns: Int { Int(clamping: c.columns) }
        package var isNew: Bool { c.is_new }
        package var isLate: Bool { c.is_late }
        package var isOnScreen: Bool { c.is_on_screen }
        package var isKept: Bool { c.is_kept }
        package var hasMoved: Bool { c.has_moved }
        package var hasView: Bool { c.has_view }
        package var before: InterfaceState { InterfaceState(rawValue: c.before) }
        package var state: InterfaceState { InterfaceState(rawValue: c.state) }
        package var frame: ItemFrame {
            ItemFrame(
                start: c.start, extent: c.extent, column: Int(clamping: c.column), columns: columns,
                isPinned: c.is_pinned)
        }
    }

    /// What is to be done now.
    @safe
    package struct Step {
        // Its numbers can be read at any time; what it points to, until the next call.
        @safe let c: rc_host_step

        package var isDone: Bool { c.is_done }
        package var isSettled: Bool { c.is_settled }
        package var rounds: Int { Int(c.rounds) }
        package var nodeCount: Int { c.node_count }
        /// What to measure, nearest first.
        package var asks: Nodes { unsafe Nodes(all: c.nodes, at: c.asks, count: c.ask_count) }
        /// What needs a view, has moved or has another state.
        package var news: Nodes { unsafe Nodes(all: c.nodes, at: c.news, count: c.news_count) }
        /// The numbers of nodes whose views are not needed any more.
        package var released: UnsafeBufferPointer<UInt32> {
            unsafe UnsafeBufferPointer(start: c.released, count: c.released_count)
        }
        /// The numbers of nodes that are gone.
        package var freed: UnsafeBufferPointer<UInt32> {
            unsafe UnsafeBufferPointer(start: c.freed, count: c.freed_count)
        }
        package var scrollLength: Double { c.scroll_length }
        package var offset: Double { c.offset }
        /// To be set, before the offset.
        package var newLength: Double? { c.sets_length ? c.scroll_length : nil }
        package var newOffset: Double? { c.sets_offset ? c.offset : nil }
        /// To be animated to.
        package var newTarget: Double? { c.begins_target ? c.target_offset : nil }
        /// Where an animated request leads to.
        package var target: Double? { c.has_target ? c.target_offset : nil }
        package var nextTime: Double { c.next_time }
        /// That of the latest round.
        package var update: ListUpdate { unsafe ListUpdate(c.update) }
    }

    @unsafe
    package struct Nodes: @unsafe RandomAccessCollection {
        let all: UnsafePointer<rc_host_node>?
        let at: UnsafePointer<UInt32>?
        @safe package let count: Int

        package var startIndex: Int { 0 }
        package var endIndex: Int { count }
        package subscript(position: Int) -> Node {
            Node(c: unsafe all![Int(at![position])])
        }
    }

    /// How a host works; each field has the default of the library.
    package struct Options {
        /// How long a step may measure ahead, in seconds.
        package var budget: Double
        package var offsetStep = 0.0
        package var aheadCount = 1
        package var nodeBits: InterfaceState = [.visible, .display]
        package var makesAhead = false
        package var extentsAreKnown = false
        /// The columns of a step are lanes.
        package var inLanes = false

        package init(budget: Duration = .milliseconds(4), extentsAreKnown: Bool = false) {
            self.budget = max(budget / .seconds(1), 0)
            self.extentsAreKnown = extentsAreKnown
        }

        var c: rc_host_options {
            rc_host_options(
                budget: budget, offset_step: offsetStep, ahead_count: UInt32(clamping: aheadCount),
                node_bits: nodeBits.rawValue, makes_ahead: makesAhead,
                extents_are_known: extentsAreKnown, in_lanes: inLanes)
        }
    }

    /// In place of an extent: it comes later.
    package static var later: Double { -1 }

    // Destroyed with this, and used by nobody else.
    private let host: OpaquePointer
    private let owner: AnyObject?
    private let recorder: ListRecorder?

    /// Creates the host of a list, which must outlive it; so it holds the owner of the list, if there
    /// is one.
    @unsafe
    package init(
        _ list: inout ListEngine, of owner: AnyObject?, options: Options = Options()
    ) throws(RangeCoreError) {
        if case .possible = list.recording { list.recording = .impossible }
        recorder = list.recorder
        var (options, host): (_, OpaquePointer?) = (options.c, nil)
        let status = unsafe rc_host_create(list.list, &options, nil, &host)
        unsafe self.host = try created(host, status)
        self.owner = owner
        // It notes its acts from then on.
        noteActs()
    }

    deinit { unsafe rc_host_destroy(host) }

    package func setOptions(_ options: Options) throws(RangeCoreError) {
        var options = options.c
        try check(unsafe rc_host_set_options(host, &options))
    }

    package func begin(
        _ viewport: ListViewport, breadth: Double, columns: Int = 0
    ) throws(RangeCoreError) -> Step {
        recorder?.settle()
        var (c, step) = unsafe (recordable(viewport).c, rc_host_step())
        defer { noteActs() }
        try check(
            unsafe rc_host_begin(host, &c, breadth, UInt32(clamping: columns), &step),
            breadth.isFinite ? viewport.refused : ("breadth", breadth))
        return unsafe Step(c: step)
    }

    /// Goes on with the extents of the first nodes asked for.
    package func measured(
        _ extents: UnsafeBufferPointer<Double>, time: Double
    ) throws(RangeCoreError) -> Step {
        recorder?.settle()
        let time = recorder == nil ? time : nearest(time, .microseconds)
        var step = unsafe rc_host_step()
        defer { noteActs() }
        try check(
            unsafe rc_host_measured(host, extents.baseAddress, extents.count, time, &step),
            time.isFinite ? ("extent", unsafe extents.first { !($0 >= 0) } ?? 0) : ("time", time))
        return unsafe Step(c: step)
    }

    /// Goes on with the extent of the first node asked for; nil if none is.
    func measured(_ extent: Double?, time: Double) throws(RangeCoreError) -> Step {
        try unsafe withUnsafePointer(to: extent ?? 0) { first throws(RangeCoreError) in
            try unsafe measured(.init(start: first, count: extent == nil ? 0 : 1), time: time)
        }
    }

    /// Sets what the view of a node needs, or has it measured again; returns whether that is news.
    package func setExtent(_ extent: Double, ofNode number: Int) throws(RangeCoreError) -> Bool {
        var (node, extent, isNews) = (UInt32(clamping: number), extent, false)
        defer { noteActs() }
        try check(unsafe rc_host_set_extents(host, &node, &extent, 1, &isNews), ("extent", extent))
        return isNews
    }

    package func wrote(_ offset: Double) throws(RangeCoreError) {
        try check(unsafe rc_host_wrote(host, offset))
    }

    /// Finds the number of the node of an item; throws `notFound` if it has none.
    package func number(ofItem index: Int) throws(RangeCoreError) -> Int {
        var node: UInt32 = 0
        try check(unsafe rc_host_find(host, Int64(index), &node))
        return Int(node)
    }

    /// Finds the index of a node's item, after all edits; nil once it was removed.
    func index(ofNode number: Int) -> Int? {
        var index: Int64 = 0
        let status = unsafe rc_host_index(host, UInt32(clamping: number), &index)
        return status == RC_STATUS_OK ? Int(index) : nil
    }

    package func keep(_ index: Int, _ keeps: Bool) throws(RangeCoreError) {
        try check(unsafe rc_host_keep(host, Int64(index), keeps))
    }

    package func renew(_ items: Range<Int>) throws(RangeCoreError) {
        defer { noteActs() }
        try check(unsafe rc_host_renew(host, Int64(items.lowerBound), Int64(items.upperBound)))
    }

    package func scroll(
        toItem index: Int, at alignment: ScrollAlignment, animated: Bool
    ) throws(RangeCoreError) {
        let alignment = recorder == nil ? alignment : alignment.recordable
        let (fraction, shift) = (alignment.fraction, alignment.shift)
        try check(
            unsafe rc_host_scroll_to(host, Int64(index), fraction, shift, animated),
            shift.isFinite && (fraction == RC_FRACTION_NEAREST || (0...1).contains(fraction))
                ? ("index", index) : alignment.refused)
    }

    package func scroll(toOffset offset: Double, animated: Bool) throws(RangeCoreError) {
        try check(unsafe rc_host_scroll_to_offset(host, offset, animated), ("offset", offset))
    }

    // -- recording --

    // Offsets come back from the host as the list took them.
    private func recordable(_ viewport: ListViewport) -> ListViewport {
        if recorder == nil { return viewport }
        var it = viewport.recordable
        (it.offset, it.landingOffset) = (viewport.offset, viewport.landingOffset)
        return it
    }

    private func noteActs() {
        guard let recorder else { return }
        var (acts, count) = unsafe (UnsafePointer<rc_host_act>?.none, 0)
        mustSucceed(unsafe rc_host_take_acts(host, &acts, &count))
        let all = unsafe UnsafeBufferPointer(start: acts, count: count)
        for position in 0..<count { recorder.note(unsafe all[position]) }
    }

    package func validate() throws(RangeCoreError) { try check(unsafe rc_host_validate(host, nil)) }
}

extension ListEngine {
    /// Takes on a round that the list's host has made.
    package mutating func take(_ step: HostEngine.Step) -> ListUpdate {
        changes = unsafe Changes(step.c.update.changes, of: list)
        return step.update
    }
}
