public import ExchangeRates
public import Models
import Presentation
public import WebPages

extension Page {
    /// Every rate in use.
    public static func rates(_ found: [FoundRate], display: Currency, _ style: PageStyle) -> Page {
        var table = DataTable(
            "Rates in \(display)", [.text("Currency"), .number("Rate"), .text("Source"), .text("Time"), .text("State")])
        for found in found {
            table.add([
                .text("1 \(found.from)"),
                found.rate.map {
                    .text("\(style.numbers.digits($0.rate.significantString(digits: 10))) \(found.to)")
                }
                    ?? .badge("not known", .attention), .text(found.rate?.sources.joined(separator: ", ") ?? ""),
                found.rate.map { style.time($0.time) } ?? .text(found.gap ?? ""),
                found.rate.map { style.badge($0.state) } ?? .nothing,
            ])
        }
        return Page(
            "Rates", in: nil,
            [
                HTML("h1", text: "Rates"),
                found.isEmpty ? .paragraph("Everything is counted in one currency: no rates are needed.") : table.html,
                HTML("p", [], [.button("Ask again", to: "/rates")]),
            ])
    }
}
