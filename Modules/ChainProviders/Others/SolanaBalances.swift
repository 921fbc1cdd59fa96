import Blockchain
import HTTPNetworking
import Models

/// Balances from a node of Solana: SOL, and tokens in all accounts that an address has for them.
struct SolanaBalances: ChainProvider {
    static let providerName = "rpc"
    let name = SolanaBalances.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let owner = JSONRPCCall.Parameter.text(question.address.text)
        guard let mint = question.contract else {
            let result = try await result("getBalance", [owner, .object(["commitment": "finalized"])], call)
            return try server.amount(result["value"]?.number, question.currency, result)
        }
        let options: [JSONRPCCall.Parameter] = [.object(["mint": mint]), .object(["encoding": "jsonParsed"])]
        let result = try await result("getTokenAccountsByOwner", [owner] + options, call)
        guard let accounts = result["value"]?.array else { throw server.unreadable(result) }
        var sum = Money.zero(question.currency)
        for account in accounts {
            let info = account["account"]?["data"]?["parsed"]?["info"]
            guard info?["mint"]?.string == mint, info?["owner"]?.string == question.address.text else {
                let given = info?["mint"]?.string ?? "something else"
                throw ChainProviderError.otherThing(provider: name, asked: mint, given: given)
            }
            let amount = info?["tokenAmount"]
            guard let decimals = amount?["decimals"]?.number.flatMap({ Int($0) }) else {
                throw server.unreadable(result)
            }
            guard decimals == question.currency.minorUnit else {
                throw ChainProviderError.otherDecimals(currency: question.currency, actual: decimals)
            }
            sum = try sum.adding(server.amount(amount?["amount"]?.string, question.currency, result))
        }
        return sum
    }

    private func result(_ method: String, _ params: [JSONRPCCall.Parameter], _ call: Call) async throws -> LosslessJSON
    {
        let answer = try await server.post(
            "", JSONRPCCall(id: 1, method: method, params: params), accepting: [400], call)
        if let error = answer["error"], error != .null {
            throw ChainProviderError.refused(provider: name, message: error["message"]?.string ?? error.shown)
        }
        guard let result = answer["result"], result.object != nil else { throw server.unreadable(answer) }
        return result
    }
}
