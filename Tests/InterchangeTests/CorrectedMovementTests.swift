import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Movements that a bank corrects later, by the number that it gave them (I6).
@Suite struct CorrectedMovementTests {
    private let bench = ImportBench()

    private struct Row {
        var day = "20260305"
        let amount: String
        let number: String
        var corrects: String?
        var action = "REPLACE"
        var name = "SHOP"
    }

    private func file(_ rows: Row...) -> String {
        let list = rows.map { row in
            "<STMTTRN><TRNTYPE>OTHER<DTPOSTED>\(row.day)<TRNAMT>\(row.amount)<FITID>\(row.number)"
                + (row.corrects.map { "<CORRECTFITID>\($0)<CORRECTACTION>\(row.action)" } ?? "")
                + "<NAME>\(row.name)</STMTTRN>"
        }
        return
            "<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>77</BANKACCTFROM>\(list.joined(separator: "\n"))</STMTRS></OFX>"
    }

    private let first = Row(amount: "-12.40", number: "F1")
    private let other = Row(amount: "100.00", number: "G1", name: "WORK")
    private let correction = Row(day: "20260306", amount: "-14.20", number: "F2", corrects: "F1")

    @Test func `a correction in the same file counts in place of what it corrects`() async throws {
        let report = try await bench.imports(file(first, other, correction), as: "s.ofx").value
        #expect(try await bench.movements == ["2026-03-05 100.00", "2026-03-06 -14.20"])
        #expect(report.count(.leftOut) == 1 && report.rows.first?.reason == "Line 3 corrects it.")
        #expect(try await bench.imports(file(first, other, correction), as: "s.ofx").value.count(.known) == 2)
        // Neither does an older file bring back what was corrected.
        #expect(try await bench.imports(file(first, other), as: "s.ofx").value.count(.known) == 2)
    }

    @Test func `a correction in a later file changes what is there`() async throws {
        try await bench.imports(file(first, other), as: "a.ofx")
        let report = try await bench.imports(file(correction), as: "b.ofx").value
        #expect(report.count(.corrected) == 1 && report.count(.added) == 0)
        #expect(try await bench.movements == ["2026-03-05 100.00", "2026-03-06 -14.20"])
        #expect(report.assets.first?.balance == (try money("85.80 EUR")))
        for text in [file(first, other), file(correction)] {
            #expect(try await bench.imports(text, as: "a.ofx").value.count(.added) == 0)
        }
        #expect(try await bench.balances == ["77 85.80 EUR"])
    }

    @Test func `a correction comes before the file of what it corrects`() async throws {
        try await bench.imports(file(correction, other), as: "b.ofx")
        #expect(try await bench.imports(file(first), as: "a.ofx").value.count(.known) == 1)
        #expect(try await bench.balances == ["77 85.80 EUR"])
    }

    @Test func `a correction of a correction, and two of one movement`() async throws {
        let last = Row(amount: "-15.00", number: "F3", corrects: "F2")
        try await bench.imports(file(first, other), as: "a.ofx")
        try await bench.imports(file(correction, last), as: "b.ofx")
        #expect(try await bench.balances == ["77 85.00 EUR"])
        let fresh = ImportBench()
        let twice = Row(amount: "-16.00", number: "F3", corrects: "F1")
        try await fresh.imports(file(first, other, correction, twice), as: "a.ofx")
        #expect(try await fresh.balances == ["77 84.00 EUR"])
    }

    @Test func `a movement that the bank takes back`() async throws {
        let deletion = Row(amount: "-12.40", number: "F2", corrects: "F1", action: "DELETE")
        try await bench.imports(file(first, other), as: "a.ofx")
        let report = try await bench.imports(file(deletion), as: "b.ofx").value
        #expect(report.count(.corrected) == 1)
        #expect(try await bench.balances == ["77 100.00 EUR"])
        #expect(try await bench.imports(file(deletion), as: "b.ofx").value.count(.leftOut) == 1)
        let fresh = ImportBench()
        #expect(try await fresh.imports(file(first, other, deletion), as: "a.ofx").value.count(.leftOut) == 2)
        #expect(try await fresh.balances == ["77 100.00 EUR"])
    }

    @Test func `what a person changed stays`() async throws {
        try await bench.imports(file(first), as: "a.ofx")
        let transaction = try #require(try await bench.store.read { try $0.all(Transaction.self) }.first)
        _ = try await AssetService(store: bench.store).correct(
            transaction.id.uuidString, .init(note: "Birthday"), call(bench.today))
        let changed = Row(amount: "-14.20", number: "F2", corrects: "F1", name: "SHOP & CO")
        try await bench.imports(file(changed), as: "b.ofx")
        let after = try #require(try await bench.store.read { try $0.all(Transaction.self) }.first)
        #expect(after.note == "Birthday" && after.amount.amountText == "-14.20" && after.id == transaction.id)
    }
}
