import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// Koios, for Cardano: an address, or all addresses with one stake key and its rewards.
struct Koios: ChainProvider {
    static let providerName = "koios"
    /// How many transactions one request may name: the body of a request is small.
    private static let chunk = 10
    /// How many transactions are read at most.
    private static let most = 300
    let name = Koios.providerName
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

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        let address = question.address.text
        // Rewards of a stake key are in no transaction.
        guard !address.hasPrefix("stake") else { return nil }
        let answer = try await server.post("address_txs", ["_addresses": [address]], call)
        guard let rows = answer.array else { throw server.unreadable(answer) }
        var found: [(hash: String, time: Date)] = []
        for row in rows {
            guard let hash = row["tx_hash"]?.string else { throw server.unreadable(answer) }
            found.append((hash, try server.instant(row["block_time"]?.number, answer)))
        }
        found.sort { $0.time > $1.time }
        let wanted = found.prefix(Self.most).filter { row in since.map { row.time >= $0 } ?? true }
        // The list itself ends at 1,000.
        let isWhole = since == nil && wanted.count == found.count && found.count < 1000
        var transfers: [ChainTransfer] = []
        var rest = wanted.map(\.hash)
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.chunk))
            rest.removeFirst(part.count)
            transfers += try await self.transfers(part, question, call)
        }
        return ChainHistory(
            transfers, start: isWhole ? nil : [since, wanted.last?.time].compactMap { $0 }.max(),
            isCutOff: !isWhole)
    }

    private func transfers(
        _ hashes: [String], _ question: BalanceQuestion, _ call: Call
    ) async throws -> [ChainTransfer] {
        let answer = try await server.post(
            "tx_info", ["_tx_hashes": .array(hashes.map { .string($0) }), "_inputs": true] as LosslessJSON, call)
        let rows = answer.array ?? []
        guard Set(rows.compactMap { $0["tx_hash"]?.string }) == Set(hashes), rows.count == hashes.count else {
            throw server.unreadable(answer)
        }
        return try rows.compactMap { row in
            // Of a contract that failed, its pledge is taken and the rest of that given back.
            let isFailed = row["valid_contract"] == .boolean(false)
            let inputs = (isFailed ? row["collateral_inputs"] : row["inputs"])?.array ?? []
            let outputs = isFailed ? [row["collateral_output"] ?? .null] : row["outputs"]?.array ?? []
            func owners(_ coins: [LosslessJSON]) -> [String] {
                coins.compactMap { $0["payment_addr"]?["bech32"]?.string }
            }
            func own(_ coins: [LosslessJSON]) throws -> Money {
                let mine = coins.filter { $0["payment_addr"]?["bech32"]?.string == question.address.text }
                return try Money.sum(
                    mine.map { try server.amount($0["value"]?.string, question.currency, row) }, in: question.currency)
            }
            return try server.transfer(
                row["tx_hash"]?.string ?? "", spent: own(inputs), received: own(outputs),
                fee: server.amount(row["fee"]?.string, question.currency, row),
                server.instant(row["tx_timestamp"]?.number, row), own: question.address.text,
                senders: owners(inputs), receivers: owners(outputs))
        }
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let answer = try await server.get("tip", call)
        guard let height = answer.array?.first?["block_no"]?.number ?? answer.array?.first?["block_height"]?.number
        else { throw server.unreadable(answer) }
        return "block \(height)"
    }
}
