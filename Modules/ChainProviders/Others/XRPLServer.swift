import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// A server of the XRP Ledger: XRP of the last validated ledger, the reserve included.
struct XRPLServer: ChainProvider {
    static let providerName = "xrpl"
    /// The ledger counts its seconds from 2000-01-01.
    private static let epoch = 946_684_800
    let name = XRPLServer.providerName
    let server: ChainServer

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        guard question.contract == nil else {
            throw ChainProviderError.noTokens(provider: name, chain: question.chain.name)
        }
        let account = question.address.text
        let options: [String: LosslessJSON] = ["account": .string(account), "ledger_index": "validated"]
        guard let result = try await result("account_info", options, call) else { return .zero(question.currency) }
        let data = result["account_data"]
        guard data?["Account"]?.string == account else {
            let given = data?["Account"]?.string ?? "nothing"
            throw ChainProviderError.otherThing(provider: name, asked: account, given: given)
        }
        return try server.amount(data?["Balance"]?.string, question.currency, result)
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        let account = question.address.text
        return try await server.history(from: LosslessJSON.null, since: since) { marker in
            var options: [String: LosslessJSON] = [
                "account": .string(account), "ledger_index_min": -1, "ledger_index_max": -1, "limit": 200,
                "forward": false, "api_version": 1,
            ]
            if marker != .null { options["marker"] = marker }
            var page = TransferPage<LosslessJSON>()
            guard let result = try await result("account_tx", options, call) else { return page }
            guard result["account"]?.string == account, let rows = result["transactions"]?.array else {
                throw ChainProviderError.otherThing(
                    provider: name, asked: account, given: result["account"]?.string ?? "nothing")
            }
            for row in rows where row["validated"] != .boolean(false) {
                guard let transaction = row["tx"], let hash = transaction["hash"]?.string, let meta = row["meta"],
                    let seconds = transaction["date"]?.number.flatMap({ Int($0) })
                else { throw server.unreadable(result) }
                let time = try server.instant("\(seconds + Self.epoch)", result)
                page.rows.append(
                    .init(key: hash, time: time, transfer: try transfer(transaction, meta, hash, time, question)))
            }
            page.next = result["marker"].flatMap { $0 == .null ? nil : $0 }
            return page
        }
    }

    /// What a transaction did to the account, as the ledger notes it: fees, offers and escrows included. `Amount` would lie
    /// for a payment that was delivered in part.
    private func transfer(
        _ transaction: LosslessJSON, _ meta: LosslessJSON, _ hash: String, _ time: Date, _ question: BalanceQuestion
    ) throws -> ChainTransfer? {
        let account = question.address.text
        func drops(_ value: LosslessJSON?) throws -> Money {
            try server.amount(value?.string, question.currency, meta)
        }
        let isFailed = meta["TransactionResult"]?.string != "tesSUCCESS"
        let isOwn = transaction["Account"]?.string == account
        var amount: Money?
        for node in meta["AffectedNodes"]?.array ?? [] {
            let (kind, body) = node.object?.first ?? ("", .null)
            let fields = body["FinalFields"] ?? body["NewFields"]
            guard body["LedgerEntryType"]?.string == "AccountRoot", fields?["Account"]?.string == account else {
                continue
            }
            let after = try drops(fields?["Balance"])
            let before =
                kind == "CreatedNode"
                ? Money.zero(question.currency) : try body["PreviousFields"]?["Balance"].map { try drops($0) } ?? after
            amount = try after.subtracting(before)
        }
        if amount == nil, !isFailed, !isOwn, transaction["Destination"]?.string == account,
            let delivered = meta["delivered_amount"], delivered.string != nil
        {
            amount = try drops(delivered)
        }
        guard let amount, !amount.isZero else { return nil }
        return ChainTransfer(
            hash: hash, amount: amount, fee: isOwn ? try drops(transaction["Fee"]) : nil, time: time,
            isFailed: isFailed, counterparty: (isOwn ? transaction["Destination"] : transaction["Account"])?.string)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let result = try await result("ledger", ["ledger_index": "validated"], call)
        let index = result?["ledger_index"]?.numeral ?? result?["ledger"]?["ledger_index"]?.numeral
        guard let index else { throw server.unreadable(result ?? .null) }
        return "ledger \(index)"
    }

    /// The result of a method; nil for an account that nobody has funded yet, which is in no ledger.
    private func result(
        _ method: String, _ options: [String: LosslessJSON], _ call: Call
    ) async throws -> LosslessJSON? {
        let request: LosslessJSON = ["method": .string(method), "params": [.object(options)]]
        let answer = try await server.post("", request, call)
        guard let result = answer["result"] else { throw server.unreadable(answer) }
        guard let error = result["error"]?.string else { return result }
        if error == "actNotFound" { return nil }
        throw ChainProviderError.refused(provider: name, message: result["error_message"]?.string ?? error)
    }
}
