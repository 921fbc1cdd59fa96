import Blockchain
import HTTPNetworking
import Models

/// Balances from a server of the XRP Ledger: XRP of the last validated ledger, the reserve included.
struct XRPLBalances: ChainProvider {
    static let providerName = "xrpl"
    let name = XRPLBalances.providerName
    let server: ChainServer

    private struct Request: Encodable, Sendable {
        let method = "account_info"
        let params: [[String: String]]
    }

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        guard question.contract == nil else {
            throw ChainProviderError.noTokens(provider: name, chain: question.chain.name)
        }
        let account = question.address.text
        let request = Request(params: [["account": account, "ledger_index": "validated"]])
        let answer = try await server.post("", request, call)
        guard let result = answer["result"] else { throw server.unreadable(answer) }
        if let error = result["error"]?.string {
            // An account that nobody has funded yet is not in the ledger.
            if error == "actNotFound" { return .zero(question.currency) }
            throw ChainProviderError.refused(provider: name, message: result["error_message"]?.string ?? error)
        }
        let data = result["account_data"]
        guard data?["Account"]?.string == account else {
            let given = data?["Account"]?.string ?? "nothing"
            throw ChainProviderError.otherThing(provider: name, asked: account, given: given)
        }
        return try server.amount(data?["Balance"]?.string, question.currency, answer)
    }
}
