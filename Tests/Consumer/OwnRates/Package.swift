// swift-tools-version: 6.2
import PackageDescription

// A foreign program that adds a source of rates and has goals funded by what it values. It fetches what its traits name: no dashboard,
// no encryption.
let package = Package(
    name: "OwnRates",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: ["CommandLine", "SQLite"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "metal-value",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
                + [
                    "Allocation", "BaseFeatures", "CommandSupport", "ExchangeRates", "FileFormats", "Forecast",
                    "Models",
                    "Persistence", "Planning", "PluginKit", "Presentation", "RateViews",
                ].map { .product(name: $0, package: "CryptoSavingsTracker") })
    ]
)
