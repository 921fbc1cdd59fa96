import FileFormats
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

    private let lots: [OpenLot]
    private let dialect: Dialect
    private let instruments: [Instrument.ID: Instrument]
    private var commodities: [Instrument.ID: String] = [:]
    private var accounts: [PositionKey: String] = [:]

    /// A journal of reports: of one, or of one for each portfolio.
    public init(_ reports: [LotsReport], for dialect: Dialect) {
        self.dialect = dialect
        lots = reports.flatMap(\.lots)
        instruments = reports.first?.frame.names.instruments ?? [:]
        var (usedNames, usedAccounts): (Set<String>, Set<String>) = ([], [])
        let money = Set(lots.flatMap { [$0.lot.cost.base?.currency, $0.price?.currency] }.compactMap { $0?.code })
        let root = dialect == .beancount ? "Assets" : "assets"
        for report in reports {
            for lot in report.lots {
                let key = lot.position
                guard let instrument = instruments[key.instrumentID] else { continue }
                if commodities[key.instrumentID] == nil {
                    commodities[key.instrumentID] = Self.unique(
                        Self.commodity(instrument, besides: money), among: &usedNames)
                }
                if accounts[key] == nil {
                    let portfolio = report.frame.names.portfolio(key.portfolioID)
                    let commodity = commodities[key.instrumentID] ?? ""
                    let parts = [portfolio, commodity].map(dialect == .beancount ? Self.account : Self.words)
                    let name = "\(root):\(parts.joined(separator: ":"))"
                    accounts[key] = Self.unique(name, among: &usedAccounts)
                }
            }
        }
    }

    /// The lines of the journal: declarations, lots, and the newest price of each instrument.
    ///
    /// - Parameter day: the day of the report, for lots without a day of acquisition.
    public func lines(on day: CalendarDay) -> [String] {
        let lots = lots.sorted { ($0.lot.acquired ?? day) < ($1.lot.acquired ?? day) }
        var lines: [String] = []
        if dialect == .beancount {
            let first = lots.first?.lot.acquired ?? day
            // Costs are divided by the units there, and do not add up again to the last digit.
            lines.append("option \"inferred_tolerance_default\" \"*:0.000001\"")
            lines.append("\(first) open Equity:Opening-Balances")
            var open: Set<PositionKey> = []
            for lot in lots where open.insert(lot.position).inserted {
                lines.append("\(lot.lot.acquired ?? day) open \(accounts[lot.position] ?? "")")
            }
        } else if !lots.isEmpty {
            let codes = Set(
                lots.flatMap { [$0.lot.cost.base?.currency.code, $0.price?.currency.code] }.compactMap(\.self))
            lines = codes.sorted().map { "commodity \(JournalDialect.hledger.symbol($0))" }
            lines += commodities.values.sorted().map { "commodity \"\($0)\"" }
            lines += ["account equity:opening balances"] + accounts.values.sorted().map { "account \($0)" }
        }
        for lot in lots { lines += [""] + entry(lot, lot.lot.acquired ?? day) }
        return lines + prices(lots)
    }

    private func prices(_ lots: [OpenLot]) -> [String] {
        var seen: Set<Instrument.ID> = []
        let priced = lots.compactMap { lot -> (day: CalendarDay, line: String)? in
            guard let price = lot.price, let amount = price.money, seen.insert(lot.position.instrumentID).inserted,
                let commodity = commodities[lot.position.instrumentID]
            else { return nil }
            let money = text(amount)
            return (
                price.day,
                dialect == .beancount
                    ? "\(price.day) price \(commodity) \(money)" : "P \(price.day) \"\(commodity)\" \(money)"
            )
        }
        guard !priced.isEmpty else { return [] }
        return [""] + priced.sorted { ($0.day, $0.line) < ($1.day, $1.line) }.map(\.line)
    }

    private func entry(_ lot: OpenLot, _ day: CalendarDay) -> [String] {
        let name = instruments[lot.position.instrumentID]?.name ?? ""
        let id = String(lot.lot.id.uuidString.lowercased().prefix(8))
        let commodity = commodities[lot.position.instrumentID] ?? ""
        let exact = UnitsText.exactText(lot.lot.units).map { "  ; exactly \($0)" } ?? ""
        let isBeancount = dialect == .beancount
        let symbol = isBeancount ? commodity : "\"\(commodity)\""
        let units = "\(Self.digits(lot.lot.units)) \(symbol)"
        let account = accounts[lot.position] ?? ""
        let title = isBeancount ? "\(day) * \"\(Self.plain(name))\"" : "\(day) * \(Self.plain(name))  ; lot \(id)"
        let equity = isBeancount ? "Equity:Opening-Balances" : "equity:opening balances"
        guard let cost = lot.lot.cost.base else {
            return [
                title, "  \(account)  \(units)\(exact)", "  \(equity)  -\(units)  ; the cost is not known",
            ]
        }
        let priced = isBeancount ? "{{\(text(cost)), \(day), \"\(id)\"}}" : "@@ \(text(cost))"
        return [
            title, "  \(account)  \(units) \(priced)\(exact)",
            "  \(equity)  \(text(cost.negated))",
        ]
    }

    private func text(_ amount: Money) -> String {
        let symbols = dialect == .beancount ? JournalDialect.beancount : .hledger
        return "\(amount.amountText) \(symbols.symbol(amount.currency.code))"
    }

    /// Units in digits; of very few units more than twelve places, so that they are not 0.
    private static func digits(_ units: Ratio) -> String {
        guard UnitsText.exactText(units) != nil, units * Ratio(1000) < .one else { return UnitsText.text(units) }
        return units.significantString(digits: 12)
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

    /// Two to 24 capital letters, digits, points and hyphens, as beancount wants them: a letter first, none of the marks last.
    ///
    /// - Parameter money: the codes of currencies: no share is called like one, only money and coins are.
    private static func commodity(_ instrument: Instrument, besides money: Set<String>) -> String {
        let text = (instrument.symbol ?? instrument.name).uppercased()
        var name = String(
            text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) || ".-_".contains($0) }.prefix(20))
        while let last = name.last, !last.isLetter, !last.isNumber { name.removeLast() }
        if name.first?.isLetter != true { name = "X" + name }
        if name.count < 2 || money.contains(name) && ![.cash, .crypto].contains(instrument.type) { name += "1" }
        return name
    }

    /// A part of an account of beancount: letters and digits of any script with single hyphens, a capital or a digit first.
    private static func account(_ text: String) -> String {
        let parts = text.split { !$0.unicodeScalars.allSatisfy(isOfAccount) }.map(String.init)
        let name = parts.joined(separator: "-")
        guard let first = name.first else { return "P" }
        let capital = first.uppercased()
        guard let category = capital.unicodeScalars.first?.properties.generalCategory,
            category == .uppercaseLetter || category == .decimalNumber
        else { return "X" + name }
        return capital + name.dropFirst()
    }

    private static func isOfAccount(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        default: false
        }
    }

    /// A part of an account of hledger: any words with one space between them, without a colon.
    private static func words(_ text: String) -> String {
        let words = text.split { $0.isWhitespace || ":;".contains($0) }.map(String.init).joined(separator: " ")
        return words.isEmpty ? "P" : words
    }

    /// A title without what could end it.
    private static func plain(_ text: String) -> String {
        String(text.map { "\";|\n\\".contains($0) ? " " : $0 })
    }
}
