import Models
import ProgramSupport
import TestSupport
import Testing

@testable import Presentation

struct JSONValueTests {
    @Test(arguments: [
        "plain", "\"quoted\"", "back\\slash", "a\nb\r\tc", "\u{0}\u{1}\u{1F}\u{7F}", "\u{2028}\u{2029}", "e\u{301}",
        "日本",
        "👨‍👩‍👧‍👦", "</script>", "\u{FFFF}", "\"\u{301}",
    ])
    func `a text comes back as it was`(text: String) throws {
        let read = try JSONNode(parsing: JSONValue.object([text: .string(text)]).text)
        guard case .object(let members) = read, case .string(let value)? = members.first?.value else {
            Issue.record("\(read) is not what was written")
            return
        }
        #expect(value.unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(members.first?.key.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test func `keys are sorted and lists indented`() {
        let value: JSONValue = ["b": [1, nil, true], "a": [:], "c": []]
        #expect(
            value.text == """
                {
                  "a": {},
                  "b": [
                    1,
                    null,
                    true
                  ],
                  "c": []
                }
                """)
    }

    @Test(arguments: [
        ("1234.5 USD", "1234.50"), ("0.1 JPY", "0.1"), ("900000 JPY", "900000"),
        ("0.000000000000000001 ETH", "0.000000000000000001"), ("-25 USD", "-25.00"),
        ("12345678901234567890123456789012345678 JPY", "12345678901234567890123456789012345678"),
    ])
    func `amounts are texts with all their digits`(amount: String, expected: String) throws {
        let money = try money(amount)
        #expect(money.json == ["amount": .string(expected), "currency": .string(money.currency.identity)])
    }

    @Test(arguments: [("0.9999999", "0.999999"), ("1", "1"), ("0.5", "0.5"), ("0.0000009", "0")])
    func `a ratio that is rounded down is 1 only when it is`(decimal: String, expected: String) throws {
        #expect(JSONValue(try ratio(decimal), rounding: .down) == .number(expected))
    }

    @Test func `members are in the order of their keys, whatever shape they come from`() {
        let inner = Shape<Int>(.value("m", { $0 }), .value("b", { $0 + 1 }), .optional("z") { $0 > 1 ? $0 : nil })
        let shape = Shape<Int>(
            .members(inner, { $0 }), .value("n", { $0 }), .all([.value("c", { $0 }), .value("a", { $0 })]),
            .value("m", { $0 }), .object("k", inner, { $0 }))
        #expect(shape.json(1) == ["a": 1, "b": 2, "c": 1, "k": ["b": 2, "m": 1], "m": 1, "n": 1])
        #expect(shape.json(2) == ["a": 2, "b": 3, "c": 2, "k": ["b": 3, "m": 2, "z": 2], "m": 2, "n": 2, "z": 2])
        #expect(shape.properties.map(\.key) == ["m", "b", "z", "n", "c", "a", "k"])
    }

    @Test func `a figure that is incomplete says on which side the true one lies`() {
        let shape = Shape<Bound?>(.figure("saved", { _ in 1 }, { $0 }))
        #expect(shape.json(nil) == ["saved": 1])
        #expect(shape.json(.atMost) == ["saved": 1, "savedBound": "atMost"])
        #expect(shape.properties.map(\.isRequired) == [true, false])
    }
}
