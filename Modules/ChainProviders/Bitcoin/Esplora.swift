import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// A server that speaks Esplora's interface: Blockstream's, mempool.space, one's own.
struct Esplora: ChainProvider {
    static let providerName = "esplora"
    /// How many transactions a full page of the public servers has; one's own may give fewer or more.
    private static let pageSize = 25
    let name = Esplora.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await balanceAnswer(question, call).amount
    }

    func balanceAnswer(_ question: BalanceQuestion, _ call: Call) async throws -> BalanceAnswer {
        let answer = try await server.get("address/\(question.address.text)", call)
        let given = answer["address"]?.string ?? ""
        guard question.address.isSame(as: given) else {
            throw ChainProviderError.otherThing(provider: name, asked: question.address.text, given: given)
        }
        // What is not confirmed is not counted: it may never be.
        let stats = answer["chain_stats"]
        let funded = try server.amount(stats?["funded_txo_sum"]?.number, question.currency, answer)
        let spent = try server.amount(stats?["spent_txo_sum"]?.number, question.currency, answer)
        let balance = try funded.subtracting(spent)
        guard !balance.isNegative else { throw server.unreadable(answer) }
        let pending = answer["mempool_stats"]
        let arriving = try? server.amount(pending?["funded_txo_sum"]?.number, question.currency, answer)
        let leaving = try? server.amount(pending?["spent_txo_sum"]?.number, question.currency, answer)
        guard let arriving, let leaving, let change = try? arriving.subtracting(leaving), change.isPositive else {
            return BalanceAnswer(balance)
        }
        return BalanceAnswer(balance, excluded: [ExcludedAmount(change, .unconfirmed)])
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        let path = "address/\(question.address.text)/txs/chain"
        return try await server.history(from: path, since: since) { place in
            let answer = try await server.get(place, call)
            guard let rows = answer.array else { throw server.unreadable(answer) }
            var page = TransferPage<String>()
            for row in rows {
                guard let hash = row["txid"]?.string, let status = row["status"] else {
                    throw server.unreadable(answer)
                }
                guard status["confirmed"] == .boolean(true) else { continue }
                let time = try server.instant(status["block_time"]?.number, answer)
                page.rows.append(.init(key: hash, time: time, transfer: try transfer(row, hash, time, question)))
            }
            // Only an empty page is surely the last, but a small list may come again for want of another.
            if let last = page.rows.last?.key, rows.count >= Self.pageSize || !place.hasSuffix("/\(last)") {
                page.next = "\(path)/\(last)"
            }
            return page
        }
    }

    private func transfer(
        _ row: LosslessJSON, _ hash: String, _ time: Date, _ question: BalanceQuestion
    ) throws -> ChainTransfer? {
        // What a block's finder gets comes from nowhere.
        let inputs = (row["vin"]?.array ?? []).compactMap { $0["prevout"] }.filter { $0 != .null }
        let outputs = row["vout"]?.array ?? []
        let address = question.address
        func isOwn(_ coin: LosslessJSON) -> Bool {
            coin["scriptpubkey_address"]?.string.map { address.isSame(as: $0) } ?? false
        }
        func others(_ coins: [LosslessJSON]) -> [String] {
            coins.filter { !isOwn($0) }.compactMap { $0["scriptpubkey_address"]?.string }
        }
        func own(_ coins: [LosslessJSON]) throws -> Money {
            let mine = coins.filter(isOwn)
            return try Money.sum(
                mine.map { try server.amount($0["value"]?.number, question.currency, row) }, in: question.currency)
        }
        return try server.transfer(
            hash, spent: own(inputs), received: own(outputs),
            fee: row["fee"].map { try server.amount($0.number, question.currency, row) }, time,
            own: address.text, senders: others(inputs), receivers: others(outputs))
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        "block \(try await server.number("blocks/tip/height", call))"
    }
}
