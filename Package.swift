// swift-tools-version: 6.2
import PackageDescription

let cSettings: [CSetting] = [
    .define("NDEBUG", .when(configuration: .release)),
    .enableWarning("all"),
    .enableWarning("extra"),
    .enableWarning("pedantic"),
    .enableWarning("conversion"),
    .enableWarning("sign-conversion"),
    .enableWarning("shadow"),
    .treatAllWarnings(as: .error),
]

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "range-core",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "RangeCore", targets: ["RangeCore"]),
        .library(name: "CRangeCore", targets: ["CRangeCore"]),
        .library(name: "rangecore", type: .static, targets: ["CRangeCore"]),
    ],
    targets: [
        .target(
            name: "CRangeCore",
            path: ".",
            sources: ["Sources/CRangeCore"],
            publicHeadersPath: "include",
            cSettings: cSettings
        ),
        .target(
            name: "RangeCore",
            dependencies: ["CRangeCore"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FeedKit",
            dependencies: ["RangeCore"],
            path: "Examples/Feed/Kit",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "feed",
            dependencies: ["FeedKit"],
            path: "Examples/Feed/Program",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "session",
            dependencies: ["RangeCore"],
            path: "Examples/Swift",
            exclude: ["run"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FeedTests",
            dependencies: ["FeedKit", "feed"],
            exclude: ["Fixtures"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "CRangeCoreCases",
            dependencies: ["CRangeCore"],
            path: "Tests/CRangeCoreCases",
            exclude: ["main.c"],
            cSettings: cSettings
        ),
        .testTarget(
            name: "RangeCoreTests",
            dependencies: ["RangeCore", "CRangeCore"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "CRangeCoreTests",
            dependencies: ["CRangeCoreCases"],
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
