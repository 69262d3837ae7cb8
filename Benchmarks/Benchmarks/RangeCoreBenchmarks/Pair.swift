import Benchmark
import CBenchmarks

/// An operation as it is timed: what comes before and after a batch of them is not.
struct Action {
    /// The most operations of a batch.
    var most = Int.max
    var prepare: (_ count: Int) throws -> Void = { _ in }
    let run: (_ count: Int) throws -> Void
    var undo: (_ count: Int) throws -> Void = { _ in }
    /// What the operations found, for a comparison of two sides.
    var sum: () -> Int64 = { 0 }
}

/// Of the engine's time to the other side's, in millionths.
private var ratio: BenchmarkMetric { .custom("ratio", useScalingFactor: false) }
/// Picoseconds an operation, as the package counts in whole numbers: through Swift, of the same
/// calls in C, and of what they are measured beside.
private var swift: BenchmarkMetric { .custom("swift", useScalingFactor: false) }
private var call: BenchmarkMetric { .custom("call", useScalingFactor: false) }
private var beside: BenchmarkMetric { .custom("beside", useScalingFactor: false) }

/// Times one side.
struct Stopwatch {
    private let action: Action
    private var batch: Int
    private let clock = ContinuousClock()

    init(_ action: Action) throws {
        self.action = action
        batch = min(4, action.most)
        // How many take half a millisecond; that also warms up.
        while batch < action.most, try runBatch() < 5e8 { batch = min(batch * 2, action.most) }
    }

    /// Runs a batch; the picoseconds that it takes.
    private func runBatch() throws -> Double {
        try action.prepare(batch)
        let elapsed = try clock.measure { try action.run(batch) }
        try action.undo(batch)
        let (seconds, attoseconds) = elapsed.components
        return Double(seconds) * 1e12 + Double(attoseconds) / 1e6
    }

    /// The picoseconds of an operation, over two milliseconds of them.
    func round() throws -> Double {
        // The caches hold what the other side left there. A search of 10^6 items takes 20 ms to settle.
        let end = clock.now + .milliseconds(20)
        while clock.now < end { _ = try runBatch() }
        var (elapsed, count) = (0.0, 0)
        while elapsed < 2e9 {
            elapsed += try runBatch()
            count += batch
        }
        return elapsed / Double(count)
    }
}

/// What a line compares.
struct Sides {
    let swift: Action
    /// The same by C calls.
    let call: Action
    let beside: Action
    /// Both sides must find the same.
    var agree = true
}

/// Measures the engine beside something else, in turns, so that what slows one side down slows the
/// other too. Each iteration is a round of each side, and gives a ratio.
func pair(_ name: String, beside other: String, _ make: @escaping () throws -> Sides) {
    let configuration = Benchmark.Configuration(
        metrics: [ratio, swift, call, beside],
        units: [ratio: .count, swift: .count, call: .count, beside: .count], warmupIterations: 1,
        maxDuration: .seconds(5), maxIterations: 31)
    var watches: [Stopwatch] = []
    Benchmark("\(name), beside \(other)", configuration: configuration) { benchmark in
        let times = try watches.map { try $0.round() }
        benchmark.measurement(swift, Int(times[0]))
        benchmark.measurement(call, Int(times[1]))
        benchmark.measurement(beside, Int(times[2]))
        benchmark.measurement(ratio, Int((times[0] / times[2] * 1e6).rounded()))
    } setup: {
        let sides = try make()
        for side in [sides.swift, sides.call, sides.beside] {
            let count = min(200, side.most)
            try side.prepare(count)
            try side.run(count)
            try side.undo(count)
        }
        guard sides.swift.sum() == sides.call.sum(),
            !sides.agree || sides.swift.sum() == sides.beside.sum()
        else { fatalError("\(name): Swift, C and \(other) find different items") }
        watches = try [sides.swift, sides.call, sides.beside].map { try Stopwatch($0) }
    } teardown: {
        watches = []
    }
}
