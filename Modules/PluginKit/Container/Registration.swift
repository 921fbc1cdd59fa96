/// A registered factory without its type parameter.
struct Registration: Sendable {
    let id: ProviderID
    let service: ServiceIdentity
    let plugin: String?
    /// Makes and validates the provider.
    let make: @Sendable (Resolver) async throws -> any Sendable
    /// Wraps a made provider.
    let instance: @Sendable (any Sendable) -> Instance
    /// Wraps a made provider that is the service's fallback.
    let substitute: @Sendable (any Sendable) -> Instance
    /// Stands for a provider that failed, until the resolver can make it; nil when the service does not fall back.
    let recovering: (@Sendable (Degradation, TimeSource, Resolver) -> Instance)?

    init<Service>(
        _ key: ServiceKey<Service>, name: String, plugin: String?,
        validate: @escaping @Sendable (Service) async throws -> Void,
        shutdown: (@Sendable (Service) async throws -> Void)?,
        factory: @escaping @Sendable (Resolver) async throws -> Service
    ) {
        let id = ProviderID(service: key.name, provider: name)
        let makeTyped: @Sendable (Resolver) async throws -> Service = { resolver in
            let service = try await factory(resolver)
            do {
                try await validate(service)
            } catch {
                // The reason that counts is the validation's; a failure to close on top of it is not reported.
                try? await shutdown?(service)
                throw error is CancellationError ? error : ValidationFailure(reason: String(describing: error))
            }
            return service
        }
        self.id = id
        service = ServiceIdentity(key)
        self.plugin = plugin
        make = makeTyped
        let wrap: @Sendable (any Sendable, any Sendable) -> Instance = { value, shown in
            var close: (@Sendable () async throws -> Void)?
            if let shutdown, let service = value as? Service { close = { try await shutdown(service) } }
            return Instance(
                id: id, value: shown, health: shown as? any HealthCheckable, close: close, degradation: nil)
        }
        instance = { wrap($0, $0) }
        let fallback = key.fallback
        substitute = { value in wrap(value, (value as? Service).flatMap { fallback?.marking($0) } ?? value) }
        guard let fallback else {
            recovering = nil
            return
        }
        recovering = { degradation, time, resolver in
            let handle = Recoverable<Service>(
                degradation: degradation, time: time, discard: { try await shutdown?($0) },
                attempt: { try await makeTyped(resolver) })
            return Instance(
                id: id, value: fallback.recovering(name, handle), health: handle,
                close: { try await handle.close() }, degradation: degradation)
        }
    }
}

/// A product that its validation refused.
struct ValidationFailure: Error, CustomStringConvertible {
    let reason: String

    var description: String { "What was made is not valid: \(reason.asSentence)" }
}

/// One name used for services of two types.
struct WrongServiceType: Error, CustomStringConvertible {
    let service: String

    var description: String { "The service `\(service)` is declared with two types: declare its key once." }
}
