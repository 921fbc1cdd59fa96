import Foundation
import Models
import TestSupport
import Testing

/// What is kept of a value are its cells: see the declarations.
@Suite struct EntityTests {
    static func expectRoundTrip<E: Entity>(_ value: E, _ location: SourceLocation = #_sourceLocation) throws {
        let cells = E.declaration.cells(of: value)
        #expect(cells.count == E.declaration.description.width, sourceLocation: location)
        #expect(try E.declaration.value(of: CellArray(cells)) == value, sourceLocation: location)
        #expect(try CellText.decode(CellText.encode(cells)) == cells, sourceLocation: location)
        #expect(try Record(value).value(E.self) == value, sourceLocation: location)
    }

    private static func sizeCells(_ size: AssetAllocation.Size) throws -> [Cell] {
        let allocation = AssetAllocation(assetID: UUID(), goalID: UUID(), size: size)
        return Array(AssetAllocation.declaration.cells(of: allocation).dropFirst(2))
    }

    @Test func `the descriptions of our own kinds are sound`() throws {
        for kind in EntityKind.shared {
            #expect(kind.description.defect == nil)
            #expect(try EntityDescription(text: kind.text) == kind.description)
        }
    }

    @Test func `every model survives its cells, and they survive their text`() throws {
        var full = try goal("Car", lifecycle: .finished)
        full.emoji = "🚗"
        full.details = "A\nB"
        full.link = "https://example.org"
        full.reminder = .biweekly
        full.snapshot = GoalSnapshot(
            day: try day("2024-05-06"), saved: try money("12.34 USD"), isComplete: false,
            funding: [
                .init(asset: "Wallet", amount: try money("0.000000000000000001 ETH"), rate: "3000.5"),
                .init(asset: "Gone", amount: try money("1 BTC"), rate: nil),
            ])
        try Self.expectRoundTrip(full)
        try Self.expectRoundTrip(try goal())
        let token = try Currency(token: "USDC", chain: "ethereum", contract: "0xa0b8", decimals: 6)
        try Self.expectRoundTrip(
            Asset(
                id: UUID(), name: "A", currency: token, chain: "ethereum", address: "0x1", source: "exec",
                reference: "r"))
        try Self.expectRoundTrip(Asset(id: UUID(), name: "", currency: token))
        for size in [
            AssetAllocation.Size.rest, .share(try Share("33.3333%")), .fixed(try Money("1.000001", token)),
        ] { try Self.expectRoundTrip(AssetAllocation(assetID: UUID(), goalID: UUID(), size: size)) }
        for kind in Transaction.Kind.allCases {
            try Self.expectRoundTrip(
                Transaction(
                    id: UUID(), assetID: UUID(), amount: try money("-0.5 BTC"), day: try day("0001-01-01"),
                    kind: kind, entered: Date(timeIntervalSince1970: 1_780_000_000.125), goalID: UUID(), note: "n",
                    hash: "h"))
        }
        try Self.expectRoundTrip(Household(displayCurrency: token))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `every amount and instant of a transaction survives exactly`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let code = random.pick(["USD", "JPY", "BTC", "ETH"])
            try Self.expectRoundTrip(
                Transaction(
                    id: random.uuid(), assetID: random.uuid(),
                    amount: try Money(random.decimal(digits: 38, places: 30), currency(code)), day: random.day(),
                    entered: Date(
                        timeIntervalSince1970: Double(random.int(-2_000_000_000_000...9_000_000_000_000)) / 1000)
                ))
        }
    }

    @Test func `allocations have their documented cells`() throws {
        #expect(try Self.sizeCells(.share(Share("60%"))) == [.integer(600_000), .null, .null])
        #expect(
            try Self.sizeCells(.fixed(money("5 USD"))) == [.null, .text("5.00"), .text("USD")])
        #expect(try Self.sizeCells(.rest) == [.null, .null, .null])
    }

    @Test func `cells that cannot be are refused`() throws {
        let good = AssetAllocation.declaration.cells(
            of: AssetAllocation(assetID: UUID(), goalID: UUID(), size: .fixed(try money("5 USD"))))
        let bad: [(Int, Cell)] = [
            (0, .null), (0, .integer(1)), (0, .text("not an id")), (0, .text(UUID().uuidString.lowercased())),
            (1, .list([])), (2, .integer(0)), (2, .integer(-1)), (2, .text("60%")), (3, .integer(5)),
            (3, .text("1e3")), (3, .text("")), (4, .text("XYZ")), (3, .null), (4, .null),
        ]
        for (column, cell) in bad {
            var cells = good
            cells[column] = cell
            #expect(throws: (any Error).self, "\(column): \(cell)") {
                try AssetAllocation.declaration.value(of: CellArray(cells))
            }
        }
        #expect(throws: (any Error).self) { try AssetAllocation.declaration.value(of: CellArray([])) }
        var goal = Goal.declaration.cells(of: try goal())
        let snapshot = try #require(Goal.declaration.description.position(of: "snapshot"))
        // At most one, and with all that it consists of.
        let one: [Cell] = [.text("2024-05-06"), .text("1.00"), .text("USD"), .integer(1), .list([])]
        for rows in [[one, one], [[]], [Array(one.dropLast())], [[.null] + one.dropFirst()]] {
            goal[snapshot] = .list(rows)
            #expect(throws: (any Error).self, "\(rows)") { try Goal.declaration.value(of: CellArray(goal)) }
        }
        goal[snapshot] = .list([one])
        #expect(try Goal.declaration.value(of: CellArray(goal)).snapshot?.saved == money("1 USD"))
    }
}
