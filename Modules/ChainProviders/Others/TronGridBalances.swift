import Blockchain
import HTTPNetworking
import Models
import PluginKit

/// Balances from a node of Tron such as TronGrid's: TRX that is not staked, and TRC-20 tokens.
struct TronGridBalances: ChainProvider {
    static let providerName = "trongrid"
    static let key = SettingDefinition(
        "blockchain.tron.trongrid.apiKey", .string, secret: true,
        "A key of TronGrid; without one it answers less often.")
    let name = TronGridBalances.providerName
    let server: ChainServer

    private struct Question: Encodable, Sendable {
        let address: String
        let visible = true
    }

    private struct ContractCall: Encodable, Sendable {
        let owner_address: String
        let contract_address: String
        let function_selector: String
        let parameter: String
        let visible = true
    }

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let account = question.address.text
        guard let contract = question.contract else {
            let answer = try await server.post("wallet/getaccount", Question(address: account), call)
            try check(answer)
            // An account that nobody has used yet is an empty object, and a balance of 0 is left out.
            guard let members = answer.object else { throw server.unreadable(answer) }
            if let given = members["address"]?.string, given != account {
                throw ChainProviderError.otherThing(provider: name, asked: account, given: given)
            }
            guard members["address"] != nil || members.isEmpty else { throw server.unreadable(answer) }
            guard let balance = members["balance"] else { return .zero(question.currency) }
            return try server.amount(balance.number, question.currency, answer)
        }
        let holder = question.address.payload.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let argument = String(repeating: "0", count: 24) + holder
        let decimals = try await constant(contract, account, "decimals()", "", call)
        guard decimals == "\(question.currency.minorUnit)" else {
            throw ChainProviderError.otherDecimals(currency: question.currency, actual: Int(decimals) ?? Int.max)
        }
        let units = try await constant(contract, account, "balanceOf(address)", argument, call)
        return try server.amount(units, question.currency, .string(units))
    }

    /// The number that a contract answers, in decimal digits.
    private func constant(
        _ contract: String, _ owner: String, _ function: String, _ parameter: String, _ call: Call
    ) async throws -> String {
        let request = ContractCall(
            owner_address: owner, contract_address: contract, function_selector: function, parameter: parameter)
        let answer = try await server.post("wallet/triggerconstantcontract", request, call)
        try check(answer)
        guard let hex = answer["constant_result"]?.array?.first?.string, !hex.isEmpty,
            hex.allSatisfy(\.isHexDigit)
        else { throw ChainProviderError.noToken(provider: name, contract: contract) }
        let digits = hex.drop { $0 == "0" }
        guard digits.count <= 32 else { throw ChainProviderError.implausible(provider: name, number: hex) }
        guard let number = UInt128("0" + digits, radix: 16) else { throw server.unreadable(answer) }
        return "\(number)"
    }

    /// Tron's nodes tell errors with status 200.
    private func check(_ answer: LosslessJSON) throws {
        if let error = answer["Error"]?.string { throw ChainProviderError.refused(provider: name, message: error) }
        if let result = answer["result"], result["result"] != .boolean(true), let message = result["message"]?.string {
            throw ChainProviderError.refused(provider: name, message: message)
        }
    }
}
