import Allocation
import ExchangeRates
public import FlexAdjustment
import Models
public import Planning
public import Presentation
import RateViews

extension FlexStrategy: DocumentChoice {}
extension FlexImpact.Risk: DocumentChoice {}

extension FlexRequest {
    fileprivate var factor: Ratio? { if case .factor(let factor, _) = target { factor } else { nil } }
    fileprivate var budget: Money? { if case .budget(let budget) = target { budget } else { nil } }
}

extension Document {
    private static let flexGoal = Shape<FlexPlan.Row>(
        .members(Shape<Goal>(.all(Goal.reference)), \.plan.goal), .value("state", \.state),
        .figure("required", \.required, \.plan.requiredBound), .value("adjusted", \.adjusted),
        .value("change", \.change), .ratio("changePercent", { $0.changeRatio * Ratio(100) }),
        .object(
            "impact",
            Shape<FlexPlan.Row>(
                .value("nextRequired", \.nextRequired, note: "Null at the last date."), .value("delayMonths", \.delay),
                .value("projectedFinish", \.projectedFinish), .value("risk", \.risk)), { $0 }))

    private typealias Flex = (plan: FlexPlan, report: MonthlyPlanReport)
    private static let flexShape = DocumentShape<Flex>(
        "flex", "Payments of a month that were raised or lowered together.", main: "goals",
        Shape(
            .value("strategy", \.plan.request.strategy),
            .optionalMembers(Shape<Ratio>(.ratio("factor", { $0 })), \.plan.request.factor),
            .optional("budget", \.plan.request.budget), .ratio("lower", \.plan.request.bounds.lower),
            .ratio("upper", \.plan.request.bounds.upper),
            .figure("totalRequired", \.plan.totalRequired, \.plan.totalBound),
            .value("totalTarget", \.plan.totalTarget), .value("totalAdjusted", \.plan.totalAdjusted),
            .value("unplaced", \.plan.unplaced, note: "What no goal may take."),
            .value("shortfall", \.plan.shortfall, note: "What is missing for goals that are protected."),
            .value("belowFloor", \.plan.isBelowFloor), .list("goals", flexGoal, \.plan.rows),
            .unavailable(\.plan.unavailable), .rates(\.report.rates)))

    private static func goal<Value>(_ goal: @escaping @Sendable (Value) -> Goal) -> Field<Value> {
        .members(Shape<Goal>(.value("goalId", \.id), .value("goal", \.name)), goal)
    }

    private typealias Budget = (plan: BudgetPlan, report: MonthlyPlanReport)
    private static let suggestions = Shape<BudgetPlan>(
        .value("budget", \.minimum),
        .list(
            "deadlines", Shape<BudgetPlan.NewDeadline>(goal(\.goal), .value("deadline", \.deadline)), \.deadlines),
        .list(
            "targets",
            Shape<BudgetPlan.NewTarget>(
                goal(\.goal),
                .value("target", \.target, note: "Null when no target above 0 would do: pause the goal.")), \.targets))
    private static let budgetShape = DocumentShape<Budget>(
        "budget", "The least equal payment that reaches every goal in time.", main: "schedule",
        Shape(
            .figure("minimum", \.plan.minimum, \.plan.minimumBound), .value("feasible", \.plan.isFeasible),
            .list(
                "schedule",
                Shape<BudgetPlan.DatedPayment>(.value("date", \.date), goal(\.goal), .value("amount", \.amount)),
                \.plan.payments), .object("suggestions", suggestions, \.plan),
            .unavailable(\.plan.unavailable), .rates(\.report.rates)))

    static let flexShapes = [flexShape.description, budgetShape.description]

    /// The answer of `cst-plan flex`.
    public init(flex plan: FlexPlan, report: MonthlyPlanReport) {
        self.init(
            Self.flexShape, (plan, report), asOf: plan.today,
            isComplete: plan.totalBound == nil && plan.unavailable.isEmpty, warnings: report.warnings)
    }

    /// The answer of `cst-plan budget`.
    public init(budget plan: BudgetPlan, report: MonthlyPlanReport) {
        self.init(
            Self.budgetShape, (plan, report), asOf: plan.today,
            isComplete: plan.minimumBound == nil && plan.unavailable.isEmpty, warnings: report.warnings)
    }
}
