import Allocation
import Foundation
import HTTPTypes
import Models
import Persistence
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// The transactions of all assets.
    static let transactionRoutes: [Route] = [
        Route(.get, "/transactions", .reader, "The transactions of all assets") { context in
            let filter = try context.transactionFilter
            return try await context.page(needsFigures: false) { set, style in
                Page.transactions(try await set.transactions(), filter, FormFields(prefix: "bulk"), style)
            }
        },
        Route(.post, "/transactions/change", .owner, "Changes or deletes several transactions together") { context in
            let values = context.entered.values
            let chosen = values.keys.filter { $0.hasPrefix(PageStyle.pick) }.map {
                String($0.dropFirst(PageStyle.pick.count))
            }
            let isDeletion = values["act"] == "delete"
            let filter = try context.transactionFilter
            return try await context.saveForm(
                "transaction \(isDeletion ? "delete" : "edit")", then: "/transactions", field: "date", prefix: "bulk"
            ) { services, call in
                func said(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
                let correction =
                    isDeletion ? nil : AssetService.Correction(date: said("date"), note: said("note"))
                let missing =
                    chosen.isEmpty
                    ? "Choose transactions first."
                    : correction.map { $0.date == nil && $0.note == nil } == true
                        ? "Give the date or the note that they are to have." : nil
                if let missing,
                    let error = ValidationError([
                        ValidationIssue(code: "web.nothingChosen", field: "date", message: missing)
                    ])
                {
                    throw error
                }
                return try await services.savings.assets.change(chosen, to: correction, call)
            } redisplay: { set, fields, style in
                Page.transactions(try await set.transactions(), filter, fields, style)
            }
        },
    ]
}

extension RequestContext {
    /// The part of all transactions that the address names.
    fileprivate var transactionFilter: AllTransactions.Filter {
        get throws {
            func day(_ name: String) throws -> CalendarDay? {
                try query[name].flatMap { $0.isEmpty ? nil : try CalendarDay($0) }
            }
            return AllTransactions.Filter(
                text: String((query["q"] ?? "").prefix(100)), asset: query["asset"].flatMap { UUID(uuidString: $0) },
                from: try day("from"), to: try day("to"), page: number("page"))
        }
    }
}

extension FigureSnapshot {
    /// The transactions of all assets; read once for each state of the store.
    fileprivate nonisolated func transactions() async throws -> AllTransactions {
        try await figure("savings.transactions") { services, call in
            let found = try await services.savings.assets.transactions(of: nil, call).value
            return AllTransactions(found.transactions, assets: found.assets)
        }
    }

    /// The most transactions that a search finds.
    private static let mostFound = 10

    /// The newest transactions with a text in their note, whatever its case and accents.
    nonisolated func transactions(noted text: String) async throws -> [Page.Found] {
        let wanted = Self.folded(text)
        return try await transactions().newest(Self.mostFound) { Self.folded($0).contains(wanted) }.map { found in
            // An opening balance and spending are corrected by commands alone, so their asset is shown.
            let isManual = found.transaction.kind == .manual
            let id = (isManual ? found.transaction.id : found.transaction.assetID).uuidString.lowercased()
            return Page.Found(
                title: found.note, kind: "transaction", path: (isManual ? "/transactions/" : "/assets/") + id,
                owner: found.asset?.name, day: found.transaction.day)
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
