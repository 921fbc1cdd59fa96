import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// A server that runs Blockbook: Trezor's, one's own.
struct Blockbook: ChainProvider {
    static let providerName = "blockbook"
    let name = Blockbook.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await balanceAnswer(question, call).amount
    }

    func balanceAnswer(_ question: BalanceQuestion, _ call: Call) async throws -> BalanceAnswer {
        let answer = try await answer(about: question.address, [("details", "basic")], call)
        let pending = try? server.amount(answer["unconfirmedBalance"]?.string, question.currency, answer)
        return BalanceAnswer(
            try server.amount(answer["balance"]?.string, question.currency, answer),
            excluded: pending.flatMap { $0.isZero ? nil : [ExcludedAmount($0, .unconfirmed)] } ?? [])
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        try await server.history(from: 1, since: since) { number in
            let query = [("details", "txs"), ("page", "\(number)"), ("pageSize", "200")]
            let answer = try await answer(about: question.address, query, call)
            var page = TransferPage<Int>()
            for row in answer["transactions"]?.array ?? [] {
                guard let hash = row["txid"]?.string else { throw server.unreadable(answer) }
                guard let depth = row["confirmations"]?.number, depth != "0" else { continue }
                let time = try server.instant(row["blockTime"]?.number, answer)
                page.rows.append(.init(key: hash, time: time, transfer: try transfer(row, hash, time, question)))
            }
            // A page beyond the last one is answered with the last one.
            guard let given = answer["page"]?.number.flatMap({ Int($0) }), given == number else {
                if page.rows.isEmpty { return page }
                throw server.unreadable(answer)
            }
            let last = answer["totalPages"]?.number.flatMap { Int($0) } ?? 1
            page.next = number < last ? number + 1 : nil
            return page
        }
    }

    private func transfer(
        _ row: LosslessJSON, _ hash: String, _ time: Date, _ question: BalanceQuestion
    ) throws -> ChainTransfer? {
        let address = question.address
        func owners(_ coins: LosslessJSON?) -> [String] {
            (coins?.array ?? []).flatMap { ($0["addresses"]?.array ?? []).compactMap(\.string) }
        }
        func own(_ coins: LosslessJSON?) throws -> Money {
            let mine = (coins?.array ?? []).filter { coin in
                let owners = coin["addresses"]?.array ?? []
                return owners.count == 1 && owners[0].string.map { address.isSame(as: $0) } == true
            }
            return try Money.sum(
                mine.map { try server.amount($0["value"]?.string, question.currency, row) }, in: question.currency)
        }
        let others = { (coins: LosslessJSON?) in owners(coins).filter { !address.isSame(as: $0) } }
        return try server.transfer(
            hash, spent: own(row["vin"]), received: own(row["vout"]),
            fee: row["fees"].map { try server.amount($0.string, question.currency, row) }, time, own: address.text,
            senders: others(row["vin"]), receivers: others(row["vout"]))
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let answer = try await server.get("api/status", call)
        guard let height = answer["blockbook"]?["bestHeight"]?.number else { throw server.unreadable(answer) }
        return "block \(height)"
    }

    /// What it says of an address, which has to be the one that was asked about.
    private func answer(
        about address: ChainAddress, _ query: [(String, String)], _ call: Call
    ) async throws -> LosslessJSON {
        let answer = try await server.get("api/v2/address/\(address.text)", query: query, call)
        let given = answer["address"]?.string ?? ""
        guard address.isSame(as: given) else {
            throw ChainProviderError.otherThing(provider: name, asked: address.text, given: given)
        }
        return answer
    }
}
