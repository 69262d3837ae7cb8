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
    private var moved = 0.0

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
    }

    func play(_ script: Script) async {
        feed.start()
        await advance(by: 0)
        for step in script.steps { await play(step) }
        let empty =
            feed.controller.count == 0 && !feed.pages.hasMore
            ? " (\(feed.source.name) is empty)" : ""
        print(
            "end t=\(loader.now) updates=\(updateCount) failures=\(failureCount) pages=\(pages) "
                + "items=\(items)" + empty)
    }

    private func play(_ step: Step) async {
        switch step {
        case .size(let columns, let rows):
            feed.resize(columns: columns - Self.margin, rows: rows - 1)
        case .pace(let milliseconds): pace = milliseconds
        case .scroll(let rows, let times): await scroll(rows, times)
        case .fling(let speed): await fling(speed)
        case .jump(.end, .end): feed.jumpToEnd()
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
        while let event = nextEvent, event <= end {
            loader.advance(to: event)
            if await !loader.tellNext() { feed.timePassed() }
        }
        loader.advance(to: end)
    }

    private func settle() async {
        let limit = loader.now + Self.patience
        while let event = nextEvent, event <= limit {
            await advance(by: max(event - loader.now, 0))
        }
    }

    // -- lines --

    private func line(_ cause: Feed.Cause, _ update: ListUpdate, _ changes: [Feed.Change]) -> String
    {
        let told = changes.map { "\($0.rows):\($0.before.rawValue)>\($0.after.rawValue)" }
        let reason = update.tail.reason.description
            .filter { $0 != "," }.map { $0 == " " ? "-" : String($0) }.joined()
        let words = [
            "t=\(loader.now)", "by=\(cause)", "offset=\(ticks(feed.offset))",
            "moved=\(ticks(update.correction))", "length=\(ticks(feed.controller.length))",
            "mode=\(update.mode)", "direction=\(update.direction)", "visible=\(update.visible)",
            "display=\(update[.display])", "preload=\(update[.preload])",
            "changes=[\(told.joined(separator: " "))]", "tail=\(update.tail.answer):\(reason)",
            "pages=\(pages)", "items=\(items)",
        ]
        return words.joined(separator: " ")
    }

    private var pages: String { "\(feed.pages.pageCount)/\(total(feed.pages.totalPages))" }
    private var items: String { "\(feed.pages.itemCount)/\(total(feed.pages.totalItems))" }

    private func total(_ number: Int?) -> String { number.map(String.init) ?? "?" }

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
