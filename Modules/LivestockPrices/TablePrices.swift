import Livestock
import PluginKit
import Values

/// Prices from a table that the user keeps; it is read anew each time.
struct TablePrices: LivestockPriceProvider {
    static let providerName = "table"
    static let file = SettingDefinition(
        "livestock.prices.table.file", .path,
        "A table of livestock prices (CSV): source,level,place,species,category,breed,sex,from,to,basis,price,currency,date."
    )

    let name = TablePrices.providerName
    let path: String?

    private struct NoFile: Error, CustomStringConvertible {
        var description: String { "the setting \(TablePrices.file.key) names no file" }
    }

    /// - Throws: `SettingsError`.
    init(_ settings: any SettingsReader) throws { path = try settings.optionalString(Self.file) }

    func prices(_ request: LivestockPriceRequest, _ call: Call) throws -> [LivestockPrice] {
        guard let path else { throw NoFile() }
        return try LivestockTable.prices(path: path, request.currency, call)
    }
}
