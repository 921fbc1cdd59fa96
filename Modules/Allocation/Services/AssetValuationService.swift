public import ExchangeRates
public import Models
public import Persistence

public import struct Foundation.UUID

/// The values of assets with their total, and the goals they fund.
public struct AssetValuationService: Sendable {
    let store: any Store
    private let rates: ExchangeRateService
    private let display: DisplayCurrency
    let funding: FundingSources

    /// A service over a store, rates and the sources of balances.
    public init(store: any Store, rates: ExchangeRateService, display: DisplayCurrency, funding: FundingSources) {
        self.store = store
        self.rates = rates
        self.display = display
        self.funding = funding
    }

    /// Assets in one currency, and the goals they fund.
    public struct Valuation: Sendable {
        /// The assets with their total.
        public let report: AssetValuationReport
        /// The currency of the total.
        public let display: Currency
        /// All goals by id.
        public let goals: [UUID: Goal]
        /// The rates of all its conversions.
        let rates: FrozenRates
    }

    /// All assets.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func list(_ call: Call) async throws -> Outcome<Valuation> {
        try await value(call) { _ in nil }
    }

    /// The asset that `name` means.
    ///
    /// - Throws: ``LookupError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func asset(named name: String, _ call: Call) async throws -> Outcome<Valuation> {
        try await value(call) { try $0.find(Asset.self, named: name).id }
    }

    private func value(
        _ call: Call, _ wanted: @Sendable (any StoreReader) throws -> UUID?
    ) async throws -> Outcome<Valuation> {
        let chosen = display.currency
        let (snapshot, id, display) = try await funding.answering(call) { answers in
            try await store.read { reader in
                // A name that means nothing is reported before anybody is asked.
                let id = try wanted(reader)
                return (
                    try AllocationSnapshot(from: reader, today: call.today, funding: answers), id,
                    try reader.displayCurrency(chosen)
                )
            }
        }
        let balances = snapshot.balances.filter { id == nil || $0.asset.id == id }
        let needed = Set(balances.map(\.asset.currency)).filter { $0 != display }
        let frozen = try await rates.rates(
            for: Set(needed.map { ExchangeRateService.WantedRate(from: $0, to: display) }),
            keeping: snapshot.sourceRates, call)
        var rows: [AssetValuation] = []
        for balance in balances {
            rows.append(try AssetValuation(balance, snapshot: snapshot, rates: frozen, display: display, now: call.now))
        }
        let stale = [Warning.staleBalances(balances, on: call.today, now: call.now)].compactMap(\.self)
        let warnings = (rows.flatMap { snapshot.warnings(of: $0.balance, $0.split) } + stale).withoutRepetitions
        let report = try AssetValuationReport(rows, warnings: warnings, display: display)
        return Outcome(
            Valuation(report: report, display: display, goals: snapshot.goals, rates: frozen),
            warnings: report.warnings,
            isComplete: report.totalBound == nil)
    }
}
