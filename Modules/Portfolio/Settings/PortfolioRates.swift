public import ExchangeRates
package import Models
public import PluginKit

/// The rates of portfolios, or why there are none: what needs no rate works without.
public struct PortfolioRates: Sendable {
    private let service: ExchangeRateService?
    private let reason: String

    /// The rates of a service.
    public init(_ service: ExchangeRateService) {
        self.service = service
        reason = ""
    }

    /// No rates, with the reason.
    public init(unavailable reason: String) {
        service = nil
        self.reason = reason
    }

    /// Rates for conversions on days; nil is for the newest. Where there is no service, none.
    ///
    /// - Throws: `CancellationError` only.
    package func rates(
        for conversions: Set<ExchangeRateService.WantedRate>, on days: [CalendarDay?], _ call: Call
    ) async throws -> [FrozenRates] {
        guard let service else { return days.map { _ in FrozenRates([], failures: [reason]) } }
        return try await service.rates(for: conversions, on: days, call)
    }
}

extension ServiceKey where Service == PortfolioRates {
    /// The rates of portfolios.
    public static var portfolioRates: ServiceKey<PortfolioRates> {
        ServiceKey<PortfolioRates>("portfolioRates", selection: .every)
    }
}
