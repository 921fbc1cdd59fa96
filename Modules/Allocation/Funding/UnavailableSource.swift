import Models

import struct Foundation.UUID

/// Stands for a source that could not be made: the balances of its own assets are not known, and nobody else's are touched.
struct UnavailableSource: FundingSource {
    let name: String
    /// Why it could not be made.
    let reason: String

    func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? {
        Dictionary(
            assets.map { ($0.id, SourceBalance(of: $0, gap: "its source '\(name)' cannot be used: \(reason)")) }
        ) { first, _ in first }
    }

    func storedContributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions]? { [:] }

    func spending(of asset: Asset, for goal: Goal, in reader: any EntityReader) throws -> Money {
        throw FundingError.sourceUnavailable(name, reason: reason)
    }

    func checked(_ asset: Asset, in reader: any EntityReader) throws -> Asset {
        throw FundingError.sourceUnavailable(name, reason: reason)
    }
}
