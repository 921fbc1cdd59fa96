/// A registered factory without its type parameter.
struct Registration: Sendable {
    let id: ProviderID
    let service: ServiceIdentity
    let plugin: String?
    /// Makes and validates the provider; true when it is the service's fallback.
    let make: @Sendable (Resolver, Bool) async throws -> Instance
    /// Stands for a provider that failed, until the resolver can make it; nil when the service does not fall back.
    let recovering: (@Sendable (Degradation, TimeSource, Resolver) -> Instance)?

    init<Service>(
        _ key: ServiceKey<Service>, name: String, plugin: String?,
        validate: @escaping @Sendable (Service) async throws -> Void,
        shutdown: (@Sendable (Service) async throws -> Void)?,
        factory: @escaping @Sendable (Resolver) async throws -> Service
    ) {
        let id = ProviderID(service: key.name, provider: name)
        let fallback = key.fallback
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
        make = { resolver, isSubstitute in
            let service = try await makeTyped(resolver)
            let shown = isSubstitute ? fallback?.marking(service) ?? service : service
            guard let shutdown else { return Instance(id: id, Product(shown), close: nil) }
            return Instance(id: id, Product(shown)) { try await shutdown(service) }
        }
        guard let fallback else {
            recovering = nil
            return
        }
        recovering = { degradation, time, resolver in
            let handle = Recoverable<Service>(
                degradation: degradation, time: time, discard: { try await shutdown?($0) },
                attempt: { try await makeTyped(resolver) })
            return Instance(
                id: id, Product(fallback.recovering(name, handle)), health: handle,
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
