import Foundation
import Models
import Testing

@testable import Values

@Suite struct LosslessJSONTests {
    private func read(_ text: String) -> LosslessJSON? { LosslessJSON(Data(text.utf8)) }

    @Test(
        "a number keeps its text, however long",
        arguments: [
            "0", "-1", "49326", "1.0", "1.23e-10", "1.52E+15", "18446744073709551615",
            "115792089237316195423570985008687907853269984665640564039457584007913129639935",
            "0.1234567890123456789012345678901234567890123456789",
        ])
    func numbers(_ text: String) throws {
        #expect(read(#"{"a":[\#(text)]}"#)?["a"]?.array == [.number(text)])
        #expect(try Ratio(decimal: try #require(read(text)?.number)) == Ratio(decimal: text))
    }

    @Test func `texts are unescaped, with surrogate pairs`() {
        #expect(read(#""a\"\\\/\n\u00e9\ud83d\ude00é""#) == .string("a\"\\/\né😀é"))
        #expect(read(#""\ud83d""#) == .string("\u{FFFD}"))
    }

    @Test func `objects, lists, truths and blanks`() {
        #expect(
            read(" { \"a\" : [ true , false , null , { } , [ ] ] }\r\n")
                == .object(["a": .array([.boolean(true), .boolean(false), .null, .object([:]), .array([])])]))
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "", " ", "<html>", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "1e", "NaN", "Infinity",
            "0x10",
            "tru", "\"a", "\"\\x\"", "\"\\u12G4\"", "\"\u{1}\"", "1 2", "{\"a\" 1}", "{\"a\":}", "[1 2]", "--1",
        ])
    func refused(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test func `a mark of the encoding before the text is passed over, and only there`() {
        #expect(read("\u{FEFF}{\"a\":1}") == .object(["a": .number("1")]))
        #expect(read("{\"a\":\u{FEFF}1}") == nil)
    }

    @Test func `two values under one name are refused when they differ`() {
        #expect(read(#"{"a":1,"b":2,"a":1}"#) == .object(["a": .number("1"), "b": .number("2")]))
        #expect(read(#"{"a":1,"b":2,"a":3}"#) == nil)
    }

    @Test func `deep nesting is refused instead of followed`() {
        #expect(read(String(repeating: "[", count: 1_000_000)) == nil)
        #expect(read(String(repeating: "[", count: 60) + String(repeating: "]", count: 60)) != nil)
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        #expect(LosslessJSON(Data([0x22, 0xFF, 0x22])) == nil)
    }

    @Test func `random damage never crashes, and what is accepted is JSON`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = MixedBits(seed: seed)
        let text = Array(#"{"bitcoin":{"usd":65000.12,"eur":null,"last_updated_at":1779278400}}"#.utf8)
        for _ in 0..<5000 {
            var bytes = text
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            bytes.removeLast(Int.random(in: 0...2, using: &generator))
            // The other reader also refuses numbers that no Double can hold.
            guard let value = LosslessJSON(Data(bytes)),
                !String(decoding: bytes, as: UTF8.self).contains(/[0-9][eE]/)
            else { continue }
            let usual = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(usual != nil, "seed \(seed): \(value) out of \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

private struct MixedBits: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
