public import PluginKit

extension ServiceKey where Service == HTTPClient {
    /// The client that all providers of a program share: one limiter, one cache.
    public static var httpClient: ServiceKey<HTTPClient> { ServiceKey<HTTPClient>("network") }
}
