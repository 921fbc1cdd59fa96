import Models
import Persistence

import struct Foundation.UUID

/// Lots that a person names, as `LOT` or `LOT=UNITS`, by the beginning of their ids (P4).
struct LotNames {
    private let texts: [String]

    init(_ texts: [String]) { self.texts = texts }

    /// The lots with the units that a transaction takes of them, as the position is before it.
    func lots(
        for transaction: PortfolioTransaction, _ method: CostMethod, in reader: any StoreReader
    ) throws -> [NamedLot] {
        guard let portfolio = transaction.portfolioID, let instrument = transaction.instrumentID,
            let units = transaction.units
        else { return [] }
        if method == .average { throw PortfolioError.averageHasNoLots }
        let before = try reader.transactions(touching: [instrument]).filter {
            $0.id != transaction.id && PortfolioTransaction.precedes($0, transaction)
        }
        let position = try LotBook(before, in: reader, method).positions[
            PositionKey(portfolioID: portfolio, instrumentID: instrument)]
        var held: [(id: UUID, units: Ratio)] = []
        for lot in position?.lots ?? [] {
            if let index = held.firstIndex(where: { $0.id == lot.id }) {
                held[index].units = held[index].units + lot.units
            } else {
                held.append((lot.id, lot.units))
            }
        }
        var (named, sum): ([NamedLot], Ratio) = ([], .zero)
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let prefix = (parts.first ?? "").lowercased()
            let found = held.filter { prefix.count >= 4 && $0.id.uuidString.lowercased().hasPrefix(prefix) }
            guard found.count == 1, let lot = found.first else {
                throw PortfolioError.unknownLot(text, known: held.map { Self.short($0.id) })
            }
            let rest = units - sum
            let taken = parts.count == 2 ? try UnitsText.read(parts[1]) : lot.units < rest ? lot.units : rest
            guard taken <= lot.units, taken.isPositive else {
                throw PortfolioError.lotTooSmall(
                    lot: Self.short(lot.id), held: UnitsText.text(lot.units), named: UnitsText.text(taken))
            }
            named.append(NamedLot(id: lot.id, units: taken))
            sum = sum + taken
        }
        guard sum == units else {
            throw PortfolioError.lotsDoNotSum(named: UnitsText.text(sum), units: UnitsText.text(units))
        }
        return named
    }

    private static func short(_ id: UUID) -> String { String(id.uuidString.lowercased().prefix(8)) }
}
