public import Models
public import Persistence
public import PluginKit

/// How the chains are on which somebody has assets: whether each chosen provider answers, and about that chain.
public struct ChainService: Sendable, HealthCheckable {
    private let store: any Store
    private let providers: ChainProviderTable

    /// A service over a store and the chosen providers.
    public init(store: any Store, providers: ChainProviderTable) {
        self.store = store
        self.providers = providers
    }

    /// What one provider says of a chain.
    public struct Answer: Sendable {
        /// The chain.
        public let chain: Chain
        /// The provider.
        public let provider: String
        /// How far the chain is, as in "block 840000", or why that is not known.
        public let height: Result<String, ChainReading.Failure>
    }

    /// Asks the chosen providers of all chains that assets are on, at once.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    public func heights(_ call: Call) async throws -> [Answer] {
        let used = try await store.read { reader in
            Set(try reader.all(Asset.self).filter { $0.address != nil }.compactMap(\.chain))
        }
        return try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            var count = 0
            for chain in Chain.known where used.contains(chain.id) {
                for provider in providers[chain] {
                    let place = count
                    count += 1
                    group.addTask {
                        do {
                            let height = try await provider.height(of: chain, call)
                            return (place, Answer(chain: chain, provider: provider.name, height: .success(height)))
                        } catch {
                            try Task.checkCancellation()
                            let failure = ChainReading.Failure(description: "\(error)")
                            return (place, Answer(chain: chain, provider: provider.name, height: .failure(failure)))
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Whether the chosen providers of all chains in use answer.
    public func health(_ call: Call) async -> HealthStatus {
        do {
            let failures = try await heights(call).compactMap { answer -> String? in
                guard case .failure(let failure) = answer.height else { return nil }
                return "\(answer.chain.name): \(failure)"
            }
            return failures.isEmpty ? .healthy : .degraded(detail: failures.joined(separator: " "), since: call.now)
        } catch {
            return .failed(detail: "\(error)", since: call.now)
        }
    }
}

extension ServiceKey where Service == ChainService {
    /// How the chains in use are.
    public static var chains: ServiceKey<ChainService> { ServiceKey<ChainService>("chains", selection: .every) }
}
