import ArgumentParser
public import CommandSupport
import FileFormats
public import Portfolio
import PortfolioCommands

extension CostMethod: ChoiceArgument {}
extension InstrumentType: ChoiceArgument {}
extension NegativeTaxes: ChoiceArgument {}
extension TradePreset: ChoiceArgument {}

/// Options of what is entered into a portfolio.
struct EntryOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The portfolio, if there are several.", valueName: "portfolio"),
        completion: .portfolioNames)
    var portfolio: String?

    @Option(help: ArgumentHelp("The day; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    /// A request with these.
    var request: TransactionRequest {
        var request = TransactionRequest()
        (request.portfolio, request.date, request.note) = (portfolio, date, note)
        return request
    }
}

/// Options of amounts beside the main one.
struct ChargeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Fees, in the instrument's or the portfolio's currency.", valueName: "amount"))
    var fees: String?

    @Option(
        help: ArgumentHelp(
            "Taxes; withheld on a sale or an income. Tax that came back has a minus: --taxes=-5.", valueName: "amount"))
    var taxes: String?

    @Option(
        help: ArgumentHelp(
            "The money that moved, in the portfolio's currency: it makes the rate, and is what cash pays.",
            valueName: "amount"))
    var settled: String?

    @Option(
        help: ArgumentHelp(
            "Units of the portfolio's currency for one of the instrument's; asked if not given. Cash pays in the instrument's currency.",
            valueName: "rate"))
    var rate: String?

    func validate() throws {
        if rate != nil, settled != nil { throw ValidationError("--settled makes the rate: leave out --rate.") }
    }

    func apply(to request: inout TransactionRequest) {
        (request.fees, request.taxes, request.settled, request.rate) = (fees, taxes, settled, rate)
    }
}

/// Runs an import, which says of rows that are refused what helps: a preview shows no more of them.
func refusing<Value>(rowsWith hint: String, _ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as ImportError {
        guard case .rows = error else { throw error }
        throw CommandError(.data, error.code, error.description, hint: "Nothing was written. \(hint)")
    }
}
