import Models
import PluginKit

/// A provider that could not be made. It fails with the reason until it can be, and then it is that provider.
struct RecoveringChain: ChainProvider {
    let name: String
    let provider: Recoverable<any ChainProvider>

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await provider.current().balance(question, call)
    }
}

/// The provider that `blockchain.<chain>.fallback` names. What it says is marked, so that it is never taken for a balance.
struct FallbackChain: ChainProvider {
    let provider: any ChainProvider
    var name: String { provider.name }

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await provider.balance(question, call)
    }
}
