public import Values

/// The unit that a price is per.
public enum PriceBasis: String, ColumnChoice, Hashable, CaseIterable {
    /// A kilogram live.
    case live
    /// A kilogram of carcase.
    case carcase
    /// A head.
    case head
}

/// How near to a herd a price was paid, the nearest first.
public enum PriceLevel: String, ColumnChoice, Hashable, CaseIterable, Comparable {
    /// The herd's own price.
    case own
    /// Its saleyard.
    case saleyard
    /// Its state.
    case state
    /// The country.
    case national

    private var distance: Int {
        switch self {
        case .own: 0
        case .saleyard: 1
        case .state: 2
        case .national: 3
        }
    }

    /// Nearer levels come first.
    public static func < (left: PriceLevel, right: PriceLevel) -> Bool { left.distance < right.distance }
}

/// A price as people write it: `4.00/kg`, `720c/kg`, `7.20/kg-cwt`, `85/head`.
public struct EnteredPrice: Sendable, Hashable {
    /// The price in whole units of the currency.
    public let price: Money
    /// The unit it is per.
    public let basis: PriceBasis

    /// A price.
    public init(_ price: Money, _ basis: PriceBasis) {
        self.price = price
        self.basis = basis
    }

    /// Reads a price in a currency.
    ///
    /// - Throws: ``LivestockError/notAPrice(_:)``, `NumberError`.
    public init(_ text: String, _ currency: Currency) throws {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw LivestockError.notAPrice(text) }
        switch parts[1] {
        case "kg": basis = .live
        case "kg-cwt": basis = .carcase
        case "head": basis = .head
        default: throw LivestockError.notAPrice(text)
        }
        price = try EnteredPrice.amount(parts[0], currency, of: text)
        guard price.isPositive else { throw LivestockError.notAPrice(text) }
    }

    /// Reads an amount that may be in cents: `4.00`, `720c`.
    ///
    /// - Throws: ``LivestockError/notAPrice(_:)``, `NumberError`.
    static func amount(_ digits: String, _ currency: Currency, of text: String) throws -> Money {
        let isInCents = digits.hasSuffix("c")
        let number = isInCents ? String(digits.dropLast()) : digits
        guard !number.isEmpty else { throw LivestockError.notAPrice(text) }
        let amount = try Money(number, currency)
        guard isInCents else { return amount }
        guard currency.minorUnit == 2 else { throw LivestockError.notAPrice(text) }
        return try amount.hundredth()
    }
}

extension EnteredPrice: CustomStringConvertible {
    /// "4.00/kg" without the currency.
    public var description: String { price.amountText + "/" + basis.unit }
}

extension PriceBasis {
    /// The unit as people write it.
    public var unit: String {
        switch self {
        case .live: "kg"
        case .carcase: "kg-cwt"
        case .head: "head"
        }
    }
}
