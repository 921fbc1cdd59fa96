// swift-tools-version: 6.2
import PackageDescription

// A foreign project with three programs: one adds a source of rates and composes a program with it, one keeps a kind of thing of its own
// in the store, with a use case and commands, and one has goals funded by what prices value.
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
        .package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: ["CommandLine", "SQLite"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        program(
            "metal-value",
            [
                "CommandSupport", "ExchangeRates", "Models", "Persistence", "PluginKit", "Presentation", "RateViews",
            ]),
        program(
            "gold-bars",
            [
                "Allocation", "BaseFeatures", "CommandSupport", "ExchangeRates", "Models", "Persistence", "Planning",
                "PluginKit", "Presentation", "RateProviders",
            ]),
        program(
            "subscriptions",
            [
                "Allocation", "BaseFeatures", "CommandSupport", "Models", "Persistence", "PersistenceSQLite",
                "PluginKit",
                "Presentation",
                "StoreConformance",
            ]),
    ]
)
