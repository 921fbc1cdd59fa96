public import Allocation
import ExchangeRates
public import Foundation
public import Models
public import Presentation
import RateViews

extension TextLayout {
    /// All assets with their values.
    public func lines(assets list: AssetValuationReport) -> [String] {
        guard !list.rows.isEmpty else {
            return ["No assets. Add one: cst-assets add Savings --currency EUR --balance 3000"]
        }
        let isAnyRead = list.rows.contains { $0.balance.readAt != nil }
        var columns: [TextTable.Column] = [
            .init("ID"), .init("ASSET", isFlexible: true), .init("BALANCE", .right), .init("VALUE", .right),
            .init("ALLOCATED", .right), .init("FREE", .right),
        ]
        if isAnyRead { columns += [.init("CHANGE", .right, rank: 2), .init("READ", rank: 1)] }
        var table = TextTable(columns)
        for row in list.rows {
            let bound = row.bound
            var cells: [TextTable.Cell] = [
                .init(String(row.balance.asset.id.uuidString.lowercased().prefix(8)), .weak),
                .init(row.balance.asset.name),
                .init(style.amount(row.balance.known, bound), row.balance.known.isNegative ? .bad : .plain),
                .init(row.value.map { style.amount($0, bound) } ?? "unknown", row.value == nil ? .attention : .strong),
                .init((row.allocatedShare * Ratio(100)).decimalString(places: 1, rounding: .halfEven) + " %"),
                .init(row.isPartial ? "unknown" : style.amount(row.split.free)),
            ]
            if isAnyRead { cells += [.init(text(change: row.balance.change)), read(row)] }
            table.add(cells)
        }
        return [style.apply(.strong, to: "Total value \(style.amount(list.total, list.totalBound))"), ""]
            + table.lines(width: width, style: style) + gaps(list.rows.flatMap(\.unavailable)) + rates(list.rates)
    }

    /// When a balance was read, and whether that is too long ago.
    private func read(_ row: AssetValuation) -> TextTable.Cell {
        let time = text(time: row.balance.readAt)
        return row.freshness == .stale ? .init(time + " (stale)", .attention) : .init(time)
    }

    /// How much of an asset a goal is to get: "60%", "1 500.00 EUR" or "the rest".
    public func text(_ size: AssetAllocation.Size) -> String {
        if case .fixed(let amount) = size { style.amount(amount) } else { size.description }
    }

    /// One asset with its allocations.
    public func lines(asset row: AssetValuation, goals: [UUID: Goal]) -> [String] {
        let asset = row.balance.asset
        let bound = row.bound
        var facts: [(String, String)] = [
            ("id", asset.id.uuidString.lowercased()), ("currency", asset.currency.description),
            ("balance", style.amount(row.balance.known, bound)),
            ("value", row.value.map { style.amount($0, bound) } ?? "unknown"),
            ("free", row.isPartial ? "unknown" : style.amount(row.split.free)),
        ]
        if case .token(_, let contract) = asset.currency.kind { facts.append(("contract", contract)) }
        if let chain = asset.chain { facts.append(("chain", chain)) }
        if let address = asset.address { facts.append(("address", address)) }
        if row.balance.readAt != nil { facts.append(("read", read(row).text)) }
        var lines = [style.apply(.strong, to: asset.name)]
        lines += facts.map { "  \($0.0)\(String(repeating: " ", count: 10 - $0.0.count))\($0.1)" }
        if !row.balance.parts.isEmpty { lines += [""] + table(row.balance.parts).lines(width: width, style: style) }
        if !row.split.parts.isEmpty {
            var table = TextTable([.init("GOAL", isFlexible: true), .init("ALLOCATION", .right), .init("GETS", .right)])
            for part in row.split.parts {
                table.add([
                    .init(goals[part.goalID].map(GoalRow.title) ?? ""), .init(text(part.size)),
                    .init(style.amount(part.amount, bound)),
                ])
            }
            lines += [""] + table.lines(width: width, style: style)
        }
        return lines + gaps(row.unavailable) + rates(row.usedRates)
    }

    /// The parts of a balance.
    private func table(_ parts: [BalancePart]) -> TextTable {
        var table = TextTable([
            .init("PART", isFlexible: true), .init("AMOUNT", .right), .init("DAY"), .init("STATE"),
            .init("REASON", isFlexible: true),
        ])
        for part in parts {
            let isWarned = part.state == .stale || part.state == .fallback || part.state == .unknown
            table.add([
                .init(part.name), .init(part.amount.map { style.amount($0, part.bound) } ?? "unknown"),
                .init(part.day.description), .init(part.state.rawValue, isWarned ? .attention : .weak),
                .init(part.reason ?? ""),
            ])
        }
        return table
    }

    /// A list of transactions.
    public func lines(transactions: [ListedTransaction], assets: [UUID: Asset]) -> [String] {
        guard !transactions.isEmpty else { return ["No transactions. Add one: cst-assets deposit Savings 100"] }
        var table = TextTable([
            .init("ID"), .init("DATE"), .init("ASSET", isFlexible: true), .init("AMOUNT", .right), .init("KIND"),
            .init("NOTE", isFlexible: true),
        ])
        for transaction in transactions {
            table.add([
                .init(
                    transaction.transaction.map { String($0.id.uuidString.lowercased().prefix(8)) }
                        ?? String((transaction.hash ?? "").prefix(8)), .weak),
                .init(transaction.day.description), .init(assets[transaction.assetID]?.name ?? ""),
                .init(style.amount(transaction.amount), transaction.amount.isNegative ? .bad : .plain),
                .init(transaction.kindText(today: today), .weak),
                .init(transaction.transaction?.note ?? ""),
            ])
        }
        return table.lines(width: width, style: style)
    }

    /// A list of allocations.
    public func lines(allocations: [AllocationRow]) -> [String] {
        guard !allocations.isEmpty else {
            return ["Nothing is allocated. Give a goal its part: cst-assets allocate Savings Car --share 50%"]
        }
        var table = TextTable([
            .init("ASSET", isFlexible: true), .init("GOAL", isFlexible: true), .init("ALLOCATION", .right),
            .init("GETS", .right),
        ])
        for row in allocations {
            table.add([
                .init(row.asset.name), .init(GoalRow.title(of: row.goal)), .init(text(row.size)),
                .init(style.amount(row.funded, row.gap == nil ? nil : .atLeast)),
            ])
        }
        return table.lines(width: width, style: style)
    }
}
