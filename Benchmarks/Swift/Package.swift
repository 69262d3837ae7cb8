// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bench",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "range-core", path: "../..")],
    targets: [
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "RangeCore", package: "range-core"),
                .product(name: "CRangeCore", package: "range-core"),
            ],
            path: "Sources"),
        .target(name: "Allocations", path: "Allocations"),
        .executableTarget(
            name: "hosts",
            dependencies: [
                .product(name: "RangeCore", package: "range-core"), "Allocations",
            ],
            path: "Hosts"),
    ],
    swiftLanguageModes: [.v6]
)
