// swift-tools-version: 6.2
import PackageDescription

// A foreign project that has a target called Models itself: ours goes by another name there.
let package = Package(
    name: "OwnModels",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: [])],
    targets: [
        .target(name: "Models"),
        .executableTarget(
            name: "OwnModels",
            dependencies: [
                "Models",
                .product(
                    name: "FlexAdjustment", package: "CryptoSavingsTracker", moduleAliases: ["Models": "SavingsModels"]),
            ]),
    ]
)
