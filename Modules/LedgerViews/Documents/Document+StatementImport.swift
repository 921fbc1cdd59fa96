import FileFormats
import Foundation
package import Ledger
package import Presentation
package import Values

extension Document {
    private static let row = Shape<StatementImport.Row>(
        .value("row", \.line), .value("verdict", \.verdict.rawValue), .value("transaction", \.transactionID),
        .value("account", \.account), .value("day", \.day), .value("amount", \.amount), .value("text", \.text),
        .value("category", \.category), .value("rule", \.rule), .value("reason", \.reason))
    private static let pair = Shape<TransferPairs.Pair>(.value("from", \.from), .value("to", \.to))
    private static let counts = Shape<StatementImport>(
        StatementImport.Verdict.allCases.map { verdict in .value(verdict.rawValue) { $0.count(verdict) } })
    private static let account = Shape<StatementImport.Touched>(
        .value("id", \.account.id), .value("name", \.account.name), .value("added", \.added),
        .value("balance", \.balance))
    private static let question = Shape<ImportQuestion>(
        .value("topic", \.topic.rawValue), .value("lines", \.lines), .value("message", \.message))

    private static let importShape = DocumentShape<StatementImport>(
        "statementImport", "What became of the rows of a file.", main: "rows",
        Shape(
            .value("format", \.format.rawValue), .list("rows", row, \.rows), .object("counts", counts, { $0 }),
            .list("pairs", pair, \.pairs),
            .value(
                "unlikePairs", \.unlikeCount,
                note: "How many pairs were not joined, as their payees have nothing in common."),
            .list("accounts", account, \.accounts),
            .value("newAccounts", \.newAccounts, note: "The names of accounts that a journal brought along."),
            .value("newCategories", \.newCategories, note: "The paths of categories that a journal brought along."),
            .value(
                "balance", { $0.accounts.count == 1 ? $0.accounts[0].balance : nil },
                note: "Of the only account of the file; null where there are several."),
            .list("questions", question, \.questions)))

    private static let foundPair = Shape<StatementImportService.Pairs.Listed>(
        .value("from", \.pair.from), .value("to", \.pair.to),
        .value("fromDay", \.from.transaction.day), .value("toDay", \.to.transaction.day),
        .value("left", \.from.lines[0].posting.amount), .value("arrived", \.to.lines[0].posting.amount),
        .value("fromPayee", \.from.transaction.payee), .value("toPayee", \.to.transaction.payee),
        .value("alike", \.isAlike, note: "Whether the payees have something in common."))
    private static let pairsShape = DocumentShape<StatementImportService.Pairs>(
        "transferPairs", "Transactions that are one transfer.", main: "pairs",
        Shape(
            .list("pairs", foundPair, { found in found.listed(found.pairs) }),
            .list(
                "others", foundPair, { found in found.listed(found.others) },
                note: "Transactions that fit several others, or whose statements allow no common day."),
            .unavailable(\.unavailable)))

    static let ofStatementImport = [importShape.description, pairsShape.description]

    /// The outcome of an import, row by row.
    package init(statementImport result: StatementImport, warnings: [Warning], asOf day: CalendarDay) {
        self.init(Self.importShape, result, asOf: day, warnings: warnings)
    }

    /// Transactions that are one transfer.
    package init(pairs: StatementImportService.Pairs, asOf day: CalendarDay) {
        self.init(Self.pairsShape, pairs, asOf: day, isComplete: pairs.unavailable.isEmpty)
    }
}
