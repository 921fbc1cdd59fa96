/// A transaction that a person enters or corrects, as text. What is nil was not said.
public struct TransactionRequest: Sendable {
    /// The portfolio, by name or id; nil for the only one.
    public var portfolio: String?
    /// The instrument, by name, id, symbol or ISIN.
    public var instrument: String?
    /// The units: a decimal number or a fraction.
    public var units: String?
    /// Whether all units that are held go.
    public var takesAll = false
    /// The price of one unit.
    public var price: String?
    /// The total before fees and taxes, instead of a price; the amount of income and of money alone.
    public var amount: String?
    /// Fees.
    public var fees: String?
    /// Taxes, withheld on a sale and on income.
    public var taxes: String?
    /// The money that moved; of an exchange the money that comes in.
    public var settled: String?
    /// Units of the portfolio's currency for one of the instrument's.
    public var rate: String?
    /// Lots as `LOT` or `LOT=UNITS`, by the beginning of their ids.
    public var lots: [String] = []
    /// The day; the call's if nil.
    public var date: String?
    /// A note; an empty text takes it away.
    public var note: String?
    /// The cost of units that come, or `unknown`.
    public var cost: String?
    /// The day of acquisition of units that come.
    public var acquired: String?
    /// The portfolio that units go to, the new instrument, or the units of an adjustment.
    public var to: String?
    /// The units that arrive with a transfer.
    public var received: String?
    /// `n:d` of a corporate action.
    public var proportion: String?
    /// The share of the cost that goes along with a spin-off, in percent.
    public var share: String?

    /// Whether amounts are read as written, where a file leaves no doubt about the decimal mark.
    var isExact = false

    /// Nothing is said.
    public init() {}
}
