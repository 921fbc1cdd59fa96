import Foundation
import HTTPTypes
import Interchange
import Persistence
import SavingsPages
import Values
import WebApplication
import WebPages

extension Section {
    /// Backups and exports.
    static let dataRoutes: [Route] = [
        Route(.get, "/data", .owner, "Backups and exports") { context in
            let canBackUp = try await context.app.host.services().savings.hasBackups
            return try await context.page(needsFigures: false) { _, style in
                Page.data(FormFields(prefix: "data"), canBackUp: canBackUp, style)
            }
        },
        Route(.post, "/data/backup", .owner, "A backup of everything") { context in
            guard !context.style.hidesAmounts else { throw WebProblem.hiddenAmounts }
            guard let backups = try await context.app.host.services().savings.backups.get() else {
                throw WebProblem.sample
            }
            let passphrase = (context.typed["passphrase"] ?? "").isEmpty ? nil : context.typed["passphrase"]
            return try await context.downloaded("passphrase", "backup", "application/octet-stream") { path in
                _ = try await backups.backup(to: path, replacing: false, context.call("backup")) { passphrase }
            }
        },
        Route(.post, "/data/export", .owner, "An export of everything") { context in
            guard !context.style.hidesAmounts else { throw WebProblem.hiddenAmounts }
            let format = context.typed["format"] ?? "json"
            guard ["json", "journal", "ledger", "beancount"].contains(format) else { throw WebProblem.form }
            let savings = try await context.app.host.services().savings
            let rates = RateSource(service: savings.rates, display: savings.display)
            let type = format == "json" ? "application/json" : "text/plain; charset=utf-8"
            return try await context.downloaded("format", format, type) { path in
                _ = try await savings.archives.export(to: path, rates: rates, context.call("export"))
            }
        },
    ]
}

extension RequestContext {
    /// A file with everything; what is wrong with what was typed comes back with the page.
    fileprivate func downloaded(
        _ field: String, _ ending: String, _ type: String, _ make: (String) async throws -> Void
    ) async throws -> WebResponse {
        do {
            return try await download("savings-\(call("").today).\(ending)", type, make)
        } catch let problem as any Problem where problem.kind == .usage || problem.kind == .refused {
            let fields = FormFields(
                ["format": typed["format"] ?? "json"], issues: issues(of: problem, at: field), prefix: "data")
            return try await formPage { _, style in (Page.data(fields, canBackUp: true, style), true) }
        }
    }
}
