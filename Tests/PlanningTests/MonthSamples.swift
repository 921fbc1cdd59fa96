import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

let monthInstant = Date(timeIntervalSince1970: 0)

func monthRequest(
    _ today: String, _ convention: PaymentConvention = monthly, at seconds: Int = 0, in code: String = "USD"
) throws -> MonthlyPlanningService.Request {
    .init(call: try call(today, at: seconds), convention: convention, displayCurrency: try currency(code))
}

func expectMonthError(
    _ error: @autoclosure () throws -> MonthError, _ location: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async {
    await #expect(sourceLocation: location) {
        _ = try await body()
    } throws: {
        try $0 as? MonthError == error()
    }
}

extension MonthReport {
    var summary: String {
        "\(state) \(plan.amountText) \(contributed.amountText) \(planned.amountText)"
    }
}

extension Store {
    func service(_ rates: [String] = []) throws -> MonthService {
        MonthService(
            store: self, rates: ExchangeRateService(providers: [try WrittenRates(rates)]),
            settings: PlanningSettings(undoGrace: .seconds(86_400)))
    }

    @discardableResult
    func take(
        _ step: MonthService.Step, _ month: String? = nil, on today: String, _ convention: PaymentConvention = monthly,
        at seconds: Int = 0, rates: [String] = []
    ) async throws -> MonthReport {
        try await service(rates).take(
            step, of: month.map { try CalendarMonth($0) }, monthRequest(today, convention, at: seconds))
    }

    func month(
        _ month: String? = nil, on today: String, _ convention: PaymentConvention = monthly, at seconds: Int = 0,
        rates: [String] = [], in code: String = "USD"
    ) async throws -> MonthReport {
        try await service(rates).status(
            of: month.map { try CalendarMonth($0) }, monthRequest(today, convention, at: seconds, in: code))
    }

    func contributions(on today: String) async throws -> [String] {
        try await month(on: today).rows.map { "\($0.payment.name) \($0.contribution.amount.amountText)" }
    }
}
