import Blockchain
import Foundation
import HTTPNetworking
import Models

/// Balances from a node of Ethereum or of a chain that runs its machine, by JSON-RPC: the native coin and ERC-20 tokens.
struct JSONRPCBalances: ChainProvider {
    static let providerName = "jsonrpc"
    let name = JSONRPCBalances.providerName
    let server: ChainServer

    /// The selectors of ERC-20's `balanceOf(address)` and `decimals()`.
    private static let balanceOf = "0x70a08231"
    private static let decimals = "0x313ce567"

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let holder = question.address.text
        var requests = [JSONRPCCall(id: 1, method: "eth_chainId", params: [])]
        if let contract = question.contract {
            let argument = String(repeating: "0", count: 24) + holder.dropFirst(2).lowercased()
            requests += [(2, Self.balanceOf + argument), (3, Self.decimals)].map { id, data in
                JSONRPCCall(
                    id: id, method: "eth_call", params: [.object(["to": contract, "data": data]), .text("latest")])
            }
        } else {
            requests.append(JSONRPCCall(id: 2, method: "eth_getBalance", params: [.text(holder), .text("latest")]))
        }
        let answers = try await answers(requests, call)
        guard let chainID = try number(answers[1]), chainID == question.chain.ethereumID.map({ UInt128($0) }) else {
            let given = try number(answers[1]).map { "chain \($0)" } ?? "nothing"
            throw ChainProviderError.otherThing(provider: name, asked: question.chain.name, given: given)
        }
        if let contract = question.contract {
            guard let decimals = try number(answers[3]) else {
                throw ChainProviderError.noToken(provider: name, contract: contract)
            }
            guard decimals == UInt128(question.currency.minorUnit) else {
                throw ChainProviderError.otherDecimals(
                    currency: question.currency, actual: Int(exactly: decimals) ?? Int.max)
            }
        }
        // "0x" is what an address without a contract answers: no balance, not 0.
        guard let units = try number(answers[2]) else {
            throw ChainProviderError.noToken(provider: name, contract: question.contract ?? holder)
        }
        guard let amount = Int128(exactly: units) else {
            throw ChainProviderError.implausible(provider: name, number: "\(units)")
        }
        return try Money(minorUnits: amount, question.currency)
    }

    /// The results by the number of their request. Where a node takes no batch, or leaves something out, one by one.
    private func answers(_ requests: [JSONRPCCall], _ call: Call) async throws -> [Int: LosslessJSON] {
        let statuses: Set<Int> = [400, 413, 500]
        let batch = try await server.post("", requests, accepting: statuses, call)
        var results: [Int: LosslessJSON] = [:]
        for answer in batch.array ?? [] {
            guard let id = answer["id"]?.numeral.flatMap({ Int($0) }), results[id] == nil else { continue }
            results[id] = answer
        }
        for request in requests where results[request.id] == nil {
            let answer = try await server.post("", request, accepting: statuses, call)
            guard answer["id"]?.numeral == "\(request.id)" || answer["error"] != nil else {
                throw server.unreadable(answer)
            }
            results[request.id] = answer
        }
        return results
    }

    /// The hexadecimal number of a result; nil for `0x`, which is no number.
    private func number(_ answer: LosslessJSON?) throws -> UInt128? {
        guard let answer else { return nil }
        if let error = answer["error"], error != .null {
            let message = error["message"]?.string ?? error.string ?? error.shown
            throw ChainProviderError.refused(provider: name, message: message)
        }
        guard let text = answer["result"]?.string, text.hasPrefix("0x"), text.dropFirst(2).allSatisfy(\.isHexDigit)
        else {
            throw server.unreadable(answer)
        }
        let digits = text.dropFirst(2).drop { $0 == "0" }
        if text == "0x" { return nil }
        guard digits.count <= 32 else { throw ChainProviderError.implausible(provider: name, number: text) }
        return digits.isEmpty ? 0 : UInt128(digits, radix: 16)
    }
}
