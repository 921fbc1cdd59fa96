import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

// The transactions of tokens: what their contracts have logged. Nodes answer for so many blocks at a time, each for another
// number, so the range is halved until one answers.

extension JSONRPCNode {
    /// The topic of ERC-20's `Transfer(address,address,uint256)`.
    private static let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
    /// How many ranges are asked for, so that a node with small ones is not asked for ever.
    private static let most = 60

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        guard let contract = question.contract else { return nil }
        let numbers = try await answers([JSONRPCCall(id: 1, method: "eth_blockNumber", params: [])], call)
        guard let latest = try number(numbers[1]).flatMap({ Int64(exactly: $0) }) else {
            throw server.unreadable(numbers[1] ?? .null)
        }
        var transfers: [ChainTransfer] = []
        var times: [Int64: Date] = [:]
        var (end, span) = (latest, latest + 1)
        for _ in 0..<Self.most {
            let start = max(0, end - span + 1)
            let logs: [Log]
            do {
                logs = try await self.logs(contract, question.address.text, start...end, call)
            } catch let error as ChainProviderError {
                guard case .refused = error, span > 1 else { throw error }
                span = max(1, min(span, end + 1) / 2)
                continue
            }
            let blocks = Set(logs.map(\.block) + (start == 0 ? [] : [start])).filter { times[$0] == nil }
            times.merge(try await self.times(of: blocks, call)) { $1 }
            transfers += try logs.compactMap { try $0.transfer(question, at: times[$0.block], self) }
            if start == 0 { return ChainHistory(transfers.numbered) }
            if let since, let time = times[start], time < since {
                return ChainHistory(transfers.numbered, start: since)
            }
            end = start - 1
        }
        return ChainHistory(transfers.numbered, start: times[end + 1] ?? call.now, isCutOff: true)
    }

    /// One transfer as its contract logged it.
    fileprivate struct Log {
        let hash: String
        let block: Int64
        let from: String
        let to: String
        let units: LosslessJSON

        func transfer(_ question: BalanceQuestion, at time: Date?, _ node: JSONRPCNode) throws -> ChainTransfer? {
            guard let time, let units = try node.number(["result": units]) else {
                throw node.server.unreadable(self.units)
            }
            guard let units = Int128(exactly: units) else {
                throw ChainProviderError.implausible(provider: node.name, number: "\(units)")
            }
            // What an address sends to itself changes nothing, and neither does a transfer of nothing.
            let own = question.address.text.lowercased()
            guard from != to, units > 0 else { return nil }
            let amount = try Money(minorUnits: to == own ? units : -units, question.currency)
            let other = to == own ? from : to
            return ChainTransfer(
                hash: hash, amount: amount, time: time, counterparty: (try? question.chain.address(other).text) ?? other
            )
        }
    }

    /// What a token's contract logged of an address in a range of blocks.
    private func logs(
        _ contract: String, _ holder: String, _ blocks: ClosedRange<Int64>, _ call: Call
    ) async throws -> [Log] {
        let own = holder.lowercased()
        let topic = LosslessJSON.string("0x" + String(repeating: "0", count: 24) + own.dropFirst(2))
        let range: [String: LosslessJSON] = [
            "address": .string(contract), "fromBlock": .string("0x" + String(blocks.lowerBound, radix: 16)),
            "toBlock": .string("0x" + String(blocks.upperBound, radix: 16)),
        ]
        let topics: [LosslessJSON] = [[.string(Self.transfer), topic], [.string(Self.transfer), .null, topic]]
        let requests = topics.enumerated().map { index, topics in
            JSONRPCCall(
                id: index + 1, method: "eth_getLogs", params: [.object(range.merging(["topics": topics]) { $1 })])
        }
        let answers = try await answers(requests, call)
        var logs: [String: Log] = [:]
        for request in requests {
            let answer = answers[request.id] ?? .null
            try server.checkError(answer)
            guard let rows = answer["result"]?.array else { throw server.unreadable(answer) }
            for row in rows {
                let topics = (row["topics"]?.array ?? []).compactMap(\.string)
                // A collectible has its number as a fourth topic. What a reorganisation has removed is reported once more.
                guard topics.count == 3, row["removed"] != .boolean(true) else { continue }
                guard row["address"]?.string?.lowercased() == contract.lowercased(),
                    topics[0] == Self.transfer, topics[1].count == 66, topics[2].count == 66,
                    let hash = row["transactionHash"]?.string, let index = row["logIndex"]?.string,
                    let block = try number(["result": row["blockNumber"] ?? .null]).flatMap({ Int64(exactly: $0) }),
                    blocks.contains(block), let units = row["data"]
                else { throw server.unreadable(row) }
                let (from, to) = ("0x" + topics[1].suffix(40).lowercased(), "0x" + topics[2].suffix(40).lowercased())
                guard from == own || to == own else {
                    throw ChainProviderError.otherThing(provider: name, asked: holder, given: to)
                }
                logs["\(hash) \(index)"] = Log(hash: hash, block: block, from: from, to: to, units: units)
            }
        }
        return Array(logs.values)
    }

    /// When blocks were made.
    private func times(of blocks: some Collection<Int64>, _ call: Call) async throws -> [Int64: Date] {
        var times: [Int64: Date] = [:]
        var rest = Array(blocks).sorted()
        while !rest.isEmpty {
            let part = rest.prefix(50)
            rest.removeFirst(part.count)
            let requests = part.enumerated().map { index, block in
                JSONRPCCall(
                    id: index + 1, method: "eth_getBlockByNumber",
                    params: [.string("0x" + String(block, radix: 16)), false])
            }
            let answers = try await answers(requests, call)
            for (index, block) in part.enumerated() {
                let answer = answers[index + 1] ?? .null
                try server.checkError(answer)
                guard let seconds = try number(["result": answer["result"]?["timestamp"] ?? .null]) else {
                    throw server.unreadable(answer)
                }
                // The first block of a test network has no time.
                times[block] = block == 0 ? Date(timeIntervalSince1970: 0) : try server.instant("\(seconds)", answer)
            }
        }
        return times
    }
}
