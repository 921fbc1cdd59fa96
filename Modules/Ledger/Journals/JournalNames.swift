import FileFormats
import Values

import struct Foundation.UUID

/// The names by which a journal that this ledger wrote knows its accounts, categories and currencies; nothing for any other journal.
struct JournalNames: Sendable {
    /// The accounts that the journal keeps, by its names of them.
    private(set) var accounts: [String: Account] = [:]
    /// The categories that the journal keeps, by its names of them.
    private(set) var categories: [String: Category] = [:]
    /// The journal's names of what has no category.
    private var unknown: [String: Category.Kind] = [:]
    private var currencies: [String: Currency] = [:]
    private var opening: String?

    init() {}

    /// The names in the journal that writes these accounts and categories.
    init(_ dialect: JournalDialect, _ accounts: [Account], _ categories: [Category], _ households: [Household]) {
        let tree = CategoryTree(categories)
        let journal = LedgerJournal(dialect, accounts, tree, currencies: Set(households.map(\.displayCurrency)))
        guard !accounts.isEmpty else { return }
        for account in accounts { self.accounts[journal.names[account.id] ?? ""] = account }
        for category in categories { self.categories[journal.categories[category.id] ?? ""] = category }
        for kind in Category.Kind.allCases { unknown[journal.others["\(kind)"] ?? ""] = kind }
        for (currency, symbol) in journal.symbols {
            currencies[String(symbol.trimming { $0 == "\"" })] = currency
        }
        opening = journal.others["opening"]
    }

    /// The part that an account of the journal plays; nil for what no ledger has.
    func role(_ name: String) -> JournalRole? {
        if name == opening { return .opening }
        if let account = accounts[name] { return .account(isOwed: [.loan, .creditCard].contains(account.kind)) }
        if let kind = categories[name]?.kind ?? unknown[name] { return .category(kind) }
        return JournalRole(name)
    }

    /// Whether an account of the journal says that there is no category.
    func isUnknown(_ name: String) -> Bool {
        categories[name] == nil && (unknown[name] != nil || name.isJournalUnknown)
    }

    /// The transaction in the currencies that the journal's symbols stand for.
    func denominated(_ transaction: JournalTransaction) throws -> JournalTransaction {
        var own = transaction
        for index in own.postings.indices {
            own.postings[index].amount = try denominated(own.postings[index].amount)
            own.postings[index].cost = try own.postings[index].cost.map(denominated)
        }
        return own
    }

    private func denominated(_ amount: Money) throws -> Money {
        let symbol = JournalCommodities.symbol(amount.currency)
        let known = currencies[symbol] ?? NumberText.symbols[symbol].flatMap { try? Currency(code: $0) }
        guard let currency = known ?? Self.assumed[symbol], currency != amount.currency else { return amount }
        return try Money(amount.amountText, currency)
    }

    /// The currencies for which signs are taken that several have.
    static let assumed: [String: Currency] = ["$": .usd].merging(
        ["¥", "￥"].compactMap { sign in (try? Currency(code: "JPY")).map { (sign, $0) } }, uniquingKeysWith: { $1 })

    /// A sign of a transaction that several currencies have; nil where there is none.
    func assumedSign(in transaction: JournalTransaction) -> String? {
        for posting in transaction.postings {
            let symbol = JournalCommodities.symbol(posting.amount.currency)
            if currencies[symbol] == nil, Self.assumed[symbol] != nil { return symbol }
        }
        return nil
    }
}
