import Benchmark

/// One side of a comparison: runs its operation so many times.
typealias Side = (_ count: Int) throws -> Void

/// Of the engine's time to the other side's, in thousandths.
private var ratio: BenchmarkMetric { .custom("ratio × 1000", useScalingFactor: false) }
/// Picoseconds an operation: the package counts in whole numbers.
private var ours: BenchmarkMetric { .custom("ours, ps", useScalingFactor: false) }
private var beside: BenchmarkMetric { .custom("beside, ps", useScalingFactor: false) }

private func picoseconds(_ count: Int, _ side: Side) rethrows -> Double {
    let elapsed = try ContinuousClock().measure { try side(count) }
    let (seconds, attoseconds) = elapsed.components
    return (Double(seconds) * 1e12 + Double(attoseconds) / 1e6) / Double(count)
}

/// Runs a side until the caches hold what it needs, not what the other side left there.
private func settle(_ count: Int, _ side: Side) rethrows {
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(20)
    while clock.now < end { try side(count) }
}

/// Measures the engine beside something else, in turns, so that what slows one side down slows the
/// other too. Each iteration is a round of `count` operations on both sides, and gives a ratio.
func pair(
    _ name: String, atMost goal: Double, count: Int,
    _ make: @escaping () throws -> (ours: Side, beside: Side)
) {
    let configuration = Benchmark.Configuration(
        metrics: [ratio, ours, beside], warmupIterations: 2, maxDuration: .seconds(5),
        maxIterations: 61)
    var sides: (ours: Side, beside: Side)?
    Benchmark("\(name), ratio at most \(goal)", configuration: configuration) { benchmark in
        guard let sides else { return }
        try settle(count, sides.ours)
        let first = try picoseconds(count, sides.ours)
        try settle(count, sides.beside)
        let second = try picoseconds(count, sides.beside)
        benchmark.measurement(ours, Int(first))
        benchmark.measurement(beside, Int(second))
        benchmark.measurement(ratio, Int(first / second * 1000))
    } setup: {
        sides = try make()
    } teardown: {
        sides = nil
    }
}
