import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// A provider whose errors are free of the secrets of its server, whatever the server repeated in its answers.
struct RedactedChain: ChainProvider {
    let provider: any ChainProvider
    let redactor: Redactor
    var name: String { provider.name }
    var readsKeys: Bool { provider.readsKeys }

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await redacted { try await provider.balance(question, call) }
    }

    func balanceAnswer(_ question: BalanceQuestion, _ call: Call) async throws -> BalanceAnswer {
        try await redacted { try await provider.balanceAnswer(question, call) }
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        try await redacted { try await provider.history(question, since: since, call) }
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        redactor.text(try await redacted { try await provider.height(of: chain, call) })
    }

    private func redacted<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as ChainProviderError {
            throw error.redacted(by: redactor)
        }
    }
}
