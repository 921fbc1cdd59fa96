public import Models

/// The payments towards one amount, as plain values: without a store, settings or rates (R1 to R4).
///
/// ```swift
/// let plan = try PaymentPlan(
///     target: Money("12000", .eur), saved: Money("4200", .eur), today: CalendarDay("2026-05-20"),
///     deadline: CalendarDay("2026-12-31"))
/// plan.required  // 1114.29 EUR
/// plan.payments.count  // 7
/// plan.payments[6].amount  // 1114.28 EUR
/// ```
public struct PaymentPlan: Sendable, Hashable {
    /// What is missing from the target; 0 when it is reached.
    public let remaining: Money
    /// The payments, one per date; they sum exactly to what remains. None when the target is reached.
    public let payments: [Payment]
    /// The first part of an even split before contributions are taken off.
    public let level: Money

    /// The first payment: what to set aside now.
    public var required: Money { payments.first?.amount ?? .zero(remaining.currency) }

    /// A plan. All amounts are in one currency and in whole minor units.
    ///
    /// - Parameters:
    ///   - target: What is wanted, above 0.
    ///   - saved: What is there.
    ///   - contributed: The part of it that was put in since the previous payment date, which settles the next payments
    ///     first; nil for nothing.
    ///   - today: The day of the plan.
    ///   - start: The first day that a payment may be on; nil for today.
    ///   - deadline: The last day. After it everything is required at once.
    ///   - convention: On which days payments are made.
    /// - Throws: ``PaymentPlanError``, ``MoneyError/tooLarge(_:)``.
    public init(
        target: Money, saved: Money, contributed: Money? = nil, today: CalendarDay, start: CalendarDay? = nil,
        deadline: CalendarDay, convention: PaymentConvention = .payments(.day(1))
    ) throws {
        guard target.isPositive else { throw PaymentPlanError.targetNotPositive(target) }
        let contributed = contributed ?? .zero(target.currency)
        guard !contributed.isNegative else { throw PaymentPlanError.negativeContribution(contributed) }
        for amount in [target, saved, contributed] {
            guard amount.currency == target.currency else {
                throw PaymentPlanError.otherCurrency(amount, wanted: target.currency)
            }
            guard amount.isWholeMinorUnits else { throw PaymentPlanError.tooPrecise(amount) }
        }
        let missing = try target.subtracting(saved)
        remaining = missing.isNegative ? .zero(target.currency) : missing
        let requirement = try Requirement(
            remaining: remaining, contributed: contributed,
            dates: convention.upcoming(today: today, start: start ?? today, deadline: deadline))
        (payments, level) = (requirement.payments, requirement.level)
    }
}

/// Why a plan cannot be made of amounts.
public enum PaymentPlanError: Problem, Equatable {
    /// The target is not above 0.
    case targetNotPositive(Money)
    /// Less than nothing was contributed.
    case negativeContribution(Money)
    /// An amount is not in the currency of the target.
    case otherCurrency(Money, wanted: Currency)
    /// An amount has digits beyond the minor unit.
    case tooPrecise(Money)

    /// What is wrong, with what is accepted.
    public var description: String {
        switch self {
        case .targetNotPositive(let target): "The target \(target) is not greater than 0."
        case .negativeContribution(let amount): "The contribution \(amount) is less than 0. Give 0 or more."
        case .otherCurrency(let amount, let wanted): "The amount \(amount) is not in \(wanted), as the target is."
        case .tooPrecise(let amount):
            "The amount \(amount) has more than the \(amount.currency.minorUnit) decimals that \(amount.currency) has."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .targetNotPositive: "paymentPlan.targetNotPositive"
        case .negativeContribution: "paymentPlan.negativeContribution"
        case .otherCurrency: "paymentPlan.otherCurrency"
        case .tooPrecise: "paymentPlan.tooPrecise"
        }
    }

    /// What sort of problem it is.
    public var kind: ProblemKind { .usage }

    /// One of each case.
    public static var examples: [PaymentPlanError] {
        [
            .targetNotPositive(.zero(.usd)), .negativeContribution(.zero(.usd)),
            .otherCurrency(.zero(.usd), wanted: .eur), .tooPrecise(.zero(.usd)),
        ]
    }
}
