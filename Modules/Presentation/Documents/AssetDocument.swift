public import Allocation
import ExchangeRates
public import Foundation
public import Models

extension Document {
    /// The answer of `cst-assets list`.
    public init(assets list: AssetValuationReport, display: Currency, asOf day: CalendarDay) {
        var body: [String: JSONValue] = [
            "displayCurrency": .string(display.identity),
            "assets": .array(list.rows.map(JSONValue.init)),
        ]
        body.setFigure("total", JSONValue(list.total), list.totalBound)
        self.init(
            "assets", asOf: day, main: "assets", isComplete: list.totalBound == nil, warnings: list.warnings,
            rates: list.rates, body: body)
    }

    /// One asset with its allocations.
    public init(
        asset row: AssetValuation, goals: [UUID: Goal], display: Currency, warnings: [Warning], asOf day: CalendarDay
    ) {
        var members = JSONValue.members(of: row)
        members["allocations"] = .array(
            row.funding.parts.map { part in
                var members: [String: JSONValue] = [
                    "goalId": .string(part.goalID.uuidString.lowercased()), "goal": JSONValue(goals[part.goalID]?.name),
                    "claim": .string(part.claim.description),
                ]
                members.setFigure("funded", JSONValue(part.amount), row.isPartial ? .atLeast : nil)
                return .object(members)
            })
        self.init(
            "asset", asOf: day, main: "asset", isComplete: row.unavailable.isEmpty, warnings: warnings,
            rates: row.rate.map { [$0] } ?? [],
            body: ["displayCurrency": .string(display.identity), "asset": .object(members)])
    }

    /// An asset that was just added, changed or deleted.
    public init(changed asset: Asset, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(
            "asset", asOf: day, main: "asset", warnings: warnings,
            body: ["asset": .object(JSONValue.members(of: asset))])
    }
}

extension JSONValue {
    fileprivate init(_ row: AssetValuation) { self = .object(JSONValue.members(of: row)) }

    fileprivate static func members(of row: AssetValuation) -> [String: JSONValue] {
        var members = members(of: row.balance.asset)
        let isComplete = row.balance.isComplete
        members["manual"] = JSONValue(row.balance.manual)
        members["onChain"] = .null
        members["balance"] = isComplete ? JSONValue(row.balance.known) : .null
        members.setFigure("value", JSONValue(row.value), row.value != nil && row.isPartial ? .atLeast : nil)
        let share = JSONValue(row.allocatedShare, rounding: .halfEven)
        members.setFigure("allocatedShare", share, row.isPartial ? .unknown : nil)
        members["free"] = isComplete ? JSONValue(row.funding.free) : .null
        let source = row.balance.asset.source == nil ? "manual" : "live"
        members["freshness"] = ["state": .string(isComplete ? source : "unknown"), "time": .null]
        members["unavailable"] = JSONValue(row.unavailable)
        return members
    }

    fileprivate static func members(of asset: Asset) -> [String: JSONValue] {
        [
            "id": .string(asset.id.uuidString.lowercased()), "name": .string(asset.name),
            "currency": .string(asset.currency.identity), "symbol": .string(asset.currency.code),
            "chain": JSONValue(asset.chain), "address": JSONValue(asset.address),
            "source": JSONValue(asset.source), "reference": JSONValue(asset.reference),
        ]
    }
}
