import ArgumentParser
import CommandSupport
import ExchangeRates
import FileFormats
import Foundation
import Interchange
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation
import SavingsViews

/// Writes all transactions as a table, the open lots as a journal, or everything.
struct ExportPortfolios: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all transactions as a table, the open lots as a journal, or all that was entered.",
        discussion: """
            A name that ends in .csv is a table of all transactions, which 'import' reads
            back without loss; one in .beancount is a journal of open lots for beancount,
            one in .journal or .ledger one for hledger; one in .json an archive of
            everything, which 'import' reads back exactly into a new database; any other
            a folder with tables in CSV.
              cst-portfolio export trades.csv
              cst-portfolio export lots.beancount
              cst-portfolio export lots.journal --portfolio Broker
              cst-portfolio export everything.json
            """)

    @Argument(help: "The file or folder, which is not there yet.", completion: .file())
    var path: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only those of this portfolio.", valueName: "portfolio"),
        completion: .portfolioNames)
    var portfolio: String?

    @Option(help: "Which lots sales took.")
    var method: CostMethod?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [path] }

    func validate() throws {
        if path == "-" { throw ValidationError("An export is written to a file or folder, not to standard output.") }
        if JournalDialect(path: path) == nil, portfolio != nil || method != nil {
            throw ValidationError("Only a journal is of some lots: leave out --portfolio and --method.")
        }
    }

    private var isTable: Bool { path.lowercased().hasSuffix(".csv") }

    func answer(in context: CommandContext) async throws -> Answer {
        let verb = context.verb("Wrote", "write")
        if isTable {
            let table = try await context.portfolios().transactionTable(context.call)
            try write(table.lines, lineEnd: "\r\n")
            let count = table.transactions.count
            return Answer(
                Document(portfolioTransactions: table.transactions, names: table.names, asOf: context.today),
                lines: ["\(verb) \(count) transaction\(count == 1 ? "" : "s") into \(path)."])
        }
        guard let dialect = JournalDialect(path: path) else {
            let archives = try await context.make({ $0 }, .archives)
            // Without rates the rest is written all the same.
            let rates = try? await context.make(RateSource.init, .rates, .display)
            let outcome = try await archives.export(to: path, rates: rates, context.call)
            return Answer(
                Document(exported: outcome.value, path: path, warnings: outcome.warnings, asOf: context.today),
                lines: context.layout.lines(exported: outcome.value, path: path, verb: verb))
        }
        let outcome = try await context.reports().lots(of: nil, in: portfolio, method: method, context.call)
        let reports = try await context.reports().lotsByPortfolio(in: portfolio, method: method, context.call)
        let journal = LotJournal(reports, for: dialect == .beancount ? .beancount : .hledger)
        try write(journal.lines(on: context.today), lineEnd: "\n")
        return Answer(
            Document(lots: outcome, asOf: context.today),
            lines: ["\(verb) \(outcome.value.lots.count) lots into \(path)."])
    }

    private func write(_ lines: [String], lineEnd: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                .data, "export.exists", "'\(path)' is there already.", hint: "Name a file that is not there yet.")
        }
        guard !dryRun else { return }
        let text = lines.map { $0 + lineEnd }.joined()
        do { try WholeFile.replace(path, with: Data(text.utf8)) } catch {
            throw StoreError.readOnly(at: .file(path))
        }
    }
}
