// swift-tools-version: 6.2
import PackageDescription

// One section per layer, sorted inside it. Arrows only point down: see ARCHITECTURE.md, checked by Tests/ArchitectureTests.

// MARK: - Packages

// Every package stands behind a trait, so that a project that imports only domain modules (`traits: []`) fetches none.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"]))
let crypto = ["Crypto", "CryptoExtras"].map {
    Target.Dependency.product(name: $0, package: "swift-crypto", condition: .when(traits: ["Crypto"]))
}
// Passwords and sessions of the dashboard, which needs no encrypted backups.
let webCrypto = ["Crypto", "CryptoExtras"].map {
    Target.Dependency.product(name: $0, package: "swift-crypto", condition: .when(traits: ["Web"]))
}
// Bitcoin's curve, from the system: a header and a library that the package manager does not build.
let curve = Target.Dependency.target(name: "CSecp256k1", condition: .when(traits: ["ExtendedKeys"]))
// libcurl, which is loaded when it is first needed; Apple's systems have URLSession.
let curl = Target.Dependency.target(name: "CCurl", condition: .when(platforms: [.linux]))
let grdb = ["GRDB", "GRDBSQLite"].map {
    Target.Dependency.product(name: $0, package: "GRDB.swift", condition: .when(traits: ["SQLite"]))
}
// The server of the dashboard, and what it stands on.
let httpTypes = Target.Dependency.product(
    name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"]))
let web = [
    Target.Dependency.product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
    .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Web"])),
    .product(name: "HummingbirdTLS", package: "hummingbird", condition: .when(traits: ["Web"])),
    httpTypes,
    .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
    .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Web"])),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: .when(traits: ["Web"])),
    .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: .when(traits: ["Web"])),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Web"])),
    .product(name: "SwiftASN1", package: "swift-asn1", condition: .when(traits: ["Web"])),
    .product(name: "X509", package: "swift-certificates", condition: .when(traits: ["Web"])),
]
// swift-log alone stands behind none: it is small, has no dependencies, and every module that talks to the world logs.
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let yams = Target.Dependency.product(name: "Yams", package: "Yams", condition: .when(traits: ["CommandLine"]))

// MARK: - Helpers

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Modules/\(name)")
}

func program(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["CommandSupport", "Models", "PluginKit", "Presentation"] + dependencies + [argumentParser],
        path: "Apps/\(name)")
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, resources: resources)
}

// MARK: - Targets

let ground: [Target] = [
    module("Models", ["Values"]),
    module("PluginKit", ["Values"]),
    module("ProgramSettings", ["PluginKit", "Values", yams]),
    module("Values"),
]

let formats: [Target] = [
    module("FileFormats", ["Values"])
]

let domain: [Target] = [
    module("Allocation", ["ExchangeRates", "Models", "Persistence", "PluginKit"]),
    module("Blockchain", ["Models", "Persistence", "PluginKit"]),
    module("ExchangeRates", ["Persistence", "PluginKit", "Values"]),
    module("FlexAdjustment", ["Models"]),
    module("Forecast", ["Allocation", "ExchangeRates", "Models", "Persistence", "Planning"]),
    module(
        "Interchange", ["Allocation", "ExchangeRates", "FileFormats", "Models", "Persistence", "PluginKit"]),
    module("Ledger", ["Allocation", "ExchangeRates", "FileFormats", "Models", "Persistence", "PluginKit", "Values"]),
    module("Livestock", ["ExchangeRates", "FileFormats", "Persistence", "PluginKit", "Values"]),
    module("Notifications", ["Persistence", "PluginKit", "Values"]),
    module("Persistence", ["PluginKit", "Values"]),
    module("Planning", ["Allocation", "ExchangeRates", "FlexAdjustment", "Models", "Persistence", "PluginKit"]),
    module("Portfolio", ["ExchangeRates", "FileFormats", "Models", "Persistence", "PluginKit"]),
]

let adapters: [Target] = [
    module(
        "BalanceProviders",
        [
            "Allocation", "ExternalPrograms", "FileFormats", "HTTPNetworking", "Interchange", "Models", "PluginKit",
            "Values",
        ]),
    module(
        "ChainProviders",
        [
            "Allocation", "Blockchain", "ExternalPrograms", "HTTPNetworking", "Models", "Persistence", "PluginKit",
            "Values",
        ]),
    .target(name: "CCurl", path: "Modules/CCurl"),
    .systemLibrary(
        name: "CSecp256k1", path: "Modules/CSecp256k1", pkgConfig: "libsecp256k1",
        providers: [.apt(["libsecp256k1-dev"]), .brew(["secp256k1"])]),
    .target(name: "CPostgres", path: "Modules/CPostgres"),
    module("ExtendedKeys", ["Blockchain", "PluginKit", curve]),
    module("ExternalPrograms", ["HTTPNetworking", "Values"]),
    module("HTTPNetworking", ["Persistence", "PluginKit", "Values", curl, logging]),
    module("LivestockPrices", ["ExternalPrograms", "HTTPNetworking", "Livestock", "PluginKit", "Values"]),
    module(
        "NotificationChannels",
        ["ExternalPrograms", "HTTPNetworking", "Models", "Notifications", "Persistence", "PluginKit"]
            + crypto.prefix(1)),
    module("PersistencePostgres", ["CPostgres", "Persistence", "PluginKit", "Values"]),
    module("PersistenceSQLite", ["Persistence", "PluginKit", "Values"] + crypto + grdb),
    module(
        "PriceProviders",
        [
            "ExchangeRates", "ExternalPrograms", "FileFormats", "HTTPNetworking", "PluginKit", "Portfolio", "Values",
        ]),
    module(
        "RateProviders",
        ["ExchangeRates", "ExternalPrograms", "HTTPNetworking", "PluginKit", "Values"]),
]

let front: [Target] = [
    module(
        "BaseFeatures",
        [
            "CommandSupport", "ExchangeRates", "HTTPNetworking", "Persistence", "PersistencePostgres",
            "PersistenceSQLite", "PluginKit", "Presentation", "ProgramSettings", "RateProviders", "RateViews",
            "TerminalUI",
            "Values",
        ]),
    module(
        "CommandSupport",
        [
            "FileFormats", "Persistence", "PluginKit", "Presentation", "ProgramSettings", "TerminalUI", "Values",
            argumentParser,
            logging,
        ]),
    module(
        "HouseholdFeatures",
        [
            "BaseFeatures", "CommandSupport", "LedgerCommands", "LivestockCommands", "NotificationChannels",
            "Notifications", "PortfolioCommands", "SavingsCommands", "SavingsViews",
        ]),
    module(
        "LedgerCommands",
        [
            "CommandSupport", "Ledger", "LedgerViews", "Persistence", "Presentation", "Values", argumentParser,
        ]),
    module(
        "LedgerViews",
        ["ExchangeRates", "FileFormats", "Ledger", "Persistence", "Presentation", "RateViews", "TerminalUI", "Values"]),
    module(
        "LivestockCommands",
        [
            "CommandSupport", "Livestock", "LivestockPrices", "LivestockViews", "Persistence", "Presentation", "Values",
            argumentParser,
        ]),
    module(
        "LivestockViews",
        ["ExchangeRates", "Livestock", "Persistence", "Presentation", "RateViews", "Values"]),
    module(
        "PortfolioCommands",
        [
            "CommandSupport", "Persistence", "Portfolio", "PortfolioViews", "Presentation", "PriceProviders", "Values",
            argumentParser,
        ]),
    module(
        "PortfolioViews", ["ExchangeRates", "Models", "Persistence", "Portfolio", "Presentation", "RateViews"]),
    module("Presentation", ["Values"]),
    module("RateViews", ["ExchangeRates", "Presentation", "Values"]),
    module(
        "SavingsCommands",
        [
            "Allocation", "BalanceProviders", "Blockchain", "ChainProviders", "CommandSupport", "ExtendedKeys",
            "FlexAdjustment", "Forecast", "Interchange", "Models", "Persistence", "Planning", "Presentation",
            "SavingsViews", argumentParser,
        ]),
    module(
        "SavingsPages",
        [
            "Allocation", "Blockchain", "ExchangeRates", "FileFormats", "FlexAdjustment", "Forecast", "Interchange",
            "Models", "Notifications", "Persistence",
            "Planning", "PluginKit", "Presentation", "RateViews", "SavingsViews", "Values", "WebPages",
        ]),
    module(
        "SavingsViews",
        [
            "Allocation", "Blockchain", "ExchangeRates", "FlexAdjustment", "Forecast", "Interchange", "Models",
            "Notifications", "Persistence", "Planning", "PluginKit", "Presentation", "RateViews", "TerminalUI",
        ]),
    module(
        "SavingsWeb",
        [
            "Allocation", "BaseFeatures", "Blockchain", "CommandSupport", "ExchangeRates", "FileFormats",
            "FlexAdjustment", "Forecast", "Interchange", "Models", "Notifications", "Persistence", "Planning",
            "PluginKit",
            "Presentation", "RateViews", "SavingsPages",
            "SavingsViews", "Values", "WebAccess", "WebApplication", "WebPages", httpTypes,
        ]),
    module("TerminalUI", ["Values"]),
    module("WebAccess", ["Persistence", "PluginKit", "Presentation", "Values"] + webCrypto),
    module(
        "WebApplication",
        [
            "CommandSupport", "Persistence", "PluginKit", "Presentation", "ProgramSettings", "Values",
            "WebAccess", "WebPages", httpTypes,
        ] + webCrypto),
    .target(
        name: "WebPages", dependencies: ["Persistence", "Presentation", "Values"], path: "Modules/WebPages",
        resources: [
            "app.js", "extras.js", "icon-192.png", "icon-512.png", "style.css", "touch-180.png", "worker.js",
        ].map { .embedInCode("Assets/\($0)") }),
    module(
        "WebServer",
        [
            "CommandSupport", "Persistence", "PluginKit", "Presentation", "Values", "WebAccess", "WebApplication",
            "WebPages", logging,
        ] + web + webCrypto),
]

let apps: [Target] = [
    program(
        "cst-assets",
        [
            "Allocation", "Blockchain", "ExchangeRates", "HouseholdFeatures", "Interchange", "Persistence",
            "SavingsCommands", "SavingsViews",
        ]),
    program(
        "cst-ledger",
        [
            "Allocation", "BaseFeatures", "ExchangeRates", "FileFormats", "HouseholdFeatures", "Interchange", "Ledger",
            "LedgerCommands", "LedgerViews", "Persistence", "SavingsViews",
        ]),
    program(
        "cst-herd",
        [
            "ExchangeRates", "FileFormats", "HouseholdFeatures", "Interchange", "Livestock", "LivestockCommands",
            "LivestockViews", "Persistence", "SavingsViews", "Values",
        ]),
    program(
        "cst-plan",
        [
            "Allocation", "BaseFeatures", "ExchangeRates", "FlexAdjustment", "Forecast", "HouseholdFeatures",
            "NotificationChannels", "Notifications", "Persistence", "Planning", "SavingsCommands", "SavingsViews",
        ]),
    program(
        "cst-portfolio",
        [
            "ExchangeRates", "FileFormats", "HouseholdFeatures", "Interchange", "Persistence", "Portfolio",
            "PortfolioCommands", "PortfolioViews", "SavingsViews",
        ]),
    program("cst-rates", ["BaseFeatures", "ExchangeRates", "Persistence", "RateViews"]),
    program(
        "cst-web",
        [
            "Allocation", "ExchangeRates", "HouseholdFeatures", "Persistence", "SavingsCommands", "SavingsWeb",
            "WebAccess",
            "WebApplication", "WebServer",
        ]),
]

let tools: [Target] = [
    .executableTarget(
        name: "bench-data", dependencies: ["Models", "Persistence", "PersistenceSQLite"],
        path: "Tools/BenchData", exclude: ["beside.py"]),
    .executableTarget(
        name: "bench-forecast", dependencies: ["Forecast"], path: "Tools/BenchForecast", exclude: ["same_work.py"]),
    .executableTarget(
        name: "bench-laws", dependencies: ["FlexAdjustment", "FlexLaws", "Models", "TestSupport"],
        path: "Tools/BenchLaws"),
    .executableTarget(
        name: "bench-store", dependencies: ["Models", "Persistence", "PersistencePostgres", "PersistenceSQLite"],
        path: "Tools/BenchStore", exclude: ["bytes.sql"]),
    .executableTarget(
        name: "kill-programs",
        dependencies: [
            "Models", "Persistence", "PersistenceSQLite", "PluginKit", "StoreSamples", "TestSupport",
        ],
        path: "Tools/Kill"),
    .executableTarget(name: "manual", path: "Tools/Manual"),
    .executableTarget(
        name: "registry",
        dependencies: [
            "CommandSupport", "HouseholdFeatures", "PluginKit", "Presentation", "Values", "WebAccess", "WebPages",
        ],
        path: "Tools/Registry"),
]

let testTargets: [Target] = [
    tests("AllocationTests", ["Allocation", "ExchangeRates", "Models", "Persistence", "PluginKit", "TestSupport"]),
    tests("ArchitectureTests", []),
    tests(
        "BalanceProvidersTests",
        ["Allocation", "BalanceProviders", "FileFormats", "Models", "Persistence", "TestSupport"]),
    tests("BlockchainTests", ["Blockchain", "Models", "Persistence", "TestSupport"]),
    tests(
        "ChainProvidersTests",
        ["Blockchain", "ChainProviders", "HTTPNetworking", "LoopbackServer", "Models", "PluginKit", logging]),
    tests("ExtendedKeysTests", ["Blockchain", "ExtendedKeys", "Models"]),
    tests("ExchangeRatesTests", ["ExchangeRates", "Models", "Persistence", "TestSupport"]),
    tests("FileFormatsTests", ["FileFormats", "TestSupport", "Values"]),
    tests(
        "InterchangeTests",
        [
            "Allocation", "ExchangeRates", "FileFormats", "HouseholdLaws", "Interchange", "Models", "Persistence",
            "Planning",
            "RealHousehold", "TestSupport",
        ]),
    .target(
        name: "RealHousehold",
        dependencies: [
            "Allocation", "ExchangeRates", "FlexAdjustment", "HouseholdLaws", "Models", "Persistence", "Planning",
        ], path: "Tests/Support/RealHousehold"),
    .target(name: "HouseholdLaws", dependencies: ["Models", "TestSupport"], path: "Tests/Support/HouseholdLaws"),
    .target(
        name: "PostgresTestServer", dependencies: ["PersistencePostgres"], path: "Tests/Support/PostgresTestServer"),
    .target(name: "LoopbackServer", path: "Tests/Support/LoopbackServer"),
    tests("FlexAdjustmentTests", ["FlexAdjustment", "FlexLaws", "Models", "TestSupport"]),
    .target(
        name: "FlexLaws", dependencies: ["FlexAdjustment", "Models", "TestSupport"], path: "Tests/Support/FlexLaws"),
    tests(
        "ForecastTests",
        ["Allocation", "ExchangeRates", "Forecast", "Models", "Persistence", "Planning", "TestSupport"],
        exclude: ["figures.py"]),
    tests(
        "HTTPNetworkingTests",
        ["HTTPNetworking", "LoopbackServer", "Models", "Persistence", "PluginKit", logging]),
    .target(name: "ProgramSupport", path: "Tests/Support/ProgramSupport"),
    .testTarget(
        name: "ProgramTests",
        dependencies: [
            "CommandSupport", "HouseholdFeatures", "HouseholdLaws", "LoopbackServer", "Models", "PersistencePostgres",
            "PostgresTestServer", "Presentation", "ProgramSupport", "SavingsWeb", "TestSupport", "WebAccess",
            "WebApplication", "WebServer", "cst-assets", "cst-herd", "cst-ledger", "cst-plan", "cst-portfolio",
            "cst-rates", "cst-web",
            .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"])), argumentParser,
        ],
        path: "Tests/ProgramTests", exclude: ["Expected", "Node"]),
    tests(
        "PresentationTests",
        [
            "Allocation", "ExchangeRates", "FlexAdjustment", "Models", "Persistence", "Planning", "Presentation",
            "ProgramSupport", "RateViews", "SavingsViews", "TerminalUI", "TestSupport",
        ], exclude: ["Pictures"]),
    .target(
        name: "StoreConformance", dependencies: ["Models", "Persistence"], path: "Tests/Support/StoreConformance"),
    .target(
        name: "StoreSamples", dependencies: ["Allocation", "Models", "Persistence", "Planning", "TestSupport"],
        path: "Tests/Support/StoreSamples"),
    .target(name: "TestSupport", dependencies: ["Models"], path: "Tests/Support/TestSupport"),
    tests(
        "LedgerTests",
        [
            "Allocation", "ExchangeRates", "FileFormats", "Ledger", "LedgerViews", "Models", "Persistence",
            "Presentation",
            "TerminalUI", "TestSupport", "Values",
        ]),
    tests("LivestockTests", ["FileFormats", "Livestock", "LivestockViews", "Persistence", "TestSupport", "Values"]),
    tests("ModelsTests", ["Models", "TestSupport"]),
    tests("ValuesTests", ["TestSupport", "Values"]),
    tests(
        "NotificationChannelsTests",
        ["HTTPNetworking", "LoopbackServer", "Models", "NotificationChannels", "Notifications", "PluginKit"]
            + crypto.prefix(1)),
    tests(
        "NotificationsTests",
        [
            "Allocation", "ExchangeRates", "Models", "Notifications", "Persistence", "PersistenceSQLite", "Planning",
            "PluginKit", "SavingsViews", "StoreSamples", "TestSupport",
        ]),
    tests(
        "PersistencePostgresTests",
        [
            "Models", "Persistence", "PersistencePostgres", "PersistenceSQLite", "PostgresTestServer", "StoreSamples",
            "TestSupport",
        ]),
    tests(
        "PersistenceSQLiteTests",
        ["Allocation", "Models", "Persistence", "PersistenceSQLite", "Planning", "PluginKit", "StoreSamples"] + grdb,
        resources: [.copy("Fixtures")]),
    tests(
        "PersistenceTests",
        [
            "Allocation", "ExchangeRates", "FlexAdjustment", "Models", "Persistence", "PersistencePostgres",
            "PersistenceSQLite", "Planning", "PluginKit", "PostgresTestServer", "StoreConformance", "StoreSamples",
            "TestSupport",
        ]),
    tests(
        "PlanningTests",
        [
            "Allocation", "ExchangeRates", "FlexAdjustment", "HouseholdLaws", "Models", "Persistence", "Planning",
            "RealHousehold", "TestSupport",
        ]),
    tests("PluginKitTests", ["Models", "PluginKit"]),
    tests(
        "PortfolioTests",
        ["ExchangeRates", "FileFormats", "Models", "Persistence", "PluginKit", "Portfolio", "TestSupport"]),
    tests(
        "PriceProvidersTests",
        [
            "ExchangeRates", "HTTPNetworking", "LoopbackServer", "Models", "Persistence", "PluginKit", "Portfolio",
            "PriceProviders",
        ]),
    tests("ProgramSettingsTests", ["Models", "PluginKit", "ProgramSettings", "TestSupport", "Values"]),
    tests(
        "SavingsPagesTests",
        [
            "Allocation", "ExchangeRates", "HouseholdLaws", "Models", "Persistence", "Planning", "Presentation",
            "RealHousehold", "SavingsPages", "SavingsViews", "TestSupport", "WebPages",
        ]),
    tests("WebAccessTests", ["Models", "Persistence", "TestSupport", "WebAccess"]),
    tests("WebPagesTests", ["Models", "Presentation", "WebPages"]),
    tests(
        "RateProvidersTests",
        [
            "ExchangeRates", "ExternalPrograms", "HTTPNetworking", "LoopbackServer", "Models", "PluginKit",
            "RateProviders",
        ]),
]

// The test targets that are built, by name; all if the variable is not set. Each lane of Tools/test builds its own.
let chosenTests = Context.environment["CST_TESTS"].map { Set($0.split(separator: " ").map(String.init)) }

let package = Package(
    name: "CryptoSavingsTracker",
    platforms: [.macOS(.v15)],
    products: [
        "Allocation", "BalanceProviders", "BaseFeatures", "Blockchain", "ChainProviders", "CommandSupport",
        "ExchangeRates", "ExtendedKeys", "FileFormats", "FlexAdjustment", "Forecast", "HTTPNetworking",
        "HouseholdFeatures",
        "Interchange", "Ledger", "LedgerCommands", "LedgerViews", "Livestock", "LivestockCommands", "LivestockPrices",
        "LivestockViews", "Models", "NotificationChannels", "Notifications", "Persistence", "PersistencePostgres",
        "PersistenceSQLite", "Planning", "PluginKit", "Portfolio", "PortfolioCommands", "PortfolioViews",
        "Presentation", "PriceProviders", "ProgramSettings", "RateProviders", "RateViews", "SavingsCommands",
        "SavingsPages",
        "SavingsViews", "SavingsWeb", "StoreConformance", "TerminalUI", "Values", "WebAccess", "WebApplication",
        "WebPages", "WebServer",
    ].map { .library(name: $0, targets: [$0]) },
    traits: [
        .trait(name: "CommandLine", description: "Programs: option parsing and settings files."),
        .trait(name: "Crypto", description: "Encrypted backups."),
        .trait(
            name: "ExtendedKeys", description: "Wallets by their extended public key, with the library libsecp256k1."),
        .trait(name: "SQLite", description: "The SQLite store."),
        .trait(name: "Web", description: "The dashboard in the browser."),
        .default(enabledTraits: ["CommandLine", "Crypto", "ExtendedKeys", "SQLite", "Web"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: ground + formats + domain + adapters + front + apps + tools
        + testTargets.filter { $0.type != .test || chosenTests?.contains($0.name) ?? true },
    swiftLanguageModes: [.v6]
)

// The targets that are optimised though the build is not, by name. Only Tools/test sets the variable: no package that imports these modules by
// its address may have such flags.
let optimized = Set((Context.environment["CST_OPTIMIZED"] ?? "").split(separator: " ").map(String.init))

// What the system brings is not compiled, and C has no such settings.
for target in package.targets where target.type != .system && !["CCurl", "CPostgres"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if optimized.contains(target.name) { target.swiftSettings?.append(.unsafeFlags(["-O"])) }
    // The linker that comes with Swift takes half the time of the system's.
    if !optimized.isEmpty, target.type == .executable || target.type == .test {
        target.linkerSettings = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]
    }
}
