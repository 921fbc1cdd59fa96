import Models
import Planning
import TestSupport
import Testing

@Suite("R1 to R4 as plain values") struct PaymentPlanTests {
    private static func plan(
        _ target: String, _ saved: String, contributed: String? = nil, today: String = "2026-05-20",
        deadline: String = "2026-12-31", convention: PaymentConvention = .payments(.day(1))
    ) throws -> PaymentPlan {
        try PaymentPlan(
            target: money(target), saved: money(saved), contributed: contributed.map { try money($0) },
            today: CalendarDay(today), deadline: CalendarDay(deadline), convention: convention)
    }

    @Test func `what is missing is split over the payment dates, the larger cents first`() throws {
        let plan = try Self.plan("12000 EUR", "4200 EUR")
        #expect(plan.payments.map(\.date.description) == (6...12).map { "2026-\($0 < 10 ? "0" : "")\($0)-01" })
        #expect(try plan.required == money("1114.29 EUR") && plan.level == money("1114.29 EUR"))
        #expect(try plan.payments.last?.amount == money("1114.28 EUR"))
        #expect(try plan.payments.dropFirst().reduce(plan.required) { try $0.adding($1.amount) } == plan.remaining)
    }

    @Test func `what was contributed settles the next payments first`() throws {
        let plan = try Self.plan("1200 EUR", "700 EUR", contributed: "700 EUR")
        #expect(try plan.level == money("171.43 EUR") && plan.required == money("0 EUR"))
        #expect(
            try plan.payments.map(\.amount).filter(\.isPositive).reduce(money("0 EUR")) { try $0.adding($1) }
                == money("500 EUR"))
    }

    @Test func `a target that is reached requires nothing, and after the deadline everything is due today`() throws {
        #expect(try Self.plan("100 EUR", "250 EUR").payments.isEmpty)
        let late = try Self.plan("100 EUR", "-20 EUR", deadline: "2026-01-01")
        #expect(try late.payments.map(\.amount) == [money("120 EUR")])
        #expect(try late.payments.map(\.date) == [CalendarDay("2026-05-20")])
    }

    @Test(arguments: [
        ("0 EUR", "0 EUR", "0 EUR", "paymentPlan.targetNotPositive"),
        ("1 EUR", "0 USD", "0 EUR", "paymentPlan.otherCurrency"),
        ("1 EUR", "0.001 EUR", "0 EUR", "paymentPlan.tooPrecise"),
        ("1 EUR", "0 EUR", "-1 EUR", "paymentPlan.negativeContribution"),
    ])
    func `amounts that cannot be planned are refused`(target: String, saved: String, contributed: String, code: String)
        throws
    {
        let error = #expect(throws: PaymentPlanError.self) { try Self.plan(target, saved, contributed: contributed) }
        #expect(error?.code == code)
    }
}
