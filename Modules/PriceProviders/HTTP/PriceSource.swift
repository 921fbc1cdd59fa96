import FileFormats
import Foundation
import PluginKit
import Values

/// A line of the table of sources: an address, and where day and price stand in its answer.
struct PriceSource: Sendable, Equatable {
    /// The name by which instruments mean it.
    let name: String
    /// The address, with `{symbol}`, `{isin}`, `{from}` and `{to}`.
    let address: String
    /// A path of JSON (`data.*.date`), or a title of CSV.
    let date: String
    /// A path of JSON (`data.*.close`), or a title of CSV.
    let price: String
    /// A code of a currency, or the path or title of one; nil for the instrument's.
    let currency: String?
    /// Whether prices are adjusted for all splits until they are read.
    let isAdjusted: Bool

    /// The keys in the address.
    var secrets: [String] { AddressSecret.keys(in: address) }

    /// The address for an instrument; nil where it names something that the instrument does not have.
    func url(symbol: String?, isin: String?, from: CalendarDay, to: CalendarDay) -> URL? {
        let values = ["symbol": symbol, "isin": isin, "from": "\(from)", "to": "\(to)"]
        var (text, rest) = ("", address[...])
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}"),
                let value = values[String(rest[rest.index(after: open)..<close])] ?? nil
            else { return nil }
            text += rest[..<open] + Self.encoded(value)
            rest = rest[rest.index(after: close)...]
        }
        return URL(string: text + rest)
    }

    /// A value can end no part of an address.
    private static func encoded(_ value: String) -> String {
        let allowed = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return value.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}

/// Why the table of sources cannot be used. The descriptions hold no addresses, since these hold keys.
enum PriceSourceError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(path: String)
    /// The first line is not that of the table.
    case noTitles(path: String)
    /// A line that cannot be used, and why.
    case line(Int, String)

    var description: String {
        switch self {
        case .unreadable(let path): "the table of sources '\(path.printable)' cannot be read"
        case .noTitles(let path):
            "the table of sources '\(path.printable)' has to begin with name,url,date,price,currency,adjusted"
        case .line(let line, let reason): "line \(line) of the table of sources: \(reason)"
        }
    }
}

extension PriceSource {
    private static let titles = ["name", "url", "date", "price", "currency", "adjusted"]

    /// The sources of a table.
    ///
    /// - Throws: ``PriceSourceError``.
    static func table(path: String) throws(PriceSourceError) -> [PriceSource] {
        let file = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        guard let data = try? Data(contentsOf: file),
            let rows = try? CSVReader.rows(of: Array(data), delimiter: UInt8(ascii: ","))
        else { throw .unreadable(path: path) }
        guard let first = rows.first, Array(first.cells.map(\.trimmedName).prefix(4)) == Array(titles.prefix(4)),
            first.cells.map(\.trimmedName).allSatisfy(titles.contains)
        else { throw .noTitles(path: path) }
        var sources: [PriceSource] = []
        for row in rows.dropFirst() { sources.append(try source(row, first.cells.map(\.trimmedName), sources)) }
        return sources
    }

    private static func source(
        _ row: CSVReader.Row, _ titles: [String], _ known: [PriceSource]
    ) throws(PriceSourceError) -> PriceSource {
        func cell(_ title: String) -> String? {
            guard let index = titles.firstIndex(of: title), index < row.cells.count else { return nil }
            let text = row.cells[index].trimmedName
            return text.isEmpty ? nil : text
        }
        guard let name = cell("name"), let address = cell("url"), let date = cell("date"), let price = cell("price")
        else { throw .line(row.line, "name, url, date and price are needed") }
        if name.contains(":") { throw .line(row.line, "a name has no colon") }
        if known.contains(where: { $0.name == name }) { throw .line(row.line, "there is a source '\(name)' already") }
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            throw .line(row.line, "the address has to begin with https:// or http://")
        }
        var rest = address[...]
        while let open = rest.firstIndex(of: "{") {
            let end = rest[open...].firstIndex(of: "}") ?? rest.endIndex
            let word = rest[rest.index(after: open)..<end]
            guard end < rest.endIndex, ["symbol", "isin", "from", "to"].contains(word) else {
                throw .line(row.line, "in braces stand symbol, isin, from or to")
            }
            rest = rest[rest.index(after: end)...]
        }
        let host = address.drop { $0 != ":" }.dropFirst(3).prefix { !"/?#".contains($0) }
        if host.isEmpty || host.contains("{") { throw .line(row.line, "the address has to name a host") }
        let isAdjusted: Bool
        switch cell("adjusted")?.lowercased() {
        case nil, "no", "false": isAdjusted = false
        case "yes", "true": isAdjusted = true
        default: throw .line(row.line, "adjusted is yes or no")
        }
        return PriceSource(
            name: name, address: address, date: date, price: price, currency: cell("currency"), isAdjusted: isAdjusted)
    }
}
