// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the library depends on nothing.
let package = Package(
    name: "range-core-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "range-core", path: ".."),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        // The worlds, the baselines and the operations of the C benchmark.
        .target(
            name: "CBenchmarks",
            dependencies: [.product(name: "CRangeCore", package: "range-core")],
            path: "C",
            exclude: ["main.c", "lines.c", "lines_memory.c", "report.c", "runner.c"],
            publicHeadersPath: "."
        ),
        .executableTarget(
            name: "RangeCoreBenchmarks",
            dependencies: [
                "CBenchmarks",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "CRangeCore", package: "range-core"),
                .product(name: "RangeCore", package: "range-core"),
                .product(name: "_RopeModule", package: "swift-collections"),
            ],
            path: "Benchmarks/RangeCoreBenchmarks",
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
