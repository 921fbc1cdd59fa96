// swift-tools-version: 6.2
import PackageDescription

// A foreign project with two programs: one adds a source of rates and has goals funded by what they value, the other keeps a kind of thing
// of its own in the store, with a use case and commands.
func program(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name,
        dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
            + products.map { .product(name: $0, package: "CryptoSavingsTracker") })
}

let package = Package(
    name: "OwnDomain",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: ["CommandLine", "SQLite", "Web"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        program(
            "metal-value",
            [
                "Allocation", "BaseFeatures", "CommandSupport", "ExchangeRates", "FileFormats", "Forecast", "Models",
                "Persistence", "Planning", "PluginKit", "Presentation", "RateViews",
            ]),
        program(
            "subscriptions",
            [
                "Allocation", "BaseFeatures", "CommandSupport", "Models", "Notifications", "Persistence",
                "PersistenceSQLite", "PluginKit", "Presentation", "StoreConformance", "WebApplication", "WebPages",
                "WebServer",
            ]),
    ]
)
