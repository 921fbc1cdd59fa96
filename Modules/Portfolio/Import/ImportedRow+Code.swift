import FileFormats
import Models

extension ImportedRow {
    /// The code of a number's currency: by the title of its column, else by the column of currencies.
    ///
    /// - Throws: ``RowRefusal`` where the two disagree, ``CurrencyError``.
    func code(of role: ColumnRole) throws -> String? {
        guard let title = fieldCurrencies[role] else { return currency }
        if let currency, try ImportCurrency(currency).currency != ImportCurrency(title).currency {
            throw RowRefusal(
                "The title of the \(role.name) says \(title.printable), and the row says \(currency.printable).")
        }
        return title
    }
}
