import Blockchain
import Foundation
import HTTPNetworking
import Models

/// A node of Ethereum or of a chain that runs its machine, by JSON-RPC: balances of the native coin, and ERC-20 tokens with
/// their transactions. What moved the native coin is in no index of a node.
struct JSONRPCNode: ChainProvider {
    static let providerName = "jsonrpc"
    let name = JSONRPCNode.providerName
    let server: ChainServer

    /// The selectors of ERC-20's `balanceOf(address)` and `decimals()`.
    private static let balanceOf = "0x70a08231"
    static let decimals = "0x313ce567"

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let holder = question.address.text
        var requests = [JSONRPCCall(id: 1, method: "eth_chainId", params: [])]
        if let contract = question.contract {
            let argument = String(repeating: "0", count: 24) + holder.dropFirst(2).lowercased()
            requests += [(2, Self.balanceOf + argument), (3, Self.decimals)].map { id, data in
                JSONRPCCall(
                    id: id, method: "eth_call", params: [["to": .string(contract), "data": .string(data)], "latest"])
            }
        } else {
            requests.append(JSONRPCCall(id: 2, method: "eth_getBalance", params: [.string(holder), "latest"]))
        }
        let answers = try await answers(requests, call)
        try check(answers[1], is: question.chain)
        if let contract = question.contract {
            guard let decimals = try word(answers[3]) else {
                throw ChainProviderError.noToken(provider: name, contract: contract)
            }
            guard decimals == UInt128(question.currency.minorUnit) else {
                throw ChainProviderError.otherDecimals(
                    currency: question.currency, actual: Int(exactly: decimals) ?? Int.max)
            }
        }
        // "0x" is what an address without a contract answers: no balance, not 0.
        let held = try question.contract == nil ? number(answers[2]) : word(answers[2])
        guard let units = held else {
            throw ChainProviderError.noToken(provider: name, contract: question.contract ?? holder)
        }
        guard let amount = Int128(exactly: units) else {
            throw ChainProviderError.implausible(provider: name, number: "\(units)")
        }
        return try Money(minorUnits: amount, question.currency)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let requests = ["eth_chainId", "eth_blockNumber"].enumerated().map {
            JSONRPCCall(id: $0 + 1, method: $1, params: [])
        }
        let answers = try await answers(requests, call)
        try check(answers[1], is: chain)
        guard let height = try number(answers[2]) else { throw server.unreadable(answers[2] ?? .null) }
        return "chain \(chain.ethereumID ?? 0), block \(height)"
    }

    /// Refuses a node of another chain.
    private func check(_ answer: LosslessJSON?, is chain: Chain) throws {
        guard let given = try number(answer), given == chain.ethereumID.map({ UInt128($0) }) else {
            let given = try number(answer).map { "chain \($0)" } ?? "nothing"
            throw ChainProviderError.otherThing(provider: name, asked: chain.name, given: given)
        }
    }

    /// The results by the number of their request. Where a node takes no batch, or leaves something out, one by one.
    func answers(_ requests: [JSONRPCCall], _ call: Call) async throws -> [Int: LosslessJSON] {
        let statuses: Set<Int> = [400, 413, 500]
        guard !requests.isEmpty else { return [:] }
        let batch = try await server.post("", requests, accepting: statuses, call)
        var results: [Int: LosslessJSON] = [:]
        for answer in batch.array ?? [] {
            guard let id = answer["id"]?.numeral.flatMap({ Int($0) }) else { continue }
            // Of two answers to one request nobody can tell which is meant.
            guard results.updateValue(answer, forKey: id).map({ $0 == answer }) ?? true else {
                throw server.unreadable(batch)
            }
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

    /// The number that a contract answers: a word of exactly 32 bytes. Nil for anything shorter or longer, which no token
    /// answers.
    func word(_ answer: LosslessJSON?) throws -> UInt128? {
        guard let number = try number(answer), answer?["result"]?.string?.utf8.count == 66 else { return nil }
        return number
    }

    /// The hexadecimal number of a result; nil for `0x`, which is no number.
    func number(_ answer: LosslessJSON?) throws -> UInt128? {
        guard let answer else { return nil }
        try server.checkError(answer)
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
