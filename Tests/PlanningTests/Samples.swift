import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import TestSupport

let origin = ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "tests", command: "test")
let monthly = PaymentConvention.payments(.day(1))

/// Rates as written, `BTC USD 60000`, all in one state.
struct WrittenRates: ExchangeRateProvider {
    let name = "written"
    let quotes: [RateQuote]

    init(_ quotes: [String], state: RateState = .live) throws {
        self.quotes = try quotes.map { text in
            let parts = text.split(separator: " ").map(String.init)
            return try RateQuote(
                from: currency(parts[0]), to: currency(parts[1]), rate: ratio(parts[2]),
                time: Date(timeIntervalSince1970: 0), source: "written", state: state)
        }
    }

    func rates(_ request: RateRequest) -> RateAnswer { RateAnswer(quotes: quotes) }
}

extension Store {
    /// Puts records into the store as they are.
    func add(_ records: Record...) async throws {
        try await write(origin) { writer in
            for record in records { try writer.apply(.insert(record)) }
        }
    }

    func add(_ amount: String, to asset: Asset, on date: String) async throws {
        try await add(
            Record(
                Transaction(
                    id: UUID(), assetID: asset.id, amount: Money(amount, asset.currency), day: day(date),
                    entered: origin.instant)))
    }

    /// A new asset all of which funds a goal.
    func fund(_ goal: Goal, with amount: String, on date: String = "2020-01-01", address: String? = nil) async throws
        -> Asset
    {
        let amount = try money(amount)
        let asset = Asset(
            id: UUID(), name: "For \(goal.name)", currency: amount.currency, chain: address == nil ? nil : "bitcoin",
            address: address)
        try await add(Record(asset), Record(AssetAllocation(assetID: asset.id, goalID: goal.id, size: .rest)))
        if !amount.isZero { try await add(amount.amountText, to: asset, on: date) }
        return asset
    }

    func plan(
        on today: String, _ convention: PaymentConvention = monthly, in code: String = "USD",
        rates: [any ExchangeRateProvider] = []
    ) async throws -> MonthlyPlanReport {
        try await MonthlyPlanningService(store: self, rates: ExchangeRateService(providers: rates)).plan(
            .init(call: try call(today), convention: convention, displayCurrency: currency(code)))
    }
}

extension MonthlyPlanReport {
    subscript(name: String) -> Row? { rows.first { $0.plan.goal.name == name } }
}

extension GoalPlan {
    var required: String { requirement.required.description }
    var payments: [String] { requirement.payments.map { "\($0.date) \($0.amount.amountText)" } }
}
