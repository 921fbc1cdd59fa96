import Allocation
import ExchangeRates
import Foundation
import Models
import PluginKit

/// What the gold of a box is worth, at the rates of the command: a source of funding with prices.
struct BarSource: PricedFundingSource {
    let name = "bars"

    struct NoBox: Error, CustomStringConvertible {
        var description: String { "Say which box it is: --reference BOX." }
    }

    func checked(_ asset: Asset, in reader: any EntityReader) throws -> Asset {
        guard let box = asset.reference, !box.isEmpty else { throw NoBox() }
        var asset = asset
        asset.reference = box.lowercased()
        return asset
    }

    func currency(of reference: String, in reader: any EntityReader) throws -> Currency? {
        try reader.all(Bar.self, where: "box", is: .text(reference.lowercased())).first?.cost.currency
    }

    func remedyForEntries(into asset: Asset) -> Remedy? { .buyBar }

    func conversions(
        of assets: [Asset], in reader: any EntityReader
    ) throws -> [UUID: Set<ExchangeRateService.WantedRate>] {
        var wanted: [UUID: Set<ExchangeRateService.WantedRate>] = [:]
        for asset in assets { wanted[asset.id] = [.init(from: try .gold, to: asset.currency)] }
        return wanted
    }

    func balances(
        of assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], at rates: FrozenRates,
        in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]] {
        try days.map { day in
            var balances: [UUID: SourceBalance] = [:]
            for asset in assets {
                let bars = try bars(of: asset, in: reader).filter { $0.day <= day }
                balances[asset.id] = try balance(of: asset, bars, on: day, rates)
            }
            return balances
        }
    }

    func contributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, at rates: FrozenRates, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions] {
        var contributions: [UUID: SourceContributions] = [:]
        for asset in assets {
            let bars = try bars(of: asset, in: reader).filter { days.contains($0.day) }
            contributions[asset.id] = SourceContributions(
                bars.map { .init(day: $0.day, entered: $0.entered, amount: $0.cost) })
        }
        return contributions
    }

    /// What an ounce was worth on each day, at the rates of the day.
    func prices(
        of assets: [Asset], on days: [(day: CalendarDay, rates: FrozenRates)], in reader: any EntityReader
    ) throws -> [UUID: [AssetPrice]] {
        var prices: [UUID: [AssetPrice]] = [:]
        for asset in assets {
            prices[asset.id] = try days.compactMap { day, rates in
                try? AssetPrice(rates.conversion(from: .gold, to: asset.currency).factor, on: day)
            }
        }
        return prices
    }

    private func bars(of asset: Asset, in reader: any EntityReader) throws -> [Bar] {
        try reader.all(Bar.self, where: "box", is: .text(asset.reference ?? ""))
    }

    private func balance(
        of asset: Asset, _ bars: [Bar], on day: CalendarDay, _ rates: FrozenRates
    ) throws -> SourceBalance {
        let weight = try Money.sum(bars.map(\.weight), in: .gold)
        do {
            let value = try rates.conversion(from: .gold, to: asset.currency).convert(weight.exact).rounded(.down)
            let part = BalancePart(name: "\(weight)", amount: value, day: day, state: .cached)
            return SourceBalance(value, parts: [part])
        } catch let gap as RateGap {
            return SourceBalance(of: asset, gap: gap.description)
        }
    }
}

extension Currency {
    /// Ounces of gold.
    static var gold: Currency { get throws { try Currency(code: "XAU") } }
}

extension Remedy {
    /// Enter a bar instead.
    static let buyBar = Remedy("bars.buy")
}

/// Brings the source, its kind, and the price of gold.
struct BarPlugin: Plugin {
    let manifest = PluginManifest(
        id: "bars", summary: "Gold in boxes.", provides: [.init(.fundingSources, providers: ["bars"])],
        kinds: [EntityKind(Bar.self)])

    func register(in builder: inout ContainerBuilder) {
        builder.register(.fundingSources, name: "bars") { _ in BarSource() }
    }
}
