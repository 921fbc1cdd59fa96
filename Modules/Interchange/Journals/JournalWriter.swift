import Models

import struct Foundation.UUID

/// Assets and their transactions as a journal for a plain text accounting program. Each account ends with an assertion of its
/// balance, which that program checks.
struct JournalWriter {
    /// Where money comes from and goes to that is in no asset.
    private static let equity = ["opening", "contributions", "spending"]

    let dialect: JournalDialect
    private let accounts: [Asset.ID: String]
    private let symbols: [Currency: String]

    /// - Parameter assets: in the order in which they are named; those with names that a journal cannot tell apart get
    ///   numbers.
    init(_ dialect: JournalDialect, _ assets: [Asset]) {
        self.dialect = dialect
        var accounts: [Asset.ID: String] = [:]
        var taken: Set<String> = []
        for asset in assets {
            let account = dialect.account("assets", asset.name)
            var name = account
            var number = 2
            while !taken.insert(name.lowercased()).inserted {
                name = "\(account)-\(number)"
                number += 1
            }
            accounts[asset.id] = name
        }
        self.accounts = accounts
        var symbols: [Currency: String] = [:]
        var used: Set<String> = []
        for currency in Set(assets.map(\.currency)).sorted(by: { $0.identity < $1.identity }) {
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

    /// The journal.
    ///
    /// - Parameters:
    ///   - transactions: of all assets, in order.
    ///   - goals: with the allocations of each, for remarks.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func text(
        _ assets: [Asset], _ transactions: [Transaction], goals: [(goal: Goal, allocations: [String])],
        on day: CalendarDay
    ) throws(MoneyError) -> String {
        var lines = ["; Assets and what was entered for them, written on \(day)."]
        for (goal, allocations) in goals {
            lines.append(remark("goal \(goal.id.uuidString.lowercased()): \(goal.summary)"))
            lines += allocations.map { remark("  \($0)") }
        }
        lines.append("")
        let first = transactions.first?.day ?? day
        switch dialect {
        case .hledger:
            lines += symbols.sorted { $0.value < $1.value }.map { currency, symbol in
                "commodity 1000.\(String(repeating: "0", count: currency.minorUnit)) \(symbol)"
            }
            lines += assets.map { "account \(account($0))  ; id:\($0.id.uuidString.lowercased())" }
            lines += Self.equity.map { "account \(dialect.account("equity", $0))" }
        case .ledger: lines += assets.map { "account \(account($0))" }
        case .beancount:
            lines += assets.map { asset in
                "\(first) open \(account(asset))\n  id: \"\(asset.id.uuidString.lowercased())\""
            }
            lines += Self.equity.map { "\(first) open \(dialect.account("equity", $0))" }
        }
        lines.append("")
        var balances: [Asset.ID: Money] = [:]
        for transaction in transactions {
            guard let asset = assets.first(where: { $0.id == transaction.assetID }) else { continue }
            balances[asset.id] = try (balances[asset.id] ?? .zero(asset.currency)).adding(transaction.amount)
            lines += self.lines(of: transaction, in: asset)
        }
        for asset in assets {
            guard let balance = balances[asset.id] else { continue }
            lines += assertion(balance, of: asset, on: max(day, transactions.last?.day ?? day))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of transaction: Transaction, in asset: Asset) -> [String] {
        let (other, word) =
            switch transaction.kind {
            case .opening: ("opening", "Opening balance")
            case .spending: ("spending", "Spent")
            case .manual: ("contributions", transaction.amount.isNegative ? "Withdrawal" : "Deposit")
            }
        let text = dialect.description(transaction.note ?? word)
        return [
            "\(transaction.day) * \(text)", "    \(idTag(transaction.id))",
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

    private func idTag(_ id: UUID) -> String {
        let id = id.uuidString.lowercased()
        return dialect == .beancount ? "id: \"\(id)\"" : "; id: \(id)"
    }

    private func account(_ asset: Asset) -> String { accounts[asset.id] ?? "" }

    private func amount(_ amount: Money) -> String {
        "\(amount.amountText) \(symbols[amount.currency] ?? amount.currency.code)"
    }

    private func remark(_ text: String) -> String {
        "; " + text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
