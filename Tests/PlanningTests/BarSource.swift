import Allocation
import ExchangeRates
import Foundation
import Models
import TestSupport

/// Gold in a box, bought on a day: a kind of a foreign domain that funds goals.
struct Bar: Hashable, Sendable {
    let id: UUID
    /// The box that it is in.
    let box: String
    let day: CalendarDay
    /// Whole ounces.
    let ounces: Int
    /// What was paid for it.
    let cost: Money
    let entered: Date
    /// Whether it was there before it was entered.
    var isStock = false
}

extension Bar: FundingEntity {
    static let declaration = Declaration<Bar>(
        "bar", table: "bars", since: "bars 1.0", order: ["day", "id"],
        fields: Fields(
            .key("id", \.id), .value("box", \.box), .value("day", \.day), .value("ounces", \.ounces),
            .value("cost", \.cost, currency: "currency"), .value("entered", \.entered), .value("isStock", \.isStock)
        ) { Bar(id: $0, box: $1, day: $2, ounces: $3, cost: $4, entered: $5, isStock: $6) })

    var summary: String { "\(ounces) oz in \(box)" }

    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }

    var fundingChange: FundingChange { isStock ? .stock : .payment(day: day, entered: entered) }
}

/// Values boxes of gold by dollars an ounce, in the currency of the asset.
struct BarSource: PricedFundingSource {
    let name = "bars"
    /// Dollars an ounce from a day on, in order.
    var prices: [(from: CalendarDay, price: Int)]
    /// The boxes that there are, with their currencies.
    var boxes = ["safe": "USD", "cellar": "EUR"]

    struct NoBox: Error, CustomStringConvertible {
        let name: String
        var description: String { "There is no box '\(name)'." }
    }

    func currency(of reference: String, in reader: any EntityReader) throws -> Currency? {
        guard let code = boxes[box(reference)] else { throw NoBox(name: reference) }
        return try Currency(code: code)
    }

    func checked(_ asset: Asset, in reader: any EntityReader) throws -> Asset {
        let box = box(asset.reference ?? "")
        guard boxes[box] != nil else { throw NoBox(name: asset.reference ?? "") }
        var checked = asset
        checked.reference = "box:\(box)"
        return checked
    }

    func remedyForEntries(into asset: Asset) -> Remedy? { Remedy("bars.buy", ["box": box(asset.reference ?? "")]) }

    func conversions(
        of assets: [Asset], in reader: any EntityReader
    ) throws -> [UUID: Set<ExchangeRateService.WantedRate>] {
        Dictionary(
            uniqueKeysWithValues: assets.map { asset in
                (asset.id, asset.currency == .usd ? [] : [.init(from: .usd, to: asset.currency)])
            })
    }

    func balances(
        of assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], at rates: FrozenRates,
        in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]] {
        let bars = try reader.all(Bar.self)
        return try days.map { day in
            var balances: [UUID: SourceBalance] = [:]
            for asset in assets {
                balances[asset.id] = try balance(
                    of: asset, bars.filter { isOf($0, asset) && $0.day <= day }, on: day, rates)
            }
            return balances
        }
    }

    func contributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, at rates: FrozenRates, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions] {
        let bars = try reader.all(Bar.self).filter { days.contains($0.day) && !$0.isStock }
        return Dictionary(
            uniqueKeysWithValues: assets.map { asset in
                (
                    asset.id,
                    SourceContributions(
                        bars.filter { isOf($0, asset) }.map {
                            .init(day: $0.day, entered: $0.entered, amount: $0.cost)
                        })
                )
            })
    }

    private func box(_ reference: String) -> String { reference.split(separator: ":").last.map(String.init) ?? "" }

    private func isOf(_ bar: Bar, _ asset: Asset) -> Bool { bar.box == box(asset.reference ?? "") }

    private func balance(
        of asset: Asset, _ bars: [Bar], on day: CalendarDay, _ rates: FrozenRates
    ) throws -> SourceBalance {
        let price = prices.last { $0.from <= day }?.price ?? 0
        let ounces = bars.reduce(0) { $0 + $1.ounces }
        do {
            let conversion = try rates.conversion(from: .usd, to: asset.currency)
            let value = try conversion.convert(Money("\(ounces * price)", .usd).exact).rounded(.down)
            return SourceBalance(
                value,
                parts: [
                    BalancePart(name: "\(ounces) oz", amount: value, day: day, state: bars.isEmpty ? .manual : .cached)
                ])
        } catch let gap as RateGap {
            return SourceBalance(of: asset, gap: "\(gap)")
        }
    }
}

/// Gives another rate each time that it is asked, as a market does.
struct MovingRates: ExchangeRateProvider {
    let name = "market"
    let counter = Counter()

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        let rate = try ratio("0.\(90 + counter.next() % 9)")
        return RateAnswer(quotes: [
            try RateQuote(
                from: .usd, to: .eur, rate: rate, time: Date(timeIntervalSince1970: 0), source: "market", state: .live)
        ])
    }
}
