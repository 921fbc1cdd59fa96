import Blockchain
import HTTPNetworking
import Models
import PluginKit

import struct Foundation.Date

/// A server that speaks Etherscan's interface, version 2: Etherscan with one key for many chains, Blockscout, Routescan.
struct Etherscan: ChainProvider {
    static let providerName = "etherscan"
    static let key = SettingDefinition(
        "blockchain.etherscan.apiKey", .string, secret: true, "A key of Etherscan; one is good for all its chains.")
    /// The rows of a page, and how many pages the server gives.
    private static let (pageSize, most) = (1000, 10)
    let name = Etherscan.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        guard let contract = question.contract else {
            let query = [("action", "balance"), ("address", question.address.text), ("tag", "latest")]
            let answer = try await answer(question.chain, "account", query, call)
            return try server.amount(answer.string, question.currency, answer)
        }
        let decimals = try await answer(
            question.chain, "proxy",
            [("action", "eth_call"), ("to", contract), ("data", JSONRPCNode.decimals), ("tag", "latest")], call)
        // A contract answers with a word of exactly 32 bytes; anything else is no token.
        guard let digits = decimals.string, digits.hasPrefix("0x"), digits.utf8.count == 66 else {
            throw ChainProviderError.noToken(provider: name, contract: contract)
        }
        guard let number = Int(digits.dropFirst(2), radix: 16), number == question.currency.minorUnit else {
            throw ChainProviderError.otherDecimals(
                currency: question.currency, actual: Int(digits.dropFirst(2), radix: 16) ?? Int.max)
        }
        let query = [
            ("action", "tokenbalance"), ("contractaddress", contract), ("address", question.address.text),
            ("tag", "latest"),
        ]
        let answer = try await answer(question.chain, "account", query, call)
        return try server.amount(answer.string, question.currency, answer)
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        if let contract = question.contract {
            return try await list("tokentx", [("contractaddress", contract)], question, since: since, call)
        }
        // What a contract sent is in a list of its own.
        let normal = try await list("txlist", [], question, since: since, call)
        let inner = try await list("txlistinternal", [], question, since: since, call)
        let moved = inner.transfers.map { transfer in
            ChainTransfer(
                hash: transfer.hash, index: transfer.index + 1, amount: transfer.amount, time: transfer.time,
                counterparty: transfer.counterparty)
        }
        return ChainHistory(
            normal.transfers + moved, start: [normal.start, inner.start].compactMap { $0 }.max(),
            isCutOff: normal.isCutOff || inner.isCutOff)
    }

    private func list(
        _ action: String, _ more: [(String, String)], _ question: BalanceQuestion, since: Date?, _ call: Call
    ) async throws -> ChainHistory {
        try await server.history(from: 1, since: since, most: Self.most) { number in
            let query =
                [
                    ("action", action), ("address", question.address.text), ("page", "\(number)"),
                    ("offset", "\(Self.pageSize)"), ("sort", "desc"),
                ] + more
            let answer = try await answer(question.chain, "account", query, call)
            guard let rows = answer.array else { throw server.unreadable(answer) }
            var page = TransferPage<Int>()
            var seen: [String: Int] = [:]
            for row in rows {
                // The coins of the first block have no transaction.
                guard let hash = row["hash"]?.string, let from = row["from"]?.string else {
                    throw server.unreadable(answer)
                }
                let time = try server.instant(row["timeStamp"]?.string, answer)
                let transfer = try transfer(row, action, hash, from, time, question)
                let key = "\(hash) \(from) \(row["to"]?.string ?? "") \(row["value"]?.string ?? "")"
                seen[key, default: 0] += 1
                page.rows.append(.init(key: "\(key) \(seen[key] ?? 1)", time: time, transfer: transfer))
            }
            if rows.count >= Self.pageSize { page.next = number + 1 }
            return page
        }
    }

    private func transfer(
        _ row: LosslessJSON, _ action: String, _ hash: String, _ from: String, _ time: Date, _ question: BalanceQuestion
    ) throws -> ChainTransfer? {
        let own = question.address.text.lowercased()
        // A new contract has no receiver, and its address instead.
        let receiver = (row["to"]?.string).flatMap { $0.isEmpty ? nil : $0 } ?? row["contractAddress"]?.string ?? ""
        let (isFrom, isTo) = (from.lowercased() == own, receiver.lowercased() == own)
        guard isFrom || isTo else {
            throw ChainProviderError.otherThing(provider: name, asked: question.address.text, given: from)
        }
        if let contract = question.contract, row["contractAddress"]?.string?.lowercased() != contract.lowercased() {
            let given = row["contractAddress"]?.string ?? "nothing"
            throw ChainProviderError.otherThing(provider: name, asked: contract, given: given)
        }
        let isFailed = row["isError"]?.string == "1"
        let value = try server.amount(row["value"]?.string, question.currency, row)
        var amount = Money.zero(question.currency)
        if !isFailed {
            if isTo { amount = try amount.adding(value) }
            if isFrom { amount = try amount.subtracting(value) }
        }
        var fee: Money?
        if action == "txlist", isFrom, let used = row["gasUsed"]?.string.flatMap({ Int128($0) }),
            let price = row["gasPrice"]?.string.flatMap({ Int128($0) })
        {
            let (product, isTooLarge) = used.multipliedReportingOverflow(by: price)
            guard !isTooLarge else {
                throw ChainProviderError.implausible(provider: name, number: "\(used) × \(price)")
            }
            fee = try server.amount("\(product)", question.currency, row)
            amount = try fee.map { try amount.subtracting($0) } ?? amount
        }
        guard !amount.isZero else { return nil }
        let other = isFrom ? receiver : from
        return ChainTransfer(
            hash: hash, amount: amount, fee: fee, time: time, isFailed: isFailed,
            counterparty: (try? question.chain.address(other).text) ?? other)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let answer = try await answer(chain, "proxy", [("action", "eth_blockNumber")], call)
        guard let digits = answer.string, digits.hasPrefix("0x"), let height = Int64(digits.dropFirst(2), radix: 16)
        else { throw server.unreadable(answer) }
        return "block \(height)"
    }

    /// The result of a request. Everything comes with status 200; no transactions are an error in name only.
    func answer(
        _ chain: Chain, _ module: String, _ query: [(String, String)], _ call: Call
    ) async throws -> LosslessJSON {
        let parameters = [("chainid", "\(chain.ethereumID ?? 0)"), ("module", module)] + query
        let answer = try await server.get("api", query: parameters, call)
        try server.checkError(answer)
        guard let result = answer["result"] else { throw server.unreadable(answer) }
        // The proxy answers as a node does, without a status.
        if let status = answer["status"]?.numeral, status != "1" {
            if result.array?.isEmpty == true { return result }
            let message = result.string ?? answer["message"]?.string ?? result.shown
            throw ChainProviderError.refused(provider: name, message: message)
        }
        return result
    }
}
