// swift-tools-version: 6.2
import PackageDescription

// A foreign project whose programs import single domain modules: nothing that they do not name is compiled or fetched.
func program(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "CryptoSavingsTracker") })
}

let package = Package(
    name: "SingleModules",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: [])],
    targets: [
        program("ChainOnly", ["Blockchain"]),
        program("FlexOnly", ["FlexAdjustment", "Models"]),
        program("HerdPrices", ["ExchangeRates", "Livestock", "Persistence", "PluginKit", "Values"]),
        program("PlanningOnly", ["Models", "Planning"]),
    ]
)
