// swift-tools-version: 6.2
import PackageDescription

// A foreign project that adds a source of rates and composes a program of its own with it.
let package = Package(
    name: "OwnProvider",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: ["CommandLine"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "metal-value",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "CommandSupport", package: "CryptoSavingsTracker"),
                .product(name: "ExchangeRates", package: "CryptoSavingsTracker"),
                .product(name: "Models", package: "CryptoSavingsTracker"),
                .product(name: "Persistence", package: "CryptoSavingsTracker"),
                .product(name: "PluginKit", package: "CryptoSavingsTracker"),
                .product(name: "Presentation", package: "CryptoSavingsTracker"),
                .product(name: "RateViews", package: "CryptoSavingsTracker"),
            ])
    ]
)
