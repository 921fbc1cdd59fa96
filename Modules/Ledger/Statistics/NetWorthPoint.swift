public import Values

public import struct Foundation.UUID

/// The net worth on a day: the balances of accounts in one currency, which sum exactly to the rounded total (G6).
///
/// ```swift
/// let point = try NetWorthPoint(
///     [
///         .init(name: "Bank", id: UUID(), balance: Money("1000", .eur)),
///         .init(name: "Dollars", id: UUID(), balance: Money("100", .usd)),
///     ], in: .eur
/// ) { _ in .rate(rate) }
/// ```
public struct NetWorthPoint: Sendable, Hashable {
    /// An account, or an asset, with its balance.
    public struct Balance: Sendable, Hashable {
        /// The account's name, by which ties are decided.
        public let name: String
        /// The account's id.
        public let id: UUID
        /// The balance in the account's currency, as far as it is known.
        public let balance: Money
        /// Why part of the balance is not known; nil where all of it is.
        public let gap: String?

        /// A balance.
        public init(name: String, id: UUID, balance: Money, gap: String? = nil) {
            self.name = name
            self.id = id
            self.balance = balance
            self.gap = gap
        }
    }

    /// An account's share of the total.
    public struct Row: Sendable, Hashable {
        /// The account's id.
        public let id: UUID
        /// The account's name.
        public let name: String
        /// The balance in the currency for totals, as far as it is known; nil where a rate is missing.
        public let value: Money?
        /// Why there is no value, or not all of it; nil where it is known.
        public let gap: String?
    }

    /// The accounts, in the order in which they were given.
    public let rows: [Row]
    /// The sum of all values that are known.
    public let total: Money
    /// The sum of the values above 0.
    public let assets: Money
    /// The sum of the values below 0, without its sign.
    public let liabilities: Money
    /// On which side of the total the true one lies; nil when it is exact.
    public private(set) var bound: Bound?
    /// On which side of the assets the true ones lie; nil when they are exact.
    public private(set) var assetsBound: Bound?
    /// On which side of the liabilities the true ones lie; nil when they are exact.
    public private(set) var liabilitiesBound: Bound?

    /// The point of some balances.
    ///
    /// - Parameters:
    ///   - balances: in the order of the accounts' names.
    ///   - display: the currency of all results.
    ///   - rate: how many units of it one unit of another currency is.
    /// - Throws: ``Values/MoneyError/tooLarge(_:)``.
    public init(
        _ balances: [Balance], in display: Currency, rate: (Currency) -> RateLookup
    ) throws(MoneyError) {
        var exact: [Ratio] = []
        var gaps: [String?] = []
        var missing: Set<Bool> = []
        var (missingAssets, missingLiabilities): (Set<Bool>, Set<Bool>) = ([], [])
        var hasRate: [Bool] = []
        for balance in balances {
            // The part of a balance that nobody knows is money that is there.
            if balance.gap != nil {
                missing.insert(false)
                missingAssets.insert(false)
                if balance.balance.isNegative { missingLiabilities.insert(true) }
            }
            let currency = balance.balance.currency
            let found: RateLookup =
                currency == display || balance.balance.isZero ? .rate(.one) : rate(currency)
            switch found {
            case .rate(let factor):
                exact.append((balance.balance.ratio * factor).minorUnits(of: display))
                gaps.append(balance.gap)
                hasRate.append(true)
            case .missing(let reason):
                exact.append(.zero)
                gaps.append(reason)
                hasRate.append(false)
                missing.insert(balance.balance.isNegative)
                if balance.balance.isNegative { missingLiabilities.insert(false) } else { missingAssets.insert(false) }
            }
        }
        guard let units = exact.reduce(Ratio.zero, +).rounded(.halfEven) else { throw .tooLarge(display) }
        let parts = Apportionment.divide(units, among: exact)
        var rows: [Row] = []
        var (assets, liabilities): (Int128, Int128) = (0, 0)
        for (index, balance) in balances.enumerated() {
            let value = hasRate[index] ? try Money(minorUnits: parts[index], display) : nil
            rows.append(Row(id: balance.id, name: balance.name, value: value, gap: gaps[index]))
            if parts[index] > 0 { assets += parts[index] } else { liabilities -= parts[index] }
        }
        self.rows = rows
        total = try Money(minorUnits: units, display)
        self.assets = try Money(minorUnits: assets, display)
        self.liabilities = try Money(minorUnits: liabilities, display)
        bound = .ofMissing(negative: missing)
        assetsBound = .ofMissing(negative: missingAssets)
        liabilitiesBound = .ofMissing(negative: missingLiabilities)
    }

    /// The same, with a total that is not known, as substitutes of rates are in it.
    func doubted() -> NetWorthPoint {
        var point = self
        (point.bound, point.assetsBound, point.liabilitiesBound) = (.unknown, .unknown, .unknown)
        return point
    }
}
