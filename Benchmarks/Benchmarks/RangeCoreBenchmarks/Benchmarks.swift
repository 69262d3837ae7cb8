import Benchmark

// swift package --package-path Benchmarks benchmark [--filter REGEX]
//
// `Scripts/bench --swift` runs them all and prints a line a goal. The package's own baselines work
// too: `benchmark baseline update NAME`, later `benchmark baseline compare NAME`.
let benchmarks: @Sendable () -> Void = {
    registerTable()
    registerRope()
    for power in 3...8 { registerSize(power) }
}
