import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Files that were damaged on their way: nothing is written of them, and somebody is told why.
@Suite struct DamagedFileTests {
    /// A table of sixty rows, and the same as a statement.
    private static let whole =
        "date,account,amount,currency,note\n"
        + (0..<60).map {
            "2026-05-\($0 % 28 + 10 > 28 ? 10 : $0 % 28 + 10),Savings,\($0 + 1).25,EUR,\"row \($0), é\"\n"
        }.joined()

    @Test(arguments: SeededGenerator.seeds)
    func `a damaged table is refused as a whole, or read to the same sums`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<70 {
            var bytes = Array(Self.whole.utf8)
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch round % 7 {
            case 0: bytes.removeLast(place)
            case 1: bytes[place] = UInt8.random(in: 0x80...0xFF, using: &random)
            case 2: bytes.insert(0, at: place)
            case 3: bytes.insert(UInt8(ascii: "\""), at: place)
            case 4: bytes.insert(contentsOf: Array(",,".utf8), at: place)
            case 5: bytes.replaceSubrange(0..<min(place, 4), with: [0x50, 0x4B, 0x03, 0x04])
            default:
                bytes.insert(
                    contentsOf: Array("\u{E4}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), at: place)
            }
            let store = MemoryStore()
            let path = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)").path
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let call = try TestSupport.call("2026-07-01")
            do {
                let report = try await ImportService(store: store).importTransactions(ImportRequest(path: path), call)
                    .value
                // What is read is what stands in the file: a line each, and each a row of the undamaged one but for the
                // damaged cell.
                let added = try await store.read { try $0.all(Transaction.self) }
                #expect(added.count == report.count(.added), "seed \(seed), round \(round)")
                #expect(report.count(.refused) == 0, "seed \(seed), round \(round)")
                #expect(added.count <= 61, "seed \(seed), round \(round)")
            } catch let problem as ImportError {
                #expect(!problem.description.isEmpty)
                #expect(try await store.read { try $0.revision() } == 0, "seed \(seed), round \(round)")
            }
        }
    }

    @Test func `a wrong cell in a row far down refuses all`() async throws {
        var rows = (0..<70_010).map { _ in "2026-05-20,Savings,1.00,EUR" }
        rows[69_999] = "2026-05-20,Savings,EUR,1.00"
        let path = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)").path
        try Data((["date,account,amount,currency"] + rows).joined(separator: "\n").utf8).write(
            to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = MemoryStore()
        let call = try TestSupport.call("2026-07-01")
        await #expect(
            throws: ImportError.rows([.init(line: 70_001, message: "'EUR' is not an amount.")], count: 1)
        ) { try await ImportService(store: store).importTransactions(ImportRequest(path: path), call) }
        #expect(try await store.read { try $0.revision() } == 0)
    }
}
