public import PluginKit

extension ServiceKey where Service == any Store {
    /// The store of the program; `persistence.provider` chooses it.
    public static var store: ServiceKey<any Store> { ServiceKey<any Store>("persistence", neverFallsBack: true) }
}
