import ExchangeRates
package import Ledger
package import Presentation
import RateViews
import Values

extension TextLayout {
    /// Income and expense of a period.
    ///
    /// - Parameter depth: the most levels of categories that are shown; nil for all.
    package func lines(statistics: StatisticsService.Statistics, depth: Int? = nil) -> [String] {
        let flows = statistics.flows
        var lines = [
            style.apply(.strong, to: "\(style.day(statistics.period.first)) to \(style.day(statistics.period.last))")
        ]
        lines += beside(
            [
                "Income \(style.amount(flows.income, flows.incomeBound))",
                "Expense \(style.amount(flows.expense, flows.expenseBound))",
                "Net \(style.amount(flows.net, flows.netBound))",
            ] + (flows.savingsRate.map { ["Saved \(percent($0))"] } ?? []))
        if !flows.neutral.isZero || flows.neutralBound != nil {
            lines.append("Neither income nor expense: \(style.amount(flows.neutral, flows.neutralBound))")
        }
        if let (period, other) = statistics.comparison {
            lines += wrapped(
                "Before, \(style.day(period.first)) to \(style.day(period.last)): income "
                    + "\(style.amount(other.income, other.incomeBound)), expense "
                    + "\(style.amount(other.expense, other.expenseBound)), net \(style.amount(other.net, other.netBound))"
            )
        }
        // By month, the table of months has the same figures, and their difference.
        let isShownBelow = statistics.grouping == .month && flows.months.count > 1
        for kind in isShownBelow ? [.neutral] : [Category.Kind.income, .expense, .neutral] {
            let rows = flows.rows.filter { $0.kind == kind && $0.path.count <= depth ?? .max }
            guard !rows.isEmpty else { continue }
            let total = kind == .income ? flows.income : kind == .expense ? flows.expense : flows.neutral
            // A share of a total that is not known would be too large or too small.
            let bound = kind == .income ? flows.incomeBound : kind == .expense ? flows.expenseBound : nil
            let whole = bound == nil ? total : .zero(total.currency)
            lines += [""] + table(rows, of: kind, whole, statistics.nameless).lines(width: width, style: style)
        }
        if flows.months.count > 1 { lines += [""] + months(flows.months).lines(width: width, style: style) }
        if !statistics.top.isEmpty {
            var table = TextTable([
                .init("LARGEST", isFlexible: true), .init("DATE"), .init("CATEGORY", isFlexible: true, rank: 1),
                .init("AMOUNT", .right),
            ])
            for top in statistics.top {
                table.add([
                    .init(top.payee ?? ""), .init(style.day(top.day)), .init(top.path ?? "(uncategorised)"),
                    .init(style.amount(top.amount)),
                ])
            }
            lines += [""] + table.lines(width: width, style: style)
        }
        let averages = statistics.averages.map { average in
            "Average of the last \(average.months) complete month\(average.months == 1 ? "" : "s"): income "
                + "\(style.amount(average.income, average.flows.incomeBound)), expense "
                + "\(style.amount(average.expense, average.flows.expenseBound)), net "
                + "\(style.amount(average.net, average.flows.netBound))"
        }
        if !averages.isEmpty { lines += [""] + Set(averages).sorted().flatMap { wrapped($0) } }
        if statistics.uncategorised > 0 {
            lines += ["", "\(statistics.uncategorised) without a category: cst-ledger review"]
        }
        return lines + gaps(statistics.unavailable) + rates(statistics.rates)
    }

    private func table(
        _ rows: [FlowReport.Row], of kind: Category.Kind, _ total: Money, _ nameless: String
    ) -> TextTable {
        let title = kind == .income ? "INCOME" : kind == .expense ? "EXPENSE" : "NEITHER"
        var table = TextTable([
            .init(title, isFlexible: true, least: 10), .init("AMOUNT", .right), .init("SHARE", .right, rank: 1),
            .init("", rank: 3), .init("COUNT", .right, rank: 2),
        ])
        for row in rows {
            let indent = String(repeating: "  ", count: max(0, row.path.count - 1))
            // Beside a refund that is larger than what was spent, parts are more than the whole.
            let isPart = total.isPositive && !row.amount.isNegative && row.amount.ratio <= total.ratio
            let share = isPart ? row.amount.ratio.divided(by: total.ratio) : nil
            table.add([
                .init(indent + (row.path.last ?? nameless), row.path.isEmpty ? .attention : .plain),
                row.isKnown
                    ? .init(style.amount(row.amount, row.bound), row.path.count <= 1 ? .strong : .plain)
                    : .init("unknown", .attention),
                .init(share.map(percent) ?? ""), .init(share.map(bar) ?? "", .weak), .init("\(row.count)"),
            ])
        }
        return table
    }

    private func months(_ months: [FlowReport.Month]) -> TextTable {
        var table = TextTable([
            .init("MONTH"), .init("INCOME", .right), .init("EXPENSE", .right), .init("NET", .right),
        ])
        for month in months {
            table.add([
                .init("\(month.month)"), .init(style.amount(month.income, month.incomeBound)),
                .init(style.amount(month.expense, month.expenseBound)),
                .init(style.amount(month.net, month.netBound), month.net.isNegative ? .bad : .good),
            ])
        }
        return table
    }

    /// Figures beside each other, or each in a line where there is no room.
    private func beside(_ figures: [String]) -> [String] {
        let line = figures.joined(separator: "   ")
        guard let width, TextWidth.of(line) > width else { return [line] }
        return figures
    }

    /// A bar of up to ten marks.
    private func bar(_ share: Ratio) -> String {
        let marks = Int((share * Ratio(10)).rounded(.halfEven) ?? 0)
        return String(repeating: "█", count: min(10, max(0, marks)))
    }

    private func percent(_ share: Ratio) -> String {
        (share * Ratio(100)).decimalString(places: 1, rounding: .halfEven) + " %"
    }

    /// The net worth on days.
    package func lines(netWorth report: NetWorthService.Report) -> [String] {
        var lines: [String] = []
        if report.points.count == 1, let (day, point) = report.points.first {
            var table = TextTable([.init("ACCOUNT", isFlexible: true), .init("VALUE", .right)])
            for row in point.rows {
                let isBelow = row.value?.isNegative ?? false
                table.add([
                    .init(row.name),
                    .init(
                        row.value.map { style.amount($0, row.gap == nil ? nil : .atLeast) } ?? "unknown",
                        row.value == nil ? .attention : isBelow ? .bad : .plain),
                ])
            }
            lines = [
                style.apply(.strong, to: "Net worth on \(style.day(day)): \(style.amount(point.total, point.bound))")
            ]
            lines += beside([
                "Assets \(style.amount(point.assets, point.assetsBound))",
                "Liabilities \(style.amount(point.liabilities, point.liabilitiesBound))",
            ])
            lines.append("")
            lines += point.rows.isEmpty ? ["No accounts."] : table.lines(width: width, style: style)
        } else {
            var table = TextTable([
                .init("DAY"), .init("NET WORTH", .right), .init("ASSETS", .right), .init("LIABILITIES", .right),
            ])
            for (day, point) in report.points {
                table.add([
                    .init(style.day(day)), .init(style.amount(point.total, point.bound), .strong),
                    .init(style.amount(point.assets, point.assetsBound)),
                    .init(style.amount(point.liabilities, point.liabilitiesBound)),
                ])
            }
            lines = table.lines(width: width, style: style)
        }
        if let bridge = report.bridge { lines += [""] + self.bridge(bridge) }
        return lines + gaps(report.unavailable) + rates(report.rates)
    }

    private func bridge(_ bridge: NetWorthBridge) -> [String] {
        var table = TextTable([.init("HOW IT CHANGED", isFlexible: true), .init("AMOUNT", .right)])
        let bounds = bridge.bounds
        // An expense of at least an amount lowers the net worth by at least as much.
        let spent: Bound? =
            switch bounds.expense {
            case .atLeast: .atMost
            case .atMost: .atLeast
            default: bounds.expense
            }
        let rows: [(String, Money?, Bound?)] = [
            ("at the beginning", bridge.start, bounds.start), ("accounts opened", bridge.opened, bounds.opened),
            ("income", bridge.income, bounds.income), ("expense", bridge.expense.negated, spent),
            ("neither of both", bridge.neutral, bounds.neutral), ("rates and exchanges", bridge.revaluation, nil),
            ("at the end", bridge.end, bounds.end),
        ]
        for (name, amount, bound) in rows {
            table.add([
                .init(name),
                .init(amount.map { style.amount($0, bound) } ?? "unknown", amount == nil ? .attention : .plain),
            ])
        }
        return table.lines(width: width, style: style)
    }
}

extension FlowReport.Row {
    /// Whether anything of it could be converted.
    var isKnown: Bool { missing < count }
}
