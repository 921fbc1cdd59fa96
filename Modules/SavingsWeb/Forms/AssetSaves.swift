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
        Route(.get, "/assets/new", .reader, "A new asset") { visit in
            try await visit.page { _, style in Page.newAsset(FormFields(prefix: "new"), style) }
        },
        Route(.post, "/assets/new", .owner, "Adds an asset") { visit in
            try await visit.saveForm(
                "add \(visit.typed["name"] ?? "")", then: "/assets", field: "name", prefix: "new"
            ) { services, call in
                try await services.savings.assets.add(try AssetForm.fields(visit.entered.values), call)
            } again: { _, fields, style in
                Page.newAsset(fields, style)
            }
        },
        Route(.get, "/assets/{id}/edit", .reader, "What is said of an asset") { visit in
            try await visit.page { set, style in
                Page.edit(try await set.asset(visit["id"]).row.balance.asset, FormFields(prefix: "edit"), style)
            }
        },
        Route(.post, "/assets/{id}/edit", .owner, "Changes what is said of an asset") { visit in
            let hides = visit.formHidesAmounts
            return try await visit.saveMerged(
                Asset.self, "edit", then: "/assets/\(visit["id"])",
                values: { AssetForm.values($0, hidesAmounts: hides) }, together: AssetForm.together
            ) { services, asset, changes, call in
                var fields = AssetFields()
                (fields.name, fields.chain, fields.address) = (changes["name"], changes["chain"], changes["address"])
                return try await services.savings.assets.edit(asset.id.uuidString, fields, call)
            } again: { _, asset, fields, who, style in
                Page.edit(asset, fields, changedBy: who, style)
            }
        },
        Route(.post, "/assets/{id}/delete", .owner, "Deletes an asset") { visit in
            let (id, name) = (visit["id"], try await visit.assetName())
            return try await visit.save("delete \(name)", basis: try visit.basis(Asset.self), then: "/assets") {
                services, call in
                return try await services.savings.assets.delete(
                    try await services.savings.assets.asset(named: id), call)
            }
        },
        Route(.post, "/assets/{id}/transactions", .owner, "Puts something into an asset, or takes it out") { visit in
            let (id, name, entered) = (visit["id"], try await visit.assetName(), visit.entered)
            let word = entered.values["act"] == "withdraw" ? "withdraw" : "deposit"
            return try await visit.saveForm(
                "\(word) \(name) \(entered.values["amount"] ?? "")", then: "/assets/\(id)", field: "amount",
                prefix: "enter"
            ) { services, call in
                let entry = try TransactionForm.entry(asset: id, entered.values)
                if entry.goal != nil {
                    _ = try await visit.chosen("goal") { try await services.savings.goals.goal(named: $0).id }
                }
                return try await services.savings.assets.enter(entry, call)
            } again: { set, fields, style in
                try await visit.assetPage(set, style, fields)
            }
        },
        Route(.get, "/assets/{id}/transfer", .reader, "A transfer from an asset to another one") { visit in
            try await visit.page { set, style in
                try await visit.transferPage(set, FormFields(prefix: "transfer"), style)
            }
        },
        Route(.post, "/assets/{id}/transfer", .owner, "Moves money from an asset to another one") { visit in
            let (id, name, entered) = (visit["id"], try await visit.assetName(), visit.entered)
            return try await visit.saveForm(
                "transfer \(name) \(entered.values["amount"] ?? "")", then: "/assets/\(id)", field: "amount",
                prefix: "transfer"
            ) { services, call in
                return try await services.savings.assets.transfer(TransferForm.transfer(from: id, entered.values), call)
            } again: { set, fields, style in
                try await visit.transferPage(set, fields, style)
            }
        },
        Route(.get, "/transactions/{id}", .reader, "A transaction that was entered by hand") { visit in
            try await visit.page { set, style in
                let (transaction, asset) = try await visit.transaction(set.reading)
                return Page.transaction(transaction, of: asset, FormFields(prefix: "edit"), style)
            }
        },
        Route(.post, "/transactions/{id}", .owner, "Corrects a transaction") { visit in
            let hides = visit.formHidesAmounts
            let services = try await visit.app.host.services()
            let asset: Asset
            do { asset = try await visit.transaction(services).asset } catch let problem as LookupError {
                return visit.gone(problem)
            }
            return try await visit.saveMerged(
                Transaction.self, "transaction edit", then: "/assets/\(asset.id.uuidString.lowercased())",
                values: { TransactionForm.values($0, hidesAmounts: hides) }, field: "amount"
            ) { services, transaction, changes, call in
                let correction = AssetService.Correction(
                    amount: changes["amount"].flatMap { $0.isEmpty && hides ? nil : $0 }, date: changes["date"],
                    note: changes["note"])
                return try await services.savings.assets.correct(transaction.id.uuidString, correction, call)
            } again: { _, transaction, fields, who, style in
                Page.transaction(transaction, of: asset, fields, changedBy: who, style)
            }
        },
        Route(.post, "/transactions/{id}/delete", .owner, "Deletes a transaction") { visit in
            let services = try await visit.app.host.services()
            let asset = try? await visit.transaction(services).asset
            let path = asset.map { "/assets/\($0.id.uuidString.lowercased())" } ?? "/assets"
            return try await visit.save(
                "transaction delete", basis: try visit.basis(Transaction.self), then: path
            ) { services, call in
                return try await services.savings.assets.deleteTransaction(visit["id"], call)
            }
        },
        Route(.post, "/assets/{id}/allocations", .owner, "Changes all allocations of an asset together") { visit in
            let (id, entered) = (visit["id"], visit.entered)
            @Sendable func again(
                _ set: FigureSet, _ fields: FormFields?, _ style: PageStyle
            ) async throws -> (Page, FormFields) {
                let (row, goals) = try await visit.allocatable(set)
                let (split, tried) = try visit.allocations(row, goals, entered)
                let shown = fields ?? tried
                return (Page.allocations(row, goals: goals, shown, split, style), shown)
            }
            if visit.isTrying {
                return try await visit.formPage(madeFrom: try visit.seen) { set, style in
                    let (page, fields) = try await again(set, nil, style)
                    return (page, !fields.issues.isEmpty)
                }
            }
            let name = try await visit.assetName()
            return try await visit.saveForm(
                "allocate \(name)", basis: try visit.basis(Asset.self, parts: "allocation"),
                then: "/assets/\(id)", field: "", prefix: "allocate"
            ) { services, call in
                // What the form shows of amounts that are hidden is nothing: they stay as they are.
                let sizes = try await visit.sizes(services, entered.values)
                return try await services.savings.allocations.replace(id, with: sizes, call)
            } again: { set, fields, style in
                try await again(set, fields, style).0
            }
        },
    ]
}

extension Visit {
    /// The name of the asset, for the history.
    fileprivate func assetName() async throws -> String {
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
    fileprivate func transferPage(_ set: FigureSet, _ fields: FormFields, _ style: PageStyle) async throws -> Page {
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
