import FileFormats
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Allocation
@testable import BalanceProviders

@Suite("L3: one account of a journal stands behind one asset") struct SharedAccountTests {
    private static let text = """
        2026-01-01 open
            assets:bank   100 EUR
            equity
        2026-05-10 pay
            assets:bank   50 EUR
            income
        2026-05-11 pay
            assets:bank:notice  7 EUR
            assets:banker  1 EUR
            income
        """

    private let store = MemoryStore()
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let window = ContributionWindow(after: CalendarDay(dayNumber: 20_574))  // 1 May 2026

    private func journal(_ name: String = "j.journal", _ text: String = text) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: name).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func asset(_ name: String, _ account: String, _ path: String, _ currency: Currency = .eur) throws -> Asset {
        Asset(
            id: UUID(), name: name, currency: currency, source: JournalPlace.sourceName,
            reference: try JournalPlace(account: account, path: path).reference)
    }

    private func snapshot(_ assets: [Asset]) async throws -> AllocationSnapshot {
        let window = window
        try await store.write(anyCall) { writer in
            try writer.insert(try goal("Car"))
            for asset in assets { try writer.insert(asset) }
        }
        return try await FundingSources([JournalFunding()]).answering(call("2026-05-20")) { answers in
            try await store.read {
                try AllocationSnapshot(from: $0, today: day("2026-05-20"), funding: answers) { _ in window }
            }
        }
    }

    @Test(arguments: 1...3) func `each posting counts once for each asset that names its account`(count: Int)
        async throws
    {
        let path = try journal()
        let assets = try (1...count).map { try asset("B\($0)", "assets:bank", path) }
        let found = try await snapshot(assets)
        #expect(found.balances.map(\.known.amountText) == Array(repeating: "157.00", count: count))
        let paid = found.balances.map { $0.contributed[window]?.amountText }
        #expect(paid == Array(repeating: "57.00", count: count))
        let warnings = found.fundings().warnings.map(\.code)
        #expect(warnings == Array(repeating: "countedTwice", count: count - 1))
    }

    @Test func `an account and one below it have the same money, and so have two spellings of one file`() async throws {
        let path = try journal()
        let link = folder.appending(path: "link.journal").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let doubled = try await snapshot([
            asset("Bank", "assets:bank", path), asset("Notice", "assets:bank:notice", path),
            asset("Banker", "assets:banker", path), asset("Linked", "assets:banker", link),
            asset("Dollars", "assets:bank", path, .usd),
        ]).fundings().warnings.filter { $0.code == "countedTwice" }.map(\.message)
        #expect(
            doubled == [
                "'Bank' and 'Notice' have the same source, so its money counts twice. Delete one of them.",
                "'Banker' and 'Linked' have the same source, so its money counts twice. Delete one of them.",
            ])
    }

    @Test(arguments: [
        ("assets:bank", true), ("assets", true), ("assets:bank:notice", true), ("assets:banker", false),
        ("assets:bank2", false), ("income", false),
    ])
    func `a second asset on an account, above it or below it is refused when it is entered`(
        account: String, isRefused: Bool
    ) async throws {
        let path = try journal()
        let service = AssetService(store: store, funding: FundingSources([JournalFunding()]))
        func fields(_ name: String, _ account: String, _ currency: String = "EUR") throws -> AssetFields {
            var fields = AssetFields()
            (fields.name, fields.currency, fields.source) = (name, currency, JournalPlace.sourceName)
            fields.reference = try JournalPlace(account: account, path: path).reference
            return fields
        }
        _ = try await service.add(fields("First", "assets:bank"), anyCall)
        // Another currency of the account is other money.
        _ = try await service.add(fields("Dollars", "assets:bank", "USD"), anyCall)
        let second = try fields("Second", account)
        var cash = AssetFields()
        (cash.name, cash.currency) = ("Cash", "EUR")
        _ = try await service.add(cash, anyCall)
        var place = AssetFields()
        (place.source, place.reference) = (second.source, second.reference)
        guard isRefused else {
            _ = try await service.add(second, anyCall)
            return
        }
        for name in ["Second", "Cash"] {
            await #expect(throws: AssetError.countedTwice(asset: name, other: "First", field: "reference")) {
                if name == "Cash" {
                    _ = try await service.edit(name, place, anyCall)
                } else {
                    _ = try await service.add(second, anyCall)
                }
            }
        }
        #expect(try await store.read { try $0.all(Asset.self).count } == 3)
    }

    @Test func `those that are there already can be renamed`() async throws {
        let path = try journal()
        _ = try await snapshot([asset("B1", "assets:bank", path), asset("B2", "assets:bank", path)])
        var fields = AssetFields()
        fields.name = "B3"
        let service = AssetService(store: store, funding: FundingSources([JournalFunding()]))
        #expect(try await service.edit("B2", fields, anyCall).value.after.name == "B3")
    }
}
