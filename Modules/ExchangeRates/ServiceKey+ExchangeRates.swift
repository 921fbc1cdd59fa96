public import PluginKit

extension ServiceKey where Service == any ExchangeRateProvider {
    /// The sources of rates; `exchangeRates.providers` chooses them in order of preference.
    public static var exchangeRates: ServiceKey<any ExchangeRateProvider> {
        ServiceKey<any ExchangeRateProvider>("exchangeRates", selection: .several)
    }
}
