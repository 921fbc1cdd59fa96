public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// One entry of a portfolio: a trade, income, a movement of units or money, or a corporate action.
public struct PortfolioTransaction: Sendable, Hashable, Identifiable {
    /// The kind of a transaction.
    public enum Kind: String, Sendable, Hashable, CaseIterable, ColumnChoice {
        /// Units bought for money.
        case buy
        /// Units sold for money.
        case sell
        /// Units that come without money: at a cost that is known, or of unknown cost.
        case receive
        /// Units that go without money.
        case give
        /// A dividend, in money or in units.
        case dividend
        /// Interest or a reward, in money or in units.
        case interest
        /// A fee by itself.
        case fee
        /// A tax by itself.
        case tax
        /// Money put in.
        case deposit
        /// Money taken out.
        case withdrawal
        /// Money of one currency turned into another.
        case exchange
        /// Units moved to another portfolio.
        case transfer
        /// Units multiplied: a split.
        case split
        /// Units turned into units of another instrument.
        case merger
        /// Units of another instrument that come with a share of the cost.
        case spinOff

        /// Whether it acts on every portfolio (P7).
        public var isCorporateAction: Bool {
            switch self {
            case .split, .merger, .spinOff: true
            default: false
            }
        }
    }

    /// Identity, kept for life; a lot has the id of the transaction that it came with.
    public let id: UUID
    /// The kind.
    public let kind: Kind
    /// The portfolio; nil for a corporate action.
    public var portfolioID: UUID?
    /// The instrument; nil for money alone.
    public var instrumentID: UUID?
    /// The portfolio that units are moved to.
    public var toPortfolioID: UUID? {
        get { rare.isEmpty ? nil : rare[0].toPortfolioID }
        set { change { $0.toPortfolioID = newValue } }
    }
    /// The instrument that comes with a merger or a spin-off.
    public var toInstrumentID: UUID? {
        get { rare.isEmpty ? nil : rare[0].toInstrumentID }
        set { change { $0.toInstrumentID = newValue } }
    }
    /// The day.
    public var day: CalendarDay
    /// The instant of entry, by which transactions of one day are ordered; an edit keeps it.
    public let entered: Date
    /// The units, above 0; of a corporate action the factor n ÷ d.
    public var units: Ratio?
    /// The units that arrive with a transfer, where they are fewer.
    public var received: Ratio? {
        get { rare.isEmpty ? nil : rare[0].received }
        set { change { $0.received = newValue } }
    }
    /// The amount before fees and taxes: units × price, the cost of units that are received, the income, or money alone.
    public var gross: Money?
    /// Fees.
    public var fees: Money? {
        get { rare.isEmpty ? nil : rare[0].fees }
        set { change { $0.fees = newValue } }
    }
    /// Taxes; withheld on a sale and on income, below 0 where tax came back with it.
    public var taxes: Money? {
        get { rare.isEmpty ? nil : rare[0].taxes }
        set { change { $0.taxes = newValue } }
    }
    /// The money that moved, where it is known; of an exchange the money that comes in.
    public var settled: Money? {
        get { rare.isEmpty ? nil : rare[0].settled }
        set { change { $0.settled = newValue } }
    }
    /// Units of the base currency for one of the instrument's currency; nil where it is 1, not known, or follows from `settled`.
    public var rate: KeptRate? {
        get { rare.isEmpty ? nil : rare[0].rate }
        set { change { $0.rate = newValue } }
    }
    /// The lots that a sale, a gift or a transfer takes first.
    public var lots: [NamedLot] {
        get { rare.isEmpty ? [] : rare[0].lots }
        set { change { $0.lots = newValue } }
    }
    /// The share of the cost that a spin-off takes along.
    public var share: Ratio? {
        get { rare.isEmpty ? nil : rare[0].share }
        set { change { $0.share = newValue } }
    }
    /// The day of acquisition of units that are received, where it is another one.
    public var acquired: CalendarDay? {
        get { rare.isEmpty ? nil : rare[0].acquired }
        set { change { $0.acquired = newValue } }
    }
    /// The id of a swap, common to its sale and its purchase.
    public var swapID: UUID? {
        get { rare.isEmpty ? nil : rare[0].swapID }
        set { change { $0.swapID = newValue } }
    }
    /// A note.
    public var note: String?
    /// The number by which the file of an import knows it.
    public var imported: String?
    /// The content of its row in the file of an import, which edits do not change; nil for one that was entered by hand.
    public var importedRow: String?

    /// Fields that few transactions have: none or one, apart, so that the others are small.
    private var rare: [RareFields]

    private struct RareFields: Sendable, Hashable {
        var toPortfolioID: UUID?
        var toInstrumentID: UUID?
        var received: Ratio?
        var fees: Money?
        var taxes: Money?
        var settled: Money?
        var rate: KeptRate?
        var lots: [NamedLot] = []
        var share: Ratio?
        var acquired: CalendarDay?
        var swapID: UUID?
    }

    private mutating func change(_ body: (inout RareFields) -> Void) {
        var fields = rare.first ?? RareFields()
        body(&fields)
        rare = fields == RareFields() ? [] : [fields]
    }

    /// A transaction; its issues are found when it is written, and by the book.
    public init(
        id: UUID, kind: Kind, portfolioID: UUID? = nil, instrumentID: UUID? = nil, toPortfolioID: UUID? = nil,
        toInstrumentID: UUID? = nil, day: CalendarDay, entered: Date, units: Ratio? = nil, received: Ratio? = nil,
        gross: Money? = nil, fees: Money? = nil, taxes: Money? = nil, settled: Money? = nil, rate: KeptRate? = nil,
        lots: [NamedLot] = [], share: Ratio? = nil, acquired: CalendarDay? = nil, swapID: UUID? = nil,
        note: String? = nil, imported: String? = nil, importedRow: String? = nil
    ) {
        (self.id, self.kind, self.portfolioID, self.instrumentID) = (id, kind, portfolioID, instrumentID)
        (self.day, self.entered, self.units, self.gross) = (day, entered, units, gross)
        (self.note, self.imported, self.importedRow) = (note, imported, importedRow)
        let isUsual =
            toPortfolioID == nil && toInstrumentID == nil && received == nil && fees == nil && taxes == nil
            && settled == nil && rate == nil && lots.isEmpty && share == nil && acquired == nil && swapID == nil
        rare =
            isUsual
            ? []
            : [
                RareFields(
                    toPortfolioID: toPortfolioID, toInstrumentID: toInstrumentID, received: received, fees: fees,
                    taxes: taxes, settled: settled, rate: rate, lots: lots, share: share, acquired: acquired,
                    swapID: swapID)
            ]
    }
}

/// A lot that a sale names, with the units it takes.
public struct NamedLot: Sendable, Hashable {
    /// The id of the lot: of the transaction that it came with.
    public let id: UUID
    /// The units that are taken, above 0.
    public let units: Ratio

    /// A lot with units.
    public init(id: UUID, units: Ratio) {
        self.id = id
        self.units = units
    }
}

extension NamedLot: NestedValue {
    /// Its columns.
    public static let fields = Fields<NamedLot>(.value("lot", \.id), .value("units", \.units)) {
        NamedLot(id: $0, units: $1)
    }
}

/// A rate that is kept with a transaction, so that past years do not move (P5).
public struct KeptRate: Sendable, Hashable {
    /// How it was had: `given` by a person, else the state of an exchange rate.
    public let state: String
    /// Units of the base currency for one of the instrument's currency.
    public let rate: Ratio
    /// The providers, joined by commas; nil where a person gave it.
    public let sources: String?
    /// The rate's own time; nil where a person gave it.
    public let time: Date?

    /// A rate.
    public init(rate: Ratio, state: String = "given", sources: String? = nil, time: Date? = nil) {
        (self.rate, self.state, self.sources, self.time) = (rate, state, sources, time)
    }
}
