package import Ledger
package import Presentation
import RateViews
package import Values

/// The home of the ledger: accounts, a month, the last transactions.
package struct LedgerOverview: Sendable {
    /// The accounts.
    package let accounts: AccountBalances
    /// The month.
    package let month: StatisticsService.Statistics
    /// The last transactions.
    package let last: [ListedTransaction]

    /// An overview.
    package init(accounts: AccountBalances, month: StatisticsService.Statistics, last: [ListedTransaction]) {
        self.accounts = accounts
        self.month = month
        self.last = last
    }
}

extension Document {
    private static let overviewShape = DocumentShape<LedgerOverview>(
        "ledgerOverview", "Accounts, this month and the last transactions.", main: "accounts",
        Shape(
            .value("displayCurrency", \.accounts.display), .figure("total", \.accounts.total, \.accounts.bound),
            .members(Shape(AccountBalances.pastTotal), \.accounts),
            .list("accounts", AccountBalances.row, \.accounts.rows),
            .figure("income", \.month.flows.income, \.month.flows.incomeBound),
            .figure("expense", \.month.flows.expense, \.month.flows.expenseBound),
            .figure("net", \.month.flows.net, \.month.flows.netBound),
            .list("transactions", ListedTransaction.shape, \.last),
            .unavailable { $0.accounts.unavailable + $0.month.unavailable }, .rates(\.accounts.rates)))

    static let ofOverview = [overviewShape.description]

    /// The home of the ledger.
    package init(overview: LedgerOverview, isComplete: Bool, warnings: [Warning], asOf day: CalendarDay) {
        self.init(Self.overviewShape, overview, asOf: day, isComplete: isComplete, warnings: warnings)
    }
}

extension TextLayout {
    /// The home of the ledger.
    package func lines(overview: LedgerOverview) -> [String] {
        guard !overview.accounts.rows.isEmpty else { return lines(accounts: overview.accounts) }
        let flows = overview.month.flows
        var lines = self.lines(accounts: overview.accounts)
        let sentence =
            "\(overview.month.period.first.month): income \(style.amount(flows.income, flows.incomeBound)), expense "
            + "\(style.amount(flows.expense, flows.expenseBound)), net \(style.amount(flows.net, flows.netBound))"
        lines += [""] + (width.map { TextWidth.wrapped(sentence, to: $0) } ?? [sentence])
        let top = flows.rows.filter { $0.kind == .expense && $0.path.count <= 1 }.prefix(5)
        if !top.isEmpty {
            var table = TextTable([.init("SPENT ON", isFlexible: true), .init("AMOUNT", .right)])
            for row in top {
                table.add([
                    .init(row.path.isEmpty ? "(uncategorised)" : row.path.joined(separator: ":")),
                    row.isKnown ? .init(style.amount(row.amount, row.bound)) : .init("unknown", .attention),
                ])
            }
            lines += [""] + table.lines(width: width, style: style)
        }
        if !overview.last.isEmpty { lines += [""] + table(overview.last).lines(width: width, style: style) }
        if overview.month.uncategorised > 0 {
            lines += ["", "\(overview.month.uncategorised) without a category: cst-ledger review"]
        }
        return lines
    }
}
