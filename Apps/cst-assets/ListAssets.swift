import Allocation
import ArgumentParser
import CommandSupport
import ExchangeRates
import Models
import Persistence
import Presentation

/// Lists assets.
struct ListAssets: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all assets with what they are worth.",
        discussion: """
              cst-assets list
              cst-assets list --display EUR --format csv
            """)

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let (list, display) = try await context.withServices { services in
            let book = try await services.store.book(context)
            return try await services.valuations(of: book.balances, book: book, context)
        }
        return Answer(
            Document(assets: list, display: display, asOf: context.today), lines: context.layout.lines(assets: list))
    }
}

/// Shows one asset.
struct ShowAsset: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one asset and the goals that count on it.",
        discussion: "  cst-assets show Savings")

    @Argument(help: "The asset: its name, its id, or the beginning of its id.")
    var asset: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try await context.withServices { services in
            let book = try await services.store.book(context)
            let found = try Lookup.asset(asset, in: book.balances.map(\.asset))
            let balances = book.balances.filter { $0.asset.id == found.id }
            let (list, display) = try await services.valuations(of: balances, book: book, context)
            guard let row = list.rows.first else {
                throw CommandError(.data, "unknownAsset", "There is no asset '\(asset)' any more.")
            }
            return Answer(
                Document(
                    asset: row, goals: book.goals, display: display, warnings: list.warnings, asOf: context.today),
                lines: context.layout.lines(asset: row, goals: book.goals))
        }
    }
}

extension Store {
    /// Everything about assets as it stands on the day of the answer.
    func book(_ context: CommandContext) async throws -> AllocationBook {
        let today = context.today
        return try await read { try AllocationBook(from: $0, today: today, since: today) }
    }
}

extension Services {
    /// What assets are worth in the currency of totals: the one that is set, else the one they share, else USD.
    func valuations(
        of balances: [AssetBalance], book: AllocationBook, _ context: CommandContext
    ) async throws -> (AssetValuationReport, Currency) {
        let currencies = Set(balances.map(\.asset.currency))
        let shared = currencies.count == 1 ? currencies.first : nil
        let display = try context.displayCurrency() ?? shared ?? Currency(code: "USD")
        let needed = currencies.filter { $0 != display }.map { ExchangeRateService.Conversion(from: $0, to: display) }
        let frozen = try await rates.rates(for: Set(needed), context.call)
        var rows: [AssetValuation] = []
        for balance in balances {
            rows.append(try AssetValuation(balance, book: book, rates: frozen, display: display))
        }
        return (try AssetValuationReport(rows, warnings: book.fundings().warnings, display: display), display)
    }
}
