import ExchangeRates
import Foundation
import Models
import Persistence
import Portfolio
import Synchronization
import TestSupport

/// Services over a store in memory, with a table of rates.
struct ServiceSample {
    let store = MemoryStore()
    let service: PortfolioService
    let instruments: InstrumentService
    let prices: PriceService
    let reports: PortfolioReportService
    let today: CalendarDay
    private let seconds = Counter()

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    init(
        rates: String = "from,to,rate,date\n", today: String = "2026-04-13",
        settings: PortfolioSettings = PortfolioSettings()
    ) throws {
        self.today = try day(today)
        let fixed = FixedRates(try FixedRateTable(csv: rates, fileTime: try day(today).startInUTC))
        let service = PortfolioRates(ExchangeRateService(providers: [fixed]))
        self.service = PortfolioService(store: store, rates: service, settings: settings)
        instruments = InstrumentService(store: store)
        prices = PriceService(store: store)
        reports = PortfolioReportService(
            store: store, rates: service, display: DisplayCurrency(nil), settings: settings)
    }

    /// A call of the day, each later than the one before.
    var call: Call {
        Call(
            now: today.startInUTC.addingTimeInterval(Double(seconds.next())), today: today,
            program: "test", command: "test")
    }

    func portfolio(_ name: String, _ currency: String = "EUR", cash: Bool = false) async throws {
        var fields = PortfolioService.Fields()
        (fields.name, fields.currency, fields.keepsCash) = (name, currency, cash)
        _ = try await service.add(fields, call)
    }

    func instrument(_ name: String, _ currency: String = "EUR", type: String = "stock") async throws {
        var fields = InstrumentService.Fields()
        (fields.name, fields.currency, fields.type) = (name, currency, type)
        _ = try await instruments.add(fields, call)
    }

    @discardableResult func enter(
        _ kind: PortfolioTransaction.Kind, _ instrument: String?, _ units: String? = nil, _ amount: String? = nil,
        on date: String? = nil, _ change: (inout TransactionRequest) -> Void = { _ in }
    ) async throws -> Outcome<EnteredTransactions> {
        var request = TransactionRequest()
        (request.instrument, request.units, request.amount, request.date) = (instrument, units, amount, date)
        change(&request)
        return try await service.enter(kind, request, call)
    }
}
