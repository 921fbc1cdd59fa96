import Foundation
package import PluginKit
package import WebPages

extension Page {
    /// How every service is, and what to do for each that does not work as it should.
    ///
    /// - Parameter csrf: what proves that a form came from a page of this session; nil for a page without forms.
    package static func health(_ report: HealthReport, csrf: String?, _ style: PageStyle) -> Page {
        var table = DataTable(
            "Services", [.text("Service"), .text("Provider"), .text("Status"), .number("Time"), .text("Detail")])
        for row in report.rows {
            let badge: HTML =
                switch row.status {
                case .healthy: .badge("healthy", .good)
                case .degraded: .badge("degraded", .attention)
                case .failed: .badge("failed", .bad)
                }
            table.add([
                .text(row.key), .text(row.provider), badge, .text(row.latencyMs.map { "\($0) ms" } ?? "–"),
                .text(row.detail ?? ""),
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
                + report.rows.compactMap(\.notice) + [
                    table.html, again ?? HTML("p", [], [.button("Check again", to: "/health")]),
                    HTML(
                        "p", [], [.link("Settings", to: "/settings"), .text(" · "), .link("Sessions", to: "/sessions")]),
                ])
    }
}

extension HealthReport.Row {
    /// The notice with advice; nil where nothing is to be done.
    fileprivate var notice: HTML? {
        guard let detail else { return nil }
        let isFailed = if case .failed = status { true } else { false }
        // All chains together are a service too, whose settings are those of the chains.
        let group = key == "chains" ? "blockchain" : String(key.prefix { $0 != "." })
        let isSetUp = ["blockchain", "exchangeRates", "network", "persistence"].contains(group)
        return .notice(
            isFailed ? .bad : .attention,
            [
                HTML("p", [], [HTML("strong", text: "\(key), \(provider): "), .text(detail)]),
                .paragraph(Self.advice(group, isFailed: isFailed)),
                isSetUp
                    ? HTML("p", [], [.link("Settings of \(group)", to: "/settings/\(group)")]) : .nothing,
            ])
    }

    /// The advice for a service of a group.
    private static func advice(_ group: String, isFailed: Bool) -> String {
        switch (group, isFailed) {
        case ("persistence", true):
            "See that the database file is where it should be, that it can be read and written, and that the disk is not full. Nothing is shown or written until then. A backup can take the place of a damaged file."
        case ("persistence", false):
            "Figures are right all the same. Wait for the other program, or make room, and check again."
        case ("exchangeRates", true):
            "The other sources and rates that were fetched before are used meanwhile. See that this machine reaches the network and that the source's address and key are right, or choose other sources."
        case ("exchangeRates", false):
            "Figures say which rates they use and how old these are. Rates are fetched again once the source answers: check again later, or choose other sources."
        case ("blockchain", _):
            "Balances stay as they were read last. See that this machine reaches the network and that the provider's address and key are right, or choose another provider, and read the balances again."
        case ("network", _):
            "Only what was fetched before is used. See that this machine reaches the network and that the folder for answers can be written."
        case (_, true): "What needs it does not work. Put right what is named, and check again."
        case (_, false): "It works with less than was asked for. Put right what is named, and check again."
        }
    }
}
