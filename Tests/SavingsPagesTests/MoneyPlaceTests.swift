import Foundation
import Models
import Presentation
import SavingsPages
import TestSupport
import Testing
import Values
import WebPages

/// The place that money is put into unless another one is chosen.
struct MoneyPlaceTests {
    private let style: PageStyle

    init() throws {
        style = PageStyle(
            try #require(NumberFormat.named("en")), hidesAmounts: false, zone: .gmt, today: try day("2026-11-27"))
    }

    private static func goal(_ name: String, _ deadline: String) throws -> Goal {
        Goal(
            id: UUID(), name: name, target: try Money("1200", .eur), start: try day("2026-11-01"),
            deadline: try day(deadline))
    }

    private func chosen(_ places: [MoneyPlace], _ currency: Currency, from origin: UUID? = nil) throws -> String {
        let page = Page.addMoney(
            to: places, chosen: origin, usual: currency, FormFields(prefix: "money"), writing
        ).content.text
        let form = try #require(page.firstMatch(of: #/<option value="[^"]*" selected data-unit="([A-Z]+)">([^<]*)/#))
        let unit = try #require(page.firstMatch(of: #/data-unit-of="money-to"[^>]*>([A-Z]+)</#))
        #expect(unit.output.1 == form.output.1, "the currency beside the amount is that of the choice")
        return String(form.output.2)
    }

    private var writing: PageStyle {
        style.writing(FormToken(csrf: "csrf", entry: 1, set: "set", hidesAmounts: false) { "once" })
    }

    @Test func `a fixed amount that is there says that nothing is added to it`() throws {
        let (asset, car) = (Asset(id: UUID(), name: "Savings", currency: .eur), try Self.goal("Car", "2027-06-01"))
        for (isFull, text) in [
            (true, "Car, which always gets 2,000.00\u{A0}EUR of Savings (EUR): what is added does not count for it"),
            (false, "Car, which gets at most 2,000.00\u{A0}EUR of Savings (EUR)"),
        ] {
            let place = MoneyPlace(asset, for: car, getting: .fixed(try Money("2000", .eur)), isFull: isFull)
            #expect(try chosen([place], .eur) == text)
        }
    }

    @Test func `it is of the household's own currency, and a goal that gets all of it before others`() throws {
        let (euros, dollars) = (
            Asset(id: UUID(), name: "Savings", currency: .eur), Asset(id: UUID(), name: "US account", currency: .usd)
        )
        let (bike, trip) = (try Self.goal("Bike", "2027-06-01"), try Self.goal("Trip", "2027-03-01"))
        let alone = [MoneyPlace(dollars), MoneyPlace(euros)]
        #expect(try chosen(alone, .eur) == "Savings (EUR)")
        #expect(try chosen(alone, .usd) == "US account (USD)")
        #expect(try chosen([MoneyPlace(dollars)], .eur) == "US account (USD)")
        #expect(try chosen(alone, .eur, from: dollars.id) == "US account (USD)")
        let fixed = MoneyPlace(euros, for: bike, getting: .fixed(try Money("450", .eur)))
        #expect(try chosen(alone + [fixed], .eur) == "Savings (EUR)")
        let rest = MoneyPlace(euros, for: bike, getting: .rest)
        #expect(try chosen(alone + [rest], .eur).contains("Bike"))
        #expect(try chosen(alone + [rest, MoneyPlace(euros, for: trip, getting: .rest)], .eur).contains("Trip"))
        #expect(try chosen(alone + [MoneyPlace(dollars, for: trip, getting: .rest)], .eur) == "Savings (EUR)")
    }
}
