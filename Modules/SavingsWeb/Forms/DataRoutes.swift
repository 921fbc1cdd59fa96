import Allocation
import Blockchain
import Foundation
import HTTPTypes
import Interchange
import Persistence
import Presentation
import SavingsPages
import SavingsViews
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
                if passphrase ?? "" != context.typed["again"] ?? "" {
                    let issue = ValidationIssue(
                        code: "passphrasesDiffer", field: "again",
                        message: "The two passphrases differ. Type the same one twice.")
                    if let error = ValidationError([issue]) { throw error }
                }
                _ = try await backups.backup(to: path, replacing: false, context.call("backup")) { passphrase }
            }
        },
        Route(.post, "/data/export", .owner, "An export of everything") { context in
            guard !context.style.hidesAmounts else { throw WebProblem.hiddenAmounts }
            let format = context.typed["format"] ?? "json"
            guard ["json", "csv", "journal", "ledger", "beancount"].contains(format) else { throw WebProblem.form }
            let savings = try await context.app.host.services().savings
            if format == "csv" {
                let call = context.call("export")
                let found = try await savings.assets.transactions(of: nil, call).value
                let onChain = try await savings.chains.transactions(ofAssetOrAll: nil, call).value
                let listed = ListedTransaction.list(entered: found.transactions, onChain: onChain)
                let table = Document(transactions: listed, assets: found.assets, asOf: call.today).csvText
                return try await context.downloaded("format", format, "text/csv; charset=utf-8") { path in
                    try table.write(toFile: path, atomically: false, encoding: .utf8)
                }
            }
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
