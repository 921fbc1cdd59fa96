import ExchangeRates
import Foundation
import Models
import PluginKit

/// A source of rates of our own: what an ounce of gold was worth at the last fixing.
struct MetalRates: ExchangeRateProvider {
    let name = "metals"
    let price: String

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        let (gold, dollar) = (try Currency(code: "XAU"), try Currency(code: "USD"))
        let quote = try RateQuote(
            from: gold, to: dollar, rate: try Ratio(decimal: price), time: request.day.map(\.startInUTC) ?? request.now,
            source: name, state: .live)
        return RateAnswer(quotes: request.currencies.contains(gold) ? [quote] : [])
    }
}

/// Offers it to programs, with a setting.
struct MetalPlugin: Plugin {
    private static let price = SettingDefinition(
        "exchangeRates.metals.price", .amount, default: "4100.50", "US dollars for an ounce of gold.")
    let manifest = PluginManifest(
        id: "metals", summary: "The price of gold.",
        provides: [.init(.exchangeRates, providers: ["metals"], defaults: ["metals"])], settings: [price])

    func register(in builder: inout ContainerBuilder) {
        builder.register(.exchangeRates, name: "metals") { resolver in
            MetalRates(price: try resolver.settings.string(MetalPlugin.price))
        }
    }
}
