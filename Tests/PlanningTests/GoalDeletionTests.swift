import Allocation
import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

struct GoalDeletionTests {
    @Test func `deleting a goal takes its allocations and plans along, and nobody else's`() async throws {
        let store = MemoryStore()
        let (car, home) = (try goal("Car"), try goal("Home"))
        let month = try CalendarMonth("2026-05")
        try await store.add(Record(car), Record(home))
        let cash = try await store.fund(car, with: "100 USD")
        try await store.add(
            Record(MonthlyPlan(goalID: car.id, month: month)), Record(MonthlyPlan(goalID: home.id, month: month)))
        // Without its plans nothing is deleted: they would name a goal that is not there.
        await #expect(throws: StoreError.dangling(Record(MonthlyPlan(goalID: car.id, month: month)))) {
            try await store.write(origin) { try GoalChanges(FundingWriter($0, anyCall)).delete(car) }
        }
        try await store.write(origin) { try GoalChanges(FundingWriter($0, anyCall)).deleteWithPlans(car) }
        #expect(try await store.read { try $0.all(MonthlyPlan.self).map(\.goalID) } == [home.id])
        #expect(try await store.read { try $0.all(Goal.self) } == [home])
        #expect(try await store.read { try $0.all(AssetAllocation.self) }.isEmpty)
        #expect(try await store.read { try $0.all(Asset.self) } == [cash])
    }
}
