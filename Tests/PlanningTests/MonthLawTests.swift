import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Planning

@Suite("The month beside other programs") struct MonthLawTests {
    private let store = MemoryStore()

    @Test func `what another program writes while a month is closed is part of it`() async throws {
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let wallet = try await store.fund(car, with: "0 USD")
        try await store.take(.start, on: "2024-06-01")
        let interrupted = InterruptedStore(store) { number in
            if number <= 2 { try await store.add("100", to: wallet, on: "2024-06-30") }
        }
        let closed = try await interrupted.service().take(.close, of: nil, monthRequest("2024-06-30"))
        #expect(closed.contributed == (try money("200 USD")))
        await expectMonthError(.changedMeanwhile(try CalendarMonth("2024-07"))) {
            try await InterruptedStore(store) { _ in try await store.add("1", to: wallet, on: "2024-07-01") }
                .service().take(.start, of: nil, monthRequest("2024-07-01"))
        }
        #expect(try await store.read { try $0.all(MonthExecution.self).count } == 1)
    }
}
