import Allocation
public import FlexAdjustment
import Models
public import Planning

extension TextLayout {
    /// The answer of `flex`: the total, then what every goal gets and what that does to it.
    public func lines(flex plan: FlexPlan, report: MonthlyPlanReport) -> [String] {
        guard !plan.rows.isEmpty else { return [TextLayout.noGoals] + gaps(plan.unavailable) }
        var table = TextTable([
            .init("GOAL", isFlexible: true), .init("STATE"), .init("REQUIRED", .right), .init("ADJUSTED", .right),
            .init("CHANGE", .right), .init("NEXT ASK", .right), .init("REACHED"), .init("RISK"),
        ])
        for row in plan.rows {
            table.add([
                .init(GoalRow.title(of: row.plan.goal)), .init(row.state.rawValue),
                .init(Figure.text(row.required, row.plan.requiredBound)), .init(row.adjusted.description, .strong),
                .init(change(row)), .init(row.nextRequired?.description ?? "–"), finish(row), risk(row.risk),
            ])
        }
        let head =
            "Payments: \(plan.totalAdjusted) of \(Figure.text(plan.totalRequired, plan.totalBound)) required"
            + " (\(target(plan.request)), \(plan.request.strategy.rawValue))"
        return [style.apply(.strong, to: head)] + remarks(plan) + [""] + table.lines(width: width, style: style)
            + gaps(plan.unavailable) + rates(report.rates)
    }

    /// What is said when there is nothing to plan.
    static let noGoals = "No active goals. Add one: cst-plan goal add Car --target 12000 --deadline 2027-06-30"

    private func target(_ request: FlexRequest) -> String {
        switch request.target {
        case .factor(let factor, let redistributesSkipped):
            "factor \(factor.significantString(digits: 6))"
                + (redistributesSkipped ? " and what is skipped" : "")
        case .budget(let budget): "budget \(budget)"
        }
    }

    private func remarks(_ plan: FlexPlan) -> [String] {
        var remarks: [String] = []
        if !plan.rows.contains(where: { $0.state == .flexible }) {
            remarks.append("No goal is flexible, so no payment can be changed.")
        }
        if plan.shortfall.isPositive {
            remarks.append("The protected goals alone need \(plan.shortfall) more.")
        } else if plan.isBelowFloor {
            remarks.append("That is less than the lower bound of every flexible goal allows: some go below it.")
        }
        if plan.unplaced.isPositive {
            remarks.append("\(plan.unplaced) cannot be placed: every flexible goal is at its upper bound.")
        }
        return remarks.map { style.apply(.attention, to: $0) }
    }

    private func change(_ row: FlexPlan.Row) -> String {
        guard !row.change.isZero else { return "" }
        let percent = (row.changeRatio * Ratio(100)).decimalString(places: 1, rounding: .halfEven)
        return row.change.isPositive ? "+\(row.change) (+\(percent) %)" : "\(row.change) (\(percent) %)"
    }

    private func finish(_ row: FlexPlan.Row) -> TextTable.Cell {
        guard row.delay > 0 else { return TextTable.Cell(row.projectedFinish.description) }
        let months = row.delay == 1 ? "1 month late" : "\(row.delay) months late"
        return TextTable.Cell("\(row.projectedFinish) (\(months))", .attention)
    }

    private func risk(_ risk: FlexImpact.Risk) -> TextTable.Cell {
        switch risk {
        case .low: TextTable.Cell("low", .good)
        case .medium: TextTable.Cell("medium", .attention)
        case .high: TextTable.Cell("high", .bad)
        }
    }
}
