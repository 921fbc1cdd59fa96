import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Writes the open lots as a journal.
struct ExportLots: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the open lots as a journal of beancount or hledger.",
        discussion: """
            A name that ends in .beancount is for beancount, any other for hledger.
              cst-portfolio export lots.beancount
              cst-portfolio export lots.journal --portfolio Broker
            """)

    @Argument(help: "The file, which is not there yet.", completion: .file())
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

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.reports().lots(of: nil, in: portfolio, method: method, context.call)
        let reports = try await context.reports().lotsByPortfolio(in: portfolio, method: method, context.call)
        let journal = LotJournal(reports, for: path.hasSuffix(".beancount") ? .beancount : .hledger)
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                .data, "export.exists", "'\(path)' is there already.", hint: "Name a file that is not there yet.")
        }
        if !dryRun {
            let text = journal.lines(on: context.today).joined(separator: "\n") + "\n"
            do { try WholeFile.replace(path, with: Data(text.utf8)) } catch {
                throw StoreError.readOnly(at: .file(path))
            }
        }
        let verb = context.verb("Wrote", "write")
        return Answer(
            Document(lots: outcome, asOf: context.today),
            lines: ["\(verb) \(outcome.value.lots.count) lots into \(path)."])
    }
}
