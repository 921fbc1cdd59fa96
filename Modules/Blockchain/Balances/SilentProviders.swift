import Synchronization

/// The providers that did not answer within their time limit during one sync, so that the other assets need not wait for
/// them as well.
///
/// Balances and transactions are told apart: a list of transactions can take long on a server that tells balances at once.
final class SilentProviders: Sendable {
    /// The kinds of requests that are told apart.
    enum Request: Hashable, Sendable { case balance, transactions }

    private struct Key: Hashable {
        let provider: String
        let chain: String
        let request: Request
    }

    private let silent = Mutex<Set<Key>>([])

    /// Runs a request, unless the provider was silent before.
    ///
    /// - Throws: ``ChainReading/Failure`` without contacting a provider that was silent, or the error of the request.
    func run<Value>(
        _ provider: any ChainProvider, _ chain: Chain, _ request: Request, _ body: () async throws -> Value
    ) async throws -> Value {
        let key = Key(provider: provider.name, chain: chain.id, request: request)
        guard !silent.withLock({ $0.contains(key) }) else {
            throw ChainReading.Failure(description: "\(provider.name) did not answer a moment ago and is passed over.")
        }
        do {
            return try await body()
        } catch {
            if error is any ProviderTimeout { silent.withLock { _ = $0.insert(key) } }
            throw error
        }
    }
}
