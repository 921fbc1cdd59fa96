public import Models
public import PluginKit

/// A source of prices of instruments.
///
/// ```swift
///     let name = "broker"
///     func prices(_ request: PriceRequest, _ call: Call) async throws -> PriceAnswer { PriceAnswer(prices: rows) }
/// ```
public protocol PriceProvider: Sendable {
    /// The name in settings and as the source of prices: "fixed".
    var name: String { get }

    /// Whether it may have prices of an instrument. By default where the instrument names no source, or this one.
    func mayKnow(_ instrument: PriceRequest.Wanted) -> Bool

    /// The prices that it has of the instruments of a request. Prices that cannot be used are gaps of the answer; the
    /// caller leaves out prices that the request does not want.
    ///
    /// - Throws: An error that keeps the provider from answering at all; its description is shown.
    func prices(_ request: PriceRequest, _ call: Call) async throws -> PriceAnswer
}

extension PriceProvider {
    /// Whether the instrument names no source, or this one.
    public func mayKnow(_ instrument: PriceRequest.Wanted) -> Bool { instrument.source.map { $0 == name } ?? true }
}

extension ServiceKey where Service == any PriceProvider {
    /// The sources of prices; `prices.providers` chooses them in order of preference, and `prices.fallback` may name one that is
    /// asked last.
    public static var prices: ServiceKey<any PriceProvider> {
        ServiceKey<any PriceProvider>(
            "prices",
            fallback: Fallback(
                recovering: { RecoveringPrices(name: $0, provider: $1) }, marking: { FallbackPrices($0) }))
    }
}

extension ServiceKey where Service == PriceSources {
    /// The chosen sources of prices together.
    public static var priceSources: ServiceKey<PriceSources> {
        ServiceKey<PriceSources>("priceSources", selection: .every)
    }
}
