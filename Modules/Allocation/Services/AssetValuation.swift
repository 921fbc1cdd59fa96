public import ExchangeRates
public import Models

public import struct Foundation.Date

/// An asset with its balance, value and how much of it is allocated.
public struct AssetValuation: Sendable {
    /// What is known of its balance.
    public let balance: AssetBalance
    /// How it is divided among goals.
    public let split: AssetSplit
    /// The known balance in the display currency, half-even; nil when no rate is known.
    public let value: Money?
    /// The rate that was used, if one was needed.
    public let rate: ConversionRate?
    /// What could not be counted.
    public let unavailable: [Unavailable]
    /// How new the balance is.
    public let freshness: BalanceFreshness

    /// The row of an asset in a snapshot, valued in `display`.
    ///
    /// - Parameter now: the instant by which the age of the balance is judged; nil when it does not matter.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public init(
        _ balance: AssetBalance, snapshot: AllocationSnapshot, rates: FrozenRates, display: Currency, now: Date? = nil
    )
        throws(MoneyError)
    {
        freshness = BalanceFreshness(of: balance, on: snapshot.day, now: now)
        self.balance = balance
        split = try snapshot.split(of: balance)
        var unavailable = balance.gap.map { [Unavailable(item: balance.label, reason: $0)] } ?? []
        var value: Money?
        var rate: ConversionRate?
        do throws(RateGap) {
            let conversion = try rates.conversion(from: balance.known.currency, to: display)
            rate = conversion.rate
            value = try? conversion.convert(balance.known.exact).rounded(.halfEven)
            if value == nil {
                unavailable.append(
                    Unavailable(item: balance.label, reason: MoneyError.tooLarge(display).description))
            }
        } catch {
            // A balance of 0 needs no rate (V2).
            if balance.known.isZero {
                value = .zero(display)
            } else {
                unavailable.append(Unavailable(item: balance.label, reason: error.description))
            }
        }
        self.value = value
        self.rate = rate
        self.unavailable = unavailable
    }

    /// The rate of its value and those at which its sources converted.
    public var usedRates: [ConversionRate] {
        Set([rate].compactMap(\.self) + balance.rates).sorted { ConversionRate.precedes($0, $1) }
    }

    /// What part of the balance goals get: 0 to 1.
    public var allocatedShare: Ratio {
        let funded = split.parts.reduce(Ratio.zero) { $0 + $1.amount.ratio }
        return balance.known.isPositive ? funded.divided(by: balance.known.ratio) ?? .zero : .zero
    }

    /// Whether the balance is known only in part.
    public var isPartial: Bool { !balance.isComplete }

    /// Where the true balance lies, and the value with it; nil when all of it is known. A substitute's rate may be too high.
    public var bound: Bound? {
        guard isPartial else { return nil }
        return balance.rates.contains { $0.state == .fallback } ? .unknown : .atLeast
    }
}

/// All assets with their total value.
public struct AssetValuationReport: Sendable {
    /// The assets, by name and id.
    public let rows: [AssetValuation]
    /// Their total value as far as it is known, half-even.
    public let total: Money
    /// Where the true total lies when something is missing.
    public let totalBound: Bound?
    /// What the reader should know.
    public let warnings: [Warning]
    /// The rates that were used.
    public let rates: [ConversionRate]

    /// Sums up rows in `display`. The total is the exact sum rounded once, not the sum of rounded values.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public init(_ rows: [AssetValuation], warnings: [Warning], display: Currency) throws(MoneyError) {
        var sum = Ratio.zero
        for row in rows where row.value != nil { sum = sum + row.balance.known.ratio * (row.rate?.rate ?? .one) }
        let used = Set(rows.flatMap(\.usedRates)).sorted { ConversionRate.precedes($0, $1) }
        self.rows = rows
        total = try ExactAmount(sum, display).rounded(.halfEven)
        if used.contains(where: { $0.state == .fallback }) {
            totalBound = .unknown
        } else {
            // A missing debt would lower the total, so only missing savings make it a lower bound.
            let missing = rows.filter { !$0.unavailable.isEmpty }
            totalBound = missing.isEmpty ? nil : missing.contains { $0.balance.known.isNegative } ? .unknown : .atLeast
        }
        rates = used
        self.warnings = warnings + Warning.rateWarnings(used)
    }
}
