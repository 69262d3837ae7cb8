import Benchmark
import RangeCore

/// The engine alone, at one size: percentiles of a thousand operations each.
func registerSize(_ power: Int) {
    var count = 1
    for _ in 0..<power { count *= 10 }
    // Picoseconds an operation, as the package counts in whole numbers.
    let swift = BenchmarkMetric.custom("swift", useScalingFactor: false)
    let configuration = Benchmark.Configuration(
        metrics: [swift], units: [swift: .count], warmupIterations: 20,
        maxDuration: .milliseconds(500),
        maxIterations: 1000)
    let clock = ContinuousClock()

    func add(_ name: String, _ run: @escaping (inout SizeWorld, Int) throws -> Void) {
        var world: SizeWorld?
        Benchmark("10^\(power), \(name)", configuration: configuration) { benchmark in
            guard world != nil else { return }
            let elapsed = try clock.measure { try run(&world!, 1000) }
            benchmark.measurement(swift, Int(elapsed.components.attoseconds / 1_000_000_000))
        } setup: {
            world = try SizeWorld(count: count)
        } teardown: {
            world = nil
        }
    }

    add("item at a random offset") { try $0.find($1) }
    add("measure one at random, lookup") { try $0.measure($1) }
    add("insert 50, then remove 50, a lookup after each") { try $0.edit($1) }
    add("update while scrolling") { try $0.scroll($1) }
}
