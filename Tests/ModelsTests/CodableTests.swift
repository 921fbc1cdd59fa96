import Foundation
import Models
import TestSupport
import Testing

@Suite struct CodableTests {
    private static func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `every model survives a round trip`() throws {
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
        try Self.expectRoundTrip(Asset(id: UUID(), name: "A", currency: token, chain: "ethereum", address: "0x1"))
        for claim in [
            AssetAllocation.Claim.rest, .share(try Share("33.3333%")), .earmark(try Money("1.000001", token)),
        ] { try Self.expectRoundTrip(AssetAllocation(assetID: UUID(), goalID: UUID(), claim: claim)) }
        try Self.expectRoundTrip(
            Transaction(
                id: UUID(), assetID: UUID(), amount: try money("-0.5 BTC"), day: try day("0001-01-01"), note: "n",
                hash: "h"))
        try Self.expectRoundTrip(
            MonthlyPlan(
                goalID: UUID(), month: try CalendarMonth("9999-12"), scope: .standing, state: .skipped,
                custom: try money("1 USD"), adjusted: try money("2 USD")))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `every amount survives a round trip with all its digits`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let code = random.pick(["USD", "JPY", "BTC", "ETH"])
            try Self.expectRoundTrip(try Money(random.decimal(digits: 38, places: 30), currency(code)))
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `every fraction survives a round trip exactly`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let fraction = try #require(
                try ratio(random.decimal(digits: 60, places: 30)).divided(by: random.rate()))
            try Self.expectRoundTrip(fraction)
        }
        #expect(try Self.json([ratio("-0.75")]) == #"["-3/4"]"#)
        for text in ["1", "1/0", "1/-2", "/", "a/b", "1/2/3", "1.5/2", "--1/2"] {
            #expect(throws: DecodingError.self, "\(text)") {
                try JSONDecoder().decode([Ratio].self, from: Data("[\"\(text)\"]".utf8))
            }
        }
    }

    @Test func `amounts, days and claims have their documented form`() throws {
        #expect(try Self.json(money("1234.5 USD")) == #"{"amount":"1234.50","currency":"USD"}"#)
        #expect(try Self.json([day("2026-05-20")]) == #"["2026-05-20"]"#)
        #expect(try Self.json([CalendarMonth("2026-05")]) == #"["2026-05"]"#)
        #expect(try Self.json(AssetAllocation.Claim.share(Share("60%"))) == #"{"share":"60%"}"#)
        #expect(try Self.json(AssetAllocation.Claim.rest) == #"{"rest":true}"#)
    }

    @Test(arguments: [
        #"{"amount":1234.5,"currency":"USD"}"#, #"{"amount":"1e3","currency":"USD"}"#,
        #"{"amount":"5","currency":"XYZ"}"#, #"{"amount":"5"}"#, #"{"amount":null,"currency":"USD"}"#,
    ])
    func `a binary number or rubbish is not an amount`(json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Money.self, from: Data(json.utf8)) }
    }

    @Test(arguments: [#"{}"#, #"{"share":"0%"}"#, #"{"share":0.5}"#, #"{"rest":1}"#, #"{"rest":false}"#])
    func `rubbish is not a claim`(json: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(AssetAllocation.Claim.self, from: Data(json.utf8))
        }
    }
}
