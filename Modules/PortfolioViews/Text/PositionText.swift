import Models
public import Portfolio
public import Presentation
import RateViews

extension TextLayout {
    /// The positions with their sums.
    public func lines(positions report: PositionsReport) -> [String] {
        let valuation = report.valuation
        guard !report.frame.portfolios.isEmpty else { return lines(portfolios: []) }
        guard !valuation.rows.isEmpty || !report.cash.isEmpty || !report.realised.isZero else {
            return ["No positions. Enter a purchase: cst-portfolio buy ACME 10 --price 100"]
        }
        let isSeveral = Set(valuation.rows.map(\.holding.position.portfolioID)).count > 1
        var table = TextTable(
            [.init("INSTRUMENT", isFlexible: true)] + (isSeveral ? [.init("PORTFOLIO", isFlexible: true, rank: 1)] : [])
                + [
                    .init("UNITS", .right), .init("PRICE", .right, rank: 3), .init("OF", rank: 4),
                    .init("VALUE", .right), .init("WEIGHT", .right, rank: 2), .init("COST", .right),
                    .init("GAIN", .right), .init("%", .right, rank: 2),
                ])
        for row in valuation.rows {
            let key = row.holding.position
            let price = row.holding.price
            table.add(
                [.init(report.frame.names.instrument(key.instrumentID))]
                    + (isSeveral ? [.init(report.frame.names.portfolio(key.portfolioID))] : [])
                    + [
                        .init(units(row.holding.units)),
                        .init(
                            price?.money.map { style.amount(shown($0)) } ?? "none",
                            price == nil ? .attention : .plain),
                        .init(
                            price.map { $0.day.description + ($0.isStale ? " (stale)" : "") } ?? "",
                            price?.isStale == true ? .attention : .weak),
                        .init(row.value.map { style.amount($0) } ?? "unknown", row.value == nil ? .attention : .strong),
                        .init(
                            row.weight.map { percent($0, report.weightBound) } ?? (row.value == nil ? "unknown" : ""),
                            row.value == nil ? .attention : .plain),
                        .init(row.cost.map { style.amount($0) } ?? "unknown", row.cost == nil ? .attention : .plain),
                        gain(row.unrealised), .init(row.unrealisedShare.map { percent($0) } ?? ""),
                    ])
        }
        var lines = [
            style.apply(.strong, to: "Total value \(style.amount(valuation.value, valuation.valueBound))"), "",
        ]
        if !valuation.rows.isEmpty { lines += table.lines(width: width, style: style) + [""] }
        lines += weights(report)
        lines += sums(report)
        return lines + gaps(report.unavailable) + rates(report.ratesOfDay) + pastRates(report)
    }

    /// The number of rates of past days that took part: those are of their days, however old.
    private func pastRates(_ report: PositionsReport) -> [String] {
        let count = Set(report.rates).subtracting(report.ratesOfDay).count
        guard count > 0 else { return [] }
        let text = "  and \(counted(count, "rate")) of past days"
        return (report.ratesOfDay.isEmpty ? ["", style.apply(.weak, to: "Rates:")] : []) + [
            style.apply(.weak, to: text)
        ]
    }

    /// The price with four digits more than the currency has: that of a trade, amount ÷ units, may have very many.
    private func shown(_ price: Money) -> Money {
        let places = price.currency.minorUnit + 4
        guard price.grain > places, price.ratio >= Ratio(1) else { return price }
        return (try? Money(rounding: price.ratio, places: places, price.currency)) ?? price
    }

    private func percent(_ share: Ratio, _ bound: Bound? = nil) -> String {
        style.bounded((share * Ratio(100)).decimalString(places: 1, rounding: .halfEven) + " %", bound)
    }

    /// The weights of types as bars of letters and percentages.
    private func weights(_ report: PositionsReport) -> [String] {
        guard let types = try? report.byType() else { return [] }
        // A bar of a part that is not known would be too long or too short.
        guard report.weightBound == nil else { return [] }
        var parts = types.map { (label: $0.type.label, share: $0.weight ?? .zero) }
        // Money on an account is no instrument of the type cash.
        if let share = try? report.cashShare(), share.isPositive { parts.append(("cash", share)) }
        guard parts.count > 1 else { return [] }
        let widest = parts.map(\.label.count).max() ?? 0
        return parts.map { label, share in
            let cells = Int((share * Ratio(20)).rounded(.halfEven) ?? 0)
            return "  " + label + String(repeating: " ", count: widest - label.count) + "  "
                + String(repeating: "#", count: max(0, cells)) + String(repeating: ".", count: max(0, 20 - cells))
                + "  \(percent(share))"
        } + [""]
    }

    private func sums(_ report: PositionsReport) -> [String] {
        let valuation = report.valuation
        var rows: [(String, TextTable.Cell)] = [
            ("Cost", .init(style.amount(valuation.cost, valuation.costBound))),
            (
                "Unrealised",
                valuation.rows.allSatisfy { $0.unrealised == nil } && !valuation.rows.isEmpty
                    ? .init("unknown", .attention) : gain(valuation.unrealised, valuation.unrealisedBound)
            ),
        ]
        if !valuation.currencyEffect.isZero {
            rows.append(("  by prices", gain(valuation.priceEffect, valuation.effectBound)))
            rows.append(("  by currency", gain(valuation.currencyEffect, valuation.effectBound)))
        }
        rows.append(("Realised", gain(report.realised, report.realisedBound)))
        if !report.income.isZero || report.incomeBound != nil {
            rows.append(("Income", .init(style.amount(report.income, report.incomeBound))))
        }
        if !report.withheld.isZero {
            rows.append(("Withheld", .init(style.amount(report.withheld, report.withheldBound))))
        }
        if let fees = try? report.fees.subtracting(report.taxes), !fees.isZero {
            rows.append(("Fees", .init(style.amount(fees, report.feesBound))))
        }
        if !report.taxes.isZero { rows.append(("Taxes", .init(style.amount(report.taxes, report.feesBound)))) }
        if !report.removed.isZero || report.removedBound != nil {
            rows.append(("Removed", .init(style.amount(report.removed, report.removedBound))))
        }
        for amount in report.cash {
            rows.append(("Cash", .init(style.amount(amount), amount.isNegative ? .bad : .plain)))
        }
        return rows.map {
            "\($0.0)\(String(repeating: " ", count: 15 - $0.0.count))\(style.apply($0.1.emphasis, to: $0.1.text))"
        }
    }
}
