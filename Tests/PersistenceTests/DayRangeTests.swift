import Allocation
import Models
import Persistence
import StoreSamples
import TestSupport
import Testing

/// Transactions of some days: what all of them are, but for the others.
struct DayRangeTests {
    @Test(arguments: StoreKind.allCases)
    func `of random days are those that all have`(_ kind: StoreKind) async throws {
        var random = SeededGenerator(seed: 41)
        var rows: [Transaction] = []
        for number in 10..<210 {
            var row = try transaction(number, of: 1 + number % 3)
            row.day = CalendarDay(dayNumber: 20_000 + random.int(0...40))
            rows.append(row)
        }
        let all = rows
        var ranges: [ClosedRange<CalendarDay>] = []
        for _ in 0..<40 {
            let first = 19_990 + random.int(0...60)
            ranges.append(
                CalendarDay(
                    dayNumber: first)...CalendarDay(
                        dayNumber: first + (random.chance(1, in: 3) ? 0 : random.int(0...30))))
        }
        let days = ranges
        try await kind.withStore { store in
            try await store.write(.test()) { writer in
                for number in 1...3 { try writer.insert(asset(number, "\(number)")) }
                for row in all { try writer.insertUnfollowed(row) }
            }
            try await store.read { reader in
                for range in days {
                    let expected = try reader.all(Transaction.self).filter { range.contains($0.day) }
                    #expect(try reader.transactions(in: range) == expected)
                    for number in 1...4 {
                        let id = asset(number).id
                        let expected = try reader.transactions(of: id).filter { range.contains($0.day) }
                        #expect(try reader.transactions(of: id, in: range) == expected)
                    }
                }
                #expect(throws: StoreError.self) {
                    try reader.all(
                        Transaction.self, Selection(where: "assetID", is: .text("a"), by: "nowhere", from: .null))
                }
            }
        }
    }
}
