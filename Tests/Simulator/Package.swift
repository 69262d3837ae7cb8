// swift-tools-version: 6.2
import PackageDescription

// A package of its own: Xcode builds all targets of a package for its tests, and cannot build the programs
// of this one for a phone (github.com/SwiftPackageIndex/SwiftPackageIndex-Server/issues/677). Elsewhere
// than on Apple's systems its files are empty; Tests/Checks/Apple/typecheck reads them.
let package = Package(
    name: "simulator",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .visionOS(.v1)],
    dependencies: [.package(name: "range-core", path: "../..")],
    targets: [
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                .product(name: "RangeCore", package: "range-core"),
                .product(name: "RangeCoreUIKit", package: "range-core"),
                .product(name: "RangeCoreAppKit", package: "range-core"),
                .product(name: "RangeCoreSwiftUI", package: "range-core"),
            ],
            path: "Tests")
    ],
    swiftLanguageModes: [.v6]
)
