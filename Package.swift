// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors where this is developed, not where it is built: a new compiler has new ones.
let isStrict = Context.environment["RANGECORE_STRICT"] != nil

var cSettings: [CSetting] = [
    .define("RC_ASSERTS", to: "1", .when(configuration: .debug)),
    .enableWarning("all"),
    .enableWarning("extra"),
    .enableWarning("pedantic"),
    .enableWarning("conversion"),
    .enableWarning("sign-conversion"),
    .enableWarning("shadow"),
]

var swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

if isStrict {
    cSettings.append(.treatAllWarnings(as: .error))
    swiftSettings.append(.treatAllWarnings(as: .error))
}

// What the library does with C's memory is marked. The rest of the package is its user.
let librarySettings = swiftSettings + [.strictMemorySafety()]

let package = Package(
    name: "range-core",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "RangeCore", targets: ["RangeCore"]),
        .library(name: "RangeCoreParts", targets: ["RangeCoreParts"]),
        .library(name: "RangeCoreUIKit", targets: ["RangeCoreUIKit"]),
        .library(name: "RangeCoreAppKit", targets: ["RangeCoreAppKit"]),
        .library(name: "RangeCoreSwiftUI", targets: ["RangeCoreSwiftUI"]),
        .library(name: "CRangeCore", targets: ["CRangeCore"]),
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
            swiftSettings: librarySettings
        ),
        .target(
            name: "RangeCoreParts",
            dependencies: ["RangeCore", "CRangeCore"],
            swiftSettings: librarySettings
        ),
        .target(
            name: "RangeCoreUIKit",
            dependencies: ["RangeCore"],
            swiftSettings: librarySettings
        ),
        .target(
            name: "RangeCoreAppKit",
            dependencies: ["RangeCore"],
            swiftSettings: librarySettings
        ),
        .target(
            name: "RangeCoreSwiftUI",
            dependencies: ["RangeCore"],
            swiftSettings: librarySettings
        ),
        .target(
            name: "FeedKit",
            dependencies: ["RangeCore", "RangeCoreParts"],
            path: "Examples/Feed/Kit",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "feed",
            dependencies: ["FeedKit"],
            path: "Examples/Feed/Program",
            swiftSettings: swiftSettings
        ),
        .target(
            name: "SessionKit",
            dependencies: ["RangeCore"],
            path: "Examples/Swift/Kit",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "session",
            dependencies: ["SessionKit"],
            path: "Examples/Swift/Program",
            swiftSettings: swiftSettings
        ),
        .target(
            name: "ReplayKit",
            dependencies: ["RangeCore", "CRangeCore", "SessionKit"],
            path: "Examples/Replay/Kit",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "replay",
            dependencies: ["ReplayKit"],
            path: "Examples/Replay/Program",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "ReplayTests",
            dependencies: ["ReplayKit"],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "hostclient",
            dependencies: ["RangeCore", "RangeCoreParts", "RangeCoreUIKit"],
            path: "Tests/Checks/Clients/Swift",
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FeedTests",
            dependencies: ["FeedKit", "feed"],
            exclude: ["terminal.py"],
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
            dependencies: [
                "RangeCore", "RangeCoreParts", "RangeCoreUIKit", "CRangeCore", "SessionKit",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "RangeCoreUIKitTests",
            dependencies: ["RangeCoreUIKit"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "RangeCoreSwiftUITests",
            dependencies: ["RangeCoreSwiftUI"],
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
