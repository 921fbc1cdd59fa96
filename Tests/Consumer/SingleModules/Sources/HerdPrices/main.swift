import ExchangeRates
import Foundation
import Livestock
import Persistence
import PluginKit
import Values

/// A source of livestock prices of our own: what an agent paid, in cents.
struct AgentPrices: LivestockPriceProvider {
    let name = "agent"
    let cents: String

    func prices(_ request: LivestockPriceRequest, _ call: Call) async throws -> [LivestockPrice] {
        let entered = try EnteredPrice("\(cents)c/kg", request.currency)
        return request.places.filter { $0 == "Roma" }.map {
            LivestockPrice(
                level: .saleyard, place: $0, species: .cattle, category: "steer", basis: entered.basis,
                price: entered.price, day: request.to, source: name)
        }
    }
}

/// Offers it to programs, with a setting.
struct AgentPlugin: Plugin {
    private static let cents = SettingDefinition(
        "livestock.prices.agent.cents", .amount, default: "400", "Cents for a kilogram of steer.")
    let manifest = PluginManifest(
        id: "agent", summary: "Prices of an agent.",
        provides: [.init(.livestockPrices, providers: ["agent"], defaults: ["agent"])], settings: [cents])

    func register(in builder: inout ContainerBuilder) {
        builder.register(.livestockPrices, name: "agent") {
            AgentPrices(cents: try $0.settings.string(AgentPlugin.cents))
        }
    }
}

// 11 April 2026.
let now = Date(timeIntervalSince1970: 1_775_900_000)
let call = Call(now: now, program: "herd-prices", command: "herd-prices")
var builder = ContainerBuilder(
    settings: InMemorySettings(["livestock.prices.agent.cents": "410"]),
    time: TimeSource(now: { now }, clock: ContinuousClock()))
builder.add([LivestockPlugin(), AgentPlugin()])
builder.require(.livestockPriceSources)
let container = try await builder.build()
let settings = try container.resolve(.livestockSettings)

let store = MemoryStore()
let herds = LivestockService(store: store, settings: settings)
var home = HoldingFields()
(home.name, home.currency, home.saleyard) = ("Home", "AUD", "Roma")
_ = try await herds.addHolding(home, call)
var steers = HerdFields()
(steers.name, steers.species, steers.category) = ("Steers", "cattle", "steer")
(steers.head, steers.weight, steers.gain, steers.date) = ("100", "300", "0.8", "2026-01-01")
_ = try await herds.addHerd(steers, call)
let prices = LivestockPriceService(
    store: store, settings: settings, sources: try container.resolve(.livestockPriceSources))
let kept = try await prices.fetch(call).value.prices
let values = HerdValuationService(
    store: store, rates: ExchangeRateService(providers: []), display: DisplayCurrency(try Currency(code: "AUD")),
    settings: settings)
let value = try await values.value([], call).value
print("\(kept.count) price of \(kept[0].source): \(value.physical), less losses \(value.market)")
