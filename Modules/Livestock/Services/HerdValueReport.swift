public import ExchangeRates
public import Values

/// The values of herds with their totals in one currency.
public struct HerdValueReport: Sendable {
    /// A herd with its value. There may be many, which are sorted and handed on, so they are kept once.
    public final class Valued: Sendable {
        /// The herd; nil for one that is in no store.
        public let herd: Herd?
        /// The name of its holding; nil for one that is in no store.
        public let holding: String?
        /// Its value.
        public let valuation: HerdValuation

        init(_ valuation: HerdValuation, herd: Herd? = nil, holding: String? = nil) {
            self.herd = herd
            self.holding = holding
            self.valuation = valuation
        }
    }

    /// One herd.
    public struct Row: Sendable {
        /// The herd with its value.
        public let valued: Valued
        /// The herd; nil for one that is in no store.
        public var herd: Herd? { valued.herd }
        /// The name of its holding; nil for one that is in no store.
        public var holding: String? { valued.holding }
        /// Its value.
        public var valuation: HerdValuation { valued.valuation }
        /// Its market value in the currency for totals; nil where it or a rate is not known.
        public let market: Money?
        /// Its physical value in the currency for totals; nil where it or a rate is not known.
        let physical: Money?
        /// Missing data of the herd, and a missing rate.
        public let unavailable: [Unavailable]
        /// Whether the rate is a substitute.
        let hasSubstituteRate: Bool
        /// Whether a made-up price or a substitute rate took part.
        public var isUnknown: Bool { valuation.usesMockPrice || hasSubstituteRate }
    }

    /// The day.
    public let day: CalendarDay
    /// The currency for totals.
    public let display: Currency
    /// The herds, by holding, name and id.
    public let rows: [Row]
    /// The sum of their physical values.
    public let physical: Money
    /// The sum of their market values.
    public let market: Money
    /// The bound of the market value; nil when it is exact.
    public let marketBound: Bound?
    /// The rates of all conversions.
    public let rates: [ConversionRate]

    /// The herds with their totals: each figure converted, rounded, then added.
    ///
    /// - Throws: `MoneyError` for amounts that are too large.
    init(
        _ valued: [Valued], day: CalendarDay, display: Currency, rates frozen: FrozenRates
    ) throws {
        var (rows, used) = ([Row](), [ConversionRate]())
        for herd in valued {
            let valuation = herd.valuation
            var unavailable = valuation.unavailable
            var (market, physical): (Money?, Money?)
            var isSubstitute = false
            do throws(RateGap) {
                let conversion = try frozen.conversion(from: valuation.profile.currency, to: display)
                if let rate = conversion.rate {
                    if !used.contains(rate) { used.append(rate) }
                    isSubstitute = rate.state == .fallback
                }
                let isDisplayed = valuation.profile.currency == display
                func shown(_ amount: Money?) -> Money? {
                    // Components are rounded already.
                    isDisplayed ? amount : amount.flatMap { try? conversion.convert($0.exact).rounded(.halfEven) }
                }
                (market, physical) = (shown(valuation.market), shown(valuation.physical?.amount))
            } catch {
                if valuation.market?.isZero == true {
                    (market, physical) = (.zero(display), .zero(display))
                } else {
                    unavailable.append(Unavailable(item: valuation.profile.name, reason: error.reason))
                }
            }
            rows.append(
                Row(
                    valued: herd, market: market, physical: physical, unavailable: unavailable,
                    hasSubstituteRate: isSubstitute))
        }
        self.day = day
        self.display = display
        self.rows = rows
        self.rates = used
        physical = try Money.sum(rows.compactMap(\.physical), in: display)
        market = try Money.sum(rows.compactMap(\.market), in: display)
        if rows.contains(where: \.isUnknown) {
            marketBound = .unknown
        } else {
            marketBound = rows.contains { !$0.unavailable.isEmpty } ? .atLeast : nil
        }
    }

    /// The warnings, each once.
    var warnings: [Warning] {
        var seen: Set<Warning> = []
        return (rows.flatMap(\.valuation.warnings) + Warning.rateWarnings(rates)).filter { seen.insert($0).inserted }
    }
}
