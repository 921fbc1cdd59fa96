import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("A balance that is set") struct AdjustedBalanceTests {
    private let store = MemoryStore()
    private let service: AssetService

    private static func call(_ text: String = "2026-05-20") throws -> Call {
        let day = try day(text)
        return TestSupport.call(day, at: day.dayNumber * 86_400)
    }

    init() async throws {
        service = AssetService(store: store)
        var fields = AssetFields()
        (fields.name, fields.currency, fields.balance, fields.balanceDate) = ("Savings", "EUR", "5000", "2026-05-10")
        _ = try await service.add(fields, Self.call())
    }

    private func adjust(_ balance: String, on date: String? = nil, note: String? = nil) async throws
        -> Outcome<AssetService.Adjusted>
    {
        let adjustment = AssetService.Adjustment(asset: "Savings", balance: balance, date: date, note: note)
        // The preview shows the transaction that is entered.
        let tried = try await service.previewAdjustment(adjustment, Self.call())
        let set = try await service.adjust(adjustment, Self.call())
        #expect(tried.warnings == set.warnings)
        #expect(tried.value.before == set.value.before && tried.value.balanceToday == set.value.balanceToday)
        #expect(tried.value.transaction?.amount == set.value.transaction?.amount)
        return set
    }

    private func code(_ balance: String, on date: String? = nil, note: String? = nil) async -> String? {
        do {
            _ = try await service.adjust(
                AssetService.Adjustment(asset: "Savings", balance: balance, date: date, note: note), Self.call())
            return nil
        } catch { return (error as? any Problem)?.details.map { "\($0.field) \($0.code)" }.joined(separator: ", ") }
    }

    @Test func `the difference is entered as a deposit or a withdrawal`() async throws {
        let more = try await adjust("5321.17").value
        #expect(try more.transaction?.amount == Money("321.17", .eur))
        #expect(more.transaction?.kind == .manual && more.transaction?.note == "Balance set")
        #expect(try more.balanceToday == Money("5321.17", .eur))
        let less = try await adjust("5000.005", note: "Bank").value
        #expect(try less.transaction?.amount == Money("-321.165", .eur))
        #expect(less.transaction?.note == "Bank")
        #expect(try await adjust("0").value.balanceToday.isZero)
    }

    @Test func `without a difference nothing is written`() async throws {
        let before = try await store.journalLength()
        let same = try await adjust("5000.00")
        #expect(same.value.transaction == nil && same.warnings.isEmpty)
        #expect(try await store.journalLength() == before)
    }

    @Test func `a balance of an earlier day is that of its end, and what came later is added`() async throws {
        for (amount, date) in [("10", "2026-05-12"), ("20", "2026-05-12"), ("100", "2026-05-15")] {
            _ = try await service.enter(
                AssetService.Entry(asset: "Savings", amount: amount, date: date), Self.call())
        }
        let set = try await adjust("5050", on: "2026-05-12").value
        #expect(try set.before == Money("5030", .eur) && set.transaction?.amount == Money("20", .eur))
        #expect(try set.balanceToday == Money("5150", .eur))
    }

    @Test func `a balance below 0 and a day before the opening balance are warned of, as for deposits`() async throws {
        #expect(try await adjust("-20").warnings.map(\.code) == ["negativeBalance"])
        #expect(try await adjust("30", on: "2026-05-09").warnings.map(\.code).contains("beforeOpening"))
    }

    @Test func `fields that are wrong are all named`() async throws {
        #expect(await code("1,5") == "balance number.notANumber")
        #expect(await code("x", on: "2026-02-30") == "balance number.notANumber, date calendar.invalidDay")
        #expect(await code("5", on: "2026-05-21") == "date asset.stockInFuture")
        #expect(await code("5", note: String(repeating: "x", count: 1001)) == "note tooLong")
        #expect(await code(String(repeating: "9", count: 38)) == "balance tooLarge")
    }

    @Test(arguments: ["", "exec"]) func `a balance that is read elsewhere is not set`(source: String) async throws {
        let wallet = Asset(
            id: UUID(), name: "Wallet", currency: .btc, chain: source.isEmpty ? "bitcoin" : nil,
            address: source.isEmpty ? "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" : nil,
            source: source.isEmpty ? nil : source, reference: source.isEmpty ? nil : "x")
        try await store.add(Record(wallet))
        await #expect(throws: AssetError.balanceReadElsewhere(asset: "Wallet", source: source.isEmpty ? nil : source)) {
            try await service.adjust(AssetService.Adjustment(asset: "Wallet", balance: "1"), Self.call())
        }
    }

    /// Sums of random transactions, added one by one.
    @Test(arguments: SeededGenerator.seeds)
    func `whatever was entered, the asset has the balance on that day and later days move along`(seed: UInt64)
        async throws
    {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            var entered: [(day: Int, cents: Int)] = [(10, 500_000)]
            let store = MemoryStore()
            let service = AssetService(store: store)
            var fields = AssetFields()
            (fields.name, fields.currency) = ("Savings", "EUR")
            (fields.balance, fields.balanceDate) = ("5000", "2026-05-10")
            _ = try await service.add(fields, Self.call())
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                let (day, cents) = (
                    Int.random(in: 1...28, using: &generator), Int.random(in: 1...99_999, using: &generator)
                )
                let goesOut = Bool.random(using: &generator)
                _ = try await service.enter(
                    AssetService.Entry(
                        asset: "Savings", amount: Self.text(cents), date: Self.date(day), isWithdrawal: goesOut),
                    Self.call())
                entered.append((day, goesOut ? -cents : cents))
            }
            let (day, wanted) = (
                Int.random(in: 1...20, using: &generator), Int.random(in: -9_999...999_999, using: &generator)
            )
            let before = entered.filter { $0.day <= day }.reduce(0) { $0 + $1.cents }
            let set = try await service.adjust(
                AssetService.Adjustment(asset: "Savings", balance: Self.text(wanted), date: Self.date(day)), Self.call()
            ).value
            #expect(try set.transaction?.amount ?? .zero(.eur) == Money(Self.text(wanted - before), .eur))
            entered.append((day, wanted - before))
            for later in [day, 20, 28] {
                let sum = entered.filter { $0.day <= later }.reduce(0) { $0 + $1.cents }
                let balances = try await store.read { try $0.balances(on: [try TestSupport.day(Self.date(later))]) }
                #expect(try balances[set.asset.id]?.first == Money(Self.text(sum), .eur))
            }
        }
    }

    private static func text(_ cents: Int) -> String {
        let digits = String(format: "%03d", abs(cents))
        return "\(cents < 0 ? "-" : "")\(digits.dropLast(2)).\(digits.suffix(2))"
    }

    private static func date(_ day: Int) -> String { String(format: "2026-05-%02d", day) }
}
