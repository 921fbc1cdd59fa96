import Models
import Persistence
public import Portfolio
public import Presentation

import struct Foundation.UUID

extension TextLayout {
    /// A list of portfolios.
    public func lines(portfolios: [InvestmentPortfolio]) -> [String] {
        guard !portfolios.isEmpty else { return ["No portfolios. Add one: cst-portfolio add Broker --currency EUR"] }
        var table = TextTable([
            .init("ID"), .init("PORTFOLIO", isFlexible: true), .init("CURRENCY"), .init("CASH"), .init("STATE"),
        ])
        for portfolio in portfolios {
            table.add([
                id(portfolio.id), .init(portfolio.name), .init(portfolio.currency.description),
                .init(portfolio.keepsCash ? "yes" : "no"), .init(portfolio.isArchived ? "archived" : "active", .weak),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// A list of instruments.
    public func lines(instruments: [Instrument]) -> [String] {
        guard !instruments.isEmpty else {
            return ["No instruments. Add one: cst-portfolio instrument add ACME --type stock --currency USD"]
        }
        var table = TextTable([
            .init("ID"), .init("INSTRUMENT", isFlexible: true), .init("TYPE"), .init("CURRENCY"), .init("SYMBOL"),
            .init("ISIN", rank: 1),
        ])
        for instrument in instruments {
            table.add([
                id(instrument.id), .init(instrument.name), .init(instrument.type.label),
                .init(instrument.currency.description), .init(instrument.symbol ?? ""), .init(instrument.isin ?? ""),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// A list of transactions.
    public func lines(portfolioTransactions transactions: [PortfolioTransaction], names: PortfolioNames) -> [String] {
        guard !transactions.isEmpty else {
            return ["No transactions. Enter one: cst-portfolio buy ACME 10 --price 100"]
        }
        // Charges have columns where there are some: a mistyped one is seen.
        var charged: [(title: String, amounts: [Money?])] = [
            ("FEES", transactions.map(\.fees)), ("TAXES", transactions.map(\.taxes)),
        ]
        charged.removeAll { column in column.amounts.allSatisfy { $0 == nil } }
        var columns: [TextTable.Column] = [
            .init("ID"), .init("DATE"), .init("PORTFOLIO", isFlexible: true, rank: 2), .init("KIND"),
            .init("INSTRUMENT", isFlexible: true), .init("UNITS", .right), .init("AMOUNT", .right),
        ]
        for column in charged { columns.append(.init(column.title, .right, rank: 1)) }
        columns += [.init("SETTLED", .right, rank: 1), .init("NOTE", isFlexible: true, rank: 3)]
        var table = TextTable(columns)
        for (index, transaction) in transactions.enumerated() {
            let to = transaction.toPortfolioID.map { " → \(names.portfolio($0))" } ?? ""
            let next = transaction.toInstrumentID.map { " → \(names.instrument($0))" } ?? ""
            var cells: [TextTable.Cell] = [
                id(transaction.id), .init(transaction.day.description),
                .init(names.portfolio(transaction.portfolioID) + to), .init(transaction.kind.label),
                .init(names.instrument(transaction.instrumentID) + next),
                .init(transaction.units.map { size($0, of: transaction) } ?? ""),
                .init(transaction.gross.map { style.amount($0) } ?? ""),
            ]
            for column in charged { cells.append(.init(column.amounts[index].map { style.amount($0) } ?? "")) }
            cells.append(.init(transaction.settled.map { style.amount($0) } ?? ""))
            cells.append(.init(transaction.note ?? ""))
            table.add(cells)
        }
        return table.lines(width: width, style: style)
    }

    /// A transaction that was entered, changed or deleted.
    ///
    /// - Parameter verb: "Entered", or what would be done.
    public func lines(entered: EnteredTransactions, verb: String) -> [String] {
        var lines = entered.transactions.map { transaction in
            var words = [verb + ":", transaction.kind.label]
            if let count = transaction.units { words.append(size(count, of: transaction)) }
            if transaction.instrumentID != nil {
                words.append("'\(entered.names.instrument(transaction.instrumentID))'")
            }
            if let next = transaction.toInstrumentID { words.append("to '\(entered.names.instrument(next))'") }
            if let amount = transaction.gross { words.append("for \(style.amount(amount))") }
            let charges = [("fees", transaction.fees), ("taxes", transaction.taxes)].compactMap { name, charge in
                charge.map { charge in
                    charge.isNegative
                        ? "a refund of \(style.amount(charge.negated)) of \(name)"
                        : "\(name) of \(style.amount(charge))"
                }
            }
            if !charges.isEmpty { words.append("with \(charges.joined(separator: " and "))") }
            if let settled = transaction.settled { words.append("(settled \(style.amount(settled)))") }
            if let to = transaction.toPortfolioID { words.append("to '\(entered.names.portfolio(to))'") }
            return words.joined(separator: " ") + " on \(transaction.day)."
        }
        lines += self.lines(positionOf: entered)
        return lines
    }

    private func lines(positionOf entered: EnteredTransactions) -> [String] {
        guard let key = entered.position, let held = entered.units else { return [] }
        return [
            "'\(entered.names.portfolio(key.portfolioID))' holds \(units(held)) \(held == .one ? "unit" : "units") of "
                + "'\(entered.names.instrument(key.instrumentID))'."
        ]
    }

    /// A transaction with all that was entered of it, and the position after it.
    public func lines(shown entered: EnteredTransactions) -> [String] {
        let (transaction, names) = (entered.first, entered.names)
        var lines: [String] = []
        func add(_ name: String, _ text: String?) {
            if let text { lines.append(name + String(repeating: " ", count: 13 - name.count) + text) }
        }
        func amount(_ amount: Money?) -> String? { amount.map { style.amount($0) } }
        func short(_ id: UUID) -> String { String(id.uuidString.lowercased().prefix(8)) }
        add("Id", short(transaction.id))
        add("Kind", transaction.kind.label)
        add("Date", transaction.day.description)
        add("Portfolio", transaction.portfolioID.map(names.portfolio))
        add("To", transaction.toPortfolioID.map(names.portfolio))
        add("Instrument", transaction.instrumentID.map(names.instrument))
        add("Becomes", transaction.toInstrumentID.map(names.instrument))
        add(
            transaction.kind.isCorporateAction ? "New for old" : "Units",
            transaction.units.map { size($0, of: transaction) })
        add("Received", transaction.received.map(units))
        add("Amount", amount(transaction.gross))
        add("Fees", amount(transaction.fees))
        add("Taxes", amount(transaction.taxes))
        add("Settled", amount(transaction.settled))
        add("Rate", transaction.rate.map { "\(units($0.rate)) (\($0.state))" })
        add("Acquired", transaction.acquired?.description)
        if !transaction.lots.isEmpty {
            add("Lots", transaction.lots.map { "\(short($0.id))=\(units($0.units))" }.joined(separator: ", "))
        }
        add("Note", transaction.note)
        return lines + self.lines(positionOf: entered)
    }

    /// The rows of a file that were entered.
    ///
    /// - Parameter verb: "Entered", or what would be done.
    public func lines(imported report: PortfolioImport, verb: String, isPreview: Bool) -> [String] {
        var lines = columns(of: report)
        lines.append("\(verb) \(counted(report.transactions.count, "transaction")); \(thereAlready(report.known)).")
        if !report.instruments.isEmpty {
            lines.append("New instruments: \(report.instruments.map(\.name).joined(separator: ", ")).")
        }
        if report.prices > 0 { lines.append("With \(counted(report.prices, "recorded price")).") }
        if !report.opened.isEmpty {
            let times = report.opened.count == 1 ? "once" : "\(report.opened.count) times"
            lines.append("Units of unknown cost were brought in \(times): see their lots.")
        }
        guard isPreview, !report.transactions.isEmpty else { return lines }
        return lines + [""] + self.lines(portfolioTransactions: report.transactions, names: report.names)
    }

    /// The columns that were read of a table, so that a wrong one is seen.
    private func columns(of report: PortfolioImport) -> [String] {
        guard !report.columns.isEmpty else { return [] }
        let columns = report.columns.map { "\($0.role) from '\(TextWidth.printable($0.title))'" }
        let unread = report.unread.map { "'\(TextWidth.printable($0))'" }.joined(separator: ", ")
        let text =
            "Columns: \(columns.joined(separator: ", "))." + (unread.isEmpty ? "" : " Not read: \(unread).")
        return (width.map { TextWidth.wrapped(text, to: $0) } ?? [text]) + [""]
    }

    /// The prices of an instrument.
    public func lines(prices: [PriceService.Listed], of instrument: Instrument) -> [String] {
        guard !prices.isEmpty else {
            return ["No prices. Record one: cst-portfolio price add \(instrument.name.shellWord) 100"]
        }
        var table = TextTable([
            .init("DATE"), .init("PRICE", .right), .init("STATE"), .init("SOURCE", isFlexible: true),
        ])
        for price in prices {
            let adjusted = price.adjustedThrough.map { " (adjusted through \($0))" } ?? ""
            table.add([
                .init(price.day.description), .init(style.amount(price.price)),
                .init(price.state.rawValue + adjusted, .weak), .init(price.source ?? ""),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// Prices that were fetched: of each instrument how many, and the newest.
    ///
    /// - Parameter verb: "Kept", or what would be done.
    public func lines(fetched: PriceFetchService.Fetched, verb: String) -> [String] {
        let repeated = fetched.known > 0 ? " \(thereAlready(fetched.known))." : ""
        var lines = ["\(verb) \(counted(fetched.prices.count, "price")).\(repeated)"]
        var table = TextTable([
            .init("INSTRUMENT", isFlexible: true), .init("PRICES", .right), .init("NEWEST", .right), .init("DATE"),
            .init("SOURCE", isFlexible: true, rank: 1),
        ])
        var groups: [(instrument: Instrument, prices: [FetchedPrice])] = []
        for (instrument, price) in fetched.prices {
            if groups.last?.instrument.id == instrument.id {
                groups[groups.count - 1].prices.append(price)
            } else {
                groups.append((instrument, [price]))
            }
        }
        for group in groups {
            guard let newest = group.prices.last else { continue }
            let source = newest.source + (newest.isFallback ? " (substitute)" : "")
            table.add([
                .init(group.instrument.name), .init("\(group.prices.count)"), .init(style.amount(newest.price)),
                .init(newest.day.description), .init(source, newest.isFallback ? .attention : .weak),
            ])
        }
        if !groups.isEmpty { lines += [""] + table.lines(width: width, style: style) }
        return lines + gaps(fetched.unavailable)
    }

    /// Prices of a table that were recorded.
    ///
    /// - Parameter verb: "Recorded", or what would be done.
    public func lines(importedPrices report: PriceService.Imported, verb: String) -> [String] {
        ["\(verb) \(counted(report.recorded, "price")); \(thereAlready(report.known))."]
    }

    /// Rates that were filled in.
    ///
    /// - Parameter verb: "Filled in", or what would be done.
    public func lines(filledRates report: (filled: Int, missing: Int), verb: String) -> [String] {
        let missing = "\(report.missing) still \(report.missing == 1 ? "has" : "have") none."
        return ["\(verb) the rates of \(counted(report.filled, "transaction")); \(missing)"]
    }

    private func thereAlready(_ count: Int) -> String { "\(count) \(count == 1 ? "was" : "were") there already" }

    func id(_ id: UUID) -> TextTable.Cell { .init(String(id.uuidString.lowercased().prefix(8)), .weak) }

    /// "1 transaction", "2 transactions".
    public func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

    /// Units in digits; of a corporate action new ones for old ones, as in 2:3.
    private func size(_ count: Ratio, of transaction: PortfolioTransaction) -> String {
        transaction.kind.isCorporateAction ? count.encoded.replacing("/", with: ":") : units(count)
    }

    /// Units in digits.
    func units(_ units: Ratio) -> String { UnitsText.text(units) }

    /// A gain with its sign, never shown by colour alone.
    func gain(_ amount: Money?, _ bound: Bound? = nil) -> TextTable.Cell {
        guard let amount else { return .init("unknown", .attention) }
        let sign = amount.isPositive ? "+" : ""
        return .init(sign + style.amount(amount, bound), amount.isNegative ? .bad : amount.isPositive ? .good : .plain)
    }
}
