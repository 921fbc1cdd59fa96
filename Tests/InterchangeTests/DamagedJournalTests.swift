import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Journals and files of other programs that were damaged on their way: all or nothing is written, and somebody is told where.
@Suite struct DamagedJournalTests {
    /// A file as it was, by the end of its name.
    private static let whole: [String: String] = {
        let days = (0..<60).map { "2026-0\($0 / 20 + 1)-\($0 % 19 + 10)" }
        func plain(_ account: String, _ equity: String, quote: String) -> String {
            days.enumerated().map { row, day in
                "\(day) * \(quote)Row \(row), é\(quote)\n  \(account)  \(row + 1).25 EUR\n  \(equity)\n\n"
            }.joined()
        }
        let piggies = days.enumerated().map { row, day in
            "1,\(row),2026-01-02T10:00:00+00:00,x,Giro,a,Goal \(row) é,EUR,\(row + 100).25,\(row + 1).25,2026-01-01,2027-\(day.dropFirst(5)),1,1\n"
        }
        let events = days.enumerated().map { row, day in
            "Deposit,kucoin,EUR,\(row + 1).25,,,Row \(row) é,\(day)T10:00:00\n"
        }
        let activities = days.enumerated().map { row, day in
            """
            { "accountId": "b", "comment": "Row \(row) é", "fee": 0, "quantity": \(row + 1).25, "type": "BUY",
              "unitPrice": 3, "currency": "USD", "dataSource": "Y", "date": "\(day)T00:00:00.000Z", "symbol": "ETHUSD" }
            """
        }
        return [
            "journal": plain("assets:bank", "equity:contributions", quote: ""),
            "ledger": plain("Assets:Bank", "Equity:Contributions", quote: ""),
            "beancount": plain("Assets:Bank", "Equity:Contributions", quote: "\""),
            "piggies.csv":
                "user_id,piggy_bank_id,created_at,updated_at,account_name,account_type,name,currency_code,"
                + "target_amount,current_amount,start_date,target_date,order,active\n" + piggies.joined(),
            "events.csv":
                "Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp\n" + events.joined(),
            "json": "{ \"activities\": [\n\(activities.joined(separator: ",\n"))\n] }\n",
        ]
    }()

    /// What is read of a file, without ids: transactions, and goals with what they have.
    private func entered(_ store: MemoryStore) async throws -> [String: Int] {
        try await store.read { reader in
            let goals = try reader.all(Goal.self).map { "\($0.name) \($0.target) \($0.deadline)" }
            let rows = try reader.all(Transaction.self).map { "\($0.day) \($0.amount) \($0.note ?? "")" }
            return Dictionary((goals + rows).map { ($0, 1) }, uniquingKeysWith: +)
        }
    }

    private func importing(_ bytes: [UInt8], _ suffix: String, _ store: MemoryStore) async throws -> ImportReport {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(suffix)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await ImportService(store: store).importTransactions(
            ImportRequest(path: path), call("2026-07-01")
        ).value
    }

    private func damaged(_ bytes: [UInt8], _ kind: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch kind {
        case 0: bytes.removeLast(place)
        case 1: bytes[place] = UInt8.random(in: 0...0xFF, using: &random)
        case 2: bytes[place] = UInt8.random(in: 0x80...0xFF, using: &random)
        case 3: bytes.insert(0, at: place)
        case 4: bytes.remove(at: place)
        case 5:
            bytes.insert(contentsOf: Array("\u{E4}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), at: place)
        // The rest of the file in another encoding.
        default:
            bytes =
                bytes[..<place]
                + String(decoding: bytes[place...], as: UTF8.self).utf16.map { UInt8(truncatingIfNeeded: $0) }
        }
        return bytes
    }

    @Test(arguments: Array(whole.keys.sorted()), SeededGenerator.seeds)
    func `one damage is refused as a whole, or changes one entry`(_ suffix: String, _ seed: UInt64) async throws {
        let original = MemoryStore()
        let bytes = Array((Self.whole[suffix] ?? "").utf8)
        _ = try await importing(bytes, suffix, original)
        let right = try await entered(original)
        #expect(right.values.reduce(0, +) >= 60)
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for round in 0..<35 {
            let kind = round % 7
            let broken = damaged(bytes, kind, &random)
            let store = MemoryStore()
            let place = "\(suffix), seed \(seed), round \(round)"
            do {
                let report = try await importing(broken, suffix, store)
                #expect(report.count(.refused) == 0, "\(place)")
                let found = try await entered(store)
                let new = found.reduce(0) { $0 + max(0, $1.value - (right[$1.key] ?? 0)) }
                let lost = right.reduce(0) { $0 + max(0, $1.value - (found[$1.key] ?? 0)) }
                // The opening balance of piggy banks is one more that their sum changes.
                let most = suffix == "piggies.csv" ? 2 : 1
                #expect(new <= most, "\(place): new \(found.keys.filter { right[$0] == nil }.sorted())")
                if kind == 0 || (kind == 6 && broken == bytes) { continue }
                #expect(lost <= most, "\(place): lost \(right.keys.filter { found[$0] == nil }.sorted())")
            } catch let problem as any Problem {
                refused += 1
                #expect(!problem.description.isEmpty)
                #expect(try await store.read { try $0.revision() } == 0, "\(place)")
                // What cannot be read is named by its line; what is missing as a whole has none.
                let isWhole = [
                    "nothing", "noTable", "assetNeeded", "noJournalAccount", "columnNeeded", "noColumn", "otherKind",
                ].contains(where: problem.code.hasSuffix)
                #expect(isWhole || problem.description.contains("ine "), "\(place): \(problem.description)")
            }
        }
        #expect(refused >= 10)
    }

    @Test(arguments: ["journal", "ledger", "beancount", "csv"])
    func `what is no text is told apart`(_ suffix: String) async throws {
        let store = MemoryStore()
        let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04] + (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        await #expect(throws: ImportError.otherKind(of: "a spreadsheet or another archive")) {
            try await importing(zip, suffix, store)
        }
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000)
        await #expect(throws: suffix == "csv" ? ImportError.noTable : .lineTooLong(line: 1)) {
            try await importing(long, suffix, store)
        }
        await #expect(throws: ImportError.notText(line: 2)) {
            try await importing(Array("2026-01-01 a\n  b\0  1 EUR\n  c\n".utf8), suffix, store)
        }
        await #expect(throws: (any Error).self) { try await importing([], suffix, store) }
        #expect(try await store.read { try $0.revision() } == 0)
    }

    @Test(arguments: ["journal", "ledger", "beancount"])
    func `a journal in another encoding`(_ suffix: String) async throws {
        let text = Self.whole[suffix] ?? ""
        let store = MemoryStore()
        await #expect(throws: ImportError.notText(line: 1)) {
            try await importing(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, suffix, store)
        }
        let marked: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try await importing(marked, suffix, store).count(.added) == 60)
    }
}
