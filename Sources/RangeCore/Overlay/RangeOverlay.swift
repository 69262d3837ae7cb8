/// What a debug overlay draws beside a scroller: the viewport in the middle of a strip, the rows around it by
/// their range, and beside each what its load does.
///
///     0 ┌────────┐
///       │ ▒▒  ▪▪ │  preload, loading
///       │ ▓▓  ▪▪ │  display, ready
///       ├────────┤
///       │ ██  ▪▪ │  visible, late: without its value
///       ├────────┤
///       │ ▓▓     │
///     1 └────────┘
///
/// All of it comes from the engine. It has no toolkit, so that each adapter draws the same.
package struct RangeOverlay: Sendable, Hashable {
    /// What a bar stands for.
    package enum Role: Sendable, Hashable, CaseIterable {
        /// The innermost range of a row.
        case visible, display, preload, outside
        /// A load that waits for its turn, is in progress, has failed or has succeeded.
        case waiting, loading, failed, ready
        /// Visible without what it is to show.
        case late
        /// In progress, though no list wants it any more: in vain unless the user turns back.
        case unwanted
    }

    /// A part of the strip.
    package struct Bar: Sendable, Hashable {
        /// From where to where, in 0 … 1 of the strip.
        package var span: ClosedRange<Double>
        package var role: Role
    }

    /// What is on screen, insets not included, in 0 … 1 of the strip.
    package private(set) var viewport: ClosedRange<Double>
    /// The rows, from the start; short ones of the same role are one bar.
    package private(set) var rows: [Bar] = []
    /// Their loads; nothing for rows that need none.
    package private(set) var loads: [Bar] = []
    /// A fetch at an end of the list that is in progress or has failed.
    package private(set) var ends: [Bar] = []
    /// How the ranges reach, and in which direction the user has scrolled.
    package private(set) var mode: RangeMode
    package private(set) var direction: ScrollDirection
    /// How many rows were late, and how many loads in vain, so far; nil without a preloader.
    package internal(set) var lateCount: Int?
    package internal(set) var wastedCount: Int?

    /// What is written beside the strip, such as `full`, `late 3` and `wasted 1`.
    package var captions: [String] {
        ["\(mode)"] + (lateCount.map { ["late \($0)"] } ?? [])
            + (wastedCount.map { ["wasted \($0)"] } ?? [])
    }

    /// Creates the overlay of an engine's last update; nil if nothing is shown.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - update: Its last update.
    ///   - length: The length of the viewport, in points.
    ///   - insets: How much of it is covered at its start and at its end, in points.
    ///   - reach: How many viewports the strip shows on either side.
    ///   - end: A closure that returns what happens at an end of the list.
    ///   - load: A closure that returns what the load of an item does; nil if it needs none.
    /// - Complexity: O(log n + rows of the strip).
    package init?(
        _ engine: borrowing ListEngine, _ update: ListUpdate, length: Double,
        insets: (start: Double, end: Double) = (0, 0), reach: Double = 3,
        end: (BatchEnd) -> LoadState, load: (Int) -> Role?
    ) {
        guard length > 0 else { return nil }
        let strip = Strip(start: update.offset - reach * length, length: (2 * reach + 1) * length)
        let lower = update.offset + insets.start
        viewport = strip.span(lower...max(lower, update.offset + length - insets.end))
        (mode, direction) = (update.mode, update.direction)
        try? addRows(engine, strip, load)
        addEnds(engine, strip, end)
    }

    private mutating func addRows(
        _ engine: borrowing ListEngine, _ strip: Strip, _ load: (Int) -> Role?
    ) throws(RangeCoreError) {
        let items = try engine.items(in: strip.start..<strip.start + strip.length)
        guard let last = items.last else { return }
        let lines = try engine.row(ofItem: items.lowerBound)..<engine.row(ofItem: last) + 1
        let (starts, extents) = try engine.positions(ofRows: lines)
        for (position, row) in lines.enumerated() {
            let span = strip.span(starts[position]...starts[position] + extents[position])
            let items = try engine.items(ofRow: row)
            let states = try engine.states(ofItems: items)
            let state = states.reduce(InterfaceState()) { $0.union($1) }
            Self.add(span, Role(rangeOf: state), to: &rows)
            let roles = zip(items, states).compactMap { Role(load($0), $1) }
            if let role = roles.max(by: { $0.urgency < $1.urgency }) {
                Self.add(span, role, to: &loads)
            }
        }
    }

    private mutating func addEnds(
        _ engine: borrowing ListEngine, _ strip: Strip, _ end: (BatchEnd) -> LoadState
    ) {
        let settings = engine.settings
        for (which, offset) in [
            (BatchEnd.head, settings.extraLengthAtHead),
            (.tail, engine.length - settings.extraLengthAtTail),
        ] {
            guard strip.start...strip.start + strip.length ~= offset else { continue }
            let span = strip.span(offset...offset)
            switch end(which) {
            case .loading: ends.append(Bar(span: span, role: .loading))
            case .failed: ends.append(Bar(span: span, role: .failed))
            case .idle, .paused, .exhausted: break
            }
        }
    }

    // Rows too short to be told apart are one bar.
    private static func add(_ span: ClosedRange<Double>, _ role: Role, to bars: inout [Bar]) {
        if let last = bars.last, last.role == role, span.lowerBound <= last.span.upperBound + 0.001,
            span.upperBound - span.lowerBound < 0.004
        {
            bars[bars.count - 1].span = last.span.lowerBound...span.upperBound
        } else {
            bars.append(Bar(span: span, role: role))
        }
    }

    private struct Strip {
        let start: Double
        let length: Double

        func span(_ offsets: ClosedRange<Double>) -> ClosedRange<Double> {
            place(offsets.lowerBound)...place(offsets.upperBound)
        }

        private func place(_ offset: Double) -> Double {
            min(max((offset - start) / length, 0), 1)
        }
    }
}

extension RangeOverlay.Role {
    init(rangeOf state: InterfaceState) {
        if state.contains(.visible) {
            self = .visible
        } else if state.contains(.display) {
            self = .display
        } else {
            self = state.contains(.preload) ? .preload : .outside
        }
    }

    /// What a load is for an item in a state; nil if there is none.
    init?(_ load: Self?, _ state: InterfaceState) {
        guard let load else { return nil }
        self = load != .ready && state.contains(.visible) ? .late : load
    }

    init?(_ state: LoadState?) {
        switch state {
        case .loading: self = .loading
        case .failed: self = .failed
        case .idle, .paused: self = .waiting
        case .exhausted, nil: return nil
        }
    }

    // Of the items of a row, one is drawn.
    fileprivate var urgency: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Red, green and blue, in 0 … 1: those of the page in `Examples/Web`, readable on light and dark.
    package var color: (red: Double, green: Double, blue: Double) {
        switch self {
        case .visible: (0.18, 0.62, 0.43)
        case .display: (0.88, 0.63, 0)
        case .preload: (0.36, 0.49, 0.98)
        case .outside: (0.79, 0.81, 0.85)
        case .waiting: (0.82, 0.84, 0.87)
        case .loading: (0.55, 0.58, 0.64)
        case .ready: (0.08, 0.09, 0.12)
        case .failed, .late: (0.9, 0.28, 0.3)
        case .unwanted: (0.75, 0.45, 0.85)
        }
    }
}
