import Foundation
import RangeCore

/// Which lines were really seen, and for how long: half of one for a second, without a break.
@MainActor
final class SeenLines {
    /// A line that was on screen.
    struct Line: Equatable {
        /// Of the text, from 1 on.
        var number: Int
        var text: String
        /// In seconds since the feed began.
        var from: Double
        var seconds: Double
    }

    /// Whether anybody can see the text.
    var isActive: Bool {
        get { impressions.isActive }
        set { impressions.isActive = newValue }
    }
    /// Told of each line that was seen, once it has left the screen.
    var onLine: ((Line) -> Void)?

    /// The lines that have left the screen, in the order in which they did.
    private(set) var lines: [Line] = []
    /// The texts of those that are on the screen still, long enough to count, by item.
    private(set) var current: [Int: String] = [:]

    let impressions = Impressions<Int>()
    private let start = ContinuousClock.now

    /// Follows what a feed shows.
    func attach(to feed: Feed) throws {
        impressions.onEvent = { [unowned self, unowned feed] in note($0, of: feed) }
        // What is not loaded is not seen.
        try impressions.attach(to: feed.controller) { [unowned feed] in
            feed.store[$0] == nil ? nil : $0
        }
    }

    private func note(_ event: Impression<Int>, of feed: Feed) {
        if event.kind == .seen {
            // Its page may be gone when it leaves.
            current[event.id] = String(feed.text(ofItem: event.id).prefix(200))
        } else {
            let line = Line(
                number: event.id + 1, text: current.removeValue(forKey: event.id) ?? "",
                from: max((event.instant - start) / .seconds(1) - event.seconds, 0),
                seconds: event.seconds)
            lines.append(line)
            onLine?(line)
        }
        feed.onChange?()
    }
}

extension SeenLines.Line {
    static let heading = "line,from,seconds\n"

    /// A row of a table of comma-separated values, under the heading.
    var row: String {
        String(format: "%d,%.3f,%.3f\n", number, from, seconds)
    }
}
