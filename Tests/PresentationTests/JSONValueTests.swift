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

    @Test func `a figure that is incomplete says on which side the true one lies`() {
        let shape = Shape<Bound?>(.figure("saved", { _ in 1 }, { $0 }))
        #expect(shape.json(nil) == ["saved": 1])
        #expect(shape.json(.atMost) == ["saved": 1, "savedBound": "atMost"])
        #expect(shape.properties.map(\.isRequired) == [true, false])
    }
}
