import Benchmark
import RangeCore

/// The engine alone, at one size: percentiles of a thousand operations each.
func registerSize(_ power: Int) {
    var count = 1
    for _ in 0..<power { count *= 10 }
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock, .throughput], warmupIterations: 2, scalingFactor: .kilo,
        maxDuration: .milliseconds(500), maxIterations: 1000)

    func overExtents(_ name: String, _ run: @escaping (ExtentsWorld, Int) throws -> Void) {
        var world: ExtentsWorld?
        Benchmark("10^\(power): \(name)", configuration: configuration) { benchmark in
            guard let world else { return }
            try run(world, benchmark.scaledIterations.count)
        } setup: {
            world = try ExtentsWorld(count: count)
        } teardown: {
            world = nil
        }
    }

    overExtents("find at a random offset", findAtRandom)
    overExtents("measure one at random, lookup", measureAtRandom)
    overExtents("insert 50, then remove 50, a lookup after each", editAtRandom)

    var world: EngineWorld?
    Benchmark("10^\(power): update while scrolling", configuration: configuration) { benchmark in
        guard let world else { return }
        try updateWhileScrolling(world, benchmark.scaledIterations.count)
    } setup: {
        world = try EngineWorld(count: count)
    } teardown: {
        world = nil
    }
}
