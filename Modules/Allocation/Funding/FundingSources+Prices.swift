package import ExchangeRates
package import Models

package import struct Foundation.UUID

// Prices of past days, from sources that have some.

extension FundingSources {
    /// Those of some assets whose value moves by prices.
    package func moving(_ assets: [Asset]) -> [Asset] {
        assets.filter { asset in sources.contains { $0.valueMoves && $0.answers(for: asset) } }
    }

    /// The conversions that the values of assets with prices need.
    ///
    /// - Throws: The store's error.
    package func conversions(
        of assets: [Asset], in reader: any EntityReader
    ) throws -> Set<ExchangeRateService.WantedRate> {
        var wanted: Set<ExchangeRateService.WantedRate> = []
        for (source, own) in priced(assets) {
            for conversions in try source.conversions(of: own, in: reader).values { wanted.formUnion(conversions) }
        }
        return wanted
    }

    /// The prices of assets on past days.
    ///
    /// - Throws: The store's error.
    package func prices(
        of assets: [Asset], on days: [(day: CalendarDay, rates: FrozenRates)], in reader: any EntityReader
    ) throws -> [UUID: [AssetPrice]] {
        var prices: [UUID: [AssetPrice]] = [:]
        for (source, own) in priced(assets) {
            prices.merge(try source.prices(of: own, on: days, in: reader)) { first, _ in first }
        }
        return prices
    }

    private func priced(_ assets: [Asset]) -> [(any PricedFundingSource, [Asset])] {
        sources.compactMap { source in
            guard let priced = source.priced else { return nil }
            let own = assets.filter(source.answers)
            return own.isEmpty ? nil : (priced, own)
        }
    }
}
