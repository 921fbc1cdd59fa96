import Allocation
import Foundation
import HTTPTypes
import Models
import Persistence
import SavingsPages
import WebApplication
import WebPages

extension Section {
    /// Money that is added from any page.
    static let moneyRoutes: [Route] = [
        Route(.get, "/money/add", .reader, "Adds money to an asset or a goal") { context in
            let chosen = context.query["to"].flatMap { UUID(uuidString: $0) }
            return try await context.page(needsFigures: false) { set, style in
                try await context.moneyPage(set, chosen, FormFields(prefix: "money"), style)
            }
        },
        Route(.post, "/money/add", .owner, "Adds money to an asset or a goal") { context in
            let values = context.entered.values
            let place = MoneyPlace.ids(values["to"] ?? "")
            let asset = place?.asset ?? ""
            let path = try await context.placeAfterAdding(to: asset, for: place?.goal)
            return try await context.saveForm(
                "deposit \(try await context.name(of: asset)) \(values["amount"] ?? "")",
                then: path.isOwnPath ? path : "/", field: "amount", prefix: "money"
            ) { services, call in
                guard let found = try await services.place(asset, goal: place?.goal) else {
                    let problem = LookupError.unknown(kind: "asset", name: asset, nearest: nil)
                    throw ValidationError([
                        ValidationIssue(
                            code: problem.code, field: "to", message: "This was deleted meanwhile. Choose another one.")
                    ]) ?? problem
                }
                let entered = try await services.savings.assets.enter(
                    AssetService.Entry(
                        asset: asset, amount: values["amount"] ?? "",
                        date: values["date"].flatMap { $0.isEmpty ? nil : $0 },
                        note: values["note"].flatMap { $0.isEmpty ? nil : $0 }), call)
                return Outcome(
                    entered.value, warnings: entered.warnings + (found.warning.map { [$0] } ?? []),
                    isComplete: entered.isComplete)
            } redisplay: { set, fields, style in
                try await context.moneyPage(set, nil, fields, style)
            }
        },
    ]
}

extension WebServices {
    /// An asset, with the goal that it is to be for; nil where one of them, or what ties them, was deleted.
    fileprivate func place(_ asset: String, goal: String?) async throws -> MoneyPlace? {
        guard let id = UUID(uuidString: asset) else { return nil }
        return try await store.read { reader in
            guard let asset = try reader.find(Asset.self, id) else { return nil }
            guard let goal else { return MoneyPlace(asset) }
            guard let goal = try UUID(uuidString: goal).flatMap({ try reader.find(Goal.self, $0) }),
                let allocation = try reader.all(AssetAllocation.self)
                    .first(where: { $0.assetID == asset.id && $0.goalID == goal.id })
            else { return nil }
            return MoneyPlace(asset, for: goal, getting: allocation.size)
        }
    }
}

extension RequestContext {
    /// The page that follows when money was added: that of the goal, or that of the asset, which offers to give more to a goal with a fixed
    /// amount.
    fileprivate func placeAfterAdding(to asset: String, for goal: String?) async throws -> String {
        guard let goal else { return "/assets/\(asset)" }
        let found = try await app.host.services().place(asset, goal: goal)
        return found?.warning?.code == "goalGetsFixed" ? "/assets/\(asset)?for=\(goal)" : "/goals/\(goal)"
    }

    /// The name of an asset, for the history; its id where it is gone.
    fileprivate func name(of asset: String) async throws -> String {
        let services = try await app.host.services()
        return (try? await services.savings.assets.asset(named: asset).name) ?? asset
    }

    /// The form, with where money can go: what was used last comes first.
    fileprivate func moneyPage(
        _ set: FigureSnapshot, _ chosen: UUID?, _ fields: FormFields, _ style: PageStyle
    ) async throws -> Page {
        let today = set.key.today
        let places = try await set.reading.store.read { reader in
            // Of an asset that another source keeps nothing is entered here.
            let assets = try reader.all(Asset.self).filter { $0.source == nil }
            let newest = try reader.lastFunded()
            let sorted = assets.sorted {
                (newest[$0.id] ?? .max, $0.name, $0.id) < (newest[$1.id] ?? .max, $1.name, $1.id)
            }
            let all = try reader.all(AssetAllocation.self)
            let full = try Set(assets.filter { try reader.holdsFixedAmounts(all, of: $0, on: today) }.map(\.id))
            let allocations = Dictionary(grouping: all, by: \.goalID)
            let goals = try reader.all(Goal.self).filter { $0.lifecycle == .active }
            let byWay = goals.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.flatMap { goal in
                sorted.compactMap { asset in
                    allocations[goal.id]?.first { $0.assetID == asset.id }
                        .map { MoneyPlace(asset, for: goal, getting: $0.size, isFull: full.contains(asset.id)) }
                }
            }
            return sorted.map { MoneyPlace($0) } + byWay
        }
        return Page.addMoney(
            to: places, chosen: chosen, usual: try await usualCurrency(set), fields, style)
    }
}

extension StoreReader {
    /// Whether an asset holds at least the fixed amounts that goals get of it, by what was entered.
    fileprivate func holdsFixedAmounts(
        _ allocations: [AssetAllocation], of asset: Asset, on day: CalendarDay
    ) throws -> Bool {
        let amounts = allocations.filter { $0.assetID == asset.id }.compactMap { allocation -> Money? in
            if case .fixed(let amount) = allocation.size { amount } else { nil }
        }
        guard !amounts.isEmpty else { return false }
        let sum = try amounts.reduce(Money.zero(asset.currency)) { try $0.adding($1) }
        let held = try balances(of: asset.id, on: [day])[asset.id]?.first ?? .zero(asset.currency)
        return try !held.isLess(than: sum)
    }

    /// The assets that the newest entries of the journal put something into, by how many entries ago that was.
    fileprivate func lastFunded() throws -> [UUID: Int] {
        var found: [UUID: Int] = [:]
        for (age, head) in try journalHeads(of: nil, from: nil, limit: 30).enumerated() where head.changeCount <= 2 {
            _ = try forEachChange(ofEntry: head.number) { change in
                if let transaction = try change.after?.value(Transaction.self), found[transaction.assetID] == nil {
                    found[transaction.assetID] = age
                }
                return true
            }
        }
        return found
    }
}
