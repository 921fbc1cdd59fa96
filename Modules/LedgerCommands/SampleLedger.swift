import Ledger
import Persistence
import Values

import struct Foundation.Date
import struct Foundation.UUID

/// A household in three currencies as an example: five months of salary, rent, shopping and a journey.
struct SampleLedger {
    private let today: CalendarDay
    private let now: Date
    private var accounts: [String: Account] = [:]
    private var categories: [String: Category] = [:]
    private var booked: [(LedgerTransaction, [Posting], [CategorySplit])] = []

    /// A household as it would be on a day.
    init(today: CalendarDay, now: Date) throws {
        (self.today, self.now) = (today, now)
        let first = today.month.adding(months: -5).day(1)
        for (name, kind, code, opening) in [
            ("Checking", Account.Kind.checking, "EUR", "2140.55"), ("Card", .creditCard, "EUR", "-310.40"),
            ("Rainy day", .savings, "EUR", "6500"), ("Dollars", .checking, "USD", "820"),
            ("Yen purse", .cash, "JPY", "24000"),
        ] {
            let currency = try Currency(code: code)
            accounts[name] = Account(
                id: UUID(), name: name, kind: kind, opening: try Money(opening, currency), openingDay: first)
        }
        for (path, kind, icon) in [
            ("Salary", Category.Kind.income, "💼"), ("Tax", .expense, "🏛"), ("Home", .expense, "🏠"),
            ("Home:Rent", .expense, nil),
            ("Home:Energy", .expense, nil), ("Food", .expense, "🍎"), ("Food:Groceries", .expense, nil),
            ("Food:Eating out", .expense, nil), ("Travel", .expense, "✈️"), ("Fees", .expense, "🏦"),
        ] as [(String, Category.Kind, String?)] {
            let parts = path.split(separator: ":").map(String.init)
            categories[path] = Category(
                id: UUID(), name: parts[parts.count - 1],
                parentID: parts.count > 1 ? categories[parts[0]]?.id : nil, kind: kind, icon: icon)
        }
        for month in 0...5 {
            let start = first.adding(months: month)
            try enter(start.adding(days: 1), "Landlord", "Checking", [("Home:Rent", "-890")])
            try enter(start.adding(days: 4), "City Energy", "Checking", [("Home:Energy", "-\(70 + month * 3)")])
            for week in 0...3 {
                try enter(
                    start.adding(days: 3 + 7 * week), "Spar", "Card",
                    [("Food:Groceries", "-\(61 + month + 9 * week).\(20 + week)")])
            }
            try enter(start.adding(days: 11), "Trattoria", "Card", [("Food:Eating out", "-\(38 + 2 * month).50")])
            try enter(start.adding(days: 24), "ACME Ltd", "Checking", [("Salary", "3900"), ("Tax", "-842.15")])
            try move(start.adding(days: 25), "Checking", "-300", "Rainy day", "300")
            try move(start.adding(days: 26), "Checking", "-400", "Card", "400")
        }
        try enter(first.adding(months: 3).adding(days: 9), "Hotel Kyoto", "Yen purse", [("Travel", "-18600")])
        try move(first.adding(months: 2), "Checking", "-500", "Dollars", "538.20", fee: "-4")
        try enter(first.adding(months: 4).adding(days: 6), "Bookshop", "Card", [(nil, "-27.90")])
    }

    private mutating func enter(
        _ day: CalendarDay, _ payee: String, _ account: String, _ parts: [(String?, String)]
    ) throws {
        guard day <= today, let account = accounts[account] else { return }
        let amounts = try parts.map { try Money($0.1, account.currency) }
        try add(
            day, payee, [(account, try Money.sum(amounts, in: account.currency))],
            zip(parts.map(\.0), amounts).map { ($0, $1) })
    }

    private mutating func move(
        _ day: CalendarDay, _ from: String, _ left: String, _ to: String, _ arrived: String, fee: String? = nil
    ) throws {
        guard day <= today, let from = accounts[from], let to = accounts[to] else { return }
        try add(
            day, nil, [(from, try Money(left, from.currency)), (to, try Money(arrived, to.currency))],
            fee.map { [("Fees", try Money($0, from.currency))] } ?? [])
    }

    private mutating func add(
        _ day: CalendarDay, _ payee: String?, _ sides: [(Account, Money)], _ parts: [(String?, Money)]
    ) throws {
        let transaction = LedgerTransaction(id: UUID(), day: day, entered: now, payee: payee)
        booked.append(
            (
                transaction,
                sides.enumerated().map { index, side in
                    Posting(
                        transactionID: transaction.id, position: index, accountID: side.0.id, day: day, entered: now,
                        amount: side.1, status: .cleared)
                },
                parts.enumerated().map { index, part in
                    CategorySplit(
                        transactionID: transaction.id, position: index,
                        categoryID: part.0.flatMap { categories[$0]?.id }, day: day, amount: part.1)
                }
            ))
    }

    /// Adds it to a store without anything of a ledger in it.
    ///
    /// - Throws: ``StoreError``.
    func write(to writer: any StoreWriter) throws {
        for account in accounts.values.sorted(by: { $0.name < $1.name }) { try writer.insert(account) }
        for (_, category) in categories.sorted(by: { $0.key < $1.key }) { try writer.insert(category) }
        for (transaction, postings, splits) in booked {
            try writer.insert(transaction)
            for posting in postings { try writer.insert(posting) }
            for split in splits { try writer.insert(split) }
        }
    }
}
