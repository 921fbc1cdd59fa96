import Models
public import Portfolio
public import Presentation

extension TextLayout {
    /// The open lots.
    public func lines(lots report: LotsReport) -> [String] {
        guard !report.lots.isEmpty else { return ["No open lots."] }
        var table = TextTable([
            .init("LOT"), .init("INSTRUMENT", isFlexible: true), .init("PORTFOLIO", isFlexible: true, rank: 1),
            .init("ACQUIRED"), .init("UNITS", .right), .init("COST", .right), .init("VALUE", .right, rank: 2),
            .init("GAIN", .right), .init("TERM", rank: 3),
        ])
        for lot in report.lots {
            table.add([
                id(lot.lot.id), .init(report.frame.names.instrument(lot.position.instrumentID)),
                .init(report.frame.names.portfolio(lot.position.portfolioID)),
                .init(lot.lot.acquired?.description ?? "pool", lot.lot.acquired == nil ? .weak : .plain),
                .init(units(lot.lot.units)),
                .init(
                    lot.lot.cost.base.map { style.amount($0) } ?? "unknown",
                    lot.lot.cost.base == nil ? .attention : .plain),
                .init(lot.value.map { style.amount($0) } ?? "unknown", lot.value == nil ? .attention : .plain),
                gain(lot.unrealised), .init(lot.term?.rawValue ?? "", .weak),
            ])
        }
        return table.lines(width: width, style: style) + gaps(report.unavailable)
    }

    /// The gains of a period.
    public func lines(gains report: GainsReport) -> [String] {
        let gains = report.gains
        let period = gains.first.map { "\($0) to \(gains.last)" } ?? "until \(gains.last)"
        var lines = [style.apply(.strong, to: "Gains \(period), \(report.frame.method.rawValue)"), ""] + years(report)
        if gains.rows.isEmpty {
            let isEmpty = gains.income.isEmpty && gains.removed.isEmpty && gains.charges.isEmpty
            lines.append(isEmpty ? "Nothing was sold, and no income came." : "Nothing was sold.")
        } else {
            var table = TextTable([
                .init("SOLD"), .init("INSTRUMENT", isFlexible: true), .init("ACQUIRED", rank: 1),
                .init("UNITS", .right), .init("PROCEEDS", .right), .init("COST", .right), .init("GAIN", .right),
                .init("TERM", rank: 2),
            ])
            for row in gains.rows {
                table.add([
                    .init(row.gain.day.description),
                    .init(report.frame.names.instrument(row.gain.position.instrumentID)),
                    .init(row.gain.acquired?.description ?? "pool"), .init(units(row.gain.units)),
                    .init(row.gain.proceeds.base.map { style.amount($0) } ?? "unknown"),
                    .init(row.gain.cost.base.map { style.amount($0) } ?? "unknown"), gain(row.gain.gain),
                    .init(row.term?.rawValue ?? "", .weak),
                ])
            }
            lines += table.lines(width: width, style: style) + [""]
            var sums = [("Gains", gains.gains), ("Losses", gains.losses), ("Net", gains.net)]
            // A pool has no day of acquisition.
            if gains.rows.contains(where: { $0.term != nil }) {
                sums += [("  held short", gains.short), ("  held long", gains.long)]
            }
            if !gains.currencyEffect.isZero {
                sums += [("  by prices", gains.priceEffect), ("  by currency", gains.currencyEffect)]
            }
            lines += sums.map { name, amount in
                let cell = gain(amount, gains.bound)
                return name + String(repeating: " ", count: 15 - name.count) + style.apply(cell.emphasis, to: cell.text)
            }
        }
        if !report.otherYears.isEmpty {
            lines += wrapped("There are sales or income in \(report.otherYears.prefix(5).joined(separator: ", ")).")
        }
        if !gains.withheld.isZero {
            lines.append("Withheld       \(style.amount(gains.withheld, gains.withheldBound))")
        }
        if !gains.fees.isZero { lines.append("Fees           \(style.amount(gains.fees, gains.chargesBound))") }
        if !gains.taxes.isZero { lines.append("Taxes          \(style.amount(gains.taxes, gains.chargesBound))") }
        lines += removed(report) + income(report)
        let rules = report.notApplied.joined(separator: ", ")
        if let open = report.lots { lines += ["", style.apply(.strong, to: "Open lots"), ""] + self.lines(lots: open) }
        return lines + gaps(report.unavailable) + [""]
            + wrapped("Not applied: \(rules). This is no tax advice.")
    }

    /// A row for each year of a longer period, with their sums.
    private func years(_ report: GainsReport) -> [String] {
        guard report.years.count > 1 else { return [] }
        var table = TextTable([
            .init("YEAR"), .init("GAINS", .right, rank: 1), .init("LOSSES", .right, rank: 1), .init("NET", .right),
            .init("SHORT", .right, rank: 4), .init("LONG", .right, rank: 4), .init("INCOME", .right),
            .init("WITHHELD", .right, rank: 3),
        ])
        for (title, gains) in report.years.map({ ($0.title, $0.gains) }) + [("Total", report.gains)] {
            table.add([
                .init(title, title == "Total" ? .strong : .plain), gain(gains.gains, gains.bound),
                gain(gains.losses, gains.bound), gain(gains.net, gains.bound), gain(gains.short, gains.bound),
                gain(gains.long, gains.bound), .init(style.amount(gains.netIncome, gains.incomeBound)),
                .init(style.amount(gains.withheld, gains.withheldBound)),
            ])
        }
        return table.lines(width: width, style: style) + [""]
    }

    private func removed(_ report: GainsReport) -> [String] {
        guard !report.gains.removed.isEmpty else { return [] }
        var table = TextTable([
            .init("REMOVED"), .init("INSTRUMENT", isFlexible: true), .init("UNITS", .right), .init("COST", .right),
        ])
        for row in report.gains.removed {
            table.add([
                .init(row.day.description), .init(report.frame.names.instrument(row.position.instrumentID)),
                .init(units(row.units)), .init(row.cost.base.map { style.amount($0) } ?? "unknown"),
            ])
        }
        return [""] + table.lines(width: width, style: style)
    }

    private func income(_ report: GainsReport) -> [String] {
        guard !report.gains.income.isEmpty else { return [] }
        var table = TextTable([
            .init("INCOME"), .init("KIND"), .init("INSTRUMENT", isFlexible: true), .init("GROSS", .right),
            .init("WITHHELD", .right), .init("NET", .right),
        ])
        for row in report.gains.income {
            table.add([
                .init(row.day.description), .init(row.kind.label),
                .init(row.instrumentID.map(report.frame.names.instrument) ?? "cash"),
                .init(row.gross.map { style.amount($0) } ?? "unknown", row.gross == nil ? .attention : .plain),
                .init(row.withheld.map { style.amount($0) } ?? "unknown"),
                .init(row.net.map { style.amount($0) } ?? "unknown"),
            ])
        }
        return [""] + table.lines(width: width, style: style) + sums(ofIncome: report)
    }

    /// The sums of dividends and of interest before tax, and of all after tax.
    private func sums(ofIncome report: GainsReport) -> [String] {
        let gains = report.gains
        guard gains.income.count > 1 else { return [] }
        var lines = [""]
        let kinds: [(PortfolioTransaction.Kind, String)] = [(.dividend, "Dividends"), (.interest, "Interest")]
        for (kind, name) in kinds {
            let rows = gains.income.filter { $0.kind == kind }
            let known = rows.compactMap(\.gross)
            guard !known.isEmpty, let sum = try? Money.sum(known, in: gains.currency) else { continue }
            lines.append(
                padded(name) + style.amount(sum, known.count == rows.count ? nil : .atLeast) + " before tax")
        }
        return lines + [padded("Income") + style.amount(gains.netIncome, gains.incomeBound) + " after tax"]
    }

    private func padded(_ name: String) -> String { name + String(repeating: " ", count: max(1, 15 - name.count)) }
}
