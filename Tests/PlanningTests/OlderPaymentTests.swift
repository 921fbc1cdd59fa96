import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("MO2: amounts dated before a goal began are none of its payments") struct OlderPaymentTests {
    private let store = MemoryStore()
    private let today = "2024-05-20"
    private var funding: FundingSources { FundingSources(followers: [MonthStarts()]) }

    private func allocate(_ asset: Asset, to goal: String, _ size: AllocationService.Size) async throws {
        _ = try await AllocationService(store: store, funding: funding, rates: ExchangeRateService(providers: []))
            .allocate(asset.name, to: goal, size, call(today))
    }

    /// Enters amounts by days in one write, as an import does.
    private func enter(_ amounts: KeyValuePairs<String, String>, _ wallet: Asset, at second: Int) async throws {
        let transactions = try amounts.map { date, amount in
            Transaction(
                id: UUID(), assetID: wallet.id, amount: try Money(amount, wallet.currency), day: try day(date),
                entered: Date(timeIntervalSince1970: Double(second)))
        }
        try await funding.write(call(today, at: second), in: store) { writer in
            var batch = try FundingBatch(writer)
            for transaction in transactions { _ = try batch.enter(transaction, in: wallet) }
            try batch.finish()
        }
    }

    @Test func `an import of older rows into a month in progress pays nothing`() async throws {
        let car = try goal(target: "12000 USD", start: today, deadline: "2025-06-30")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "3500 USD", on: today)
        try await allocate(wallet, to: "Car", .amount("2000"))
        try await store.take(.start, on: today, at: 10)
        #expect(try await store.contributions(on: today) == ["Car 0.00"])
        try await enter([today: "400"], wallet, at: 11)
        try await allocate(wallet, to: "Car", .amount("2400"))
        #expect(try await store.contributions(on: today) == ["Car 400.00"])
        try await enter(["2024-05-03": "-60", "2024-05-10": "90", "2024-05-19": "-111"], wallet, at: 12)
        #expect(try await store.contributions(on: today) == ["Car 400.00"])
        // 3,819 is there, and 2,000 of it was there at the start.
        try await allocate(wallet, to: "Car", .rest)
        #expect(try await store.contributions(on: today) == ["Car 1819.00"])
        // Older rows are there from the beginning, as any other savings.
        try await enter(["2024-05-04": "-50", "2024-05-11": "150"], wallet, at: 13)
        #expect(try await store.contributions(on: today) == ["Car 1819.00"])
        try await enter(["2024-05-20": "-19"], wallet, at: 14)
        #expect(try await store.contributions(on: today) == ["Car 1800.00"])
    }

    @Test func `one amount is a payment to the goals that had begun, and to no other`() async throws {
        let (car, trip) = (
            try goal(target: "12000 USD", start: today, deadline: "2025-06-30"),
            try goal("Trip", target: "9000 USD", start: "2024-01-10", deadline: "2025-06-30")
        )
        try await store.add(Record(car), Record(trip))
        let wallet = try await store.fund(car, with: "1000 USD", on: "2024-01-05")
        try await allocate(wallet, to: "Car", .share("50%"))
        try await allocate(wallet, to: "Trip", .share("50%"))
        try await store.take(.start, on: today, at: 10)
        try await enter(["2024-05-10": "100", "2024-01-20": "60"], wallet, at: 11)
        #expect(try await store.contributions(on: today) == ["Car 0.00", "Trip 50.00"])
        try await enter(["2024-05-20": "40"], wallet, at: 12)
        #expect(try await store.contributions(on: today) == ["Car 20.00", "Trip 70.00"])
        // With the asset its payments go; all else was in the starts.
        try await funding.write(call(today, at: 13), in: store) { _ = try $0.deleteWhole(wallet) }
        #expect(try await store.contributions(on: today) == ["Car 0.00", "Trip 0.00"])
    }

    @Test func `with another start day other payments count`() async throws {
        let car = try goal(target: "12000 USD", start: today, deadline: "2025-06-30")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "500 USD", on: "2024-01-05")
        try await store.take(.start, on: today, at: 10)
        try await enter(["2024-05-19": "30", "2024-05-20": "400"], wallet, at: 11)
        #expect(try await store.contributions(on: today) == ["Car 400.00"])
        let goals = GoalService(store: store, display: DisplayCurrency(nil), funding: funding)
        func begin(_ date: String) async throws -> [String] {
            _ = try await goals.edit("Car", .init(["start": date]), call(today, at: 12))
            return try await store.contributions(on: today)
        }
        #expect(try await begin("2024-05-21") == ["Car 0.00"])
        #expect(try await begin("2024-05-01") == ["Car 430.00"])
        #expect(try await begin("2024-05-20") == ["Car 400.00"])
    }
}
