import Allocation
import Models
public import Planning
public import Presentation

/// The payment of a goal as a formula with its numbers.
public struct PaymentFormula: Sendable {
    private let plan: GoalPlan
    private let style: TextStyle

    /// The formula of a goal's planned payment.
    public init(_ plan: GoalPlan, _ style: TextStyle) {
        self.plan = plan
        self.style = style
    }

    /// "(1,200.00 − 450.00) ÷ 7 payments"; nil where the payment follows from something else.
    public var text: String? {
        if plan.isDecided { return "as you decided" }
        guard plan.requiredBound == nil, plan.progress.savedBound == nil else { return nil }
        return plan.frozen.map { ofMonth($0) } ?? ofDates
    }

    /// The frozen payment of a month, less what was contributed in it; nil where less than that remains, or more has to be paid.
    private func ofMonth(_ frozen: FrozenPayment) -> String? {
        let required = frozen.payment.required
        guard let left = try? required.subtracting(frozen.paid),
            left == plan.planned || left.isNegative && plan.planned.isZero
        else { return nil }
        let paid = frozen.paid.isZero ? "" : " − \(style.digits(frozen.paid)) paid since"
        return "\(style.digits(required)) fixed at the start of the month\(paid)"
    }

    /// The remaining amount, split over the payment dates.
    private var ofDates: String? {
        let (progress, requirement) = (plan.progress, plan.requirement)
        guard !requirement.payments.isEmpty, !requirement.paid.isNegative else { return nil }
        let count = requirement.payments.count
        let paid = requirement.paid.isZero ? nil : style.digits(requirement.paid)
        let whole =
            "\(style.digits(plan.goal.target)) − \(style.digits(progress.saved))\(paid.map { " + \($0)" } ?? "")"
        let split = count == 1 ? whole : "(\(whole)) ÷ \(count) payments"
        return split + (paid.map { " − \($0) paid" } ?? "")
    }
}
