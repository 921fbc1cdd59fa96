import Models
import PluginKit

import struct Foundation.Date

/// A provider that could not be made. It fails with the reason until it can be, and then it is that provider.
struct RecoveringChain: ChainProvider {
    let name: String
    let provider: Recoverable<any ChainProvider>

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await provider.current().balance(question, call)
    }

    func balanceAnswer(_ question: BalanceQuestion, _ call: Call) async throws -> BalanceAnswer {
        try await provider.current().balanceAnswer(question, call)
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        try await provider.current().history(question, since: since, call)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        try await provider.current().height(of: chain, call)
    }
}

/// The provider that `blockchain.<chain>.fallback` names. What it says is marked, so that it is never taken for a balance.
struct FallbackChain: ChainProvider {
    let provider: any ChainProvider
    var name: String { provider.name }
    var readsKeys: Bool { provider.readsKeys }

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await provider.balance(question, call)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String { try await provider.height(of: chain, call) }
}
