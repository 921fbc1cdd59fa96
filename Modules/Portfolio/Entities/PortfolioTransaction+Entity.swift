public import Models

import struct Foundation.Date
import struct Foundation.UUID

extension PortfolioTransaction: Entity {
    /// How transactions are kept: by day, then in the order in which they were entered. They are part of their instrument, whose
    /// positions are checked together, and of their portfolio.
    public static let declaration = Declaration<PortfolioTransaction>(
        "portfolioTransaction", table: "portfolioTransactions", since: "0.4.0", order: ["day", "entered", "id"],
        indexes: [
            .index("instrumentID", "day"), .index("toInstrumentID", "day"), .index("portfolioID", "day"),
            .index("toPortfolioID", "day"),
        ],
        fields: fields)

    private typealias Name = Column<PortfolioTransaction, UUID?>
    private typealias Amount = Column<PortfolioTransaction, Money?>
    private typealias Number = Column<PortfolioTransaction, Ratio?>
    private typealias Text = Column<PortfolioTransaction, String?>

    // The types are spelled out, because the compiler takes long to find so many.
    private static let fields = Fields<PortfolioTransaction>(
        Column<PortfolioTransaction, UUID>.key("id", \.id), Column<PortfolioTransaction, Kind>.value("kind", \.kind),
        Name.value("portfolioID", \.portfolioID, partOf: "portfolio"),
        Name.value("instrumentID", \.instrumentID, partOf: "instrument"),
        Name.value("toPortfolioID", \.toPortfolioID, to: "portfolio"),
        Name.value("toInstrumentID", \.toInstrumentID, to: "instrument"),
        Column<PortfolioTransaction, CalendarDay>.value("day", \.day),
        Column<PortfolioTransaction, Date>.value("entered", \.entered), Number.value("units", \.units),
        Number.value("received", \.received), Amount.value("gross", \.gross), Amount.value("fees", \.fees),
        Amount.value("taxes", \.taxes), Amount.value("settled", \.settled), Number.value("rate", \.rateValue),
        Text.value("rateState", \.rateState), Text.value("rateSources", \.rateSources),
        Column<PortfolioTransaction, Date?>.value("rateTime", \.rateTime),
        Column<PortfolioTransaction, [NamedLot]>.value("lots", \.lots), Number.value("share", \.share),
        Column<PortfolioTransaction, CalendarDay?>.value("acquired", \.acquired), Name.value("swapID", \.swapID),
        Text.value("note", \.note), Text.value("imported", \.imported),
        Text.value("importedRow", \.importedRow), make: PortfolioTransaction.init
    ).reading(read)

    /// The columns one by one: a report reads all transactions there are.
    private static func read(_ cursor: inout CellCursor) throws -> PortfolioTransaction {
        try PortfolioTransaction(
            UUID.read(from: &cursor), Kind.read(from: &cursor), UUID?.read(from: &cursor),
            UUID?.read(from: &cursor), UUID?.read(from: &cursor), UUID?.read(from: &cursor),
            CalendarDay.read(from: &cursor), Date.read(from: &cursor), Ratio?.read(from: &cursor),
            Ratio?.read(from: &cursor), Money?.read(from: &cursor), Money?.read(from: &cursor),
            Money?.read(from: &cursor), Money?.read(from: &cursor), Ratio?.read(from: &cursor),
            String?.read(from: &cursor), String?.read(from: &cursor), Date?.read(from: &cursor),
            [NamedLot].read(from: &cursor), Ratio?.read(from: &cursor), CalendarDay?.read(from: &cursor),
            UUID?.read(from: &cursor), String?.read(from: &cursor), String?.read(from: &cursor),
            String?.read(from: &cursor))
    }

    private init(
        _ id: UUID, _ kind: Kind, _ portfolio: UUID?, _ instrument: UUID?, _ toPortfolio: UUID?, _ toInstrument: UUID?,
        _ day: CalendarDay, _ entered: Date, _ units: Ratio?, _ received: Ratio?, _ gross: Money?, _ fees: Money?,
        _ taxes: Money?, _ settled: Money?, _ rate: Ratio?, _ state: String?, _ sources: String?, _ time: Date?,
        _ lots: [NamedLot], _ share: Ratio?, _ acquired: CalendarDay?, _ swap: UUID?, _ note: String?,
        _ imported: String?, _ importedRow: String?
    ) {
        self.init(
            id: id, kind: kind, portfolioID: portfolio, instrumentID: instrument, toPortfolioID: toPortfolio,
            toInstrumentID: toInstrument, day: day, entered: entered, units: units, received: received, gross: gross,
            fees: fees, taxes: taxes, settled: settled,
            rate: rate.map { KeptRate(rate: $0, state: state ?? "given", sources: sources, time: time) }, lots: lots,
            share: share, acquired: acquired, swapID: swap, note: note, imported: imported, importedRow: importedRow)
    }

    /// The day of the rate that converts it: units that were received cost what they did when they were acquired (P5).
    var rateDay: CalendarDay { kind == .receive ? acquired ?? day : day }

    private var rateValue: Ratio? { rate?.rate }
    private var rateState: String? { rate?.state }
    private var rateSources: String? { rate?.sources }
    private var rateTime: Date? { rate?.time }

    /// "buy of 10 on 2026-05-20".
    public var summary: String {
        let size = units.map(UnitsText.text) ?? gross?.description
        return "\(kind.rawValue)\(size.map { " of \($0)" } ?? "") on \(day)"
    }

    /// The issues of ``PortfolioTransaction/issues(_:_:)`` with its portfolio and its instrument.
    ///
    /// - Throws: What the reader throws.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        let portfolio = try portfolioID.flatMap { try reader.find(InvestmentPortfolio.self, $0) }
        let instrument = try instrumentID.flatMap { try reader.find(Instrument.self, $0) }
        return issues(portfolio, instrument)
    }
}

extension EntityReader {
    /// The transactions of instruments and of all that they are linked to by mergers and spin-offs: what decides about their
    /// positions.
    ///
    /// - Throws: The store's error.
    func transactions(touching instruments: Set<UUID>) throws -> [PortfolioTransaction] {
        var (open, seen) = (Array(instruments), instruments)
        var found: [UUID: PortfolioTransaction] = [:]
        while let id = open.popLast() {
            for column in ["instrumentID", "toInstrumentID"] {
                for transaction in try all(PortfolioTransaction.self, where: column, is: id) {
                    found[transaction.id] = transaction
                    for other in [transaction.instrumentID, transaction.toInstrumentID].compactMap(\.self)
                    where seen.insert(other).inserted {
                        open.append(other)
                    }
                }
            }
        }
        return Array(found.values)
    }
}
