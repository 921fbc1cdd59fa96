import ExchangeRates
import FileFormats
import Models

/// Rates as a table and in an archive: with where they come from. They are no records: reading an archive passes over them.
enum RateText {
    static let kind = "rate"
    static let file = "rates.csv"

    /// What is written of a rate, in the order of the columns.
    private static func fields(_ rate: ConversionRate) -> [(name: String, text: String)] {
        [
            ("from", rate.from.identity), ("to", rate.to.identity), ("rate", rate.digits),
            ("date", CalendarDay(utc: rate.time).description), ("time", InstantText.text(rate.time)),
            ("state", rate.state.rawValue), ("path", rate.path.map(\.identity).joined(separator: " ")),
            ("sources", rate.sources.joined(separator: " ")),
        ]
    }

    /// The table in CSV.
    static func table(_ rates: [ConversionRate]) -> [UInt8] {
        let titles = rates.first.map { fields($0).map(\.name) } ?? []
        let rows = rates.map { fields($0).map { CSVCell.quoted(CSVCell.withoutFormula($0.text)) } }
        return Array(([titles] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined().utf8)
    }

    /// The objects of an archive, in lines.
    static func objects(_ rates: [ConversionRate]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, rate) in rates.enumerated() {
            bytes.append(UInt8(ascii: "{"))
            for (place, field) in fields(rate).enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                CellText.append(field.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                CellText.append(field.text, to: &bytes)
            }
            bytes += Array("}\(index + 1 < rates.count ? "," : "")\n".utf8)
        }
        return bytes
    }
}
