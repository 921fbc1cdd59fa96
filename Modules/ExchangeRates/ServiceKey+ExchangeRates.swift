public import PluginKit

extension ServiceKey where Service == any ExchangeRateProvider {
    /// The sources of rates; `exchangeRates.providers` chooses them in order of preference, and `exchangeRates.fallback`
    /// may name one that is asked last.
    public static var exchangeRates: ServiceKey<any ExchangeRateProvider> {
        ServiceKey<any ExchangeRateProvider>(
            "exchangeRates",
            fallback: Fallback(
                recovering: { RecoveringRates(name: $0, provider: $1) }, marking: { FallbackRates($0) }))
    }
}
