import Blockchain
import HTTPNetworking
import Models

/// Balances from a server that runs Blockbook: Trezor's, one's own.
struct BlockbookBalances: ChainProvider {
    static let providerName = "blockbook"
    let name = BlockbookBalances.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let answer = try await server.get("api/v2/address/\(question.address.text)", query: ["details": "basic"], call)
        let given = answer["address"]?.string ?? ""
        // Bitcoin Cash's addresses come with their prefix or without.
        let asked = question.address.text.lowercased()
        guard given.lowercased() == asked || asked.hasSuffix(":" + given.lowercased()), !given.isEmpty else {
            throw ChainProviderError.otherThing(provider: name, asked: question.address.text, given: given)
        }
        return try server.amount(answer["balance"]?.string, question.currency, answer)
    }
}
