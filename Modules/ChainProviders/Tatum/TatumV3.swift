import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// Tatum's interface, version 3: older, and clear about the units of Bitcoin and its like.
struct TatumV3: ChainProvider {
    static let providerName = "tatum-v3"
    private static let pageSize = 50
    let name = TatumV3.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let (chain, account) = (question.chain, question.address.text)
        let path = TatumChains.path(of: chain) ?? ""
        if let contract = question.contract { return try await token(contract, question, path, call) }
        if TatumChains.countsOutputs(chain) {
            let answer = try await server.get("\(path)/address/balance/\(account)", call)
            let incoming = try server.coins(answer["incoming"]?.numeral, question.currency, answer)
            let outgoing = try server.coins(answer["outgoing"]?.numeral, question.currency, answer)
            let balance = try incoming.subtracting(outgoing)
            guard !balance.isNegative else { throw server.unreadable(answer) }
            return balance
        }
        switch chain {
        case .xrp:
            // An account that nobody has funded yet is refused with this status.
            let answer = try await server.get("xrp/account/\(account)/balance", accepting: [403], call)
            if let code = answer["errorCode"]?.string {
                let message = answer["message"]?.string ?? code
                // The same status and code stand for other failures, which are no balance of 0.
                guard ["not found", "actnotfound"].contains(where: message.lowercased().contains) else {
                    throw ChainProviderError.refused(provider: name, message: message)
                }
                return .zero(question.currency)
            }
            return try server.amount(answer["balance"]?.numeral, question.currency, answer)
        case .tron:
            let answer = try await tron(account, call)
            return try answer["balance"].map { try server.amount($0.numeral, question.currency, answer) }
                ?? .zero(question.currency)
        case .cardano:
            let answer = try await server.get("ada/account/\(account)", call)
            guard let balances = answer["summary"]?["assetBalances"]?.array else { throw server.unreadable(answer) }
            let ada = balances.first { $0["asset"]?["assetId"]?.string == "ada" }
            return try ada.map { try server.amount($0["quantity"]?.numeral, question.currency, answer) }
                ?? .zero(question.currency)
        default:
            let answer = try await server.get("\(path)/account/balance/\(account)", call)
            return try server.coins(answer["balance"]?.numeral, question.currency, answer)
        }
    }

    /// A token's balance in its smallest units. Version 3 does not tell decimals: those of the asset are taken.
    private func token(
        _ contract: String, _ question: BalanceQuestion, _ path: String, _ call: Call
    ) async throws -> Money {
        if question.chain == .tron {
            let answer = try await tron(question.address.text, call)
            // Each element may hold several contracts.
            let held = (answer["trc20"]?.array ?? []).compactMap { $0[contract] }
            guard let amount = held.first else { return .zero(question.currency) }
            // Of two amounts of one token nobody can tell which is meant.
            guard held.allSatisfy({ $0 == amount }) else { throw server.unreadable(answer) }
            return try server.amount(amount.numeral, question.currency, answer)
        }
        guard question.chain.ethereumID != nil else {
            throw ChainProviderError.noTokens(provider: name, chain: question.chain.name)
        }
        let kind = question.chain == .bnb ? "bep20" : "erc20"
        let answer = try await server.get(
            "\(path)/account/balance/\(kind)/\(question.address.text)", query: [("contractAddress", contract)], call)
        return try server.amount(answer["balance"]?.numeral, question.currency, answer)
    }

    private func tron(_ account: String, _ call: Call) async throws -> LosslessJSON {
        let answer = try await server.get("tron/account/\(account)", call)
        guard let given = answer["address"]?.string, given == account else {
            let given = answer["address"]?.string ?? "nothing"
            throw ChainProviderError.otherThing(provider: name, asked: account, given: given)
        }
        return answer
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        guard TatumChains.countsOutputs(question.chain), let path = TatumChains.path(of: question.chain) else {
            return nil
        }
        let address = question.address
        return try await server.history(from: 0, since: since) { offset in
            let answer = try await server.get(
                "\(path)/transaction/address/\(address.text)",
                query: [("pageSize", "\(Self.pageSize)"), ("offset", "\(offset)")], call)
            guard let rows = answer.array else { throw server.unreadable(answer) }
            var page = TransferPage<Int>()
            for row in rows {
                guard let hash = row["hash"]?.string else { throw server.unreadable(answer) }
                // What is in no block yet is not confirmed.
                guard row["blockNumber"]?.number != nil else { continue }
                let inputs = (row["inputs"]?.array ?? []).compactMap { $0["coin"] }
                let outputs = row["outputs"]?.array ?? []
                func isOwn(_ coin: LosslessJSON) -> Bool {
                    coin["address"]?.string.map { address.isSame(as: $0) } ?? false
                }
                func others(_ coins: [LosslessJSON]) -> [String] {
                    coins.filter { !isOwn($0) }.compactMap { $0["address"]?.string }
                }
                func mine(_ coins: [LosslessJSON]) throws -> Money {
                    let mine = coins.filter(isOwn)
                    return try Money.sum(
                        mine.map { try server.amount($0["value"]?.numeral, question.currency, row) },
                        in: question.currency)
                }
                let time = try server.instant(row["time"]?.number, answer)
                page.rows.append(
                    .init(
                        key: hash, time: time,
                        transfer: try server.transfer(
                            hash, spent: mine(inputs), received: mine(outputs), fee: nil, time,
                            own: address.text, senders: others(inputs), receivers: others(outputs))))
            }
            page.next = rows.count < Self.pageSize ? nil : offset + rows.count
            return page
        }
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let path = TatumChains.path(of: chain) ?? ""
        let answer = try await server.get(
            chain.ethereumID == nil ? "\(path)/info" : "\(path)/block/current", call)
        let height = answer.number ?? answer["blocks"]?.number ?? answer["blockNumber"]?.number
        return height.map { "block \($0)" } ?? "answers"
    }
}
