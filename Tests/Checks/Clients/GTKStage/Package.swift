// swift-tools-version: 6.2
import PackageDescription

// The list of Examples/GTKSwift as a library that gtk-swift_client.py calls.
let package = Package(
    name: "gtk-stage",
    products: [.library(name: "gtkstage", type: .dynamic, targets: ["gtkstage"])],
    dependencies: [
        .package(name: "gtk-rows", path: "../../../../Examples/GTKSwift"),
        .package(name: "range-core", path: "../../../.."),
    ],
    targets: [
        .target(
            name: "gtkstage",
            dependencies: [
                .product(name: "GTKRows", package: "gtk-rows"),
                .product(name: "RangeCore", package: "range-core"),
            ],
            path: ".")
    ],
    swiftLanguageModes: [.v6]
)
