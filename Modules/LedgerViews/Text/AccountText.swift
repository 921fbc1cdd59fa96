import ExchangeRates
import Foundation
package import Ledger
package import Presentation
import RateViews
package import Values

extension TextLayout {
    /// The accounts with their balances.
    package func lines(accounts list: AccountBalances) -> [String] {
        guard !list.rows.isEmpty else {
            return ["No accounts. Add one: cst-ledger account add Bank --type checking --currency EUR --opening 1000"]
        }
        var table = TextTable([
            .init("ACCOUNT", isFlexible: true), .init("TYPE", rank: 2), .init("BALANCE", .right),
            .init("CLEARED", .right, rank: 3), .init("VALUE", .right, rank: 1), .init("STATEMENT", rank: 4),
        ])
        for row in list.rows {
            table.add([
                .init(row.account.name, row.account.isActive ? .plain : .weak), .init(row.account.kind.rawValue),
                .init(style.amount(row.balance), row.balance.isNegative ? .bad : .plain),
                .init(style.amount(row.cleared)),
                .init(row.value.map { style.amount($0) } ?? "unknown", row.value == nil ? .attention : .strong),
                .init(row.reconciledOn.map { style.day($0) } ?? (row.account.isActive ? "" : "closed"), .weak),
            ])
        }
        var totals = ["Total \(style.amount(list.total, list.bound))"]
        if let past = list.onDay {
            totals[0] += " at the newest rates"
            totals.append(
                "At the rates of \(style.day(past.day)): \(style.amount(past.total, past.bound)); see cst-ledger networth"
            )
        }
        return totals.map { style.apply(.strong, to: $0) } + [""]
            + table.lines(width: width, style: style) + gaps(list.unavailable)
            + displayHint(
                list.display, list.rows.map(\.balance),
                isConverted: list.rows.contains { $0.value.map { !$0.isZero } ?? false })
            + rates(list.rates)
    }

    /// One account with what is said of it.
    package func lines(account row: AccountBalances.Row, on day: CalendarDay) -> [String] {
        let account = row.account
        var facts: [(String, String)] = [
            ("id", account.id.uuidString.lowercased()), ("type", account.kind.rawValue),
            ("balance", style.amount(row.balance)), ("cleared", style.amount(row.cleared)),
            ("opening", "\(style.amount(account.opening)) on \(account.openingDay)"), ("use", account.use.rawValue),
            ("in budget", account.isInBudget ? "yes" : "no"),
        ]
        if let value = row.value, value.currency != account.currency { facts.append(("value", style.amount(value))) }
        if let past = row.valueOnDay {
            facts.append(("then", "\(style.amount(past)) at the rate of \(style.day(day))"))
        }
        if let details = account.details { facts.append(("description", details)) }
        if let day = row.reconciledOn { facts.append(("statement", "\(day)")) }
        if !account.isActive { facts.append(("state", "closed")) }
        return [style.apply(.strong, to: account.name)]
            + facts.map { "  \($0.0)\(String(repeating: " ", count: 13 - $0.0.count))\($0.1)" }
    }
}
