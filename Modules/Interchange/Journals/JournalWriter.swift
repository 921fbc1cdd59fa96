import ExchangeRates
import FileFormats
import Models

/// Assets and their transactions as a journal for a plain text accounting program. Each account ends with an assertion of its
/// balance, which that program checks.
struct JournalWriter {
    /// Where money comes from and goes to that is in no asset.
    private static let equity = ["opening", "contributions", "spending"]

    let dialect: JournalDialect
    let accounts: [Asset.ID: String]
    private let symbols: [Currency: String]
    private let rates: [ConversionRate]

    /// - Parameters:
    ///   - assets: in the order in which they are named; those with names that a journal cannot tell apart get numbers.
    ///   - rates: what the journal says of the value of its currencies.
    init(_ dialect: JournalDialect, _ assets: [Asset], _ rates: [ConversionRate] = []) {
        self.rates = rates
        self.dialect = dialect
        var accounts: [Asset.ID: String] = [:]
        var taken: Set<String> = []
        // The next number of each name, so that many of one name are not counted through for each of them.
        var numbers: [String: Int] = [:]
        for asset in assets {
            let account = dialect.account("assets", asset.name)
            var name = account
            while !taken.insert(name.lowercased()).inserted {
                let number = numbers[account.lowercased(), default: 2]
                name = "\(account)-\(number)"
                numbers[account.lowercased()] = number + 1
            }
            accounts[asset.id] = name
        }
        self.accounts = accounts
        var symbols: [Currency: String] = [:]
        var used: Set<String> = []
        let held = Set(assets.map(\.currency)).sorted { $0.identity < $1.identity }
        // What only values others is last, so that it changes the symbols of none.
        for currency in held + rates.map(\.to) where symbols[currency] == nil {
            var code = currency.code
            // Tokens of several chains may have one symbol.
            var letter = UInt8(ascii: "A")
            while !used.insert(dialect.symbol(code)).inserted {
                code = currency.code + String(UnicodeScalar(letter))
                letter += 1
            }
            symbols[currency] = dialect.symbol(code)
        }
        self.symbols = symbols
    }

    /// The symbol of a currency, without quotes.
    func symbol(_ currency: Currency) -> String? {
        symbols[currency].map { $0.trimming { $0 == "\"" } }.map(String.init)
    }

    /// The journal.
    ///
    /// - Parameters:
    ///   - transactions: of all assets, in order.
    ///   - tagged: what a journal has no words for, by which it is read back as it was.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func text(
        _ assets: [Asset], _ transactions: [Transaction], tagged: [Record], on day: CalendarDay
    ) throws(MoneyError) -> String {
        var lines = ["; Assets and what was entered for them, written on \(day)."]
        let first = transactions.first?.day ?? day
        for record in tagged {
            lines += dialect.tagLines(record.kind.description.kind, JournalTag.json(record), on: first, indent: "")
        }
        lines.append("")
        switch dialect {
        case .hledger:
            lines += symbols.sorted { $0.value < $1.value }.map { currency, symbol in
                "commodity 1000.\(String(repeating: "0", count: currency.minorUnit)) \(symbol)"
            }
            lines += assets.map { "account \(account($0))" }
            lines += Self.equity.map { "account \(dialect.account("equity", $0))" }
        case .ledger: lines += assets.map { "account \(account($0))" }
        case .beancount:
            lines += assets.map { "\(first) open \(account($0))" }
            lines += Self.equity.map { "\(first) open \(dialect.account("equity", $0))" }
        }
        lines += prices(on: day)
        lines.append("")
        var balances: [Asset.ID: Money] = [:]
        let byID = Dictionary(assets.map { ($0.id, $0) }) { first, _ in first }
        for transaction in transactions {
            guard let asset = byID[transaction.assetID] else { continue }
            balances[asset.id] = try (balances[asset.id] ?? .zero(asset.currency)).adding(transaction.amount)
            lines += self.lines(of: transaction, in: asset)
        }
        for asset in assets {
            guard let balance = balances[asset.id] else { continue }
            lines += assertion(balance, of: asset, on: max(day, transactions.last?.day ?? day))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What one unit of each currency is in the currency for totals, for the program to value as we do.
    private func prices(on day: CalendarDay) -> [String] {
        rates.flatMap { rate -> [String] in
            guard let symbol = symbols[rate.from], let unit = symbols[rate.to] else { return [] }
            let price = "\(symbol) \(rate.digits) \(unit)"
            return ["; \(rate.provenance)", dialect == .beancount ? "\(day) price \(price)" : "P \(day) \(price)"]
        }
    }

    private func lines(of transaction: Transaction, in asset: Asset) -> [String] {
        let (other, word) =
            switch transaction.kind {
            case .opening: ("opening", "Opening balance")
            case .spending: ("spending", "Spent")
            case .manual: ("contributions", transaction.amount.isNegative ? "Withdrawal" : "Deposit")
            }
        let text = dialect.description(transaction.note ?? word)
        var lines = ["\(transaction.day) * \(text)"]
        lines += dialect.tagLines("transaction", JournalTag.text(transaction), on: transaction.day, indent: "    ")
        if let line = transaction.imported {
            lines += dialect.tagLines("imported", JournalTag.json(line.encoded), on: transaction.day, indent: "    ")
        }
        // A description says less than some notes.
        if text != dialect.quoted(transaction.note) {
            lines += dialect.tagLines(
                "note", JournalTag.json(transaction.note ?? ""), on: transaction.day, indent: "    ")
        }
        return lines + [
            "    \(account(asset))  \(amount(transaction.amount))", "    \(dialect.account("equity", other))", "",
        ]
    }

    /// What the account holds at the end, for the program to check.
    private func assertion(_ balance: Money, of asset: Asset, on day: CalendarDay) -> [String] {
        switch dialect {
        case .hledger, .ledger:
            [
                "\(day) * Balance",
                "    \(account(asset))  \(amount(.zero(asset.currency))) = \(amount(balance))", "",
            ]
        case .beancount:
            // It holds at the beginning of a day.
            ["\(day.adding(days: 1)) balance \(account(asset))  \(amount(balance))", ""]
        }
    }

    private func account(_ asset: Asset) -> String { accounts[asset.id] ?? "" }

    private func amount(_ amount: Money) -> String {
        "\(amount.amountText) \(symbols[amount.currency] ?? amount.currency.code)"
    }

}
