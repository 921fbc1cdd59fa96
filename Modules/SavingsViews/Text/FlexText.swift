import Allocation
import FlexAdjustment
import Models
public import Planning
public import Presentation
import RateViews

extension TextLayout {
    /// The answer of `flex`: the total, then what every goal gets and what that does to it.
    public func lines(flex plan: FlexPlan, report: MonthlyPlanReport) -> [String] {
        guard !plan.rows.isEmpty else { return [noGoals] + gaps(plan.unavailable) }
        let remarks = plan.remarks(style).map { style.apply(.attention, to: $0) }
        var table = TextTable([
            .init("GOAL", isFlexible: true, least: 12), .init("STATE"), .init("REQUIRED", .right, rank: 1),
            .init("ADJUSTED", .right), .init("CHANGE", .right, rank: 3), .init("%", .right),
            .init("NEXT DUE", .right, rank: 4), .init("REACHED", rank: 2), .init("LATE"), .init("RISK"),
        ])
        for row in plan.rows {
            table.add([
                .init(GoalRow.title(of: row.plan.goal)), .init(row.state.rawValue),
                .init(style.amount(row.required, row.plan.requiredBound)), .init(style.amount(row.adjusted), .strong),
                .init(row.change.isZero ? "" : row.changeText(style)),
                .init(row.change.isZero ? "" : row.changePercentText),
                .init(row.nextRequired.map { style.amount($0) } ?? "–"), .init(row.projectedFinish.description),
                .init(row.lateText ?? "", .attention), row.riskCell,
            ])
        }
        let head =
            "Payments: \(style.amount(plan.totalAdjusted, plan.totalBound)) of \(style.amount(plan.totalRequired, plan.totalBound)) required"
            + " (\(target(plan.request)), \(plan.request.strategy.rawValue))"
        return [style.apply(.strong, to: head)] + remarks + [""] + table.lines(width: width, style: style)
            + gaps(plan.unavailable) + rates(report.rates)
    }

    /// What is said when there is nothing to plan.
    var noGoals: String { "No active goals. \(addGoal)" }

    /// How to add a first goal, with a deadline that has not passed.
    var addGoal: String { "Add one: cst-plan goal add Car --target 12000 --deadline \(today.parts.year + 1)-06-30" }

    private func target(_ request: FlexRequest) -> String {
        switch request.target {
        case .factor(let factor, let redistributesSkipped):
            "factor \(factor.significantString(digits: 6))"
                + (redistributesSkipped ? " and what is skipped" : "")
        case .budget(let budget): "budget \(style.amount(budget))"
        }
    }
}

extension FlexPlan {
    /// What there is to say about the plan as a whole.
    public func remarks(_ style: TextStyle) -> [String] {
        var remarks: [String] = []
        let isAnyFlexible = rows.contains { $0.state == .flexible }
        if !isAnyFlexible {
            remarks.append("No goal is flexible, so no payment can be changed.")
        }
        if shortfall.isPositive {
            remarks.append("The protected goals alone need \(style.amount(shortfall)) more.")
        } else if isBelowFloor {
            remarks.append("That is less than all lower bounds together, so some goals get less.")
        }
        if unplaced.isPositive {
            remarks.append(
                "\(style.amount(unplaced)) cannot be placed"
                    + (isAnyFlexible ? ": every flexible goal is at its upper bound." : "."))
        }
        return remarks
    }
}

extension FlexPlan.Row {
    /// The change with its sign and currency.
    func changeText(_ style: TextStyle) -> String { (change.isPositive ? "+" : "") + style.amount(change) }

    /// The change in percent with its sign.
    var changePercentText: String {
        let percent = (changeRatio * Ratio(100)).decimalString(places: 1, rounding: .halfEven)
        return change.isPositive ? "+\(percent) %" : "\(percent) %"
    }

    /// "1 day", "3 months"; nil when the target is reached as early as planned.
    public var lateText: String? {
        delay == 0 ? nil : Lateness.words(of: projectedFinish, after: plan.goal.deadline)
    }

    /// The risk as a cell.
    var riskCell: TextTable.Cell {
        switch risk {
        case .low: TextTable.Cell("low", .good)
        case .medium: TextTable.Cell("medium", .attention)
        case .high: TextTable.Cell("high", .bad)
        }
    }
}
