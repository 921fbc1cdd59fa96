// swift-tools-version: 6.2
import PackageDescription

// A foreign project that imports one domain module to check addresses.
let package = Package(
    name: "ChainOnly",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "CryptoSavingsTracker", path: "../CryptoSavingsTracker", traits: [])],
    targets: [
        .executableTarget(
            name: "ChainOnly",
            dependencies: [
                .product(name: "Blockchain", package: "CryptoSavingsTracker")
            ])
    ]
)
