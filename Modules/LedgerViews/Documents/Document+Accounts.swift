import ExchangeRates
public import Ledger
public import Presentation
import RateViews
package import Values

extension Account.Kind: DocumentChoice {}
extension Account.Use: DocumentChoice {}
extension Category.Kind: DocumentChoice {}

extension Account {
    static let shape = Shape<Account>(
        .value("id", \.id), .value("name", \.name), .value("type", \.kind), .value("currency", \.currency),
        .value("opening", \.opening), .value("openingDay", \.openingDay), .value("description", \.details),
        .value("isActive", \.isActive), .value("inBudget", \.isInBudget), .value("use", \.use))
}

extension AccountBalances {
    static let row = Shape<Row>(
        .members(Account.shape, \.account), .value("balance", \.balance), .value("cleared", \.cleared),
        .value("value", \.value), .value("reconciledOn", \.reconciledOn),
        .value("asset", { _ in String?.none }, note: "The asset that the account funds, or null."),
        .value("reason", \.gap))
}

extension AccountBalances {
    /// The total at the rates of an earlier day.
    static let pastTotal: Field<AccountBalances> = .figure(
        "totalOnDay", \.onDay?.total, \.onDay?.bound,
        note: "At the rates of an earlier day; null for the present one, or where none are needed.")
}

extension Document {
    private static let accountShape = DocumentShape<Account>(
        "account", "An account that was added, changed or deleted.", main: "account",
        Shape(.object("account", Account.shape, { $0 })))

    private static let accountsShape = DocumentShape<AccountBalances>(
        "accounts", "Accounts with their balances.", main: "accounts",
        Shape(
            .value("displayCurrency", \.display),
            .figure("total", \.total, \.bound, note: "At the newest rates, also with an earlier day."),
            AccountBalances.pastTotal,
            .list("accounts", AccountBalances.row, \.rows), .unavailable(\.unavailable), .rates(\.rates)))

    static let ofAccounts = [accountShape.description, accountsShape.description]

    /// An account that was just added, changed or deleted.
    package init(account: Account, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.accountShape, account, asOf: day, warnings: warnings)
    }

    /// Accounts with their balances.
    package init(accounts list: AccountBalances, warnings: [Warning], asOf day: CalendarDay) {
        self.init(Self.accountsShape, list, asOf: day, isComplete: list.bound == nil, warnings: warnings)
    }
}
