import ExchangeRates
import Persistence
import Values

/// The rates between the currencies of all accounts on some days.
struct PairRates: Sendable {
    private let rates: [CalendarDay: FrozenRates]

    init(_ store: any Store, _ service: ExchangeRateService?, days: Set<CalendarDay>, _ call: Call) async throws {
        let currencies = Set(try await store.read { try $0.all(Account.self).map(\.currency) })
        guard let service, currencies.count > 1, !days.isEmpty else {
            rates = [:]
            return
        }
        let wanted = Set(
            currencies.flatMap { from in
                currencies.filter { $0 != from }.map { ExchangeRateService.WantedRate(from: from, to: $0) }
            })
        let sorted = days.sorted()
        let found = try await service.rates(for: wanted, on: sorted.map { $0 < call.day ? $0 : nil }, call)
        rates = Dictionary(zip(sorted, found).map { ($0, $1) }) { first, _ in first }
    }

    /// Why there is no rate on a day; nil where there is one.
    func gap(_ from: Currency, _ to: Currency, _ day: CalendarDay) -> String? {
        guard let known = rates[day] else { return "no rates" }
        do {
            _ = try known.conversion(from: from, to: to)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Units of the second currency for one of the first on a day; nil where there is none.
    func rate(_ from: Currency, _ to: Currency, _ day: CalendarDay) -> Ratio? {
        (try? rates[day]?.conversion(from: from, to: to))?.factor
    }
}
