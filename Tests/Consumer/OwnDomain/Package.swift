// swift-tools-version: 6.2
import PackageDescription

// A foreign program that keeps a kind of thing of its own in the store, with a use case, commands and a dashboard.
let package = Package(
    name: "OwnDomain",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "CryptoSavingsTracker", path: "../../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "subscriptions",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
                + [
                    "Allocation", "BaseFeatures", "CommandSupport", "Models", "Notifications", "Persistence",
                    "PersistenceSQLite", "PluginKit", "Presentation", "StoreConformance", "WebApplication", "WebPages",
                    "WebServer",
                ].map { .product(name: $0, package: "CryptoSavingsTracker") })
    ]
)
