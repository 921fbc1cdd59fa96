import Blockchain
import HTTPNetworking
import Models
import PluginKit

import struct Foundation.Date

/// A node of Tron such as TronGrid's: TRX that is not staked, and TRC-20 tokens.
struct TronGrid: ChainProvider {
    static let providerName = "trongrid"
    static let key = SettingDefinition(
        "blockchain.tron.trongrid.apiKey", .string, secret: true,
        "A key of TronGrid; without one it answers less often.")
    let name = TronGrid.providerName
    let server: ChainServer

    private struct Question: Encodable, Sendable {
        let address: String
        let visible = true
    }

    private struct ContractCall: Encodable, Sendable {
        let owner_address: String
        let contract_address: String
        let function_selector: String
        let parameter: String
        let visible = true
    }

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        try await balanceAnswer(question, call).amount
    }

    func balanceAnswer(_ question: BalanceQuestion, _ call: Call) async throws -> BalanceAnswer {
        let account = question.address.text
        guard let contract = question.contract else {
            let answer = try await server.post("wallet/getaccount", Question(address: account), call)
            try check(answer)
            // An account that nobody has used yet is an empty object, and a balance of 0 is left out.
            guard let members = answer.object else { throw server.unreadable(answer) }
            if let given = members["address"]?.string, given != account {
                throw ChainProviderError.otherThing(provider: name, asked: account, given: given)
            }
            guard members["address"] != nil || members.isEmpty else { throw server.unreadable(answer) }
            let staked = try staked(answer, question)
            let excluded = staked.isZero ? [] : [ExcludedAmount(staked, .staked)]
            guard let balance = members["balance"] else {
                return BalanceAnswer(.zero(question.currency), excluded: excluded)
            }
            return BalanceAnswer(
                try server.amount(balance.number, question.currency, answer), excluded: excluded)
        }
        let argument = String(repeating: "0", count: 24) + question.address.hexPayload
        let decimals = try await constant(contract, account, "decimals()", "", call)
        guard decimals == "\(question.currency.minorUnit)" else {
            throw ChainProviderError.otherDecimals(currency: question.currency, actual: Int(decimals) ?? Int.max)
        }
        let units = try await constant(contract, account, "balanceOf(address)", argument, call)
        return BalanceAnswer(try server.amount(units, question.currency, .string(units)))
    }

    /// The amount that an account has staked, for energy, bandwidth and votes, with what is on its way back.
    private func staked(_ account: LosslessJSON, _ question: BalanceQuestion) throws -> Money {
        let resource = account["account_resource"]
        var amounts: [LosslessJSON?] = (account["frozenV2"]?.array ?? []).map { $0["amount"] }
        amounts += (account["unfrozenV2"]?.array ?? []).map { $0["unfreeze_amount"] }
        amounts += (account["frozen"]?.array ?? []).map { $0["frozen_balance"] }
        amounts.append(resource?["frozen_balance_for_energy"]?["frozen_balance"])
        amounts.append(account["delegated_frozenV2_balance_for_bandwidth"])
        amounts.append(resource?["delegated_frozenV2_balance_for_energy"])
        return try Money.sum(
            amounts.compactMap(\.self).map { try server.amount($0.number, question.currency, account) },
            in: question.currency)
    }

    /// The number that a contract answers, in decimal digits.
    private func constant(
        _ contract: String, _ owner: String, _ function: String, _ parameter: String, _ call: Call
    ) async throws -> String {
        let request = ContractCall(
            owner_address: owner, contract_address: contract, function_selector: function, parameter: parameter)
        let answer = try await server.post("wallet/triggerconstantcontract", request, call)
        try check(answer)
        // A word of exactly 32 bytes; anything else is no token.
        guard let hex = answer["constant_result"]?.array?.first?.string, hex.utf8.count == 64,
            hex.allSatisfy(\.isHexDigit)
        else { throw ChainProviderError.noToken(provider: name, contract: contract) }
        let digits = hex.drop { $0 == "0" }
        guard digits.count <= 32 else { throw ChainProviderError.implausible(provider: name, number: hex) }
        guard let number = UInt128("0" + digits, radix: 16) else { throw server.unreadable(answer) }
        return "\(number)"
    }

    /// Tron's nodes tell errors with status 200.
    func check(_ answer: LosslessJSON) throws {
        if let error = answer["Error"]?.string { throw ChainProviderError.refused(provider: name, message: error) }
        if let result = answer["result"], result["result"] != .boolean(true), let message = result["message"]?.string {
            throw ChainProviderError.refused(provider: name, message: message)
        }
    }
}

extension ChainAddress {
    /// The 20 bytes of the address in hexadecimal digits.
    fileprivate var hexPayload: String { payload.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension TronGrid {
    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        let account = question.address.text
        var query = [("only_confirmed", "true"), ("limit", "200")]
        if let contract = question.contract { query.append(("contract_address", contract)) }
        let path = "v1/accounts/\(account)/transactions" + (question.contract == nil ? "" : "/trc20")
        return try await server.history(from: "", since: since) { cursor in
            let answer = try await server.get(
                path, query: query + (cursor.isEmpty ? [] : [("fingerprint", cursor)]), call)
            try check(answer)
            guard answer["success"] != .boolean(false), let rows = answer["data"]?.array else {
                throw server.unreadable(answer)
            }
            var page = TransferPage<String>()
            var seen: [String: Int] = [:]
            for row in rows {
                guard let hash = (row["txID"] ?? row["transaction_id"])?.string,
                    let stamp = row["block_timestamp"]?.number.flatMap({ Int64($0) })
                else {
                    // What a contract moved by itself is listed in another form, and shows in the balance alone.
                    if row["internal_tx_id"] != nil { continue }
                    throw server.unreadable(answer)
                }
                let time = try server.instant("\(stamp / 1000)", answer)
                let transfer =
                    question.contract == nil
                    ? try self.transfer(row, hash, time, question) : try token(row, hash, time, question)
                // One transaction may move a token several times, even the same amount.
                let key = "\(hash) \(transfer.map { "\($0.amount.amountText) \($0.counterparty ?? "")" } ?? "")"
                seen[key, default: 0] += 1
                page.rows.append(.init(key: "\(key) \(seen[key] ?? 1)", time: time, transfer: transfer))
            }
            let next = answer["meta"]?["fingerprint"]?.string ?? ""
            page.next = next.isEmpty ? nil : next
            return page
        }
    }

    private func token(
        _ row: LosslessJSON, _ hash: String, _ time: Date, _ question: BalanceQuestion
    ) throws -> ChainTransfer? {
        // An approval is listed too, and moves nothing.
        guard row["type"]?.string == "Transfer" else { return nil }
        guard row["token_info"]?["address"]?.string == question.contract, let from = row["from"]?.string,
            let to = row["to"]?.string, [from, to].contains(question.address.text)
        else {
            let given = row["token_info"]?["address"]?.string ?? "nothing"
            throw ChainProviderError.otherThing(provider: name, asked: question.contract ?? "", given: given)
        }
        let amount = try server.amount(row["value"]?.string, question.currency, row)
        guard from != to, !amount.isZero else { return nil }
        let isIncoming = to == question.address.text
        return ChainTransfer(
            hash: hash, amount: isIncoming ? amount : amount.negated, time: time, counterparty: isIncoming ? from : to)
    }

    private func transfer(
        _ row: LosslessJSON, _ hash: String, _ time: Date, _ question: BalanceQuestion
    ) throws -> ChainTransfer? {
        let own = "41" + question.address.hexPayload
        let contract = row["raw_data"]?["contract"]?.array?.first
        let value = contract?["parameter"]?["value"]
        guard let kind = contract?["type"]?.string, let sender = value?["owner_address"]?.string else {
            throw server.unreadable(row)
        }
        let result = row["ret"]?.array?.first
        let isFailed = result?["contractRet"]?.string.map { $0 != "SUCCESS" } ?? false
        func sun(_ value: LosslessJSON?) throws -> Money {
            guard let value else { return .zero(question.currency) }
            return try server.amount(value.number, question.currency, row)
        }
        var amount = Money.zero(question.currency)
        let receiver = value?["to_address"]?.string ?? value?["contract_address"]?.string
        if !isFailed, sender != receiver {
            let moved =
                switch kind {
                case "TransferContract": try sun(value?["amount"])
                case "TriggerSmartContract": try sun(value?["call_value"])
                default: Money.zero(question.currency)
                }
            if sender == own { amount = moved.negated }
            if receiver == own { amount = moved }
        }
        let fee = sender == own ? try sun(result?["fee"]) : nil
        if let fee { amount = try amount.subtracting(fee) }
        guard !amount.isZero else { return nil }
        return ChainTransfer(
            hash: hash, amount: amount, fee: fee.flatMap { $0.isZero ? nil : $0 }, time: time, isFailed: isFailed)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String {
        let answer = try await server.post("wallet/getnowblock", [:] as LosslessJSON, call)
        try check(answer)
        guard let height = answer["block_header"]?["raw_data"]?["number"]?.number else {
            throw server.unreadable(answer)
        }
        return "block \(height)"
    }
}
