import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// A node of Solana: SOL, and tokens in all accounts that an address has for them.
struct SolanaNode: ChainProvider {
    static let providerName = "rpc"
    /// How many transactions are read at most: each is a request, and public nodes allow few.
    private static let most = 100
    let name = SolanaNode.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        guard question.contract != nil else {
            let owner = LosslessJSON.string(question.address.text)
            let result = try await server.result("getBalance", [owner, ["commitment": "finalized"]], call)
            return try server.amount(result["value"]?.number, question.currency, result)
        }
        var sum = Money.zero(question.currency)
        for account in try await accounts(question, call) {
            let amount = account["account"]?["data"]?["parsed"]?["info"]?["tokenAmount"]
            sum = try sum.adding(tokens(amount, question, account))
        }
        return sum
    }

    /// The accounts that an address has for a token.
    private func accounts(_ question: BalanceQuestion, _ call: Call) async throws -> [LosslessJSON] {
        let mint = question.contract ?? ""
        let params: [LosslessJSON] = [
            .string(question.address.text), ["mint": .string(mint)],
            ["encoding": "jsonParsed", "commitment": "finalized"],
        ]
        let result = try await server.result("getTokenAccountsByOwner", params, call)
        guard let accounts = result["value"]?.array else { throw server.unreadable(result) }
        for account in accounts {
            let info = account["account"]?["data"]?["parsed"]?["info"]
            guard info?["mint"]?.string == mint, info?["owner"]?.string == question.address.text else {
                let given = info?["mint"]?.string ?? "something else"
                throw ChainProviderError.otherThing(provider: name, asked: mint, given: given)
            }
        }
        return accounts
    }

    /// An amount of a token, which has to count in the asset's decimals.
    func tokens(_ amount: LosslessJSON?, _ question: BalanceQuestion, _ answer: LosslessJSON) throws -> Money {
        guard let decimals = amount?["decimals"]?.number.flatMap({ Int($0) }) else { throw server.unreadable(answer) }
        guard decimals == question.currency.minorUnit else {
            throw ChainProviderError.otherDecimals(currency: question.currency, actual: decimals)
        }
        return try server.amount(amount?["amount"]?.string, question.currency, answer)
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        // What moves a token names its accounts, not always their owner.
        var places = [question.address.text]
        if question.contract != nil { places = try await accounts(question, call).compactMap { $0["pubkey"]?.string } }
        var found = Signatures()
        for place in places {
            let more = try await signatures(of: place, since: since, call)
            found.times.merge(more.times) { $1 }
            found.start = [found.start, more.start].compactMap { $0 }.max()
            found.isCutOff = found.isCutOff || more.isCutOff
        }
        var transfers: [ChainTransfer] = []
        for (signature, time) in found.times.sorted(by: { $0.value > $1.value }) {
            if let since, time < since { continue }
            if let start = found.start, time < start { continue }
            let options: LosslessJSON = [
                "encoding": "json", "commitment": "finalized", "maxSupportedTransactionVersion": 0,
            ]
            let answer = try await server.result("getTransaction", [.string(signature), options], call)
            // A node that keeps the newest transactions alone knows no older one either: the list begins after it.
            guard answer != .null else {
                found.start = time.addingTimeInterval(1)
                break
            }
            if let transfer = try transfer(signature, time, answer, question) { transfers.append(transfer) }
        }
        let start = found.start
        return ChainHistory(
            transfers.filter { transfer in start.map { transfer.time >= $0 } ?? true }, start: start,
            isCutOff: found.isCutOff)
    }

    /// The signatures of an account's transactions with their times.
    struct Signatures {
        var times: [String: Date] = [:]
        /// When the oldest of them happened, if there are earlier ones that are not among them.
        var start: Date?
        var isCutOff = false
    }

    func signatures(of account: String, since: Date?, _ call: Call) async throws -> Signatures {
        let options: LosslessJSON = ["limit": .number("\(Self.most)"), "commitment": "finalized"]
        let answer = try await server.result("getSignaturesForAddress", [.string(account), options], call)
        guard let rows = answer.array else { throw server.unreadable(answer) }
        var found = Signatures()
        for row in rows {
            guard let signature = row["signature"]?.string else { throw server.unreadable(answer) }
            // Of its oldest transactions a node may not know the time. The newest come first: the list begins after it.
            if row["blockTime"] == .null {
                guard let oldest = found.times.values.min() else { throw server.unreadable(answer) }
                found.start = [oldest, since].compactMap { $0 }.max()
                return found
            }
            found.times[signature] = try server.instant(row["blockTime"]?.number, answer)
        }
        found.start = since
        if rows.count >= Self.most, let oldest = found.times.values.min() {
            (found.start, found.isCutOff) = ([oldest, since].compactMap { $0 }.max(), since == nil)
        }
        return found
    }

    private func transfer(
        _ signature: String, _ time: Date, _ answer: LosslessJSON, _ question: BalanceQuestion
    ) throws -> ChainTransfer? {
        guard let meta = answer["meta"] else { throw server.unreadable(answer) }
        let isFailed = meta["err"].map { $0 != .null } ?? false
        let amount: Money
        var fee: Money?
        if question.contract == nil {
            var keys = (answer["transaction"]?["message"]?["accountKeys"]?.array ?? []).compactMap {
                $0.string ?? $0["pubkey"]?.string
            }
            let (before, after) = (meta["preBalances"]?.array ?? [], meta["postBalances"]?.array ?? [])
            if keys.count < before.count {
                let loaded = meta["loadedAddresses"]
                for part in ["writable", "readonly"] { keys += (loaded?[part]?.array ?? []).compactMap(\.string) }
            }
            guard let place = keys.firstIndex(of: question.address.text) else { return nil }
            guard keys.count == before.count, before.count == after.count else { throw server.unreadable(answer) }
            amount = try server.amount(after[place].number, question.currency, answer)
                .subtracting(server.amount(before[place].number, question.currency, answer))
            // The first account pays.
            if place == 0 { fee = try server.amount(meta["fee"]?.number, question.currency, answer) }
        } else {
            func sum(_ balances: LosslessJSON?) throws -> Money {
                let own = (balances?.array ?? []).filter {
                    $0["mint"]?.string == question.contract && $0["owner"]?.string == question.address.text
                }
                return try Money.sum(
                    own.map { try tokens($0["uiTokenAmount"], question, answer) }, in: question.currency)
            }
            amount = try sum(meta["postTokenBalances"]).subtracting(sum(meta["preTokenBalances"]))
        }
        guard !amount.isZero else { return nil }
        return ChainTransfer(hash: signature, amount: amount, fee: fee, time: time, isFailed: isFailed)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let answer = try await server.result("getBlockHeight", [], call)
        guard let height = answer.number else { throw server.unreadable(answer) }
        return "block \(height)"
    }
}
