import Foundation
import TestSupport
import Testing
import Values

@Suite struct CodableTests {
    private static func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
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

    @Test func `amounts, days and months have their documented form`() throws {
        #expect(try Self.json(money("1234.5 USD")) == #"{"amount":"1234.50","currency":"USD"}"#)
        #expect(try Self.json([day("2026-05-20")]) == #"["2026-05-20"]"#)
        #expect(try Self.json([CalendarMonth("2026-05")]) == #"["2026-05"]"#)
    }

    @Test(arguments: [
        #"{"amount":1234.5,"currency":"USD"}"#, #"{"amount":"1e3","currency":"USD"}"#,
        #"{"amount":"5","currency":"XYZ"}"#, #"{"amount":"5"}"#, #"{"amount":null,"currency":"USD"}"#,
    ])
    func `a binary number or rubbish is not an amount`(json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Money.self, from: Data(json.utf8)) }
    }
}
