/// Waste against lateness, for several budgets and for Texture's ranges, over all sessions.
struct Sweep {
    static let budgets = [0.5, 0.7, 0.85, 1, 1.15, 1.4]

    /// One setting.
    struct Point {
        let name: String
        /// Nil for Texture's ranges.
        let budget: Double?
        let total: PlayCounters
        /// In which 90 % lie of the sums over sessions drawn again; nil for one session.
        let lateness, waste: ClosedRange<Double>?

        fileprivate init(_ budget: Double?, _ sessions: [PlayCounters], seed: UInt64) {
            name = budget.map { "\($0)" } ?? "Texture"
            self.budget = budget
            total = sessions.reduce(PlayCounters(), +)
            guard sessions.count > 1 else {
                (lateness, waste) = (nil, nil)
                return
            }
            // The same draws for each setting, so that they can be compared.
            var luck = SplitMix(state: seed)
            let sums = (0..<1000).map { _ in
                sessions.indices.reduce(PlayCounters()) { sum, _ in
                    sum + sessions[luck.below(sessions.count)]
                }
            }
            func middle(_ values: [Double]) -> ClosedRange<Double> {
                let sorted = values.sorted()
                return sorted[50]...sorted[949]
            }
            (lateness, waste) = (middle(sums.map(\.lateness)), middle(sums.map(\.waste)))
        }
    }

    let points: [Point]
    let texture: Point

    /// The largest budget that loads no more in vain than Texture's ranges.
    var best: Point? { points.last { $0.total.waste <= texture.total.waste } }

    init(_ recordings: [Recording], _ settings: PlaySettings) throws {
        func point(_ budget: Double?) throws -> Point {
            var it = settings.texture
            if let budget {
                it = settings
                it.foresight = budget
            }
            let sessions = try recordings.map { try Player.play($0, it).counters }
            return Point(budget, sessions, seed: settings.seed)
        }
        points = try Self.budgets.map(point)
        texture = try point(nil)
    }

    var lines: [String] {
        func text(_ value: Double, _ within: ClosedRange<Double>?) -> String {
            let interval = within.map { " (\(tenths($0.lowerBound)) … \(tenths($0.upperBound)))" }
            return tenths(value) + (interval ?? "")
        }
        var lines = (points + [texture]).map { point in
            "\(padded(point.name, 8)) late \(padded(text(point.total.lateness, point.lateness), 20))"
                + " of 100, in vain \(text(point.total.waste, point.waste)) for 100 seen"
        }
        if texture.lateness == nil { lines.append("one session, so no interval") }
        if let best {
            let count = (best.total.late, texture.total.late)
            lines.append(
                "the largest budget that wastes no more than Texture's ranges: \(best.name),"
                    + " with \(count.0) late instead of \(count.1)")
        } else {
            lines.append("each of these budgets wastes more than Texture's ranges")
        }
        return lines
    }
}

/// One decimal, rounded.
func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
}

func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
