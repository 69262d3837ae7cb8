import RangeCore

/// Plays a script in virtual time and prints a line for each update.
@MainActor
final class ScriptPlayer {
    private let feed: Feed
    private let loader: VirtualLoader
    private let print: (String) -> Void
    private var pace = 16
    private var updateCount = 0
    private var failureCount = 0
    private var waiting: CheckedContinuation<Void, Never>?

    /// What `settle` waits at most, in milliseconds.
    static let patience = 60_000
    /// The columns of the terminal that are not text.
    static let margin = 4

    init(feed: Feed, loader: VirtualLoader, print: @escaping (String) -> Void) {
        self.feed = feed
        self.loader = loader
        self.print = print
        feed.onUpdate = { [unowned self] cause, update, changes in
            updateCount += 1
            if cause == .failure { failureCount += 1 }
            self.print(line(cause, update, changes))
        }
        feed.onChange = { [unowned self] in resumeIfQuiet() }
        loader.onChange = { [unowned self] in resumeIfQuiet() }
    }

    func play(_ script: Script) async {
        feed.start()
        await advance(by: 0)
        for step in script.steps { await play(step) }
        let empty =
            feed.controller.count == 0 && feed.store.state(at: .tail) == .exhausted
            ? " (\(feed.source.name) is empty)" : ""
        print(
            "end t=\(loader.now) updates=\(updateCount) failures=\(failureCount) \(held)" + empty)
    }

    private func play(_ step: Step) async {
        switch step {
        case .size(let columns, let rows):
            feed.resize(columns: columns - Self.margin, rows: rows - 1)
        case .pace(let milliseconds): pace = milliseconds
        case .scroll(let rows, let times): await scroll(rows, times)
        case .fling(let speed): await fling(speed)
        case .jump(.end, .end): feed.go(to: .end)
        case .jump(let place, let alignment): feed.jump(to: row(place), at: alignment.rangeCore)
        case .wait(let milliseconds): await advance(by: milliseconds)
        case .settle: await settle()
        case .screens(let screens): feed.setLeadingScreens(screens)
        case .memory(let memory): feed.setMemoryPressure(memory.rangeCore)
        case .hold: feed.setHeld(true)
        case .release: feed.setHeld(false)
        case .retry: feed.retry()
        case .reset: feed.reset()
        }
        await advance(by: 0)
    }

    private func row(_ place: Step.Place) -> Int {
        switch place {
        case .start: 0
        case .end: feed.controller.count - 1
        case .item(let index): index
        }
    }

    private func scroll(_ rows: Int, _ times: Int) async {
        for _ in 0..<times {
            await advance(by: pace)
            feed.scroll(by: Double(rows), velocity: Double(rows * 1000 / pace))
        }
    }

    /// Decelerates as scroll views do, to 0.998 of the speed a millisecond, in whole rows.
    private func fling(_ speed: Int) async {
        let frames = Fling(speed: speed, pace: pace).frames
        var rest = frames.reduce(0) { $0 + $1.rows }
        for frame in frames {
            await advance(by: pace)
            let landing = feed.offset + Double(rest)
            let moved = feed.scroll(
                by: Double(frame.rows), velocity: Double(frame.speed), landing: landing,
                cause: .fling)
            rest -= frame.rows
            // It stops where the content does.
            if frame.rows != 0 && moved == 0 { break }
        }
    }

    // -- time --

    /// When something happens without a step; nil if nothing will.
    private var nextEvent: Int? {
        let retry = feed.nextTime
        let again = retry.isFinite ? max(Int((retry * 1000).rounded(.up)), loader.now + 1) : nil
        return [loader.nextAnswer, again].compactMap(\.self).min()
    }

    private func advance(by milliseconds: Int) async {
        let end = loader.now + milliseconds
        await quiet()
        while let event = nextEvent, event <= end {
            loader.advance(to: event)
            if !loader.passNext() { feed.timePassed() }
            await quiet()
        }
        loader.advance(to: end)
    }

    /// Whether nothing happens until time passes.
    private var isQuiet: Bool {
        loader.count == feed.store.requestCount && !feed.isCounting && !feed.isWaiting
    }

    /// Waits until what is done off the main actor is done, and begins the requests that came of it.
    private func quiet() async {
        while !isQuiet {
            await withCheckedContinuation { waiting = $0 }
        }
        loader.begin()
    }

    private func resumeIfQuiet() {
        guard isQuiet else { return }
        waiting?.resume()
        waiting = nil
    }

    private func settle() async {
        let limit = loader.now + Self.patience
        while let event = nextEvent, event <= limit {
            await advance(by: max(event - loader.now, 0))
        }
    }

    // -- lines --

    private func line(
        _ cause: Feed.Cause, _ update: ListUpdate, _ changes: [ListEngine.Change]
    ) -> String {
        let told = changes.map { "\($0.items):\($0.before.rawValue)>\($0.after.rawValue)" }
        let words = [
            "t=\(loader.now)", "by=\(cause)", "offset=\(ticks(feed.offset))",
            "moved=\(ticks(update.correction))", "length=\(ticks(feed.controller.length))",
            "mode=\(update.mode)", "direction=\(update.direction)", "visible=\(update.visible)",
            "display=\(update[.display])", "preload=\(update[.preload])",
            "changes=[\(told.joined(separator: " "))]", "tail=\(feed.store.state(at: .tail))",
            "loading=\(feed.store.requestCount)", held,
        ]
        return words.joined(separator: " ")
    }

    /// The pages and items that are held, and the items that are known.
    private var held: String {
        let (store, more) = (feed.store, feed.isComplete ? "" : "+")
        return "pages=\(store.pageCount) items=\(store.itemCount)/\(store.count)\(more)"
    }

    private func ticks(_ points: Double) -> Int64 {
        Int64((points * 960).rounded(.toNearestOrEven))
    }
}

/// A scroll that slows down by itself.
struct Fling {
    struct Frame: Equatable {
        var rows: Int
        /// Rows a second.
        var speed: Int
    }

    private(set) var frames: [Frame] = []

    /// In whole numbers, so that it is the same everywhere.
    init(speed: Int, pace: Int) {
        var keep = 1_000_000
        for _ in 0..<pace { keep = keep * 998 / 1000 }
        // Thousandths of a row a second, and millionths of a row.
        var velocity = speed * 1000
        var path = 0
        var rows = 0
        while abs(velocity) >= 30_000, frames.count < 10_000 {
            path += velocity * pace
            let reached = path / 1_000_000
            frames.append(Frame(rows: reached - rows, speed: velocity / 1000))
            rows = reached
            velocity = velocity * keep / 1_000_000
        }
    }
}

extension Step.Alignment {
    var rangeCore: ScrollAlignment {
        switch self {
        case .start: .start
        case .center: .center
        case .end: .end
        case .nearest: .nearest
        }
    }
}

extension Step.Memory {
    var rangeCore: ListSettings.MemoryPressure {
        switch self {
        case .normal: .normal
        case .warning: .warning
        case .critical: .critical
        }
    }
}
