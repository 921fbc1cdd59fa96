import ExchangeRates
import Persistence
import Values

import struct Foundation.UUID

/// Splits of a ledger as flows.
struct FlowBook: Sendable {
    /// A flow with its transaction.
    struct Entry: Sendable {
        let flow: Flow
        let transactionID: UUID
    }

    let display: Currency
    /// By day.
    let flows: [Entry]
    let accounts: [Account]

    /// The texts of flows, which take time and room to read.
    struct Details: OptionSet {
        let rawValue: Int
        static let payees = Details(rawValue: 1)
        static let accounts = Details(rawValue: 2)
    }

    init(
        _ reader: any StoreReader, display chosen: Currency?, from first: CalendarDay? = nil,
        through end: CalendarDay? = nil, isNeeded: Bool = true, with details: Details = [], _ call: Call
    ) throws {
        display = try reader.displayCurrency(chosen)
        accounts = try reader.all(Account.self)
        guard isNeeded else {
            flows = []
            return
        }
        let tree = CategoryTree(try reader.all(Category.self))
        let paths = tree.byID.mapValues { ($0.kind, tree.names(of: $0.id)) }
        let names = accounts.names
        let last = [call.isForToday ? nil : call.today, end].compactMap(\.self).min()
        let range = Selection(by: "day", from: first.map { .text("\($0)") }, through: last.map { .text("\($0)") })
        var payees: [UUID: String?] = [:]
        if details.contains(.payees) {
            for transaction in try reader.all(LedgerTransaction.self, range) {
                payees[transaction.id] = transaction.payee
            }
        }
        var places: [UUID: UUID] = [:]
        if details.contains(.accounts) {
            for posting in try reader.all(Posting.self, range) where posting.position == 0 {
                places[posting.transactionID] = posting.accountID
            }
        }
        flows = try reader.all(CategorySplit.self, range).map { split in
            let payee = payees[split.transactionID] ?? nil
            let account = places[split.transactionID].flatMap { names[$0] }
            let flow =
                if let (kind, path) = split.categoryID.flatMap({ paths[$0] }) {
                    Flow(day: split.day, kind: kind, path: path, amount: split.amount, payee: payee, account: account)
                } else {
                    Flow(day: split.day, uncategorised: split.amount, payee: payee, account: account)
                }
            return Entry(flow: flow, transactionID: split.transactionID)
        }
    }

    /// The flows of a period.
    func flows(in period: LedgerPeriod) -> [Flow] {
        // They are in the order of their days.
        var (low, high) = (0, flows.count)
        while low < high {
            let middle = (low + high) / 2
            if flows[middle].flow.day < period.first { low = middle + 1 } else { high = middle }
        }
        return flows[low...].prefix { $0.flow.day <= period.last }.map(\.flow)
    }
}

extension EntityReader {
    /// The months that lie whole between the earliest opening day and today's month, and are not before the first transaction's (G12).
    func completeMonths(_ today: CalendarDay) throws -> [CalendarMonth] {
        let accounts = try all(Account.self)
        let days = try accounts.compactMap { account in
            try all(
                Posting.self, Selection(where: "accountID", is: .text(account.id.uuidString), by: "day", limit: 1)
            ).first?.day
        }
        guard let opened = accounts.map(\.openingDay).min(), let first = days.min() else { return [] }
        var month = max(opened == opened.month.day(1) ? opened.month : opened.month.adding(months: 1), first.month)
        var months: [CalendarMonth] = []
        while month < today.month {
            months.append(month)
            month = month.adding(months: 1)
        }
        return months
    }
}
