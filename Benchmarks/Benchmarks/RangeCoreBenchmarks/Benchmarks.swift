import Benchmark

// swift package --package-path Benchmarks benchmark [--filter REGEX]
//
// The lines with a ratio are the table's that no C program can measure; the others are the engine
// from 10^3 to 10^8 items. Baselines: `benchmark baseline update NAME`, then `baseline compare NAME`.
let benchmarks: @Sendable () -> Void = {
    registerRope()
    registerUpdate()
    for power in 3...8 { registerSize(power) }
}
