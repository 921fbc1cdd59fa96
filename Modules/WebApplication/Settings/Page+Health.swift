import Foundation
package import PluginKit
package import WebPages

extension Page {
    /// How every service is, and what to do for each that does not work as it should.
    ///
    /// - Parameter csrf: what proves that a form came from a page of this session; nil for a page without forms.
    package static func health(_ report: HealthReport, csrf: String?, _ style: PageStyle) -> Page {
        var table = DataTable(
            "Services", [.text("Service"), .text("Status"), .number("Time"), .text("Detail")])
        for row in report.rows {
            let badge: HTML =
                switch row.status {
                case .healthy: .badge("works", .good)
                case .degraded: .badge("does not fully work", .attention)
                case .failed: .badge("does not work", .bad)
                }
            table.add([
                .group([.text(row.words), HTML("span", [.class("sub")], text: row.source)]), badge,
                .text(row.latencyMs.map { "\($0) ms" } ?? "–"),
                row.detail.map { .disclosure("Why", [.paragraph($0)]) } ?? .nothing,
            ])
        }
        let again = csrf.map { csrf in
            HTML(
                "form", [.init("method", "post"), .init("action", "/health")],
                [.hidden("csrf", csrf), HTML("button", text: "Check again")])
        }
        return Page(
            "Health", in: nil,
            [HTML("h1", text: report.isHealthy ? "Everything works" : "Something needs attention")]
                + notices(report.rows) + [
                    .card("Services", id: "services", isWide: true, [table.html]),
                    again ?? HTML("p", [], [.button("Check again", to: "/health")]),
                    HTML("p", [], [.link("Settings", to: "/settings")]),
                ])
    }

    /// The services that do not work, with each kind of advice once.
    private static func notices(_ rows: [HealthReport.Row]) -> [HTML] {
        var kinds: [String] = []
        let troubled = rows.filter { $0.detail != nil }
        for row in troubled where !kinds.contains(row.advice) { kinds.append(row.advice) }
        return kinds.map { advice in
            let same = troubled.filter { $0.advice == advice }
            let names = same.map(\.title).joined(separator: ", ")
            let reasons = same.map {
                HTML("p", [], [HTML("strong", text: "\($0.title): "), .text($0.detail ?? "")])
            }
            let groups = Set(same.map(\.group)).filter(HealthReport.Row.areSet.contains).sorted()
            return .notice(
                same.contains(where: \.isFailed) ? .bad : .attention,
                [HTML("p", [], [HTML("strong", text: "\(names). "), .text(advice)]), .disclosure("Why", reasons)]
                    + groups.map {
                        HTML(
                            "p", [],
                            [.link("Settings of \(HealthReport.Row.words(ofGroup: $0))", to: "/settings/\($0)")])
                    })
        }
    }
}

extension HealthReport.Row {
    /// The groups of services that have settings of their own.
    fileprivate static let areSet: Set = ["blockchain", "exchangeRates", "network", "persistence"]

    /// The name of a group of settings, in words.
    fileprivate static func words(ofGroup group: String) -> String {
        switch group {
        case "blockchain": "blockchains"
        case "exchangeRates": "exchange rates"
        case "persistence": "the database"
        default: "the \(group)"
        }
    }

    /// The group of the service's settings.
    fileprivate var group: String {
        // All chains together are a service too, whose settings are those of the chains.
        key == "chains" ? "blockchain" : String(key.prefix { $0 != "." })
    }

    fileprivate var isFailed: Bool { if case .failed = status { true } else { false } }

    fileprivate var advice: String { Self.advice(group, isFailed: isFailed) }

    /// The service in words, with its provider where others give the same.
    fileprivate var title: String { group == "exchangeRates" ? "\(words) of \(provider)" : words }

    /// The service in words.
    fileprivate var words: String {
        switch key {
        case "persistence": "Database"
        case "backup": "Backups"
        case "exchangeRates": "Exchange rates"
        case "chains": "Blockchains"
        case "network": "Copies of answers from servers"
        case "notifications": "Channel of reminders: \(provider)"
        case "reminderOutbox": "Reminders to be sent"
        case "livestock.prices": "Prices of animals"
        case "priceSources", "prices": "Prices of securities"
        default: group == "blockchain" ? "Blockchain \(key.dropFirst(11))" : key
        }
    }

    /// The provider, in words where its name is none that a reader knows.
    fileprivate var source: String { provider == "exec" ? "a program of your own" : provider }

    /// The advice for a service of a group.
    private static func advice(_ group: String, isFailed: Bool) -> String {
        switch (group, isFailed) {
        case ("persistence", true):
            "See that the database file is where it should be, that it can be read and written, and that the disk is not full. Nothing is shown or written until then. A backup can take the place of a damaged file."
        case ("persistence", false):
            "Figures are right all the same. Wait for the other program, or make room, and check again."
        case ("exchangeRates", true):
            "Not reached. Without a connection to the internet, rates that were fetched before and those given by hand are used; nothing is lost. With one, see that the source's address and key are right, or choose other sources."
        case ("exchangeRates", false):
            "Figures say which rates they use and how old these are. Rates are fetched again once the source answers: check again later, or choose other sources."
        case ("blockchain", _):
            "Not fully read. Without a connection to the internet, balances stay as they were read last. With one, see that the provider's address and key are right, or choose another provider, and read the balances again."
        case ("network", _):
            "Only what was fetched before is used. See that this machine reaches the network and that the folder for answers can be written."
        case (_, true): "What needs it does not work. Put right what is named, and check again."
        case (_, false): "It works with less than was asked for. Put right what is named, and check again."
        }
    }
}
