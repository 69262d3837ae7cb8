// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since SQLite has to be installed: on Debian and Ubuntu, libsqlite3-dev.
let package = Package(
    name: "page-sources",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "PageSources", targets: ["PageSources"])],
    dependencies: [.package(name: "range-core", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CSQLite", path: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "PageSources",
            dependencies: ["CSQLite", .product(name: "RangeCore", package: "range-core")],
            path: "Sources"),
        .testTarget(
            name: "PageSourcesTests",
            dependencies: ["PageSources", .product(name: "RangeCoreParts", package: "range-core")],
            path: "Tests"),
    ],
    swiftLanguageModes: [.v6]
)
