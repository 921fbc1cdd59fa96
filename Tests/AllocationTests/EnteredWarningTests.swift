import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("What is told of a transaction that was entered") struct EnteredWarningTests {
    private let service = AssetService(store: MemoryStore())

    private static func call() throws -> Call {
        let day = try day("2026-05-20")
        return TestSupport.call(day, at: day.dayNumber * 86_400)
    }

    init() async throws {
        var fields = AssetFields()
        (fields.name, fields.currency, fields.balance, fields.balanceDate) = ("Savings", "EUR", "100", "2026-05-10")
        _ = try await service.add(fields, Self.call())
    }

    private func codes(_ amount: String, on date: String?, isWithdrawal: Bool = false) async throws -> [String] {
        let entry = AssetService.Entry(asset: "Savings", amount: amount, date: date, isWithdrawal: isWithdrawal)
        return try await service.enter(entry, Self.call()).warnings.map(\.code)
    }

    @Test(arguments: [
        ("2026-05-09", "beforeOpening"), ("2026-05-10", ""), ("2026-05-19", ""), ("2026-05-20", ""),
        ("2026-05-21", "future"),
    ])
    func `a day before the opening balance or after today is told`(date: String, expected: String) async throws {
        #expect(try await codes("5", on: date).joined(separator: ",") == expected)
    }

    @Test func `a warning names the asset and the day of its opening balance`() async throws {
        let entry = AssetService.Entry(asset: "Savings", amount: "5", date: "2026-05-01")
        let warning = try #require(try await service.enter(entry, Self.call()).warnings.first)
        #expect(warning.message.contains("'Savings'") && warning.message.contains("2026-05-10"))
    }

    @Test func `a correction to a day before the opening balance is told`() async throws {
        let entry = AssetService.Entry(asset: "Savings", amount: "5", date: "2026-05-12")
        let entered = try await service.enter(entry, Self.call())
        #expect(entered.warnings.isEmpty)
        let correction = AssetService.Correction(date: "2026-05-09")
        let id = entered.value.transaction.id.uuidString
        let corrected = try await service.correct(id, correction, Self.call())
        #expect(corrected.warnings.map(\.code) == ["beforeOpening"])
    }

    @Test func `a balance that falls below 0 is told, one of 0 is not`() async throws {
        #expect(try await codes("100", on: nil, isWithdrawal: true) == [])
        #expect(try await codes("0.01", on: nil, isWithdrawal: true) == ["negativeBalance"])
    }

    @Test func `a transfer tells once what it does to each of its assets`() async throws {
        var fields = AssetFields()
        (fields.name, fields.currency) = ("Wallet", "EUR")
        _ = try await service.add(fields, Self.call())
        func codes(_ amount: String, fee: String? = nil, on date: String? = nil) async throws -> [String] {
            let transfer = AssetService.Transfer(from: "Savings", to: "Wallet", amount: amount, fee: fee, date: date)
            return try await service.transfer(transfer, Self.call()).warnings.map(\.code)
        }
        #expect(try await codes("60") == [])
        #expect(try await codes("1", on: "2026-05-21") == ["future"])
        #expect(try await codes("40", fee: "0.01") == ["negativeBalance"])
        #expect(try await codes("5", on: "2026-05-09").contains("beforeOpening"))
    }
}
