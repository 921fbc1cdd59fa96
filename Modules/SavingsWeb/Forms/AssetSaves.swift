import Allocation
import Foundation
import HTTPTypes
import Models
import Persistence
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// Forms that write assets, their transactions and allocations.
    static let assetSaves: [Route] = [
        Route(.get, "/assets/new", .reader, "A new asset") { context in
            try await context.page(needsFigures: false) { set, style in
                Page.newAsset(FormFields(prefix: "new"), usual: try await context.usualCurrency(set), style)
            }
        },
        Route(.post, "/assets/new", .owner, "Adds an asset") { context in
            try await context.saveForm(
                "add \(context.typed["name"] ?? "")", then: "/assets", field: "name", prefix: "new"
            ) { services, call in
                try await services.savings.assets.add(try AssetForm.fields(context.entered.values), call)
            } redisplay: { set, fields, style in
                Page.newAsset(fields, usual: try await context.usualCurrency(set), style)
            }
        },
        Route(.get, "/assets/{id}/edit", .reader, "What is said of an asset") { context in
            try await context.page(needsFigures: false) { set, style in
                let asset = try await set.reading.savings.assets.asset(named: context["id"])
                return Page.edit(asset, FormFields(prefix: "edit"), style)
            }
        },
        Route(.post, "/assets/{id}/edit", .owner, "Changes what is said of an asset") { context in
            let hides = context.formHidesAmounts
            return try await context.saveMerged(
                Asset.self, "edit", then: "/assets/\(context["id"])",
                values: { AssetForm.values($0, hidesAmounts: hides) }, together: AssetForm.together
            ) { services, asset, changes, call in
                var fields = AssetFields()
                (fields.name, fields.chain, fields.address) = (changes["name"], changes["chain"], changes["address"])
                return try await services.savings.assets.edit(asset.id.uuidString, fields, call)
            } redisplay: { _, asset, fields, who, style in
                Page.edit(asset, fields, changedBy: who, style)
            }
        },
        Route(.post, "/assets/{id}/delete", .owner, "Deletes an asset") { context in
            let (id, name) = (context["id"], try await context.assetName())
            return try await context.save(
                "delete \(name)", expectedVersion: try context.expectedVersion(Asset.self), then: "/assets"
            ) {
                services, call in
                return try await services.savings.assets.delete(
                    try await services.savings.assets.asset(named: id), call)
            }
        },
        Route(.post, "/assets/{id}/transactions", .owner, "Puts something into an asset, or takes it out") { context in
            let (id, name, entered) = (context["id"], try await context.assetName(), context.entered)
            let word = entered.values["act"] == "withdraw" ? "withdraw" : "deposit"
            return try await context.saveForm(
                "\(word) \(name) \(entered.values["amount"] ?? "")", then: "/assets/\(id)", field: "amount",
                prefix: "enter"
            ) { services, call in
                let entry = try TransactionForm.entry(asset: id, entered.values)
                if entry.goal != nil {
                    _ = try await context.chosen("goal") { try await services.savings.goals.goal(named: $0).id }
                }
                // More than there is: a slip, or on purpose.
                if entry.isWithdrawal, entered.values["beyond"] != entry.amount {
                    var trial = call
                    (trial.isDryRun, trial.idempotencyKey) = (true, nil)
                    let tried = try await services.savings.assets.enter(entry, trial)
                    if tried.warnings.contains(where: { $0.code == "negativeBalance" }) {
                        throw TransactionForm.beyondBalance(tried.value.balance)
                    }
                }
                return try await services.savings.assets.enter(entry, call)
            } redisplay: { set, fields, style in
                try await context.assetPage(set, style, fields)
            }
        },
        Route(.get, "/assets/{id}/transfer", .reader, "A transfer from an asset to another one") { context in
            try await context.page(needsFigures: false) { set, style in
                try await context.transferPage(set, FormFields(prefix: "transfer"), style)
            }
        },
        Route(.post, "/assets/{id}/transfer", .owner, "Moves money from an asset to another one") { context in
            let (id, name, entered) = (context["id"], try await context.assetName(), context.entered)
            return try await context.saveForm(
                "transfer \(name) \(entered.values["amount"] ?? "")", then: "/assets/\(id)", field: "amount",
                prefix: "transfer"
            ) { services, call in
                return try await services.savings.assets.transfer(TransferForm.transfer(from: id, entered.values), call)
            } redisplay: { set, fields, style in
                try await context.transferPage(set, fields, style)
            }
        },
        Route(.get, "/transactions/{id}", .reader, "A transaction that was entered by hand") { context in
            try await context.page(needsFigures: false) { set, style in
                let (transaction, asset) = try await context.transaction(set.reading)
                return Page.transaction(transaction, of: asset, FormFields(prefix: "edit"), style)
            }
        },
        Route(.post, "/transactions/{id}", .owner, "Corrects a transaction") { context in
            let hides = context.formHidesAmounts
            let services = try await context.app.host.services()
            let asset: Asset
            do { asset = try await context.transaction(services).asset } catch let problem as LookupError {
                return context.notFound(problem)
            }
            return try await context.saveMerged(
                Transaction.self, "transaction edit", then: "/assets/\(asset.id.uuidString.lowercased())",
                values: { TransactionForm.values($0, hidesAmounts: hides) }, field: "amount"
            ) { services, transaction, changes, call in
                let correction = AssetService.Correction(
                    amount: changes["amount"].flatMap { $0.isEmpty && hides ? nil : $0 }, date: changes["date"],
                    note: changes["note"])
                return try await services.savings.assets.correct(transaction.id.uuidString, correction, call)
            } redisplay: { _, transaction, fields, who, style in
                Page.transaction(transaction, of: asset, fields, changedBy: who, style)
            }
        },
        Route(.post, "/transactions/{id}/delete", .owner, "Deletes a transaction") { context in
            let services = try await context.app.host.services()
            let asset = try? await context.transaction(services).asset
            let path = asset.map { "/assets/\($0.id.uuidString.lowercased())" } ?? "/assets"
            return try await context.save(
                "transaction delete", expectedVersion: try context.expectedVersion(Transaction.self), then: path
            ) { services, call in
                return try await services.savings.assets.deleteTransaction(context["id"], call)
            }
        },
        Route(.post, "/assets/{id}/allocations", .owner, "Changes all allocations of an asset together") { context in
            let (id, entered) = (context["id"], context.entered)
            @Sendable func page(
                _ set: FigureSnapshot, _ fields: FormFields?, _ style: PageStyle
            ) async throws -> (Page, FormFields) {
                let (row, goals) = try await context.allocatable(set)
                let (split, tried) = try context.allocations(row, goals, entered)
                let shown = fields ?? tried
                return (Page.allocations(row, goals: goals, shown, split, style), shown)
            }
            if context.isTrying {
                return try await context.formPage(madeFrom: try context.formEntry) { set, style in
                    let (shown, fields) = try await page(set, nil, style)
                    return (shown, !fields.issues.isEmpty)
                }
            }
            let name = try await context.assetName()
            return try await context.saveForm(
                "allocate \(name)", expectedVersion: try context.expectedVersion(Asset.self, parts: "allocation"),
                then: "/assets/\(id)", field: "", prefix: "allocate"
            ) { services, call in
                // What the form shows of amounts that are hidden is nothing: they stay as they are.
                let sizes = try await context.sizes(services, entered.values)
                return try await services.savings.allocations.replace(id, with: sizes, call)
            } redisplay: { set, fields, style in
                try await page(set, fields, style).0
            }
        },
    ]
}

extension RequestContext {
    /// The name of the asset, for the history.
    func assetName() async throws -> String {
        let services = try await app.host.services()
        do { return try await services.savings.assets.asset(named: self["id"]).name } catch LookupError.unknown {
            // It may be gone by this very request, sent for the second time: then it is answered as it was.
            return self["id"]
        }
    }

    /// The transaction that the address names, with its asset.
    fileprivate func transaction(_ services: WebServices) async throws -> (transaction: Transaction, asset: Asset) {
        let unknown = LookupError.unknown(kind: "transaction", name: self["id"], nearest: nil)
        guard let id = UUID(uuidString: self["id"]) else { throw unknown }
        return try await services.store.read { reader in
            guard let transaction = try reader.find(Transaction.self, id),
                let asset = try reader.find(Asset.self, transaction.assetID)
            else { throw unknown }
            return (transaction, asset)
        }
    }

    /// The form of a transfer from the asset.
    fileprivate func transferPage(_ set: FigureSnapshot, _ fields: FormFields, _ style: PageStyle) async throws -> Page
    {
        let services = try await set.reading
        let from = try await services.savings.assets.asset(named: self["id"])
        let others = try await services.store.read { try $0.all(Asset.self) }.filter { $0.id != from.id }
        return Page.transfer(from: from, others: others, fields, style)
    }

    /// The allocations that were typed, by goal.
    fileprivate func sizes(_ services: WebServices, _ typed: [String: String]) async throws -> [String: String] {
        let present = try await services.store.read { reader in
            let id = try reader.find(Asset.self, named: self["id"]).id
            return Dictionary(
                try reader.all(AssetAllocation.self).filter { $0.assetID == id }.map { ($0.goalID, $0.size) },
                uniquingKeysWith: { first, _ in first })
        }
        var sizes = typed.filter { UUID(uuidString: $0.key) != nil }
        for (goal, size) in present {
            let key = goal.uuidString.lowercased()
            if case .fixed(let amount) = size, formHidesAmounts, sizes[key] == "" { sizes[key] = amount.amountText }
        }
        return sizes
    }
}
