import ExchangeRates
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Transfers that an import proposes (G11), also between two currencies.
struct TransferPairImportTests {
    private static let dollars = "Date,Payee,Amount\n2026-05-05,From bank,108.00\n"

    /// The import of a file into an account, with a euro at 1.08 dollars from 1 May on.
    private func enter(
        _ text: String, _ account: String, in book: TestLedger,
        rates: String = "EUR,USD,1.08,2026-05-01\nEUR,USD,1.08,2026-05-08"
    ) async throws -> StatementImport {
        let call = try call("2026-05-20", at: 1_779_278_400)
        let table = try FixedRateTable(csv: "from,to,rate,date\n\(rates)\n", fileTime: call.now)
        let service = StatementImportService(
            store: book.store, rates: ExchangeRateService(providers: [FixedRates(table)]))
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv").path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var request = StatementRequest(path: path)
        request.account = account
        return try await service.importStatement(request, call).value
    }

    private func book() async throws -> TestLedger {
        try await TestLedger("Bank EUR 1000 2026-03-01", "Dollars USD 0 2026-03-01", "Card EUR 0 2026-03-01")
    }

    @Test(arguments: [
        // Within 3 % of the rate of the day that the money left, and at most 4 days apart.
        ("-100.00", "2026-05-03", true), ("-97.10", "2026-05-09", true), ("-103.09", "2026-05-01", true),
        ("-97.08", "2026-05-05", false), ("-103.10", "2026-05-05", false), ("-100.00", "2026-04-30", false),
        ("-100.00", "2026-05-10", false), ("100.00", "2026-05-05", false),
    ])
    func `amounts that fit by the rate of their day are one transfer`(
        amount: String, date: String, isPair: Bool
    ) async throws {
        let book = try await book()
        let left = try await enter("Date,Payee,Amount\n\(date),To dollars,\(amount)\n", "Bank", in: book)
        #expect(left.pairs.isEmpty)
        let arrived = try await enter(Self.dollars, "Dollars", in: book)
        let expected =
            isPair
            ? [
                TransferPairs.Pair(
                    from: try #require(left.rows[0].transactionID),
                    to: try #require(arrived.rows[0].transactionID))
            ] : []
        #expect(arrived.pairs == expected)
    }

    @Test func `neither is proposed where another one fits too, or has a category, or there is no rate`() async throws {
        let twice = try await book()
        _ = try await enter("Date,Payee,Amount\n2026-05-03,To dollars,-100.00\n", "Bank", in: twice)
        _ = try await enter("Date,Payee,Amount\n2026-05-04,To dollars,-101.00\n", "Card", in: twice)
        #expect(try await enter(Self.dollars, "Dollars", in: twice).pairs.isEmpty)

        let spent = try await book()
        try await spent.addCategories(["Food": .expense])
        _ = try await spent.expense("Bank", "100", "Food", on: "2026-05-03")
        #expect(try await enter(Self.dollars, "Dollars", in: spent).pairs.isEmpty)

        let unknown = try await book()
        _ = try await enter("Date,Payee,Amount\n2026-05-03,To dollars,-100.00\n", "Bank", in: unknown)
        #expect(try await enter(Self.dollars, "Dollars", in: unknown, rates: "EUR,JPY,170,2026-05-01").pairs.isEmpty)
    }

    @Test func `a transaction of which a part has a category is none of a pair`() async throws {
        let book = try await book()
        try await book.addCategories(["Food": .expense, "Fees": .expense])
        for splits in [["Food=5", "=rest"], ["=rest", "Food=5"], ["=100", "Food=5", "Fees=-5"]] {
            var entry = LedgerService.Entry(.expense, account: "Bank", amount: "100")
            (entry.date, entry.splits) = ("2026-05-03", splits)
            _ = try await book.service.enter(entry, call("2026-05-20"))
        }
        #expect(try await enter(Self.dollars, "Dollars", in: book).pairs.isEmpty)
    }
}
