// swift-tools-version: 6.2
import PackageDescription

// A foreign project that imports a domain module and nothing that they do not need.
let package = Package(
    name: "PlanningOnly",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: [])],
    targets: [
        .executableTarget(
            name: "PlanningOnly",
            dependencies: [
                .product(name: "Models", package: "CryptoSavingsTracker"),
                .product(name: "Planning", package: "CryptoSavingsTracker"),
            ])
    ]
)
