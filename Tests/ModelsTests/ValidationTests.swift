import Foundation
import Models
import TestSupport
import Testing

@Suite struct ValidationTests {
    private static func codes(_ issues: [ValidationIssue]) -> [String] { issues.map { "\($0.field) \($0.code)" } }

    @Test func `a good goal has no issues`() throws {
        var good = try goal()
        #expect(good.issues.isEmpty && ValidationError(good.issues) == nil)
        good.emoji = "👩🏽‍🚀"
        good.link = "https://example.org/a?b=c#d"
        good.details = "Two\nlines"
        #expect(good.issues.isEmpty)
        for emoji in ["🚗", "❤️", "🇩🇪", "1️⃣", "©"] {
            good.emoji = emoji
            #expect(good.issues.isEmpty, "\(emoji)")
        }
    }

    @Test func `everything wrong with a goal is said at once`() throws {
        var bad = try goal(" ", target: "-0.001 USD", start: "2024-02-01", deadline: "2024-01-31")
        bad.emoji = "ab"
        bad.link = "ftp://x"
        bad.details = String(repeating: "x", count: 10_001)
        #expect(
            Self.codes(bad.issues) == [
                "name required", "emoji notAnEmoji", "description tooLong", "link notALink", "target notPositive",
                "target tooPrecise", "deadline deadlineBeforeStart",
            ])
        let error = try #require(ValidationError(bad.issues))
        #expect(error.description.split(separator: "\n").count == 7)
    }

    @Test func `a name has one issue for each thing that is wrong with it`() throws {
        #expect(try Self.codes(goal("").issues) == ["name required"])
        #expect(try Self.codes(goal("a\nb").issues) == ["name controlCharacter"])
        #expect(try Self.codes(goal("a\u{0}b").issues) == ["name controlCharacter"])
        #expect(try Self.codes(goal(String(repeating: "n", count: 201)).issues) == ["name tooLong"])
        #expect(
            try Self.codes(goal(String(repeating: "n", count: 201) + "\n").issues) == [
                "name tooLong", "name controlCharacter",
            ])
        #expect(try goal(String(repeating: "n", count: 200)).issues.isEmpty)
    }

    @Test(arguments: ["é", "一", "a", "1", "ab", "🚗🚗", ""])
    func `an emoji is one emoji`(text: String) throws {
        var goal = try goal()
        goal.emoji = text
        #expect(Self.codes(goal.issues) == ["emoji notAnEmoji"])
    }

    @Test(arguments: [
        "http://", "https://", "example.org", "javascript:alert(1)", "https://a b", "https://a\nb", "//x",
    ])
    func `a link is a web address`(text: String) throws {
        var goal = try goal()
        goal.link = text
        #expect(Self.codes(goal.issues) == ["link notALink"])
    }

    @Test func `a target is in minor units that can be reckoned with`() throws {
        #expect(try Self.codes(goal(target: "0 USD").issues) == ["target notPositive"])
        #expect(try Self.codes(goal(target: "1.5 JPY").issues) == ["target tooPrecise"])
        #expect(try goal(target: "0.001 KWD").issues.isEmpty)
        #expect(try goal(target: "0.000000000000000001 ETH").issues.isEmpty)
        let most = String(repeating: "9", count: 36)
        #expect(try goal(target: "\(most).99 USD").issues.isEmpty)
        #expect(try Self.codes(goal(target: "1\(most) USD").issues) == ["target tooLarge"])
        #expect(try Self.codes(goal(target: "\(most) ETH").issues) == ["target tooLarge"])
    }

    @Test func `everything wrong with an asset is said at once`() throws {
        let bad = Asset(
            id: UUID(), name: "a\nb", currency: try Currency(token: "T", chain: "base", contract: "0x1", decimals: 6),
            chain: "Ethereum", address: "with space")
        #expect(
            Self.codes(bad.issues) == [
                "name controlCharacter", "address invalidAddress", "chain invalidChain", "chain otherChain",
            ])
        let noChain = Asset(id: UUID(), name: "a", currency: try currency("BTC"), address: "bc1q")
        #expect(Self.codes(noChain.issues) == ["chain required"])
        let empty = Asset(id: UUID(), name: "a", currency: try currency("BTC"), chain: "", address: "")
        #expect(Self.codes(empty.issues) == ["address invalidAddress", "chain invalidChain"])
        #expect(Asset(id: UUID(), name: "a", currency: try currency("BTC")).issues.isEmpty)
    }

    @Test func `everything wrong with a transaction is said at once`() throws {
        let asset = Asset(id: UUID(), name: "Wallet", currency: try currency("ETH"))
        let bad = Transaction(
            id: UUID(), assetID: asset.id, amount: try money("0 USD"), day: try day("2024-01-01"),
            entered: Date(timeIntervalSince1970: 0), note: String(repeating: "n", count: 1001))
        #expect(
            Self.codes(bad.issues(asset: asset)) == ["amount zero", "amount currencyMismatch", "note tooLong"])
        var huge = bad
        huge.note = nil
        huge.amount = try money("100000000000000000000 ETH")
        #expect(Self.codes(huge.issues(asset: asset)) == ["amount tooLarge"])
        huge.amount = try money("-99999999999999999999 ETH")
        #expect(huge.issues(asset: asset).isEmpty)
        // More digits than the minor unit are kept as they are.
        huge.amount = try money("0.0000000000000000000000001 ETH")
        #expect(huge.issues(asset: asset).isEmpty)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `names are ordered by scalars, then id`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let names = (0..<2).map { _ in
                (0..<random.int(0...3)).map { _ in random.pick(["a", "B", "é", "e\u{301}", "🚗", "z"]) }.joined()
            }
            let ids = [random.uuid(), random.uuid()]
            let values = names.map { $0.unicodeScalars.map(\.value) }
            let expected: Bool
            if values[0] == values[1] {
                expected = ids[0].uuidString < ids[1].uuidString
            } else {
                let difference = zip(values[0], values[1]).first { $0 != $1 }
                expected = difference.map { $0 < $1 } ?? (values[0].count < values[1].count)
            }
            #expect(NameOrder.precedes((names[0], ids[0]), (names[1], ids[1])) == expected)
        }
    }
}
