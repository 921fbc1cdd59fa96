import Models
import Persistence

import struct Foundation.UUID

/// The instruments that rows of a file may mean, found by ISIN, symbol and name, with those that the file adds.
struct TradeInstruments {
    private let writer: any StoreWriter
    private(set) var all: [UUID: Instrument] = [:]
    private var byISIN: [String: [UUID]] = [:]
    private var bySymbol: [String: [UUID]] = [:]
    private var byName: [String: UUID] = [:]
    /// The instruments that were added.
    private(set) var added: [Instrument] = []
    /// Remarks on what the file says of instruments that were there.
    private(set) var warnings: [Warning] = []

    init(_ writer: any StoreWriter) throws {
        self.writer = writer
        for instrument in try writer.all(Instrument.self) { note(instrument) }
    }

    private mutating func note(_ instrument: Instrument) {
        all[instrument.id] = instrument
        if let isin = instrument.isin { byISIN[isin, default: []].append(instrument.id) }
        if let symbol = instrument.symbol { bySymbol[symbol, default: []].append(instrument.id) }
        byName[instrument.name.foldedName] = instrument.id
    }

    /// The instrument of a row: by its ISIN, else by symbol or name where its ISIN does not say that it is another security.
    ///
    /// - Parameter currency: the currency of the row's trade, which decides between several; nil where it names none.
    /// - Throws: ``RowRefusal`` where the row fits several.
    mutating func find(_ row: ImportedTrade, _ currency: Currency?) throws -> Instrument? {
        let isin = row.isin.map(Self.isin)
        if let isin, let found = try one(of: byISIN[isin] ?? [], "ISIN \(isin)", currency) { return found }
        if let symbol = row.symbol,
            let found = try one(
                of: (bySymbol[symbol] ?? []).filter { !isOther($0, isin) }, "symbol \(symbol.printable)", currency)
        {
            return try known(found, by: isin)
        }
        guard let title = Self.title(row), let id = byName[title.foldedName], let found = all[id], !isOther(id, isin)
        else { return nil }
        return try known(found, by: isin)
    }

    /// The instrument of a name, else the one that was there with the same ISIN and currency, else a new one.
    ///
    /// - Throws: `ValidationError`, ``StoreError``.
    mutating func named(
        _ name: String, symbol: String?, isin: String?, type: InstrumentType, currency: Currency
    ) throws -> Instrument {
        if let found = byName[name.foldedName].flatMap({ all[$0] }) { return found }
        let others = (isin.flatMap { byISIN[$0] } ?? []).compactMap { all[$0] }.filter { other in
            other.currency == currency && !added.contains { $0.id == other.id }
        }
        if let found = others.first, others.count == 1 { return found }
        return try insert(
            Instrument(id: UUID(), name: name, type: type, currency: currency, symbol: symbol, isin: isin))
    }

    private mutating func insert(_ instrument: Instrument) throws -> Instrument {
        try writer.insert(instrument)
        note(instrument)
        added.append(instrument)
        return instrument
    }

    /// Adds the instrument of a row that none was found for; nil where the row names none.
    ///
    /// - Throws: ``RequestError``, ``StoreError``.
    mutating func add(_ row: ImportedTrade, _ type: InstrumentType, _ currency: Currency) throws -> Instrument? {
        guard var name = Self.title(row) else { return nil }
        let isin = row.isin.map(Self.isin)
        // Another security has the name.
        if byName[name.foldedName] != nil, let isin { name += " (\(isin))" }
        return try insert(
            Instrument(id: UUID(), name: name, type: type, currency: currency, symbol: row.symbol, isin: isin))
    }

    /// Whether an instrument has another ISIN.
    private func isOther(_ id: UUID, _ isin: String?) -> Bool {
        guard let isin, let own = all[id]?.isin else { return false }
        return own != isin
    }

    /// The instrument, with the ISIN that the file gives it where it had none: the next rows are compared with that.
    private mutating func known(_ found: Instrument, by isin: String?) throws -> Instrument {
        guard let isin, found.isin == nil else { return found }
        var next = found
        next.isin = isin
        try writer.update(found, to: next)
        all[found.id] = next
        byISIN[isin, default: []].append(found.id)
        if !added.contains(where: { $0.id == found.id }) {
            warnings.append(
                Warning(
                    code: "isinAdded", message: "'\(found.name)' had no ISIN, and has that of the file now: \(isin)."))
        }
        return next
    }

    private func one(of ids: [UUID], _ what: String, _ currency: Currency?) throws -> Instrument? {
        let found = ids.compactMap { all[$0] }
        guard found.count > 1 else { return found.first }
        let fitting = found.filter { $0.currency == currency }
        guard fitting.count == 1 else {
            let names = found.map { "'\($0.name)'" }.sorted().joined(separator: ", ")
            throw RowRefusal("Several instruments have the \(what): \(names).")
        }
        return fitting[0]
    }

    private static func isin(_ text: String) -> String { text.trimmedName.uppercased() }

    private static func title(_ row: ImportedTrade) -> String? {
        let title = (row.instrument ?? row.symbol ?? row.isin)?.trimmedName
        return title.flatMap { $0.isEmpty ? nil : $0 }
    }
}
