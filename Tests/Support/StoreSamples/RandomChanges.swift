import Allocation
import Foundation
package import Models
package import Persistence
import Planning

import struct TestSupport.SeededGenerator

/// Makes random writes that a store accepts, and keeps in a plain dictionary what it has to hold after them.
package struct RandomChanges {
    package private(set) var records: [EntityKey: Record] = [:]
    /// The keys in the order of their first insertion: a dictionary's own order differs from run to run.
    private var keys: [EntityKey] = []
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    package mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// The changes of one command: what is named comes before what names it, and goes after it.
    package mutating func command() throws -> [Change] {
        var changes: [Change] = []
        for _ in 0..<number(1..<4) { changes += try step() }
        return changes
    }

    private mutating func step() throws -> [Change] {
        if number(0..<4) == 0, let victim = ordered.randomElement(using: &generator) { return delete(victim) }
        guard let record = try randomRecord() else { return [] }
        let old = records.updateValue(record, forKey: record.key)
        if old == nil { keys.append(record.key) }
        return [old.map { .update($0, to: record) } ?? .insert(record)]
    }

    private mutating func randomMonth(goalID: UUID, amount: String) throws -> MonthExecution {
        var payment = MonthExecution.GoalPayment(
            goalID: goalID, name: "Goal \(number(0..<5))", emoji: nil, date: CalendarDay(dayNumber: 20_500),
            required: try money(amount), requiredBound: number(0..<2) == 0 ? nil : .atMost, level: try money(amount),
            planned: try money(amount), state: FlexState.allCases[number(0..<3)], custom: nil,
            funding: [.init(assetID: UUID(100), asset: "Asset", amount: try money(amount, .btc), isComplete: true)])
        let isClosed = number(0..<2) == 0
        if isClosed { payment.result = .init(contributed: try money(amount), contributedBound: nil, funding: []) }
        var month = MonthExecution(
            month: try CalendarMonth("2026-0\(number(1..<10))"), startedAt: start, startDay: try day("2026-05-01"),
            window: ContributionWindow(after: try day("2026-04-01")), convention: "payments", displayCurrency: .usd,
            payments: [payment],
            rates: [
                .init(
                    from: .btc, to: .usd, rate: Ratio(Int128(number(1..<99_999)), over: 7) ?? .one, path: [.btc, .usd],
                    sources: ["table"], time: start, state: "fixed")
            ])
        if isClosed {
            month.closedAt = start
            month.closeDay = try day("2026-05-31")
        }
        return month
    }

    private var ordered: [Record] { keys.compactMap { records[$0] } }

    private mutating func delete(_ record: Record) -> [Change] {
        let naming = ordered.filter { $0.references.contains(record.key) }
        for gone in naming + [record] { records[gone.key] = nil }
        keys.removeAll { records[$0] == nil }
        return (naming + [record]).map(Change.delete)
    }

    private mutating func randomRecord() throws -> Record? {
        let amount = "\(number(-1000..<1000)).\(number(0..<100_000))"
        let goals = try ordered.compactMap { try $0.value(Goal.self)?.id }
        let assets = try ordered.compactMap { try $0.value(Asset.self)?.id }
        let (goalID, assetID) = (goals.randomElement(using: &generator), assets.randomElement(using: &generator))
        switch number(0..<7) {
        case 0: return Record(try goal(number(0..<12), "Goal \(number(0..<5))", target: "\(number(1..<9999))"))
        case 1: return Record(asset(number(100..<112), "Asset \(number(0..<5))"))
        case 2:
            guard let goalID, let assetID else { return nil }
            let sizes: [AssetAllocation.Size] = [
                .rest, .fixed(try money(amount)), .share(try Share(units: number(1..<1_000_000))),
            ]
            return Record(
                AssetAllocation(assetID: assetID, goalID: goalID, size: sizes[number(0..<sizes.count)]))
        case 3:
            guard let goalID else { return nil }
            let month = try CalendarMonth("2026-0\(number(1..<10))")
            return Record(
                MonthlyPlan(
                    goalID: goalID, month: month, scope: number(0..<2) == 0 ? .month : .standing,
                    state: FlexState.allCases[number(0..<3)], custom: number(0..<2) == 0 ? nil : try money(amount)))
        case 4: return Record(try randomMonth(goalID: goalID ?? UUID(1), amount: amount))
        default:
            guard let assetID else { return nil }
            // An existing transaction keeps its asset, as it has to.
            let id = UUID(number(200..<260))
            if var old = try records[EntityKey(Transaction.self, id)]?.value(Transaction.self) {
                old.amount = try money(amount)
                old.day = CalendarDay(dayNumber: number(20_000..<20_400))
                return Record(old)
            }
            return Record(
                Transaction(
                    id: id, assetID: assetID, amount: try money(amount),
                    day: CalendarDay(dayNumber: number(20_000..<20_400)),
                    kind: Transaction.Kind.allCases[number(0..<3)],
                    entered: start.addingTimeInterval(Double(number(0..<3))),
                    note: number(0..<3) == 0 ? "note \(number(0..<9)) 🪙" : nil))
        }
    }
}
