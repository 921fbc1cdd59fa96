public import ExchangeRates
public import Models
import Presentation
import RateViews
public import WebPages

import struct Foundation.UUID

extension Page {
    /// Every rate in use, and those that were entered by hand.
    ///
    /// - Parameters:
    ///   - given: the rates that were entered by hand, the newest first.
    ///   - fields: those of a rate that is being entered.
    ///   - back: the page that led here, which follows when a rate is given; nil without one.
    public static func rates(
        _ found: [FoundRate], display: Currency, given: [GivenRate], back: String? = nil, _ fields: FormFields,
        _ style: PageStyle
    ) -> Page {
        var table = DataTable(
            "Rates in \(display)", [.text("Currency"), .number("Rate"), .text("Source"), .text("Time"), .text("State")])
        for found in found {
            table.add([
                .text("1 \(found.from)"),
                found.rate.map {
                    .text("\(style.numbers.digits($0.rate.significantString(digits: 10))) \(found.to)")
                }
                    ?? .badge("not known", .attention), .text(found.rate?.sources.joined(separator: ", ") ?? ""),
                found.rate.map { style.time($0.time) } ?? .nothing,
                found.rate.map { style.badge($0.state) } ?? .group(style.folded(found.gap ?? "")),
            ])
        }
        let missing = found.filter { $0.rate == nil }
        let list = [
            found.isEmpty ? .paragraph("Everything is counted in one currency: no rates are needed.") : table.html,
            HTML("p", [], [.button("Ask again", to: "/rates")]),
        ]
        let form = HTML.cards([
            .card(
                "Give a rate", id: "give",
                [
                    .paragraph(
                        missing.isEmpty
                            ? "For a currency that no provider knows. Where one knows a rate, that one counts."
                            : "It counts where no provider knows a rate, until you give a newer one."),
                    style.form(
                        "/rates",
                        [
                            back.map { .hidden("back", $0) } ?? .nothing,
                            fields.currency(
                                "from", "1 unit of", otherwise: missing.first?.from.code ?? "",
                                hint: "Its code, as in ISK"),
                            fields.number(
                                "rate", "is equal to",
                                hint:
                                    "As in \(style.numbers.plain("0.92")) for 1 USD = \(style.numbers.plain("0.92")) EUR",
                                style),
                            fields.currency(
                                "to", "units of", otherwise: display.code, hint: "Its code, as in EUR"),
                            fields.input(
                                "date", "On the day", type: "date", otherwise: style.today.description),
                        ], save: "Give the rate"),
                ]), given.isEmpty ? .nothing : .card("Given by hand", id: "given", [style.table(of: given)]),
        ])
        return Page(
            "Rates", in: nil,
            [
                HTML("h1", text: "Rates"), back.map { HTML("p", [], [.link("Back", to: $0)]) } ?? .nothing,
                fields.summary,
            ] + (missing.isEmpty ? list + [form] : [form] + list))
    }
}

extension PageStyle {
    /// Rates that were entered by hand, each with a button that deletes it.
    fileprivate func table(of given: [GivenRate]) -> HTML {
        var table = DataTable(
            "Rates given by hand", [.text("Currency"), .number("Rate"), .text("Day"), .text("Act")])
        for given in given.prefix(Self.mostListed) {
            table.add([
                .text("1 \(given.from)"),
                .text("\(numbers.digits(given.rate.significantString(digits: 10))) \(given.to)"), day(given.day),
                writing?.button("Remove", to: "/rates/\(given.id.uuidString.lowercased())/remove") ?? .nothing,
            ])
        }
        return table.html
    }
}
