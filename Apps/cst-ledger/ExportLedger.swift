import ArgumentParser
import CommandSupport
import ExchangeRates
import FileFormats
import Foundation
import Interchange
import Ledger
import LedgerViews
import Models
import Persistence
import Presentation
import SavingsViews

/// Writes everything into files of other programs.
struct ExportLedger: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the ledger as a journal, or all that was entered to an archive or tables.",
        discussion: """
            A name that ends in .journal, .ledger or .beancount becomes a journal with
            accounts, categories, splits and prices for hledger, ledger or beancount; one
            in .json an archive of everything, goals too, which 'import' reads back exactly
            into a new database; any other a folder with tables in CSV.
              cst-ledger export household.journal
              cst-ledger export everything.json
            """)

    @Argument(help: "The file or folder, which is not there yet.", completion: .file()) var path: String

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    var ownFiles: [String] { [path] }

    func validate() throws {
        if path == "-" { throw ValidationError("An export is written to a file or folder, not to standard output.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        guard let dialect = JournalDialect(path: path) else {
            let archives = try await context.make({ $0 }, .archives)
            // Without rates the rest is written all the same.
            let rates = try? await context.make(RateSource.init, .rates, .display)
            let outcome = try await archives.export(to: path, rates: rates, context.call)
            return Answer(
                Document(exported: outcome.value, path: path, warnings: outcome.warnings, asOf: context.today),
                lines: context.layout.lines(exported: outcome.value, path: path, verb: context.verb("Wrote", "write")))
        }
        guard !FileManager.default.fileExists(atPath: path) else { throw ExportError.exists(path: path) }
        let rates = try? await context.make({ $0 }, .rates)
        let (store, display) = try await context.make({ ($0, $1) }, .store, .display)
        let journal = try await LedgerExportService(store: store, rates: rates, display: display).journal(
            dialect, context.call
        ).value
        if !dryRun { try context.write(journal.text, to: path) }
        return Answer(
            Document(ledgerJournal: journal, path: path, asOf: context.today),
            lines: [
                "\(context.verb("Wrote", "write")) \(journal.accounts) accounts, \(journal.transactions) transactions and "
                    + "\(journal.prices) prices to \(path)."
            ])
    }
}
