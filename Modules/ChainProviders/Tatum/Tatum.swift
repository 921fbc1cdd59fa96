import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// Tatum's interface, version 4.
struct Tatum: ChainProvider {
    static let providerName = "tatum"
    /// The rows of a page.
    private static let pageSize = 50
    let name = Tatum.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let chain = TatumChains.name(of: question.chain) ?? ""
        if question.chain.ethereumID != nil || question.chain == .solana {
            return try await portfolio(question, chain, call)
        }
        guard question.contract == nil else {
            throw ChainProviderError.noTokens(provider: name, chain: question.chain.name)
        }
        let answer = try await server.get(
            "data/blockchains/balance", query: [("chain", chain), ("address", question.address.text)], call)
        func coins(_ name: String) throws -> Money {
            guard let text = answer[name]?.numeral else { throw server.unreadable(answer) }
            // A whole number may count coins or their smallest units: the interface does not say.
            guard text == "0" || text.contains(".") || !TatumChains.countsOutputs(question.chain) else {
                throw ChainProviderError.unknownUnit(provider: self.name, number: text)
            }
            return try server.coins(text, question.currency, answer)
        }
        guard TatumChains.countsOutputs(question.chain) else { return try coins("balance") }
        let balance = try coins("incoming").subtracting(coins("outgoing"))
        guard !balance.isNegative else { throw server.unreadable(answer) }
        return balance
    }

    /// The balance among all that an address holds.
    private func portfolio(_ question: BalanceQuestion, _ chain: String, _ call: Call) async throws -> Money {
        var offset = 0
        while offset < 40 * Self.pageSize {
            let query = [
                ("chain", chain), ("addresses", question.address.text),
                ("tokenTypes", question.contract == nil ? "native" : "fungible"), ("excludeMetadata", "true"),
                ("pageSize", "\(Self.pageSize)"), ("offset", "\(offset)"),
            ]
            let answer = try await server.get("data/wallet/portfolio", query: query, call)
            guard let rows = answer["result"]?.array ?? answer.array else { throw server.unreadable(answer) }
            var found: LosslessJSON?
            for row in rows {
                try check(row, is: question, chain)
                let contract = row["tokenAddress"]?.string?.lowercased()
                guard contract == question.contract?.lowercased() else { continue }
                guard row["type"]?.string != "nft" else { continue }
                // Of two rows of one currency nobody can tell which is meant.
                guard found == nil || found == row else { throw server.unreadable(answer) }
                found = row
            }
            if let row = found {
                guard row["decimals"]?.numeral == "\(question.currency.minorUnit)" else {
                    let decimals = row["decimals"]?.numeral.flatMap { Int($0) } ?? -1
                    throw ChainProviderError.otherDecimals(currency: question.currency, actual: decimals)
                }
                return try server.amount(row["balance"]?.string, question.currency, answer)
            }
            if rows.count < Self.pageSize { return .zero(question.currency) }
            offset += rows.count
        }
        throw ChainProviderError.repeatsPages(provider: name)
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        guard let chain = TatumChains.name(of: question.chain) else { return nil }
        return try await server.history(from: 0, since: since) { offset in
            let query =
                [
                    ("chain", chain), ("addresses", question.address.text), ("sort", "DESC"), ("blockFrom", "0"),
                    ("pageSize", "\(Self.pageSize)"), ("offset", "\(offset)"),
                ] + (question.contract.map { [("tokenAddress", $0)] } ?? [("transactionTypes", "native")])
            let answer = try await server.get("data/transaction/history", query: query, call)
            guard let rows = answer["result"]?.array else { throw server.unreadable(answer) }
            var page = TransferPage<Int>()
            var seen: [String: Int] = [:]
            for row in rows {
                try check(row, is: question, chain)
                guard let hash = row["hash"]?.string, let stamp = row["timestamp"]?.numeral.flatMap({ Int64($0) })
                else {
                    throw server.unreadable(answer)
                }
                // Some chains tell milliseconds and others seconds.
                let time = try server.instant("\(stamp > 100_000_000_000 ? stamp / 1000 : stamp)", answer)
                // One transaction may move the same amount several times, but a page that comes again has nothing new.
                let key = "\(hash) \(row["counterAddress"]?.string ?? "") \(row["amount"]?.numeral ?? "")"
                seen[key, default: 0] += 1
                let transfer = try transfer(row, hash, time, question)
                page.rows.append(.init(key: "\(key) \(seen[key] ?? 1)", time: time, transfer: transfer))
            }
            page.next = rows.count < Self.pageSize ? nil : offset + rows.count
            return page
        }
    }

    private func transfer(
        _ row: LosslessJSON, _ hash: String, _ time: Date, _ question: BalanceQuestion
    ) throws -> ChainTransfer? {
        let kind = row["transactionSubtype"]?.string
        guard kind != "zero-transfer", let text = row["amount"]?.numeral else { return nil }
        let amount = try server.coins(text.hasPrefix("-") ? String(text.dropFirst()) : text, question.currency, row)
        guard !amount.isZero else { return nil }
        return ChainTransfer(
            hash: hash, amount: kind == "outgoing" || text.hasPrefix("-") ? amount.negated : amount, time: time,
            counterparty: row["counterAddress"]?.string.map { (try? question.chain.address($0).text) ?? $0 })
    }

    /// Refuses a row about another chain or address.
    private func check(_ row: LosslessJSON, is question: BalanceQuestion, _ chain: String) throws {
        let address = row["address"]?.string ?? "nothing"
        guard row["chain"]?.string == chain, address.lowercased() == question.address.text.lowercased() else {
            throw ChainProviderError.otherThing(
                provider: name, asked: "\(question.address.text) on \(chain)",
                given: "\(address) on \(row["chain"]?.string ?? "no chain")")
        }
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        // It has no height of its own: that a balance is reported shows that key and server are right.
        let answer = try await server.get(
            "data/rate/symbol", query: [("symbol", chain.currency.code), ("basePair", "USD")], call)
        guard answer["value"] != nil else { throw server.unreadable(answer) }
        return "answers"
    }
}
