public import Models

import struct Foundation.UUID

/// The open lots of a report as a journal of beancount or hledger, with units, cost, day and id of each.
public struct LotJournal: Sendable {
    /// The programs that journals are written for.
    public enum Dialect: String, Sendable, CaseIterable {
        /// beancount, whose lots have a day and a label.
        case beancount
        /// hledger, which keeps the cost beside the units.
        case hledger
    }

    private let report: LotsReport
    private let dialect: Dialect
    private var commodities: [Instrument.ID: String] = [:]
    private var accounts: [PositionKey: String] = [:]

    /// A journal of a report.
    public init(_ report: LotsReport, for dialect: Dialect) {
        self.report = report
        self.dialect = dialect
        var (usedNames, usedAccounts): (Set<String>, Set<String>) = ([], [])
        for lot in report.lots {
            let key = lot.position
            guard let instrument = report.frame.names.instruments[key.instrumentID] else { continue }
            if commodities[key.instrumentID] == nil {
                commodities[key.instrumentID] = Self.unique(Self.commodity(instrument), among: &usedNames)
            }
            if accounts[key] == nil {
                let portfolio = Self.account(report.frame.names.portfolio(key.portfolioID))
                let name = "Assets:\(portfolio):\(commodities[key.instrumentID] ?? "")"
                accounts[key] = Self.unique(name, among: &usedAccounts)
            }
        }
    }

    /// The lines of the journal.
    ///
    /// - Parameter day: the day of the report, for lots without a day of acquisition.
    public func lines(on day: CalendarDay) -> [String] {
        let lots = report.lots.sorted { ($0.lot.acquired ?? day) < ($1.lot.acquired ?? day) }
        var lines: [String] = []
        if dialect == .beancount {
            let first = lots.first?.lot.acquired ?? day
            lines.append("\(first) open Equity:Opening-Balances")
            var open: Set<PositionKey> = []
            for lot in lots where open.insert(lot.position).inserted {
                lines.append("\(lot.lot.acquired ?? day) open \(accounts[lot.position] ?? "")")
            }
        }
        for lot in lots { lines += [""] + entry(lot, lot.lot.acquired ?? day) }
        return lines
    }

    private func entry(_ lot: OpenLot, _ day: CalendarDay) -> [String] {
        let name = report.frame.names.instrument(lot.position.instrumentID)
        let id = String(lot.lot.id.uuidString.lowercased().prefix(8))
        let commodity = commodities[lot.position.instrumentID] ?? ""
        let exact = UnitsText.exactText(lot.lot.units).map { "  ; exactly \($0)" } ?? ""
        let isBeancount = dialect == .beancount
        let symbol = isBeancount ? commodity : "\"\(commodity)\""
        let units = "\(UnitsText.text(lot.lot.units)) \(symbol)"
        let account = accounts[lot.position] ?? ""
        let title = isBeancount ? "\(day) * \"\(Self.plain(name))\"" : "\(day) * \(Self.plain(name))  ; lot \(id)"
        let equity = isBeancount ? "Equity:Opening-Balances" : "equity:opening balances"
        guard let cost = lot.lot.cost.base else {
            return [
                title, "  \(account)  \(units)\(exact)", "  \(equity)  -\(units)  ; the cost is not known",
            ]
        }
        let amount = "\(cost.amountText) \(cost.currency.code)"
        let priced =
            isBeancount ? "{{\(amount), \(day), \"\(id)\"}}" : "@@ \(amount)"
        return [
            title, "  \(account)  \(units) \(priced)\(exact)",
            "  \(equity)  \(cost.negated.amountText) \(cost.currency.code)",
        ]
    }

    // MARK: - Names

    private static func unique(_ name: String, among used: inout Set<String>) -> String {
        var (candidate, number) = (name, 2)
        while !used.insert(candidate).inserted {
            candidate = "\(name)-\(number)"
            if let last = candidate.last, !last.isNumber { candidate += "1" }
            number += 1
        }
        return candidate
    }

    /// Two to 24 capital letters, digits and hyphens, as beancount wants them.
    private static func commodity(_ instrument: Instrument) -> String {
        let text = (instrument.symbol ?? instrument.name).uppercased()
        var name = String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(20))
        if name.first?.isLetter != true { name = "X" + name }
        return name.count < 2 ? name + "1" : name
    }

    /// A part of an account: letters, digits and hyphens, with a capital first.
    private static func account(_ text: String) -> String {
        let name = text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
        guard let first = name.first, first.isLetter || first.isNumber else { return "P" + name }
        return first.uppercased() + name.dropFirst()
    }

    /// A title without what could end it.
    private static func plain(_ text: String) -> String {
        String(text.map { "\";|\n\\".contains($0) ? " " : $0 })
    }
}
