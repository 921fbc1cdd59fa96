import Foundation
import Testing

/// The arrows of ARCHITECTURE.md, checked in the sources themselves.
struct ImportRuleTests {
    /// What each module may import. What is not listed here may be imported by nobody.
    private static let allowed: [String: Set<String>] = [
        "Models": ["Foundation", "Values"],
        "Values": ["Foundation"],
        "PluginKit": ["Foundation", "Values", "Synchronization"],
        "ProgramSettings": ["Foundation", "Values", "PluginKit", "Yams"],
        "Persistence": ["Foundation", "Values", "PluginKit", "Synchronization"],
        "ExchangeRates": ["Foundation", "Values", "Persistence", "PluginKit", "Synchronization"],
        "Allocation": ["ExchangeRates", "Foundation", "Models", "Persistence", "PluginKit"],
        "Blockchain": ["Foundation", "Models", "Persistence", "PluginKit", "Synchronization"],
        "BalanceProviders": [
            "Allocation", "ExternalPrograms", "FileFormats", "Foundation", "HTTPNetworking", "Interchange", "Models",
            "PluginKit", "Values",
        ],
        "ChainProviders": [
            "Allocation", "Blockchain", "ExternalPrograms", "Foundation", "HTTPNetworking", "Models", "Persistence",
            "PluginKit", "Values",
        ],
        "CCurl": [],
        "CPostgres": [],
        "CSecp256k1": [],
        "ExtendedKeys": ["Blockchain", "CSecp256k1", "PluginKit"],
        "Planning": [
            "Allocation", "ExchangeRates", "FlexAdjustment", "Foundation", "Models", "Persistence", "PluginKit",
        ],
        "Portfolio": [
            "ExchangeRates", "FileFormats", "Foundation", "Models", "Persistence", "PluginKit", "Synchronization",
        ],
        "FlexAdjustment": ["Foundation", "Models"],
        "Forecast": ["Allocation", "ExchangeRates", "Foundation", "Models", "Persistence", "Planning"],
        "FileFormats": ["Foundation", "Values"],
        "Interchange": [
            "Allocation", "ExchangeRates", "FileFormats", "Foundation", "Models", "Persistence", "PluginKit",
        ],
        "Ledger": [
            "Allocation", "ExchangeRates", "FileFormats", "Foundation", "Models", "Persistence", "PluginKit", "Values",
        ],
        "LedgerCommands": [
            "ArgumentParser", "CommandSupport", "Foundation", "Ledger", "LedgerViews", "Persistence", "Presentation",
            "Values",
        ],
        "LedgerViews": [
            "ExchangeRates", "FileFormats", "Foundation", "Ledger", "Persistence", "Presentation", "RateViews",
            "TerminalUI", "Values",
        ],
        "Livestock": ["ExchangeRates", "FileFormats", "Foundation", "Persistence", "PluginKit", "Values"],
        "Notifications": ["Foundation", "Persistence", "PluginKit", "Values"],
        "HTTPNetworking": [
            "CCurl", "Dispatch", "Foundation", "Logging", "Values", "Persistence", "PluginKit", "Synchronization",
        ],
        "ExternalPrograms": ["Foundation", "HTTPNetworking", "Values", "Synchronization"],
        "NotificationChannels": [
            "Crypto", "ExternalPrograms", "Foundation", "HTTPNetworking", "Models", "Notifications", "Persistence",
            "PluginKit",
        ],
        "PersistencePostgres": [
            "CPostgres", "Dispatch", "Foundation", "Persistence", "PluginKit", "Synchronization", "Values",
        ],
        "PersistenceSQLite": [
            "Crypto", "CryptoExtras", "Foundation", "GRDB", "GRDBSQLite", "Values", "Persistence", "PluginKit",
            "Synchronization",
        ],
        "RateProviders": [
            "ExchangeRates", "ExternalPrograms", "Foundation", "FoundationXML",
            "HTTPNetworking", "Logging",
            "Values", "Persistence", "PluginKit", "Synchronization",
        ],
        "Presentation": ["Foundation", "Values"],
        "RateViews": ["ExchangeRates", "Foundation", "Values", "Presentation"],
        "BaseFeatures": [
            "CommandSupport", "ExchangeRates", "HTTPNetworking", "Persistence", "PersistencePostgres",
            "PersistenceSQLite", "PluginKit",
            "Presentation", "ProgramSettings", "RateProviders", "RateViews", "TerminalUI", "Values",
        ],
        "HouseholdFeatures": [
            "BaseFeatures", "CommandSupport", "LedgerCommands", "LivestockCommands", "NotificationChannels",
            "Notifications", "PortfolioCommands", "SavingsCommands", "SavingsViews",
        ],
        "LivestockCommands": [
            "ArgumentParser", "CommandSupport", "Foundation", "Livestock", "LivestockPrices", "LivestockViews",
            "Persistence", "Presentation", "Values",
        ],
        "LivestockPrices": [
            "ExternalPrograms", "Foundation", "HTTPNetworking", "Livestock", "PluginKit", "Values",
        ],
        "PriceProviders": [
            "ExchangeRates", "ExternalPrograms", "FileFormats", "Foundation", "HTTPNetworking", "PluginKit",
            "Portfolio", "Values",
        ],
        "LivestockViews": [
            "ExchangeRates", "Foundation", "Livestock", "Persistence", "Presentation", "RateViews", "Values",
        ],
        "PortfolioCommands": [
            "ArgumentParser", "CommandSupport", "Foundation", "Persistence", "Portfolio", "PortfolioViews",
            "Presentation", "PriceProviders", "Values",
        ],
        "PortfolioViews": [
            "ExchangeRates", "Foundation", "Models", "Persistence", "Portfolio", "Presentation", "RateViews",
        ],
        "SavingsCommands": [
            "Allocation", "ArgumentParser", "BalanceProviders", "Blockchain", "ChainProviders", "CommandSupport",
            "ExtendedKeys", "FlexAdjustment", "Forecast", "Foundation", "Interchange", "Models", "Persistence",
            "Planning", "Presentation", "SavingsViews",
        ],
        "SavingsPages": [
            "Allocation", "Blockchain", "ExchangeRates", "FileFormats", "FlexAdjustment", "Forecast", "Foundation",
            "Interchange", "Models", "Notifications", "Persistence", "Planning", "PluginKit", "Presentation",
            "RateViews",
            "SavingsViews", "Values", "WebPages",
        ],
        "WebAccess": [
            "Crypto", "CryptoExtras", "Foundation", "Values", "Persistence", "PluginKit", "Presentation",
        ],
        "SavingsWeb": [
            "Allocation", "BaseFeatures", "Blockchain", "CommandSupport", "ExchangeRates", "FileFormats",
            "FlexAdjustment", "Forecast", "Foundation", "HTTPTypes", "Interchange", "Models", "Notifications",
            "Persistence", "Planning", "PluginKit", "Presentation", "RateViews",
            "SavingsPages", "SavingsViews", "Values", "WebAccess", "WebApplication", "WebPages",
        ],
        "WebApplication": [
            "CommandSupport", "Crypto", "Foundation", "HTTPTypes", "Persistence", "PluginKit", "Presentation",
            "ProgramSettings", "Synchronization", "Values", "WebAccess", "WebPages",
        ],
        "WebPages": ["Foundation", "Persistence", "Presentation", "Values"],
        "WebServer": [
            "ArgumentParser", "CommandSupport", "Foundation", "HTTPTypes", "Hummingbird", "HummingbirdCore",
            "HummingbirdTLS", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOSSL",
            "Crypto", "Dispatch", "Persistence", "Presentation", "ServiceLifecycle", "SwiftASN1", "Synchronization",
            "Values",
            "X509", "WebAccess",
            "WebApplication", "WebPages",
        ],
        "SavingsViews": [
            "Allocation", "Blockchain", "ExchangeRates", "FlexAdjustment", "Forecast", "Foundation", "Interchange",
            "Models",
            "Notifications", "Persistence", "Planning", "PluginKit", "Presentation", "RateViews", "TerminalUI",
        ],
        "TerminalUI": ["Foundation", "Values"],
        "CommandSupport": [
            "ArgumentParser", "FileFormats", "Foundation", "Logging", "Values", "Persistence", "PluginKit",
            "Presentation", "ProgramSettings", "Synchronization", "TerminalUI",
        ],
    ]

    @Test func `every module imports only what its layer allows`() throws {
        let modules = try Sources.folders(in: "Modules")
        #expect(modules.count >= 10)
        for module in modules {
            let allowed = try #require(Self.allowed[module], "\(module) has no import rule: add it")
            for file in try Sources.files(under: "Modules/\(module)") {
                for name in Sources.imports(of: file.text) where !allowed.contains(name) {
                    Issue.record("\(file.path) imports \(name), which \(module) may not")
                }
            }
        }
    }

    @Test func `no module crashes on purpose, hides a race, or reads a clock`() throws {
        let forbidden = ["try!", "fatalError(", "nonisolated(unsafe)", "Date()", "Date.now", "as! ", "#if os("]
        for file in try Sources.files(under: "Modules") {
            for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let code = line.split(separator: "//", omittingEmptySubsequences: false).first ?? ""
                for word in forbidden where code.contains(word) && !Self.isExcused(file.path, word) {
                    Issue.record("\(file.path):\(number + 1) has \(word)")
                }
            }
        }
    }

    /// ARCHITECTURE.md says why.
    private static func isExcused(_ path: String, _ word: String) -> Bool { false }

    @Test func `a program depends on the domain through its services, never on another program`() throws {
        let programs = try Sources.folders(in: "Apps").map { $0.replacing("-", with: "_") }
        for file in try Sources.files(under: "Apps") {
            for name in Sources.imports(of: file.text) where programs.contains(name) {
                Issue.record("\(file.path) imports the program \(name)")
            }
        }
    }

    @Test func `stores know no kind of thing by name, only descriptions`() throws {
        let kinds = [
            ("goal", "goals", "Goal"), ("asset", "assets", "Asset"), ("allocation", "allocations", "AssetAllocation"),
            ("transaction", "transactions", "Transaction"), ("plan", "plans", "MonthlyPlan"),
            ("month", "months", "MonthExecution"), ("household", "households", "Household"),
        ]
        let words = kinds.flatMap { kind, table, type in
            [".\(kind)(", "case .\(kind)", "\(type).self", "\"\(kind)\"", "\"\(table)\"", "\(type)("]
        }
        let stores = try ["Persistence", "PersistencePostgres", "PersistenceSQLite"].flatMap {
            try Sources.files(under: "Modules/\($0)")
        }
        // What files of released versions held is told apart by name, in a place of its own.
        let (old, files) = (
            stores.filter { $0.path.contains("/OldLayout/") }, stores.filter { !$0.path.contains("/OldLayout/") }
        )
        #expect(files.count > 20 && !old.isEmpty)
        for file in files {
            for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let code = line.split(separator: "//", omittingEmptySubsequences: false).first ?? ""
                for word in words where code.contains(word) {
                    Issue.record("\(file.path):\(number + 1) knows a kind by name: \(word)")
                }
            }
        }
    }

    @Test func `the meaning of a write stands once`() throws {
        let files = try Sources.files(under: "Modules")
        for call in ["appendToJournal(", "endEntry("] {
            let callers = files.filter { file in
                file.text.contains(call)
                    && Sources.code(of: file.text).contains { $1.contains(call) && !$1.contains("func ") }
            }
            #expect(callers.map(\.path) == ["Modules/Persistence/Write/RowStore.swift"], "\(call)")
        }
    }

    @Test func `rooms without a domain know no savings`() throws {
        let rooms = [
            "BaseFeatures", "CommandSupport", "ExchangeRates", "ExternalPrograms", "FileFormats", "HTTPNetworking",
            "Persistence",
            "PersistencePostgres", "PersistenceSQLite", "PluginKit", "Presentation", "ProgramSettings", "RateProviders",
            "RateViews",
            "TerminalUI", "Values", "WebAccess", "WebApplication", "WebPages", "WebServer",
        ]
        for file in try rooms.flatMap({ try Sources.files(under: "Modules/\($0)") }) {
            if Sources.imports(of: file.text).contains("Models") { Issue.record("\(file.path) imports Models") }
            for (number, code) in Sources.code(of: file.text)
            where code.contains(/\b(Goal|Asset|AssetAllocation|Transaction)\b/) {
                Issue.record("\(file.path):\(number) names a type of savings")
            }
        }
    }

    @Test func `what fronts say stays in the fronts, and no front names an adapter`() throws {
        let programs = try Sources.folders(in: "Apps")
        let adapters: Set = [
            "BalanceProviders", "ChainProviders", "ExtendedKeys", "ExternalPrograms", "HTTPNetworking",
            "LivestockPrices",
            "NotificationChannels", "PersistenceSQLite", "PriceProviders", "RateProviders",
        ]
        for module in try Sources.folders(in: "Modules") {
            let isFront = [
                "BaseFeatures", "CommandSupport", "HouseholdFeatures", "LedgerCommands", "LedgerViews",
                "LivestockCommands", "LivestockViews", "PortfolioCommands", "PortfolioViews", "Presentation",
                "RateViews", "SavingsCommands", "SavingsPages",
                "SavingsViews", "SavingsWeb", "TerminalUI", "WebAccess", "WebApplication", "WebPages",
                "WebServer",
            ].contains(module)
            for file in try Sources.files(under: "Modules/\(module)") {
                if isFront {
                    // Only a feature names its plugins.
                    let named =
                        file.text.contains("Feature(") ? [] : adapters.intersection(Sources.imports(of: file.text))
                    if !named.isEmpty { Issue.record("\(file.path) imports \(named.sorted())") }
                    continue
                }
                for (number, code) in Sources.code(of: file.text)
                where programs.contains(where: code.contains) || code.contains(/[" ]--[a-z]/) {
                    Issue.record("\(file.path):\(number) speaks of a command line")
                }
            }
        }
        for file in try Sources.files(under: "Apps") where file.text.contains("SQLiteStore") {
            Issue.record("\(file.path) names an adapter")
        }
    }

    @Test func `only features name plugins`() throws {
        let files = try Sources.files(under: "Apps") + Sources.files(under: "Modules")
        let plugins = Set(files.flatMap { $0.text.matches(of: /struct (\w+): Plugin\b/).map { String($0.output.1) } })
        #expect(plugins.count > 10)
        var named: Set<String> = []
        for file in files where plugins.contains(where: { file.text.contains("\($0)(") }) {
            for (number, code) in Sources.code(of: file.text) {
                let found = plugins.filter { code.contains("\($0)(") }
                named.formUnion(found)
                if !found.isEmpty, !file.text.contains("Feature("), !code.contains("func register") {
                    Issue.record("\(file.path):\(number) names \(found.sorted())")
                }
            }
        }
        #expect(named == plugins)
    }

    @Test func `every problem has its codes in the registry, without words of a command line`() throws {
        let page = try String(
            contentsOf: Sources.root.appending(path: "COMPONENT_REGISTRY.md"), encoding: .utf8)
        let section = try #require(page.split(separator: "## Problems").last?.split(separator: "\n## ").first)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count > 80)
        for row in rows where row.contains("cst-") || row.contains(" --") {
            Issue.record("A message speaks of a command line: \(row)")
        }
        for module in try Sources.folders(in: "Modules") {
            for file in try Sources.files(under: "Modules/\(module)") where file.text.contains(": Problem") {
                for match in file.text.matches(of: /case \.\w+: "(\w+\.\w+)"\n/)
                where !section.contains("`\(match.output.1)`") {
                    Issue.record("\(file.path): \(match.output.1) is not in the registry")
                }
            }
        }
    }

    @Test func `imports are recognised in every form`() {
        let text = "public import Models\nimport struct Foundation.Date\n@testable import Planning\n// import GRDB\n"
        #expect(Sources.imports(of: text) == ["Models", "Foundation", "Planning"])
    }
}

/// The files of the repository.
enum Sources {
    /// The lines of a source without comments, with their numbers.
    static func code(of text: String) -> [(Int, Substring)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
            let bytes = line.utf8
            var before = UInt8(ascii: " ")
            let comment = zip(bytes.indices, zip(bytes, bytes.dropFirst())).first { _, pair in
                defer { before = pair.0 }
                return pair == (UInt8(ascii: "/"), UInt8(ascii: "/")) && before == UInt8(ascii: " ")
            }
            return (number + 1, comment.map { line[..<$0.0] } ?? line)
        }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: path), includingPropertiesForKeys: [.isDirectoryKey]
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .map(\.lastPathComponent).sorted()
    }

    static func files(under path: String) throws -> [(path: String, text: String)] {
        let folder = root.appending(path: path)
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (all?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }.map { url in
            (String(url.path.dropFirst(root.path.count + 1)), try String(contentsOf: url, encoding: .utf8))
        }
    }

    static func imports(of text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            var words = line.split(separator: " ").map(String.init)[...]
            while let first = words.first,
                first.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains(first)
            {
                words.removeFirst()
            }
            guard words.first == "import" else { return nil }
            words.removeFirst()
            if let kind = words.first,
                ["struct", "class", "enum", "protocol", "func", "typealias", "var", "let"].contains(kind)
            {
                words.removeFirst()
            }
            return words.first?.split(separator: ".").first.map(String.init)
        }
    }
}
