// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since GTK has to be installed: on Debian and Ubuntu, libgtk-4-dev.
let package = Package(
    name: "gtk-rows",
    products: [.library(name: "GTKRows", targets: ["GTKRows"])],
    dependencies: [.package(name: "range-core", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CGTK", path: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        // The module of the kit that tells what moves a list.
        .target(name: "CMovement", dependencies: ["CGTK"], path: "Movement"),
        .target(
            name: "GTKRows",
            dependencies: [
                "CGTK", "CMovement", .product(name: "RangeCore", package: "range-core"),
            ],
            path: "Kit"),
        .executableTarget(name: "rows", dependencies: ["GTKRows", "CGTK"], path: "Program"),
    ],
    swiftLanguageModes: [.v6]
)
