import FileFormats
import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Transfers whose halves stand in rows of their own (P8).
struct TransferImportTests {
    private static let titles = "Date,Type,Portfolio,Instrument,Units,Total,Currency"
    private static let purchase = "2025-01-03,Buy,A,N,10,1000,EUR"
    private static let out = "2025-02-03,Transfer (Outbound),A,N,4,480,EUR"
    private static let back = "2025-02-05,Transfer (Inbound),B,N,4,480,EUR"

    @discardableResult private func imported(
        _ rows: [String], into sample: ServiceSample, portfolio: String? = nil
    ) async throws -> Outcome<PortfolioImport> {
        let url = FileManager.default.temporaryDirectory.appending(path: "transfers-\(UUID().uuidString)")
        try Data(([Self.titles] + rows).joined(separator: "\n").utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await sample.service.importTrades(
            PortfolioImportRequest(path: url.path, portfolio: portfolio), sample.call)
    }

    private func sample() async throws -> ServiceSample {
        let sample = try ServiceSample()
        try await sample.portfolio("A")
        try await sample.portfolio("B")
        return sample
    }

    private func lots(_ sample: ServiceSample) async throws -> [String] {
        let report = try await sample.reports.lots(of: nil, sample.call).value
        return report.lots.map {
            let cost = $0.lot.cost.base?.description ?? "unknown"
            return "\(report.frame.names.portfolio($0.position.portfolioID)) \(UnitsText.text($0.lot.units)) "
                + "\($0.lot.acquired.map(\.description) ?? "") \(cost)"
        }
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [2, 1, 0]])
    func `two halves in one file are one transfer, which keeps cost and day`(order: [Int]) async throws {
        let sample = try await sample()
        let rows = order.map { [Self.purchase, Self.out, Self.back][$0] }
        let outcome = try await imported(rows, into: sample)
        #expect(outcome.value.transactions.map(\.kind) == [.buy, .transfer] && outcome.warnings.isEmpty)
        #expect(try await lots(sample) == ["A 6 2025-01-03 600.00 EUR", "B 4 2025-01-03 400.00 EUR"])
        let again = try await imported(rows, into: sample).value
        #expect(again.transactions.isEmpty && again.known == 3)
        #expect(try await sample.reports.gains(of: nil, in: .year(2025), sample.call).value.gains.removed.isEmpty)
    }

    @Test func `a half alone is warned of, and its value is no cost`() async throws {
        let sample = try await sample()
        let come = try await imported([Self.back], into: sample)
        #expect(come.warnings.map(\.code) == ["halfTransfer"])
        #expect(try await lots(sample) == ["B 4 2025-02-05 unknown"])
    }

    @Test(arguments: [[[0, 1], [2]], [[2], [0, 1]], [[0], [2], [1]], [[0], [1], [2]]])
    func `halves in two files become one transfer, which keeps cost and day`(files: [[Int]]) async throws {
        let sample = try await sample()
        let rows = [Self.purchase, Self.out, Self.back]
        var codes: [String] = []
        for file in files { codes += try await imported(file.map { rows[$0] }, into: sample).warnings.map(\.code) }
        #expect(codes.filter { $0 != "pastYearChanged" } == ["halfTransfer", "joinedTransfer"])
        #expect(try await lots(sample) == ["A 6 2025-01-03 600.00 EUR", "B 4 2025-01-03 400.00 EUR"])
        #expect(try await sample.reports.gains(of: nil, in: .year(2025), sample.call).value.gains.removed.isEmpty)
        for file in files + [[0, 1, 2]] {
            let again = try await imported(file.map { rows[$0] }, into: sample).value
            #expect(again.transactions.isEmpty && again.known == file.count)
        }
        // One change, which is undone as one.
        _ = try await HistoryService(store: sample.store, guards: []).undo(sample.call)
        let kinds = try await sample.store.read { try $0.all(PortfolioTransaction.self).map(\.kind) }
        #expect(!kinds.contains(.transfer) && kinds.count == files.dropLast().joined().count)
    }

    @Test func `what came and was sold on one day came before it, whichever file is first`() async throws {
        for isOutFirst in [true, false] {
            let sample = try await sample()
            let back = ["2025-02-03,Transfer (Inbound),B,N,4,480,EUR", "2025-02-03,Sell,B,N,4,500,EUR"]
            let out = [Self.purchase, Self.out]
            for rows in isOutFirst ? [out, back] : [back, out] { try await imported(rows, into: sample) }
            #expect(try await lots(sample) == ["A 6 2025-01-03 600.00 EUR"])
            let gains = try await sample.reports.gains(of: nil, in: .year(2025), sample.call).value.gains
            #expect(try gains.net == money("100 EUR") && gains.bound == nil)
        }
    }

    @Test func `halves that a person changed, that sales name, or that do not fit stay what they are`() async throws {
        func joins(_ out: String, _ change: (ServiceSample, String) async throws -> Void = { _, _ in }) async throws
            -> Bool
        {
            let sample = try await sample()
            try await imported([Self.purchase], into: sample)
            let come = try #require(try await imported([Self.back], into: sample).value.transactions.first)
            try await change(sample, come.id.uuidString)
            let outcome = try await imported([out], into: sample)
            let isJoined = outcome.warnings.map(\.code).contains("joinedTransfer")
            #expect(isJoined == (outcome.value.transactions.map(\.kind) == [.transfer]))
            return isJoined
        }
        #expect(try await joins(Self.out))
        #expect(try await !joins(Self.out.replacing(",4,", with: ",3,")))
        #expect(try await !joins(Self.out.replacing("2025-02-03", with: "2025-02-11")))
        #expect(try await !joins("2025-02-06,Transfer (Outbound),B,N,4,480,EUR"))
        let isJoinedWithCost = try await joins(Self.out) { sample, id in
            var request = TransactionRequest()
            request.cost = "400"
            _ = try await sample.service.correct(id, request, sample.call)
        }
        #expect(!isJoinedWithCost)
        let isJoinedWhenNamed = try await joins(Self.out) { sample, id in
            try await sample.enter(.sell, "N", "1", "120", on: "2025-02-06") {
                ($0.portfolio, $0.lots) = ("B", [id + "=1"])
            }
        }
        #expect(!isJoinedWhenNamed)
    }

    @Test func `halves of a transfer that was entered by hand are there already`() async throws {
        let sample = try await sample()
        try await imported([Self.purchase], into: sample)
        try await sample.enter(.transfer, "N", "4", on: "2025-02-03") { ($0.portfolio, $0.to) = ("A", "B") }
        let one = try await imported([Self.back], into: sample).value
        #expect(one.transactions.isEmpty && one.known == 1)
        let both = try await imported([Self.purchase, Self.out, Self.back], into: sample).value
        #expect(both.transactions.isEmpty && both.known == 3)
        // The same units a month later are another transfer.
        let later = try await imported(["2025-03-03,Transfer (Outbound),A,N,4,480,EUR"], into: sample).value
        #expect(later.transactions.count == 1)
    }

    @Test func `a cause that many rows have is told once`() async throws {
        let sample = try await sample()
        let rows = ["2025-01-03,Buy,,N,10,1000,EUR", "2025-01-04,Buy,,N,10,1000,EUR"]
        await #expect(throws: PortfolioError.choosePortfolio(["A", "B"])) { try await imported(rows, into: sample) }
        let named = rows.map { $0.replacing("Buy,,", with: "Buy,Depot,") } + ["2025-01-05,Buy,A,N,x,1000,EUR"]
        let error = await #expect(throws: ImportError.self) { try await imported(named, into: sample) }
        #expect(error?.description.contains("There is no portfolio 'Depot'") == false)
        let unknown = await #expect(throws: ImportError.self) {
            try await imported(Array(named.prefix(2)), into: sample)
        }
        #expect(unknown?.description.hasPrefix("Lines 2, 3: There is no portfolio 'Depot'.") ?? false)
    }

    @Test func `a transfer within one portfolio moves nothing`() async throws {
        let sample = try await sample()
        let outcome = try await imported([Self.purchase, Self.out, Self.back], into: sample, portfolio: "A")
        #expect(outcome.value.transactions.map(\.kind) == [.buy])
        #expect(outcome.warnings.map(\.code) == ["transferWithin"])
        #expect(try await lots(sample) == ["A 10 2025-01-03 1000.00 EUR"])
    }

    @Test func `rows that may be there already are named, and those that are known are not`() async throws {
        let sample = try await sample()
        try await imported([Self.purchase], into: sample)
        try await sample.enter(.buy, "N", "3", "330", on: "2025-01-10") { $0.portfolio = "A" }
        try await sample.enter(.transfer, "N", "2", on: "2025-02-03") { ($0.portfolio, $0.to) = ("A", "B") }
        let rows = [
            Self.purchase, "2025-01-12,Buy,A,N,3,330.40,EUR", "2025-01-20,Buy,A,N,3,330,EUR",
            "2025-02-03,Delivery (Inbound),B,N,2,240,EUR",
        ]
        let outcome = try await imported(rows, into: sample)
        #expect(outcome.value.known == 1 && outcome.value.transactions.count == 3)
        let remarks = outcome.warnings.filter { $0.code == "possiblyKnown" }.map(\.message)
        #expect(remarks.count == 2)
        #expect(remarks.first?.hasPrefix("Line 3: the buy of 3 'N' on 2025-01-12 may be there already") ?? false)
        #expect(remarks.last?.hasPrefix("Line 5: the receive of 2 'N' on 2025-02-03 may be there already") ?? false)
    }
}
