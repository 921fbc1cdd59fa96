import Testing

@testable import WebServer

/// The places of connections that ask for nothing.
struct ConnectionTableTests {
    private static let begin = ContinuousClock.now

    /// A table with so many connections that ask for nothing, each a second after the one before.
    private static func table(
        most: Int, mostOfAddress: Int, _ addresses: [String?]
    ) -> (table: ConnectionTable, ids: [Int]) {
        var table = ConnectionTable(most: most, mostOfAddress: mostOfAddress)
        let ids = addresses.enumerated().map { table.open(from: $1, at: begin + .seconds($0)).id }
        return (table, ids)
    }

    @Test func `where places run out, the one that asked for nothing longest goes, of who has most`() {
        let made = Self.table(most: 4, mostOfAddress: 10, ["ana", "x", "x", "x"])
        let ids = made.ids
        var table = made.table
        #expect(table.open(from: "ben", at: Self.begin + .seconds(9)).1 == .staysInstead(of: ids[1]))
        table.begin(ids[2])
        #expect(table.open(from: "ben", at: Self.begin + .seconds(9)).1 != .staysInstead(of: ids[2]))
        // One that has all its answers asks for nothing again, from then on; one that is closed leaves a place.
        table.end(ids[2], at: Self.begin + .seconds(30))
        table.close(ids[0])
        #expect(table.open(from: "ben", at: Self.begin + .seconds(31)).1 == .stays)
    }

    @Test func `where all wait for answers, a new one waits for a place`() {
        let made = Self.table(most: 2, mostOfAddress: 10, [nil, nil])
        let ids = made.ids
        var table = made.table
        for id in ids { table.begin(id) }
        #expect(table.open(from: nil, at: Self.begin).1 == .stays)
        table.end(ids[1], at: Self.begin + .seconds(5))
        #expect(table.open(from: nil, at: Self.begin + .seconds(6)).1 != .stays)
    }

    @Test func `an address has so many and no more, and those that are not counted have any number`() {
        let made = Self.table(most: 100, mostOfAddress: 3, ["x", "x", "x", nil, nil, nil, nil])
        let ids = made.ids
        var table = made.table
        #expect(table.open(from: "x", at: Self.begin + .seconds(9)).1 == .staysInstead(of: ids[0]))
        for id in 1...9 { table.begin(id) }
        #expect(table.open(from: "x", at: Self.begin + .seconds(9)).1 == .refused)
        #expect(table.open(from: "y", at: Self.begin + .seconds(9)).1 == .stays)
        #expect(table.open(from: nil, at: Self.begin + .seconds(9)).1 == .stays)
    }
}
