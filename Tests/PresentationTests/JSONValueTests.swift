import Models
import ProgramSupport
import TestSupport
import Testing

import struct Foundation.UUID

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

    @Test func `a value writes the text of its JSON`() throws {
        func check(_ value: some DocumentValue) {
            var writer = JSONWriter(capacity: 1)
            value.write(to: &writer)
            #expect(writer.text == value.json.text)
        }
        for text in [
            "", "plain", "\"quoted\"", "a\\b\n\u{1}\u{7F}\u{2028}", "日本 👨‍👩‍👧‍👦", String(repeating: "x", count: 5000),
        ] {
            check(text)
            check([text, text])
        }
        for amount in [
            "1234.5 USD", "0 EUR", "-0.05 EUR", "0.00001 EUR", "999999999999.99 EUR", "281474976710656 JPY", "100 BTC",
            "0.000000000000000001 ETH", "-12345678901234567890123456789012345678 JPY", "1.2345 KWD", "-3 JPY",
            "0.000000000000000000000000000001 EUR", "100000000000000 EUR", "-1000000000.00 EUR",
        ] {
            check(try money(amount))
            check(Money?.some(try money(amount)))
        }
        check(Money?.none)
        for day in ["0001-01-01", "1969-12-31", "2024-02-29", "9999-12-31"] { check(try CalendarDay(day)) }
        for _ in 0..<20 { check(UUID.random()) }
        check(Bound.atLeast)
        check(true)
        check(-7)
        check([Int]())
        check(Warning(code: "a", message: "\u{0}"))
        check(try CalendarMonth("2026-05"))
    }

    @Test func `a shape writes the text of its JSON`() {
        let part = Shape<Int>(.value("x", { $0 }), .optional("w") { $0 > 1 ? $0 : nil })
        let shape = Shape<Int>(
            .members(part, { $0 }), .value("n", { $0 }), .object("k", part, { $0 }),
            .list("l", part, { Array(0..<$0) }),
            .optionalList("o", part) { $0 > 1 ? [$0] : nil }, .nullable("p", part) { $0 > 1 ? $0 : nil },
            .ratio("r") { Ratio(1, over: Int128($0)) }, .figure("f", { $0 }, { $0 > 1 ? .atMost : nil }),
            .unavailable { $0 > 1 ? [Unavailable(item: "a", reason: "b")] : [] })
        let unordered = Shape<Int>(.members(part, { $0 }), .value("w", { $0 }), .object("a", shape, { $0 }))
        for value in 1...3 {
            for shape in [shape, unordered] {
                var writer = JSONWriter()
                shape.write(value, to: &writer)
                #expect(writer.text == shape.json(value).text)
            }
        }
    }

    @Test func `a figure that is incomplete says on which side the true one lies`() {
        let shape = Shape<Bound?>(.figure("saved", { _ in 1 }, { $0 }))
        #expect(shape.json(nil) == ["saved": 1])
        #expect(shape.json(.atMost) == ["saved": 1, "savedBound": "atMost"])
        #expect(shape.properties.map(\.isRequired) == [true, false])
    }
}
