import Models
import Persistence

/// The payments of a year in one currency.
struct YearTotal: Sendable {
    let year: Int
    let paid: Money
}

extension SubscriptionService {
    /// The payments of each year in each currency, the newest year first.
    func years() async throws -> [YearTotal] {
        let payments = try await store.read { try $0.all(SubscriptionPayment.self) }
        return try Dictionary(grouping: payments, by: \.day.parts.year).flatMap { year, payments in
            try Dictionary(grouping: payments, by: \.amount.currency).map { currency, payments in
                YearTotal(year: year, paid: try Money.sum(payments.map(\.amount), in: currency))
            }
        }.sorted { ($1.year, $0.paid.currency.code) < ($0.year, $1.paid.currency.code) }
    }
}
