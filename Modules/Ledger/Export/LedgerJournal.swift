import ExchangeRates
package import FileFormats
package import Values

import struct Foundation.UUID

/// A ledger as a journal for a plain text accounting program. Each account ends with an assertion of its balance, which that program
/// checks.
package struct LedgerJournal {
    /// A price of a currency on a day.
    package struct Price: Sendable, Hashable {
        /// The day.
        package let day: CalendarDay
        /// The currency.
        package let currency: Currency
        /// Units of the currency for totals for one of it.
        package let rate: Ratio
    }

    private let dialect: JournalDialect
    private let accounts: [Account]
    private let tree: CategoryTree
    /// The journal's names of accounts.
    private(set) var names: [UUID: String] = [:]
    /// The journal's names of categories.
    private(set) var categories: [UUID: String] = [:]
    /// The journal's names of what has no category, by kind, and of openings.
    private(set) var others: [String: String] = [:]
    /// The journal's symbols of currencies.
    private(set) var symbols: [Currency: String] = [:]

    /// A journal of accounts and categories.
    package init(
        _ dialect: JournalDialect, _ accounts: [Account], _ tree: CategoryTree, currencies: Set<Currency>
    ) {
        self.dialect = dialect
        self.accounts = accounts
        self.tree = tree
        var taken: Set<String> = []
        func free(_ name: String) -> String {
            var found = name
            var number = 2
            while !taken.insert(found.lowercased()).inserted {
                found = "\(name)-\(number)"
                number += 1
            }
            return found
        }
        for account in accounts {
            let root = [.loan, .creditCard].contains(account.kind) ? "liabilities" : "assets"
            names[account.id] = free(dialect.account(root, account.name))
        }
        // Those above come first, so that those below stand below them.
        for category in tree.inOrder {
            let parts = tree.names(of: category.id)
            let last = dialect.account("x", parts[parts.count - 1]).split(separator: ":", maxSplits: 1)
            let above = category.parentID.flatMap { categories[$0] }
            let name =
                above.map { "\($0):\(last[last.count - 1])" } ?? dialect.account(Self.root(category.kind), parts[0])
            categories[category.id] = free(name)
        }
        for kind in Category.Kind.allCases {
            others["\(kind)"] = free(dialect.account(Self.root(kind), "uncategorised"))
        }
        others["opening"] = free(dialect.account("equity", "opening balances"))
        var used: Set<String> = []
        for currency in currencies.union(accounts.map(\.currency)).sorted(by: { $0.identity < $1.identity }) {
            var symbol = dialect.symbol(currency.code)
            var letter = UInt8(ascii: "A")
            while !used.insert(symbol).inserted {
                symbol = dialect.symbol(currency.code + String(UnicodeScalar(letter)))
                letter += 1
            }
            symbols[currency] = symbol
        }
    }

    private static func root(_ kind: Category.Kind) -> String {
        switch kind {
        case .income: "income"
        case .expense: "expenses"
        case .neutral: "equity"
        }
    }

    /// The journal's name of an account.
    package func name(of account: Account) -> String { names[account.id] ?? "" }

    /// The journal.
    ///
    /// - Parameters:
    ///   - transactions: by day and order of entry.
    ///   - kept: what a journal has no words for, by which it is read back as it was.
    /// - Throws: ``Values/MoneyError``.
    package func text(
        _ transactions: [BookedTransaction], prices: [Price], kept: [Record] = [], in display: Currency,
        on day: CalendarDay
    ) throws -> String {
        var lines = ["; Accounts and transactions, written on \(day)."]
        let first = min(accounts.map(\.openingDay).min() ?? day, transactions.first?.transaction.day ?? day)
        for record in kept {
            lines += dialect.tagLines(record.kind.description.kind, JournalOverlay.json(record), on: first, indent: "")
        }
        lines += declarations(first)
        for price in prices {
            let text = "\(symbol(price.currency)) \(price.rate.significantString(digits: 20)) \(symbol(display))"
            lines.append(dialect == .beancount ? "\(price.day) price \(text)" : "P \(price.day) \(text)")
        }
        lines.append("")
        // Openings and transactions in the order of their days, openings first.
        var openings = accounts.filter { !$0.opening.isZero }.sorted {
            ($0.openingDay, $0.name) < ($1.openingDay, $1.name)
        }[...]
        var balances = Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.opening) })
        for booked in transactions {
            while let opening = openings.first, opening.openingDay <= booked.transaction.day {
                lines += text(opening)
                openings.removeFirst()
            }
            lines += try text(booked)
            for posting in booked.postings {
                balances[posting.accountID] = try balances[posting.accountID]?.adding(posting.amount)
            }
        }
        for opening in openings { lines += text(opening) }
        let last = max(day, transactions.last?.transaction.day ?? day, accounts.map(\.openingDay).max() ?? day)
        for account in accounts {
            guard let balance = balances[account.id] else { continue }
            if dialect == .beancount {
                lines.append("\(last.adding(days: 1)) balance \(name(of: account))  \(amount(balance))")
            } else {
                lines += [
                    "\(last) * Balance",
                    "    \(name(of: account))  \(amount(.zero(balance.currency))) = \(amount(balance))", "",
                ]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func declarations(_ first: CalendarDay) -> [String] {
        let all = accounts.map(name) + tree.inOrder.compactMap { categories[$0.id] } + others.values.sorted()
        switch dialect {
        case .hledger:
            return symbols.sorted { $0.value < $1.value }.map { currency, symbol in
                "commodity 1000.\(String(repeating: "0", count: currency.minorUnit)) \(symbol)"
            } + all.map { "account \($0)" }
        case .ledger: return all.map { "account \($0)" }
        // Amounts without decimals show no precision by which a price could be judged.
        case .beancount:
            return ["option \"inferred_tolerance_default\" \"*:0.000001\""] + all.map { "\(first) open \($0)" }
        }
    }

    private func text(_ opening: Account) -> [String] {
        [
            "\(opening.openingDay) * \(dialect.description("Opening balance"))",
            "    \(name(of: opening))  \(amount(opening.opening))",
            "    \(others["opening"] ?? "")  \(amount(opening.opening.negated))", "",
        ]
    }

    private func text(_ booked: BookedTransaction) throws -> [String] {
        let transaction = booked.transaction
        let isCleared = booked.postings.allSatisfy { $0.status != .uncleared }
        let mark = isCleared ? "* " : dialect == .beancount ? "! " : ""
        var words = [transaction.payee, transaction.note].compactMap(\.self).map(dialect.description)
        if words.isEmpty { words = [dialect.description(booked.isTransfer ? "Transfer" : "-")] }
        if dialect == .beancount, transaction.payee != nil, words.count == 1 { words.append("\"\"") }
        var lines = ["\(transaction.day) \(mark)\(words.joined(separator: dialect == .beancount ? " " : " | "))"]
        lines += tags(booked, isCleared)
        for (index, posting) in booked.postings.enumerated() {
            let own = !isCleared && posting.status != .uncleared ? "* " : ""
            var line = "    \(own)\(names[posting.accountID] ?? "")  \(amount(posting.amount))"
            if index == 1, posting.amount.currency != booked.postings[0].amount.currency {
                // The amount that left without the fee is the cost of the other currency.
                let sent = try booked.splits.reduce(booked.postings[0].amount.negated) { try $0.adding($1.amount) }
                line += " @@ \(amount(sent))"
            }
            lines.append(line)
        }
        for split in booked.splits {
            let name = split.categoryID.flatMap { categories[$0] } ?? others["\(split.kind(in: tree))"] ?? ""
            lines.append("    \(name)  \(amount(split.amount.negated))")
        }
        return lines + [""]
    }

    /// Tags with the parts that the journal has no words for.
    private func tags(_ booked: BookedTransaction, _ isCleared: Bool) -> [String] {
        let transaction = booked.transaction
        func lines(_ name: String, _ json: String?) -> [String] {
            json.map { dialect.tagLines(name, $0, on: transaction.day, indent: "    ") } ?? []
        }
        var words = [transaction.payee, transaction.note].compactMap(\.self).map(dialect.words)
        if words.isEmpty { words = [booked.isTransfer ? "Transfer" : "-"] }
        if dialect != .beancount { words = JournalTransaction.texts(words.joined(separator: " | ")) }
        let base = LedgerTransaction(journal: words, day: transaction.day)
        return lines("ledgerTransaction", JournalOverlay.json(transaction, from: base))
            + booked.postings.flatMap { posting in
                lines(
                    "posting\(posting.position)",
                    JournalOverlay.json(posting, from: posting.inJournal(isCleared: posting.status != .uncleared)))
            }
    }

    private func symbol(_ currency: Currency) -> String { symbols[currency] ?? currency.code }

    private func amount(_ amount: Money) -> String { "\(amount.amountText) \(symbol(amount.currency))" }
}
