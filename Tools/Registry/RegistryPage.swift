import CommandSupport
import Foundation
import PluginKit
import Values

/// The registry as Markdown. Only the purposes of modules are written by hand; they are kept from the page as it was.
struct RegistryPage {
    let manifest: Manifest
    let programs: [ProgramHelp]
    let features: [Feature]
    let purposes: [String: String]

    private var plugins: [any Plugin] {
        features.flatMap { $0.plugins(clock: { Date(timeIntervalSince1970: 0) }) }
    }

    /// Code, kind and message of every problem, by code.
    private var problems: [[String]] {
        features.flatMap(\.problems)
            .map { ["`\($0.code)`", $0.kind.rawValue, $0.description.replacing("\n", with: " ")] }
            .sorted { $0[0] < $1[0] }
    }

    var withoutPurpose: [String] { manifest.modules.map(\.name).filter { purposes[$0] == nil } }

    /// The purposes in the table of modules: first cell `Name`, third cell the purpose.
    static func purposes(in page: String) -> [String: String] {
        var purposes: [String: String] = [:]
        for line in page.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count >= 8, Layer(rawValue: cells[2]) != nil, !cells[3].isEmpty else { continue }
            purposes[cells[1].trimmingCharacters(in: ["`"])] = cells[3]
        }
        return purposes
    }

    func text() throws -> String {
        let manifests = plugins.map(\.manifest)
        let settings = PluginManifest.settings(of: manifests)
        let parts = [
            """
            # Components

            Every module, service, provider, plugin, setting, command and view, and who uses it. `Tools/registry` writes this page;
            only the purposes of modules are written by hand, in the table itself.
            """,
            "## Modules\n\n"
                + table(["module", "layer", "purpose", "may import", "public types", "used by"], try modules()),
            "## Services\n\n" + table(["key", "protocol", "declared in", "providers"], try services(manifests)),
            "## Plugins\n\n"
                + table(
                    ["plugin", "provides", "summary"],
                    manifests.map { manifest in
                        [
                            "`\(manifest.id)`",
                            manifest.provides.map { "\($0.service): \($0.providers.joined(separator: ", "))" }
                                .joined(separator: "; "),
                            manifest.summary,
                        ]
                    }),
            "## Settings\n\n"
                + table(
                    ["setting", "values", "default", "meaning"],
                    settings.sorted { $0.key < $1.key }.map {
                        ["`\($0.key)`", $0.kind.label, $0.defaultText.map { "`\($0)`" } ?? "", $0.summary]
                    }),
            "## Commands\n\n"
                + table(
                    ["command", "what it does"], programs.flatMap(\.commands).map { ["`\($0.name)`", $0.abstract] }),
            "## Problems\n\nWhat programs are told in `code`, with an example of each message.\n\n"
                + table(["code", "kind", "message"], problems),
            "## Views\n\n" + table(["view", "what it shows"], try views()),
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private func modules() throws -> [[String]] {
        try manifest.modules.sorted { (Layer(of: $0.name), $0.name) < (Layer(of: $1.name), $1.name) }.map { module in
            let types = try SourceFile.all(under: "Modules/\(module.name)").flatMap(\.publicTypes).map(\.name)
            return [
                "`\(module.name)`", Layer(of: module.name).rawValue, purposes[module.name] ?? "",
                module.dependencies.map(\.name).sorted().joined(separator: ", "),
                types.sorted().map { "`\($0)`" }.joined(separator: " "),
                manifest.users(of: module.name).joined(separator: ", "),
            ]
        }
    }

    private func services(_ manifests: [PluginManifest]) throws -> [[String]] {
        try manifest.modules.flatMap { module in
            try SourceFile.all(under: "Modules/\(module.name)").flatMap(\.serviceKeys).map { key in
                let providers = manifests.flatMap(\.provides).filter { $0.service == key.name }.flatMap(\.providers)
                return ["`\(key.name)`", "`\(key.type)`", module.name, providers.joined(separator: ", ")]
            }
        }
    }

    private func views() throws -> [[String]] {
        try [
            "LedgerViews", "Presentation", "RateViews", "SavingsPages", "SavingsViews", "TerminalUI", "WebAccess",
            "WebPages",
        ]
        .flatMap { try SourceFile.all(under: "Modules/\($0)") }.flatMap(\.publicTypes).sorted { $0.name < $1.name }
        .map { ["`\($0.name)`", $0.summary] }
    }

    private func table(_ header: [String], _ rows: [[String]]) -> String {
        ([header, header.map { _ in "---" }] + rows).map { row in
            "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }
}

/// The layers of ARCHITECTURE.md, lowest first.
enum Layer: String, CaseIterable, Comparable {
    case ground = "Ground"
    case formats = "Formats"
    case domain = "Domain"
    case adapters = "Adapters"
    case front = "Front"

    init(of module: String) {
        switch module {
        case "Models", "PluginKit", "ProgramSettings", "Values": self = .ground
        case "FileFormats": self = .formats
        case "BalanceProviders", "CCurl", "CPostgres", "CSecp256k1", "ChainProviders", "ExtendedKeys",
            "ExternalPrograms", "HTTPNetworking", "LivestockPrices", "NotificationChannels", "PersistencePostgres",
            "PersistenceSQLite", "PriceProviders", "RateProviders":
            self = .adapters
        case "BaseFeatures", "CommandSupport", "HouseholdFeatures", "LedgerCommands", "LedgerViews",
            "LivestockCommands", "LivestockViews", "PortfolioCommands", "PortfolioViews", "Presentation", "RateViews",
            "SavingsCommands", "SavingsPages", "SavingsViews", "SavingsWeb", "TerminalUI", "WebAccess",
            "WebApplication", "WebPages",
            "WebServer":
            self = .front
        default: self = .domain
        }
    }

    static func < (left: Layer, right: Layer) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
}
