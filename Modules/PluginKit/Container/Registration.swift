/// A registered factory without its type parameter.
struct Registration: Sendable {
    let id: ProviderID
    let service: ServiceIdentity
    let plugin: String?
    let fallback: String?
    /// Makes and validates the provider.
    let make: @Sendable (Resolver) async throws -> any Sendable
    /// Wraps a made provider.
    let instance: @Sendable (any Sendable) -> Instance
    /// Wraps the substitute of a provider that failed.
    let recovering: @Sendable (Recovery) throws -> Instance

    /// What a substitute needs to let the real provider take over.
    struct Recovery: Sendable {
        let substitute: any Sendable
        let degradation: Degradation
        let backoff: Backoff
        let time: TimeSource
        let resolver: Resolver
    }

    init<Service>(
        _ key: ServiceKey<Service>, name: String, plugin: String?, fallback: Fallback<Service>?,
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
        self.fallback = fallback?.provider
        make = makeTyped
        instance = { value in
            var close: (@Sendable () async throws -> Void)?
            if let shutdown, let service = value as? Service { close = { try await shutdown(service) } }
            return Instance(
                id: id, value: value, health: value as? any HealthCheckable, close: close, degradation: nil)
        }
        recovering = { recovery in
            guard let fallback, let substitute = recovery.substitute as? Service else {
                throw WrongServiceType(service: key.name)
            }
            let handle = Recoverable(
                substitute: substitute, degradation: recovery.degradation, backoff: recovery.backoff,
                time: recovery.time, discard: { try await shutdown?($0) },
                attempt: { try await makeTyped(recovery.resolver) })
            return Instance(
                id: id, value: fallback.decorate(handle), health: handle, close: { try await handle.close() },
                degradation: recovery.degradation)
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
