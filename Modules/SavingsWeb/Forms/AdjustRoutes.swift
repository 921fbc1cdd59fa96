import Allocation
import HTTPTypes
import Models
import Persistence
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// The form that sets the balance of an asset.
    static let adjustRoutes: [Route] = [
        Route(.get, "/assets/{id}/adjust", .reader, "The balance of an asset that is set") { context in
            try await context.page(needsFigures: false) { set, style in
                try await context.adjustPage(set, FormFields(prefix: "adjust"), nil, style)
            }
        },
        Route(.post, "/assets/{id}/adjust/preview", .reader, "What setting a balance would enter") { context in
            try await context.fragment { set, style in
                let (effect, fields) = try await context.adjustment(set, context.entered)
                return (style.adjustmentEffect(fields, effect), !fields.issues.isEmpty)
            }
        },
        Route(.post, "/assets/{id}/adjust", .owner, "Sets the balance of an asset") { context in
            if context.isTrying {
                return try await context.formPage(madeFrom: try context.formEntry) { set, style in
                    let (effect, fields) = try await context.adjustment(set, context.entered)
                    return (try await context.adjustPage(set, fields, effect, style), !fields.issues.isEmpty)
                }
            }
            let (id, entered) = (context["id"], context.entered)
            // The form says what would be entered, so nothing else is, where others entered something meanwhile.
            return try await context.saveForm(
                "adjust \(try await context.assetName()) --to \(entered.values["balance"] ?? "")",
                expectedVersion: try context.expectedVersion(Asset.self, parts: "transaction"), then: "/assets/\(id)",
                field: "balance", prefix: "adjust"
            ) { services, call in
                let adjustment = AdjustForm.adjustment(of: id, entered.values)
                do {
                    return try await services.savings.assets.adjust(adjustment, call)
                } catch StoreError.changedUnderneath {
                    // The difference is another one by now, which the form that comes back shows.
                    throw WebProblem.stale
                }
            } redisplay: { set, fields, style in
                let effect = try await context.adjustment(set, context.entered).effect
                return try await context.adjustPage(set, fields, effect, style)
            }
        },
    ]
}

extension RequestContext {
    /// The form, with what it would enter.
    fileprivate func adjustPage(
        _ set: FigureSnapshot, _ fields: FormFields, _ effect: Outcome<AssetService.Adjusted>?, _ style: PageStyle
    ) async throws -> Page {
        let services = try await set.reading
        let asset = try await services.savings.assets.asset(named: self["id"])
        let today = try await services.store.read { reader in
            try reader.balances(of: asset.id, on: [set.key.today])[asset.id]?.first ?? .zero(asset.currency)
        }
        return Page.adjust(asset, holding: today, fields, effect, style)
    }

    /// The effect of what was typed; nil before there is a balance.
    fileprivate func adjustment(
        _ set: FigureSnapshot, _ entered: EnteredFields
    ) async throws -> (effect: Outcome<AssetService.Adjusted>?, fields: FormFields) {
        guard entered.values["balance"]?.isEmpty == false else {
            return (nil, FormFields(entered.values, prefix: "adjust"))
        }
        return try await tried(entered, prefix: "adjust", field: "balance") { typed in
            let adjustment = AdjustForm.adjustment(of: self["id"], typed)
            return try await set.reading.savings.assets.previewAdjustment(adjustment, set.call)
        }
    }
}
