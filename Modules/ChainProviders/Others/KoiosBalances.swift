import Blockchain
import HTTPNetworking
import Models

/// Balances of Cardano from Koios: of an address, or of all addresses with one stake key and its rewards.
struct KoiosBalances: ChainProvider {
    static let providerName = "koios"
    let name = KoiosBalances.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        guard question.contract == nil else {
            throw ChainProviderError.noTokens(provider: name, chain: question.chain.name)
        }
        let address = question.address.text
        let isStake = address.hasPrefix("stake")
        let answer = try await server.post(
            isStake ? "account_info" : "address_info", [isStake ? "_stake_addresses" : "_addresses": [address]], call)
        guard let rows = answer.array else { throw server.unreadable(answer) }
        // What the chain has never seen has no row.
        guard let row = rows.first else { return .zero(question.currency) }
        let given = row[isStake ? "stake_address" : "address"]?.string ?? "nothing"
        guard rows.count == 1, given == address else {
            throw ChainProviderError.otherThing(provider: name, asked: address, given: given)
        }
        return try server.amount(row[isStake ? "total_balance" : "balance"]?.string, question.currency, answer)
    }
}
