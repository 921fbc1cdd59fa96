import TestSupport
import Testing
import Values

@Suite("L1: shares have up to four decimals of a percent") struct ShareTests {
    @Test(arguments: [
        ("60%", 600_000, "60%"), ("60", 600_000, "60%"), ("33.3333%", 333_333, "33.3333%"), ("0.0001%", 1, "0.0001%"),
        ("100%", 1_000_000, "100%"), ("100.0000%", 1_000_000, "100%"), ("007.5", 75_000, "7.5%"),
        ("12.50000000%", 125_000, "12.5%"), ("60 %", 600_000, "60%"), ("60\u{A0}%", 600_000, "60%"),
    ])
    func `accepted`(text: String, units: Int, shown: String) throws {
        let share = try Share(text)
        #expect(share.units == units && share.description == shown)
        #expect(try share == Share(units: units) && Share(share.description) == share)
        #expect(share.ratio == Ratio(Int128(units), over: 1_000_000))
    }

    @Test(arguments: [
        ("0%", ShareError.outOfRange("0%")), ("-5%", .outOfRange("-5%")), ("100.0001%", .outOfRange("100.0001%")),
        ("5000000000000000000000%", .outOfRange("5000000000000000000000%")), ("0.00001%", .tooPrecise("0.00001%")),
        ("33.33333", .tooPrecise("33.33333")), ("%", .notAShare("%")), ("", .notAShare("")),
        ("60 ", .notAShare("60 ")), ("60  %", .notAShare("60  %")), (" %", .notAShare(" %")),
        ("60%%", .notAShare("60%%")), ("1e1%", .notAShare("1e1%")), ("50,5%", .notAShare("50,5%")),
        ("+5", .notAShare("+5")),
        ("٥٠%", .notAShare("٥٠%")), (".5%", .notAShare(".5%")), ("half", .notAShare("half")),
    ])
    func `refused`(text: String, error: ShareError) {
        #expect(throws: error) { try Share(text) }
    }

    @Test func `equal shares sum to all of it, in hundredths of a percent`() {
        for count in 1...300 {
            let shares = Share.even(count)
            #expect(shares.count == count && shares.reduce(0) { $0 + $1.units } == Share.wholeUnits)
            #expect(shares.allSatisfy { $0.units % 100 == 0 && shares[0].units - $0.units <= 100 })
            #expect(shares.map(\.units) == shares.map(\.units).sorted(by: >))
        }
        #expect(Share.even(3).map(\.description) == ["33.34%", "33.33%", "33.33%"])
        #expect(Share.even(0).isEmpty && Share.even(10_001).count == 10_000)
    }

    @Test func `every share survives its text`() throws {
        for units in stride(from: 1, through: Share.wholeUnits, by: 97) {
            let share = try Share(units: units)
            #expect(try Share(share.description) == share)
        }
        #expect(throws: ShareError.self) { try Share(units: 0) }
        #expect(throws: ShareError.self) { try Share(units: 1_000_001) }
    }
}
