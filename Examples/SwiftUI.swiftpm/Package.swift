// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

// An app: open this folder in Xcode, or in Swift Playground.
let package = Package(
    name: "Photos",
    platforms: [.iOS(.v16)],
    products: [
        .iOSApplication(
            name: "Photos", targets: ["Photos"], bundleIdentifier: "org.example.photos.swiftui",
            displayVersion: "1.0", bundleVersion: "1", supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [
                .portrait, .landscapeRight, .landscapeLeft,
                .portraitUpsideDown(.when(deviceFamilies: [.pad])),
            ])
    ],
    dependencies: [.package(name: "range-core", path: "../..")],
    targets: [
        .executableTarget(
            name: "Photos",
            dependencies: [
                .product(name: "RangeCore", package: "range-core"),
                .product(name: "RangeCoreSwiftUI", package: "range-core"),
            ],
            path: ".")
    ],
    swiftLanguageModes: [.v6]
)
