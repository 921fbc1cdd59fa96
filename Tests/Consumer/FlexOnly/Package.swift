// swift-tools-version: 6.2
import PackageDescription

// A foreign project that imports one domain module, which compiles two.
let package = Package(
    name: "FlexOnly",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: [])],
    targets: [
        .executableTarget(
            name: "FlexOnly",
            dependencies: [
                .product(name: "FlexAdjustment", package: "CryptoSavingsTracker"),
                .product(name: "Models", package: "CryptoSavingsTracker"),
            ])
    ]
)
