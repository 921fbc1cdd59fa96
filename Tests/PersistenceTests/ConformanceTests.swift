import Foundation
import Models
import Persistence
import Planning
import StoreConformance
import StoreSamples
import Testing

@Suite("Every store keeps what is promised of every kind")
struct ConformanceTests {
    @Test(arguments: StoreKind.withPooler)
    func `Goals and assets`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let goals = try [goal(1, "Größe"), goal(2, "Car"), goal(3, "Z")]
            try await StoreConformance(goals) { thing in
                var thing = thing
                thing.lifecycle = .paused
                return thing
            }.check(store)
        }
        try await kind.withStore { store in
            try await StoreConformance([asset(1, "B"), asset(2, "A")]) { thing in
                var thing = thing
                thing.source = "exec"
                thing.reference = "one"
                return thing
            }.check(store)
        }
    }

    @Test(arguments: StoreKind.withPooler)
    func `Transactions and allocations, which refer to others`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let transactions = try [transaction(3, of: 1, "5", on: "2026-03-01"), transaction(2, of: 1, "-1")]
            try await StoreConformance(
                transactions,
                edited: { thing in
                    var thing = thing
                    thing.note = "again"
                    thing.kind = .opening
                    return thing
                }, prepare: { try $0.insert(asset(1)) }, deleteReferenced: { try $0.delete(asset(1)) }
            ).check(store)
        }
        try await kind.withStore { store in
            let car = try goal(2)
            let allocations = [AssetAllocation(assetID: UUID(1), goalID: UUID(2), size: .rest)]
            try await StoreConformance(
                allocations,
                edited: { thing in
                    var thing = thing
                    thing.size = (try? Share("33.3333%")).map { .share($0) } ?? .rest
                    return thing
                },
                prepare: { writer in
                    try writer.insert(asset(1))
                    try writer.insert(car)
                }, deleteReferenced: { try $0.delete(car) }
            ).check(store)
        }
    }

    @Test(arguments: StoreKind.withPooler)
    func `Plans, and months whose undo is guarded`(_ kind: StoreKind) async throws {
        let (car, month) = (try goal(2), try CalendarMonth("2026-05"))
        try await kind.withStore { store in
            let plans = [MonthlyPlan.Scope.standing, .month].map {
                MonthlyPlan(goalID: car.id, month: month, scope: $0)
            }
            try await StoreConformance(
                plans,
                edited: { thing in
                    var thing = thing
                    thing.state = .skipped
                    return thing
                }, prepare: { try $0.insert(car) }, deleteReferenced: { try $0.delete(car) }
            ).check(store)
        }
        try await kind.withStore { store in
            let first = try day("2026-05-02")
            let months = [month, month.adding(months: 1)].map {
                MonthExecution(
                    month: $0, startedAt: start, startDay: first, window: ContributionWindow(after: first),
                    convention: "payments", displayCurrency: .usd,
                    payments: [], rates: [])
            }
            try await StoreConformance(
                months,
                edited: { thing in
                    var thing = thing
                    (thing.closedAt, thing.closeDay) = (start, first)
                    return thing
                }, guards: [UndoGuard(MonthExecution.self) { _, _, _, _ in }]
            ).check(store)
        }
    }

    @Test(arguments: StoreKind.withPooler)
    func `Names of 48 letters`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let other = LongOther(id: UUID(9), text: "other")
            let things = [
                LongName(id: UUID(1), first: "b", second: try Money("1.50", .usd), other: UUID(9)),
                LongName(id: UUID(2), first: "a", second: try Money("2", .usd), other: nil),
            ]
            try await StoreConformance(
                things,
                edited: { thing in
                    var thing = thing
                    thing.first += "x"
                    return thing
                }, prepare: { try $0.insert(other) }, deleteReferenced: { try $0.delete(other) }
            ).check(store)
        }
    }
}
