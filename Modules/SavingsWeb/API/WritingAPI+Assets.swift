import Allocation
import CommandSupport
import Foundation
import HTTPTypes
import Models
import Persistence
import Presentation
import SavingsViews
import WebApplication
import WebPages

extension Section {
    private static let placeMembers: [Route.Member] = [
        .init("name", "The name."), .init("chain", "The chain its address or contract is on, as in bitcoin."),
        .init("address", "The address whose balance counts."),
        .init("source", "Where its balance comes from besides what is entered."),
        .init("reference", "What the source knows it by."),
    ]
    private static let transactionMembers: [Route.Member] = [
        .init("date", "The day it counts from; else today."), .init("note", "A note."),
    ]

    /// For programs that write assets, their transactions and allocations.
    static let assetWrites: [Route] = [
        WritingOperation(
            method: .post, path: "/assets", makes: .asset,
            members: placeMembers + [
                .init("currency", "What it is counted in: USD, BTC, or the symbol of a token."),
                .init("contract", "The contract, if it is a token."),
                .init("decimals", .whole, "The decimals of the token, as its contract states."),
                .init("balance", "What it holds now: savings, not this month's payment."),
                .init("date", "The day of that balance; else today."),
            ],
            command: { _, members, _ in "add \(members["name"] ?? "")" }
        ).route("Adds an asset, with what it holds", "asset") { request in
            let members = request.members
            guard members["date"] == nil || members["balance"] != nil else {
                throw WebProblem.badMember(name: "balance", expected: "given where 'date' is, as the day of it")
            }
            var fields = members.place { members[$0] }
            (fields.currency, fields.contract) = (members["currency"], members["contract"])
            (fields.decimals, fields.balance) = (members.whole("decimals"), members["balance"])
            fields.balanceDate = members["date"]
            try request.services.savings.checkReach(fields)
            let added = try await request.services.savings.assets.add(fields, request.call)
            return Document(changed: added.value.asset, warnings: added.warnings, asOf: request.call.today)
        },
        WritingOperation(
            method: .patch, path: "/assets/{id}", thing: .asset, members: placeMembers, command: { "edit \($2)" }
        ).route("Changes what is said of an asset: what is null is removed, what is not sent stays", "asset") {
            request in
            let fields = request.members.place(request.members.edited)
            let assets = try request.services.savings.assets
            try request.services.savings.checkReach(fields, of: try await assets.asset(named: request.id))
            let edit = try await assets.edit(request.id, fields, request.call)
            return Document(changed: edit.value.after, warnings: edit.warnings, asOf: request.call.today)
        },
        WritingOperation(
            method: .delete, path: "/assets/{id}", thing: .asset, command: { "delete \($2)" }
        ).route("Deletes an asset with its transactions and allocations", "asset") { request in
            let assets = try request.services.savings.assets
            let found = try await assets.asset(named: request.id)
            _ = try await assets.delete(found, request.call)
            return Document(changed: found, asOf: request.call.today)
        },
        WritingOperation(
            method: .post, path: "/assets/{id}/transactions", thing: .asset, makes: .transaction,
            members: [
                .init("amount", .text, "The amount in the asset's currency, without a sign.", isRequired: true),
                .init("type", .choice(["deposit", "withdrawal"]), "Which way it goes; else it is a deposit."),
                .init("for", "The ended goal whose money a withdrawal spends."),
            ] + transactionMembers,
            command: { _, members, name in
                "\(members["type"] == "withdrawal" ? "withdraw" : "deposit") \(name) \(members["amount"] ?? "")"
            }
        ).route("Puts something into an asset, or takes it out", "transaction") { request in
            let members = request.members
            let isWithdrawal = members["type"] == "withdrawal"
            guard isWithdrawal || members["for"] == nil else {
                throw WebProblem.badMember(name: "type", expected: "'withdrawal' where 'for' is given")
            }
            let entry = AssetService.Entry(
                asset: request.id, amount: members["amount"] ?? "", date: members["date"], note: members["note"],
                isWithdrawal: isWithdrawal, goal: members["for"])
            return Document(
                try await request.services.savings.assets.enter(entry, request.call), asOf: request.call.today)
        },
        WritingOperation(
            method: .post, path: "/assets/{id}/adjust", thing: .asset,
            members: [
                .init(
                    "balance", .text, "The balance in the asset's currency, in digits.", isRequired: true),
                .init("date", "The day at whose end it is the balance; else today."),
                .init("note", "A note; else 'Balance set'."),
            ],
            losesNothing: true,
            command: { _, members, name in "adjust \(name) --to \(members["balance"] ?? "")" },
            replay: { try await replayedAdjustment($0, $1) }
        ).route("Sets the balance of an asset: the difference is put in or taken out", "adjustment") { request in
            let members = request.members
            let adjustment = AssetService.Adjustment(
                asset: request.id, balance: members["balance"] ?? "", date: members["date"], note: members["note"])
            return Document(
                try await request.services.savings.assets.adjust(adjustment, request.call), asOf: request.call.today)
        },
        WritingOperation(
            method: .patch, path: "/transactions/{id}", thing: .transaction,
            members: [.init("amount", "The right amount, without a sign: a withdrawal stays one.")]
                + transactionMembers,
            command: { _, _, _ in "transaction edit" }
        ).route("Corrects a transaction: what is null is removed, what is not sent stays", "transaction") { request in
            let members = request.members
            let correction = AssetService.Correction(
                amount: members.edited("amount"), date: members.edited("date"), note: members.edited("note"))
            let corrected = try await request.services.savings.assets.correct(request.id, correction, request.call)
            return Document(corrected, asOf: request.call.today)
        },
        WritingOperation(
            method: .delete, path: "/transactions/{id}", thing: .transaction,
            command: { _, _, _ in "transaction delete" }
        ).route("Deletes a transaction", "transaction") { request in
            let deleted = try await request.services.savings.assets.deleteTransaction(request.id, request.call)
            return Document(deleted, asOf: request.call.today)
        },
        WritingOperation(
            method: .put, path: "/assets/{id}/allocations", thing: .allocations,
            members: [
                .init(
                    "sizes", .textsByName,
                    "For each goal, by name or id: a share as in 60%, all, rest, or an amount. Others get nothing.",
                    isRequired: true)
            ],
            command: { "allocate \($2)" }
        ).route("Changes all allocations of an asset together", "allocations") { request in
            let replaced = try await request.services.savings.allocations.replace(
                request.id, with: request.members.textsByName("sizes") ?? [:], request.call)
            return Document(
                allocations: replaced.value, warnings: replaced.warnings, asOf: request.call.today)
        },
    ]
}

extension Section {
    /// The document of a balance that was set before, made of the request and of what it entered.
    private static func replayedAdjustment(_ request: WritingRequest, _ entry: Int) async throws -> Document {
        let (asset, entered) = try await request.services.store.read { reader in
            var entered: Transaction?
            // One that changed nothing has the number of an entry that somebody else made.
            if let key = request.call.idempotencyKey, try Receipt.of(key, in: reader)?.madeEntry == true {
                _ = try reader.forEachChange(ofEntry: entry) { change in
                    entered = try change.after?.value(Transaction.self) ?? entered
                    return true
                }
            }
            return (try reader.find(Asset.self, named: entered?.assetID.uuidString ?? request.id), entered)
        }
        let balance = try Money(entered: request.members["balance"] ?? "", asset.currency)
        let day = try entered?.day ?? request.members["date"].map { try CalendarDay($0) } ?? request.call.today
        let set = AssetService.Adjusted(
            asset: asset, day: day, before: try entered.map { try balance.subtracting($0.amount) } ?? balance,
            balance: balance, transaction: entered, balanceToday: balance)
        return Document(Outcome(set), asOf: request.call.today)
    }
}

extension JSONMembers {
    /// The fields of an asset's place, each read by `text`.
    fileprivate func place(_ text: (String) -> String?) -> AssetFields {
        var fields = AssetFields()
        (fields.name, fields.chain, fields.address) = (text("name"), text("chain"), text("address"))
        (fields.source, fields.reference) = (text("source"), text("reference"))
        return fields
    }
}

extension Document {
    /// A transaction that was just added, changed or deleted.
    fileprivate init(_ outcome: Outcome<AssetService.Entered>, asOf day: CalendarDay) {
        self.init(changed: outcome.value.transaction, of: outcome.value.asset, warnings: outcome.warnings, asOf: day)
    }
}
