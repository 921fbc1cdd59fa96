// swift-tools-version: 6.2
import PackageDescription

// A foreign project that keeps a kind of thing of its own in the store, with a use case, commands and a program.
let package = Package(
    name: "OwnEntity",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: ["CommandLine", "SQLite"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "subscriptions",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "CommandSupport", package: "CryptoSavingsTracker"),
                .product(name: "Models", package: "CryptoSavingsTracker"),
                .product(name: "Persistence", package: "CryptoSavingsTracker"),
                .product(name: "PersistenceSQLite", package: "CryptoSavingsTracker"),
                .product(name: "PluginKit", package: "CryptoSavingsTracker"),
                .product(name: "Presentation", package: "CryptoSavingsTracker"),
                .product(name: "StoreConformance", package: "CryptoSavingsTracker"),
            ])
    ]
)
