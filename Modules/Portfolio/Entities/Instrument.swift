public import Models
import Persistence

public import struct Foundation.UUID

/// Something that portfolios hold units of.
public struct Instrument: Sendable, Hashable, Identifiable {
    /// Identity, kept for life.
    public let id: UUID
    /// The name, unique among instruments without regard to case.
    public var name: String
    /// The type, fixed once there are transactions.
    public var type: InstrumentType
    /// The currency of its prices and trades, fixed once there are transactions.
    public var currency: Currency
    /// The symbol at an exchange, or nil.
    public var symbol: String?
    /// The international securities identification number, or nil.
    public var isin: String?
    /// The market that it is traded at, or nil.
    public var market: String?
    /// The source of its prices with the symbol there, as `NAME` or `NAME:SYMBOL`; nil for whichever provider knows it.
    public var prices: String?

    /// An instrument; its issues are found when it is written.
    public init(
        id: UUID, name: String, type: InstrumentType, currency: Currency, symbol: String? = nil, isin: String? = nil,
        market: String? = nil, prices: String? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.currency = currency
        self.symbol = symbol
        self.isin = isin
        self.market = market
        self.prices = prices
    }
}

extension Instrument: Entity {
    /// How instruments are kept: by name and id.
    public static let declaration = Declaration<Instrument>(
        "instrument", table: "instruments", since: "0.4.0", order: ["name", "id"], title: "name",
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("type", \.type), .value("currency", \.currency),
            .value("symbol", \.symbol), .value("isin", \.isin), .value("market", \.market), .value("prices", \.prices)
        ) { id, name, type, currency, symbol, isin, market, prices in
            Instrument(
                id: id, name: name, type: type, currency: currency, symbol: symbol, isin: isin, market: market,
                prices: prices)
        },
        whole: { try $0.issuesOfPositions(in: $1) })

    /// "instrument 'ACME' in USD".
    public var summary: String { "instrument '\(name)' in \(currency)" }

    /// Issues of the name and the numbers, and another instrument that has the name.
    ///
    /// - Throws: What the reader throws.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        let others = try reader.all(Instrument.self).filter { $0.id != id }.map(\.name)
        var issues =
            ValidationIssue.issues(ofName: name, field: "name", of: "instrument")
            + ValidationIssue.issues(ofTakenName: name, among: others, of: "instrument")
        for (text, field) in [(symbol, "symbol"), (isin, "isin"), (market, "market"), (prices, "prices")] {
            if let text { issues += ValidationIssue.lineIssues(text, field: field) }
        }
        if let isin, isin.utf8.count != 12 || !isin.utf8.allSatisfy(Self.isISINCharacter) {
            issues.append(
                ValidationIssue(
                    code: "invalidISIN", field: "isin",
                    message: "'\(isin.printable)' is no ISIN: it has 12 letters and digits, as in US0378331005."))
        }
        return issues
    }

    private static func isISINCharacter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// A position of the instrument, or of one that it is linked to by a merger or a spin-off, that would be short (P9).
    private func issuesOfPositions(in reader: any EntityReader) throws -> [ValidationIssue] {
        let transactions = try reader.transactions(touching: [id])
        do {
            try UnitBook(transactions).check()
            return []
        } catch {
            let names = try ShortPosition.Names(error, in: reader)
            return [ValidationIssue(code: "short", field: "units", message: error.message(names))]
        }
    }
}

extension EntityReader {
    /// The instrument that a text means: by exact symbol or ISIN, else as things are named everywhere.
    ///
    /// - Throws: ``LookupError``, the store's error.
    package func instrument(named text: String) throws -> Instrument {
        if let id = UUID(uuidString: text), let found = try find(Instrument.self, id) { return found }
        let all = try all(Instrument.self)
        let named = all.filter { $0.name == text || $0.symbol == text || $0.isin == text }
        if named.count == 1 { return named[0] }
        if named.count > 1, !named.contains(where: { $0.name == text }) {
            throw LookupError.ambiguous(
                kind: "instrument", name: text,
                candidates: named.map { "\($0.id.uuidString.lowercased().prefix(8)) '\($0.name)'" })
        }
        return try all.find(named: text)
    }
}
