import Blockchain
import HTTPNetworking
import Models

/// Balances from a server that speaks Esplora's interface: Blockstream's, mempool.space, one's own.
struct EsploraBalances: ChainProvider {
    static let providerName = "esplora"
    let name = EsploraBalances.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let answer = try await server.get("address/\(question.address.text)", call)
        let given = answer["address"]?.string ?? ""
        guard given.lowercased() == question.address.text.lowercased() else {
            throw ChainProviderError.otherThing(provider: name, asked: question.address.text, given: given)
        }
        // What is not confirmed is not counted: it may never be.
        let stats = answer["chain_stats"]
        let funded = try server.amount(stats?["funded_txo_sum"]?.number, question.currency, answer)
        let spent = try server.amount(stats?["spent_txo_sum"]?.number, question.currency, answer)
        let balance = try funded.subtracting(spent)
        guard !balance.isNegative else { throw server.unreadable(answer) }
        return balance
    }
}
